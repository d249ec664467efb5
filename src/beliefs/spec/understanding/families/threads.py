"""Comments that answer comments: nested replies, threads, trees."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features import threads
from beliefs.spec.features.resources import an, key_type, snake
from beliefs.spec.types import Field
from beliefs.spec.understanding.draft import Draft, Route
from beliefs.spec.understanding.plans import Plan, World, item_path

_TALK = ("comment", "message", "note", "post", "discussion")
_REPLIES = frozenset({"replies", "reply"})
_TREE = frozenset({"tree", "thread", "nested", "threaded", "threads"})


def find(world: World) -> None:
    """Replies are rows of the same kind as what they answer to, where they can be answered too."""
    draft = world.draft
    deep = draft.said("threaded", "tree")
    if deep is None:
        return
    name = _answered(draft)
    if not name:
        return
    reply = draft.things.pop("reply", None)
    if reply is not None:
        draft.thing(name).fields += [
            each
            for each in reply.fields
            if each.field.name not in {told.field.name for told in draft.thing(name).fields}
        ]
    draft.thing(name).stated = True
    for route in draft.routes:
        if route.last in _REPLIES:
            route.crosses = (name, "replies")
    for cue in draft.all_said("belongs"):
        child = cue.bound.get("child")
        if child is not None and child.name == "reply":
            cue.used = "threads"
    world.kept["threads"] = name


def _answered(draft: Draft) -> str:
    for cue in draft.all_said("belongs"):
        child = cue.bound.get("child")
        if child is not None and child.name == "reply" and cue.bound["owner"].name != "post":
            return str(cue.bound["owner"].name)
    stated = [each for each in draft.things.values() if each.name in _TALK]
    return next((each.name for each in stated if each.name != "post"), "")


def shape(world: World) -> None:
    """What a row answers to, or null."""
    plan = world.plans.get(world.kept.get("threads", ""))
    if plan is None:
        world.kept.pop("threads", None)
        return
    kind = replace(key_type(plan.entity), nullable=True)
    plan.fields = [each for each in plan.fields if each.name not in {"parent_id", "replies"}]
    plan.fields.append(Field("parent_id", kind, required=False))
    plan.once.append("parent_id")
    world.assume(f"what {an(plan.thing.name)} answers to", "parent_id, null at the top of a thread")


def settle(world: World) -> None:
    """Guards and removal, once it is known what the rows belong to."""
    plan = world.plans.get(world.kept.get("threads", ""))
    if plan is not None:
        plan.checks += threads.above(plan.resource(), "parent_id")
        if not plan.buried:
            plan.removal += threads.below(plan.resource(), "parent_id")
        world.draft.use("threads", "threaded")


def write(world: World) -> None:
    """Trees, replies, and rows whose place in a thread does not change."""
    plan = world.plans.get(world.kept.get("threads", ""))
    if plan is None:
        return
    resource = plan.resource()
    brought = tuple(each for each in plan.fields if each.name != "parent_id")
    for route in world.draft.open_routes():
        if route.crosses == (plan.thing.name, "replies") and route.method == "POST":
            world.add(
                threads.reply(resource, route.path, "parent_id", brought), route, route.source
            )
        elif route.crosses == (plan.thing.name, "replies") and route.method == "GET":
            world.add(threads.replies(resource, route.path, "parent_id"), route, route.source)
        elif route.method == "GET" and _tree(world, plan, route):
            world.add(threads.thread(resource, route.path, "parent_id"), route, route.source)
        else:
            continue
        for cue in route.cues:
            cue.used = cue.used or "threads"
    ways = {(each.method, each.path) for each in world.operations}
    if world.draft.said("tree") and not any(
        way[0] == "GET" and way[1] == plan.path for way in ways
    ):
        world.add(threads.thread(resource, plan.path, "parent_id"))
    if not any(snake("reply_to") in each.name for each in world.operations):
        path = f"{item_path(plan)}/replies"
        world.add(threads.reply(resource, path, "parent_id", brought))
        world.assume(f"how {an(plan.thing.name)} is answered", f"POST {path}, or parent_id")
    world.draft.use("threads", "tree")


def _tree(world: World, plan: Plan, route: Route) -> bool:
    if route.path == plan.path:
        return world.draft.said("tree") is not None
    found = world.at(route.path)
    return found is not None and found[0] in {plan, plan.parent} and route.last in _TREE
