"""Lists that take from other rows: the items of an order, and the stock of what they name."""

from __future__ import annotations

import re
from typing import NamedTuple

from beliefs.spec.documents.contract import Route, Shape, is_list, is_record
from beliefs.spec.documents.holdings import Holding
from beliefs.spec.documents.kept import Kept
from beliefs.spec.documents.values import made
from beliefs.spec.documents.words import plain, words
from beliefs.spec.documents.writing import Writer

_MANY = {"quantity", "qty", "count", "amount", "units"}
_STOCK = {"stock", "quantity", "inventory", "instock", "available", "stockquantity", "stocklevel"}
_BACK = re.compile(
    r"(?i)\bstock\b[^.;]*\b(?:up|again|back|restored|returned|released|replenished|increased)\b"
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
            last = words(key)
            other = kept.called("_".join(last[:-1])) if last[-1:] == ("id",) else None
            if other is None or other is holding or not many:
                continue
            stock = next((each for each in other.fields if plain(each) in _STOCK), "")
            more = [each for each in (shown.names if shown else ()) if each not in brought.names]
            copied = tuple(each for each in more if each in other.fields)
            return Taken(name, key, many, other, stock, copied)
    return None


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
    said = " ".join([route.words, *(each.words for each in route.replies)])
    if not found.stock or not re.search(r"(?i)\bstock|inventory|enough\b", said):
        return []
    other, one = found.other, found.other.variable
    way = writer.refuse(route, "conflict", "Not enough stock", "enough stock")
    left = f"{one}.{found.stock}"
    return [
        f"for item in {given}:",
        f"    let {one} = first({other.name}[where .{other.key.name} = item.{found.key}])",
        f"    guard {left} >= item.{found.many} else {way}",
        f"    patch {other.name} {one} {{{found.stock}: {left} - item.{found.many}}}",
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
