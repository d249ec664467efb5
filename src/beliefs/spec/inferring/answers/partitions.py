"""Figures under each value of a field: of the rows themselves, or of those that they belong to."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property
from beliefs.spec.documents.words import plain, plural, singular
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.types import Field

_MOST = 50  # values of a field, each of which an answer has a place for


def _by(part: Property, holding: Holding) -> Field | None:
    """The field that a grouping is by: `by_status`, `tasksByStatus`, `status_counts`."""
    name = plain(part.name)
    for each in holding.fields.values():
        one, many = plain(each.name), plain(plural(each.name))
        if name in {
            f"by{one}",
            one,
            many,
            f"{one}counts",
            f"{one}count",
            f"per{one}",
            f"{one}s",
        } or (name.endswith((f"by{one}", f"per{one}", f"by{plain(singular(each.name))}"))):
            return each
    shown = set(part.shape.names)
    counted = name in {plain(holding.word), plain(plural(holding.word))}
    if shown and (counted or name in {"counts", "bystate", "bystatus"}):
        chosen = [each for each in holding.fields.values() if shown <= set(each.type.choices)]
        return chosen[0] if chosen else None
    return None


def divided_by(writer: Writer, part: Property, rows: str, holding: Holding) -> str | None:
    """A figure for each value of a field, under that value."""
    field = _by(part, holding)
    if field is None:
        return _by_above(writer, part, rows, holding)
    total = re.search(r"(?i)(total|amount|sum|spen[dt]|revenue)", part.name)
    numbers = [
        each
        for each in holding.fields.values()
        if each.type.kind in {"integer", "number"} and each.name not in holding.references
    ]
    shown = [each.shape.type.kind for each in part.shape.properties]
    amounts = "number" in shown and bool(numbers)
    measure = numbers[0].name if (total or amounts) and numbers else ""
    samples = bool(shown) and all(each.shape.example for each in part.shape.properties)
    some = samples and set(part.shape.names) != set(field.type.choices)

    def counted(of: str) -> str:
        return f"sum(each(one in {of}: one.{measure}))" if measure else f"count({of})"

    if field.type.kind == "list":
        all_ = f"flat(each(one in {rows}: distinct(one.{field.name})))"
        return (
            f"keyed(each(value in distinct({all_}): "
            f"{{key: value, value: count({all_}[where row = value])}}))"
        )
    if numbers_ := _every_number(part, field):
        return made(
            {str(each): counted(f"{rows}[where .{field.name} = {each}]") for each in numbers_}
        )
    if (part.shape.properties and not some) or (field.type.choices and not samples):
        choices = part.shape.names or field.type.choices
        return made(
            {each: counted(f"{rows}[where .{field.name} = {json.dumps(each)}]") for each in choices}
        )
    del writer
    return (
        f'keyed(each(part in group({rows}, "{field.name}"): '
        f"{{key: part.key, value: {counted('part.items')}}}))"
    )


def _every_number(part: Property, field: Field) -> list[int]:
    """All numbers that a field may have, where a shape or an example has a place for each of them.

    One that no row has is 0 there.
    """
    low, high = field.type.minimum, field.type.maximum
    if field.type.kind != "integer" or low is None or high is None or high - low > _MOST:
        return []
    try:
        shown = json.loads(part.shape.example or "{}")
    except ValueError:
        shown = {}
    names = set(part.shape.names) or (set(shown) if isinstance(shown, dict) else set())
    every = [*range(int(low), int(high) + 1)]
    return every if names == {str(each) for each in every} else []


def _by_above(writer: Writer, part: Property, rows: str, holding: Holding) -> str | None:
    """A figure for each value of a field of the rows above: what came in at each site."""
    numbers = [
        each.name
        for each in holding.fields.values()
        if each.type.kind in {"integer", "number"} and each.name not in holding.references
    ]
    links = {each.field: each.name for each in holding.parents} | holding.references
    for link, to in links.items():
        other = writer.kept.of(to)
        field = _by(part, other) if other is not None and other is not holding else None
        if other is None or field is None or field.hidden or field.type.kind == "list":
            continue
        named = [each for each in numbers if each != link]
        summed = "number" in {each.shape.type.kind for each in part.shape.properties}
        if summed and len(named) != 1:
            continue
        value = f"sum(each(one in part.items: one.{named[0]}))" if summed else "count(part.items)"
        above = f"first({to}[where .{other.key.name} = one.{link}]).{field.name}"
        joined = f"each(one in {rows}: merge(one, {{above: {above}}}))"
        return f'keyed(each(part in group({joined}, "above"): {{key: part.key, value: {value}}}))'
    return None
