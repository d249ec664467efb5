"""Rows that are booked for a time: no two bookings at once, and which are free."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import form
from beliefs.spec.failures import Failure
from beliefs.spec.features.crud import reading
from beliefs.spec.features.resources import an, path_inputs, program, snake
from beliefs.spec.lives import fields
from beliefs.spec.lives.goal import Goal
from beliefs.spec.lives.saying import phrases, piece
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Kind, Type
from beliefs.spec.understanding.plans import Plan
from beliefs.spec.understanding.words import singular

_BOOKED = (
    "room",
    "desk",
    "court",
    "car",
    "table",
    "seat",
    "boat",
    "bike",
    "studio",
    "device",
    "space",
    "vehicle",
    "property",
    "tool",
    "resource",
    "bay",
    "pitch",
    "lab",
    "machine",
    "slot",
    "field",
    "spot",
)
_PAIRS = (
    *(
        ("start", "end"),
        ("start_time", "end_time"),
        ("starts_at", "ends_at"),
        ("start_at", "end_at"),
    ),
    *(("start_date", "end_date"), ("from", "to"), ("check_in", "check_out"), ("starts", "ends")),
    *(
        ("from_date", "to_date"),
        ("date_from", "date_to"),
        ("begin", "end"),
        ("arrival", "departure"),
    ),
)
_BOOKINGS = ("booking", "reservation", "rental", "appointment")


@dataclass(frozen=True, slots=True)
class _Told:
    """The fields of a booking's time, and the statuses that are stated."""

    first: str
    last: str
    kind: Kind
    overlap: int
    turned: int
    frees: bool


def hear(goal: Goal) -> Callable[[], None] | None:
    """Bookings that may not overlap, or what is free, are spoken of."""
    if not (goal.spoke(piece("bookings", "SPEAKS")) and goal.spoke(piece("bookings", "BOOKS"))):
        return None
    noun = _noun(goal)
    booked = _booked(goal, noun)
    if not booked:
        return None
    owner, plan = goal.plan(booked), goal.plan(noun)
    first, last = _times(goal)
    dates = bool(re.search("date|arrival|check|night", first)) or goal.spoke(
        r"\b(?:nights?|(?:whole )?days|from date|dates)\b"
    )
    words = {
        "K": fields.spoken(plan),
        "O": fields.spoken(owner),
        "FIRST": first.replace("_", "[ _]"),
        "LAST": last.replace("_", "[ _]"),
    }
    overlap = goal.fault(piece("bookings", "OVERLAP", **words))
    turned = goal.fault(piece("bookings", "TURNED", **words))
    frees = goal.spoke(piece("bookings", "FREE"))
    goal.take(*phrases("bookings", **words))
    told = _Told(first, last, "date" if dates else "datetime", overlap, turned, frees)
    if any(
        x.method == "POST" and len(x.segments) == 3 and singular(x.segments[-1]) == noun
        for x in goal.routes
    ):
        goal.below(plan, owner)
    plan.wants_fields = False
    return partial(_write, goal, owner, plan, told)


def _noun(goal: Goal) -> str:
    """What a booking is called: by a path, else by words; "double booking" is no name for it."""
    for route in goal.routes:
        for segment in route.segments:
            if singular(segment.lower()) in _BOOKINGS:
                return singular(segment.lower())
    named = (x for x in _BOOKINGS if goal.spoke(rf"(?<!double )(?<!double-)\b{x}s\b"))
    return next(named, "booking")


def _booked(goal: Goal, noun: str) -> str:
    """What is booked: as a path or words say it."""
    for route in goal.routes:
        if re.fullmatch(
            r"/[a-z-]+/(?:available|free|\{\}/(?:availability|bookings|reservations))",
            form(route.path),
        ):
            return singular(route.segments[0].replace("-", "_"))
    found = goal.has(
        rf"\b(?:same|an?|one|each|every|free|available|of the|which) (?P<n>{'|'.join(_BOOKED)})s?\b"
    )
    if found is not None:
        return singular(found["n"].lower())
    plain = next((x for x in _BOOKED if goal.spoke(rf"\b{x}s?\b")), "")
    other = goal.main_noun()
    return plain or (other if other not in {noun, ""} else "")


def _times(goal: Goal) -> tuple[str, str]:
    """The names of a booking's first and last moment."""
    if goal.spoke(r"\bstart (?:and end )?times?\b|\bend time\b"):
        return "start_time", "end_time"
    if goal.spoke(r"\bstart (?:and end )?dates?\b|\bend date\b"):
        return "start_date", "end_date"
    for first, last in _PAIRS:
        if goal.spoke(rf"\b{first}\b") and goal.spoke(rf"\b{last}\b") and first != "from":
            return first, last
    if goal.spoke(r"[?&]from=|\{from,|\bfrom and to\b|from/to"):
        return "from", "to"
    return "start", "end"


def _write(goal: Goal, owner: Plan, plan: Plan, told: _Told) -> None:
    world, names = goal.world, {told.first, told.last}
    owner.fields = [x for x in owner.fields if x.name not in names]
    if not owner.fields:
        fields.usual_fields(goal, owner)
    key = f"{owner.thing.name}_id"
    kind = Type(told.kind)
    more = [x for x in plan.fields if x.name not in {*names, key, owner.thing.name}]
    own = [] if plan.parent is owner else [Field(key, Type("integer"))]
    plan.fields = [*own, Field(told.first, kind), Field(told.last, kind), *more]
    world.assume(
        f"the time of {an(plan.thing.name)}", f"{told.first} and {told.last} ({told.kind})"
    )
    owner.removal.insert(
        0, f"delete {plan.name} where .{key} = {owner.resource().one}.{owner.key.name}"
    )
    plan.checks += _checks(plan, owner, told, changed=False)
    plan.changes += _checks(plan, owner, told, changed=True)
    if told.overlap not in {0, 409}:
        plan.failures.append(Failure("conflict", told.overlap, "Conflict"))
    if told.turned not in {0, 422}:
        plan.failures.append(Failure("out_of_range", told.turned, "Invalid"))
    world.assume("bookings that touch", "one may begin when the other ends")
    _free(goal, owner, plan, told)
    _of_one(goal, owner, plan)
    cancelled = goal.below_one(plan, "POST|PUT|PATCH", "cancel")
    if cancelled is not None:
        goal.add(_cancel(plan, cancelled.path), cancelled)


