"""Heartbeats: services that report that they are alive, and are up while the last one is recent."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Alias, Contract, Property, Route, is_list, is_record
from beliefs.spec.documents.places import steps, unwrapped
from beliefs.spec.documents.words import is_plural, plain, plural
from beliefs.spec.inferring.families.living import BEATS, tells_itself
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer, said_of

_HISTORY = {"history", "log", "beats", "heartbeats", "pings"}
_STATES = {"status", "state", "up", "isup", "online", "alive", "isalive", "healthy", "available"}
_UP = ("up", "online", "alive", "ok", "healthy", "available")
_SPAN = re.compile(r"(?i)\b(\d+)[ -]?(s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b")
_FIELD = re.compile(r"(?i)\b(?:interval|timeout|grace|period|threshold|max_?age)\w*\b")


def beat_alias(route: Route, contract: Contract) -> Alias | None:
    """The collection of beats that a path stands for which makes one, or lists them."""
    maker = next((each for each in contract.routes if _beats(each, contract)), None)
    if maker is None or tells_itself(maker, contract):
        return None
    path = _collection(maker, contract)
    if route is maker:
        return Alias("POST", path) if route.path != path else None
    chain = steps(route.path, contract.base)
    here = steps(path, contract.base)
    word = plain(chain[-1].name) if chain else ""
    listed, _ = unwrapped(route.good.shape if route.good else None)
    lists = route.method == "GET" and word in _HISTORY and (listed is None or is_list(listed))
    below = len(chain) == 2 and chain[0] == here[0] and not chain[-1].param
    alone = len(chain) == 1 and chain[0].param == here[0].param
    if not lists or not (below or alone) or route.path == path:
        return None
    return Alias("GET", path)


def _beats(route: Route, contract: Contract) -> bool:
    chain = steps(route.path, contract.base)
    named = any(each.param for each in chain)
    return route.method == "POST" and named and bool(chain) and plain(chain[-1].name) in BEATS


def _collection(maker: Route, contract: Contract) -> str:
    chain = steps(maker.path, contract.base)
    word = chain[-1].name if is_plural(chain[-1].name) else plural(chain[-1].name)
    if chain[-1].param:  # /beat/{service}
        param = chain[-1].param
        return f"{contract.base}/{plural(param)}/{{{param}}}/{word}"
    return maker.path.rsplit("/", 1)[0] + f"/{word}"


def status_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that says whether a service is up, or all of them; else None."""
    chain = writer.chain(route)
    shape, _ = unwrapped(route.good.shape if route.good else None)
    beats = next((each for each in writer.kept.holdings if plain(each.word) in BEATS), None)
    moment = _moment(beats) if beats is not None else ""
    if route.method != "GET" or beats is None or shape is None or not moment or not chain:
        return None
    many = is_list(shape)
    record = shape.item if many else shape
    if record is None or not is_record(record) or writer.kept.like(record) is beats:
        return None
    if not any(plain(each.name) in _STATES for each in record.properties):
        return None
    status = route.good.status if route.good else 200
    lately = _lately(writer, route, beats)
    if many and beats.under[1] and lately.isdigit() and not any(each.param for each in chain):
        rows = f"{beats.name}[where .{beats.under[1]} = name, by .{moment} down, by .id down]"
        values = _values(record.properties, "name", f"first({rows})", rows, moment, lately, None)
        names = f"distinct(each(one in {beats.name}: one.{beats.under[1]}))"
        return [f"answer {status} each(name in {names}: {made(values)})"] if values else None
    param = next((each.param for each in reversed(chain) if each.param), "")
    parent = next(
        (each for end in range(1, len(chain) + 1) if (each := writer.kept.at(chain[:end]))), None
    )
    link = next((each.field for each in beats.parents if parent and each.name == parent.name), "")
    if many or not param or not lately:
        return None
    if parent is not None and link:
        lines = writer.above(route, chain[:1])
        holds, name = f".{link} = {parent.variable}.{parent.key.name}", f"input.{param}"
    elif beats.under[0] and lately.isdigit():
        lines, holds, name = [], f".{beats.under[1]} = input.{param}", f"input.{param}"
    else:
        return None
    rows = f"{beats.name}[where {holds}, by .{moment} down, by .id down]"
    lines.append(f"let latest = first({rows})")
    if parent is None:
        unknown = f"{plain(beats.under[1]).capitalize()} not found"
        way = writer.refuse(route, "absent", unknown, "unknown never", (404,))
        lines.append(f"guard latest != null else {way}")
    values = _values(record.properties, name, "latest", rows, moment, lately, parent)
    return [*lines, f"answer {status} {made(values)}"] if values else None


def _moment(beats: Holding) -> str:
    kinds = [each.name for each in beats.fields.values() if each.type.kind == "datetime"]
    return kinds[0] if kinds else ""


def _lately(writer: Writer, route: Route, beats: Holding) -> str:
    """For how many seconds a beat counts: a number, or the field of the row above that says so."""
    said = said_of(writer.contract, route)
    for link in beats.parents:
        parent = writer.kept.of(link.name)
        fields = parent.fields if parent is not None else {}
        named = [each for each in fields if _FIELD.fullmatch(each)]
        if parent is not None and named and _FIELD.search(said):
            return f"{parent.variable}.{named[0]}"
    found = _SPAN.search(said)
    unit = {"s": 1, "m": 60, "h": 3600}[found[2][0].lower()] if found else 0
    return str(int(found[1]) * unit) if found else ""


def _values(
    parts: tuple[Property, ...],
    name: str,
    latest: str,
    rows: str,
    moment: str,
    lately: str,
    parent: Holding | None,
) -> dict[str, str]:
    """The record of a status; empty where one of its names means nothing."""
    there = f"{latest} != null and " if parent is not None else ""
    recent = f"{there}seconds({latest}.{moment}, now()) <= {lately}"
    values: dict[str, str] = {}
    for part in parts:
        bare, kind = plain(part.name), part.shape.type
        own = parent.named(part.name) if parent is not None else ""
        if bare in _STATES and kind.kind == "boolean":
            values[part.name] = f"if({recent}, true, false)"
        elif bare in _STATES:
            up = next((each for each in kind.choices if plain(each) in _UP), "up")
            down = next((each for each in kind.choices if each != up), "down")
            values[part.name] = f"if({recent}, {json.dumps(up)}, {json.dumps(down)})"
        elif kind.kind == "datetime" or bare.startswith(("last", "latest")):
            values[part.name] = f"{latest}.{moment}"
        elif own:
            values[part.name] = f"{parent.variable}.{own}" if parent else ""
        elif kind.kind == "integer" and bare in {"beats", "count", "heartbeats", "total", "pings"}:
            values[part.name] = f"count({rows})"
        elif kind.kind == "string" and not kind.choices:
            values[part.name] = name
        else:
            return {}
    return values
