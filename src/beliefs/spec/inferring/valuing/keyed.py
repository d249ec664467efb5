"""Records whose names are values: how many rows there are for each service and level."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Shape, is_record
from beliefs.spec.documents.words import singular
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.valuing.rows import rows_told
from beliefs.spec.inferring.valuing.scope import NUMBERS, Scope, Some, amount_of
from beliefs.spec.types import Field

_PER = re.compile(
    r"(?i)(?:(?P<what>.*?)[\s,]+)?\b(?:per|for each|for every|by|under each|keyed by|of each)(?: "
    r"the)? "
    r"(?P<one>\w+)(?: and(?: per| by| each)? (?P<two>\w+))?"
)
_SUM = re.compile(
    r"(?i)\b(?:sum|total|amount|how much|spent|revenue|money|costs?|income|earned|paid)\b(?: of)?"
    r"(?: the)? ?(\w+)?"
)
_COUNT = re.compile(
    r"(?i)\b(?:number|how many|how often|count\w*|tally|entries|visits|hits|one|object|figures?|"
    r"breakdown|split|divided|grouped)\b"
)
_OCCURS = re.compile(
    r"(?i)\bonly (?:those|the ones|\w+)(?: (?:that|which|who|in which|with|for which))\b|"
    r"\bthat (?:occurs?|appears?|is (?:there|used)|has (?:any|some))\b"
)


_ALWAYS = re.compile(r"(?i)\balways\b|\beven (?:if|when|those)\b")


def keyed_value(shape: Shape, scope: Scope, said: list[str]) -> str:
    """A record of figures under each value of a field; empty where words tell no such thing."""
    if not _under_values(shape):
        return ""
    for text in said:
        told = text.replace("_", " ") if re.fullmatch(r"\w+", text) else text
        match = _PER.search(told)
        what = (match["what"] or "") if match else ""
        found = _told(match["one"], match["two"], what, shape, scope, said) if match else ""
        if found:
            return found
    return _of_choices(shape, scope, said)


def _under_values(shape: Shape) -> bool:
    """Whether the names of a record may be samples of values."""
    kinds = {each.shape.type.kind for each in shape.properties}
    alike = kinds <= NUMBERS or kinds == {"record"}
    return (shape.open and not shape.properties) or (
        bool(kinds)
        and alike
        and all(is_record(each.shape) or each.shape.example for each in shape.properties)
    )


def _of_choices(shape: Shape, scope: Scope, said: list[str]) -> str:
    """The same where all names are choices of one field."""
    names = set(shape.names) if not any(is_record(e.shape) for e in shape.properties) else ()
    chosen = [
        (holding, field)
        for holding in scope.kept.holdings
        if not holding.shadow
        for field in holding.fields.values()
        if names and set(names) == set(field.type.choices)
    ]
    if len(chosen) != 1:
        return ""
    holding, field = chosen[0]
    some = rows_told(holding.word, scope)
    figure = _figure(said[0] if said else "", some, shape, scope) if some else ""
    return _divided(some.rows, field, figure) if some and figure else ""


def _told(one: str, two: str | None, what: str, shape: Shape, scope: Scope, said: list[str]) -> str:
    some, field = _of(one, what, scope)
    if some is None or field is None:
        return ""
    if set(shape.names) & {*some.holding.fields, *some.holding.computed}:
        return ""
    inner = shape.properties[0].shape if shape.properties else shape.values
    figure = _figure(what, some, shape, scope)
    if not figure or (not two and inner is not None and is_record(inner)):
        return ""
    occurring = any(_OCCURS.search(each) for each in said)
    if not two:
        always = any(_ALWAYS.search(each) for each in said)
        if always and not field.type.choices and field.type.kind == "string" and not occurring:
            field = replace(field, type=replace(field.type, choices=tuple(shape.names)))
        return _divided(some.rows, field, figure, occurring=occurring)
    second = _field(two, some.holding)
    deep = _divided("part.items", second, figure) if second is not None else ""
    return _divided(some.rows, field, deep, nested=True) if deep else ""


def _of(name: str, what: str, scope: Scope) -> tuple[Some | None, Field | None]:
    """The rows that a record is about, and the field that its names are values of."""
    if _SAME.search(what) and scope.spoken:
        field = _field(name, scope.spoken[-1].holding)
        return scope.spoken[-1], field
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


_SAME = re.compile(r"(?i)\bthe same(?: figures?| sums?| numbers?)?(?: again)?$")


def _field(name: str, holding: Holding) -> Field | None:
    found = holding.named(name) or holding.named(singular(name))
    return holding.fields.get(found)


def _figure(what: str, some: Some, shape: Shape, scope: Scope) -> str:
    """How many rows, or how much of a number they have, over `{}`; empty where words say else."""
    holding, amount = some.holding, amount_of(some.holding)
    if _SAME.search(what):
        before = [each for each in scope.values.values() if some.rows in each]
        return before[-1].replace(some.rows, "{}") if before else ""
    summed = _SUM.search(what)
    if summed is not None:
        named = _field(summed[1], holding) if summed[1] else None
        field = named.name if named and named.type.kind in NUMBERS else amount
        return f"sum(each(one in {{}}: one.{field}))" if field else "count({})"
    fractions = any("." in each.shape.example for each in shape.properties)
    if fractions or (shape.values is not None and shape.values.type.kind == "number"):
        return f"sum(each(one in {{}}: one.{amount}))" if amount else ""
    bare = re.sub(r"(?i)^.*\b(?:the|all|of|is|are|in)\b", "", what).strip()
    field_ = _field(bare, holding) if re.fullmatch(r"\w+", bare) else None
    if field_ is not None and field_.type.kind in NUMBERS and not _COUNT.search(what):
        return f"sum(each(one in {{}}: one.{field_.name}))"
    return "count({})"


def _divided(
    rows: str, field: Field, figure: str, *, nested: bool = False, occurring: bool = False
) -> str:
    """A figure for each value of a field, for all choices where there are such."""
    if field.type.choices and not nested and not occurring:
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
