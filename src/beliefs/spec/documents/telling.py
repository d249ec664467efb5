"""Answers that words tell by their names: "answers with `songs`, the number of songs, and …"."""

from __future__ import annotations

import re

from beliefs.spec.documents.blocks import bare
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


def _record(parts: list[Property]) -> Shape:
    return Shape(Type("record"), properties=tuple(parts))