def _checks(plan: Plan, owner: Plan, told: _Told, *, changed: bool) -> list[str]:
    """Statements before a booking is kept: its end is behind its start, and it meets no other."""
    one, key = plan.resource().one, f"{owner.thing.name}_id"
    inside = plan.resource().parent

    def value(name: str) -> str:
        return f"or_else(input.{name}, {one}.{name})" if changed else f"input.{name}"

    first, last = value(told.first), value(told.last)
    which = value(key)
    if inside is not None:
        which = f"{one}.{key}" if changed else f"input.{inside.param}"
    others = f" and .{plan.key.name} != {one}.{plan.key.name}" if changed else ""
    there = f".{key} = {which} and .{told.first} < {last} and .{told.last} > {first}{others}"
    said = f"The {owner.thing.name.replace('_', ' ')} is booked at this time"
    return [
        f'guard {last} > {first} else out_of_range "{told.last}: must be after {told.first}"',
        f'guard count({plan.name}[where {there}]) = 0 else conflict "{said}"',
    ]


def _free(goal: Goal, owner: Plan, plan: Plan, told: _Told) -> None:
    """Those that nobody has booked in a time, and whether one of them is free."""
    path = re.escape(owner.path)
    named = goal.open(
        "GET",
        rf"{path}/(?:available|free|availability)|/(?:available|free)(?:-{path.strip('/')})?|/availability",
    )
    single = goal.below_one(owner, "GET", "available|availability|free")
    if single is not None:
        goal.add(_is_free(owner, plan, told, single.path, single.query), single)
    if named is None and (not told.frees or single is not None):
        return
    where = named.path if named is not None else f"{owner.path}/available"
    asked = named.query if named is not None else ()
    first, last = asked[:2] if len(asked) > 1 else (told.first, told.last)
    taken = _taken(plan, f"{owner.thing.name}_id", told, first, last)
    made = Operation(
        f"list_free_{owner.entity.plural}",
        "GET",
        where,
        program(
            _ordered(first, last),
            f"let taken = {taken}",
            f"answer 200 {owner.name}[where not(.{owner.key.name} in taken)]",
        ),
        inputs=tuple(Input(x, "query", Type(told.kind)) for x in (first, last)),
        summary=f"The {owner.entity.plural.replace('_', ' ')} that are free.",
    )
    goal.add(made, named, f"where free {owner.thing.plural.replace('_', ' ')} are listed")


def _taken(plan: Plan, key: str, told: _Told, first: str, last: str) -> str:
    meets = f".{told.first} < input.{last} and .{told.last} > input.{first}"
    return f"each(one in {plan.name}[where {meets}]: one.{key})"


def _ordered(first: str, last: str) -> str:
    return f'guard input.{last} > input.{first} else out_of_range "{last}: must be after {first}"'


def _is_free(owner: Plan, plan: Plan, told: _Told, path: str, asked: tuple[str, ...]) -> Operation:
    first, last = asked[:2] if len(asked) > 1 else (told.first, told.last)
    at = replace(owner.resource(), item=path)
    taken = _taken(plan, f"{owner.thing.name}_id", told, first, last)
    free = f"not({at.one}.{owner.key.name} in taken)"
    return Operation(
        f"{snake(owner.entity.name)}_availability",
        "GET",
        path,
        program(
            *reading(at),
            _ordered(first, last),
            f"let taken = {taken}",
            f"answer 200 {{available: {free}}}",
        ),
        inputs=(
            *path_inputs(at, path),
            *(Input(x, "query", Type(told.kind)) for x in (first, last)),
        ),
        summary=f"Whether one {owner.thing.name.replace('_', ' ')} is free.",
    )


def _of_one(goal: Goal, owner: Plan, plan: Plan) -> None:
    """The bookings of one of them, where a request is named for it and they are not made there."""
    named = goal.below_one(owner, "GET", rf"{plan.entity.plural}|schedule|calendar")
    if named is None or form(named.path) == form(plan.path):
        return
    at = replace(owner.resource(), item=named.path)
    rows = f"{plan.name}[where .{owner.thing.name}_id = {at.one}.{owner.key.name}]"
    made = Operation(
        f"list_{plan.entity.plural}_of_{snake(owner.entity.name)}",
        "GET",
        named.path,
        program(*reading(at), f"answer 200 {rows}"),
        inputs=path_inputs(at, named.path),
        summary=f"The {plan.entity.plural} of one {owner.thing.name.replace('_', ' ')}.",
    )
    goal.add(made, named)


def _cancel(plan: Plan, path: str) -> Operation:
    at = replace(plan.resource(), item=path)
    return Operation(
        f"cancel_{snake(plan.entity.name)}",
        "POST",
        path,
        program(
            *reading(at),
            f"delete {plan.name} where .{plan.key.name} = {at.one}.{plan.key.name}",
            "answer 204",
        ),
        inputs=path_inputs(at, path),
        summary=f"Cancel {an(plan.thing.name)}.",
    )
