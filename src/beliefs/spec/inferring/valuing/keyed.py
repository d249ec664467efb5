"""Records whose names are values: how many rows there are for each service and level."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Shape, is_record
from beliefs.spec.documents.words import singular
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.valuing.measures import amount_of
from beliefs.spec.inferring.valuing.rows import rows_told
from beliefs.spec.inferring.valuing.scope import NUMBERS, Scope, Some
from beliefs.spec.types import Field

_PER = re.compile(
    r"(?i)(?:(?P<what>.*?)[\s,]+)?\b(?:per|for each|for every|by|under each|keyed by|of each)(?: "
    r"the)? "
    r"(?P<one>\w+)(?: and(?: per| by| each)? (?P<two>\w+))?"
)
_SUM = re.compile(r"(?i)\b(?:sum|total|amount|how much|spent|revenue)\b(?: of)?(?: the)? ?(\w+)?")


def keyed_value(shape: Shape, scope: Scope, said: list[str]) -> str:
    """A record of figures under each value of a field; empty where words tell no such thing."""
    if not _under_values(shape):
        return ""
    for text in said:
        match = _PER.search(text.replace("_", " ") if re.fullmatch(r"\w+", text) else text)
        found = _told(match, shape, scope) if match else ""
        if found:
            return found
    return ""


def _under_values(shape: Shape) -> bool:
    """Whether the names of a record may be samples of values."""
    kinds = {each.shape.type.kind for each in shape.properties}
    alike = len(kinds) == 1 and kinds <= {"integer", "number", "record"}
    return (shape.open and not shape.properties) or (
        alike and all(is_record(each.shape) or each.shape.example for each in shape.properties)
    )


def _told(match: re.Match[str], shape: Shape, scope: Scope) -> str:
    some, field = _of(match["one"], match["what"] or "", scope)
    if some is None or field is None:
        return ""
    if set(shape.names) & {*some.holding.fields, *some.holding.computed}:
        return ""
    inner = shape.properties[0].shape if shape.properties else shape.values
    if not match["two"]:
        if inner is not None and is_record(inner):
            return ""
        return _divided(some.rows, field, _figure(match["what"] or "", "{}", some.holding))
    second = _field(match["two"], some.holding)
    if second is None:
        return ""
    deep = _divided("part.items", second, _figure(match["what"] or "", "{}", some.holding))
    return _divided(some.rows, field, deep.replace("part.", "part."), nested=True)


def _of(name: str, what: str, scope: Scope) -> tuple[Some | None, Field | None]:
    """The rows that a record is about, and the field that its names are values of."""
    noun = re.sub(
        r"(?i)^.*\b(?:number of|how many|count of|sum of (?:the )?\w+ of|amount of)\b", "", what
    )
    told = rows_told(noun, scope) if noun.strip() else None
    for some in (
        [told]
        if told
        else [
            found
            for each in scope.kept.holdings
            if not each.shadow and (found := rows_told(each.word, scope))
        ]
    ):
        field = _field(name, some.holding)
        if field is not None:
            return some, field
    return None, None


def _field(name: str, holding: Holding) -> Field | None:
    found = holding.named(name) or holding.named(singular(name))
    return holding.fields.get(found)


def _figure(what: str, rows: str, holding: Holding) -> str:
    """How many rows, or how much of a number they have, over `{}`."""
    summed = _SUM.search(what)
    if summed is None:
        return f"count({rows})"
    named = _field(summed[1], holding) if summed[1] else None
    field = named.name if named and named.type.kind in NUMBERS else amount_of(holding)
    return f"sum(each(one in {rows}: one.{field}))" if field else f"count({rows})"


def _divided(rows: str, field: Field, figure: str, *, nested: bool = False) -> str:
    """A figure for each value of a field, for all choices where there are such."""
    if field.type.choices and not nested:
        return made(
            {
                each: figure.replace("{}", f"{rows}[where .{field.name} = {json.dumps(each)}]")
                for each in field.type.choices
            }
        )
    part = "each_of" if nested else "part"
    value = figure.replace("part.items", f"{part}.items").replace("{}", f"{part}.items")
    return (
        f'keyed(each({part} in group({rows}, "{field.name}"): {{key: {part}.key, value: {value}}}))'
    )
