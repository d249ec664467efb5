"""What prose says that a field is where requests are silent: "an interval (default 60)"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Property, Route
from beliefs.spec.documents.pseudo import jotted

_TOLD = re.compile(
    r"(?i)\b([a-z_]\w*)\b(?: (?:in|of|as|for) [\w ]+)? \((defaults?:? (?:to )?[^()]+)\)"
)


def defaulted(contract: Contract) -> Contract:
    """The contract, with the defaults of optional fields that its prose states."""
    told: dict[str, str] = {}
    for text in (contract.summary, *(text for _, text in contract.prose)):
        for name, said in _TOLD.findall(text):
            told.setdefault(name, said)
    if not told:
        return contract
    return replace(contract, routes=tuple(_with(each, told) for each in contract.routes))


def _with(route: Route, told: dict[str, str]) -> Route:
    if route.body is None or route.method not in {"POST", "PUT"}:
        return route
    parts = tuple(_part(each, told) for each in route.body.properties)
    return replace(route, body=replace(route.body, properties=parts))


def _part(part: Property, told: dict[str, str]) -> Property:
    if part.required or part.default or part.name not in told:
        return part
    said = jotted(f"{part.shape.type.kind}, {told[part.name]}", part.name)
    return replace(part, default=said.default)
