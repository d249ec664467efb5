"""Roll calls: who was there, in lists of keys that a row keeps, and how often each of them was.

`PUT /lessons/{id}/attendance` with `{"present": [1, 4], "excused": [2]}` writes them down and
replaces what was there; everybody else counts as what the words say.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_list, is_record
from beliefs.spec.documents.places import steps, unwrapped
from beliefs.spec.documents.words import plain, plural, snaked
from beliefs.spec.inferring.keeping.belonging import key_reference
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.numbers import in_digits
from beliefs.spec.types import Field, Type

_REST = re.compile(
    r"(?i)\b(?:every(?:one|body) else|(?:all|the) (?:the )?others?|the rest)\b[^.;]*?"
    r"\bcounts? as (?:an? )?[`\"']?(\w+)"
)


class Roll(NamedTuple):
    """What is called, of whom, under which lists, and what everybody else is."""

    word: str
    of: Holding
    who: Holding
    lists: tuple[str, ...]
    rest: str
    only: str  # the field that says who is called at all; empty for everybody

    @property
    def states(self) -> tuple[str, ...]:
        """Every list there is."""
        return (*self.lists, *((self.rest,) if self.rest else ()))

    def field(self, state: str) -> str:
        """The field that keeps a list."""
        return f"{self.word}_{state}"


def rolls(kept: Kept) -> list[Roll]:
    """Every roll that routes write down."""
    found = []
    for route in kept.contract.routes:
        chain = steps(route.path, kept.base)
        of = kept.at(chain[:-1]) if len(chain) > 1 and chain[-2].param else None
        body = route.body
        if route.method != "PUT" or of is None or chain[-1].param or kept.at(chain) is not None:
            continue
        parts = body.properties if body is not None and is_record(body) else ()
        whole = [each for each in parts if _of_keys(each.shape.type.kind, each.shape.item)]
        who = _named(route, of, kept)
        if len(whole) != len(parts) or not parts or who is None:
            continue
        rest = _REST.search(route.words)
        if rest is None and len(parts) < 2:
            continue  # an order, or who belongs to it
        truths = [
            each.name
            for each in _brought(who)
            if re.search(rf"(?i)\b{re.escape(each.name)} {_noun(who)}\b", route.words)
        ]
        lists = tuple(each.name for each in parts)
        only = truths[0] if truths else ""
        found.append(Roll(snaked(chain[-1].name), of, who, lists, rest[1] if rest else "", only))
    return found


def _of_keys(kind: str, item: object) -> bool:
    inner = getattr(getattr(item, "type", None), "kind", "")
    return kind == "list" and inner == "integer"


def _noun(who: Holding) -> str:
    return f"(?:{re.escape(who.word)}|{re.escape(plural(who.word))})"


def _brought(who: Holding) -> list[Field]:
    made_ = who.made.properties if who.made is not None else ()
    return [
        Field(each.name, each.shape.type) for each in made_ if each.shape.type.kind == "boolean"
    ]


def _named(route: Route, of: Holding, kept: Kept) -> Holding | None:
    """The things that the words of a route name beside its own."""
    found = [
        each
        for each in kept.holdings
        if each is not of and re.search(rf"(?i)\b{_noun(each)}\b", route.words)
    ]
    return found[0] if len(found) == 1 else None


def call_roll(kept: Kept) -> None:
    """Let rows keep the lists, which are null before anything was written down."""
    for roll in rolls(kept):
        item = key_reference(roll.who)
        for state in roll.states:
            kind = Type("list", nullable=True, item=item)
            name = roll.field(state)
            roll.of.fields[name] = Field(name, kind, required=False, hidden=True)


def roll_call_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that writes a roll down, shows it, or says how often one was there."""
    chain = writer.chain(route)
    for roll in rolls(writer.kept):
        if not chain or chain[-1].param:
            continue
        at = writer.kept.at(chain[:-1]) if len(chain) > 1 and chain[-2].param else None
        if plain(chain[-1].name) == plain(roll.word) and at is roll.of:
            reads = writer.above(route, chain[:-1])
            return _called(writer, route, roll, reads)
        if plain(chain[-1].name) == plain(roll.word) and at is roll.who and route.method == "GET":
            return _often(writer, route, roll)
        if plain(chain[-1].name) == plain(f"{roll.word}.csv") and route.method == "GET":
            return _exported(route, roll)
    return None


