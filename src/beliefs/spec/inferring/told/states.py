"""States that words name: what is to be looked at in a row, and what is to be written into it."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.grading import holds_in
from beliefs.spec.documents.names import CREATED, UPDATED
from beliefs.spec.documents.words import plain, snaked, states
from beliefs.spec.inferring.answers.filters import rowwise
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.rules.conditions import OTHER_WORDS
from beliefs.spec.inferring.told.settings import Row
from beliefs.spec.numbers import in_digits
from beliefs.spec.types import Field

_ENDS = {"expires", "expiresat", "expireson", "validuntil", "expiry", "expirydate", "expiration"}
_ENDS |= {"enddate", "endsat", "endson", "deadline", "closesat", "until", "duedate", "due"}
_OVER = {"expired", "over", "past", "in_the_past", "out_of_date", "lapsed", "overdue", "ended"}
_FREE = {"free", "empty", "available", "vacant", "unoccupied", "unused", "unassigned", "unclaimed"}
_TAKEN = {"taken", "occupied", "in_use", "rented", "used", "assigned", "full", "busy", "claimed"}
_SPENT = {"used_up", "exhausted", "sold_out", "spent"}
_HELD = ("balance", "stock", "amount", "points", "quantity", "credit", "credits", "level")


def state(row: Row, words: str) -> str:
    """The condition that a row is in a state; empty where nothing of it says so."""
    name = snaked(words)
    if re.fullmatch(r"[a-z]{3,}", name) and (waits := _kept_state(row, f"{name.rstrip('s')}ing")):
        return waits  # "those that wait" are waiting
    return (
        _kept_state(row, name)
        or _ended(row, name)
        or _used_up(row, name)
        or _occupied(row, name)
        or _opposite(row, name)
    )


def _kept_state(row: Row, name: str) -> str:
    """A state that a field of the row is there for."""
    for field in row.holding.fields.values():
        for choice in field.type.choices:
            if snaked(choice) == name:
                return f"{row.of(field.name)} = {json.dumps(choice)}"
    for field in row.holding.fields.values():
        told = _truth(field, name) if field.type.kind == "boolean" else None
        if told is not None:
            return row.of(field.name) if told else f"not({row.of(field.name)})"
    for cases in row.holding.grades.values():
        state = next((each.state for each in cases if snaked(each.state) == name), "")
        if holds := holds_in(cases, state):
            return holds.replace("$.", f"{row.at}.")
    for named, template in row.holding.computed.items():
        part = row.holding.shape.part(named)
        kind = part.shape.type.kind if part is not None else ""
        told = _truth(Field(named, part.shape.type), name) if part and kind == "boolean" else None
        holds = template.replace("$", row.at) if row.at else rowwise(template)
        if told is not None and holds:
            return f"({holds})" if told else f"not({holds})"
    for field in row.holding.fields.values():
        stamp = field.type.kind in {"date", "datetime"} and field.type.nullable
        if stamp and plain(field.name) in {plain(f"{name}{end}") for end in ("_at", "_on")}:
            return f"{row.of(field.name)} != null"
    for field in row.holding.fields.values():
        if plain(field.name) in {plain(f"{name}_by"), plain(f"{name}_to")}:
            return f"{row.of(field.name)} != null"
    return ""


def _truth(field: Field, name: str) -> bool | None:
    """Whether a truth is what a word says (true), or its opposite (false)."""
    bare = snaked(field.name).removeprefix("is_").removeprefix("has_")
    yes, no = OTHER_WORDS.get(bare.replace("_", ""), ((), ()))
    if name in {bare, *map(snaked, yes)}:
        return True
    return False if name in set(map(snaked, no)) else None


def _ended(row: Row, name: str) -> str:
    if name not in _OVER:
        return ""
    for field in row.holding.fields.values():
        if plain(field.name) not in _ENDS or field.type.kind not in {"date", "datetime"}:
            continue
        now = "today()" if field.type.kind == "date" else "now()"
        value = row.of(field.name)
        test = f"{value} < {now}" if field.type.kind == "date" else f"{value} <= {now}"
        return f"({value} != null and {test})" if not field.required else test
    return ""


def _used_up(row: Row, name: str) -> str:
    """As often as it may be: `used` of `max_uses`."""
    if name not in _SPENT:
        return ""
    limit, done = most(row.holding), counted(row.holding)
    if not limit or not done:
        return ""
    if limit.isdigit():
        return f"{row.of(done)} >= {limit}"
    test = f"{row.of(done)} >= {row.of(limit)}"
    field = row.holding.fields[limit]
    return f"({row.of(limit)} != null and {test})" if not field.required else test


_OFTEN = r"(?i)\bhow (?:often|many times)\b|\bnumber of (?:times|views|reads|uses|downloads)\b"
_DONE = r"(?:used|read|opened|viewed|downloaded|followed|clicked|redeemed|accessed|fetched|shown)"
_TIMES = re.compile(
    rf"(?i)\b{_DONE} (?:at most |up to |only |exactly |no more than )?(?P<many>\w+) times\b|"
    r"\b(?:at most|up to|only|for|no more than) (?P<of>\w+) (?:uses|views|reads|downloads|"
    r"clicks|visits)\b"
)


def most(holding: Holding) -> str:
    """How often something may be done to a row: the field that says so, or a number; else empty."""
    numbers = [each for each in holding.fields.values() if each.type.kind == "integer"]
    brought = holding.made.properties if holding.made is not None else ()
    told = {each.name for each in brought if re.search(_OFTEN, f"{each.words} {each.shape.words}")}
    for each in numbers:
        if re.match(r"max|limit|allowed", plain(each.name)) or each.name in told:
            return each.name
    for route in holding.siblings:
        match = _TIMES.search(route.words)
        many = (match["many"] or match["of"]).lower() if match else ""
        if in_digits(many).isdigit():
            return in_digits(many)
    return ""


def counted(holding: Holding) -> str:
    """The field that counts how often something was done to a row; empty where none does."""
    numbers = [each for each in holding.fields.values() if each.type.kind == "integer"]
    done = r"use|redeem|sold|spent|taken|click|view|read|download|visit|hit|access|open|redemption"
    limit = most(holding)
    found = [
        each.name
        for each in numbers
        if re.match(done, plain(each.name))
        and each.name != limit
        and not re.search(r"left|remaining", plain(each.name))
    ]
    return found[0] if len(found) == 1 else ""


def occupant(holding: Holding) -> Field | None:
    """What a row has while it is taken: the one value that no request makes it with."""
    made = set(holding.made.names) if holding.made is not None else set()
    found = [
        each
        for each in holding.fields.values()
        if not each.required
        and not each.hidden
        and each.default in {"", "null"}
        and each.name not in {*made, *holding.sets, *holding.computed}
        and plain(each.name) not in CREATED | UPDATED
        and each.type.kind in {"string", "integer"}
        and not each.type.choices
    ]
    return found[0] if len(found) == 1 else None


def _occupied(row: Row, name: str) -> str:
    held = occupant(row.holding)
    if held is not None and name in _FREE | _TAKEN:
        return f"{row.of(held.name)} {'=' if name in _FREE else '!='} null"
    return ""


def held_by(row: Row) -> str:
    """How much a row has of what it is there for: its balance, its stock."""
    held = next((each for each in _HELD if each in row.holding.fields), "")
    return row.of(held) if held else ""


def nothing_in(row: Row) -> str:
    """The condition that a row holds nothing: no items, no amount, nobody."""
    lists = [each.name for each in row.holding.fields.values() if each.type.kind == "list"]
    if len(lists) == 1:
        return f"count({row.of(lists[0])}) = 0"
    if held := held_by(row):
        return f"{held} = 0"
    one = occupant(row.holding)
    return f"{row.of(one.name)} = null" if one is not None else ""


def _opposite(row: Row, name: str) -> str:
    for prefix in ("un", "in", "non_", "not_"):
        rest = name.removeprefix(prefix)
        if rest != name and (holds := _kept_state(row, rest)):
            return f"not({holds})"
    return ""


def into(holding: Holding, words: str, *, no: bool = False) -> dict[str, str]:
    """The values that put a row into a state, with the moment where one is kept."""
    name = snaked(words)
    for field in holding.fields.values():
        choice = next((each for each in field.type.choices if snaked(each) == name), "")
        if choice and not no:
            return {field.name: json.dumps(choice), **_stamped(holding, name)}
    for field in holding.fields.values():
        told = _truth(field, name) if field.type.kind == "boolean" else None
        if told is not None:
            value = told is not no
            return {field.name: json.dumps(value), **(_stamped(holding, name) if value else {})}
    stamps = _stamped(holding, name)
    if stamps:
        return dict.fromkeys(stamps, "null") if no else stamps
    held = occupant(holding)
    freed = (name in _FREE) is not no
    if held is not None and name in _FREE | _TAKEN and freed:
        return {held.name: "null"}
    return {}


def done_to(holding: Holding, verb: str) -> dict[str, str]:
    """The values of a row to which a verb was done: "seats" makes it seated."""
    bare = snaked(verb)
    forms = [bare]
    if bare.endswith("s"):
        forms = [bare[:-1], *([bare[:-2]] if bare.endswith("es") else [])]
        forms += [f"{bare[:-3]}y"] if bare.endswith("ies") else []
    for form in forms:
        for each in states(form):
            if found := into(holding, each):
                return found
        undone = form.removeprefix("un")
        if undone != form:
            for each in states(undone):
                if found := into(holding, each, no=True):
                    return found
    return {}


def _stamped(holding: Holding, name: str) -> dict[str, str]:
    """The moment at which a row got into a state."""
    wanted = {plain(f"{name}{end}") for end in ("_at", "_on", "_date")}
    return {
        each.name: "today()" if each.type.kind == "date" else "now()"
        for each in holding.fields.values()
        if plain(each.name) in wanted
        and each.type.kind in {"date", "datetime"}
        and each.name not in holding.sets
    }
