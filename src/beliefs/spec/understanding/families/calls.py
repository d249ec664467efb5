"""Calls that name rows in their bodies: {"tripId": 1} of /listExpenses, /removeExpense."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.entities import Key
from beliefs.spec.features.crud import crud
from beliefs.spec.features.resources import found, key_type, program, snake
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Type
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.families.verbs import spoken
from beliefs.spec.understanding.plans import Plan, World, refers


def shape(world: World) -> None:
    """Rows are known by the names that calls have for their keys."""
    for route in world.draft.routes:
        said = spoken(route)
        plan = world.plans.get(said.noun) if said is not None else None
        if said is None or plan is None or said.crud is None or plan.fixed is not None:
            continue
        told = [each.field.name for each in (*route.takes, *route.answers)]
        told += route.example.keys if route.example is not None else ()
        name = next((each for each in told if _is_key(plan, each)), "")
        brought = {each.field.name for each in route.takes} if said.crud == "create" else set()
        if name and name != "id" and name not in brought and plan.key == Key():
            plan.key = Key(name, "integer")
            plan.fields = [each for each in plan.fields if each.name != name]
    for plan in world.plans.values():
        for other in world.plans.values():
            for each in plan.fields:
                if other is not plan and other.key.style == "integer" and refers(each, other):
                    plan.changes_field(replace(each, type=Type("integer")))


def write(world: World) -> None:
    """Lists and deletions of what a body names."""
    for route in world.draft.open_routes():
        said = spoken(route)
        plan = world.plans.get(said.noun) if said is not None else None
        if said is None or plan is None or route.method != "POST" or not route.takes:
            continue
        asked = {each.field.name for each in route.takes}
        made: Operation | None = None
        if said.crud == "list":
            made = listed(world, plan, route)
        elif said.crud == "remove" and asked == {plan.key.name, *dict(owners(world, plan))}:
            made = removed(world, plan, route)
        if made is not None:
            world.add(made, route, route.source)
            for cue in route.cues:
                if cue.says in {"answers", "shows", "lists", "verbs", "thing", "crud", "takes"}:
                    cue.used = cue.used or "calls"


def _is_key(plan: Plan, name: str) -> bool:
    return snake(name) == f"{snake(plan.thing.name)}_id"


def owners(world: World, plan: Plan) -> list[tuple[str, Plan]]:
    """The fields of a row that name another one, with what that is."""
    others = [each for each in world.plans.values() if each is not plan]
    return [(each.name, other) for each in plan.fields for other in others if refers(each, other)]


def listed(world: World, plan: Plan, route: Route) -> Operation | None:
    """Rows of what a body names, only some of them where it says more."""
    known = dict(owners(world, plan))
    asked = [each.field.name for each in route.takes]
    more = [str(cue.bound["name"]) for cue in route.cues if cue.says == "only_with"]
    if any(plan.field(each) is None for each in (*asked, *more)):
        return None
    lines: list[str] = []
    holds: list[str] = []
    inputs: list[Input] = []
    for name in dict.fromkeys((*asked, *more)):
        told = plan.field(name)
        assert told is not None
        if name in known:
            lines += found(known[name].entity, name)
            holds.append(f".{name} = input.{name}")
            inputs.append(Input(name, "json", key_type(known[name].entity)))
        else:
            holds.append(f"(input.{name} = null or .{name} = input.{name})")
            inputs.append(Input(name, "json", Type(told.type.kind), required=False))
    order = "".join(f", by {each}" for each in plan.order)
    rows = f"{plan.name}[where {' and '.join(holds)}{order}]"
    for cue in route.cues:
        if cue.says in {"only_with", "ordering"}:
            cue.used = "calls"
    return Operation(
        f"list_{plan.entity.plural}",
        "POST",
        route.path,
        program(*lines, f"answer 200 {rows}"),
        inputs=tuple(inputs),
        summary=f"List {plan.entity.plural.replace('_', ' ')}.",
        needs="caller" if plan.needs else "",
    )


def removed(world: World, plan: Plan, route: Route) -> Operation:
    """One row of what a body names, by its key."""
    known = dict(owners(world, plan))
    within = [each.field.name for each in route.takes if each.field.name in known]
    resource = replace(plan.resource(), path=route.path, item=route.path)
    held = " and ".join(f".{each} = input.{each}" for each in within)
    (made,) = crud(replace(resource, visible=held or resource.visible), ("remove",))
    keys = tuple(Input(each, "json", key_type(known[each].entity)) for each in within)
    own = Input(plan.key.name, "json", key_type(plan.entity))
    return replace(made, inputs=(own, *keys))
