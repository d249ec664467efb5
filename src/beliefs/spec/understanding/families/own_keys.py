"""Rows with a key of their own: made at random, or a secret that whoever made the row has."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.effects import Answer, Effect, Patch
from beliefs.spec.entities import Key
from beliefs.spec.failures import Failure
from beliefs.spec.features import row_keys
from beliefs.spec.features.resources import params, program, snake, variable
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.messages import message
from beliefs.spec.understanding.parts import Part
from beliefs.spec.understanding.plans import Plan, World, item_path
from beliefs.spec.understanding.words import plural

_DENIED = (401, 403)


class Guarded(NamedTuple):
    """Rows that have a secret, its field, the header that shows it, and the routes that want it."""

    plan: Plan
    field: str
    header: str
    routes: tuple[Route, ...]


def shape(world: World) -> None:
    """Rows get what their creation gives back, and say who may change them."""
    for route in world.draft.routes:
        at = world.at(route.path)
        if route.method != "POST" or at is None or at[1] != "" or at[0].fixed is not None:
            continue
        _secrets(world, at[0], route)
        for cue in route.cues:
            if cue.says == "gives":
                _given(at[0], route, cue)
    for plan in world.plans.values():
        _seen(world, plan)


def _given(plan: Plan, route: Route, cue: Cue) -> None:
    brought = {each.field.name for each in route.takes}
    parts: tuple[Part, ...] = cue.bound["parts"]
    names = {plan.key.name, *params(item_path(plan))[-1:]}
    for part in parts:
        if part.name in brought:
            continue
        if part.how == "random":
            _random(plan, part, key=part.name in names)
        elif part.how == "begins":
            plan.fields = [each for each in plan.fields if each.name != part.name]
            plan.adds(Field(part.name, Type("integer"), required=False, default=part.value))
    known = {plan.key.name, *(each.name for each in (*plan.fields, *plan.own))}
    if all(each.name in known for each in parts):
        cue.used = "own_keys"


def _random(plan: Plan, part: Part, *, key: bool) -> None:
    """A key, or another field, that the service makes up."""
    plan.fields = [each for each in plan.fields if each.name != part.name]
    plan.sets = [each for each in plan.sets if each[0] != part.name]
    made = f"code({part.value})"
    if key:
        plan.key = Key(part.name, "given")
        plan.sets.insert(0, (part.name, made))
    else:
        plan.adds(Field(part.name, Type("string")), made)


def _secrets(world: World, plan: Plan, route: Route) -> None:
    """A secret that making a row gives back, and that a header shows later."""
    brought = {each.field.name for each in route.takes}
    parts = [each for cue in route.cues for each in cue.bound.get("parts", ())]
    secret = [each.name for each in parts if each.how == "secret"]
    told = [each.field.name for each in route.answers if each.field.name not in brought]
    for cue in world.draft.all_said("key_in"):
        routes = tuple(each for each in world.draft.routes if cue in each.cues)
        header = str(cue.bound.get("header", ""))
        shown = {snake(re.sub(r"(?i)^x-", "", header)), str(cue.bound.get("keyed", ""))}
        name = next((each for each in told if each in shown), next(iter(secret), ""))
        if routes and name and "own_key" not in world.kept:
            plan.fields = [each for each in plan.fields if each.name != name]
            plan.own.append(row_keys.secret(name))
            world.kept["own_key"] = Guarded(plan, name, header, routes)
            cue.used = "own_keys"


def _seen(world: World, plan: Plan) -> None:
    """How often a row was read, where reading it is counted."""
    route = world.draft.route("GET", item_path(plan))
    cue = route.said("seen") if route is not None else None
    if cue is None:
        return
    named = [plural(str(cue.bound["seen"]))] if "seen" in cue.bound else ["views", "visits", "hits"]
    names = [*named, *(f"{each}_count" for each in named)]
    had = next((each for each in names if plan.field(each) is not None), "")
    plan.adds(Field(had or names[0], Type("integer"), required=False, default="0"))
    world.kept.setdefault("seen", {})[plan.thing.name] = had or names[0]
    cue.used = "own_keys"
    world.draft.use("own_keys", "unseen_read")


def write(world: World) -> None:
    """Give secrets out, want them again, and count reads."""
    guarded: Guarded | None = world.kept.get("own_key")
    if guarded is not None:
        _guard(world, guarded)
    for name, field in world.kept.get("seen", {}).items():
        plan = world.plans.get(name)
        if plan is None:  # taken back since: its routes say something else
            continue
        for at, made in enumerate(world.operations):
            if (made.method, made.path) == ("GET", item_path(plan)):
                effect = _counted(made.effect, plan, field)
                world.operations[at] = replace(made, effect=effect)


def _counted(effect: Effect, plan: Plan, field: str) -> Effect:
    one = variable(plan.entity)
    more = program(f"patch {plan.name} {one} {{{field}: {one}.{field} + 1}}")
    if any(isinstance(each, Patch) for each in effect) or not isinstance(effect[-1], Answer):
        return effect
    return (*effect[:-1], *more, effect[-1])


def _guard(world: World, guarded: Guarded) -> None:
    plan, name, header, routes = guarded
    wanted = {(each.method, each.path) for each in routes}
    world.identity = row_keys.shown_in("header", header)
    said = [cue for route in routes for cue in route.cues]
    said += world.draft.all_said("denied")
    missing = wrong = _DENIED[1]
    words = ""
    for cue in said:
        told = int(cue.bound.get("denial", cue.bound.get("status", 0)))
        if cue.says in {"denied", "status_else"} and told in _DENIED:
            without = not cue.words.isdisjoint({"without", "missing", "no", "absent"})
            other = not cue.words.isdisjoint({"wrong", "invalid", "bad", "another"})
            missing = told if without or not other else missing
            wrong = told if other or not without else wrong
            words = message(cue)
            cue.used = "own_keys"
    world.failures.append(Failure("unauthenticated", missing, words or "Not authenticated"))
    world.failures += [] if wrong == _DENIED[1] else [Failure("forbidden", wrong)]
    for at, made in enumerate(world.operations):
        if (made.method, made.path) == ("POST", plan.path):
            world.operations[at] = row_keys.given_out(made, plan.entity, name)
        elif (made.method, made.path) in wanted:
            world.operations[at] = row_keys.guarded(made, plan.name, name, words)
    for cue in world.draft.all_said("shown_once"):
        if str(cue.bound["name"]).lower() in {name, "that", "it", "which"}:
            cue.used = "own_keys"
    for cue in world.draft.all_said("gives", "answers"):
        if name in {each.field.name for each in cue.bound.get("fields", ())}:
            cue.used = cue.used or "own_keys"


def hidden(plan: Plan) -> bool:
    """Whether rows are found by a key that nobody can guess, so that no list gives it away."""
    return any(name == plan.key.name and value.startswith("code(") for name, value in plan.sets)
