"""Task queues: so many at a time, the most urgent first, again after a timeout."""

from __future__ import annotations

from beliefs.spec.features import queues
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.plans import World


def shape(world: World) -> None:
    """Tasks that have a duration and wait in a queue."""
    plan = next((each for each in world.plans.values() if each.field("duration")), None)
    if plan is None or world.draft.said("queue", "at_once") is None:
        return
    world.families.add("queues")
    names = {each.name for each in plan.fields}
    if world.draft.said("retry") and "max_retries" not in names:
        plan.fields.append(lexicon.field("max_retries"))
    plan.fixed = queues.task_of(plan.name, plan.entity.plural, tuple(plan.fields))
    plan.handled |= {"create", "list", "show", "replace", "change"}
    plan.verbs -= {"replace", "change"}
    world.kept["queues"] = plan


def write(world: World) -> None:
    """Queue, look, count."""
    if "queues" not in world.families:
        return
    plan = world.kept["queues"]
    resource = plan.resource()
    at_once = world.draft.said("at_once")
    several = int(at_once.bound["number"]) if at_once is not None else 1
    for route in world.draft.open_routes():
        found = world.at(route.path)
        if route.method == "POST" and route.path == plan.path:
            made = queues.enqueue(resource, several)
        elif route.method == "GET" and found is not None and found[0] is plan:
            made = queues.looked_at(resource, route.path) if found[1] else queues.listed(resource)
        elif route.method == "GET" and (
            route.said("count_by", "counts", "stats") or route.last in {"status", "stats"}
        ):
            made = queues.counted(resource, route.path)
        else:
            continue
        world.add(made, route, route.source)
        for cue in route.cues:
            cue.used = cue.used or "queues"
    world.draft.use("queues", "queue", "at_once", "by_priority", "sleeps", "arrival", "retry")
    world.draft.use("queues", "over_timeout", "then_failed", "states_in", "attempt", "attempts")
    world.draft.use("queues", "ordered")
