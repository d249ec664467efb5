"""Figures that a row shows of what belongs to it: how many comments, the average of its ratings."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.types import NUMBERS
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import Plan, World, refers

_WORKED = {"average": "average", "avg": "average", "mean": "average", "total": "sum", "sum": "sum"}


def shape(world: World) -> None:
    """Show what is asked for and what no field holds."""
    for route in world.draft.routes:
        at = world.at(route.path)
        if route.method != "GET" or at is None or at[1] not in {"", "{}"} or at[0].fixed:
            continue
        plan = at[0]
        for each in route.answers:
            name = each.field.name
            known = plan.field(name) is not None or f"{name}: " in plan.shows
            value = "" if known or name == plan.key.name else _value(world, plan, name)
            if value:
                plan.shows = f"merge({plan.shows}, {{{name}: {value}}})"
        _use(route, plan)


def _use(route: Route, plan: Plan) -> None:
    shown = {plan.key.name, *(each.name for each in plan.entity.fields)}
    shown |= set(re.findall(r"(\w+): ", plan.shows))
    for cue in route.cues:
        names = {each.field.name for each in cue.bound.get("fields", ())}
        if cue.says == "answers" and names and names <= shown and plan.shows != "$":
            cue.used = cue.used or "tallies"


def _below(world: World, plan: Plan) -> list[tuple[Plan, str]]:
    """The things that belong to one, or refer to it, each with the field that says to which."""
    found = []
    for other in world.plans.values():
        key = other.parent_field if other.parent is plan else ""
        key = key or next((each.name for each in other.fields if refers(each, plan)), "")
        if key and other is not plan and other.fixed is None:
            found.append((other, key))
    return found


def _value(world: World, plan: Plan, name: str) -> str:
    for other, key in _below(world, plan):
        one, several = other.thing.name, other.thing.plural
        rows = f"{other.name}[where .{key} = $.{plan.key.name}]"
        if name in {f"{one}_count", f"{several}_count", f"number_of_{several}", f"{several}_total"}:
            return f"count({rows})"
        head, _, rest = name.partition("_")
        numbers = [each.name for each in other.fields if each.type.kind in NUMBERS]
        numbers = [each for each in numbers if not each.endswith("_id")]
        named = [each for each in numbers if each == rest or (rest == one and len(numbers) == 1)]
        if head in _WORKED and named:
            return f"{_WORKED[head]}(each(one in {rows}: one.{named[0]}))"
    return ""
