"""Lists that take from other rows: the items of an order, and the stock of what they name."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, Shape, is_list, is_record
from beliefs.spec.documents.words import plain, words
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import constant, made
from beliefs.spec.inferring.writing import Writer

_MANY = {"quantity", "qty", "count", "amount", "units"}
_STOCK = {"stock", "quantity", "inventory", "instock", "available", "stockquantity", "stocklevel"}
_MORE = re.compile(
    r"(?i)\b(?:rais|increas|add|top|replenish|restock|put)\w*\b[^.;]*\b(?:quantit|stock|inventor)"
)
_LESS = re.compile(
    r"(?i)\b(?:lower|reduc|decreas|deduct|subtract|tak|draw|withdraw)\w*\b[^.;]*"
    r"\b(?:quantit|stock|inventor)|\benough\b|\binsufficient|\bout of stock"
)
# What the items of a refusal tell: what was asked for, and what there is.
_WANTED = {"requested", "wanted", "asked", "needed", "required", "ordered"}
_THERE = {"available", "instock", "stock", "left", "onhand", "remaining", "present"}
_BACK = re.compile(
    r"(?i)\bback\b[^.;]*\b(?:stock|inventory|shelf|shelves)\b"
    r"|\bstock\b[^.;]*\b(?:up|again|back|restored|returned|released|replenished|increased)\b"
    r"|\b(?:restor|return|releas|replenish|restock)\w*\b[^.;]*\b(?:stock|inventory|quantit)"
)


class Taken(NamedTuple):
    """A list whose items name rows: by what, how many, and what of the row they take or keep."""

    list: str
    key: str
    many: str
    other: Holding
    stock: str  # empty where nothing is taken
    copied: tuple[str, ...]  # what items show of the row as it was then


def taken(kept: Kept, holding: Holding) -> Taken | None:
    """The list of a row that takes from others, if it has one."""
    for name, field in holding.fields.items():
        shown, brought = _items(holding.shape, name), _items(holding.made, name)
        if field.type.kind != "list" or brought is None:
            continue
        many = next((each for each in brought.names if plain(each) in _MANY), "")
        for key in brought.names:
            other = named_by(kept, key)
            if other is None or other is holding or not many:
                continue
            stock = next((each for each in other.fields if plain(each) in _STOCK), "")
            more = [each for each in (shown.names if shown else ()) if each not in brought.names]
            copied = tuple(each for each in more if each in other.fields)
            return Taken(name, key, many, other, stock, copied)
    return None


def named_by(kept: Kept, key: str) -> Holding | None:
    """The thing whose rows a name in the items of a list tells apart: `book_id`, `sku`."""
    last = words(key)
    if last[-1:] == ("id",):
        return kept.called("_".join(last[:-1]))
    own = [each for each in kept.holdings if each.key.name == key and each.key.style == "given"]
    return own[0] if len(own) == 1 else None


def _items(shape: Shape | None, name: str) -> Shape | None:
    part = shape.part(name) if shape is not None else None
    item = part.shape.item if part is not None and is_list(part.shape) else None
    return item if item is not None and is_record(item) else None


def taking(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> tuple[list[str], dict[str, str]]:
    """Statements that take what each item asks for, and the list as it is kept."""
    found = taken(writer.kept, holding)
    if found is None or found.list not in brought:
        return [], {}
    return _taking(writer, route, found, brought[found.list]), _copied(holding, found, brought)


def _taking(writer: Writer, route: Route, found: Taken, given: str) -> list[str]:
    said = " ".join([route.words, *(f"{each.words} {each.example}" for each in route.replies)])
    takes = re.search(r"(?i)\bstock|inventory", said) or _LESS.search(said)
    adds = _MORE.search(said) and not _LESS.search(said)
    if not found.stock or not (takes or adds):
        return []
    other, one = found.other, found.other.variable
    left = f"{one}.{found.stock}"
    if adds:
        guards, sign = [], "+"
    else:
        way = writer.refuse(route, "conflict", "Not enough stock", "enough stock")
        guards, sign = [f"    guard {left} >= item.{found.many} else {way}"], "-"
    short = _short(route, found, given) if not adds else []
    return [
        *short,
        f"for item in {given}:",
        f"    let {one} = first({other.name}[where .{other.key.name} = item.{found.key}])",
        *([] if short else guards),
        f"    patch {other.name} {one} {{{found.stock}: {left} {sign} item.{found.many}}}",
    ]


def _short(route: Route, found: Taken, given: str) -> list[str]:
    """An answer that lists all of which there is not enough, where one is shown."""
    reply = next((each for each in route.replies if 400 <= each.status < 500 and each.shape), None)
    parts = reply.shape.properties if reply is not None and reply.shape is not None else ()
    under = next(
        (each for each in parts if is_list(each.shape) and is_record(each.shape.item)), None
    )
    item = under.shape.item if under is not None else None
    if reply is None or under is None or item is None or not item.part(found.key):
        return []
    key = found.other.key.name
    known = f"first({found.other.name}[where .{key} = one.key]).{found.stock}"
    asked = f"sum(each(item in one.items: item.{found.many}))"
    values: dict[str, str] = {}
    for name in item.names:
        wanted, there = plain(name) in _WANTED, plain(name) in _THERE
        if name != found.key and not wanted and not there:
            return []
        values[name] = "one.key" if name == found.key else asked if wanted else known
    told = {each.name: constant(each) for each in parts} | {under.name: "short"}
    return [
        "let short = []",
        f'for one in group({given}, "{found.key}"):',
        f"    if {asked} > {known}:",
        f"        let short = append(short, {made(values)})",
        "if count(short) > 0:",
        f"    answer {reply.status} {made(told)}",
    ]


def _copied(holding: Holding, found: Taken, brought: dict[str, str]) -> dict[str, str]:
    """The items with what they show of the rows that they name, as it is now."""
    item = _items(holding.made, found.list)
    if item is None or not found.copied:
        return {}
    row = f"first({found.other.name}[where .{found.other.key.name} = item.{found.key}])"
    values = {each: f"item.{each}" for each in item.names}
    values |= {each: f"{row}.{each}" for each in found.copied}
    return {found.list: f"each(item in {brought[found.list]}: {made(values)})"}


def give_lines(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """Statements that give back what a row's items took, where words say so."""
    found = taken(writer.kept, holding)
    if found is None or not found.stock or not _BACK.search(route.words):
        return []
    other, one = found.other, found.other.variable
    more = f"{one}.{found.stock} + item.{found.many}"
    return [
        f"for item in {holding.variable}.{found.list}:",
        f"    let {one} = first({other.name}[where .{other.key.name} = item.{found.key}])",
        f"    if {one} != null:",
        f"        patch {other.name} {one} {{{found.stock}: {more}}}",
    ]
