"""Several shapes of one value as one: all of them hold, or one of them does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from beliefs.spec.documents.contract import Property, Shape
from beliefs.spec.types import Type


def together(shapes: list[Shape], required: Any) -> Shape:
    """Parts that all hold: one record of all their properties."""
    records = [each for each in shapes if each.type.kind == "record"]
    if not records:
        return shapes[0] if shapes else Shape(Type("json"))
    needed = {str(each) for each in required} if isinstance(required, list) else set()
    properties: dict[str, Property] = {}
    for shape in records:
        for each in shape.properties:
            before = properties.get(each.name)
            must = each.required or each.name in needed or (before is not None and before.required)
            properties[each.name] = replace(each, required=must)
    return replace(
        records[0],
        properties=tuple(
            replace(each, required=each.required or each.name in needed)
            for each in properties.values()
        ),
        open=all(each.open for each in records),
    )


def either(shapes: list[Shape]) -> Shape:
    """One of several records: all properties, required where every part requires them."""
    names = dict.fromkeys(each.name for shape in shapes for each in shape.properties)
    properties = []
    for name in names:
        found = [shape.part(name) for shape in shapes]
        first = next(each for each in found if each is not None)
        must = all(each is not None and each.required for each in found)
        choices = [each.shape.type.choices for each in found if each is not None]
        if all(choices):
            every = tuple(dict.fromkeys(one for each in choices for one in each))
            kind = replace(first.shape.type, choices=every)
            first = replace(first, shape=replace(first.shape, type=kind))
        properties.append(replace(first, required=must))
    return Shape(Type("record"), properties=tuple(properties))
