"""Fields in braces: `{title, done?: bool, tags[]}`, or JSON with an example of each value."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.asked import (
    TYPES,
    Asked,
    chosen,
    defaulted,
    listed,
    optional,
    required,
    typed,
)
from beliefs.spec.understanding.brackets import choices_of, closing, noted
from beliefs.spec.understanding.tokens import tokens
from beliefs.spec.understanding.values import pieces

_PIECE = re.compile(
    r"""\s*["'`]?([A-Za-z_][\w-]*)["'`]?\s*(\?)?\s*(\[\s*\])?\s*([:=])?\s*(.*)""", re.DOTALL
)
_DOTS = frozenset({"", "...", "…", "any", "value", "n", "x"})


@cache
def record(text: str) -> tuple[Asked, ...] | None:
    """The fields of a text in braces; nothing when one of them cannot be read.

    >>> [(each.field.name, each.field.type.kind) for each in record("{name, age: int}") or ()]
    [('name', 'string'), ('age', 'integer')]
    """
    inner = text.strip().removeprefix("{").removesuffix("}")
    found: list[Asked] = []
    for each in _cut(inner):
        asked = _field(each)
        if asked is None:
            return None
        found.append(asked)
    names = [each.field.name for each in found]
    if not found or len(set(names)) < len(names):
        return None
    if len(found) == 1 and not found[0].field.type.nullable:
        found = [replace(found[0], field=required(found[0].field))]
    return tuple(found)


def _cut(inner: str) -> list[str]:
    """What stands between the commas that are in no brackets of their own."""
    parts, depth, quoted = [""], 0, ""
    for sign in inner:
        if quoted or sign == '"':
            quoted = "" if sign == quoted else quoted or sign
        else:
            depth += {"{": 1, "[": 1, "(": 1, "}": -1, "]": -1, ")": -1}.get(sign, 0)
        if sign in ",;" and not depth and not quoted:
            parts.append("")
        else:
            parts[-1] += sign
    return [each.strip() for each in parts if each.strip() and each.strip() not in {"...", "…"}]


def _field(piece: str) -> Asked | None:
    match = _PIECE.fullmatch(piece)
    if match is None:
        return None
    name, mark, several, sign, rest = match.groups()
    told = lexicon.field(name)
    asked = Asked(listed(told) if several else told, known=True, typed=bool(several))
    rest = rest.strip()
    quoted = rest.strip("\"'")
    quoted = quoted[1:-1] if re.fullmatch(r"<.*>", quoted) else quoted
    if rest not in _DOTS and quoted not in _DOTS:
        changed = _valued(asked, rest) if sign else None
        changed = changed or _worded(asked, quoted)
        if changed is None:
            return None
        asked = changed
    return replace(asked, field=optional(asked.field)) if mark else asked


def _valued(asked: Asked, rest: str) -> Asked | None:
    """The field by an example of its value; nothing when it is none."""
    if rest.startswith("{"):
        inner = record(rest)
        return None if inner is None else _typed(asked, _record_type(inner))
    if rest.startswith("[") and rest.endswith("]"):
        inside = re.sub(r"\s*,\s*(?:\.\.\.|…)$", "", rest[1:-1].strip())  # "[text, ...]"
        if inside.startswith("{"):
            inner = record(_cut(inside)[0])
            return None if inner is None else _typed(asked, Type("list", item=_record_type(inner)))
        if inside.lower() in TYPES:
            return _typed(asked, Type("list", item=Type(TYPES[inside.lower()])))
    try:
        value = json.loads(rest)
    except ValueError:
        return None
    return _exampled(asked, value)


def _record_type(inner: tuple[Asked, ...]) -> Type:
    return Type("record", fields=tuple(each.field for each in inner))


def _typed(asked: Asked, type_: Type) -> Asked:
    return replace(asked, field=Field(asked.field.name, type_), typed=True)


def _exampled(asked: Asked, value: Any) -> Asked | None:
    field = asked.field
    match value:
        case bool():
            return replace(asked, field=typed(field, "boolean"), typed=True)
        case int() if field.type.kind == "number":
            return asked
        case int():
            return replace(asked, field=typed(field, "integer"), typed=True)
        case float():
            return replace(asked, field=typed(field, "number"), typed=True)
        case None:
            return replace(asked, field=optional(field))
        case str() if value.lower() in TYPES or " " in value or "|" in value:
            return _worded(asked, value) or _text(asked, value)
        case str():
            return _text(asked, value)
        case list():
            one = _exampled(Asked(lexicon.unheard("item"), known=True), value[0]) if value else None
            item = one.field.type if one is not None else Type("string")
            return replace(asked, field=listed(replace(field, required=True), item), typed=True)
    return None


def _text(asked: Asked, value: str) -> Asked:
    kind = asked.field.type.kind
    if kind in {"integer", "number", "boolean", "list", "json"}:
        return replace(asked, field=Field(asked.field.name, Type("string")), typed=True)
    if kind == "string" and asked.guessed:
        if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
            return replace(asked, field=typed(asked.field, "date"), typed=True)
        if re.match(r"\d{4}-\d\d-\d\dT", value):
            return replace(asked, field=typed(asked.field, "datetime"), typed=True)
    return asked


def _worded(asked: Asked, rest: str) -> Asked | None:
    """The field by words about it: "string, max 20", "(png, jpeg)", "1-5"."""
    told = tokens(rest.removesuffix("?"))
    if rest.endswith("?"):
        asked = replace(asked, field=optional(asked.field))
    if told and told[0].text == "(" and closing(told, 0) == len(told) - 1:
        told = told[1:-1]
    values = choices_of(told)
    # "number (≥ 0)" says what "number, ≥ 0" says.
    flat = tuple(replace(each, text=",") if each.text in "()" else each for each in told)
    parts = pieces(flat)
    plain = all(len(each) == 1 and noted(each, asked) is None for each in parts)
    if not values and len(parts) > 1 and plain:
        values = tuple(each[0].text for each in parts)
    if values and not {each.lower() for each in values} & {*TYPES, "null"}:
        return replace(asked, field=chosen(asked.field, values), typed=True)
    for each in parts:
        changed = noted(each, asked)
        if changed is None and len(each) > 1 and each[0].text == "=":
            changed = defaulted(asked, each[1].text)
        if changed is None:
            return None
        asked = changed
    return asked if parts else None
