"""What must hold of values: unique ones, and how far numbers may go."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.types import NUMBERS, Field, Type
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.wishes import lists

_FAMILY = "rules"


def shape(world: World) -> None:
    """Hold fields to what is said of them."""
    for plan in world.plans.values():
        for cue in plan.thing.cues:
            if cue.used:
                continue
            if cue.says == "unique":
                _unique(plan, cue)
            elif cue.says == "bound":
                _bounded(plan, cue)
    for cue in world.draft.all_said("once_a_day"):
        _daily(world, cue)
    for cue in world.draft.all_said("one_per"):
        for plan in world.plans.values():
            _one_per(plan, cue)
    for cue in world.draft.all_said("ordered"):
        for plan in world.plans.values():
            _ordered(plan, cue)
    for cue in world.draft.all_said("unique", "bound"):
        for plan in world.plans.values():
            if not cue.used:
                _unique(plan, cue) if cue.says == "unique" else _bounded(plan, cue)


_DENIED = frozenset({"cannot", "not", "never"})


def _named(plan: Plan, cue: Cue) -> list[Field]:
    found = [lists.field(plan, each) for each in cue.bound.get("names", ())]
    return [each for each in found if each is not None]


def _unique(plan: Plan, cue: Cue) -> None:
    told = _named(plan, cue)
    if not told or len(told) < len(cue.bound.get("names", ())):
        return
    for each in told:
        plan.changes_field(replace(each, unique=True))
    cue.used = _FAMILY


def _bounded(plan: Plan, cue: Cue) -> None:
    """Bounds of numbers that requests bring; what deeds change is kept to by them."""
    told = [each for each in _named(plan, cue) if each.type.kind in NUMBERS]
    if not told or len(told) < len(cue.bound.get("names", ())):
        return
    low = {each.low for each in cue.tokens}
    number = float(cue.bound.get("number", 0))
    number = int(number) if number == int(number) else number
    for each in told:
        if "positive" in low or "above" in low or ("greater" in low and "than" in low):
            changed = replace(each.type, above=number, minimum=None)
        elif low & {"below", "under"} and not low & _DENIED:
            changed = replace(each.type, below=number)  # "must be under 100"
        elif low & {"below", "negative", "least", "under"}:
            changed = replace(each.type, minimum=number)
        else:
            changed = replace(each.type, maximum=number)
        plan.changes_field(replace(each, type=changed))
    cue.used = _FAMILY


def _daily(world: World, cue: Cue) -> None:
    """As in "one entry per day": of one date there is one row."""
    named = cue.bound.get("thing")
    plan = world.plans.get(named.name) if named is not None else None
    plan = plan or next((each for each in world.plans.values() if cue in each.thing.cues), None)
    if plan is None or plan.parent is not None:
        return
    if any(each.name.endswith("_id") for each in plan.fields):
        return  # one a day of which?
    told = next((each for each in plan.fields if each.type.kind == "date"), None)
    if told is None:
        told = Field("date", Type("date"))
        plan.fields.append(told)
    if "owner_id" not in {each.name for each in plan.own}:
        plan.changes_field(replace(told, unique=True))
        cue.used = _FAMILY


def _ordered(plan: Plan, cue: Cue) -> None:
    """As in "end must be after start": both as they are, or as they come to be."""
    first = lists.field(plan, cue.bound["first"][0]) or _at(plan, cue.bound["first"][0])
    last = lists.field(plan, cue.bound["last"][0]) or _at(plan, cue.bound["last"][0])
    if cue.used or first is None or last is None or first is last:
        return
    strict = any(each.low in {"after", "later"} for each in cue.tokens)
    sign = ">" if strict else ">="
    why = f"{last.name} must {'be after' if strict else 'not be before'} {first.name}"
    one = plan.resource().one
    plan.checks.append(_guard(f"input.{last.name}", sign, f"input.{first.name}", why))
    ends = [f"or_else(input.{each.name}, {one}.{each.name})" for each in (last, first)]
    plan.changes.append(_guard(ends[0], sign, ends[1], why))
    cue.used = _FAMILY


def _guard(last: str, sign: str, first: str, why: str) -> str:
    return (
        f'guard {last} = null or {first} = null or {last} {sign} {first} else out_of_range "{why}"'
    )


def _at(plan: Plan, word: str) -> Field | None:
    """The field whose name begins with a word: "start" is `start_date`."""
    told = (each for each in plan.fields if each.type.kind in {"date", "datetime"})
    return next((each for each in told if each.name.startswith(word)), None)


def _one_per(plan: Plan, cue: Cue) -> None:
    """As in "only one payment per tenant per month": no other row has both alike."""
    named = cue.bound.get("thing")
    if cue.used or (named is not None and not plan.thing.name.endswith(named.name)):
        return
    words = [str(cue.bound[each]).lower() for each in ("first", "second") if each in cue.bound]
    fields = [(each, lists.field(plan, each) or _dated(plan, each)) for each in words]
    if len(fields) < 2 or any(field is None for _, field in fields):
        return
    one = plan.resource().one
    for rows, there in ((plan.checks, ""), (plan.changes, one)):
        same = [_alike(word, field, there) for word, field in fields if field is not None]
        other = f" and .{plan.key.name} != {one}.{plan.key.name}" if there else ""
        said = f"There is one for this {' and '.join(words)} already"
        held = f"count({plan.name}[where {' and '.join(same)}{other}]) = 0"
        rows.append(f'guard {held} else conflict "{said}"')
    cue.used = _FAMILY


def _dated(plan: Plan, word: str) -> Field | None:
    """The date that a day or a month is of."""
    return lists.dates(plan) if word in {"day", "date", "month"} else None


def _alike(word: str, field: Field, one: str) -> str:
    """That a field of another row is as this one's, or in the same month."""
    mine = f"or_else(input.{field.name}, {one}.{field.name})" if one else f"input.{field.name}"
    if field.type.kind in {"date", "datetime"}:
        span = "month" if word == "month" else "date"
        return f"{span}(.{field.name}) = {span}({mine})"
    return f".{field.name} = {mine}"
