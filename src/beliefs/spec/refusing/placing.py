"""A failure that is stated, put into a Spec: its status, its words, its code, its form."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from beliefs.spec import effects as e
from beliefs.spec.brief.brief import Fault
from beliefs.spec.brief.wording import is_place, value_of, with_field
from beliefs.spec.failures import DEFAULT_BODY, HOUSE, Failure, Way
from beliefs.spec.operations import Input, Operation
from beliefs.spec.refusing.causes import INVALID, ODD, Cause
from beliefs.spec.service import Spec
from beliefs.spec.types import Type

_GUARDED: tuple[Way, ...] = ("absent", "conflict", "forbidden", "gone")


def placed(spec: Spec, operation: Operation, fault: Fault, cause: Cause) -> Operation | None:
    """The operation that fails so; None where it does not fail in this way at all."""
    made: Operation | None = operation
    if cause.fields and cause.fields != (ODD,):
        for name in cause.fields:
            made = _of_field(spec, made, fault, cause, name) if made is not None else None
        return made
    if cause.fields:
        return _odd(spec, operation, fault)
    ways = [each for each in cause.ways if possible(spec, operation, each)]
    if not ways:
        return None
    for way in ways:
        made = _of_way(spec, made, fault, cause, way) if made is not None else None
    return made


# ---- inputs ------------------------------------------------------------------------------------


def _of_field(
    spec: Spec, operation: Operation, fault: Fault, cause: Cause, name: str
) -> Operation | None:
    given = next((each for each in operation.inputs if each.wire == name), None)
    if given is None or not cause.ways:
        return None
    if cause.ways == ("conflict",) or (fault.status == 409 and "conflict" in cause.ways):
        return _guard_worded(spec, operation, fault, "conflict", name)
    told, ways = given, list[Way]()
    for way in cause.ways:
        fits = _held(told, way, fault, cause)
        if fits is not None:
            ways.append(way)
        elif not cause.any and not {"out_of_range", "unknown_choice"} <= {*cause.ways}:
            return None
        told = fits or told
    if not ways:
        return None
    inputs = tuple(told if each is given else each for each in operation.inputs)
    own = tuple(_failure(spec, fault, way, name) for way in ways)
    return replace(operation, inputs=inputs, failures=_apart(spec, operation, fault, own))


def _held(given: Input, way: Way, fault: Fault, cause: Cause) -> Input | None:
    """The input that is refused in a way; None where nothing of it is held to."""
    kind = given.type
    if way == "missing":
        return replace(given, required=True, default="")
    if way == "unknown_choice":
        return given if kind.choices else None
    if way == "wrong_type":
        return None if kind.kind in {"json", "file"} else given
    if cause.empty and kind.kind in {"string", "list"} and not kind.pattern:
        least = max(1, kind.min_length or 0)
        return replace(given, type=replace(kind, min_length=least))
    return given if _bounded(kind) and _numbers_kept(kind, fault.why) else None


def _bounded(kind: Type) -> bool:
    bounds = (kind.minimum, kind.maximum, kind.above, kind.below, kind.min_length, kind.max_length)
    formed = kind.pattern or kind.kind in {"date", "datetime", "email", "url", "uuid"}
    return bool(formed) or any(each is not None for each in bounds)


def _numbers_kept(kind: Type, words: str) -> bool:
    """Whether the numbers that a rule names are bounds of the type, or next to one."""
    from beliefs.spec import patterns as re

    bounds = (kind.minimum, kind.maximum, kind.above, kind.below, kind.min_length, kind.max_length)
    near = {each + by for each in bounds if each is not None for by in (-1, 0, 1)}
    told = [float(each) for each in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w])", words)]
    return all(each in near for each in told)


def _odd(spec: Spec, operation: Operation, fault: Fault) -> Operation | None:
    """The operation that refuses fields which no input names."""
    if not any(each.place == "json" for each in operation.inputs):
        return None
    own = (_failure(spec, fault, "out_of_range", ODD),)
    return replace(operation, closed=True, failures=_apart(spec, operation, fault, own))


def _apart(
    spec: Spec, operation: Operation, fault: Fault, own: tuple[Failure, ...]
) -> tuple[Failure, ...]:
    """The lines of an operation with those of one input, whose words no other input's fault has."""
    usual = [
        (spec.failures.of(way, operation.failures), way)
        for way in INVALID
        if not any(each.way == way and not each.field for each in own)
    ]
    taken = tuple(
        replace(each, way=way, message=_general(each, fault), code=_coded(each, fault))
        for each, way in usual
        if (fault.message and each.message == fault.message)
        or (fault.code and each.code == fault.code)
    )
    return _over(_over(operation.failures, taken), own)


def _general(failure: Failure, fault: Fault) -> str:
    return "" if failure.message == fault.message else failure.message


