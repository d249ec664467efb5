"""Values of the items in a list that a row keeps, worked out: the `line_total` of each position."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Shape, field_of, is_list, is_record
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.formulas import Reading, of_item, told_values, worked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made

_TOTAL = re.compile(
    r"(?:line|sub|row|item|position)?(?:total|amount|sum|price|cost|value)(?:cents|price|amount)?"
    r"|linecents|totalcents"
)
_PRICE = ("unitprice", "price", "cost", "pricecents", "unitpricecents", "unitcost", "rate")
_MANY = ("quantity", "qty", "count", "units", "hours", "pieces")


def itemise(holding: Holding, kept: Kept) -> None:
    """Note what items show beside what they are brought with, and how it is worked out."""
    for name, field in holding.fields.items():
        kind = field.type.item
        if field.type.kind != "list" or kind is None or not kind.fields or name in holding.inner:
            continue
        shown, brought = _items(holding.shape, name), _items(holding.made, name)
        if shown is None or brought is None:
            continue
        found = _values(holding, kept, name, shown, brought)
        if found:
            holding.items[name] = found
            holding.computed[name] = f"each(one in $.{name}: merge(one, {made(found)}))"


def _values(
    holding: Holding, kept: Kept, name: str, shown: Shape, brought: Shape
) -> dict[str, str]:
    from beliefs.spec.inferring.routes.taking import taken

    took = taken(kept, holding)
    copied = took.copied if took is not None and took.list == name else ()
    known = {plain(each): f"one.{each}" for each in copied}
    known |= {plain(each.name): of_item(field_of(each)) for each in brought.properties}
    reading = Reading(holding, kept, inputs=known)
    found: dict[str, str] = {}
    for part in shown.properties:
        if plain(part.name) in known or part.shape.type.kind not in {"integer", "number"}:
            continue
        value = _told(part, reading) or _product(part, known)
        if value:
            found[part.name] = value
            known[plain(part.name)] = f"({value})"
    return found


def _told(part: Property, reading: Reading) -> str:
    """What words say that a value of an item is."""
    kind = part.shape.type
    if part.words and (value := worked(part.words, reading, kind)):
        return value if "one." in value else ""
    holding = reading.holding
    said = [each.words for each in holding.routes]
    said += [each.words for each in holding.shape.properties if each.words]
    said += [text for _, text in reading.kept.contract.prose]
    for text in dict.fromkeys(said):
        for _, value in told_values(text, reading, {part.name: kind}):
            if "one." in value:
                return value
    return ""


def _product(part: Property, known: dict[str, str]) -> str:
    """What so many at a price come to."""
    price = next((known[each] for each in _PRICE if each in known), "")
    many = next((known[each] for each in _MANY if each in known), "")
    return f"{price} * {many}" if price and many and _TOTAL.fullmatch(plain(part.name)) else ""


def _items(shape: Shape | None, name: str) -> Shape | None:
    part = shape.part(name) if shape is not None else None
    item = part.shape.item if part is not None and is_list(part.shape) else None
    return item if item is not None and is_record(item) else None
