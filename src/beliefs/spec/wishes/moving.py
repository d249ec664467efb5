"""Rows that move from one to another of those that they are below, and have an order there."""

from __future__ import annotations

from beliefs.spec.features import ordering
from beliefs.spec.operations import Operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.wishes import requests

_FAMILY = "moving"


def shape(world: World) -> None:
    """Rows that move have a position."""
    for plan in world.plans.values():
        if plan.parent is None or not any(each.says == "moves" for each in plan.thing.cues):
            continue
        plan.fields = [each for each in plan.fields if each.name != "position"]
        end = ordering.at_end(plan.entity, plan.parent_field, f"input.{plan.parent_field}")
        plan.adds(Field("position", Type("integer")), end)
        plan.order.append(".position")
        plan.removal += ordering.closing(plan.entity, plan.parent_field, plan.resource().one)


def write(world: World) -> None:
    """Moving a row to a place."""
    for plan in world.plans.values():
        for cue in plan.thing.cues:
            if cue.says == "moves" and not cue.used and plan.parent is not None:
                made = _move(plan)
                requests.add(world, cue, made, f"how {plan.thing.plural} are moved")
                cue.used = _FAMILY


def _move(plan: Plan) -> Operation:
    assert plan.parent is not None
    return ordering.move(
        plan.resource(),
        requests.below(plan, "move"),
        plan.parent.entity,
        plan.parent_field,
        plan.parent_field,
    )
