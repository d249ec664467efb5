"""Keys that a request may choose, and that are made up where it does not."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from beliefs.spec.entities import Key
from beliefs.spec.failures import Failure
from beliefs.spec.features.resources import params
from beliefs.spec.operations import Input
from beliefs.spec.types import Field
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import Plan, World, item_path

_LONG = 7
_LENGTHS = range(4, 65)


def shape(world: World) -> None:
    """Rows whose key comes in under another name, or is made up."""
    for route in world.draft.routes:
        at = world.at(route.path)
        if route.method != "POST" or at is None or at[1] != "" or at[0].fixed is not None:
            continue
        plan = at[0]
        key = (params(item_path(plan)) or ["id"])[-1]
        if key == "id" or plan.field(key) is not None or any(key == name for name, _ in plan.sets):
            continue
        _keyed(world, plan, route, key)


def _keyed(world: World, plan: Plan, route: Route, key: str) -> None:
    told = [each for each in world.draft.all_said("made_up") if each.bound["key"] == key]
    length = int(told[0].bound["number"]) if told else _LONG
    chosen = _chosen(plan, route, key)
    if (not told and chosen is None) or length not in _LENGTHS:
        return
    plan.key = Key(key, "given")
    made = f"code({length})"
    if chosen is not None:
        name, silent = chosen.name, bool(told) or not chosen.required
        plan.fields = [each for each in plan.fields if each.name != name]
        plan.changes = [each for each in plan.changes if f"input.{name} " not in each]
        kind = replace(chosen.type, nullable=silent)
        plan.beside.append(Input(name, "json", kind, required=not silent))
        made = f"or_else(input.{name}, {made})" if silent else f"input.{name}"
        free = f"count({plan.name}[where .{key} = input.{name}]) = 0"
        held = f"input.{name} = null or {free}" if silent else free
        plan.checks.append(f'guard {held} else conflict "This {name} is taken"')
        _taken(world, name)
        if silent and not told:
            world.assume(f"the {key} where no {name} is given", f"{length} letters and digits")
    plan.sets.insert(0, (key, made))
    for cue in told:
        cue.used = "chosen_keys"


def _taken(world: World, name: str) -> None:
    """What is said of one that another row has."""
    for cue in world.draft.all_said("exists", "twice"):
        noun = getattr(cue.bound.get("noun"), "name", cue.bound.get("name", ""))
        if noun == name and not cue.used:
            cue.used = "chosen_keys"
            if cue.bound.get("status", 409) != 409:
                world.failures.append(Failure("conflict", int(cue.bound["status"]), "Conflict"))


def _chosen(plan: Plan, route: Route, key: str) -> Field | None:
    """The field that an example shows again as the key of the row."""
    sent, shown = body_of(route), answer_of(route)
    if key not in shown:
        return None
    same = [name for name, value in sent.items() if value == shown[key] and name not in shown]
    told = plan.field(same[0]) if len(same) == 1 else None
    return told if told is not None and told.type.kind == "string" else None


def body_of(route: Route) -> dict[str, Any]:
    """The body that a request is shown with."""
    for cue in route.cues:
        if cue.says == "takes" and (written := _written(cue.tokens[-1].text)):
            return written
    return {}


def answer_of(route: Route) -> dict[str, Any]:
    """The answer that a request is shown with."""
    return _written(route.example.text) if route.example is not None else {}


def _written(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
