"""What a row was before: versions, their differences, and going back."""

from __future__ import annotations

from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import (
    Resource,
    an,
    found,
    key_param,
    key_params,
    key_type,
    params,
    path_inputs,
    program,
    record,
    shown,
    snake,
    spoken,
    variable,
)
from beliefs.spec.operations import Input, Operation, Place
from beliefs.spec.types import Field, Type


def version_of(entity: Entity, fields: tuple[Field, ...]) -> Entity:
    """A row as it was, with its number."""
    return Entity(
        f"{entity.name}Version",
        f"{snake(entity.name)}_versions",
        (
            Field(f"{snake(entity.name)}_id", key_type(entity)),
            Field("version", Type("integer")),
            *(Field(each.name, each.type, each.required, each.default) for each in fields),
            Field("created_at", Type("datetime")),
        ),
    )


def kept(entity: Entity, version: Entity) -> list[str]:
    """Statements that keep the row as it is before it changes."""
    one, of = variable(entity), version.fields[0].name
    old = [(each.name, f"{one}.{each.name}") for each in version.fields[2:-1]]
    number = f"count({version.name}[where .{of} = {one}.{entity.key.name}]) + 1"
    values = [(of, f"{one}.{entity.key.name}"), ("version", number), *old, ("created_at", "now()")]
    return [f"insert {version.name} {record(values)} as version"]


def versions(resource: Resource, version: Entity, path: str) -> Operation:
    """Every earlier state of a row, oldest first."""
    one, of = resource.one, version.fields[0].name
    return Operation(
        f"list_{snake(resource.entity.name)}_versions",
        "GET",
        path,
        program(
            *found(resource.entity, key_param(path), resource.visible),
            f"answer 200 {version.name}[where .{of} = {one}.{resource.entity.key.name}]",
        ),
        inputs=path_inputs(resource, path),
        summary=f"Earlier versions of {an(spoken(resource.entity).lower())}.",
        needs="caller" if resource.needs else "",
    )


def version(resource: Resource, kept_as: Entity, path: str) -> Operation:
    """One state of a row by its number; the last number is the present one."""
    which, number = key_params(path, 2)[:2]
    entity = resource.entity
    return Operation(
        f"get_{snake(entity.name)}_version",
        "GET",
        path,
        program(
            *found(entity, which, resource.visible),
            *_state(resource, kept_as, number, "wanted"),
            "answer 200 wanted",
        ),
        inputs=(Input(which, "path", key_type(entity)), Input(number, "path", Type("integer"))),
        summary=f"One version of {an(spoken(entity).lower())}.",
        needs="caller" if resource.needs else "",
    )


def difference(
    resource: Resource,
    kept_as: Entity,
    path: str,
    field: str,
    names: tuple[str, str],
    *,
    plain: bool,
) -> Operation:
    """What changed in a text between two versions, as a unified diff."""
    entity, (start, end) = resource.entity, names
    which = key_params(path, 1)[0]
    place: Place = "path" if start in params(path) else "query"
    body = f"diff(earlier.{field}, present.{field})"
    answer = f'answer 200 as "text/plain" {body}' if plain else ""
    answer = answer or f"answer 200 {{from: input.{start}, to: input.{end}, diff: {body}}}"
    numbers = tuple(Input(each, place, Type("integer")) for each in names)
    return Operation(
        f"diff_{snake(entity.name)}",
        "GET",
        path,
        program(
            *found(entity, which, resource.visible),
            *_state(resource, kept_as, start, "earlier"),
            *_state(resource, kept_as, end, "present"),
            answer,
        ),
        inputs=(Input(which, "path", key_type(entity)), *numbers),
        summary=f"What changed in {an(spoken(entity).lower())} between two versions.",
        needs="caller" if resource.needs else "",
    )


def _state(resource: Resource, kept_as: Entity, number: str, name: str) -> list[str]:
    """Statements that read a row as it was, or as it is under the number after the last."""
    one, of = resource.one, kept_as.fields[0].name
    mine = f".{of} = {one}.{resource.entity.key.name}"
    told = [(each.name, f"{one}.{each.name}") for each in kept_as.fields[2:-1]]
    now = record([("version", f"input.{number}"), *told])
    held = f"first({kept_as.name}[where {mine} and .version = input.{number}])"
    dropped = ", ".join(f'"{each}"' for each in (kept_as.key.name, of, "created_at"))
    return [
        f"let {name} = if(input.{number} = count({kept_as.name}[where {mine}]) + 1, {now}, {held})",
        f'guard {name} != null else absent "Version not found"',
        f"let {name} = drop({name}, {dropped})",
    ]


def revert(resource: Resource, version: Entity, path: str, named: str = "") -> Operation:
    """Make a row what it was; what it is now becomes a version too.

    The number is in the path, or in the body under the name `named`.
    """
    entity, one, of = resource.entity, resource.one, version.fields[0].name
    which, number = (key_params(path, 1)[0], named) if named else key_params(path, 2)[:2]
    back = [(each.name, f"wanted.{each.name}") for each in version.fields[2:-1]]
    return Operation(
        f"revert_{snake(entity.name)}",
        "POST",
        path,
        program(
            *found(entity, which, resource.visible),
            f"let wanted = first({version.name}[where .{of} = {one}.{entity.key.name} and "
            f".version = input.{number}])",
            'guard wanted != null else absent "Version not found"',
            *kept(entity, version),
            f"patch {entity.name} {one} {record(back)}",
            f"answer 200 {shown(resource.shows, one)}",
        ),
        inputs=(
            Input(which, "path", key_type(entity)),
            Input(number, "json" if named else "path", Type("integer")),
        ),
        summary=f"Bring back a version of {an(spoken(entity).lower())}.",
        needs="caller" if resource.needs or resource.writers else "",
    )
