"""Answers that words tell by their names: "answers with `songs`, the number of songs, and …"."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare
from beliefs.spec.documents.contract import Property, Shape
from beliefs.spec.documents.facts import values_in
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.types import Type

_WITH = re.compile(
    r"(?i)\b(?:answers?|returns?|responds?|gives?|shows?)\b[^:`]*?(?:\b(?P<status>2\d\d)\b[^:`]*)?\bwith\b"
    r"(?P<more>[^:`]*:)?(?P<rest>.*)$"
)
# All that an answer has: "the answer (201) contains `id`, `name` and `points` (0)".
_WHOLE = re.compile(
    r"(?i)(?:\b(?:answer|response|reply|result|body|(?:answered|returned) \w+)"
    r"(?: \(`?(?P<first>2\d\d)`?\))?"
    r" (?:contains|has|consists of|is made of|shows)|"
    r"^\W*(?:it )?(?:answers|returns|responds)(?: with)? `?(?P<status>2\d\d)`?(?: with)?)"
    r"(?: (?:the |its )?(?:fields|values|keys))?:? (?P<rest>(?:an? |the |its )?`.*)$"
)
_ITEM = r"(?:(?:an?|the|its) )?`\w+`(?: \([^()]*\))?(?:, (?:an?|the) [^,`]*(?=,))?"
_PART = r"`(\w+)`(?: \(([^()]*)\)|, ((?:an?|the) [^,`]*)(?=,))?"
_ITEMS = re.compile(rf"{_ITEM}(?:(?:, and |, | and ){_ITEM})+\W*")
_FIGURE = re.compile(r"(?i)\b(?:number|sum|total|count|average|amount|how many)\b")
_INSIDE = re.compile(r"(?i)\b(?:objects?|records?|entries|items|each|ones?) (?:with|of|having) ")


def told_answer(text: str) -> tuple[int, Shape] | None:
    """The status (0 where none is said) and the record that a sentence tells by its names.

    >>> told_answer("It answers with `cars`, the number of cars, and `best`, a sum.")[1].names
    ('cars', 'best')
    """
    whole = _WHOLE.search(text)
    if whole and _ITEMS.fullmatch(whole["rest"]) and "{" not in text:
        status = int(whole["status"] or whole["first"] or 0)
        found = re.finditer(_PART, whole["rest"])
        return status, _record([_shown(each[1], each[2] or each[3] or "") for each in found])
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


_ITEM = r"`\w+`(?:\s*\([^()]*\))?"
_NAMES_ALONE = re.compile(
    r"(?i)^(?:\W*|.*?\b)(?:answers?|returns?|responds?|gives?|shows?)"
    r"(?:(?: with)? `?2\d\d`?)?(?: with)? "
    rf"(?P<names>{_ITEM}(?:(?:, and |, | and ){_ITEM})+)(?=\W*$|;)"
)


def named_answer(text: str) -> Shape | None:
    """The record whose values a sentence only names, or says what they are in brackets.

    >>> named_answer("answers `open` and `done` (how many), `mean` (average points)").names
    ('open', 'done', 'mean')
    """
    match = _NAMES_ALONE.search(text)
    if match is None or "{" in text:
        return None
    found = re.findall(r"`(\w+)`(?:\s*\(([^()]*)\))?", match["names"])
    return _record([Property(name, Shape(Type("json"), words=bare(said))) for name, said in found])


_FIELDS = re.compile(
    r"(?i)(?:^|\bwith\b|,)[^.]*?(?:\bthe|\bits|\bits own|\ball(?: the)?|\bthese|\bthose|"
    r"\bboth)(?: \w+)? (?:fields|values|properties)\b"
    r"|\b(?:what (?:i|you|they|was|is|has been) (?:sent|given|brought|posted)|"
    r"all of (?:these|those|"
    r"them)|everything (?:sent|above|that was sent))\b"
)
_BESIDE = re.compile(
    r"`\"?(\w+)\"?`(?:\s*=\s*`?\"?([\w-]+)\"?`?|\s*\(`?\"?([\w-]+)\"?`?\))?"
    r"|`\"?(\w+)\"?\s*[:=]\s*\"?([\w-]+)\"?`"
)


def beside_fields(text: str, thing: str = "") -> list[Property]:
    """What a new row shows beside what was brought: "with `id`, the fields, `state: \"new\"`".

    >>> [each.name for each in beside_fields("with `id`, the three fields, `owner` and `left`")]
    ['id', 'owner', 'left']
    >>> [
    ...     each.name
    ...     for each in beside_fields("returns the talk including `id`, `votes` (0)", "talk")
    ... ]
    ['id', 'votes']
    """
    named = rf"(?i)\bthe (?:new |created |whole )?{re.escape(thing)},? (?:including|with|plus) .*`"
    whole = (
        bool(thing) and re.search(named, text) and not re.search(r"[→>]|\b2\d\d\b.*\bif\b", text)
    )
    if not (_FIELDS.search(text) or whole) or "{" in text:
        return []
    found = []
    for match in _BESIDE.finditer(text):
        name, value = match[1] or match[4], match[2] or match[3] or match[5] or ""
        if re.fullmatch(r"\d+", name):
            continue
        found.append(_shown(name, value))
    return found


def _shown(name: str, said: str) -> Property:
    """A value that an answer shows; where it is told, one that every new row begins with."""
    told = said.strip("`\"' ")
    told = re.sub(r"(?i)^(?:starts? (?:at|with|as)|initially|at first|always|is|=) ", "", told)
    if not re.fullmatch(r"[\w-]+", told) or told in {"integer", "string", "number", "boolean"}:
        part = jotted(said, name).part(name)
        return replace(part, required=False)
    number = re.fullmatch(r"-?\d+|true|false|null", told)
    example = told if number else json.dumps(told)
    kinds: dict[type, Type] = {int: Type("integer"), bool: Type("boolean")}
    shape = jotted("", name).shape
    kind = kinds.get(type(json.loads(example)), Type("string"))
    if told == "null":
        kind = replace(shape.type, nullable=True)
    return Property(
        name, replace(shape, type=kind, example=example), default=example, read_only=True
    )


def _record(parts: list[Property]) -> Shape:
    return Shape(Type("record"), properties=tuple(parts))
