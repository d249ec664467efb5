"""Amounts that a new row moves: into or out of the row above it, or from one row to another."""

from __future__ import annotations

import json
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Scene, Writer

_HELD = ("balance", "stock", "quantity", "points", "credits", "funds", "coins")
_AMOUNTS = ("amount", "quantity", "points", "value", "sum", "credits", "coins")
# What the two rows of a transfer are called by.
_ENDS = (
    *(("from", "to"), ("source", "target"), ("source", "destination")),
    *(("sender", "receiver"), ("sender", "recipient"), ("payer", "payee")),
)


_IN = {
    "in",
    "deposit",
    "credit",
    "add",
    "receive",
    "restock",
    "income",
    "earn",
    "increase",
    "topup",
}
_OUT = {
    "out",
    "withdrawal",
    "withdraw",
    "debit",
    "remove",
    "issue",
    "sale",
    "ship",
    "spend",
    "expense",
}


def is_signed(route: Route) -> bool:
    """Whether words say that an amount is more where it is positive, less where it is negative.

    >>> is_signed(Route("POST", "/", words="Goods in (positive) or out (negative)"))
    True
    """
    parts = route.body.properties if route.body is not None else ()
    said = " ".join([route.words, *(each.words for each in parts)])
    less = r"(?i)\bnegative\b(?! (?:stock|balance|amounts? (?:is|are)))|\bminus\b"
    return bool(re.search(r"(?i)\bpositive\b|\bplus\b", said) and re.search(less, said))


def booked_lines(writer: Writer, route: Route, parent: Holding) -> list[str]:
    """What a movement changes: so much more or less of what the row above holds."""
    made = {
        plain(each.name)
        for each in (parent.made.properties if parent.made else ())
        if not each.read_only
    }
    held = next((each for each in _HELD if each in parent.fields and plain(each) not in made), "")
    inputs = {plain(each.name): each for each in writer.inputs(route) if each.place == "json"}
    amount = next(
        (inputs[each] for each in ("quantity", "amount", "points") if each in inputs), None
    )
    ways = next((each for each in inputs.values() if {*each.type.choices} & _IN), None)
    if held and amount is not None and ways is None and is_signed(route):
        one, left = parent.variable, f"{parent.variable}.{held} + input.{amount.name}"
        way = writer.refuse(route, "conflict", f"Insufficient {held}", "enough negative")
        patch = f"patch {parent.name} {one} {{{held}: {left}}}"
        return [f"guard {left} >= 0 else {way}", patch]
    if not held or amount is None or ways is None:
        return []
    out = [each for each in ways.type.choices if each in _OUT]
    if not out or len(ways.type.choices) > 2:
        return []
    one, name, value = parent.variable, f"input.{ways.name}", f"input.{amount.name}"
    way = writer.refuse(route, "conflict", f"Insufficient {held}", "enough negative")
    less = f'{name} = "{out[0]}"'
    change = f"if({less}, {one}.{held} - {value}, {one}.{held} + {value})"
    return [
        f"guard not({less}) or {one}.{held} >= {value} else {way}",
        f"patch {parent.name} {one} {{{held}: {change}}}",
    ]


class Between(NamedTuple):
    """Two rows that a request names, what they hold, and how much of it goes from one to the other.

    Keys and the amount are expressions.
    """

    holding: Holding
    held: str
    source: str
    target: str
    amount: str


def _between(writer: Writer, route: Route) -> Between | None:
    inputs = {
        plain(each.name): f"input.{each.name}"
        for each in writer.inputs(route)
        if each.place == "json"
    }
    amount = next((inputs[each] for each in _AMOUNTS if each in inputs), "")
    for other in writer.kept.holdings:
        held = next((each for each in _HELD if each in other.fields), "")
        word = plain(other.word)
        forms = [(f"{a}{word}{end}", f"{b}{word}{end}") for end in ("id", "") for a, b in _ENDS]
        forms += [("fromid", "toid"), *_ENDS]
        pair = next((each for each in forms if each[0] in inputs and each[1] in inputs), None)
        if held and amount and pair is not None:
            return Between(other, held, inputs[pair[0]], inputs[pair[1]], amount)
    return None


def moved_lines(writer: Writer, route: Route) -> list[str]:
    """So much from one row to another, where the request names both and how much."""
    found = _between(writer, route)
    if found is None:
        return []
    other, held, amount = found.holding, found.held, found.amount
    lines = []
    for name, key in (("source", found.source), ("target", found.target)):
        lines.append(f"let {name} = first({other.name}[where .{other.key.name} = {key}])")
        lines.append(f"guard {name} != null else {writer.absent(route, other)}")
    short = writer.refuse(route, "conflict", f"Insufficient {held}", "enough")
    return [
        *lines,
        f"guard source.{held} >= {amount} else {short}",
        f"patch {other.name} source {{{held}: source.{held} - {amount}}}",
        # Read again: both may be one row.
        f"let target = first({other.name}[where .{other.key.name} = {found.target}])",
        f"patch {other.name} target {{{held}: target.{held} + {amount}}}",
    ]


def transfer_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that only moves an amount, and keeps no row of that itself."""
    asked = re.search(r"(?i)\b(?:transfer|move|send|pay)", f"{route.path} {route.words}")
    found = _between(writer, route) if route.method == "POST" and asked else None
    if found is None or any(route in each.routes for each in writer.kept.holdings):
        return None
    scene = Scene(values={"status": '"completed"'}, message="Transferred")
    lines = [*moved_lines(writer, route), *_moved_events(writer, found)]
    return [*lines, writer.answer(route, scene)]


def _moved_events(writer: Writer, found: Between) -> list[str]:
    """Both ends as events, where the rows keep what was done to them and it is called so."""
    log = writer.kept.of(found.holding.log) if found.holding.log else None
    if log is None:
        return []
    link, kind, moment, *more = log.fields
    lines = []
    for row, way in (("source", "out"), ("target", "in")):
        choices = log.fields[kind].type.choices
        event = next((each for each in choices if each.lower().endswith(way)), "")
        values = {link: f"{row}.{found.holding.key.name}", kind: json.dumps(event), moment: "now()"}
        values |= {each: found.amount for each in more if plain(each) in _AMOUNTS}
        lines += [f"insert {log.name} {made(values)} as {row}_event"] if event else []
    return lines
