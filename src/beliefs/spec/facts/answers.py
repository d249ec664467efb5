"""Facts about the whole service: how it fails, where it is, what it notes of new rows."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.effects import Answer, Call, Insert, Make
from beliefs.spec.entities import Entity
from beliefs.spec.failures import DEFAULT_BODY, HOUSE, Way
from beliefs.spec.service import Spec
from beliefs.spec.types import Field, Type

_OF_INPUT: tuple[Way, ...] = (
    "malformed",
    "missing",
    "wrong_type",
    "out_of_range",
    "unknown_choice",
)


def failing(spec: Spec, ways: tuple[Way, ...], status: int) -> Spec | None:
    """Ways of failing with another status, wherever nothing else is stated."""
    stated = {each.way: each for each in spec.failures.stated}
    for way in ways:
        known = next(each for each in HOUSE if each.way == way)
        told = stated.get(way)
        if told is not None and told.status not in {known.status, status}:
            return None
        if (told or known).status != status:
            stated[way] = replace(told or known, status=status)
    order = [each.way for each in HOUSE]
    found = tuple(sorted(stated.values(), key=lambda each: order.index(each.way)))
    return replace(spec, failures=replace(spec.failures, stated=found))


def invalid(spec: Spec, status: int) -> Spec | None:
    """What does not fit is answered so."""
    return failing(spec, _OF_INPUT, status)


def absent(spec: Spec, status: int) -> Spec | None:
    """What is not there is answered so."""
    return failing(spec, ("absent",), status)


def made(spec: Spec, entity: Entity, status: int) -> Spec | None:
    """The status of a request that makes a row."""
    operations, there = [], False
    for each in spec.operations:
        makes = any(isinstance(one, Insert) and one.entity == entity.name for one in each.effect)
        if makes and each.method == "POST" and "{" not in each.path:
            there = True
            effect = tuple(
                replace(one, status=status)
                if isinstance(one, Answer) and one.status in {200, 201, 202}
                else one
                for one in each.effect
            )
            operations.append(replace(each, effect=effect))
        else:
            operations.append(each)
    return replace(spec, operations=tuple(operations)) if there else None


def noted(spec: Spec, entity: Entity, name: str) -> Spec | None:
    """The moment at which a row was made, as a field of it."""
    known = entity.field(name)
    if known is not None and known.type.kind not in {"datetime", "string"}:
        return None
    moment = Field(name, Type("datetime"))
    fields = tuple(each for each in entity.fields if each.name != name)
    operations = []
    for each in spec.operations:
        brought = any(one.name == name and one.place == "json" for one in each.inputs)
        if brought and known is not None:
            inputs = tuple(one for one in each.inputs if one.name != name)
            each = replace(each, inputs=inputs)  # noqa: PLW2901 - the same operation
        effect = []
        for one in each.effect:
            match one:
                case Insert(made, Make(values), _) if made == entity.name:
                    kept = tuple(pair for pair in values if pair[0] != name)
                    one = replace(one, values=Make((*kept, (name, Call("now", ())))))  # noqa: PLW2901
                case _:
                    pass
            effect.append(one)
        operations.append(replace(each, effect=tuple(effect)))
    if not any(isinstance(one, Insert) and one.entity == entity.name and name in str(one)
               for each in operations for one in each.effect):  # fmt: skip
        return None
    entities = tuple(
        replace(each, fields=(*fields, moment)) if each is entity else each
        for each in spec.entities
    )
    return replace(spec, entities=entities, operations=tuple(operations))


def below(spec: Spec, base: str) -> Spec | None:
    """Every path below another."""
    if spec.base:
        return spec if spec.base == base else None
    paths = [each.path for each in spec.operations]
    if any(each == base or each.startswith(f"{base}/") for each in paths):
        return spec if all(each.startswith(f"{base}/") for each in paths) else None
    examples = tuple(
        each if each.path.startswith(f"{base}/") else replace(each, path=f"{base}{each.path}")
        for each in spec.examples
    )
    operations = tuple(replace(each, path=f"{base}{each.path}") for each in spec.operations)
    return replace(spec, base=base, operations=operations, examples=examples)


def partly(spec: Spec, path: str) -> Spec | None:
    """A change of some fields, where there is one."""
    named = form(path)
    there = [
        each for each in spec.operations if each.method == "PATCH" and form(each.path) == named
    ]
    return spec if there and there[0].effect else None


def form(path: str) -> str:
    """A path without the names of what it holds."""
    return re.sub(r"\{\w+\}", "{}", path.rstrip("/"))


def worded(spec: Spec, name: str) -> Spec | None:
    """Every failure as a message under one name."""
    body = json.dumps({name: "{message}"})
    if spec.failures.body not in {DEFAULT_BODY, body} or any(e.body for e in spec.failures.stated):
        return None
    return replace(spec, failures=replace(spec.failures, body=body))
