"""Collections: the routes of crud, named or not."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.effects import Effect, For, If, Insert
from beliefs.spec.features.crud import ALL, Verb, crud
from beliefs.spec.features.resources import program
from beliefs.spec.operations import Operation
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import Plan, World

_LIST: dict[str, Verb] = {"GET": "list", "POST": "create"}
_ITEM: dict[str, Verb] = {"GET": "show", "PUT": "replace", "PATCH": "change", "DELETE": "remove"}


def write(world: World) -> None:
    """Write what the goal names, then what it asks for without naming it."""
    for name in [each for each, plan in world.plans.items() if not _makeable(world, plan)]:
        del world.plans[name]
    for route in world.draft.open_routes():
        found = world.at(route.path)
        if found is None:
            continue
        plan, rest = found
        verb = _LIST.get(route.method) if rest == "" else None
        verb = _ITEM.get(route.method) if rest == "{}" else verb
        if verb is not None and verb not in plan.handled:
            _named(world, plan, verb, route)
        elif rest == "" and route.method == "DELETE":
            world.add(_delete_all(plan), route, route.source)
    for plan in world.plans.values():
        _read_back(world, plan)
        for made in _made(world, plan, tuple(plan.verbs - plan.handled)):
            cue = plan.thing.said("crud", "verbs", "has", "about", "title", "at_path", "belongs")
            world.add(made, None, cue.source if cue else "")


def _makeable(world: World, plan: Plan) -> bool:
    """Whether anything ever makes such a row; else nothing about it can be meant."""
    if "create" in plan.verbs - plan.handled:
        return True
    if any(
        each.method in {"POST", "PUT"} and each.path == plan.path for each in world.draft.routes
    ):
        return True
    return any(_inserts(each.effect, plan.name) for each in world.operations)


def _inserts(effect: Effect, name: str) -> bool:
    return any(
        (isinstance(each, Insert) and each.entity == name)
        or (isinstance(each, For) and _inserts(each.body, name))
        or (isinstance(each, If) and _inserts((*each.then, *each.otherwise), name))
        for each in effect
    )


def _made(world: World, plan: Plan, verbs: tuple[Verb, ...]) -> tuple[Operation, ...]:
    others = [each for each in world.plans.values() if each is not plan]
    wants = plan.wants
    resource = plan.resource(others)
    made = crud(resource, verbs, wants)
    if plan.listed and "list" in verbs:
        seen = replace(resource, visible=_both(plan.visible, plan.listed))
        listed = crud(seen, ("list",), wants)
        made = tuple(listed[0] if each.name == listed[0].name else each for each in made)
    return made


def _both(left: str, right: str) -> str:
    return f"({left}) and ({right})" if left else right


def _named(world: World, plan: Plan, verb: Verb, route: Route) -> None:
    (made,) = _made(world, plan, (verb,))
    world.add(made, route, route.source)
    shown = {plan.key.name, *(each.name for each in plan.entity.fields)}
    shown |= {each.thing.plural for each in world.plans.values()}
    for cue in route.cues:
        asked = cue.bound.get("fields", ())
        if cue.says in {"answers", "lists", "list_with"} and any(
            each.field.name not in shown for each in asked
        ):
            continue
        if cue.says in {"answers", "shows", "lists", "verbs", "thing", "list_with", "success"}:
            cue.used = cue.used or "collections"


def _read_back(world: World, plan: Plan) -> None:
    """What was made can be read: lists and rows that the goal forgot to name."""
    ways = {(each.method, each.path) for each in world.operations}
    if ("POST", plan.path) not in ways or plan.verbs or plan.handled == set(ALL):
        return
    named = world.draft.route("POST", plan.path)
    if named is None:
        return
    chosen = world.decide(
        f"can {plan.thing.plural} be listed and shown", ("yes", 0.75), ("no", 0.25)
    )
    if chosen == "yes":
        plan.verbs |= {"list", "show"}


def _delete_all(plan: Plan) -> Operation:
    name = plan.entity.plural
    return Operation(
        f"delete_all_{name}",
        "DELETE",
        plan.path,
        program(f"delete {plan.name} where true", "answer 204"),
        summary=f"Delete all {name}.",
    )
