"""States of rows and what moves them: close, publish, complete, toggle, like."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.failures import Failure
from beliefs.spec.features import actions
from beliefs.spec.features.resources import an, body_inputs, key_type, params, snake
from beliefs.spec.operations import Input
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families import changes
from beliefs.spec.understanding.families.machines import CONFLICT, failures
from beliefs.spec.understanding.families.messages import message
from beliefs.spec.understanding.families.moving import Move, acting, begun
from beliefs.spec.understanding.plans import Plan, World, item_path
from beliefs.spec.understanding.words import (
    is_noun,
    is_plural,
    is_verb,
    lemmas,
    participle,
    plural,
    singular,
)

# What a row is before a verb was done to it.
_BEFORE = {
    "close": "open",
    "publish": "draft",
    "archive": "active",
    "complete": "open",
    "finish": "open",
    "resolve": "open",
    "approve": "pending",
    "reject": "pending",
    "accept": "pending",
    "decline": "pending",
    "confirm": "pending",
    "cancel": "active",
    "pay": "pending",
    "ship": "pending",
    "deliver": "pending",
    "start": "pending",
    "activate": "inactive",
    "deactivate": "active",
    "suspend": "active",
    "lock": "unlocked",
    "assign": "open",
    "return": "borrowed",
    **dict.fromkeys(
        ("borrow", "book", "reserve", "rent", "sell", "purchase", "adopt"), "available"
    ),
}
_BACK = {"reopen": "open", "unpublish": "draft", "unarchive": "active", "unlock": "unlocked"}
_FLAGS = {
    "complete": ("done", "completed", "complete", "finished"),
    "finish": ("done", "finished", "completed"),
    "done": ("done", "completed", "complete"),
    "read": ("read",),
    "pay": ("paid",),
    "publish": ("published",),
    "archive": ("archived",),
    "favorite": ("favorite", "favourite"),
    "favourite": ("favourite", "favorite"),
    "pin": ("pinned",),
    "activate": ("active",),
    "watch": ("watched",),
}
# What turns something off that is on at first.
_OFF = {"deactivate": "active", "disable": "enabled", "pause": "active", "revoke": "active"}
_COUNTERS = {
    "like": "likes",
    "upvote": "votes",
    "downvote": "votes",
    "view": "views",
    "click": "clicks",
    "clap": "claps",
    "star": "stars",
    "hit": "hits",
    "visit": "visits",
    "bump": "value",
    "tick": "value",
    "increment": "value",
    "decrement": "value",
}
_CUES = (
    *("sets", "touches", "happens", "crud", "decide", "action", "turned_off", "gives_back"),
    *("close", "cancel", "becomes", "only_if", "initial", "toggle", "increment", "decrement"),
    *("like", "shows", "answers", "verbs", "takes", "with", "vote", "restore", "once"),
)


def _moves(world: World) -> list[tuple[Plan, Route, str]]:
    """Routes of one row that end in a word: /orders/{id}/pay."""
    found = []
    for route in world.draft.open_routes():
        at = acting(world, route) if not route.crosses else None
        if at is not None:
            found.append((at[0], route, at[1]))
    return found


def shape(world: World) -> None:
    """Rows get the state, the flag or the counter that their routes move."""
    _said_to_be(world)
    _acted(world)
    _counted(world)
    _switched(world)
    for plan, route, word in _moves(world):
        if plan.fixed is not None or plan.implicit or changes.shape(world, plan, route, word):
            continue
        _untold(plan)
        if _turns(world, plan, route, word):
            continue
        if (cue := route.said("becomes")) is not None and not _of_state(world, plan, cue):
            told = lexicon.field(str(cue.bound["word"]))
            if told.type.kind == "boolean" and plan.field("status") is None:
                plan.adds(told)
        if _counting(plan, word) and not route.said("once_per"):
            name = _counter(plan, route, word)
            plan.adds(Field(name, Type("integer"), required=False, default="0"))
        elif (
            word in {"restore", "undelete", "move", "reorder"}
            or word.startswith("toggle")
            or _flag(plan, word)
            or _flag(plan, word.removeprefix("un"))
            or (cue is not None and plan.field(str(cue.bound["word"])) is not None)
        ):
            continue
        elif (state := _state(plan, word)) is not None and plan.field("status") is None:
            _stated(world, plan, state)
    _by_deeds_alone(world)


def _by_deeds_alone(world: World) -> None:
    """A state that routes move under conditions is brought by no other request."""
    for plan, route, word in _moves(world):
        told = plan.field("status") or plan.field("state")
        if told is None or told not in plan.fields or not told.type.choices:
            continue
        guard = route.said("only_if", "only_while")
        said = guard.bound.get("word", guard.bound.get("state")) if guard is not None else ""
        held = said in told.type.choices
        if not held and _not_now(world, plan, route, word) is None:
            continue
        asked = {
            each.field.name
            for other in world.draft.routes
            if (found := world.at(other.path)) is not None and found[0] is plan
            for each in other.takes
        }
        if told.name not in asked:
            first = told.default or f'"{told.type.choices[0]}"'
            plan.fields.remove(told)
            plan.adds(replace(told, required=False, default=first))


def _switched(world: World) -> None:
    """What is done and undone, or stands first in lists, is yes or no: pin and unpin."""
    moves = _moves(world)
    first = {str(cue.bound["name"]) for cue in world.draft.all_said("flag_first")}
    undone = {(plan.thing.name, word) for plan, _, word in moves}
    for plan, _, word in moves:
        name = participle(word) if is_verb(word) and word not in _BEFORE else ""
        twice = (plan.thing.name, f"un{word}") in undone
        if name and (twice or name in first) and plan.fixed is None:
            plan.adds(Field(name, Type("boolean"), required=False, default="false"))


def _turns(world: World, plan: Plan, route: Route, word: str) -> bool:
    """Whether a route turns off what the goal shows as on: `active`, where it asks for that."""
    name = _off(plan, route, word)
    asked = [each.field.name for other in world.draft.routes for each in other.answers]
    asked += [each for other in world.draft.routes for each in other.query]
    if name and plan.field(name) is not None:
        return True
    if not name or name not in asked or plan.field("status") is not None:
        return False
    plan.adds(Field(name, Type("boolean"), required=False, default="true"))
    return True


def _off(plan: Plan, route: Route, word: str) -> str:
    """The field of yes or no that a route turns off."""
    named = [_OFF[word]] if word in _OFF else []
    named += ["active", "enabled"] if named or route.said("turned_off") else []
    flags = {each.name for each in (*plan.fields, *plan.own) if each.type.kind == "boolean"}
    return next((each for each in named if each in flags), next(iter(named), ""))


def _said_to_be(world: World) -> None:
    """As in "orders can be pending, shipped or delivered"."""
    for cue in world.draft.all_said("states_be"):
        for noun in cue.bound["nouns"]:
            plan = world.plans.get(noun.name)
            if plan is None or plan.fixed is not None or plan.field("status") is not None:
                continue
            values = tuple(_single(str(each).lower()) for each in cue.bound["values"])
            kept = Type("string", choices=values)
            plan.fields.append(Field("status", kept, required=False, default=f'"{values[0]}"'))
            cue.used = "states"


def _single(state: str) -> str:
    """A state of one row: "posts can be drafts"."""
    return singular(state) if is_plural(state) and is_noun(state) else state


def _acted(world: World) -> None:
    """Verbs without a route, that lead to a state which rows have, get one."""
    for cue in world.draft.all_said("action", "refused", "cancel", "close", "confirm"):
        if any(cue in each.cues for each in world.draft.routes) or cue.used:
            continue
        verbs = cue.bound.get("act") or (cue.tokens[0].low,)
        for plan in world.plans.values():
            states = {participle(each) for each in verbs}
            if cue.says == "action" and cue in plan.thing.cues:
                _decided(world, plan, verbs)
            told = plan.field("status") or plan.field("state")
            if told is None or plan.fixed or not states <= set(told.type.choices):
                continue
            for verb in verbs:
                path = f"{item_path(plan)}/{verb}"
                if world.draft.route("POST", path) is None:
                    world.draft.routes.append(Route("POST", path, cues=[cue]))
                    world.assume(
                        f"how {an(plan.thing.name.replace('_', ' '))} is {participle(verb)}",
                        f"POST {path}",
                    )
            cue.used = "states"


_DECISIONS = frozenset({"approve", "reject", "accept", "decline", "confirm"})


def _decided(world: World, plan: Plan, verbs: tuple[str, ...]) -> None:
    """What somebody decides has a state: "a manager approves or rejects them"."""
    known = plan.field("status") or plan.field("state")
    if known is not None or plan.fixed is not None or len(verbs) < 2:
        return
    if not _DECISIONS.issuperset(verbs):
        return
    choices = ("pending", *(participle(each) for each in verbs))
    plan.adds(Field("status", Type("string", choices=choices), required=False, default='"pending"'))
    world.assume(f"the states of {an(plan.thing.name.replace('_', ' '))}", ", ".join(choices))


def _counted(world: World) -> None:
    """Counters that are only spoken of get a route: "posts with likes"."""
    for plan in world.plans.values():
        for cue in (each for each in plan.thing.cues if each.says == "counters"):
            for name in cue.bound["names"]:
                verb = next((verb for verb, kept in _COUNTERS.items() if kept == name), "")
                path = f"{item_path(plan)}/{verb}"
                if verb and world.draft.route("POST", path) is None:
                    world.draft.routes.append(Route("POST", path, cues=[cue]))
                    said = plan.thing.name.replace("_", " ")
                    world.assume(f"how the {name} of a {said} are counted", f"POST {path}")
                    cue.used = "states"


def _untold(plan: Plan) -> None:
    """A status without choices has those that its routes lead to."""
    told = plan.field("status")
    if told is not None and told in plan.fields and told.type == Type("string"):
        plan.fields.remove(told)


def _of_state(world: World, plan: Plan, cue: Cue) -> bool:
    """Whether the goal speaks of a status, so that "paid" is one."""
    asked = any("status" in each.query for each in world.draft.routes if each.path == plan.path)
    return asked or not cue.words.isdisjoint({"status", "state"})


def _flag(plan: Plan, word: str) -> Field | None:
    """A field of yes or no that the word sets."""
    names = (*_FLAGS.get(word, ()), word, participle(word))
    for name in names:
        told = plan.field(name)
        if told is not None and told.type.kind == "boolean":
            return told
    return None


def _counting(plan: Plan, word: str) -> bool:
    """Whether a verb counts: it always does, or rows count what it does ("vote", and votes)."""
    told = plan.field(plural(word))
    if _flag(plan, word) is not None:
        return False
    return word in _COUNTERS or (told is not None and told.type.kind == "integer")


def _counter(plan: Plan, route: Route, word: str) -> str:
    cue = route.said("increment", "decrement", "click")
    named = str(cue.bound.get("name", "")) if cue is not None else ""
    if named and plan.field(named):
        return named
    usual = _COUNTERS.get(word, plural(word))
    numbers = (each.name for each in plan.fields if each.type.kind == "integer")
    return usual if usual != "value" else next(numbers, "value")


# Where a row goes among others, which is no state that it is in then.
_DIRECTIONS = frozenset({"up", "down", "top", "bottom", "left", "right", "forward", "back"})


def _state(plan: Plan, word: str) -> str | None:
    """The state that a word leads to."""
    if word in _BACK:
        return _BACK[word]
    told = plan.field("status") or plan.field("state")
    choices = told.type.choices if told is not None else ()
    for each in (participle(word), word, "done" if word in {"complete", "finish"} else ""):
        if each and each in choices:
            return each
    if choices:
        return next((each for each in choices if each.startswith(word[:-1])), None)
    leads = word in _BEFORE or (is_verb(word) and word not in _DIRECTIONS)
    return participle(word) if leads else None


def _stated(world: World, plan: Plan, _: str) -> None:
    """A status with every state that the routes of a thing lead to."""
    words = [word for other, route, word in _moves(world) if other is plan and not route.takes]
    initial = next(iter(begun(world)), None)
    first = str(initial.bound["word"]) if initial is not None else ""
    states = [each for word in words if (each := _state(plan, word)) is not None]
    samples = [each.samples.get("status", "") for each in world.draft.routes]
    first = first or next((each for each in samples if each and each not in states), "")
    first = first or next((_BEFORE[each] for each in words if each in _BEFORE), "new")
    choices = tuple(dict.fromkeys((first, *states)))
    type_ = Type("string", choices=choices)
    plan.adds(Field("status", type_, required=False, default=f'"{first}"'))
    world.assume(f"the states of {an(plan.thing.name.replace('_', ' '))}", ", ".join(choices))
    if initial is not None:
        initial.used = "states"


def opened(world: World, plan: Plan) -> str:
    """The condition for a row not to be closed, where it can be."""
    told = plan.field("status")
    del world
    if told is not None and "closed" in told.type.choices:
        return '$.status != "closed"'
    return ""


def write(world: World) -> None:
    """Write what moves rows."""
    for plan, route, word in _moves(world):
        move: Move | None = world.kept.get("moves", {}).get((route.method, route.path))
        values = _moved(plan, route, move) if move else _values(world, plan, route, word)
        if values is None:
            continue
        guard = route.said("only_if")
        holds, why = "", ""
        told = plan.field("status")
        if move is not None:
            holds, why = move.holds, move.why
        elif guard is not None and told is not None and guard.bound["word"] in told.type.choices:
            state = guard.bound["word"]
            holds, why = f'$.status = "{state}"', f"It is not {state}"
            guard.used = "states"
        elif plan.machine is not None and len(values) > 0 and values[0][0] == plan.machine.field:
            to = values[0][1].strip('"')
            holds, why = plan.machine.reaches(to), plan.machine.why(to)
        elif now := _not_now(world, plan, route, word):
            state = str(now.bound["state"])
            holds, why = f'$.status = "{state}"', f"It is not {state}"
        inputs = _inputs(plan, route)
        made = actions.transition(
            plan.resource(),
            route.path,
            word.replace("-", "_"),
            values,
            holds=holds,
            why=why,
            inputs=inputs,
            method=route.method,
        )
        if holds:
            made = replace(made, failures=_refused(world, move, why, route))
        world.add(made, route, route.source)
        for cue in route.cues:
            if cue.says in _CUES:
                cue.used = cue.used or "states"
    for plan, route, word in _moves(world):
        if word in {"restore", "undelete"} and plan.buried:
            world.add(actions.restored(plan.resource(), route.path), route, route.source)
            world.draft.use("states", "restore", "brings_back")


def _not_now(world: World, plan: Plan, route: Route, word: str) -> Cue | None:
    """What says that a route moves rows of one state alone: "409 if it is not pending"."""
    told = plan.field("status")
    for cue in world.draft.all_said("not_now"):
        verb = str(cue.bound.get("doing", ""))
        named = any(verb in lemmas(each) for _, _, each in _moves(world)) if verb else False
        noun = cue.bound.get("noun")
        mine = noun is None or noun.name == plan.thing.name
        near = any(cue in each.cues for each in world.draft.routes)
        said = verb in lemmas(word) if named else bool(verb) or not near or cue in route.cues
        if told is not None and mine and said and cue.bound["state"] in told.type.choices:
            cue.used = "states"
            return cue
    return None


def _refused(world: World, move: Move | None, why: str, route: Route) -> tuple[Failure, ...]:
    """How a move fails that is not allowed: as its own rule says, else as all of them do."""
    for cue in world.draft.all_said("only_from", "not_now"):
        starts = move.starts if move is not None else ()
        mine = cue.bound.get("from") in starts or why == f"It is not {cue.bound.get('state')}"
        if "status" in cue.bound and mine:
            if words := message(cue):
                world.kept.setdefault("said", {})[why] = words
            status = int(cue.bound["status"])
            return () if status == CONFLICT else (Failure("conflict", status, "Conflict"),)
    named = route.said("route")
    for cue in world.draft.all_said("status_else"):
        if named is not None and cue.sentence == named.sentence and not cue.used.startswith("r"):
            cue.used = "states"
            status = int(cue.bound["status"])
            return () if status == CONFLICT else (Failure("conflict", status, "Conflict"),)
    return failures(world, why)


def _moved(plan: Plan, route: Route, move: Move) -> tuple[tuple[str, str], ...] | None:
    """What a told move puts into a row: its state, what the request brings, and nulls."""
    names = [each.field.name for each in changes.brought(plan, route)]
    if any(plan.field(each) is None for each in (*names, *move.cleared)):
        return None
    return (
        ("status", f'"{move.to}"'),
        *((each, f"input.{each}") for each in names),
        *((each, "null") for each in move.cleared),
    )


def _inputs(plan: Plan, route: Route) -> tuple[Input, ...]:
    """The key, where no path has it, and what is brought for the row."""
    asked = changes.brought(plan, route)
    key = () if params(route.path) else (Input(plan.key.name, "json", key_type(plan.entity)),)
    kept = (each for each in asked if plan.field(each.field.name) is not None)
    return (*key, *body_inputs(tuple(replace(each.field, unique=False) for each in kept)))


def _values(
    world: World, plan: Plan, route: Route, word: str
) -> tuple[tuple[str, str], ...] | None:
    """What a route puts into a row; nothing when it is not known."""
    if (put := changes.values(world, plan, route, word)) is not None:
        return put
    if route.takes:
        return None
    if _counting(plan, word):
        name = _counter(plan, route, word)
        down = word in {"downvote", "decrement"}
        return ((name, f"$.{name} {'-' if down else '+'} 1"),) if plan.field(name) else None
    if word.startswith("toggle"):
        return _toggled(plan, route, word)
    if (cue := route.said("becomes")) is not None:
        word = str(cue.bound["word"])
    off = plan.field(_off(plan, route, word))
    if off is not None and off.type.kind == "boolean":
        return ((off.name, "false"),)
    if (flag := _flag(plan, word)) is not None:
        return ((flag.name, "true"),)
    if word.startswith("un") and (flag := _flag(plan, word.removeprefix("un"))) is not None:
        return ((flag.name, "false"),)
    state = _state(plan, word)
    told = plan.field("status") or plan.field("state")
    if state is None or told is None or state not in told.type.choices:
        return None
    stamp = f"{snake(state)}_at"
    more = ((stamp, "now()"),) if plan.field(stamp) is not None else ()
    return ((told.name, f'"{state}"'), *more)


def _toggled(plan: Plan, route: Route, word: str) -> tuple[tuple[str, str], ...] | None:
    cue: Cue | None = route.said("toggle")
    named = [word.removeprefix("toggle").strip("-_")]
    named += [str(cue.bound.get("name", ""))] if cue is not None else []
    flags = [each.name for each in plan.fields if each.type.kind == "boolean"]
    name = next((each for each in named if each in flags), flags[0] if flags else "")
    return ((name, f"not($.{name})"),) if name else None
