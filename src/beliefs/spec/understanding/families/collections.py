"""Collections: the routes of crud, named or not."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.features.crud import Verb, crud, keep
from beliefs.spec.features.resources import program
from beliefs.spec.operations import Operation
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.families import own_keys, sifted
from beliefs.spec.understanding.families.verbs import named_only
from beliefs.spec.understanding.plans import Plan, World, item_path

_LIST: dict[str, Verb] = {"GET": "list", "POST": "create"}
_ITEM: dict[str, Verb] = {"GET": "show", "PUT": "replace", "PATCH": "change", "DELETE": "remove"}


def write(world: World) -> None:
    """Write what the goal names, then what it asks for without naming it."""
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
            for each in route.cues:
                each.used = each.used or "collections"
    for plan in world.plans.values():
        _begun(world, plan)
        _read_back(world, plan)
        for made in _made(world, plan, tuple(plan.verbs - plan.handled)):
            cue = plan.thing.said("crud", "verbs", "has", "about", "title", "at_path", "belongs")
            world.add(made, None, cue.source if cue else "")


def _made(world: World, plan: Plan, verbs: tuple[Verb, ...]) -> tuple[Operation, ...]:
    others = [each for each in world.plans.values() if each is not plan]
    wants = plan.wants
    resource = plan.resource(others)
    made = crud(resource, verbs, wants)
    if plan.listed and "list" in verbs:
        seen = replace(resource, visible=_both(plan.visible, plan.listed))
        listed = crud(seen, ("list",), wants)
        made = tuple(listed[0] if each.name == listed[0].name else each for each in made)
    failures = tuple(dict.fromkeys(plan.failures))
    return tuple(
        replace(each, failures=failures) if each.method in {"POST", "PUT", "PATCH"} else each
        for each in made
    )


def _both(left: str, right: str) -> str:
    return f"({left}) and ({right})" if left else right


def _named(world: World, plan: Plan, verb: Verb, route: Route) -> None:
    (made,) = _made(world, plan, (verb,))
    if verb == "replace" and plan.key.style == "given" and not _posted(world, plan):
        made = keep(plan.resource())
    world.add(made, route, route.source)
    if route.path.endswith("/"):
        plan.handled.add(verb)  # a slash at the end is another path, and not one more
    shown = {plan.key.name, *(each.name for each in plan.entity.fields)}
    shown |= {each.thing.plural for each in world.plans.values()} | {plan.thing.name}
    shown |= set(re.findall(r"(\w+): ", plan.shows))
    for cue in route.cues:
        asked = {each.field.name for each in cue.bound.get("fields", ())}
        if verb == "create" and "json" in cue.bound:
            asked |= set(cue.bound["json"].keys)
        if cue.says in {"answers", "lists", "list_with"} and not asked <= shown:
            continue
        told = {"clear"} if verb == "remove" else set()
        told |= {"answers", "shows", "lists", "verbs", "thing", "list_with", "crud"}
        if cue.says in told | ({"happens"} if verb == "create" else set()):
            cue.used = cue.used or "collections"


def _posted(world: World, plan: Plan) -> bool:
    return world.draft.route("POST", plan.path) is not None or "create" in plan.verbs


def _begun(world: World, plan: Plan) -> None:
    """Rows that requests look for are made by one, also where the goal forgot to name it."""
    if plan.fixed is not None or plan.implicit or _posted(world, plan):
        return
    effects = [repr(each.effect) for each in world.operations]
    made = any(f"Insert(entity='{plan.name}'" in each for each in effects)
    asked = any(f"Table(entity='{plan.name}')" in each for each in effects)
    if asked and not made:
        plan.verbs.add("create")
        plan.handled.discard("create")
        world.assume(f"how {plan.thing.plural} are made", f"POST {plan.path}")


def _read_back(world: World, plan: Plan) -> None:
    """What was made can be read: lists and rows that the goal forgot to name."""
    ways = {(each.method, each.path) for each in world.operations}
    made = ("POST", plan.path) in ways or "create" in plan.verbs
    made = made or (plan.key.style == "given" and ("PUT", item_path(plan)) in ways)
    reads: dict[Verb, str] = {"list": plan.path, "show": item_path(plan)}
    reads = {"list": plan.path} if sifted.alone(world, plan) else reads
    reads = {"show": item_path(plan)} if own_keys.hidden(plan) else reads
    lacking = [
        verb
        for verb, path in reads.items()
        if verb not in plan.verbs | plan.handled and ("GET", path) not in ways
    ]
    if not made or not lacking or named_only(plan, world):
        return
    words = " and ".join({"list": "listed", "show": "shown"}.get(each, each) for each in lacking)
    chosen = world.decide(f"can {plan.thing.plural} be {words}", ("yes", 0.75), ("no", 0.25))
    if chosen == "yes":
        plan.verbs |= set(lacking)


def _delete_all(plan: Plan) -> Operation:
    name = plan.entity.plural
    return Operation(
        f"delete_all_{name}",
        "DELETE",
        plan.path,
        program(f"delete {plan.name} where true", "answer 204"),
        summary=f"Delete all {name}.",
    )
