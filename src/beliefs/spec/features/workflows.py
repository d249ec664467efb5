"""Steps that depend on each other: run in order, tried again, skipped where one failed before."""

from __future__ import annotations

from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import (
    Resource,
    an,
    found,
    key_param,
    path_inputs,
    program,
    snake,
    spoken,
)
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type

ACTIONS = ("noop", "fail", "fail_once")
STATES = ("running", "succeeded", "failed")


def step(actions: tuple[str, ...] = ACTIONS) -> Type:
    """What is said of one step."""
    names = Type("list", item=Type("string"))
    return Type(
        "record",
        fields=(
            Field("id", Type("string", min_length=1)),
            Field("depends_on", names, required=False, default="[]"),
            Field("action", Type("string", choices=actions)),
            Field(
                "max_retries", Type("integer", minimum=0, maximum=100), required=False, default="0"
            ),
        ),
    )


def workflow(name: str, plural: str, actions: tuple[str, ...] = ACTIONS) -> Entity:
    """A workflow as it is kept."""
    steps = Type("list", item=step(actions), min_length=1)
    return Entity(
        name, plural, (Field("name", Type("string", min_length=1)), Field("steps", steps))
    )


def run_of(flow: Entity, name: str = "Run", plural: str = "runs") -> Entity:
    """One run, with what became of each step."""
    done = Type(
        "record",
        fields=(
            Field("id", Type("string")),
            Field("status", Type("string", choices=("succeeded", "failed", "skipped"))),
            Field("attempts", Type("integer")),
        ),
    )
    return Entity(
        name,
        plural,
        (
            Field(f"{snake(flow.name)}_id", Type("integer")),
            Field("status", Type("string", choices=STATES)),
            Field("steps", Type("list", item=done)),
            Field("started_at", Type("datetime")),
        ),
    )


def _ordered(steps: str) -> list[str]:
    """Statements that put the names of steps into `order`, each after what it depends on."""
    return [
        "let order = []",
        f"for turn in {steps}:",
        "    let done = count(order)",
        f"    for step in {steps}:",
        "        let free = count(step.depends_on[where not(row in order)]) = 0",
        "        if count(order) = done and free and not(step.id in order):",
        "            let order = append(order, step.id)",
    ]


def define(resource: Resource) -> Operation:
    """Keep a workflow whose steps can be put in order."""
    entity, one = resource.entity, resource.one
    return Operation(
        f"create_{snake(entity.name)}",
        "POST",
        resource.path,
        program(
            "let names = each(step in input.steps: step.id)",
            "guard count(distinct(names)) = count(names) "
            'else out_of_range "steps: two of them have the same id"',
            "let needed = flat(each(step in input.steps: step.depends_on))",
            "guard count(needed[where not(row in names)]) = 0 "
            'else out_of_range "steps: one depends on a step that is not there"',
            *_ordered("input.steps"),
            'guard count(order) = count(names) else out_of_range "steps: in a circle"',
            f"insert {entity.name} {{name: input.name, steps: input.steps}} as {one}",
            f"answer 201 {one}",
        ),
        inputs=tuple(Input(each.name, "json", each.type) for each in entity.fields),
        summary=f"Define {an(spoken(entity).lower())}.",
    )


def run(resource: Resource, path: str, kept: Entity) -> Operation:
    """Run every step in order; a failed one is tried again, what depends on it is skipped."""
    flow, one = resource.entity, resource.one
    tries = 'if(step.action = "fail", step.max_retries + 1, if(step.action = "fail_once", '
    tries += "least([2, step.max_retries + 1]), 1))"
    well = 'step.action = "noop" or step.action = "fail_once" and step.max_retries > 0'
    return Operation(
        f"run_{snake(flow.name)}",
        "POST",
        path,
        program(
            *found(flow, key_param(path)),
            *_ordered(f"{one}.steps"),
            "let handled = []",
            "for name in order:",
            f"    let step = first({one}.steps[where .id = name])",
            "    let blocked = count(handled[where .id in step.depends_on and "
            '.status != "succeeded"]) > 0',
            f'    let state = if(blocked, "skipped", if({well}, "succeeded", "failed"))',
            "    let handled = append(handled, "
            f"{{id: name, status: state, attempts: if(blocked, 0, {tries})}})",
            'let fine = count(handled[where .status != "succeeded"]) = 0',
            f"insert {kept.name} {{{kept.fields[0].name}: {one}.id, "
            'status: if(fine, "succeeded", "failed"), steps: handled, started_at: now()} as run',
            "answer 201 run",
        ),
        inputs=path_inputs(resource, path),
        summary=f"Run {an(spoken(flow).lower())}.",
    )
