"""Rows with a place on earth that are near another: `GET /shops/near?lat=…&lon=…&km=…`."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Param, Route, unlisted
from beliefs.spec.documents.places import Step, unwrapped
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.answers.edges import LATITUDES, LONGITUDES
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import listed, made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.numbers import in_digits

_RADII = {"km": 1.0, "kilometers": 1.0, "kilometres": 1.0, "m": 0.001, "meters": 0.001}
_RADII |= {"metres": 0.001, "radius": 1.0, "distance": 1.0, "within": 1.0}
_NEAR = re.compile(r"(?i)\bnear(?:by|est)?\b|\bwithin\b[^.]*\b(?:km|kilomet\w+|met(?:er|re)s)\b")
_DISTANCE = re.compile(r"`?\b(distance\w*)`?(?: \((?P<digits>one|two|three|\d) decimals?)?")


def near_lines(writer: Writer, route: Route, chain: tuple[Step, ...]) -> list[str] | None:
    """The effect of a route that lists what is near a place; None for any other."""
    holding = writer.kept.at(chain[:-1]) if len(chain) > 1 and not chain[-1].param else None
    params = around(route, holding)
    if params is None or holding is None or not _NEAR.search(f"{route.path} {route.words}"):
        return None
    lat, lon, radius = params
    fields = places_of(holding)
    assert fields is not None
    one, places = holding.variable, [f"input.{writer.name(each.name)}" for each in (lat, lon)]
    far = f"kilometres({one}.{fields[0]}, {one}.{fields[1]}, {', '.join(places)})"
    told = _DISTANCE.search(route.words)
    name = told[1] if told else "distance"
    shown, _ = unwrapped(route.good.shape if route.good else None)
    item = unlisted(shown)
    rows = listed(holding.name, holding, item, writer.kept)
    each = rows.partition(": ")[2].removesuffix(")") if rows != holding.name else one
    within = f".{name} <= input.{writer.name(radius.name)}"
    scale = _RADII[plain(radius.name)]
    within += f" * {scale}" if scale != 1 and "km" not in plain(route.words) else ""
    digits = told["digits"] if told else None
    rounded = f"round(one.{name}, {in_digits(digits)})" if digits else f"one.{name}"
    return [
        *writer.above(route, chain[:-1]),
        f"let found = each({one} in {holding.name}: merge({each}, {made({name: far})}))",
        f"let near = found[where {within}, by .{name}]",
        f"answer {route.good.status if route.good else 200} "
        + (f"each(one in near: merge(one, {made({name: rounded})}))" if digits else "near"),
    ]


def places_of(holding: Holding | None) -> tuple[str, str] | None:
    """The fields of a latitude and a longitude."""
    fields = holding.fields if holding is not None else {}
    lat = next((each for each in fields if plain(each) in LATITUDES), "")
    lon = next((each for each in fields if plain(each) in LONGITUDES), "")
    return (lat, lon) if lat and lon else None


def around(route: Route, holding: Holding | None) -> tuple[Param, Param, Param] | None:
    """The parameters that say around where, and how far."""
    asked = [each for each in route.params if each.place == "query"]
    lat = next((each for each in asked if plain(each.name) in LATITUDES), None)
    lon = next((each for each in asked if plain(each.name) in LONGITUDES), None)
    far = next((each for each in asked if plain(each.name) in _RADII), None)
    if places_of(holding) is None or lat is None or lon is None or far is None:
        return None
    return lat, lon, far
