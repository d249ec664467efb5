"""Which inputs of an operation name a row: those that an effect looks one up by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

from beliefs.spec.effects import Call, Get, Pick, Row, Table, Var
from beliefs.spec.operations import Operation


class Reference(NamedTuple):
    """A field of an entity whose values an input takes."""

    entity: str
    field: str


def references(operation: Operation) -> dict[str, Reference]:
    """Inputs by name, with what they refer to; the first lookup counts."""
    found: dict[str, Reference] = {}
    for pick in _picks(operation.effect):
        if not isinstance(pick.source, Table):
            continue
        for field, given in _equalities(pick.where):
            found.setdefault(given, Reference(pick.source.entity, field))
    return found


def _picks(part: Any) -> Iterator[Pick]:
    if isinstance(part, Pick):
        yield part
    if isinstance(part, tuple):
        for each in part:
            yield from _picks(each)
    elif is_dataclass(part):
        for each in fields(part):
            yield from _picks(getattr(part, each.name))


def _equalities(where: Any) -> Iterator[tuple[str, str]]:
    match where:
        case Call("and", (left, right)):
            yield from _equalities(left)
            yield from _equalities(right)
        case Call("=", (Get(Row(), field), Get(Var("input"), given))):
            yield field, given
        case Call("=", (Get(Var("input"), given), Get(Row(), field))):
            yield field, given
