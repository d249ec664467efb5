"""Pages that are told by a cursor: what stood last on the page before, given back as it came.

Where rows come in the order of what they are known by, the cursor is the last one of these, and
rows that come or go between two requests move nothing; else it says how many were shown.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec.documents.contract import Param, Property, Route, Shape, is_record
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Writer

_GIVEN = {"cursor", "after", "startingafter", "startafter", "pagetoken", "continuation"} | {
    *("continuationtoken", "nexttoken", "nextcursor", "pagecursor", "aftercursor"),
}
_NEXT = {"nextcursor", "next", "cursor", "nextpagetoken", "nexttoken", "endcursor", "nextpage"} | {
    *("continuation", "continuationtoken", "nextafter"),
}


class Cursor(NamedTuple):
    """Which rows are behind a cursor, how many are left out, the next one, that it can be read."""

    where: str
    start: str
    next: str
    guards: list[str]


def is_cursor(param: Param, route: Route) -> bool:
    """Whether a parameter is a cursor that answers give out."""
    shape = route.good.shape if route.good else None
    return plain(param.name) in _GIVEN and next_in(shape) is not None


def next_in(shape: Shape | None) -> Property | None:
    """Where an answer gives out the next cursor."""
    if shape is None or not is_record(shape):
        return None
    for part in shape.properties:
        if plain(part.name) in _NEXT and part.shape.type.kind in {"string", "integer"}:
            return part
        if is_record(part.shape) and (inner := next_in(part.shape)) is not None:
            return inner
    return None


def cursor_of(
    writer: Writer, route: Route, holding: Holding, order: list[str], size: str
) -> Cursor | None:
    """How a list goes on behind the cursor of a request; None where it has none."""
    param = next((each for each in route.params if is_cursor(each, route)), None)
    told = next_in(route.good.shape if route.good else None)
    if param is None or told is None or not size:
        return None
    given = f"input.{writer.name(param.name)}"
    named = order[0].split(" ")[0].removeprefix(".") if order else holding.key.name
    counted = not order and holding.key.style != "integer"
    texts = param.shape.type.kind != "integer"
    guards = []
    if len(order) > 1 or counted or named not in {holding.key.name, holding.finder}:
        number = f"number({given})" if texts else given
        start = f"or_else({number}, 0)"
        last, where = f"{start} + {size}", ""
        numeric = texts
    else:
        whole = holding.key.style == "integer" and named == holding.key.name
        number = f"number({given})" if whole and texts else given
        sign = "<" if order and order[0].endswith(" down") else ">"
        start, where = "", f"{given} = null or .{named} {sign} {number}"
        page = f"found[where {where}, limit {size}]"
        last, numeric = f"last({page}).{named}", whole and texts
    if numeric:
        said = f"{param.name} is no cursor"
        way = writer.refuse(route, "out_of_range", said, f"{param.name} invalid", (400, 422))
        guards = [f'guard {given} = null or matches({given}, "[0-9]{{1,15}}") else {way}']
    rest = f"count(found[where {where}]) > {size}" if where else f"{start} + {size} < count(found)"
    shown = f"text({last})" if told.shape.type.kind == "string" else last
    return Cursor(where, start, f"if({rest}, {shown}, null)", guards)
