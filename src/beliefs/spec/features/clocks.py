"""Clocks that are started and stopped: timers, shifts, visits."""

from __future__ import annotations

from beliefs.spec.features.resources import (
    Resource,
    body_inputs,
    found,
    key_param,
    params,
    path_inputs,
    program,
    record,
    shown,
    spoken,
)
from beliefs.spec.operations import Operation
from beliefs.spec.types import Field, Type

STARTED, STOPPED = "started_at", "stopped_at"
UNITS = {"seconds": 1, "minutes": 60, "hours": 3600}


def kept(unit: str) -> tuple[Field, ...]:
    """What the service itself keeps of a clock: when it ran, and how long once it was stopped."""
    return (
        Field(STARTED, Type("datetime")),
        Field(STOPPED, Type("datetime", nullable=True), required=False),
        Field(unit, Type("number", nullable=True), required=False),
    )


def running(*names: str) -> str:
    """The condition for a clock to run, with the values that a request names."""
    return " and ".join((f".{STOPPED} = null", *(f".{each} = input.{each}" for each in names)))


def start(
    resource: Resource, path: str, within: tuple[str, ...] = (), *, one: bool = True
) -> Operation:
    """Start a clock; where only one may run, not while another does.

    >>> from beliefs.spec.entities import Entity
    >>> timer = Entity("Timer", "timers", (Field("task", Type("string")), *kept("seconds")))
    >>> start(Resource(timer, "/timers", given=("task",)), "/timers/start").name
    'start_timer'
    """
    entity, name = resource.entity, resource.one
    values = [(each.name, f"input.{each.name}") for each in resource.brought]
    said = f"A {spoken(entity).lower()} is running already"
    free = f'guard count({entity.name}[where {running(*within)}]) = 0 else conflict "{said}"'
    row = record([*values, *resource.sets, (STARTED, "now()")])
    return Operation(
        f"start_{name}",
        "POST",
        path,
        program(
            *([free] if one else []),
            f"insert {entity.name} {row} as {name}",
            f"answer 201 {shown(resource.shows, name)}",
        ),
        inputs=body_inputs(resource.brought),
        summary=f"Start a {spoken(entity).lower()}.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def stop(resource: Resource, path: str, unit: str, given: tuple[Field, ...] = ()) -> Operation:
    """Stop the clock that a path names, else the one that runs."""
    entity, name = resource.entity, resource.one
    said = spoken(entity).lower()
    names = tuple(each.name for each in given)
    if params(path):
        read = [
            *found(entity, key_param(path), resource.visible),
            f'guard {name}.{STOPPED} = null else conflict "The {said} is stopped already"',
        ]
    else:
        read = [
            f"let {name} = last({entity.name}[where {running(*names)}])",
            f'guard {name} != null else conflict "No {said} is running"',
        ]
    ran = f"seconds({name}.{STARTED}, now())"
    long = ran if unit == "seconds" else f"{ran} / {UNITS[unit]}"
    return Operation(
        f"stop_{name}",
        "POST",
        path,
        program(
            *read,
            f"patch {entity.name} {name} {{{STOPPED}: now(), {unit}: {long}}}",
            f"answer 200 {shown(resource.shows, name)}",
        ),
        inputs=(*path_inputs(resource, path), *body_inputs(given)),
        summary=f"Stop a {said}.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def current(resource: Resource, path: str) -> Operation:
    """The clock that runs."""
    entity, name = resource.entity, resource.one
    said = spoken(entity).lower()
    return Operation(
        f"current_{name}",
        "GET",
        path,
        program(
            f"let {name} = last({entity.name}[where {running()}])",
            f'guard {name} != null else absent "No {said} is running"',
            f"answer 200 {shown(resource.shows, name)}",
        ),
        summary=f"Show the {said} that runs.",
        needs="caller" if resource.needs else "",
    )
