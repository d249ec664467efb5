"""Requests that a rule refuses: what is done already, what exists, what is closed or too much."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.effects import Call, Effect, Expr, Get, Guard, Let, Lit, Make, Patch, Stmt, Var
from beliefs.spec.failures import DEFAULT_BODY, Failure, Way
from beliefs.spec.features.resources import an, spoken, variable
from beliefs.spec.operations import Operation
from beliefs.spec.parsing import read_expression
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.conditions import condition
from beliefs.spec.understanding.families.messages import MESSAGES, body, message
from beliefs.spec.understanding.families.things import text_field
from beliefs.spec.understanding.families.verbs import call
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.words import lemmas, participle, singular

_MAKING = frozenset({"add", "create", "register", "post", "insert", "submit", "make", "save"})
_SIGNS = {
    **dict.fromkeys(("after", "later", "greater", "larger", "higher", ">"), ">"),
    **dict.fromkeys(("before", "earlier", "less", "smaller", "lower", "<"), "<"),
    "≥": ">=",
    "≤": "<=",
}
_EXCEEDS = frozenset({"exceed", "surpass"})
_NOT = {">": "<=", "<": ">=", ">=": "<", "<=": ">"}


def shape(world: World) -> None:
    """Rules that are kept by what rows are made of."""
    _bodies(world)
    for cue in world.draft.all_said("again", "exists"):
        _unique(world, cue)
    for cue in world.draft.all_said("compare", "compare_bad", "compare_not", "differ"):
        _compared(world, cue)


def _bodies(world: World) -> None:
    """A failure that is written out with a key of its own says how all of them look."""
    if world.draft.said("error_body") or world.body != DEFAULT_BODY:
        return
    for cue in world.draft.cues:
        told = body(cue)
        name = next((each for each in MESSAGES if isinstance(told.get(each), str)), "")
        if name and len(told) == 1 and name != "detail":
            world.body = json.dumps({name: "{message}"})
            world.assume("how errors look", f'as written out: {{"{name}": …}}')
            return


def failure(cue: Cue, usual: int = 409) -> tuple[Way, tuple[Failure, ...]]:
    """The way in which a request fails by a rule, and its status where that is another."""
    status = int(cue.bound.get("status", usual))
    ways: dict[int, Way] = {409: "conflict", 404: "absent", 410: "gone", 403: "forbidden"}
    if status in ways:
        return ways[status], ()
    if status == 422:
        return "out_of_range", ()
    return "refused", (Failure("refused", status, "Bad request"),)


def _unique(world: World, cue: Cue) -> None:
    """What may not be made twice is unique."""
    noun = cue.bound.get("noun")
    verb = str(cue.bound.get("doing", ""))
    if noun is None or (cue.says == "again" and not _makes(world, verb)):
        return
    for plan in world.plans.values():
        own = plan.thing.name == noun.name
        names = [noun.name, *([text_field(plan)] if own and cue.says == "exists" else [])]
        name = next((each for each in names if plan.field(each) or plan.key.name == each), "")
        told = plan.field(name) if name else None
        if told is None or plan.fixed is not None:
            continue
        plan.changes_field(replace(told, unique=True))
        if cue.bound["status"] != 409:
            world.failures.append(Failure("conflict", int(cue.bound["status"]), "Conflict"))
        said = f"{an(spoken(plan.entity).lower()).capitalize()} with this {name} already exists"
        world.kept.setdefault("said", {})[said] = message(cue)
        cue.used = "refusals"
        return


def _makes(world: World, verb: str) -> bool:
    """Whether a verb makes rows: add, create, or one that no route of a row is called by."""
    return verb in _MAKING or not any(verb in lemmas(each.last) for each in world.draft.routes)


def _compared(world: World, cue: Cue) -> None:
    """Fields of which one must be after, above or below the other."""
    left, right = str(cue.bound["left"]), str(cue.bound["right"])
    holds = "!=" if cue.says == "differ" else _wanted(cue)
    for plan in world.plans.values():
        if holds == "!=" and plan.field(left) is None:
            left, right = f"{left}_id", f"{right}_id"
        if not holds or plan.field(left) is None or plan.field(right) is None or plan.fixed:
            continue
        way, failures = failure(cue, 422)
        why = message(cue) or _why(plan, left, holds, right)
        told = f"else {way} {json.dumps(why)}"
        given = f"input.{left} = null or input.{right} = null or"
        plan.checks.append(f"guard {given} input.{left} {holds} input.{right} {told}")
        one = variable(plan.entity)
        kept = [f"or_else(input.{each}, {one}.{each})" for each in (left, right)]
        both = f"{kept[0]} = null or {kept[1]} = null or {kept[0]} {holds} {kept[1]}"
        plan.changes.append(f"guard {both} {told}")
        plan.failures += failures
        cue.used = "refusals"
        return


def _why(plan: Plan, left: str, holds: str, right: str) -> str:
    """What is said where two fields do not fit each other."""
    if holds == "!=":
        return f"{left} and {right} must differ"
    told = plan.field(left)
    number = told is not None and told.type.kind in {"integer", "number"}
    timely = {">": "after", ">=": "at or after", "<": "before", "<=": "at or before"}
    amounts = {">": "more than", ">=": "at least", "<": "less than", "<=": "at most"}
    return f"{left} must be {(amounts if number else timely)[holds]} {right}"


def _wanted(cue: Cue) -> str:
    """The sign that must hold between two fields."""
    words = {each.text.lower() for each in cue.tokens}
    if cue.words & _EXCEEDS:
        return "<="
    sign = next((_SIGNS[each] for each in sorted(words) if each in _SIGNS), "")
    failing = cue.says == "compare_not" or (cue.says == "compare_bad" and "not" not in words)
    return _NOT.get(sign, "") if failing else sign


def write(world: World) -> None:
    """Put guards into what was written."""
    for cue in world.draft.all_said("again"):
        if not cue.used:
            for route in _meant(world, cue):
                _done(world, route, cue)
    for cue in world.draft.all_said("reaches"):
        if not cue.used:
            _reached(world, cue)
    for cue in world.draft.all_said("none_left"):
        if not cue.used:
            _emptied(world, cue)
    for cue in world.draft.all_said("only_while", "only_where", "only_once", "once_per"):
        if not cue.used:
            _only(world, cue)
    for cue in world.draft.all_said("closed_to"):
        _closed(world, cue)
    for cue in world.draft.all_said("enough", "full"):
        if not cue.used or message(cue) or cue.bound.get("status", 409) != 409:
            _short(world, cue)
    world.operations = [
        replace(each, effect=tuple(_in_words(world, one) for one in each.effect))
        for each in world.operations
    ]


def _in_words(world: World, statement: Stmt) -> Stmt:
    """A guard with the words that the goal has for it."""
    if not isinstance(statement, Guard):
        return statement
    words = world.kept.get("said", {}).get(statement.message, "")
    if statement.failure == "absent" and statement.message.endswith("not found"):
        words = words or world.kept.get("absent", "")
    return replace(statement, message=words) if words else statement


def _meant(world: World, cue: Cue) -> list[Route]:
    """The routes that a rule about doing something is about."""
    verb, done = str(cue.bound.get("doing", "")), str(cue.bound.get("done", ""))
    if "call" in cue.bound:
        return [each for each in world.draft.routes if each.done and _called(each, cue)]
    made = [each for each in world.draft.routes if each.done and each.method != "GET"]
    named = [
        each
        for each in made
        if (verb and verb in lemmas(each.last)) or (done and participle(each.last) == done)
    ]
    return named or ([each for each in made if cue in each.cues] if not verb else [])


def _called(route: Route, cue: Cue) -> bool:
    return route.method != "GET" and call(route.path) == cue.bound["call"]


def _operation(world: World, route: Route) -> int:
    ways = [(each.method, each.path) for each in world.operations]
    return ways.index((route.method, route.path))


def _guarded(world: World, route: Route, cue: Cue, holds: Expr, why: str, before: int) -> None:
    place = _operation(world, route)
    made = world.operations[place]
    way, failures = failure(cue)
    guard = Guard(holds, way, message(cue) or why)
    effect: Effect = (*made.effect[:before], guard, *made.effect[before:])
    known = {each.way for each in made.failures}
    more = tuple(each for each in failures if each.way not in known)
    world.operations[place] = replace(made, effect=effect, failures=(*made.failures, *more))
    cue.used = "refusals"
    for other in route.cues:
        if other.says in {"status_else", "once", "twice"} and other.sentence == cue.sentence:
            other.used = other.used or "refusals"


def _patched(made: Operation) -> tuple[int, Patch, Make] | None:
    """The first change of a row that is written out, and where it stands."""
    for at, each in enumerate(made.effect):
        if isinstance(each, Patch) and isinstance(each.values, Make):
            return at, each, each.values
    return None


def _done(world: World, route: Route, cue: Cue) -> None:
    """What a request puts into a row may not be there already."""
    made = world.operations[_operation(world, route)]
    found = _patched(made)
    if found is None:
        return
    at, patch, made_of = found
    for name, value in made_of.fields:
        if isinstance(value, Lit) and value.value is not None:
            holds = Call("!=", (Get(Var(patch.name), name), value))
            noun = singular(patch.name).replace("_", " ").removeprefix("the ")
            why = f"The {noun} is already {participle(route.last)}"
            _guarded(world, route, cue, holds, why, at)
            return


def _reached(world: World, cue: Cue) -> None:
    """What counts up stops at another field."""
    left, right = str(cue.bound["left"]), str(cue.bound["right"])
    for route in world.draft.routes:
        if not route.done or route.method == "GET":
            continue
        found = _patched(world.operations[_operation(world, route)])
        if found is None:
            continue
        at, patch, made_of = found
        rows = [each for each in world.plans.values() if each.name == patch.entity]
        if left in dict(made_of.fields) and rows and rows[0].field(right) is not None:
            one = Var(patch.name)
            holds = Call("<", (Get(one, left), Get(one, right)))
            _guarded(world, route, cue, holds, f"{left} has reached {right}", at)


def _emptied(world: World, cue: Cue) -> None:
    """What counts down stops at zero."""
    for route in _meant(world, cue):
        found = _patched(world.operations[_operation(world, route)])
        for name, value in found[2].fields if found is not None else ():
            if found is not None and isinstance(value, Call) and value.function == "-":
                holds = Call(">", (Get(Var(found[1].name), name), Lit(0)))
                _guarded(world, route, cue, holds, f"There is no {name} left", found[0])
                break


def _only(world: World, cue: Cue) -> None:
    """A request on one row that is for rows in a state alone, or for those not yet dealt with."""
    done = str(cue.bound.get("done", cue.bound.get("verb", "")))
    if cue.says == "once_per" and (not done or "nouns" in cue.bound):
        return
    for route in world.draft.routes:
        at = world.at(route.path)
        mine = participle(route.last) == done if done else cue in route.cues
        if at is None or not route.done or not at[1].startswith("{}") or not mine:
            continue
        plan, one = at[0], variable(at[0].entity)
        made = world.operations[_operation(world, route)]
        held = _first_time(made, one) if done else _held_for(plan, cue)
        lets = [n for n, each in enumerate(made.effect) if isinstance(each, Let)]
        place = next((n for n in lets if getattr(made.effect[n], "name", "") == one), None)
        if held and place is not None and route.method != "GET":
            state = cue.bound.get("state", "")
            why = f"The {plan.thing.name.replace('_', ' ')} is "
            why += f"already {done}" if done else f"not {state}" if state else "not ready for that"
            holds = read_expression(re.sub(r"(?<![\w\]])\.(?=[a-z])", f"{one}.", held))
            told = _status_of(world, cue)
            _guarded(world, route, told, holds, why, place + 2)  # behind the guard that it is there
            cue.used = "refusals"


def _status_of(world: World, cue: Cue) -> Cue:
    """What says the status: the rule itself, or "the second time is 409" behind it."""
    if "status" in cue.bound:
        return cue
    behind = [each for each in world.draft.all_said("second") if each.sentence == cue.sentence]
    for each in behind[:1]:
        each.used = "refusals"
    return behind[0] if behind else cue


def _held_for(plan: Plan, cue: Cue) -> str:
    if cue.says == "only_while":
        return condition(plan, str(cue.bound["state"]))
    told = plan.field(str(cue.bound["name"]))
    return f".{told.name} = {cue.bound['value']}" if told is not None else ""


def _first_time(made: Operation, one: str) -> str:
    """What tells that a request was not done to a row before."""
    found = _patched(made)
    for name, value in found[2].fields if found is not None and found[1].name == one else ():
        if isinstance(value, Lit) and value.value is not None:
            return f".{name} != {json.dumps(value.value)}"
        if isinstance(value, Get) and value.of == Var("input"):
            return f".{name} = null"
    return ""


def _closed(world: World, cue: Cue) -> None:
    """Rows of something in a state that takes no more of them."""
    child = next((world.plans.get(each.name) for each in cue.bound["nouns"]), None)
    owner: Plan | None = world.plans.get(cue.bound["noun"].name)
    if child is None or owner is None or child.parent is not owner:
        return
    state = str(cue.bound["done"])
    told = owner.field("status") or owner.field("state")
    flag = owner.field(state)
    one = Var(variable(owner.entity))
    if told is not None and state in told.type.choices:
        holds = Call("!=", (Get(one, told.name), Lit(state)))
    elif flag is not None and flag.type.kind == "boolean":
        holds = Call("not", (Get(one, state),))
    else:
        return
    route = world.draft.route("POST", child.path)
    if route is not None and route.done:
        why = f"The {owner.thing.name.replace('_', ' ')} is {state}"
        _guarded(world, route, cue, holds, why, 2)


def _short(world: World, cue: Cue) -> None:
    """What a family guards already, with the status and the words of the goal."""
    for place, made in enumerate(world.operations):
        guards = [each for each in made.effect if isinstance(each, Guard)]
        short = [each for each in guards if "not enough" in each.message or "full" in each.message]
        if not short:
            continue
        way, failures = failure(cue)
        effect = tuple(_said(each, short, way, message(cue)) for each in made.effect)
        world.operations[place] = replace(made, effect=effect, failures=(*made.failures, *failures))
        cue.used = "refusals"


def _said(statement: Stmt, short: list[Guard], way: Way, words: str) -> Stmt:
    if isinstance(statement, Guard) and statement in short:
        return replace(statement, failure=way, message=words or statement.message)
    return statement
