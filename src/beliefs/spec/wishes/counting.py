"""What people do to a row and is only counted: likes, votes, claps."""

from __future__ import annotations

from beliefs.spec.features.actions import transition
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.wishes import requests

_FAMILY = "counting"
# What is counted, and by how much, for each verb.
_COUNTED = {
    "like": ("likes", "+ 1"),
    "unlike": ("likes", "- 1"),
    "upvote": ("votes", "+ 1"),
    "downvote": ("votes", "- 1"),
    "vote": ("votes", "+ 1"),
    "clap": ("claps", "+ 1"),
    "thank": ("thanks", "+ 1"),
}


def _verbs(cue: Cue) -> list[str]:
    return [verb for each in cue.tokens for verb in sorted(each.forms & _COUNTED.keys())]


def shape(world: World) -> None:
    """Rows have the counts, from zero; what has the most comes first where that is wanted."""
    for plan in world.plans.values():
        for cue in plan.thing.cues:
            for verb in _verbs(cue) if cue.says == "counted" else ():
                plan.adds(Field(_COUNTED[verb][0], Type("integer"), required=False, default="0"))
    for cue in world.draft.all_said("most_first"):
        for plan in world.plans.values():
            name = next((n for n, _ in _COUNTED.values() if plan.field(n) is not None), "")
            if name and not cue.used:
                plan.order.append(f".{name} down")
                cue.used = _FAMILY


def write(world: World) -> None:
    """A request for each."""
    for plan in world.plans.values():
        for cue in plan.thing.cues:
            for verb in dict.fromkeys(_verbs(cue)) if cue.says == "counted" else ():
                _count(world, plan, cue, verb)


def _count(world: World, plan: Plan, cue: Cue, verb: str) -> None:
    name, step = _COUNTED[verb]
    path = requests.path(world, cue, requests.below(plan, verb))
    made = transition(plan.resource(), path, verb, ((name, f"$.{name} {step}"),))
    requests.add(world, cue, made, f"how {plan.thing.plural} get {name}")
    cue.used = _FAMILY
