"""What is noted when it was last done to a row, and which rows are due to have it done again."""

from __future__ import annotations

from beliefs.spec.features.actions import transition
from beliefs.spec.features.resources import params, program
from beliefs.spec.operations import Operation
from beliefs.spec.types import NUMBERS, Field, Type
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.words import participle
from beliefs.spec.wishes import requests

_FAMILY = "noting"
_DAY = 86400


def shape(world: World) -> None:
    """Rows keep when it was last done."""
    for cue in world.draft.all_said("notes"):
        named = cue.bound.get("route", ())
        plan = _below(world, named[0].path) if named else None
        if plan is not None:
            verb = named[0].path.rstrip("/").rsplit("/", 1)[-1]
            stamp = f"{participle(verb)}_at"
            plan.adds(Field(stamp, Type("datetime", nullable=True), required=False))
            world.kept.setdefault(_FAMILY, []).append((plan, cue, verb, stamp))


def _below(world: World, path: str) -> Plan | None:
    """The kind of rows that a path is below one of."""
    for plan in world.plans.values():
        head = plan.path.removeprefix(world.base)
        if path.startswith(f"{head}/{{") and len(params(path)) == 1:
            return plan
    return None


def write(world: World) -> None:
    """Doing it, and what is due."""
    for plan, cue, verb, stamp in world.kept.get(_FAMILY, ()):
        path = requests.path(world, cue, requests.below(plan, verb))
        made = transition(plan.resource(), path, verb, ((stamp, "now()"),))
        requests.add(world, cue, made, f"how somebody can {verb}")
        cue.used = _FAMILY
    for cue in world.draft.all_said("due"):
        for plan, _, _, stamp in world.kept.get(_FAMILY, ()):
            _due(world, plan, stamp, cue)


def _due(world: World, plan: Plan, stamp: str, cue: Cue) -> None:
    every = next(
        (
            each
            for each in plan.fields
            if each.type.kind in NUMBERS and {"interval", "days", "every"} & {*each.name.split("_")}
        ),
        None,
    )
    if every is None or cue.used:
        return
    late = f".{stamp} = null or seconds(.{stamp}, now()) > .{every.name} * {_DAY}"
    seen = f"({plan.visible}) and ({late})" if plan.visible else late
    path = requests.path(world, cue, f"{plan.path}/due")
    made = Operation(
        f"list_due_{plan.entity.plural}",
        "GET",
        path,
        program(f"answer 200 {plan.name}[where {seen}]"),
        summary=f"The {plan.entity.plural} that are due.",
        needs="caller" if plan.needs else "",
    )
    requests.add(world, cue, made, f"where {plan.thing.plural} that are due are")
    world.assume(f"what {every.name.replace('_', ' ')} is in", "days")
    cue.used = _FAMILY