def _called(writer: Writer, route: Route, roll: Roll, reads: list[str]) -> list[str] | None:
    one = roll.of.variable
    if route.method == "GET":
        said = f"No {roll.word.replace('_', ' ')} was written down"
        way = writer.refuse(route, "absent", said, "before anything written", (404, 409))
        there = f"guard {one}.{roll.field(roll.states[0])} != null else {way}"
        shown = made({each: f"{one}.{roll.field(each)}" for each in roll.states})
        return [*reads, there, f"answer 200 {shown}"]
    if route.method != "PUT":
        return None
    key = roll.who.key.name
    called = f"{roll.who.name}[where .{roll.only}]" if roll.only else roll.who.name
    given = f"flat([{', '.join(f'input.{each}' for each in roll.lists)}])"
    only = f"{roll.only} " if roll.only else ""
    among = (400, 422, 404, 409)
    said = f"All must be {only}{plural(roll.who.word)}"
    way = writer.refuse(route, "refused", said, f"must be {only}{roll.who.word}", among)
    known = f"each(one in {called}: one.{key})"
    lines = [*reads, f"guard count({given}[where not(row in {known})]) = 0 else {way}"]
    if len(roll.lists) > 1:
        twice = writer.refuse(route, "refused", "Somebody is in two lists", "both lists", among)
        whole = " + ".join(f"count(distinct(input.{each}))" for each in roll.lists)
        lines.append(f"guard count(distinct({given})) = {whole} else {twice}")
    values = {roll.field(each): f"distinct(input.{each})[by row]" for each in roll.lists}
    if roll.rest:
        others = f"{called.removesuffix(']')} and " if roll.only else f"{called}[where "
        pick = f"{others}not(.{key} in {given}), by .{key}]"
        values[roll.field(roll.rest)] = f"each(one in {pick}: one.{key})"
    counts = made({each: f"count({one}.{roll.field(each)})" for each in roll.states})
    status = route.good.status if route.good else 200
    return [*lines, f"patch {roll.of.name} {one} {made(values)}", f"answer {status} {counts}"]


def _often(writer: Writer, route: Route, roll: Roll) -> list[str] | None:
    shape, _ = unwrapped(route.good.shape if route.good else None)
    if shape is None or is_list(shape) or not is_record(shape):
        return None
    key = f"{roll.who.variable}.{roll.who.key.name}"
    lines = writer.above(route, writer.chain(route)[:-1])
    first = roll.field(roll.states[0])
    for each in roll.states:
        holds = f".{first} != null and {key} in .{roll.field(each)}"
        lines.append(f"let {snaked(each)} = count({roll.of.name}[where {holds}])")
    whole = " + ".join(snaked(each) for each in roll.states)
    values: dict[str, str] = {}
    for part in shape.properties:
        state = next((each for each in roll.states if plain(each) == plain(part.name)), "")
        if state:
            values[part.name] = snaked(state)
        elif plain(part.name) in {"total", "count", "all", plain(plural(roll.of.word))}:
            values[part.name] = whole
        elif plain(part.name) in {"rate", "share", "ratio", "attendancerate"}:
            told = re.search(r"(?i)\b(\w+) divided by\b", route.words)
            part_of = told[1] if told and told[1] in roll.states else roll.states[0]
            digits = re.search(r"(?i)\brounded to (\d|one|two|three)\b", route.words)
            number = in_digits(digits[1]) if digits else ""
            share = f"{snaked(part_of)} / ({whole})"
            share = f"round({share}, {number})" if number else share
            values[part.name] = f"if({whole} = 0, null, {share})"
        else:
            return None
    return [*lines, f"answer 200 {made(values)}"]


def _exported(route: Route, roll: Roll) -> list[str] | None:
    """A line for everybody at every call, as CSV."""
    told = re.search(r"(?i)\b(?:header|columns)(?: line)?:? ((?:\w+, ?)+\w+)", route.words)
    line = re.split(r"(?i),\s*(?:by|in|with|and|one|sorted|ordered)\b", told[1])[0] if told else ""
    columns = [each.strip() for each in line.split(",") if each.strip()]
    of, who = roll.of.variable, roll.who
    row = f"first({who.name}[where .{who.key.name} = one])"
    cells: dict[str, str] = {}
    for each in columns:
        if roll.of.named(each):
            cells[each] = f"{of}.{roll.of.named(each)}"
        elif who.named(each):
            cells[each] = f"{row}.{who.named(each)}"
        elif plain(each) in {"status", "state", plain(roll.word)}:
            cells[each] = "\0"
        else:
            return None
    if "\0" not in cells.values():
        return None
    lines = {
        state: {name: cell.replace("\0", json.dumps(state)) for name, cell in cells.items()}
        for state in roll.states
    }
    lists = ", ".join(
        f"each(one in {of}.{roll.field(state)}: {made(line)})" for state, line in lines.items()
    )
    orders = [each for each in columns if re.search(rf"(?i)\bby {re.escape(each)}\b", route.words)]
    above = [f"by .{roll.of.named(each)}" for each in orders if roll.of.named(each)]
    below = [f"by .{each}" for each in orders if not roll.of.named(each)]
    kept = ", ".join([f"where .{roll.field(roll.states[0])} != null", *above])
    inner = f"flat([{lists}])[{', '.join(below)}]" if below else f"flat([{lists}])"
    rows = f"flat(each({of} in {roll.of.name}[{kept}]: {inner}))"
    names = ", ".join(json.dumps(each) for each in columns)
    return [f'answer 200 as "text/csv" csv({rows}, {names})']
