"""Rows of two kinds that are many on either side: songs in playlists, students in courses."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.entities import Entity
from beliefs.spec.features import relations
from beliefs.spec.features.relations import Side
from beliefs.spec.features.resources import program, spoken
from beliefs.spec.operations import Operation
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.plans import Plan, World, item_path
from beliefs.spec.wishes import requests

_FAMILY = "linking"
_PLACES = ("capacity", "seats", "seat_limit", "max_students", "max_participants", "max_members")


def shape(world: World) -> None:
    """Which two kinds, the one that holds the others first."""
    for cue in world.draft.all_said("many"):
        pair = _pair(world, cue)
        if pair is None:
            continue
        cue.used = _FAMILY
        world.kept[_FAMILY] = (cue, *pair)
        for one, other in (pair, pair[::-1]):
            if one.parent is other:
                one.parent, one.item = None, ""
                one.path = f"{world.base}/{one.entity.plural}"
            one.fields = [each for each in one.fields if each.name != f"{other.resource().one}_id"]


def _pair(world: World, cue: Cue) -> tuple[Plan, Plan] | None:
    named = [cue.bound[each].name for each in ("holder", "thing") if each in cue.bound]
    plans = [world.plans[each] for each in named if each in world.plans]
    if len(plans) < 2:
        plans = list(world.plans.values())[:2]
    if len(plans) < 2 or plans[0] is plans[1]:
        return None
    return plans[0], plans[1]


def write(world: World) -> None:
    """Joining, parting, and lists from either side."""
    if _FAMILY not in world.kept:
        return
    cue, here, there = world.kept[_FAMILY]
    kept = relations.link(here.entity, there.entity)
    world.entities.append(kept)
    one, other = Side(here.entity, here.visible), Side(there.entity, there.visible)
    room = next((each for each in _PLACES if here.field(each) is not None), "")
    limited = world.draft.said("full", "limited") is not None or room
    base = requests.below(here, there.entity.plural)
    key = f"{there.resource().one}_id"
    path = f"{base}/{{{key}}}"
    made = relations.join(path, one, other, kept)
    if room and limited:
        made = _within(made, here, kept, room)
    requests.add(world, cue, made, f"how {there.thing.plural} come into {here.thing.plural}")
    world.add(relations.part(path, one, other, kept))
    world.add(relations.joined(base, one, other, kept))
    back = f"{item_path(there)}/{here.entity.plural}"
    world.add(relations.joined(back, other, one, kept))
    world.draft.use(_FAMILY, "joined_once")
    if room:
        world.draft.use(_FAMILY, "full", "limited")


def _within(made: Operation, here: Plan, kept: Entity, room: str) -> Operation:
    """The same, while there is room."""
    side = Side(here.entity)
    taken = f"count({kept.name}[where .{side.field} = {side.key}])"
    bound = f"{here.resource().one}.{room}"
    why = f"The {spoken(here.entity).lower()} is full"
    guard = program(f'guard {bound} = null or {taken} < {bound} else conflict "{why}"')
    at = len(made.effect) - 2  # before the row is kept and answered
    return replace(made, effect=(*made.effect[:at], *guard, *made.effect[at:]))
