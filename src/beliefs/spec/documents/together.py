"""What several examples of one value say together.

A name that one of them lacks may be left out, a value that one of them has as null may be null, and
of two kinds of value it is the wider one.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.documents.contract import Property, Shape, is_list, is_record
from beliefs.spec.types import NUMBERS, TEXTS, Kind


def together(one: Shape, other: Shape) -> Shape:
    """A shape that both examples have.

    >>> from beliefs.spec.documents.samples import sample
    >>> bare = sample('{"text": "a"}', brought=True).shape
    >>> both = together(bare, sample('{"text": "b", "parent": 7}', brought=True).shape)
    >>> [(each.name, each.required) for each in both.properties]
    [('text', True), ('parent', False)]
    """
    if _is_null(one) or _is_null(other):
        known = other if _is_null(one) else one
        return replace(known, type=replace(known.type, nullable=True))
    if is_record(one) and is_record(other):
        return replace(one, properties=_properties(one, other), open=one.open and other.open)
    if is_list(one) and is_list(other):
        item = together(one.item, other.item) if one.item and other.item else None
        return replace(one, item=item or one.item or other.item)
    kind = _wider(one.type.kind, other.type.kind)
    nullable = one.type.nullable or other.type.nullable
    return replace(one, type=replace(one.type, kind=kind, nullable=nullable))


def _is_null(shape: Shape) -> bool:
    return shape.example == "null"


def _properties(one: Shape, other: Shape) -> tuple[Property, ...]:
    made = []
    for each in one.properties:
        again = other.part(each.name)
        shape = each.shape if again is None else together(each.shape, again.shape)
        required = each.required and again is not None and again.required
        made.append(replace(each, shape=shape, required=required))
    more = [each for each in other.properties if one.part(each.name) is None]
    return (*made, *(replace(each, required=False) for each in more))


def _wider(one: Kind, other: Kind) -> Kind:
    if one == other:
        return one
    if {one, other} <= set(NUMBERS):
        return "number"
    return "string" if {one, other} <= set(TEXTS) else one
