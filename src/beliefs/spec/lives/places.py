"""Places that run out: registering, a waitlist, cancelling, checking in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from beliefs.spec import patterns as re
from beliefs.spec.entities import Entity
from beliefs.spec.failures import Failure
from beliefs.spec.features import capacity
from beliefs.spec.features.resources import (
    Resource,
    found,
    key_param,
    path_inputs,
    program,
    snake,
    spoken,
)
from beliefs.spec.lives import fields
from beliefs.spec.lives.bodies import names_in
from beliefs.spec.lives.goal import Goal
from beliefs.spec.lives.saying import phrases, piece
from beliefs.spec.operations import Input, Operation, Place
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import Plan, item_path
from beliefs.spec.understanding.words import plural, singular

_ROOM = (
    *("capacity", "max_capacity", "seats", "max_participants", "limit", "spots", "places"),
    *("max_attendees", "slots", "max_seats", "max_guests", "max_students", "max_registrations"),
)
_TAKE = piece("places", "TAKE")
_PEOPLE = piece("places", "PEOPLE")
_IN = piece("places", "IN")
_OUT = piece("places", "OUT")


@dataclass(frozen=True, slots=True)
class _Told:
    """What is said of places."""

    noun: str  # what somebody who has a place is kept as
    waits: bool
    full: int  # the status of registering where nothing is left
    again: int  # and of registering twice
    once: bool
    checks_in: bool


def hear(goal: Goal) -> Callable[[], None] | None:
    """Registering for what has a capacity is spoken of."""
    if not goal.spoke(piece("places", "ROOM")) or not goal.spoke(piece("places", "TAKES")):
        return None
    tails = rf"{_TAKE}|{_IN}"
    named = any(re.search(rf"(?i)\}}/(?:{tails})$", each.path) for each in goal.routes)
    if not named and not goal.spoke(piece("places", "STRONG")):
        return None
    plan = _what_fills(goal)
    if plan is None:
        return None
    noun = _noun(goal, plan)
    words = {"K": fields.spoken(plan), "N": rf"(?:{noun}|{plural(noun)})"}
    waits = goal.spoke(piece("places", "WAITS"))
    full = goal.fault(piece("places", "FULL", **words))
    again = goal.fault(piece("places", "AGAIN", **words))
    once = bool(again) or goal.spoke(piece("places", "ONCE", **words))
    checks_in = goal.spoke(piece("places", "CHECKS_IN"))
    goal.take(*phrases("places", **words))
    told = _Told(noun, waits, full, again, once, checks_in)
    return partial(_write, goal, plan, told)


def _what_fills(goal: Goal) -> Plan | None:
    """The rows that have a capacity: those that somebody registers for."""
    for route in goal.routes:
        names = [x for x in route.segments if "{" not in x]
        if len(names) > 1 and re.fullmatch(rf"(?i){_TAKE}|{_IN}|waitlist", names[-1]):
            return goal.plan(singular(names[-2]))
    has = goal.has(piece("places", "HAS", ROOMS="|".join(_ROOM)))
    if has is not None and singular(has["n"].lower()) not in {"class", ""}:
        return goal.plan(singular(has["n"].lower()))
    return goal.main("event", "workshop", "class", "course", "session")


def _noun(goal: Goal, plan: Plan) -> str:
    """What somebody who has a place is kept as, by the paths and words of the goal."""
    del plan
    for route in goal.routes:
        for segment in route.segments:
            if re.fullmatch(rf"(?i){_PEOPLE}", segment) and segment.endswith("s"):
                return singular(segment.lower().replace("-", ""))
    for noun in ("booking", "enrollment", "enrolment", "reservation", "signup", "rsvp"):
        if goal.spoke(rf"\b{noun}s\b"):
            return noun
    return "registration"


def _write(goal: Goal, plan: Plan, told: _Told) -> None:
    world = goal.world
    goal.world.plans.pop(told.noun, None)
    room = next((each for each in _ROOM if plan.field(each) is not None), "")
    if not room:
        room = "capacity"
        plan.fields.append(Field(room, Type("integer", minimum=1)))
    plan.changes_field(Field(room, Type("integer", minimum=1)))
    if [x.name for x in plan.fields] == [room]:
        usual = [lexicon.field("title")]
        plan.fields = [*usual, *plan.fields]
        world.assume(f"the fields of {plan.thing.name}", f"title, {room}")
    taken = goal.below_one(plan, "POST", _TAKE)
    names = [x for x in names_in(goal, taken) if x != f"{plan.thing.name}_id"] or ["name", "email"]
    person = tuple(lexicon.field(each) for each in names)
    name = "".join(x.capitalize() for x in told.noun.split("_"))
    kept = capacity.registration_of(plan.entity, person, name, plural(told.noun), waits=told.waits)
    world.entities.append(kept)
    one = plan.resource().one
    plan.removal.insert(0, f"delete {kept.name} where .{kept.fields[0].name} = {one}.id")
    by = next((x for x in ("email", "user_id", "name") if x in names), names[0])
    at = _Places(goal, plan, kept, by)
    again = told.once or at.below(_IN) is not None or at.below(_OUT) is not None
    path = taken.path if taken is not None else f"{item_path(plan)}/register"
    made = capacity.register(
        plan.resource(), path, kept, once=by if again else "", capacity=room, waits=told.waits
    )
    status = told.full or told.again
    if status not in {0, 409}:
        made = replace(made, failures=(Failure("conflict", status, "Conflict"),))
    goal.add(made, taken, f"how a place is taken, with {' and '.join(names)},")
    if again and not told.once:
        world.assume(f"registering twice with the same {by}", "409")
    at.cancelling(waits=told.waits)
    if told.checks_in:
        at.checking_in()
    at.lists(waits=told.waits)


@dataclass(frozen=True, slots=True)
class _Places:
    """The requests about those who have a place, by their own key or by whom they name."""

    goal: Goal
    plan: Plan
    kept: Entity
    by: str

    @property
    def own(self) -> Resource:
        """Those who have a place, at a path of their own."""
        return Resource(self.kept, f"{self.goal.world.base}/{self.kept.plural}")

    def below(self, tails: str) -> Route | None:
        """A request below what they have a place of, that must say who is meant."""
        return self.goal.below_one(self.plan, "POST|DELETE|PUT|PATCH", tails)

    def _at(self, methods: str, tails: str) -> tuple[str, Route | None]:
        """Where something is done with one of them, and the request that the goal names for it."""
        many = rf"(?:{self.kept.plural}|{_PEOPLE})"
        own = self.goal.open(
            methods, rf"(?:{re.escape(item_form(self.plan))})?/{many}/\{{\}}{tails}"
        )
        return (own.path if own is not None else ""), own

    def cancelling(self, *, waits: bool) -> None:
        """Giving a place back."""
        path, named = self._at("POST|DELETE|PUT|PATCH", rf"(?:/(?:{_OUT}))?")
        below = self.goal.below_one(
            self.plan, "POST|DELETE", f"{_OUT}|register|registrations?|rsvp"
        )
        asked = below or named
        method = asked.method if asked is not None else "POST"
        if below is not None:
            made = capacity.cancel(self.own, below.path, method=method, waits=waits)
            self.goal.add(self._who(made, below.path), below)
            return
        path = path or f"{self.own.item_path}/cancel"
        made = capacity.cancel(self.own, path, method=method, waits=waits)
        self.goal.add(_inputs(made, self.own, path), named, "where a place is given back")

    def checking_in(self) -> None:
        """Who has a place is there."""
        path, named = self._at("POST|PUT|PATCH", f"/(?:{_IN})")
        below = self.goal.below_one(self.plan, "POST|PUT", _IN)
        if below is not None:
            self.goal.add(self._who(capacity.check_in(self.own, below.path), below.path), below)
            return
        path = path or f"{self.own.item_path}/check-in"
        made = capacity.check_in(self.own, path)
        self.goal.add(_inputs(made, self.own, path), named, "where somebody is checked in")

    def _who(self, made: Operation, path: str) -> Operation:
        """The same for whom the body names, below what the place is of."""
        event, one = self.plan.resource().one, self.own.one
        brought = self.kept.field(self.by)
        assert brought is not None
        mine = f".{self.kept.fields[0].name} = {event}.{self.plan.key.name}"
        holds = f'{mine} and .{self.by} = input.{self.by} and .status != "cancelled"'
        lines = program(
            *found(self.plan.entity, key_param(path), self.plan.visible),
            f"let {one} = first({self.kept.name}[where {holds}])",
            f'guard {one} != null else absent "{spoken(self.kept)} not found"',
        )
        place: Place = "query" if made.method == "DELETE" else "json"
        inputs = (
            *path_inputs(self.plan.resource(), path),
            Input(self.by, place, brought.type),
        )
        self.goal.world.assume(
            f"who is meant at {path}",
            f"{self.by}, in the {'query' if place == 'query' else 'body'}",
        )
        return replace(made, effect=(*lines, *made.effect[2:]), inputs=inputs)

    def lists(self, *, waits: bool) -> None:
        """Who has a place, and who waits for one."""
        named = self.goal.below_one(self.plan, "GET", _PEOPLE)
        path = named.path if named is not None else f"{item_path(self.plan)}/{self.kept.plural}"
        seen = (
            '.status = "confirmed"'
            if path.endswith(("attendees", "participants", "guests"))
            else '.status != "cancelled"'
        )
        name = self.kept.plural
        self.goal.add(
            self._listed(path, seen, f"list_{name}", f"The {name} that hold."),
            named,
            f"where {name} are listed",
        )
        if waits:
            queue = self.goal.below_one(self.plan, "GET", "wait-?list|waiting-list|queue")
            where = queue.path if queue is not None else f"{item_path(self.plan)}/waitlist"
            made = self._listed(
                where, '.status = "waitlisted"', "show_waitlist", "Who waits, first come first."
            )
            self.goal.add(made, queue, "where the waitlist is")
        single = self.goal.open("GET", rf"/{re.escape(name)}/\{{\}}")
        if single is not None:
            shows = found(self.kept, key_param(single.path))
            self.goal.add(
                Operation(
                    f"get_{snake(self.kept.name)}",
                    "GET",
                    single.path,
                    program(*shows, f"answer 200 {self.own.one}"),
                    inputs=path_inputs(self.own, single.path),
                    summary=f"Show one {spoken(self.kept).lower()}.",
                ),
                single,
            )

    def _listed(self, path: str, holds: str, name: str, summary: str) -> Operation:
        event = self.plan.resource().one
        mine = f".{self.kept.fields[0].name} = {event}.{self.plan.key.name}"
        return Operation(
            name,
            "GET",
            path,
            program(
                *found(self.plan.entity, key_param(path), self.plan.visible),
                f"answer 200 {self.kept.name}[where {mine} and {holds}]",
            ),
            inputs=path_inputs(self.plan.resource(), path),
            summary=summary,
        )


def item_form(plan: Plan) -> str:
    """Where one row is, without the name of its key."""
    return re.sub(r"\{\w+\}", "{}", item_path(plan))


def _inputs(made: Operation, own: Resource, path: str) -> Operation:
    return replace(made, inputs=path_inputs(own, path))
