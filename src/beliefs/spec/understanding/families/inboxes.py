"""Boxes by name: "POST /hooks/{name} stores whatever comes, GET lists the last 50"."""

from __future__ import annotations

from beliefs.spec.features import inboxes
from beliefs.spec.features.inboxes import BODY
from beliefs.spec.features.resources import an, params
from beliefs.spec.service import Unknown
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import World

_TIMES = frozenset({"time", "timestamp", "date", "received_at", "created_at", "arrival"})
_UNSEEN = frozenset({"headers", "ip", "sender"})
_CUES = frozenset(
    """any_json any_object received with takes lists last_n newest clear verbs shows time stamped
    timestamps crud thing body echo""".split()  # noqa: SIM905
)


def shape(world: World) -> None:
    """What is posted to a path that ends in a name is kept under that name."""
    for route in world.draft.routes:
        found = world.at(route.path)
        if route.method != "POST" or not route.of_item or found is None or found[1] != "{}":
            continue
        plan, listed = found[0], world.draft.route("GET", route.path)
        said = route.said("received")
        any_json = said is not None or route.said("any_json", "any_object") is not None
        if plan.fixed is not None or len(params(route.path)) != 1 or not _lists(listed):
            continue
        asked = [each.field for each in route.takes]
        came = tuple(each for each in asked if each.name not in _TIMES | _UNSEEN)
        if not came and not any_json:
            continue
        words = {each.name for each in asked} | (said.words if said is not None else set())
        timed = route.said("time", "stamped", "timestamps") is not None or words & _TIMES
        named = next((each.name for each in asked if each.name.endswith("_at")), "received_at")
        when = named if timed else ""
        unseen = sorted(words & _UNSEEN)
        why = "Requests are kept without this."
        world.draft.lost += [Unknown("material", each, route.source, why) for each in unseen]
        kept = inboxes.inbox(plan.name, plan.entity.plural, route.path, came or (BODY,), when)
        plan.fixed, plan.fields, plan.implicit = kept.entity, [], True
        plan.handled |= {"create", "list", "show", "replace", "change", "remove"}
        plan.verbs = set()
        about = f"the fields of {an(plan.thing.name.replace('_', ' '))}"
        world.assumptions = [each for each in world.assumptions if each.about != about]
        world.kept.setdefault("inboxes", []).append(kept)


def _lists(route: Route | None) -> bool:
    """Whether what is read back is several."""
    return (
        route is not None and route.said("lists", "last_n", "newest", "verbs", "crud") is not None
    )


def write(world: World) -> None:
    """Put in, look, clear."""
    for kept in world.kept.get("inboxes", ()):
        for route in world.draft.open_routes():
            if route.path != kept.path:
                continue
            if route.method == "POST":
                made = inboxes.put_in(kept)
            elif route.method == "GET":
                last = route.said("last_n")
                most = int(last.bound["number"]) if last is not None else None
                newest = route.said("newest") is not None
                made = inboxes.look_in(kept, most, newest=newest)
                if most and not newest:
                    world.assume(f"the order of the last {most}", "the newest first")
            elif route.method == "DELETE":
                made = inboxes.clear(kept)
            else:
                continue
            world.add(made, route, route.source)
            for cue in route.cues:
                if cue.says in _CUES:
                    cue.used = cue.used or "inboxes"
