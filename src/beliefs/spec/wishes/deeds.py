"""What is done to one row: marked, closed, archived, approved; and undone."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features.actions import transition
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.words import participle
from beliefs.spec.wishes import requests

_FAMILY = "deeds"
# What undoes a deed, and which.
_UNDOES = {
    "reopen": "close",
    "unarchive": "archive",
    "unpublish": "publish",
    "unpin": "pin",
    "unlock": "lock",
    "restore": "archive",
    "deactivate": "activate",
    "disable": "enable",
    "resume": "pause",
    "unassign": "assign",
    "unfavorite": "favorite",
    "unstar": "star",
    "unblock": "block",
    "unmute": "mute",
    "undo": "complete",
}
# What a row is called once a deed is done, where the verb says it otherwise.
_CALLED = {
    "complete": ("completed", "done", "complete", "finished"),
    "finish": ("finished", "done", "completed"),
    "activate": ("active",),
    "enable": ("enabled",),
    "favorite": ("favorite",),
    "favourite": ("favourite",),
    "star": ("starred",),
}


def shape(world: World) -> None:
    """Rows have a field for each state that a deed brings them into."""
    for plan in world.plans.values():
        _decided(plan)
        for cue in _told(plan):
            for state in _states(plan, cue):
                if not _chosen(plan, state) and plan.field(state) is None:
                    _flag(plan, state, settable="adjective" in cue.bound)


# What is decided of a row, one way or the other, and what it is until then.
_DECIDED = (
    {"approve", "reject"},
    {"accept", "decline"},
    {"accept", "reject"},
    {"approve", "decline"},
)


def _decided(plan: Plan) -> None:
    """Rows that are approved or rejected wait for it first."""
    verbs = {verb for cue in _told(plan) for verb in _verbs(cue)}
    pair = next((each for each in _DECIDED if each <= verbs), None)
    if pair is not None and plan.field("status") is None:
        states = ("pending", *(participle(each) for each in sorted(pair)))
        plan.adds(
            Field("status", Type("string", choices=states), required=False, default='"pending"')
        )


def _told(plan: Plan) -> list[Cue]:
    return [each for each in plan.thing.cues if each.says == "deed"]


def _verbs(cue: Cue) -> list[str]:
    found = [cue.bound[each] for each in ("deed", "done", "more", "last") if each in cue.bound]
    return [str(each) for each in found]


def _states(plan: Plan, cue: Cue) -> list[str]:
    if "adjective" in cue.bound:
        return [str(cue.bound["adjective"])]
    return [_state(plan, _UNDOES.get(verb, verb)) for verb in _verbs(cue)]


def _state(plan: Plan, verb: str) -> str:
    """What rows are called after a deed; by the field or the choice that there is for it."""
    named = _CALLED.get(verb, (participle(verb),))
    for each in named:
        if plan.field(each) is not None or _chosen(plan, each):
            return each
    return named[0]


def _chosen(plan: Plan, state: str) -> str:
    """The field that has a state among its choices."""
    told = (*plan.fields, *plan.own)
    return next((each.name for each in told if state in each.type.choices), "")


def _flag(plan: Plan, state: str, *, settable: bool) -> None:
    known = lexicon.field(state)
    told = Field(state, Type("boolean"), required=False, default="false")
    told = known if known.type.kind == "boolean" else told
    told = replace(told, default="false")
    if settable:
        plan.fields.append(told)
    else:
        plan.adds(told)


def write(world: World) -> None:
    """A request for each deed."""
    for plan in world.plans.values():
        for cue in _told(plan):
            if "adjective" in cue.bound:
                state = str(cue.bound["adjective"])
                _add(world, plan, cue, state, state, done=True)
            for verb in _verbs(cue):
                meant = _UNDOES.get(verb, verb)
                _add(world, plan, cue, verb, _state(plan, meant), done=meant == verb)


def again(world: World) -> None:
    """That nothing is done twice holds of every deed but marking."""
    done = {verb for plan in world.plans.values() for cue in _told(plan) for verb in _verbs(cue)}
    for cue in world.draft.all_said("again"):
        verb = str(cue.bound["done"])
        if verb in done and cue.bound.get("adjective", participle(verb)) == participle(verb):
            cue.used = _FAMILY


def _brought(plan: Plan, state: str) -> bool:
    """Whether a deed, or a request that makes or changes rows, brings them into a state."""
    verbs = [verb for cue in _told(plan) for verb in _verbs(cue)]
    deeds = {_state(plan, each) for each in verbs if each not in _UNDOES}
    return state in deeds or any(each.name == state for each in plan.fields)


def _add(world: World, plan: Plan, cue: Cue, verb: str, state: str, *, done: bool) -> None:
    marked = "adjective" in cue.bound
    field = _chosen(plan, state)
    if not done and not field and not _brought(plan, state):
        return  # nothing brings rows into what is undone
    if field:
        first = next(each for each in (*plan.fields, *plan.own) if each.name == field)
        value = state if done else first.type.choices[0]
        holds = f'$.{field} != "{value}"' if done else f'$.{field} = "{state}"'
        values = ((field, f'"{value}"'),)
    else:
        told = "true" if done else "false"
        values, holds = ((state, told),), f"not($.{state})" if done else f"$.{state}"
    called = plan.thing.name.replace("_", " ")
    why = f"This {called} is {'already' if done else 'not'} {state.replace('_', ' ')}"
    path = requests.path(world, cue, requests.below(plan, verb))
    made = transition(
        plan.resource(),
        path,
        verb,
        values,
        holds="" if marked else holds,
        why="" if marked else why,
    )
    requests.add(world, cue, made, f"how {plan.thing.plural} are {state.replace('_', ' ')}")
    cue.used = _FAMILY
