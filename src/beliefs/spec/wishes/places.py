"""Places that run out: as many rows below one as it has room for."""

from __future__ import annotations

from beliefs.spec.features.resources import spoken
from beliefs.spec.types import NUMBERS, Field, Type
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.wishes.keeping import key_of

_FAMILY = "places"
_ROOM = (
    *("capacity", "max_capacity", "seats", "seat_limit", "max_participants", "limit", "spots"),
    *("max_attendees", "slots", "places", "max_seats", "max_guests", "max_students", "size"),
)


def shape(world: World) -> None:
    """No more rows than there is room for."""
    for cue in world.draft.all_said("full"):
        for owner in world.plans.values():
            below = [each for each in world.plans.values() if key_of(each, owner)]
            room = next((each for each in _ROOM if owner.field(each) is not None), "")
            if cue.used or not below:
                continue
            if not room and not cue.bound.get("number"):
                continue
            for each in below[:1]:
                _guarded(owner, each, room, int(cue.bound.get("number") or 0))
            cue.used = _FAMILY
    for cue in world.draft.all_said("limited"):
        _limited(world, cue)


def _limited(world: World, cue: Cue) -> None:
    """As in "courses have limited seats", whether or not a field says how many."""
    owner = world.plans.get(cue.bound["thing"].name) if "thing" in cue.bound else world.main()
    if owner is None:
        return
    below = [each for each in world.plans.values() if key_of(each, owner)]
    if not below:
        return
    if not any(owner.field(each) for each in _ROOM):
        owner.fields.append(Field("capacity", Type("integer", minimum=1)))
    room = next(each for each in _ROOM if owner.field(each) is not None)
    _guarded(owner, below[0], room, 0)
    cue.used = _FAMILY


def _guarded(owner: Plan, child: Plan, room: str, most: int) -> None:
    field = owner.field(room) if room else None
    if field is not None and field.type.kind not in NUMBERS:
        owner.changes_field(Field(room, Type("integer", minimum=1)))
    key = key_of(child, owner)
    one = owner.resource().one
    named = f"input.{key}"
    taken = f"count({child.name}[where .{key} = {named}])"
    why = f"The {spoken(owner.entity).lower()} is full"
    lines = []
    if child.parent is not owner:
        lines.append(f"let {one} = first({owner.name}[where .{owner.key.name} = {named}])")
    bound = f"{one}.{room}" if room else str(most)
    held = f"{bound} = null or {taken} < {bound}" if room else f"{taken} < {bound}"
    lines.append(f'guard {held} else conflict "{why}"')
    child.checks += lines
