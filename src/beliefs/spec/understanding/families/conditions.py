"""What a word or a sentence asks of rows: overdue, upcoming, unpaid, not watered for a week."""

from __future__ import annotations

from beliefs.spec.types import Field
from beliefs.spec.understanding.picking import Picked
from beliefs.spec.understanding.plans import Plan
from beliefs.spec.understanding.words import lemmas, participle

_TIMES = ("date", "datetime")
_LATE = frozenset({"overdue", "late", "past_due", "past-due"})
_DUE = ("due", "deadline", "return", "expir", "until", "ends", "end")
_DONE = ("done", "completed", "complete", "finished", "returned", "paid", "closed", "resolved")
_OVER = frozenset({"done", "completed", "finished", "returned", "paid", "closed", "resolved"})
_ENDED = _OVER | {"cancelled", "canceled", "expired", "ended"}
_OPEN = frozenset(
    {"open", "pending", "incomplete", "unfinished", "outstanding", "todo", "active", "current"}
)


def condition(plan: Plan, word: str) -> str:
    """The condition for a row to be what a word says; empty when nothing of a row says so."""
    word = word.lower().replace("-", "_")
    kept = (*plan.fields, *plan.own)
    flags = {each.name: each for each in kept if each.type.kind == "boolean"}
    if word in flags:
        return f".{word} = true"
    if word in _LATE:
        return _late(plan)
    if word in {"upcoming", "future", "past", "expired"}:
        time = _time(plan, _DUE if word == "expired" else ())
        sign = "<" if word in {"past", "expired"} else ">="
        return _held(time, sign) if time is not None else ""
    for each in kept:
        if word in each.type.choices:
            return f'.{each.name} = "{word}"'
    for prefix in ("not_", "un", "in"):
        rest = word.removeprefix(prefix)
        if rest != word and rest in flags:
            return f".{rest} = false"
        null = plan.field(f"{rest}_to") or plan.field(f"{rest.removesuffix('ed')}ee")
        if rest != word and null is not None and null.type.nullable:
            return f".{null.name} = null"
    over = next((each for each in _DONE if each in flags), "")
    if over and word in _OVER & {"done", "completed", "finished"}:
        return f".{over} = true"
    if over:
        return f".{over} = false" if word in _OPEN else ""
    ended = [(each.name, one) for each in kept for one in each.type.choices if one in _ENDED]
    return " and ".join(f'.{name} != "{one}"' for name, one in ended) if word in _OPEN else ""


def _late(plan: Plan) -> str:
    """Behind its day, and not done yet where rows can be."""
    due = _time(plan, _DUE)
    if due is None:
        return ""
    held = _held(due, "<")
    kept = (*plan.fields, *plan.own)
    for each in kept:
        if each.type.kind == "boolean" and each.name in _DONE:
            return f"{held} and .{each.name} != true"
    for each in kept:
        over = [choice for choice in each.type.choices if choice in _OVER]
        if over:
            return f"{held} and " + " and ".join(f'.{each.name} != "{one}"' for one in over)
    return held


def _time(plan: Plan, names: tuple[str, ...]) -> Field | None:
    """The field that says when: one that is called so, else the only one that the goal names."""
    times = [each for each in (*plan.fields, *plan.own) if each.type.kind in _TIMES]
    named = [each for each in times if any(part in each.name for part in names)]
    told = [each for each in times if each in plan.fields]
    return named[0] if named else told[0] if len(told) == 1 or (told and not names) else None


def _held(field: Field, sign: str) -> str:
    now = "today()" if field.type.kind == "date" else "now()"
    known = f".{field.name} != null and " if field.type.nullable else ""
    return f"{known}.{field.name} {sign} {now}"


def before_now(field: Field) -> str:
    """The condition for a day or a moment to have passed."""
    return _held(field, "<") if field.type.kind in _TIMES else ""


def picked(plan: Plan, told: Picked) -> str:
    """The condition that a sentence says of rows; empty when they have nothing like it."""
    if told.sign is not None:
        return _compared(plan, told)
    if told.past or told.ahead:
        return _timed(plan, told)
    held = condition(plan, told.word)
    return f"not({held})" if held and told.denied else held


def _compared(plan: Plan, told: Picked) -> str:
    field = plan.field(told.word)
    if field is None or field.type.kind not in {"integer", "number"}:
        return ""
    if told.value.replace(".", "", 1).isdigit():
        return f".{field.name} {told.sign} {told.value}"
    other = plan.field(told.value)
    return f".{field.name} {told.sign} .{other.name}" if other is not None else ""


def _timed(plan: Plan, told: Picked) -> str:
    """Whether something was done lately, or is soon."""
    stamp = _stamp(plan, told.word)
    if stamp is None:
        return ""
    dated = stamp.type.kind == "date"
    shift = str(told.ahead or -told.past)
    if told.by:
        by = _length(plan, told.by)
        shift = f"{'' if told.ahead else '0 - '}.{by} * {told.ahead or told.past}"
        if not by:
            return ""
    then = f"date(later(now(), {shift}))" if dated else f"later(now(), {shift})"
    now = "today()" if dated else "now()"
    if told.ahead:
        return f".{stamp.name} >= {now} and .{stamp.name} <= {then}"
    held = f".{stamp.name} != null and .{stamp.name} >= {then}"
    return f"not({held})" if told.denied else held


def _length(plan: Plan, word: str) -> str:
    """The number of a row that says how long: interval, interval_days."""
    numbers = [each.name for each in plan.fields if each.type.kind in {"integer", "number"}]
    return next((each for each in numbers if each.split("_")[0] == word or each == word), "")


def _stamp(plan: Plan, word: str) -> Field | None:
    """The field that says when something was done, or is: watered_at, last_watering, due_date."""
    times = [each for each in (*plan.own, *plan.fields) if each.type.kind in _TIMES]
    forms = {word, participle(word)} | lemmas(word)
    stems = {each[: max(4, len(each) - 3)] for each in forms if len(each) > 2}
    for each in times:
        parts = each.name.split("_")
        if any(part.startswith(stem) for part in parts for stem in stems):
            return each
    usual = {"happening", "scheduled", "coming", "taking"}
    told = [each for each in times if each in plan.fields]
    return told[0] if word in usual and len(told) == 1 else None
