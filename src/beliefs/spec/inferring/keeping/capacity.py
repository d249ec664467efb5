"""How much a row holds, how much of it is taken, and by which rows below it."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property
from beliefs.spec.documents.words import plain, snaked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.types import Field

_LEFT = re.compile(
    r"(available|remaining|free|open)(seats|spots|places|slots|tickets|capacity|copies|units|"
    r"items)?$|"
    r"(seats|spots|places|slots|tickets|copies|units)(left|available|remaining)$"
)
CAPACITY = (
    "capacity",
    "max_attendees",
    "maxAttendees",
    "seats",
    "max_participants",
    "slots",
    "maxParticipants",
    "total_seats",
    "totalSeats",
    "max_capacity",
    "limit",
)


def capacity_of(holding: Holding) -> str:
    """The field that says how many there is place for."""
    return holding.capacity or next((each for each in CAPACITY if each in holding.fields), "")


def owned(holding: Holding) -> str:
    """The field that says how many of a thing there are to be lent."""
    names = {"copies", "totalcopies", "units", "totalunits", "numberofcopies"}
    return next((each for each in holding.fields if plain(each) in names), "")


def used_up(holding: Holding, part: Property, kept: Kept) -> str:
    """How much of the place that a row has is taken."""
    children = [each for each in kept.children(holding) if not each[0].shadow]
    if plain(part.name) not in _TAKEN or not holding.capacity or len(children) != 1:
        return ""
    child, field = children[0]
    return active(child, f".{field} = $.{holding.key.name}", amount_of(child))


_TAKEN = {"used", "occupied", "taken", "filled", "load", "occupancy", "inuse"}


def left_over(holding: Holding, part: Property, kept: Kept) -> str:
    """How much of what a row holds nothing has taken yet."""
    if part.shape.type.kind != "integer" or not _LEFT.fullmatch(plain(part.name)):
        return ""
    capacity, children = capacity_of(holding) or owned(holding), kept.children(holding)
    if not capacity or not children:
        return ""
    child, field = children[0]
    amount = amount_of(child)
    return f"$.{capacity} - {active(child, f'.{field} = $.{holding.key.name}', amount)}"


def amount_of(child: Holding) -> str:
    """The field that says how many places one row takes."""
    names = (
        "places",
        "seats",
        "quantity",
        "tickets",
        "spots",
        "guests",
        "people",
        "count",
        "slots",
    )
    found = [each for each in child.fields.values() if plain(each.name) in names]
    found += [
        each
        for each in child.fields.values()
        if plain(each.name) in {"partysize", "numberofguests", "numberofseats", "numtickets"}
    ]
    sure = (each for each in found if each.type.kind == "integer" and _sure(each))
    return next((each.name for each in sure), "")


def _sure(field: Field) -> bool:
    return field.required or bool(field.default)


_INSIDE = {"confirmed", "booked", "enrolled", "registered", "going", "accepted", "reserved", "in"}


def active(child: Holding, where: str, amount: str = "") -> str:
    """How many rows hold and were not cancelled, or how much they come to."""
    status = child.fields.get("status") or child.fields.get("state")
    gone = [
        each
        for each in (status.type.choices if status else ())
        if snaked(each) in {"cancelled", "canceled", "waitlisted", "rejected", "declined"}
    ]
    if status and _INSIDE & {snaked(each) for each in status.type.choices}:
        gone += [each for each in status.type.choices if snaked(each) in {"waiting", "queued"}]
    also = "".join(f' and .{status.name} != "{each}"' for each in gone if status)
    ended = [
        each.name
        for each in child.fields.values()
        if plain(each.name) in {"returnedat", "returnedon", "releasedat", "endedat"}
        or (plain(each.name) == "cancelledat" and not gone)
    ]
    also += "".join(f" and .{each} = null" for each in ended)
    rows = f"{child.name}[where {where}{also}]"
    return f"sum(each(one in {rows}: one.{amount}))" if amount else f"count({rows})"
