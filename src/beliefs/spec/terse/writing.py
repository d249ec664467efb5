"""Changes to a Spec: fields that rows keep besides, values that the service sets, guards before."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Request
from beliefs.spec.effects import Effect, For, Guard, If, Insert, Make, Patch, Stmt
from beliefs.spec.entities import Entity
from beliefs.spec.failures import Failure
from beliefs.spec.features.resources import found, key_type, params, program
from beliefs.spec.operations import Input, Operation
from beliefs.spec.parsing import read_expression
from beliefs.spec.service import Spec
from beliefs.spec.types import Field, Type


def operation(
    request: Request,
    lines: Iterable[str],
    inputs: tuple[Input, ...] = (),
    summary: str = "",
    *,
    of: Entity | None = None,
    failures: tuple[Failure, ...] = (),
) -> Operation:
    """What a request does; the row that its path names is of an entity."""
    words = [each.strip("{}") for each in request.segments]
    name = re.sub(r"\W+", "_", "_".join([request.method.lower(), *words])).lower()
    brought = {each.name for each in inputs}
    kind = key_type(of) if of is not None else Type("string")
    at = tuple(Input(x, "path", kind) for x in params(request.path) if x not in brought)
    return Operation(
        name,
        request.method,  # type: ignore[arg-type]
        request.path,
        program(*lines),
        inputs=(*at, *inputs),
        summary=summary,
        failures=failures,
        source=request.source,
    )


def row(of: Entity, request: Request) -> list[str]:
    """Statements that read the row which a path names, or fail."""
    return found(of, params(request.path)[0])


def fails(status: int) -> tuple[Failure, ...]:
    """How what a rule of the goal refuses is answered."""
    return (Failure("refused", status),)


def added(spec: Spec, *operations: Operation) -> Spec:
    """The Spec with more operations."""
    return replace(spec, operations=(*spec.operations, *operations))


def kept(spec: Spec, *entities: Entity) -> Spec:
    """The Spec with more kinds of rows."""
    return replace(spec, entities=(*spec.entities, *entities))


def entity(spec: Spec, name: str) -> Entity:
    """One of the kinds of rows, by name."""
    return next((each for each in spec.entities if each.name == name), Entity(name, name, ()))


def with_fields(spec: Spec, name: str, *fields: Field) -> Spec:
    """The Spec whose rows have these fields, in place of those of the same names."""

    def wider(each: Entity) -> Entity:
        new = {one.name: one for one in fields}
        own = [new.pop(one.name, one) for one in each.fields]
        return replace(each, fields=(*own, *new.values()))

    entities = tuple(wider(each) if each.name == name else each for each in spec.entities)
    return replace(spec, entities=entities)


def brought_as(spec: Spec, name: str, *fields: Field) -> Spec:
    """The Spec whose rows keep these, and whose requests bring them so."""
    spec = with_fields(spec, name, *fields)
    new = {each.name: each for each in fields}

    def told(one: Operation) -> Operation:
        if not makes(one, name) and not changes(one, name):
            return one
        partial = one.method == "PATCH"
        inputs = tuple(
            replace(
                each,
                type=new[each.name].type,
                required=new[each.name].required and not partial,
                default="" if partial else new[each.name].default,
            )
            if each.place == "json" and each.name in new
            else each
            for each in one.inputs
        )
        there = {each.name for each in inputs}
        more = tuple(
            Input(x.name, "json", x.type, x.required, x.default)
            for x in fields
            if x.name not in there and makes(one, name)
        )
        effect = one.effect
        for each in more:
            effect = _setting(effect, name, each.name, f"input.{each.name}")
        return replace(one, inputs=(*inputs, *more), effect=effect)

    return replace(spec, operations=tuple(told(each) for each in spec.operations))


def set_by_service(spec: Spec, name: str, values: dict[str, str]) -> Spec:
    """The Spec that works out these values of a new row, which no request brings."""

    def told(one: Operation) -> Operation:
        if not makes(one, name) and not changes(one, name):
            return one
        inputs = tuple(x for x in one.inputs if x.place != "json" or x.name not in values)
        effect = one.effect
        for each, value in values.items():
            effect = _setting(effect, name, each, value)
        return replace(one, inputs=inputs, effect=effect)

    return replace(spec, operations=tuple(told(each) for each in spec.operations))


def guarded(spec: Spec, name: str, lines: Callable[[Operation], list[str]], status: int) -> Spec:
    """The Spec that refuses to keep rows for which a rule does not hold."""

    def told(one: Operation) -> Operation:
        writes = makes(one, name) or changes(one, name)
        more = program(*said) if writes and (said := lines(one)) else ()
        if not more:
            return one
        at = next(n for n, each in enumerate(one.effect) if _writes(each, name))
        effect = (*one.effect[:at], *more, *one.effect[at:])
        refused = any(isinstance(x, Guard) and x.failure == "refused" for x in more)
        failures = (*one.failures, *fails(status)) if refused else one.failures
        return replace(one, effect=effect, failures=failures)

    return replace(spec, operations=tuple(told(each) for each in spec.operations))


def makes(one: Operation, name: str) -> bool:
    """Whether a request makes rows of a kind."""
    return any(isinstance(each, Insert) and each.entity == name for each in one.effect)


def changes(one: Operation, name: str) -> bool:
    """Whether a request changes fields of a row as it is told."""
    told = one.method in {"PUT", "PATCH"}
    return told and any(isinstance(each, Patch) and each.entity == name for each in one.effect)


def _writes(statement: Stmt, name: str) -> bool:
    match statement:
        case Insert(entity=of) | Patch(entity=of):
            return of == name
        case If(then=then, otherwise=otherwise):
            return any(_writes(each, name) for each in (*then, *otherwise))
        case For(body=body):
            return any(_writes(each, name) for each in body)
    return False


def _setting(effect: Effect, name: str, field: str, value: str) -> Effect:
    """The effect whose new rows have a value for a field."""

    def told(each: Stmt) -> Stmt:
        if not isinstance(each, Insert) or each.entity != name or not isinstance(each.values, Make):
            return each
        others = tuple(one for one in each.values.fields if one[0] != field)
        return replace(each, values=Make((*others, (field, read_expression(value)))))

    return tuple(told(each) for each in effect)
