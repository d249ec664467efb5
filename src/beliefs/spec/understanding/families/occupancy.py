"""Places that are entered and left: a car on a level, a guest in a room, no more than fit."""

from __future__ import annotations

import json

from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import (
    body_inputs,
    found,
    key_param,
    path_inputs,
    program,
    snake,
    variable,
)
from beliefs.spec.operations import Operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.asked import required
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.families.messages import MESSAGES, message
from beliefs.spec.understanding.plans import Plan, World

_IN = frozenset({"enter", "park", "board", "check-in", "checkin", "admit", "arrive"})
_OUT = frozenset({"leave", "exit", "unpark", "check-out", "checkout", "release", "depart"})
_PLACES = ("capacity", "spaces", "seats", "places", "spots", "slots", "beds")
_TAKEN = ("occupied", "taken", "used", "occupancy")
_FREE = ("free", "available", "left", "remaining", "free_spaces", "free_places")
_ENTITY = "Occupant"


def shape(world: World) -> None:
    """Who is inside is kept as rows of their own, and shown as figures of the place."""
    pair = _pair(world)
    if pair is None:
        return
    plan, entering, leaving, places = pair
    told = [each.field for each in leaving.takes or entering.takes]
    told = [required(each) for each in told if each.name not in MESSAGES]
    if not told:
        return
    key = f"{snake(plan.thing.name)}_id"
    fields = (Field(key, Type("integer")), *told)
    world.entities.append(Entity(_ENTITY, "occupants", fields))
    world.families.add("occupancy")
    world.kept["occupancy"] = (plan, places, key, told[0], tuple(told))
    entering.crosses = leaving.crosses = ("occupancy",)
    inside = f"count({_ENTITY}[where .{key} = $.{plan.key.name}])"
    asked = {each.field.name for route in _shown(world, plan) for each in route.answers}
    names = [f"{each}: {inside}" for each in _TAKEN if each in asked]
    names += [f"{each}: $.{places} - {inside}" for each in _FREE if each in asked]
    if names:
        plan.shows = f"merge({plan.shows}, {{{', '.join(names)}}})"
    plan.removal.append(f"delete {_ENTITY} where .{key} = {variable(plan.entity)}.{plan.key.name}")


def _pair(world: World) -> tuple[Plan, Route, Route, str] | None:
    """A route that lets in, the one that lets out again, and the thing that has the places."""
    for route in world.draft.routes:
        at = world.at(route.path)
        if route.method != "POST" or at is None or at[1].removeprefix("{}/") not in _IN:
            continue
        places = next((each for each in _PLACES if at[0].field(each)), "")
        outs = [f"{route.path.rpartition('/')[0]}/{each}" for each in sorted(_OUT)]
        back = next((each for path in outs if (each := world.draft.route("POST", path))), None)
        if back is not None and places and route.takes and at[0].key.style == "integer":
            return at[0], route, back, places
    return None


def _shown(world: World, plan: Plan) -> list[Route]:
    paths = {plan.path, f"{plan.path}/{{{plan.key.name}}}"}
    return [each for each in world.draft.routes if each.method == "GET" and each.path in paths]


def write(world: World) -> None:
    """Letting in while there is room, and out again."""
    if "occupancy" not in world.kept:
        return
    plan = world.kept["occupancy"][0]
    for route in world.draft.open_routes():
        if route.crosses == ("occupancy",):
            made = _entered(world, route) if route.last in _IN else _left(world, route)
            world.add(made, route, route.source)
            for cue in route.cues:
                if cue.says != "success":
                    cue.used = cue.used or "occupancy"
    asked = {*_TAKEN, *_FREE, plan.key.name, *(each.name for each in plan.fields)}
    for route in _shown(world, plan):
        for cue in route.cues:
            names = {each.field.name for each in cue.bound.get("fields", ())}
            if cue.says in {"answers", "with", "lists"} and names <= asked:
                cue.used = cue.used or "occupancy"


def _entered(world: World, route: Route) -> Operation:
    plan, places, key, who, told = world.kept["occupancy"]
    one = variable(plan.entity)
    full, already = route.said("spaces_taken", "full"), route.said("already_in")
    why = message(full) if full is not None else ""
    inside = f"{_ENTITY}[where .{key} = {one}.{plan.key.name}]"
    why = json.dumps(why or f"The {plan.thing.name} is full")
    lines = [
        *found(plan.entity, key_param(route.path), plan.visible),
        f"guard count({inside}) < {one}.{places} else conflict {why}",
    ]
    same = f".{who.name} = input.{who.name}"
    if already is None or "any" not in already.words:
        same += f" and .{key} = {one}.{plan.key.name}"
    why = message(already) if already is not None else ""
    lines.append(
        f"guard count({_ENTITY}[where {same}]) = 0 "
        f"else conflict {json.dumps(why or f'This {who.name} is inside already')}"
    )
    values = ", ".join(f"{each.name}: input.{each.name}" for each in told)
    lines.append(f"insert {_ENTITY} {{{key}: {one}.{plan.key.name}, {values}}} as occupant")
    return _operation(plan, route, told, (*lines, "answer 201 occupant"))


def _left(world: World, route: Route) -> Operation:
    plan, _, key, who, _ = world.kept["occupancy"]
    one = variable(plan.entity)
    held = f".{key} = {one}.{plan.key.name} and .{who.name} = input.{who.name}"
    gone = route.said("not_inside")
    why = message(gone) if gone is not None else ""
    lines = (
        *found(plan.entity, key_param(route.path), plan.visible),
        f"let occupant = first({_ENTITY}[where {held}])",
        f"guard occupant != null else absent {json.dumps(why or f'This {who.name} is not here')}",
        f"delete {_ENTITY} where .id = occupant.id",
        "answer 204",
    )
    return _operation(plan, route, (who,), lines)


def _operation(
    plan: Plan, route: Route, told: tuple[Field, ...], lines: tuple[str, ...]
) -> Operation:
    verb = route.last.replace("-", "_")
    return Operation(
        f"{verb}_{snake(plan.entity.name)}",
        "POST",
        route.path,
        program(*lines),
        inputs=(
            *path_inputs(plan.resource(), route.path),
            *body_inputs(told),
        ),
        summary=f"{verb.capitalize().replace('_', ' ')} one {plan.entity.name.lower()}.",
        needs="caller" if plan.needs else "",
    )
