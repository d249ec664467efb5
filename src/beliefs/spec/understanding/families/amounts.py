"""Amounts that requests add to and take from: deposits, withdrawals, orders that lower a stock."""

from __future__ import annotations

from beliefs.spec.features.actions import transition
from beliefs.spec.features.resources import body_inputs, variable
from beliefs.spec.types import Field
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import Plan, World

_MORE = frozenset({"deposit", "credit", "restock", "increase", "earn", "refill", "topup", "top-up"})
_LESS = frozenset({"withdraw", "debit", "spend", "decrease", "consume", "sell", "redeem"})
_KEPT = ("balance", "stock", "quantity", "amount", "points", "credits")


def shape(world: World) -> None:
    """Orders that lower what they refer to."""
    for cue in world.draft.all_said("lowers"):
        names = [each.field.name for each in cue.bound["fields"]]
        for route in world.draft.routes:
            found = world.at(route.path)
            if cue not in route.cues or found is None or found[1] != "":
                continue
            plan = found[0]
            for other in world.plans.values():
                key = next((each.name for each in plan.fields if _refers(each, other)), "")
                name = next((each for each in names if other.field(each)), "")
                if key and name and plan.field("quantity"):
                    plan.checks += _lowered(other, key, name)
                    cue.used = "amounts"
                    world.draft.use("amounts", "enough", "stock")


def _refers(field: Field, other: Plan) -> bool:
    return field.name == f"{other.thing.name}_id"


def _lowered(other: Plan, key: str, name: str) -> list[str]:
    one = variable(other.entity)
    return [
        f"let {one} = first({other.name}[where .{other.key.name} = input.{key}])",
        f'guard {one}.{name} >= input.quantity else conflict "There is not enough {name}"',
        f"patch {other.name} {one} {{{name}: {one}.{name} - input.quantity}}",
    ]


def write(world: World) -> None:
    """Routes that add to an amount of a row, or take from it."""
    for route in world.draft.open_routes():
        found = world.at(route.path)
        word = route.last
        if found is None or route.method != "POST" or word not in _MORE | _LESS:
            continue
        _changed(world, found[0], route, less=word in _LESS)


def _changed(world: World, plan: Plan, route: Route, *, less: bool) -> None:
    names = [each for each in _KEPT if plan.field(each)]
    if not names or len(route.takes) != 1:
        return
    name, given = names[0], route.takes[0].field
    made = transition(
        plan.resource(),
        route.path,
        route.last,
        ((name, f"$.{name} {'-' if less else '+'} input.{given.name}"),),
        holds=f"$.{name} >= input.{given.name}" if less else "",
        why=f"There is not enough {name}" if less else "",
        inputs=body_inputs((given,)),
    )
    world.add(made, route, route.source)
    for cue in route.cues:
        cue.used = cue.used or "amounts"
    world.draft.use("amounts", "below_zero", "enough", "status_else")
