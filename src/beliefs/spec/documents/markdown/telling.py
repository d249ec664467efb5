"""Answers that words tell by their names: "answers with `songs`, the number of songs, and …"."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from beliefs.spec.documents.clauses import bare
from beliefs.spec.documents.contract import Property, Shape
from beliefs.spec.documents.facts import values_in
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.types import Type

_WITH = re.compile(
    r"(?i)\b(?:answers?|returns?|responds?|gives?|shows?)\b[^:`]*?(?:\b(?P<status>2\d\d)\b[^:`]*)?\bwith\b"
    r"(?P<more>[^:`]*:)?(?P<rest>.*)$"
)
_FIGURE = re.compile(r"(?i)\b(?:number|sum|total|count|average|amount|how many)\b")
_INSIDE = re.compile(r"(?i)\b(?:objects?|records?|entries|items|each|ones?) (?:with|of|having) ")


def told_answer(text: str) -> tuple[int, Shape] | None:
    """The status (0 where none is said) and the record that a sentence tells by its names.

    >>> told_answer("It answers with `cars`, the number of cars, and `best`, a sum.")[1].names
    ('cars', 'best')
    """
    match = _WITH.search(text)
    if match is None or "{" in text:
        return None
    rest, status = match["rest"], int(match["status"] or 0)
    names = list(re.finditer(r"`(\w+)`(?:\s*\(([^)]*)\))?", rest))
    if len(names) < 2 or not (match["more"] or _FIGURE.search(rest)):
        return None
    if match["more"]:
        return status, _record([jotted(said, name).part(name) for name, said in values_in(rest)])
    parts: list[Property] = []
    inside: list[Property] | None = None
    for at, each in enumerate(names):
        end = names[at + 1].start() if at + 1 < len(names) else len(rest)
        words = bare(rest[each.end() : end]).strip(" ,.")
        if inside is not None:
            inside.append(Property(each[1], Shape(Type("json"), words=words)))
            continue
        many = re.match(r"(?i)an? (?:list|array) of\b", words)
        if many and _INSIDE.search(f"{words} "):
            inside = []
            shape = Shape(Type("list"), words=bare(rest[each.end() :]))
            parts.append(Property(each[1], shape))
            continue
        parts.append(Property(each[1], Shape(Type("integer"), words=words)))
    if inside is not None:
        last = parts.pop()
        item = _record(inside)
        listed = Shape(Type("list"), item=item, words=last.words)
        parts.append(Property(last.name, listed))
    return status, _record(parts)


_FIELDS = re.compile(
    r"(?i)(?:^|\bwith\b|,)[^.]*?(?:\bthe|\bits|\bits own|\ball(?: the)?|\bthese|\bthose|"
    r"\bboth)(?: \w+)? (?:fields|values|properties)\b"
)
_BESIDE = re.compile(
    r"`\"?(\w+)\"?`(?:\s*=\s*`?\"?([\w-]+)\"?`?|\s*\(`?\"?([\w-]+)\"?`?\))?"
    r"|`\"?(\w+)\"?\s*[:=]\s*\"?([\w-]+)\"?`"
)


def beside_fields(text: str) -> list[Property]:
    """What a new row shows beside what was brought: "with `id`, the fields, `state: \"new\"`".

    >>> [each.name for each in beside_fields("with `id`, the three fields, `owner` and `left`")]
    ['id', 'owner', 'left']
    """
    if not _FIELDS.search(text) or "{" in text:
        return []
    found = []
    for match in _BESIDE.finditer(text):
        name, value = match[1] or match[4], match[2] or match[3] or match[5] or ""
        if re.fullmatch(r"\d+", name):
            continue
        told = jotted("", name)
        shape = told.shape
        if value and re.fullmatch(r"-?\d+|true|false|null", value):
            example = value
        else:
            example = json.dumps(value) if value else ""
        if example:
            kind = type(json.loads(example))
            kinds: dict[type, Type] = {int: Type("integer"), bool: Type("boolean")}
            shape = replace(shape, type=kinds.get(kind, Type("string")), example=example)
        found.append(Property(name, shape, default=example, read_only=True))
    return found


def _record(parts: list[Property]) -> Shape:
    return Shape(Type("record"), properties=tuple(parts))
