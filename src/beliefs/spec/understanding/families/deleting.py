"""Bins, restoring, and requests that delete several rows at once."""

from __future__ import annotations

from beliefs.spec.features import actions, deleting
from beliefs.spec.features.listing import Filter, equals
from beliefs.spec.features.resources import an
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.families.lists import bounds_of
from beliefs.spec.understanding.plans import Plan, World, item_path

_BIN = frozenset({"trash", "deleted", "bin", "trashed", "recycle-bin"})
_FOR_GOOD = frozenset({"permanent", "permanently", "purge", "force", "hard", "destroy"})
_COUNTED = ("deleted", "count", "removed", "deleted_count", "cleared")


def write(world: World) -> None:
    """What the goal says about deleted rows, and about deleting many."""
    for route in world.draft.open_routes():
        found = world.at(route.path)
        plan = found[0] if found is not None else world.main()
        if plan is None or plan.fixed is not None:
            continue
        rest = found[1] if found is not None else f"/{route.last}"
        if plan.buried and rest.lstrip("/") in _BIN and route.method == "GET":
            world.add(deleting.binned(plan.resource(), route.path), route, route.source)
        elif route.method == "DELETE" and rest.removeprefix("{}/") in _FOR_GOOD:
            world.add(deleting.purge(plan.resource(), route.path), route, route.source)
        elif (
            route.method != "DELETE"
            or found is None
            or "{" in rest
            or not _many(world, plan, route)
        ):
            continue
        for cue in route.cues:
            cue.used = cue.used or "deleting"
    _unrouted(world)
    if any(each.buried for each in world.plans.values()):
        world.draft.use("deleting", "hides_deleted")


def _many(world: World, plan: Plan, route: Route) -> bool:
    """A request that drops the rows that a path or its query names."""
    asked = [each.field.name for each in route.answers]
    counted = next((each for each in asked if each in _COUNTED), "")
    word = route.path.removeprefix(plan.path).strip("/").replace("-", "_")
    resource = plan.resource()
    if word in _BIN and plan.buried:
        gone = f".{plan.buried} != null"
        plan_ = resource.__class__(resource.entity, resource.path, needs=resource.needs)
        made = deleting.delete_where(plan_, route.path, gone, "binned", counted=counted)
    elif word:
        holds = called(plan, word)
        if not holds:
            return False
        made = deleting.delete_where(resource, route.path, holds, word, counted=counted)
    elif route.query or counted:
        filters = _filters(plan, route)
        if filters is None:
            return False
        name = "_".join(route.query) or "all"
        made = deleting.delete_where(resource, route.path, "", name, filters, counted)
    else:
        return False
    world.add(made, route, route.source)
    return True


def called(plan: Plan, word: str) -> str:
    """The rows that a word names: where a field of yes or no holds, or in a state."""
    told = plan.field(word) or plan.field(f"is_{word}")
    told = told or (plan.field("done") or plan.field("completed") if word in _DONE else None)
    if told is not None and told.type.kind == "boolean":
        return f".{told.name}"
    for each in (*plan.fields, *plan.own):
        if word in each.type.choices:
            return f'.{each.name} = "{word}"'
    return ""


_DONE = frozenset({"done", "completed", "complete", "finished"})


def _filters(plan: Plan, route: Route) -> tuple[Filter, ...] | None:
    found = []
    for name in route.query:
        told = plan.field(name)
        more = equals(told) if told is not None else bounds_of(plan, name)
        if more is None:
            return None
        found.append(more)
    return tuple(found)


def _unrouted(world: World) -> None:
    """A bin and a way back that the goal speaks of without a path."""
    for plan in world.plans.values():
        if not plan.buried:
            continue
        ways = {each.name for each in world.operations}
        if world.draft.said("restore") and not any(each.startswith("restore_") for each in ways):
            path = f"{item_path(plan)}/restore"
            routes = {each.path for each in world.draft.open_routes()}
            if path not in routes:
                world.add(actions.restored(plan.resource(), path))
                world.assume(f"how {an(plan.thing.name)} is restored", f"POST {path}")
                world.draft.use("deleting", "restore")
        if world.draft.said("bin") and not any(each.startswith("list_deleted_") for each in ways):
            path = f"{plan.path}/trash"
            world.add(deleting.binned(plan.resource(), path))
            world.assume(f"where deleted {plan.thing.plural} are", f"GET {path}")
            world.draft.use("deleting", "bin")
