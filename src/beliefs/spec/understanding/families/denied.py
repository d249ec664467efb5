"""Requests that a goal does not want: "no PUT", "notes cannot be deleted", "append-only"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features.crud import ALL, Verb
from beliefs.spec.understanding.plans import Plan, World, item_path
from beliefs.spec.understanding.words import singular

_METHODS: dict[str, Verb] = {"PUT": "replace", "PATCH": "change", "DELETE": "remove"}
_SPOKEN: dict[str, str] = {"remove": "delete"}


def write(world: World) -> None:
    """Take away what no request may do, unless the goal names just that request."""
    named = {each.way for each in world.draft.routes}
    for cue in world.draft.all_said("unwanted"):
        denial = cue.bound["denial"]
        name = singular(denial.of)
        plans = [
            each
            for each in world.plans.values()
            if not name or name in {each.thing.name, each.thing.name.rpartition("_")[2]}
        ]
        ways = {
            (method, path): plan
            for plan in plans
            for method, path, verb in _ways(plan)
            if verb in denial.verbs
        }
        if not plans or named & set(ways):
            continue  # told as not understood
        cue.used = "denied"
        world.operations = [
            each for each in world.operations if (each.method, each.path) not in ways
        ]
        for plan in plans:
            _told(world, plan)


def _ways(plan: Plan) -> list[tuple[str, str, Verb]]:
    item = [(method, item_path(plan), verb) for method, verb in _METHODS.items()]
    return [*item, ("DELETE", plan.path, "remove"), ("POST", plan.path, "create")]


def _told(world: World, plan: Plan) -> None:
    """What is said to be assumed, as it is now; and where rows come from that nothing makes."""
    ways = {(each.method, each.path) for each in world.operations}
    reads: list[tuple[str, str, Verb]] = [
        ("GET", plan.path, "list"),
        ("GET", item_path(plan), "show"),
    ]
    left = {verb for method, path, verb in (*reads, *_ways(plan)) if (method, path) in ways}
    done = ", ".join(_SPOKEN.get(each, each) for each in ALL if each in left)
    about = f"what can be done with {plan.thing.plural}"
    world.assumptions = [
        replace(each, chosen=done) if each.about == about else each for each in world.assumptions
    ]
    if (
        "create" not in left
        and left
        and not any(each.method == "POST" for each in world.operations)
    ):
        world.assume(
            f"where {plan.thing.plural} come from",
            "somebody else puts them into the store: no request makes any",
        )
