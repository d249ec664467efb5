"""Facts about a field: what it may be, whether it must be there, what it is without being sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from beliefs.spec.effects import Effect, Insert, Patch
from beliefs.spec.entities import Entity
from beliefs.spec.facts.bounding import Bounds
from beliefs.spec.failures import Failure
from beliefs.spec.features.crud import free
from beliefs.spec.features.resources import program
from beliefs.spec.operations import Input, Operation
from beliefs.spec.service import Spec
from beliefs.spec.types import NUMBERS, Field, Type

Change = Callable[[Field], Field | None]


def bounded(spec: Spec, entity: Entity, name: str, told: Bounds) -> Spec | None:
    """A number that goes no further than told."""

    def change(field: Field) -> Field | None:
        kind = field.type.kind
        numbers = [each for each in told if each is not None]
        if field.type == Type("string"):  # of which nothing was known
            kind = "integer" if all(each.is_integer() for each in numbers) else "number"
        if kind not in NUMBERS:
            return None
        least, above = field.type.minimum, field.type.above
        most, below = field.type.maximum, field.type.below
        if told.least is not None or told.above is not None:
            least, above = told.least, told.above
        if told.most is not None or told.below is not None:
            most, below = told.most, told.below
        low, high = _first(least, above), _first(most, below)
        if low is not None and high is not None and low >= high and told.most is told.below is None:
            most = below = None  # nothing would fit: it was taken for its opposite
        return replace(
            field,
            type=replace(
                field.type,
                kind=kind,
                minimum=_plain(least),
                maximum=_plain(most),
                above=_plain(above),
                below=_plain(below),
            ),
        )

    return changed(spec, entity, name, change)


def _first(one: float | None, two: float | None) -> float | None:
    return one if one is not None else two


def _plain(number: float | None) -> float | None:
    return int(number) if number is not None and float(number).is_integer() else number


def long(spec: Spec, entity: Entity, name: str, told: Bounds) -> Spec | None:
    """A text that is as long as told."""

    def change(field: Field) -> Field | None:
        if field.type.kind != "string":
            return None
        least = field.type.min_length if told.least is None else int(told.least)
        most = field.type.max_length if told.most is None else int(told.most)
        if most is not None and most < (least or 1):
            return None  # nothing would fit
        return replace(field, type=replace(field.type, min_length=least, max_length=most))

    return changed(spec, entity, name, change)


def formed(spec: Spec, entity: Entity, name: str, digits: int) -> Spec | None:
    """A text of so many digits and nothing else."""

    def change(field: Field) -> Field | None:
        if field.type.kind not in {"string", "integer"}:
            return None
        pattern = rf"^[0-9]{{{digits}}}$"
        return replace(field, type=Type("string", nullable=field.type.nullable, pattern=pattern))

    return changed(spec, entity, name, change)


def chosen(spec: Spec, entity: Entity, name: str, values: tuple[str, ...]) -> Spec | None:
    """A text that is one of these."""

    def change(field: Field) -> Field | None:
        if field.type.kind != "string":
            return None
        return replace(field, type=Type("string", nullable=field.type.nullable, choices=values))

    return changed(spec, entity, name, change)


def optional(spec: Spec, entity: Entity, names: tuple[str, ...]) -> Spec | None:
    """Fields that may be left out."""
    for name in names:
        found = changed(spec, entity, name, _spare)
        if found is None:
            return None
        spec, entity = found, _again(found, entity)
    return spec


def _spare(field: Field) -> Field:
    if not field.required:
        return field
    return replace(field, required=False, type=replace(field.type, nullable=not field.default))


def required(spec: Spec, entity: Entity, name: str) -> Spec | None:
    """A field that must be there."""
    return changed(
        spec,
        entity,
        name,
        lambda field: replace(
            field, required=True, default="", type=replace(field.type, nullable=False)
        ),
    )


def default(spec: Spec, entity: Entity, name: str, value: str) -> Spec | None:
    """What a field is where a request does not bring it."""

    def change(field: Field) -> Field | None:
        kind = field.type.kind
        if kind in NUMBERS:
            said = value if value.replace(".", "", 1).lstrip("-").isdigit() else ""
        elif kind == "boolean":
            said = value if value in {"true", "false"} else ""
        else:
            said = json.dumps(value, ensure_ascii=False)
        if not said or (field.type.choices and value not in field.type.choices):
            return None
        return replace(
            field, required=False, default=said, type=replace(field.type, nullable=False)
        )

    return changed(spec, entity, name, change)


def changed(spec: Spec, entity: Entity, name: str, change: Change) -> Spec | None:
    """The Spec with another field, wherever requests bring it."""
    field = entity.field(name)
    new = change(field) if field is not None else None
    if field is None or new is None or new.hidden:
        return None
    brought = [
        each for each in spec.operations if _writes(each, entity.name) and _brings(each, name)
    ]
    if not brought:
        return None  # what nobody sends is worked out
    names = {each.name for each in brought}
    return replace(
        spec,
        entities=tuple(
            replace(each, fields=tuple(new if one is field else one for one in each.fields))
            if each is entity
            else each
            for each in spec.entities
        ),
        operations=tuple(
            replace(each, inputs=tuple(_as(one, new, each) for one in each.inputs))
            if each.name in names
            else each
            for each in spec.operations
        ),
    )


def _as(given: Input, field: Field, operation: Operation) -> Input:
    """An input that brings a field, as the field is now."""
    if given.name != field.name or given.place == "path":
        return given
    makes = any(isinstance(each, Insert) for each in operation.effect)
    # Where only some of a row is changed, what is not sent stays as it is.
    whole = makes or (operation.method == "PUT" and (given.required or bool(given.default)))
    kept = replace(field.type, nullable=given.type.nullable)
    if not whole:
        return replace(given, type=kept)
    return replace(given, type=field.type, required=field.required, default=field.default)


def _writes(operation: Operation, entity: str) -> bool:
    return any(
        isinstance(each, Insert | Patch) and each.entity == entity for each in operation.effect
    )


def _brings(operation: Operation, name: str) -> bool:
    return any(each.name == name and each.place != "path" for each in operation.inputs)


def _again(spec: Spec, entity: Entity) -> Entity:
    return next(each for each in spec.entities if each.name == entity.name)


def unique(spec: Spec, entity: Entity, name: str, status: int) -> Spec | None:
    """A field of which no two rows have the same value."""
    field = entity.field(name)
    if field is None or _below(spec, entity):
        return None
    if field.unique:
        guarded = [each for each in spec.operations if _brings(each, name)]
        told = {spec.failures.of("conflict", each.failures).status for each in guarded}
        return spec if told == {status} else None
    found = changed(spec, entity, name, lambda field: replace(field, unique=True))
    if found is None:
        return None
    operations = []
    for each in found.operations:
        if not (_writes(each, entity.name) and _brings(each, name)):
            operations.append(each)
            continue
        effect = _guarded(each, _again(found, entity), name)
        stated = each.failures
        if spec.failures.of("conflict", stated).status != status:
            stated = (Failure("conflict", status), *stated)
        operations.append(replace(each, effect=effect, failures=stated))
    return replace(found, operations=tuple(operations))


def _below(spec: Spec, entity: Entity) -> bool:
    """Whether rows are made below others: "the same email again" may be once for each of those."""
    return any(
        isinstance(one, Insert) and one.entity == entity.name
        for each in spec.operations
        if "{" in each.path
        for one in each.effect
    )


def _guarded(operation: Operation, entity: Entity, name: str) -> Effect:
    """An effect with a guard before the row is made or changed."""
    field = entity.field(name)
    assert field is not None
    done: list[object] = []
    for each in operation.effect:
        if isinstance(each, Insert) and each.entity == entity.name:
            done += program(free(entity, field))
        elif isinstance(each, Patch) and each.entity == entity.name:
            given = next(one for one in operation.inputs if one.name == name)
            done += program(free(entity, field, each.name, optional=not given.required))
        done.append(each)
    return tuple(done)  # type: ignore[arg-type]
