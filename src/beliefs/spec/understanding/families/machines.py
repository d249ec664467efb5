"""States with arrows between them: "draft → review → published; other moves are 409"."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from beliefs.spec.failures import Failure
from beliefs.spec.features import machines
from beliefs.spec.features.machines import Machine
from beliefs.spec.features.resources import an, variable
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.messages import message
from beliefs.spec.understanding.plans import Plan, World

_ROUTES = frozenset({"transition", "transitions", "status", "state", "move", "advance", "stage"})
_NAMES = ("status", "state", "stage", "to", "new_status", "next", "target")
_CUES = frozenset(
    """transition_to becomes move verbs takes with answers shows thing bad_move refused
    status_else success""".split()  # noqa: SIM905
)

CONFLICT = 409


def shape(world: World) -> None:
    """Rows get the field that holds their state, and only the moves that were drawn."""
    chains: dict[str, list[Cue]] = {}
    for cue in world.draft.all_said("chain"):
        plan = _plan(world, cue)
        if plan is not None:
            chains.setdefault(plan.thing.name, []).append(cue)
    drawn = [each for each in world.plans.values() if _drawn(each)]
    for name in dict.fromkeys((*chains, *(each.thing.name for each in drawn))):
        plan, cues = world.plans[name], chains.get(name, [])
        plan.machine = _machine(world, plan, cues)
        plan.fields = [each for each in plan.fields if each.name != plan.machine.field]
        plan.adds(plan.machine.kept())
        for cue in (*cues, *world.draft.all_said("bad_move", "states", "initial", "one_way")):
            cue.used = cue.used or "machines"


def _drawn(plan: Plan) -> tuple[str, ...]:
    """The states of a field with arrows in its brackets: "state (new → fixed → closed)"."""
    return next((each.field.type.choices for each in plan.thing.fields if each.moves), ())


def _plan(world: World, cue: Cue) -> Plan | None:
    near = [each for each in world.plans.values() if cue in each.thing.cues]
    near += [
        found[0]
        for route in world.draft.routes
        if cue in route.cues and (found := world.at(route.path)) is not None
    ]
    return next(iter(near), world.main())


def _machine(world: World, plan: Plan, cues: list[Cue]) -> Machine:
    states: dict[str, None] = {}
    moves: dict[tuple[str, str], None] = {}
    for chain in (*([_drawn(plan)] if _drawn(plan) else []), *(cue.bound["chain"] for cue in cues)):
        states |= dict.fromkeys(chain)
        moves |= dict.fromkeys(pairwise(chain))
    for cue in world.draft.all_said("side_move", "any_move"):
        to = str(cue.bound["to"]).lower()
        starts = [str(each).lower() for each in cue.bound.get("from", ())]
        starts += [str(cue.bound["state"]).lower()] if "state" in cue.bound else []
        if cue.says == "any_move":
            starts = [each for each in states if each != to]
        if starts and all(each in states for each in starts):
            states[to] = None
            moves |= dict.fromkeys((each, to) for each in starts)
            cue.used = "machines"
    told = plan.field("status") or plan.field("state") or plan.field("stage")
    spoken = (each for each in ("state", "stage") if any(each in cue.words for cue in cues))
    name = told.name if told else next(spoken, "status")
    kept = Machine(tuple(states), tuple(moves), name)
    if told is not None and told.type.choices and set(told.type.choices) >= set(states):
        kept = replace(kept, states=told.type.choices)
    return kept


def write(world: World) -> None:
    """The routes that move rows; where the goal names none, changing a row moves it."""
    for plan in world.plans.values():
        if plan.machine is None:
            continue
        ways = failures(world, machines.CANNOT.format(plan.machine.field))
        moved = [each for each in world.draft.open_routes() if _moves(world, plan, each)]
        for route in moved:
            name = next((each.field.name for each in route.takes), "") or _shown(route)
            name = name if name in _NAMES else plan.machine.field
            made = machines.move(plan.resource(), route.path, plan.machine, route.method, name)
            world.add(replace(made, failures=ways), route, route.source)
            for cue in route.cues:
                if cue.says in _CUES:
                    cue.used = cue.used or "machines"
        acts = [each for each in world.draft.routes if _acts(world, plan, each)]
        if not moved and not acts and plan.machine.field not in plan.changeable:
            plan.changeable.append(plan.machine.field)
            plan.moves.append(machines.changing(plan.machine, variable(plan.entity)))
            world.assume(
                f"how the {plan.machine.field} of {an(plan.thing.name.replace('_', ' '))} changes",
                f"PATCH with {plan.machine.field}",
                f"POST …/{plan.machine.field}",
            )
            world.failures += ways


def _shown(route: Route) -> str:
    """The name in a body that is written out."""
    told = [each.bound["json"] for each in route.cues if "json" in each.bound]
    return next((key for each in told for key in each.keys), "")


def _moves(world: World, plan: Plan, route: Route) -> bool:
    found = world.at(route.path)
    return (
        found is not None
        and found[0] is plan
        and route.method in {"POST", "PUT", "PATCH"}
        and found[1].removeprefix("{}/").lower() in _ROUTES
        and found[1].startswith("{}/")
    )


def _acts(world: World, plan: Plan, route: Route) -> bool:
    found = world.at(route.path)
    return found is not None and found[0] is plan and found[1].startswith("{}/")


def failures(world: World, why: str) -> tuple[Failure, ...]:
    """How a move that is not allowed fails, `why` in the words of the goal where it has some."""
    drawn = {each.sentence for each in world.draft.all_said("chain")}
    said = world.draft.all_said("bad_move")
    said += [each for each in world.draft.all_said("status_else") if each.sentence in drawn]
    cue = next((each for each in said if "status" in each.bound), None)
    if cue is not None and (words := message(cue)):
        world.kept.setdefault("said", {})[why] = words
    if cue is not None:
        cue.used = cue.used or "machines"
    status = cue.bound["status"] if cue is not None else CONFLICT
    return () if status == CONFLICT else (Failure("conflict", status, "Conflict"),)
