"""Movements between places: what is where is the sum of what came, went and was moved.

A row has a list of movements, each in, out or from one place to another, with how much. Nothing is
kept of what there is: it is worked out of the movements, in all and at each place.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, Shape, is_record
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer

IN = {
    *("in", "deposit", "credit", "add", "receive", "restock", "income", "earn", "increase"),
    *("topup", "inbound", "incoming", "receipt", "purchase", "return"),
}
OUT = {
    *("out", "withdrawal", "withdraw", "debit", "remove", "issue", "sale", "ship", "spend"),
    *("expense", "outbound", "outgoing", "shipment", "loss", "decrease"),
}
_SHIFTS = {"transfer", "move", "relocate", "relocation", "shift"}
_AMOUNTS = ("quantity", "amount", "units", "qty")
_PLACES = ("location", "place", "warehouse", "site", "bin", "store", "shelf", "depot", "branch")
_HELD = {"total", "stock", "quantity", "onhand", "instock", "totalstock", "totalquantity"}


class Flow(NamedTuple):
    """Movements of what a row has, and the fields that say which, how much and where."""

    of: Holding
    moved: Holding
    link: str
    kind: str
    more: str  # choices that add, as a list in the notation
    shift: str
    amount: str
    place: str
    target: str  # where it goes, of a shift


def flow_of(kept: Kept, holding: Holding) -> Flow | None:
    """The movements below a holding, where they are at places."""
    for moved, link in kept.children(holding):
        by = {plain(each): each for each in moved.fields}
        amount = next((by[each] for each in _AMOUNTS if each in by), "")
        place = next((by[each] for each in _PLACES if each in by), "")
        kinds = [
            each
            for each in moved.fields.values()
            if {*each.type.choices} & IN
            and {*each.type.choices} & OUT
            and {*each.type.choices} <= IN | OUT | _SHIFTS
        ]
        if not amount or not place or not kinds or not moved.fields[place].required:
            continue
        target = next(
            (by[each] for way in ("to", "target", "new") if (each := f"{way}{plain(place)}") in by),
            "",
        )
        choices = kinds[0].type.choices
        more, shift = ([each for each in choices if each in among] for among in (IN, _SHIFTS))
        if bool(shift) == bool(target):
            name = kinds[0].name
            return Flow(
                holding,
                moved,
                link,
                name,
                json.dumps(more),
                json.dumps(shift),
                amount,
                place,
                target,
            )
    return None


def _rows(flow: Flow, row: str) -> str:
    return (
        f"{flow.moved.name}[where .{flow.link} = {row}.{flow.of.key.name}]"
        if row
        else flow.moved.name
    )


def total(flow: Flow, row: str) -> str:
    """How much a row has at all places together."""
    less = f"if(one.{flow.kind} in {flow.shift}, 0, 0 - one.{flow.amount})"
    much = f"if(one.{flow.kind} in {flow.more}, one.{flow.amount}, {less})"
    return f"sum(each(one in {_rows(flow, row)}: {much}))"


def at_place(flow: Flow, row: str, place: str) -> str:
    """How much a row, or all of them, has at a place."""
    much = f"if(one.{flow.kind} in {flow.more}, one.{flow.amount}, 0 - one.{flow.amount})"
    value = f"if(one.{flow.place} = {place}, {much}, 0)"
    if flow.target:
        goes = f"one.{flow.kind} in {flow.shift} and one.{flow.target} = {place}"
        value += f" + if({goes}, one.{flow.amount}, 0)"
    return f"sum(each(one in {_rows(flow, row)}: {value}))"


def _places(flow: Flow, row: str) -> str:
    rows = _rows(flow, row)
    names = [f"each(one in {rows}: one.{flow.place})"]
    if flow.target:
        shifted = f"{rows}[where .{flow.kind} in {flow.shift}]"
        names.append(f"each(one in {shifted}: one.{flow.target})")
    return f"distinct(flat([{', '.join(names)}]))"


def held(holding: Holding, part: Property, kept: Kept) -> str:
    """What a row has, in all or by place, as a template over `$`; empty for other values."""
    flow = flow_of(kept, holding)
    if flow is None or plain(part.name) not in _HELD or holding.made is None:
        return ""
    if holding.made.part(part.name) is not None:
        return ""
    if is_record(part.shape) and not part.shape.properties:
        value = at_place(flow, "$", "there")
        pairs = f"each(there in {_places(flow, '$')}: {{key: there, value: {value}}})"
        return f"keyed({pairs}[where .value != 0])"
    return total(flow, "$") if part.shape.type.kind in {"integer", "number"} else ""


def moved_guards(writer: Writer, route: Route, holding: Holding, parent: Holding) -> list[str]:
    """Guards of a movement: it says where to, and there is as much as it takes away."""
    flow = flow_of(writer.kept, parent)
    if flow is None or flow.moved is not holding:
        return []
    kind, place = f"input.{writer.name(flow.kind)}", f"input.{writer.name(flow.place)}"
    lines = []
    if flow.target:
        said = f"{flow.target} is required"
        way = writer.refuse(route, "out_of_range", said, "invalid", (422, 400))
        given = f"input.{writer.name(flow.target)} != null"
        lines.append(f"guard not({kind} in {flow.shift}) or {given} else {way}")
    way = writer.refuse(
        route, "conflict", "Insufficient stock", "less than quantity enough", (409,)
    )
    there = at_place(flow, parent.variable, place)
    enough = f"{there} >= input.{writer.name(flow.amount)}"
    return [*lines, f"guard {kind} in {flow.more} or {enough} else {way}"]


def emptied(writer: Writer, route: Route, holding: Holding, one: str) -> str:
    """That a row has nothing left, where only such a one may go; empty where nothing says so."""
    flow = flow_of(writer.kept, holding)
    told = re.search(
        r"(?i)\b(?:without|with|has|still|no) (?:\w+ )?(?:stock|quantity)", route.words
    )
    return f"{total(flow, one)} = 0" if flow is not None and told else ""


def by_place(writer: Writer, item: Shape) -> str:
    """Every place that holds anything, with how much; empty where the records show other things."""
    for holding in writer.kept.holdings:
        flow = flow_of(writer.kept, holding)
        if flow is None or len(item.properties) != len({flow.place, flow.amount}):
            continue
        names = {plain(each.name): each.name for each in item.properties}
        place = names.pop(plain(flow.place), "")
        much = next(iter(names.values()), "")
        if not place or plain(much) not in {*_HELD, plain(flow.amount)}:
            continue
        record = made({place: "there", much: at_place(flow, "", "there")})
        return f"each(there in {_places(flow, '')}: {record})[where .{much} != 0, by .{place}]"
    return ""
