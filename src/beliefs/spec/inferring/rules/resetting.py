"""Values that null puts back to what they are at first: "null resets a field to its default"."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Property, Route, is_record
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import literal, made

_BACK = r"(?:default|initial value|factory value)s?"
_RESETS = re.compile(
    rf"(?i)`?\bnull\b`?[^.;]*\b(?:puts?|sets?|brings?|resets?|restores?|goes|means?|stands|back)\b"
    rf"[^.;]*\b{_BACK}\b"
    rf"|\b(?:reset|restore|go back|put back|return)\w*\b[^.;]*\b{_BACK}\b[^.;]*\bnull\b"
    rf"|\bto null\b[^.;]*\b(?:resets?|restores?)\b"
)


def resets(route: Route) -> bool:
    """Whether null in a body stands for what a value is at first."""
    said = f"{route.words}. {route.body.words if route.body is not None else ''}"
    return route.method in {"PATCH", "PUT"} and bool(_RESETS.search(said))


def resettable(contract: Contract) -> Contract:
    """A contract whose bodies take null where it stands for a default."""
    return replace(contract, routes=tuple(_nullable(each) for each in contract.routes))


def _nullable(route: Route) -> Route:
    body = route.body
    if body is None or not is_record(body) or not resets(route):
        return route
    return replace(route, body=replace(body, properties=tuple(map(_free, body.properties))))


def _free(part: Property) -> Property:
    if not part.default:
        return part
    return replace(part, shape=replace(part.shape, type=replace(part.shape.type, nullable=True)))


def reset_lines(route: Route, holding: Holding, one: str, values: str) -> list[str]:
    """Statements that change a row to what a request brings, with defaults in the place of null."""
    body = route.body.properties if route.body is not None else ()
    written = {
        name: f"or_else(changed.{name}, {literal(json.loads(each.default))})"
        if each.default
        else f"changed.{name}"
        for each in body
        if (name := holding.named(each.name)) in holding.fields
    }
    written |= {name: f"changed.{name}" for name in holding.touches}
    return [
        f"let changed = merge({one}, {values})",
        f"patch {holding.name} {one} {made(written)}",
    ]
