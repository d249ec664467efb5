"""Places that run out: registering, a waitlist, cancelling, checking in, and figures about it."""

from __future__ import annotations

from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import (
    Resource,
    body_inputs,
    found,
    key_param,
    path_inputs,
    program,
    record,
    snake,
    spoken,
)
from beliefs.spec.operations import Operation
from beliefs.spec.types import Field, Type


def registration_of(
    parent: Entity, fields: tuple[Field, ...], name: str, plural: str, *, waits: bool = True
) -> Entity:
    """Who has a place. The parent's key comes first, its own state last."""
    states = ("confirmed", "waitlisted", "cancelled") if waits else ("confirmed", "cancelled")
    return Entity(
        name,
        plural,
        (
            Field(f"{snake(parent.name)}_id", Type("integer")),
            *fields,
            Field("status", Type("string", choices=states)),
            Field("checked_in", Type("boolean"), required=False, default="false"),
        ),
    )


def register(
    resource: Resource,
    path: str,
    kept: Entity,
    *,
    once: str = "",
    capacity: str = "capacity",
    waits: bool = True,
) -> Operation:
    """Take a place, or one on the waitlist; `once` is the field nobody may register twice with."""
    entity, one = resource.entity, resource.one
    key, of = entity.key.name, kept.fields[0].name
    person = kept.fields[1:-2]
    active = f'{kept.name}[where .{of} = {one}.{key} and .status = "confirmed"]'
    guards = []
    if once:
        guards.append(
            f"guard count({kept.name}[where .{of} = {one}.{key} and .{once} = input.{once} and "
            f'.status != "cancelled"]) = 0 else conflict "This {once} is registered already"'
        )
    status = '"confirmed"'
    if waits:
        status = f'if(count({active}) < {one}.{capacity}, "confirmed", "waitlisted")'
    else:
        guards.append(
            f"guard count({active}) < {one}.{capacity} else conflict "
            f'"The {spoken(entity).lower()} is full"'
        )
    values = [(of, f"{one}.{key}"), *((each.name, f"input.{each.name}") for each in person)]
    return Operation(
        f"register_for_{snake(entity.name)}",
        "POST",
        path,
        program(
            *found(entity, key_param(path), resource.visible),
            *guards,
            f"insert {kept.name} {record([*values, ('status', status)])} as taken",
            "answer 201 taken",
        ),
        inputs=(*path_inputs(resource, path), *body_inputs(person)),
        summary="Take a place while there are some.",
    )


def cancel(resource: Resource, path: str, *, method: str = "POST", waits: bool = True) -> Operation:
    """Give a place back; the first of the waitlist gets it."""
    kept, one = resource.entity, resource.one
    of = kept.fields[0].name
    promotion = [
        'if held = "confirmed":',
        (
            f"    let next = first({kept.name}[where .{of} = {one}.{of} and "
            '.status = "waitlisted", by .id])'
        ),
        "    if next != null:",
        f'        patch {kept.name} next {{status: "confirmed"}}',
    ]
    return Operation(
        f"cancel_{snake(kept.name)}",
        "DELETE" if method == "DELETE" else "POST",
        path,
        program(
            *found(kept, key_param(path)),
            f'guard {one}.status != "cancelled" else conflict "It is cancelled already"',
            f"let held = {one}.status",
            f'patch {kept.name} {one} {{status: "cancelled"}}',
            *(promotion if waits else ()),
            "answer 204" if method == "DELETE" else f"answer 200 {one}",
        ),
        inputs=path_inputs(resource, path),
        summary="Give a place back.",
    )


def check_in(resource: Resource, path: str) -> Operation:
    """Check in, once, and only with a place."""
    kept, one = resource.entity, resource.one
    return Operation(
        f"check_in_{snake(kept.name)}",
        "POST",
        path,
        program(
            *found(kept, key_param(path)),
            f'guard {one}.status = "confirmed" else conflict "It is not confirmed"',
            f'guard not({one}.checked_in) else conflict "It is checked in already"',
            f"patch {kept.name} {one} {{checked_in: true}}",
            f"answer 200 {one}",
        ),
        inputs=path_inputs(resource, path),
        summary="Check in.",
    )


def occupancy(
    resource: Resource, path: str, kept: Entity, shows: tuple[str, ...], capacity: str = "capacity"
) -> Operation:
    """How full it is, by the figures that `shows` names."""
    entity, one = resource.entity, resource.one
    of = kept.fields[0].name
    seats = f"{one}.{capacity}"
    confirmed = 'count(taken[where .status = "confirmed"])'
    figures = {
        "confirmed": confirmed,
        "waitlisted": 'count(taken[where .status = "waitlisted"])',
        "cancelled": 'count(taken[where .status = "cancelled"])',
        "checked_in": 'count(taken[where .status = "confirmed" and .checked_in])',
        "capacity": seats,
        "available": f"most([0, {seats} - {confirmed}])",
        "fill_rate": f"or_else({confirmed} / {seats}, 0)",
    }
    values = [(each, figures[each]) for each in shows if each in figures]
    return Operation(
        f"{snake(entity.name)}_occupancy",
        "GET",
        path,
        program(
            *found(entity, key_param(path), resource.visible),
            f"let taken = {kept.name}[where .{of} = {one}.{entity.key.name}]",
            f"answer 200 {record(values)}",
        ),
        inputs=path_inputs(resource, path),
        summary="How full it is.",
    )
