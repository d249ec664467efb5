"""Many to many: rows of two kinds that are joined and parted, and listed from either side."""

from __future__ import annotations

from dataclasses import dataclass

from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import (
    an,
    found,
    key_param,
    key_params,
    key_type,
    params,
    program,
    snake,
    spoken,
)
from beliefs.spec.features.resources import variable as one_of
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two kinds, and which of its rows the caller may see."""

    entity: Entity
    visible: str = ""

    @property
    def field(self) -> str:
        """The field of a link that holds its key."""
        return f"{snake(self.entity.name)}_id"

    @property
    def key(self) -> str:
        """Its key, as effects say it."""
        return f"{one_of(self.entity)}.{self.entity.key.name}"


def link(one: Entity, other: Entity) -> Entity:
    """What is kept of two rows that are joined.

    >>> link(Entity("Student", "students", ()), Entity("Course", "courses", ())).plural
    'student_courses'
    """
    sides = (Side(one), Side(other))
    fields = tuple(Field(each.field, key_type(each.entity)) for each in sides)
    return Entity(f"{one.name}{other.name}", f"{snake(one.name)}_{snake(other.plural)}", fields)


def join(
    path: str, here: Side, there: Side, kept: Entity, *, again: bool = False, full: str = ""
) -> Operation:
    """Join two rows; `again` may be done twice, `full` names the field that says how many fit."""
    both = f"{{{here.field}: {here.key}, {there.field}: {there.key}}}"
    rows = f"{kept.name}[where .{here.field} = {here.key} and .{there.field} = {there.key}]"
    said = f"The {spoken(here.entity).lower()} has this {spoken(there.entity).lower()} already"
    held = f"count({kept.name}[where .{there.field} = {there.key}])"
    places = f"{one_of(there.entity)}.{full}"
    why = f"The {spoken(there.entity).lower()} is full"
    room = [f'guard {places} = null or {held} < {places} else conflict "{why}"'] if full else []
    insert = f"insert {kept.name} {both} as joined"
    if again:
        lines = [f"if count({rows}) = 0:", *(f"    {each}" for each in (*room, insert))]
    else:
        lines = [f'guard count({rows}) = 0 else conflict "{said}"', *room, insert]
    return Operation(
        f"add_{snake(there.entity.name)}_to_{snake(here.entity.name)}",
        "PUT" if again else "POST",
        path,
        program(*_read(path, here, there), *lines, f"answer {200 if again else 201} {both}"),
        inputs=_inputs(path, here, there),
        summary=f"Add {an(spoken(there.entity).lower())} to {an(spoken(here.entity).lower())}.",
    )


def part(path: str, here: Side, there: Side, kept: Entity) -> Operation:
    """Part two rows that are joined."""
    rows = f".{here.field} = {here.key} and .{there.field} = {there.key}"
    said = f"The {spoken(here.entity).lower()} does not have this {spoken(there.entity).lower()}"
    return Operation(
        f"remove_{snake(there.entity.name)}_from_{snake(here.entity.name)}",
        "DELETE",
        path,
        program(
            *_read(path, here, there),
            f'guard count({kept.name}[where {rows}]) > 0 else absent "{said}"',
            f"delete {kept.name} where {rows}",
            "answer 204",
        ),
        inputs=_inputs(path, here, there),
        summary=f"Take {an(spoken(there.entity).lower())} from {an(spoken(here.entity).lower())}.",
    )


def joined(path: str, here: Side, there: Side, kept: Entity) -> Operation:
    """The rows of the other kind that one row is joined to."""
    keys = f"each(held in {kept.name}[where .{here.field} = {here.key}]: held.{there.field})"
    also = f" and ({there.visible})" if there.visible else ""
    rows = f"{there.entity.name}[where .{there.entity.key.name} in {keys}{also}]"
    return Operation(
        f"list_{snake(there.entity.plural)}_of_{snake(here.entity.name)}",
        "GET",
        path,
        program(*found(here.entity, key_param(path), here.visible), f"answer 200 {rows}"),
        inputs=(Input(key_param(path), "path", key_type(here.entity)),),
        summary=f"The {snake(there.entity.plural).replace('_', ' ')} of one "
        f"{spoken(here.entity).lower()}.",
    )


def _keys(path: str, there: Side) -> tuple[str, str]:
    """The names of both keys; the second is in the body where the path has one alone."""
    names = key_params(path, 1)
    return (names[-2], names[-1]) if len(names) > 1 else (names[-1], there.field)


def _read(path: str, here: Side, there: Side) -> list[str]:
    one, other = _keys(path, there)
    return [*found(here.entity, one, here.visible), *found(there.entity, other, there.visible)]


def _inputs(path: str, here: Side, there: Side) -> tuple[Input, ...]:
    one, other = _keys(path, there)
    place = "path" if other in params(path) else "json"
    return (
        Input(one, "path", key_type(here.entity)),
        Input(other, "path" if place == "path" else "json", key_type(there.entity)),
    )
