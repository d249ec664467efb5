"""Examples of a document as requests that a fresh service can be asked, in an order that holds.

A document shows a book with id 42; a fresh service has none. Only what holds from an empty service
on is kept as an example: rows are made first, and what a service makes up by itself (keys that do
not count from 1, moments, tokens) is left open with "{any}".
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Route, is_record
from beliefs.spec.documents.names import CREATED, UPDATED
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.routes.taking import named_by, taken
from beliefs.spec.service import ANY, Example, Spec

_FREE = CREATED | UPDATED | {"token", "accesstoken", "shorturl", "url", "expiresat"}


@dataclass(slots=True)
class _World:
    """How many rows the examples so far have made, and with which bodies."""

    made: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def rows(self, holding: Holding) -> list[dict[str, Any]]:
        return self.made.setdefault(holding.name, [])


def examples(contract: Contract, spec: Spec, kept: Kept) -> tuple[Example, ...]:
    """What can be asked literally, of a service that holds nothing yet."""
    shown = [*_documented(contract), *contract.examples]
    shown.sort(key=lambda each: 0 if each.method == "POST" and (each.status or 0) < 300 else 1)
    world = _World()
    found: list[Example] = []
    for each in shown:
        asked = (each.method, each.path, _json(each.body))
        if asked in [(one.method, one.path, _json(one.body)) for one in found]:
            continue
        made = _held(each, spec, kept, world, contract)
        if made is not None:
            found.append(made)
    return tuple(found)


def _documented(contract: Contract) -> list[Example]:
    """Examples of bodies and of their answers, at routes without parameters."""
    found = []
    for route in contract.routes:
        good = route.good
        if route.example and good is not None and route.method == "POST" and "{" not in route.path:
            found.append(
                Example(
                    "POST", route.path, good.status, route.source, route.example, (), good.example
                )
            )
    return found


def _held(
    example: Example, spec: Spec, kept: Kept, world: _World, contract: Contract
) -> Example | None:
    route = _route(example, contract)
    if route is None or route.secured or not _operated(route, spec):
        return None
    chain = steps(route.path, kept.base)
    holding = kept.at(chain) if chain else None
    values = _keys(route.path, example.path.partition("?")[0])
    for end, step in enumerate(chain, 1):
        above = kept.at(chain[:end])
        if (
            step.param
            and above is not None
            and not _there(values.get(step.param, ""), above, world)
        ):
            absent = example.status == 404 and end == len(chain)
            return _open(example, "") if absent else None
    status = example.status or 0
    if status >= 400:
        fits = status in {400, 422} and route.method == "POST" and bool(example.body)
        return _open(example, "") if fits else None
    if route.method != "POST" or holding is None or chain[-1].param:
        return None if route.method == "DELETE" else _open(example, "")
    body = _json(example.body)
    if (
        not isinstance(body, dict)
        or not is_record(route.body)
        or not _refers(body, holding, kept, world)
    ):
        return None
    world.rows(holding).append(body)
    return _open(example, _masked(example.answer, body, holding, len(world.rows(holding))))


def _route(example: Example, contract: Contract) -> Route | None:
    path = example.path.partition("?")[0]
    for route in sorted(contract.routes, key=lambda each: each.path.count("{")):
        pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(route.path))
        if route.method == example.method and re.fullmatch(pattern, path):
            return route
    return None


def _operated(route: Route, spec: Spec) -> bool:
    return any(
        each.method == route.method and each.path == route.path and each.effect
        for each in spec.operations
    )


def _keys(pattern: str, path: str) -> dict[str, str]:
    named = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(pattern))
    match = re.fullmatch(named, path)
    return match.groupdict() if match else {}


def _there(value: str, holding: Holding, world: _World) -> bool:
    rows = world.rows(holding)
    if holding.key.style == "integer":
        return value.isdigit() and 1 <= int(value) <= len(rows)
    return any(str(each.get(holding.key.name)) == value for each in rows)


def _refers(body: dict[str, Any], holding: Holding, kept: Kept, world: _World) -> bool:
    for name, to in holding.references.items():
        other = kept.of(to)
        if other is not None and body.get(name) is not None:
            several = body[name] if isinstance(body[name], list) else [body[name]]
            if not all(_there(str(each), other, world) for each in several):
                return False
    takes = taken(kept, holding)
    if (
        takes is not None
        and takes.stock
        and not (takes.other.made and takes.other.made.part(takes.stock))
    ):
        return False  # how much there is depends on what came before
    items = [one for each in body.values() if isinstance(each, list) for one in each]
    for item in items:
        for name, value in item.items() if isinstance(item, dict) else ():
            named = named_by(kept, name)
            if named is not None and named is not holding and not _there(str(value), named, world):
                return False
    return True


def _masked(answer: str, body: dict[str, Any], holding: Holding, number: int) -> str:
    """An answer with what cannot be foretold left open; empty where it shows another row."""
    told = _json(answer)
    if not isinstance(told, dict):
        return ""
    differs = [
        name
        for name, value in body.items()
        if name in told and told[name] != value and not isinstance(told[name], list | dict)
    ]
    if differs:
        return ""
    return json.dumps(_masking(told, body, holding, number), ensure_ascii=False)


def _masking(told: Any, body: dict[str, Any], holding: Holding, number: int) -> Any:
    if isinstance(told, list):
        return [_masking(each, body, holding, number) for each in told]
    if not isinstance(told, dict):
        return told
    made: dict[str, Any] = {}
    for name, value in told.items():
        free = plain(name) in _FREE and name not in body
        if name == holding.key.name and name not in body:
            free = holding.key.style != "integer" or value != number
        field_ = holding.fields.get(name)
        if field_ is not None and field_.type.kind == "datetime":
            free = True
        worked = f"{holding.computed.get(name, '')} {holding.sets.get(name, '')}"
        free = free or bool(re.search(r"\b(?:(?:now|today)\(\)|(?:token|code|uuid)\()", worked))
        made[name] = ANY if free else _masking(value, body, holding, number)
    return made


def _open(example: Example, answer: str) -> Example:
    return Example(
        example.method,
        example.path,
        example.status,
        example.source,
        example.body,
        example.headers,
        answer,
    )


def _json(text: str) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        return None