def _coded(failure: Failure, fault: Fault) -> str:
    if failure.code != fault.code or not failure.code:
        return failure.code
    return "VALIDATION_ERROR" if failure.code.isupper() else "validation_error"


# ---- ways of the whole request -------------------------------------------------------------------


def possible(spec: Spec, operation: Operation, way: Way) -> bool:
    """Whether an operation may fail in a way."""
    if way in INVALID or way == "unsupported_type":
        body = any(each.place in {"json", "body"} for each in operation.inputs)
        if way == "malformed":
            return body
        if way == "unsupported_type":
            return any(each.failure == way for each in guards(operation.effect))
        return bool([each for each in operation.inputs if each.place != "path"])
    if way == "unauthenticated":
        return operation.needs == "caller" or any(
            each.failure == way for each in guards(operation.effect)
        )
    if way == "rate":
        return any(each.counts(operation) for each in spec.rates)
    if way == "too_large":
        return bool(spec.largest) or any(each.failure == way for each in guards(operation.effect))
    return any(each.failure == way for each in guards(operation.effect))


def _of_way(
    spec: Spec, operation: Operation, fault: Fault, cause: Cause, way: Way
) -> Operation | None:
    if any(each.failure == way for each in guards(operation.effect)):
        return _guard_worded(spec, operation, fault, way, cause.thing)
    own = (_failure(spec, fault, way),)
    return replace(operation, failures=_over(operation.failures, own))


def _guard_worded(
    spec: Spec, operation: Operation, fault: Fault, way: Way, thing: str
) -> Operation | None:
    """The operation whose guards of a way fail so: those of the thing that is spoken of."""
    there = [each for each in guards(operation.effect) if each.failure == way]
    if len(there) > 1 and fault.message and any(x.message == fault.message for x in there):
        return operation  # one of them says so already; the others are for something else
    about = [each for each in there if thing and _speaks_of(each, thing)]
    others = [each for each in there if each not in about] if about else []
    own = _failure(spec, fault, way)
    if not others:
        silent = _reworded(operation.effect, lambda each: _worded(each, way, fault.message))
        return replace(operation, effect=silent, failures=_over(operation.failures, (own,)))
    usual = spec.failures.of(way, operation.failures)
    if (usual.status, usual.code, usual.body) != (own.status, own.code, own.body):
        return None  # two ways to fail with one line in the table
    told = _reworded(
        operation.effect,
        lambda each: (
            replace(each, message=fault.message or each.message) if each in about else each
        ),
    )
    return replace(operation, effect=told)


def _worded(guard: e.Guard, way: Way, message: str) -> e.Guard:
    return replace(guard, message=message) if guard.failure == way and message else guard


def _speaks_of(guard: e.Guard, thing: str) -> bool:
    return thing.lower().rstrip("s") in guard.message.lower()


def guards(effect: e.Effect) -> list[e.Guard]:
    """All guards of an effect."""
    found: list[e.Guard] = []
    for each in effect:
        match each:
            case e.Guard():
                found.append(each)
            case e.If(then=then, otherwise=otherwise):
                found += guards((*then, *otherwise))
            case e.For(body=body):
                found += guards(body)
            case _:
                pass
    return found


def _reworded(effect: e.Effect, told: Callable[[e.Guard], e.Guard]) -> e.Effect:
    made: list[e.Stmt] = []
    for each in effect:
        match each:
            case e.Guard():
                made.append(told(each))
            case e.If(holds, then, otherwise):
                made.append(e.If(holds, _reworded(then, told), _reworded(otherwise, told)))
            case e.For(name, source, body):
                made.append(e.For(name, source, _reworded(body, told)))
            case _:
                made.append(each)
    return tuple(made)


# ---- lines of the table --------------------------------------------------------------------------


def _failure(spec: Spec, fault: Fault, way: Way, name: str = "") -> Failure:
    usual = next((each.message for each in HOUSE if each.way == way), "")
    message = fault.message or ("" if way in INVALID and way != "malformed" else usual)
    return Failure(way, fault.status, message, fault.code, _body(spec, fault), name)


def _body(spec: Spec, fault: Fault) -> str:
    """The template of a failure, where it is another one than that of the rest."""
    if fault.body is not None:  # it has more than the form
        whole = value_of(fault.body)
        if not any(is_place(each) for each in _leaves(whole)):
            return json.dumps(whole, ensure_ascii=False)
    form = with_field(fault.form or spec.failures.body or DEFAULT_BODY, fault.field)
    return form if json.loads(form) != json.loads(spec.failures.body) else ""


def _leaves(told: Any) -> list[Any]:
    if isinstance(told, dict):
        return [each for value in told.values() for each in _leaves(value)]
    return [told]


def _over(there: tuple[Failure, ...], own: tuple[Failure, ...]) -> tuple[Failure, ...]:
    """Lines of the table with others in the place of those for the same."""
    about = {(each.way, each.field) for each in own}
    return (*(each for each in there if (each.way, each.field) not in about), *own)
