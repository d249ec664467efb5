"""What is lent while there is some: copies of a book, so many for each member."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec.features.resources import variable
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.conditions import condition
from beliefs.spec.understanding.families.messages import message
from beliefs.spec.understanding.families.refusals import failure
from beliefs.spec.understanding.plans import Plan, World, refers

_STOCK = ("copies", "stock", "quantity", "units", "bikes", "count", "total", "capacity", "seats")
_FREE = ("available", "available_copies", "copies_available", "free", "left", "remaining")


def shape(world: World) -> None:
    """Guards for what makes a loan, and how many are left of what is lent."""
    for route in world.draft.routes:
        at = world.at(route.path)
        if route.method != "POST" or at is None or at[1] != "" or at[0].fixed is not None:
            continue
        for cue in route.cues:
            if cue.says in {"available_if", "none_left"} and not cue.used:
                _stocked(world, at[0], cue)
            elif cue.says == "few_open":
                _few(world, at[0], cue)
        if "lent" in world.kept:
            for cue in route.cues:
                cue.used = cue.used or ("lending" if cue.says == "lends" else "")
    for cue in world.draft.all_said("few_open"):
        loans = world.plans.get(cue.bound["nouns"][0].name)
        if not cue.used and loans is not None and loans.fixed is None:
            _few(world, loans, cue)
    near = {id(cue) for route in world.draft.routes for cue in route.cues}
    for cue in world.draft.all_said("available_if", "none_left"):
        made = [each for each in world.plans.values() if world.draft.route("POST", each.path)]
        for plan in made if not cue.used and id(cue) not in near else ():
            if plan.fixed is None and not cue.used:
                _stocked(world, plan, cue)
    if "lent" in world.kept:
        _shown(world)


def _lent(world: World, loans: Plan) -> tuple[Plan, Field, str] | None:
    """What loans are of, the field that names it, and the one that says how many there are."""
    for other in world.plans.values():
        key = next((each for each in loans.fields if refers(each, other)), None)
        stock = next((each for each in _STOCK if other.field(each) is not None), "")
        if other is not loans and key is not None and stock:
            _counted(other, stock)
            return other, key, stock
    return None


def _counted(plan: Plan, name: str) -> None:
    """How many there are is a number, whatever its name alone would say."""
    told = plan.field(name)
    if told is not None and told.type.kind not in {"integer", "number"}:
        plan.changes_field(replace(told, type=Type("integer", minimum=0)))


def _out(loans: Plan) -> str:
    """What holds for loans that are not over."""
    held = condition(loans, "open")
    return f" and {held}" if held else ""


def _stocked(world: World, loans: Plan, cue: Cue) -> None:
    found = _lent(world, loans)
    if found is None:
        return
    other, key, stock = found
    one = variable(other.entity)
    way, failures = failure(cue)
    why = json.dumps(message(cue) or f"There is no {other.thing.name.replace('_', ' ')} left")
    out = f"count({loans.name}[where .{key.name} = input.{key.name}{_out(loans)}])"
    loans.checks += [
        f"let {one} = first({other.name}[where .{other.key.name} = input.{key.name}])",
        f"guard {out} < {one}.{stock} else {way} {why}",
    ]
    loans.failures += failures
    world.kept["lent"] = (loans, other, key.name, stock)
    cue.used = "lending"


def _few(world: World, loans: Plan, cue: Cue) -> None:
    """So many for each of those that a loan is made for, and no more."""
    who = world.plans.get(cue.bound["who"].name)
    key = next((each for each in loans.fields if who is not None and refers(each, who)), None)
    if who is None or key is None:
        return
    # "Fewer than 3" is asked before one is added, "at most 3" holds with it: both are below 3.
    most = int(cue.bound["number"])
    way, failures = failure(cue)
    usual = f"This {who.thing.name.replace('_', ' ')} has as many as may be"
    why = json.dumps(message(cue) or usual)
    out = f"count({loans.name}[where .{key.name} = input.{key.name}{_out(loans)}])"
    loans.checks.append(f"guard {out} < {most} else {way} {why}")
    loans.failures += failures
    cue.used = "lending"


def _shown(world: World) -> None:
    """How many are left, where that is asked for."""
    loans, other, key, stock = world.kept["lent"]
    asked = {
        each.field.name
        for route in world.draft.routes
        for each in route.answers
        if _about(world, route, other)
    }
    names = [each for each in _FREE if each in asked and other.field(each) is None]
    out = f"count({loans.name}[where .{key} = $.{other.key.name}{_out(loans)}])"
    if names:
        parts = ", ".join(f"{each}: $.{stock} - {out}" for each in names)
        other.shows = f"merge({other.shows}, {{{parts}}})"
        world.draft.use("lending", "not_out")
    known = {*names, other.key.name, *(each.name for each in other.fields)}
    for route in world.draft.routes if names else ():
        for cue in route.cues if _about(world, route, other) else ():
            told = {each.field.name for each in cue.bound.get("fields", ())}
            if cue.says in {"answers", "lists", "with"} and told and told <= known:
                cue.used = cue.used or "lending"


def _about(world: World, route: Route, plan: Plan) -> bool:
    at = world.at(route.path)
    return route.method == "GET" and at is not None and at[0] is plan and at[1] in {"", "{}"}
