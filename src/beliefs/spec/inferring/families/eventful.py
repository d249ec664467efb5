"""The rows that keep what was done to others, where a route lists it: created, moved, sold."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.documents.contract import Property, Route, Shape, is_list, is_record, typed
from beliefs.spec.documents.places import steps, unwrapped
from beliefs.spec.documents.words import plain, snaked
from beliefs.spec.entities import Key
from beliefs.spec.inferring.keeping.holdings import Holding, Parent
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.types import Field, Type

_MOMENTS = {"at", "time", "timestamp", "when", "date", "createdat", "occurredat", "happenedat"}


def logged(kept: Kept) -> None:
    """Give every holding of which a route lists events the rows that keep these."""
    for route in kept.contract.routes:
        holding, kind, moment = events_of(route, kept)
        if holding is None or kind is None or moment is None or holding.log:
            continue
        link = f"{snaked(holding.word)}_{snaked(holding.key.name)}"
        number = holding.key.style == "integer" or holding.key_type.kind == "integer"
        name = f"{holding.name}Event"
        log = Holding(name, f"{holding.word}_event", set(), [], Shape(Type("record")))
        log.key, log.shadow = Key("id", "integer"), True
        log.parents = [Parent(holding.name, link)]
        log.fields[link] = Field(link, Type("integer" if number else "string"), hidden=True)
        log.fields[kind.name] = Field(kind.name, kind.shape.type)
        log.fields[moment.name] = Field(moment.name, Type("datetime"))
        for part in _beside(route, kind, moment):
            own = replace(typed(part.shape), nullable=True)
            log.fields[part.name] = Field(part.name, own, required=False)
        holding.log = name
        kept.holdings.append(log)


def _beside(route: Route, kind: Property, moment: Property) -> list[Property]:
    """What events say besides: an amount, a reason. Deeds that are brought it say it."""
    shape, _ = unwrapped(route.good.shape if route.good else None)
    item = shape.item if shape is not None else None
    named = {kind.name, moment.name, "id"}
    return [each for each in (item.properties if item else ()) if each.name not in named]


def events_of(route: Route, kept: Kept) -> tuple[Holding | None, Property | None, Property | None]:
    """The holding whose events a route lists, with what says which and when."""
    chain = steps(route.path, kept.base)
    shape, _ = unwrapped(route.good.shape if route.good else None)
    item = shape.item if shape is not None and is_list(shape) else None
    if route.method != "GET" or len(chain) < 2 or chain[-1].param or not is_record(item):
        return None, None, None
    parts = item.properties if item is not None else ()
    kind = next((each for each in parts if len(each.shape.type.choices) > 1), None)
    moment = next((each for each in parts if plain(each.name) in _MOMENTS), None)
    holding = kept.at(chain[:-1]) if chain[-2].param and kept.at(chain) is None else None
    return holding, kind, moment
