"""Amounts that a new row moves: into or out of the row above it, or from one row to another."""

from __future__ import annotations

from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.holdings import Holding
from beliefs.spec.documents.words import plain
from beliefs.spec.documents.writing import Writer

_HELD = ("balance", "stock", "quantity", "points", "credits")


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


def moved_lines(writer: Writer, route: Route) -> list[str]:
    """So much from one row to another, where the request names both and how much."""
    inputs = {
        plain(each.name): f"input.{each.name}"
        for each in writer.inputs(route)
        if each.place == "json"
    }
    amount = next((inputs[each] for each in ("amount", "quantity", "points") if each in inputs), "")
    for other in writer.kept.holdings:
        held = next((each for each in _HELD if each in other.fields), "")
        word = plain(other.word)
        forms = [
            (f"{a}{word}{end}", f"{b}{word}{end}")
            for end in ("id", "")
            for a, b in (("from", "to"), ("source", "target"), ("source", "destination"))
        ]
        forms += [("fromid", "toid"), ("from", "to")]
        pair = next((each for each in forms if each[0] in inputs and each[1] in inputs), None)
        if not held or not amount or pair is None:
            continue
        said = writer.absent(route, other)
        lines = []
        for name, key in (("source", inputs[pair[0]]), ("target", inputs[pair[1]])):
            lines.append(f"let {name} = first({other.name}[where .{other.key.name} = {key}])")
            lines.append(f"guard {name} != null else {said}")
        short = writer.refuse(route, "conflict", f"Insufficient {held}", "enough")
        return [
            *lines,
            f"guard source.{held} >= {amount} else {short}",
            f"patch {other.name} source {{{held}: source.{held} - {amount}}}",
            f"let target = first({other.name}[where .{other.key.name} = {inputs[pair[1]]}])",
            f"patch {other.name} target {{{held}: target.{held} + {amount}}}",
        ]
    return []
