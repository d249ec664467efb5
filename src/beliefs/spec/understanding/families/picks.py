"""Lists of some rows: at a path of their own, behind a yes or no, or the list itself."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features.listing import Paging, listing
from beliefs.spec.features.resources import snake
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.conditions import before_now, condition, picked
from beliefs.spec.understanding.families.figures import about
from beliefs.spec.understanding.families.lists import parameter
from beliefs.spec.understanding.families.rules import created
from beliefs.spec.understanding.picking import Picked
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.words import lemmas

_MADE = frozenset({"create", "add", "make", "post", "submit", "record"})
_PLAIN = frozenset(
    """route lists shows answers thing verbs crud query filter newest oldest sort sort_down paging
    picked passed""".split()  # noqa: SIM905
)


def shape(world: World) -> None:
    """Rows know when they were made where that is asked; a list may always be of some rows."""
    for route in world.draft.routes:
        cue, at = route.said("picked"), world.at(route.path)
        if cue is None or at is None or route.method != "GET" or "{" in at[1]:
            continue
        told: Picked = cue.bound["picked"]
        if told.past and lemmas(told.word) & _MADE:
            created(at[0])
        held = picked(at[0], told) if at[1] == "" else ""
        if held and not at[0].listed:
            at[0].listed, cue.used = held, "picks"


def write(world: World) -> None:
    """Routes that list the rows for which something holds."""
    for route in world.draft.open_routes():
        plan = about(world, route)
        if route.method != "GET" or plan is None or plan.fixed is not None or "{" in route.path:
            continue
        cue = route.said("picked", "passed")
        held = _held(plan, route, cue)
        if held and route.path != plan.path:
            _listed(world, plan, route, held)


def _held(plan: Plan, route: Route, cue: Cue | None) -> str:
    """What holds for the rows of a route: what a sentence says, else what its path is called."""
    if cue is not None and cue.says == "picked":
        return picked(plan, cue.bound["picked"])
    if cue is not None:
        field = plan.field(_name(cue))
        late = condition(plan, route.last)
        return late or (before_now(field) if field is not None else "")
    plain = all(each.says in _PLAIN or each.used for each in route.cues)
    return condition(plan, route.last) if plain else ""


def _name(cue: Cue) -> str:
    return snake("_".join(each.field.name for each in cue.bound["fields"]))


def _listed(world: World, plan: Plan, route: Route, held: str) -> None:
    before, plan.filters = list(plan.filters), []
    for each in route.query:
        parameter(world, plan, each)
    resource = plan.resource()
    seen = f"({resource.visible}) and ({held})" if resource.visible else held
    wants = replace(plan.wants, paging=plan.paging if route.said("paging") else Paging())
    made = listing(replace(resource, visible=seen), wants, route.path)
    plan.filters = before
    word = route.last.replace("-", "_")
    made = replace(
        made,
        name=f"list_{snake(word)}_{plan.entity.plural}",
        summary=f"List {word.replace('_', ' ')} {plan.entity.plural.replace('_', ' ')}.",
    )
    world.add(made, route, route.source)
    for cue in route.cues:
        if cue.says in _PLAIN:
            cue.used = cue.used or "picks"
