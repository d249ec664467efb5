"""How often each of the things that a row offers was chosen, how many chose, and which leads."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Property, Route, is_list, is_record
from beliefs.spec.documents.words import plain, plural
from beliefs.spec.entities import Key
from beliefs.spec.inferring.answers.ordering import stated_order
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.numbers import in_digits
from beliefs.spec.types import Field

_LEADS = {"winner", "leader", "leading", "winningoption", "top", "favourite", "favorite", "first"}
_SHARES = {"percent", "percentage", "share", "ratio", "fraction"}
_MOST = re.compile(
    r"(?i)\b(?:most|highest|best)(?:[- ]\w+){0,2} first\b|\bby popularity\b|"
    r"\bmost (?:popular|chosen)\b"
)
_PLACES = re.compile(r"(?i)\b(one|two|three|no|whole|\d)[- ](?:decimal|digit|number|place)")
_NONE = {"no": "0", "whole": "0"}


class Tally(NamedTuple):
    """A list that a row offers, and the rows below it that each choose one of its items."""

    offers: str
    child: Holding
    link: str
    field: str

    def rows(self, key: str, choice: str = "") -> str:
        """Those below `$`, or of these the ones that chose something."""
        also = f" and .{self.field} = {choice}" if choice else ""
        return f"{self.child.name}[where .{self.link} = $.{key}{also}]"


def tally_of(holding: Holding, kept: Kept) -> Tally | None:
    """What is chosen below a row, where it is among what the row itself offers."""
    for child, link in kept.children(holding):
        for field in child.fields.values():
            offers = next(
                (
                    each.name
                    for each in holding.fields.values()
                    if each.type.kind == "list"
                    and plain(each.name) == plain(plural(field.name))
                    and each.type.item is not None
                    and each.type.item.kind == field.type.kind
                ),
                "",
            )
            if offers and field.name != link and not child.shadow:
                return Tally(offers, child, link, field.name)
    return None


def tallied(holding: Holding, part: Property, kept: Kept) -> str:
    """A template over `$` for a figure of what was chosen; empty for other values."""
    tally = tally_of(holding, kept)
    kept_so = part.name in holding.fields and not (
        is_list(part.shape) and is_record(part.shape.item)  # what it offers is texts
    )
    if tally is None or kept_so:
        return ""
    key, name = holding.key.name, plain(part.name)
    if is_list(part.shape) and part.shape.item is not None and is_record(part.shape.item):
        values = [_of_choice(tally, key, each) for each in part.shape.item.properties]
        names = [each.name for each in part.shape.item.properties]
        if not all(values) or tally.field not in names:
            return ""
        return f"each(choice in $.{tally.offers}: {made(dict(zip(names, values, strict=True)))})"
    many = plain(plural(tally.child.word))
    if part.shape.type.kind == "integer" and name in {"total", f"total{many}", many, "count"}:
        return f"count({tally.rows(key)})"
    if name in _LEADS and part.shape.type.kind == "string":
        return _leading(tally, key, part)
    return ""


def told_tally(route: Route, holding: Holding, part: Property, kept: Kept) -> str:
    """The same, rounded and in the order that the words about a route tell."""
    item = part.shape.item
    if not is_list(part.shape) or item is None or not is_record(item):
        return ""
    parts = tuple(_said(each, route) for each in item.properties)
    item = replace(item, properties=parts)
    template = tallied(holding, replace(part, shape=replace(part.shape, item=item)), kept)
    fields = {each.name: Field(each.name, each.shape.type) for each in parts}
    lines = Holding("Line", "line", set(), [], item, fields=fields, key=Key("row"))
    orders = stated_order(route, lines)
    many = next((each.name for each in parts if each.shape.type.kind == "integer"), "")
    if not orders and many and _MOST.search(route.words):
        orders = [f".{many} down"]
    order = "".join(f", by {each}" for each in orders)
    return f"{template}[{order.removeprefix(', ')}]" if template and order else template


def _said(part: Property, route: Route) -> Property:
    """A value with what the words about a route say of it."""
    told = [
        each
        for each in sentences(route.words)
        if re.match(rf"(?i)\W*(?:the |its )?{re.escape(part.name)}\b", each)
    ]
    words = ". ".join([*([part.shape.words] if part.shape.words else []), *told])
    return replace(part, shape=replace(part.shape, words=words))


def _of_choice(tally: Tally, key: str, part: Property) -> str:
    """A value of one of the things that are offered."""
    name, kind = plain(part.name), part.shape.type.kind
    many = f"count({tally.rows(key, 'choice')})"
    if name == plain(tally.field):
        return "choice"
    if kind in {"integer", "number"} and name in {
        *("count", "number", "total"),
        *(plain(plural(tally.child.word)), f"{plain(tally.child.word)}count"),
    }:
        return many
    if kind in {"integer", "number"} and name in _SHARES:
        whole = "1" if name in {"ratio", "fraction"} else "100"
        told = _PLACES.search(part.words)
        usual = "0" if kind == "integer" else "2"
        digits = _NONE.get(told[1].lower(), in_digits(told[1])) if told else usual
        share = f"round({whole} * {many} / count({tally.rows(key)}), {digits})"
        return share if part.shape.type.nullable else f"or_else({share}, 0)"
    return ""


def _leading(tally: Tally, key: str, part: Property) -> str:
    """What was chosen most: null where nothing was, or where words say so of a tie."""
    many = f"count({tally.rows(key, 'choice')})"
    most = f"most(each(choice in $.{tally.offers}: {many}))"
    record = f"{{choice: choice, many: {many}}}"
    best = f"each(choice in $.{tally.offers}: {record})[where .many = {most}]"
    shared = re.search(r"(?i)\bshar|\btie|\bdraw|\bequal", part.words)
    also = f" or count({best}) > 1" if shared else ""
    return f"if({most} = 0{also}, null, first({best}).choice)"
