"""States of rows: which there are, which may follow which, and what may not be changed any more."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from beliefs.spec.features import machines
from beliefs.spec.features.machines import Machine
from beliefs.spec.types import Type
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.plans import Plan, World

_FAMILY = "states"


def shape(world: World) -> None:
    """Rows have the states that are named, begin with the first, and move along."""
    for plan in world.plans.values():
        for cue in plan.thing.cues:
            if cue.says == "states" and not cue.used:
                _named(world, plan, cue)
        _typed(plan)
    for plan in world.plans.values():
        for cue in plan.thing.cues:
            if cue.says == "frozen" and not cue.used:
                _frozen(plan, cue)


def _named(world: World, plan: Plan, cue: Cue) -> None:
    steps: tuple[str, ...] = cue.bound.get("steps", ()) or cue.bound.get("chain", ())
    ends: tuple[str, ...] = (str(cue.bound["end"]),) if "end" in cue.bound else ()
    choices = steps or tuple(cue.bound.get("values", ()))
    states = tuple(dict.fromkeys(each.replace(" ", "_") for each in (*choices, *ends)))
    if len(states) < 2:
        return
    field = next((each.low for each in cue.tokens if each.low in {"stage", "state"}), "status")
    moves = list(pairwise(steps))
    if steps and ends:  # "from applied to interview to offer or rejected"
        moves += [(before, ends[0]) for before in steps[:-1]]
    machine = Machine(states, tuple(moves), field)
    plan.fields = [each for each in plan.fields if each.name != field]
    if not steps:
        plan.fields.append(machine.kept())
    else:
        plan.adds(machine.kept())
        plan.changeable.append(field)
        plan.moves.append(machines.changing(machine, plan.resource().one))
        world.assume(
            f"how the {field} of {plan.thing.plural} moves on", "by PATCH, one step at a time"
        )
    cue.used = _FAMILY


def _typed(plan: Plan) -> None:
    """A status that a list of fields gives choices begins with the first."""
    for each in list(plan.fields):
        if each.name in {"status", "state", "stage"} and each.type.choices and not each.default:
            first = f'"{each.type.choices[0]}"'
            plan.changes_field(replace(each, required=False, default=first))


def _frozen(plan: Plan, cue: Cue) -> None:
    """As in "sent invoices can't be edited anymore"."""
    state = str(cue.bound["adjective"])
    one = plan.resource().one
    told = (*plan.fields, *plan.own)
    field = next((each for each in told if state in each.type.choices), None)
    flag = plan.field(state)
    if field is not None:
        holds = f'{one}.{field.name} != "{state}"'
    elif flag is not None and flag.type == Type("boolean"):
        holds = f"not({one}.{state})"
    else:
        return
    said = plan.thing.name.replace("_", " ")
    why = f"A {said} that is {state} cannot be changed"
    gone = any(each.forms & {"delete", "remove"} for each in cue.tokens)
    edited = any(each.forms & {"edit", "change", "update", "modify"} for each in cue.tokens)
    guard = f'guard {holds} else conflict "{why}"'
    if edited:
        plan.changes.append(guard)
    if gone:
        plan.removal.append(guard.replace("changed", "deleted"))
    cue.used = _FAMILY
