"""One search over everything that is kept: "search across all of them"."""

from __future__ import annotations

from beliefs.spec.features import searching
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.families.lists import chosen_fields
from beliefs.spec.understanding.plans import World

_PATH = "/search"


def write(world: World) -> None:
    """The route that the goal names for it, else the usual one."""
    kinds = tuple(
        (each.resource(), texts)
        for each in world.plans.values()
        if each.fixed is None and (texts := chosen_fields(each, None))
    )
    if len(kinds) < 2:
        return
    told = world.draft.said("search_all")
    for route in world.draft.open_routes():
        if route.method == "GET" and _is_for_all(world, route):
            name = next(iter((*route.query, *(each.field.name for each in route.takes))), "q")
            if len(route.query) < 2:
                world.add(searching.everywhere(route.path, kinds, name), route, route.source)
                for cue in route.cues:
                    if cue.says in {"search", "search_all", "lists", "shows", "any_case"}:
                        cue.used = cue.used or "searching"
                world.draft.use("searching", "search_all")
    if told is not None and not told.used:
        path = f"{world.base}{_PATH}"
        world.add(searching.everywhere(path, kinds), None, told.source)
        world.assume("where everything is searched", f"GET {path}?q=")
        world.draft.use("searching", "search_all")


def _is_for_all(world: World, route: Route) -> bool:
    """Whether a search belongs to no kind of rows: neither its path nor a word names one."""
    if route.last != "search" or world.at(route.path) is not None:
        return False
    if route.said("search_all") is not None:
        return True
    named = any(
        plan.thing.name in cue.words or plan.thing.plural in cue.words
        for cue in route.cues
        for plan in world.plans.values()
        if cue.says != "route"
    )
    fields = any(cue.bound.get("fields") for cue in route.cues)
    return not named and not fields
