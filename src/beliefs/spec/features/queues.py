"""Tasks that wait, run for a while and may be tried again, so many at a time.

Nothing runs between requests, and nobody can tell: whoever asks first lets everything happen that
was due by then, in the order of time.
"""

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
)
from beliefs.spec.operations import Operation
from beliefs.spec.types import Field, Type

STATES = ("queued", "running", "done", "failed")


def task_of(name: str, plural: str, fields: tuple[Field, ...]) -> Entity:
    """A task: what requests say of it, then what becomes of it."""
    when = Type("datetime", nullable=True)
    return Entity(
        name,
        plural,
        (
            *fields,
            Field("status", Type("string", choices=STATES)),
            Field("attempts", Type("integer"), required=False, default="0"),
            Field("started_at", when, required=False),
            Field("ends_at", when, required=False, hidden=True),
        ),
    )


def passed(task: Entity) -> list[str]:
    """Statements that let happen what was due by now."""
    name = task.name
    has = {each.name for each in task.fields}
    retries = "over.max_retries" if "max_retries" in has else "0"
    timeout = "timeout" in has
    order = "by .priority down, by .id" if "priority" in has else "by .id"
    enough = f'{name}[where .status = "queued" or .status = "running"]'
    tries = (
        f"sum(each(one in {enough}: one.max_retries + 1))"
        if "max_retries" in has
        else (f"count({enough})")
    )
    late = "over.duration > over.timeout" if timeout else "false"
    due = f'{name}[where .status = "running" and .ends_at <= now(), by .ends_at]'
    return [
        f"for turn in range({tries}):",
        f"    let over = first({due})",
        "    if over != null:",
        (
            f'        let state = if(not({late}), "done", '
            f'if(over.attempts <= {retries}, "queued", "failed"))'
        ),
        f"        patch {name} over {{status: state}}",
        f'        let next = first({name}[where .status = "queued", {order}])',
        "        if next != null:",
        f"            patch {name} next {_started(task, 'next', 'over.ends_at')}",
    ]


def _started(task: Entity, one: str, moment: str) -> str:
    lasts = f"{one}.duration"
    if any(each.name == "timeout" for each in task.fields):
        lasts = f"least([{one}.duration, {one}.timeout])"
    return record(
        [
            ("status", '"running"'),
            ("attempts", f"{one}.attempts + 1"),
            ("started_at", moment),
            ("ends_at", f"later({moment}, {lasts})"),
        ]
    )


def enqueue(resource: Resource, at_once: int) -> Operation:
    """Queue a task; it begins now if so few are running."""
    task, one = resource.entity, resource.one
    values = [(each.name, f"input.{each.name}") for each in resource.brought]
    return Operation(
        f"create_{snake(task.name)}",
        "POST",
        resource.path,
        program(
            *passed(task),
            f"insert {task.name} {record([*values, ('status', chr(34) + 'queued' + chr(34))])} "
            f"as {one}",
            f'if count({task.name}[where .status = "running"]) < {at_once}:',
            f"    patch {task.name} {one} {_started(task, one, 'now()')}",
            f"answer 201 {one}",
        ),
        inputs=body_inputs(resource.brought),
        summary="Queue a task.",
    )


def looked_at(resource: Resource, path: str) -> Operation:
    """One task as it stands."""
    return Operation(
        f"get_{snake(resource.entity.name)}",
        "GET",
        path,
        program(
            *passed(resource.entity),
            *found(resource.entity, key_param(path)),
            f"answer 200 {resource.one}",
        ),
        inputs=path_inputs(resource, path),
        summary="Show one task.",
    )


def listed(resource: Resource) -> Operation:
    """Every task as it stands."""
    return Operation(
        f"list_{snake(resource.entity.plural)}",
        "GET",
        resource.path,
        program(*passed(resource.entity), f"answer 200 {resource.entity.name}"),
        summary="List tasks.",
    )


def counted(resource: Resource, path: str) -> Operation:
    """How many tasks have each status."""
    name = resource.entity.name
    counts = [(each, f'count({name}[where .status = "{each}"])') for each in STATES]
    return Operation(
        f"count_{snake(resource.entity.plural)}_by_status",
        "GET",
        path,
        program(*passed(resource.entity), f"answer 200 {record(counts)}"),
        summary="Count tasks by status.",
    )
