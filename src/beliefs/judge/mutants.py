"""Contract mutants: a Spec with one promise broken, as a careless program would break it.

A judge is worth what it sees. Each mutant differs from the Spec in one way that a caller could
notice; a service that behaves like the mutant must not pass for the Spec.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from beliefs.judge.equivalence import by_luck, plain, refused_anyway
from beliefs.spec.effects import (
    Answer,
    Call,
    Delete,
    Effect,
    Expr,
    For,
    Get,
    Guard,
    If,
    Insert,
    Lit,
    Make,
    Patch,
    Pick,
    Row,
    Stmt,
    Var,
)
from beliefs.spec.operations import Input, Operation
from beliefs.spec.service import Spec
from beliefs.spec.types import Type

_OTHER_STATUS = {200: 201, 201: 200, 204: 200, 404: 400, 409: 400, 401: 403, 403: 401}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A Spec, and what is wrong with it."""

    breaks: str
    spec: Spec


def mutants(spec: Spec) -> Iterator[Mutant]:
    """Every mutant of a Spec, operation by operation; `equivalence.py` says what is none."""
    for at, operation in enumerate(spec.operations):
        yield Mutant(f"{operation.name}: dropped route", _without(spec, at))
        for breaks, changed in _changed(plain(operation, spec), spec):
            yield Mutant(f"{operation.name}: {breaks}", _with(spec, at, changed))


def _without(spec: Spec, at: int) -> Spec:
    return replace(spec, operations=spec.operations[:at] + spec.operations[at + 1 :])


def _with(spec: Spec, at: int, operation: Operation) -> Spec:
    kept = spec.operations
    return replace(spec, operations=(*kept[:at], operation, *kept[at + 1 :]))


def _changed(operation: Operation, spec: Spec) -> Iterator[tuple[str, Operation]]:
    if operation.needs:
        yield "missing auth", replace(operation, needs="")
    spoken = operation.method == "WEBSOCKET"  # there a message is a text, and no status is sent
    for at, given in enumerate(() if spoken else operation.inputs):
        for breaks, other in _loosened(given):
            if not other.required and refused_anyway(given, operation, spec):
                continue
            inputs = (*operation.inputs[:at], other, *operation.inputs[at + 1 :])
            yield f"{given.name}: {breaks}", replace(operation, inputs=inputs)
    for breaks, effect in _effects(operation.effect, spec):
        if not (spoken and breaks == "wrong status"):
            yield breaks, replace(operation, effect=effect)


def _loosened(given: Input) -> Iterator[tuple[str, Input]]:
    """An input that takes a little more, or a little less, than it should."""
    kind = given.type
    if given.required and given.place != "path":
        yield "not required", replace(given, required=False)
    for name in ("minimum", "maximum", "above", "below", "min_length", "max_length"):
        bound = getattr(kind, name)
        if bound is not None:
            for step in (-1, 1):
                moved = replace(kind, **{name: bound + step})
                if _sensible(moved):
                    yield f"{name} {step:+d}", replace(given, type=moved)
    if kind.choices:
        yield "any choice", replace(given, type=replace(kind, choices=()))
    if kind.kind in {"integer", "number", "boolean"} and given.place in {"json", "body"}:
        yield "any type", replace(given, type=Type("json"))


def _sensible(kind: Type) -> bool:
    lengths = [each for each in (kind.min_length, kind.max_length) if each is not None]
    return all(each >= 0 for each in lengths)


def _effects(effect: Effect, spec: Spec) -> Iterator[tuple[str, Effect]]:
    for at, statement in enumerate(effect):
        if isinstance(statement, Guard) and by_luck(statement.holds, effect):
            continue
        for breaks, other in _statements(statement, spec):
            yield breaks, (*effect[:at], *other, *effect[at + 1 :])


def _statements(statement: Stmt, spec: Spec) -> Iterator[tuple[str, Effect]]:
    match statement:
        case Guard(holds, failure, _):
            if not _is_null_check(holds):
                yield f"unguarded {failure}", ()
        case Insert(entity):
            yield f"lost insert of {entity}", _dropped(statement, spec)
        case Patch(entity, name, _):
            yield f"lost change of {entity}", (Patch(entity, name, Make(())),)
        case Delete(entity, _):
            yield f"lost delete of {entity}", ()
        case Answer(status) if status in _OTHER_STATUS:
            yield "wrong status", (replace(statement, status=_OTHER_STATUS[status]),)
        case For(name, source, body):
            for breaks, other in _effects(body, spec):
                yield breaks, (For(name, source, other),)
        case If(holds, then, otherwise):
            for breaks, other in _effects(then, spec):
                yield breaks, (If(holds, other, otherwise),)
            for breaks, other in _effects(otherwise, spec):
                yield breaks, (If(holds, then, other),)
    for breaks, changed in _inside(statement):
        yield breaks, (changed,)


def _is_null_check(holds: Expr) -> bool:
    """Whether a guard only sees that something was found: without it an effect makes no sense."""
    match holds:
        case Call("!=", (Var(), Lit(None))):
            return True
    return False


def _dropped(insert: Insert, spec: Spec) -> Effect:
    """An insert whose row is gone at once: answered as kept, and not kept."""
    entity = spec.entity(insert.entity)
    assert entity is not None
    key = entity.key.name
    mine = Call("=", (Get(Row(), key), Get(Var(insert.name), key)))
    return insert, Delete(insert.entity, mine)


def _inside(part: Any) -> Iterator[tuple[str, Any]]:
    """One pick at a time, without its filter or its order."""
    if isinstance(part, Pick):
        for breaks, where in _weakened(part.where):
            yield breaks, replace(part, where=where)
        if part.order:
            yield "wrong order", replace(part, order=())
        if part.limit is not None:
            yield "ignored limit", replace(part, limit=None)
        if part.skip is not None:
            yield "ignored offset", replace(part, skip=None)
    if isinstance(part, For | If):
        return  # what is inside is a statement of its own
    if isinstance(part, tuple):
        for at, each in enumerate(part):
            for breaks, other in _inside(each):
                yield breaks, (*part[:at], other, *part[at + 1 :])
    elif is_dataclass(part) and not isinstance(part, type):
        for each in fields(part):
            for breaks, other in _inside(getattr(part, each.name)):
                yield breaks, replace(part, **{each.name: other})


def _weakened(where: Expr | None) -> Iterator[tuple[str, Expr | None]]:
    """A condition with one of its parts left out; a lookup by key alone is left as it is."""
    match where:
        case Call("and", (left, right)):
            for breaks, other in _weakened(left):
                yield breaks, Call("and", (other, right)) if other is not None else right
            for breaks, other in _weakened(right):
                yield breaks, Call("and", (left, other)) if other is not None else left
        case Call("=", (_, Get(Var("me"), _))):
            yield "other owner's data", None
        case Call():
            yield "ignored filter", None
