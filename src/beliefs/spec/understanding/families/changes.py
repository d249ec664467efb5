"""Routes of one row that are said to set a field: to a value, to the time, to what they bring."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features.resources import params
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.asked import Asked, optional
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.words import is_verb, participle

_MOVES = frozenset({"move", "reorder", "transition"})
_FLAGS = frozenset({"true", "false"})
# What a request calls an amount that is added as it stands, less than nothing too.
SIGNED = frozenset({"delta", "change", "adjustment", "difference"})


def shape(world: World, plan: Plan, route: Route, word: str) -> bool:
    """Give rows what a route is said to set; whether that is all there is to the route."""
    if (cue := route.said("touches")) is not None:
        plan.adds(Field(str(cue.bound["stamp"]), Type("datetime", nullable=True), required=False))
        return True
    if (cue := route.said("happens")) is not None and _when(cue, word) and not route.takes:
        plan.adds(Field(_when(cue, word), Type("datetime", nullable=True), required=False))
        return True
    if (cue := route.said("sets")) is not None and cue.bound["value"] in _FLAGS:
        told = lexicon.field(str(cue.bound["name"]))
        no = Field(told.name, Type("boolean"), required=False, default="false")
        plan.adds(told if told.type.kind == "boolean" else no)
        return True
    if (cue := route.said("sets")) is not None and plan.field(str(cue.bound["name"])) is not None:
        return not route.takes
    if (cue := _counted(route)) is not None and not route.takes:
        plan.adds(Field(str(cue.bound["name"]), Type("integer"), required=False, default="0"))
        return True
    if brought(plan, route) and not _others(world, route):
        _kept(world, plan, route, word)
    return bool(brought(plan, route))


def _others(world: World, route: Route) -> bool:
    """Whether what a route brings is for rows of their own: a vote, a place, an attempt."""
    held = [each for name in ("voting", "capacity") for each in world.kept.get(name, ())]
    tried = "quizzes" in world.kept and route.last in {"start", "submit"}
    return tried or any(each is route for each in held)


def brought(plan: Plan, route: Route) -> list[Asked]:
    """What a request brings for a row, besides the key of it where no path has that."""
    keyed = bool(params(route.path))
    return [each for each in route.takes if keyed or each.field.name != plan.key.name]


def _when(cue: Cue, word: str) -> str:
    """The field that says when something was last done; empty where the noun is of other rows."""
    if "noun" in cue.bound:
        return f"{participle(word)}_at" if is_verb(word) else ""
    done = cue.bound.get("done") or participle(cue.bound["doing"])
    return f"{done}_at"


def _counted(route: Route) -> Cue | None:
    cue = route.said("increment", "decrement")
    return cue if cue is not None and "name" in cue.bound else None


def _kept(world: World, plan: Plan, route: Route, word: str) -> None:
    """What a request brings for a row is kept with it: whom it was assigned to, who adopted it."""
    asked = brought(plan, route)
    names = [each.field.name for each in asked]
    if word in _MOVES or not is_verb(word) or plan.machine is not None or _adds(plan, names):
        return
    for each in asked:
        plan.adds(replace(optional(replace(each.field, default="")), unique=False))
    done = participle(word)
    spoken_of = any(
        cue.says == "again" and cue.bound.get("done") == done for cue in world.draft.cues
    ) or any(done in other.query for other in world.draft.routes)
    if spoken_of and plan.field(done) is None and plan.field("status") is None:
        plan.adds(Field(done, Type("boolean"), required=False, default="false"))


def _adds(plan: Plan, names: list[str]) -> bool:
    """Whether what is brought is an amount that changes another one, or is kept already."""
    kept = {"balance", "stock", "quantity", "points", "credits"}
    amounts = {"amount", "quantity", "points", *SIGNED}
    return any(plan.field(each) is not None for each in names) or (
        not amounts.isdisjoint(names) and any(plan.field(each) is not None for each in kept)
    )


def values(world: World, plan: Plan, route: Route, word: str) -> tuple[tuple[str, str], ...] | None:
    """What a route puts into a row; nothing when no word says so."""
    if asked := brought(plan, route):
        names = [each.field.name for each in asked]
        if word in _MOVES or any(plan.field(each) is None for each in names):
            return None
        done = participle(word)
        flag = next((each for each in plan.own if each.name == done), None)
        more = ((done, "true"),) if flag is not None and done not in names else ()
        return (*((each, f"input.{each}") for each in names), *more)
    if (cue := route.said("touches")) is not None:
        return ((str(cue.bound["stamp"]), "now()"),)
    if (cue := route.said("happens")) is not None and plan.field(_when(cue, word)) is not None:
        return ((_when(cue, word), "now()"),)
    if (cue := route.said("sets")) is not None and plan.field(str(cue.bound["name"])) is not None:
        return ((str(cue.bound["name"]), _value(world, route, cue)),)
    if (cue := _counted(route)) is not None and plan.field(str(cue.bound["name"])) is not None:
        name = str(cue.bound["name"])
        return ((name, f"$.{name} {'+' if cue.says == 'increment' else '-'} 1"),)
    return None


def _value(world: World, route: Route, cue: Cue) -> str:
    """The value that a route sets: of two routes with two values, each has its own."""
    told = [str(cue.bound[each]) for each in ("value", "other") if each in cue.bound]
    routes = [each for each in world.draft.routes if cue in each.cues]
    value = told[routes.index(route)] if len(routes) == len(told) else told[0]
    return value if value in _FLAGS or value.isdigit() else f'"{value}"'
