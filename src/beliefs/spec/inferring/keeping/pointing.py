"""Values that are ids of rows, with the type that the answers show of these ids."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Property, Route, is_record
from beliefs.spec.documents.places import same_thing, steps, unwrapped
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.types import Type

_OF = re.compile(r"(?i)^(?:the )?(?:id|number) of (?:an? |the |another )?(\w+)")


def pointed(contract: Contract) -> Contract:
    """The contract, where what is only said to be the id of something has the type of such ids."""
    kinds = _kinds(contract)
    if not kinds:
        return contract
    return replace(contract, routes=tuple(_with(each, kinds) for each in contract.routes))


def _kinds(contract: Contract) -> dict[str, Type]:
    """The types of ids, by the nouns of the paths at which they are shown."""
    found: dict[str, Type] = {}
    for route in contract.routes:
        shape, _ = unwrapped(route.good.shape if route.good else None)
        record = shape.item if shape is not None and shape.item is not None else shape
        id_ = record.part("id") if record is not None and is_record(record) else None
        last = next((each.name for each in reversed(steps(route.path)) if each.name), "")
        if id_ is not None and last:
            found.setdefault(last, Type(id_.shape.type.kind))
    return found


def _with(route: Route, kinds: dict[str, Type]) -> Route:
    if route.body is None or not is_record(route.body):
        return route
    parts = tuple(_part(each, kinds) for each in route.body.properties)
    return replace(route, body=replace(route.body, properties=parts))


def _part(part: Property, kinds: dict[str, Type]) -> Property:
    told = _OF.match(part.words)
    if told is None or part.shape.type.kind != "string" or jotted(part.words, part.name).typed:
        return part
    kind = next((kind for noun, kind in kinds.items() if same_thing(noun, told[1])), None)
    if kind is None:
        return part
    kept = replace(kind, nullable=part.shape.type.nullable)
    return replace(part, shape=replace(part.shape, type=kept))
