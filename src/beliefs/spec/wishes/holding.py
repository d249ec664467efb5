"""What only one can have at a time: a book on loan, a vet's hour, a room's night."""

from __future__ import annotations

from beliefs.spec.features.actions import transition
from beliefs.spec.features.resources import program, spoken
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.families.rules import SPANS
from beliefs.spec.understanding.plans import Plan, World, refers
from beliefs.spec.wishes import lists, relations, requests
from beliefs.spec.wishes.keeping import key_of

_FAMILY = "holding"
# Rows that last until they are brought back, with what says that they were.
_LENT = {"loan": "returned_at", "rental": "returned_at", "checkout": "returned_at"}


def shape(world: World) -> None:
    """Guards where rows are made; loans end."""
    for plan in world.plans.values():
        if plan.thing.name in _LENT:
            _lending(world, plan)
    for cue in world.draft.all_said("one_at_a_time", "lent_once"):
        if not cue.used:
            _held(world, cue)


def _lending(world: World, plan: Plan) -> None:
    """Loans begin now, and end when what was lent comes back."""
    plan.fields = [each for each in plan.fields if each.name not in {"name", "date"}]
    if plan.field("due_date") is None:
        plan.fields.append(lexicon.field("due_date"))
    plan.adds(Field("borrowed_at", Type("datetime")), "now()")
    plan.adds(Field("returned_at", Type("datetime", nullable=True), required=False))
    if not any(each.name.endswith("_id") for each in plan.fields):
        return
    if all(f"{each}_id" not in {one.name for one in plan.fields} for each in _PEOPLE):
        plan.fields.append(Field("borrower", Type("string", min_length=1)))
    world.kept["lending"] = plan


_PEOPLE = ("member", "user", "borrower", "customer", "friend", "student")


def _held(world: World, cue: Cue) -> None:
    named = cue.bound.get("thing")
    plans = list(world.plans.values())
    if cue.says == "lent_once":
        lent = next((each for each in plans if each.thing.name in _LENT), None)
        what = _what(world, lent, getattr(named, "name", "")) if lent is not None else None
        if lent is None or what is None:
            return
        open_ = f".{what} = input.{what} and .returned_at = null"
        lent.checks.append(
            f'guard count({lent.name}[where {open_}]) = 0 else conflict "It is lent already"'
        )
        lent.once.append(what)  # who has it does not change what it is
        cue.used = _FAMILY
        return
    of = getattr(cue.bound.get("same"), "name", "")
    rows = next((each for each in plans if named is not None and _is(each, named.name)), None)
    if rows is None and named is None:  # "a table can't be reserved twice for the same time"
        rows = next((each for each in plans if _what(world, each, of) and _times(each)), None)
    if rows is None:
        return
    key = _what(world, rows, of)
    times = _times(rows)
    if key is None or not times:
        return
    rows.checks.append(_free(rows, key, times, ""))
    rows.changes.append(_free(rows, key, times, rows.resource().one))
    cue.used = _FAMILY


def _is(plan: Plan, name: str) -> bool:
    return plan.thing.name == name or plan.thing.name.endswith(f"_{name}")


def _what(world: World, plan: Plan, name: str) -> str | None:
    """The field that names what only one can have."""
    if plan.parent is not None and plan.parent.thing.name == name:
        return plan.parent_field
    told = lists.field(plan, name) if name else None
    if told is not None:
        return told.name
    for other in world.plans.values():
        key = next((each.name for each in plan.fields if refers(each, other)), "")
        if key and other.thing.name in relations.of(plan.thing.name)[:6]:
            return key
    return None


def _times(plan: Plan) -> tuple[str, ...]:
    span = next((each for each in SPANS if plan.field(each[0]) and plan.field(each[1])), None)
    if span is not None:
        return span
    moment = lists.dates(plan)
    return (moment.name,) if moment is not None else ()


def _still(plan: Plan) -> str:
    """That a row counts: it was not cancelled."""
    told = next((each for each in (*plan.own, *plan.fields) if each.name in _GONE), None)
    if told is not None and told.type.kind == "boolean":
        return f" and not(.{told.name})"
    states = (*plan.own, *plan.fields)
    field = next((each for each in states if _GONE & {*each.type.choices}), None)
    if field is None:
        return ""
    gone = next(each for each in field.type.choices if each in _GONE)
    return f' and .{field.name} != "{gone}"'


_GONE = frozenset({"cancelled", "canceled", "declined", "rejected"})


def _free(plan: Plan, key: str, times: tuple[str, ...], one: str) -> str:
    """A guard that no other row has the same thing at the same time."""

    def told(name: str) -> str:
        return f"or_else(input.{name}, {one}.{name})" if one else f"input.{name}"

    mine = f"input.{key}"
    if plan.parent is not None and key == plan.parent_field:
        mine = f"{one}.{key}" if one else f"input.{key}"
    elif one:
        mine = told(key)
    if len(times) == 2:
        first, last = times
        when = f".{first} < {told(last)} and .{last} > {told(first)}"
    else:
        when = f".{times[0]} = {told(times[0])}"
    other = f" and .{plan.key.name} != {one}.{plan.key.name}" if one else ""
    other += _still(plan)
    said = f"Another {spoken(plan.entity).lower()} is at the same time"
    rows = f"{plan.name}[where .{key} = {mine} and {when}{other}]"
    return f'guard count({rows}) = 0 else conflict "{said}"'


def write(world: World) -> None:
    """What is lent is brought back; what is free between two days is found."""
    for cue in world.draft.all_said("available"):
        _available(world, cue)
    plan = world.kept.get("lending")
    if not isinstance(plan, Plan):
        return
    made = transition(
        plan.resource(),
        requests.below(plan, "return"),
        "return",
        (("returned_at", "now()"),),
        holds="$.returned_at = null",
        why="It was returned already",
    )
    world.add(made)
    world.assume(f"how {plan.thing.plural} end", f"{made.method} {made.path}")
    world.draft.use(_FAMILY, "brought_back")


def _available(world: World, cue: Cue) -> None:
    """Rows of which no other row has a part of the days asked for."""
    named = cue.bound["thing"].name
    plan = next((each for each in world.plans.values() if _is(each, named)), None)
    if plan is None or "{" in plan.path:
        return
    for rows in world.plans.values():
        key = key_of(rows, plan)
        times = _times(rows)
        if not key or len(times) != 2:
            continue
        first, last = (rows.field(each) for each in times)
        assert first is not None
        assert last is not None
        taken = (
            f"each(one in {rows.name}[where .{last.name} > input.{first.name} and "
            f".{first.name} < input.{last.name}{_still(rows)}]: one.{key})"
        )
        free = f"not(.{plan.key.name} in taken)"
        seen = f"({plan.visible}) and {free}" if plan.visible else free
        path = requests.path(world, cue, f"{plan.path}/available")
        made = Operation(
            f"list_available_{plan.entity.plural}",
            "GET",
            path,
            program(f"let taken = {taken}", f"answer 200 {plan.name}[where {seen}]"),
            inputs=tuple(Input(each.name, "query", Type(each.type.kind)) for each in (first, last)),
            summary=f"The {plan.entity.plural} that are free.",
            needs="caller" if plan.needs else "",
        )
        requests.add(world, cue, made, f"where free {plan.thing.plural} are")
        cue.used = _FAMILY
        return
