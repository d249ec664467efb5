"""Fields that are described before they are named: "their hours as `from` and `to`"."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.asked import Asked, optional
from beliefs.spec.understanding.brackets import closing
from beliefs.spec.understanding.patterns import FILLERS, Tokens
from beliefs.spec.understanding.samples import lead_at, samples_end

TIME_OF_DAY = Type("string", pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")
_NAMING = frozenset({"as", "called", "named", "field", "key"})
_ZONED = frozenset({"iana", "olson", "tz"})
_ZONE_WORDS = frozenset({"name", "names", "identifier", "zone", "timezone", "time", "id"})


def named_at(tokens: Tokens, at: int) -> tuple[int, str] | None:
    """The name that stands behind words: "as `tz`", ", field `tz`", "(called `tz`)"."""
    bracket = at < len(tokens) and tokens[at].text == "("
    start = at + (at < len(tokens) and tokens[at].text in {",", "("})
    words = start
    while words < len(tokens) and tokens[words].low in _NAMING | {"the", "a"}:
        words += 1
    if words == start or not _is_name(tokens, words):
        return None
    if tokens[words - 1].low in {"the", "a"} or (bracket and closing(tokens, at) != words + 1):
        return None
    return words + 1 + bracket, tokens[words].text


def sampled_at(tokens: Tokens, at: int, asked: Asked) -> tuple[int, Asked] | None:
    """The field by examples of it: `like "08:30"`, `such as "tea" or "coffee"`."""
    start = lead_at(tokens, at)
    if start == at or start >= len(tokens) or tokens[start].sort != "string":
        return None
    if re.fullmatch(r"\d\d:\d\d", tokens[start].text):
        return start + 1, replace(asked, field=replace(asked.field, type=TIME_OF_DAY), typed=True)
    return samples_end(tokens, start), asked


def zoned_at(tokens: Tokens, at: int) -> int:
    """Past "as an IANA name", which says nothing more of a time zone; 0 if it is not there."""
    if tokens[at].low != "as":
        return 0
    end = at + 1
    while end < len(tokens) and tokens[end].low in FILLERS:
        end += 1
    if end >= len(tokens) or tokens[end].low not in _ZONED:
        return 0
    end += 1
    while end < len(tokens) and tokens[end].low in _ZONE_WORDS:
        end += 1
    return end


def paired(tokens: Tokens, at: int, asked: Asked) -> Iterator[tuple[int, tuple[Asked, Asked]]]:
    """Two names for what one word says: "opening hours as `from` and `to`"."""
    words = [each.low for each in tokens[at : at + 3 : 2]]
    if words != ["as", "and"] or not (_is_name(tokens, at + 1) and _is_name(tokens, at + 3)):
        return
    plain = replace(asked, known=True, typed=True)
    kind = plain.field.type.item or plain.field.type
    plain = replace(plain, field=replace(plain.field, type=kind))
    end = at + 4
    if end < len(tokens) and (sample := sampled_at(tokens, end, plain)):
        end, plain = sample
    if not asked.field.required:
        plain = replace(plain, field=optional(plain.field))
    pair = [
        replace(plain, field=replace(plain.field, name=tokens[each].text))
        for each in (at + 1, at + 3)
    ]
    if defaults := _defaults(tokens, end):
        end = defaults[0]
        pair = [_with_default(one, value) for one, value in zip(pair, defaults[1], strict=True)]
    yield end, (pair[0], pair[1])


def _with_default(asked: Asked, value: str) -> Asked:
    told: Field = replace(asked.field, required=False, default=json.dumps(value))
    return replace(asked, field=replace(told, type=replace(told.type, nullable=False)))


def _defaults(tokens: Tokens, at: int) -> tuple[int, tuple[str, str]] | None:
    """Two values in brackets that speak of what is left out: "(default 09:00 to 17:00)"."""
    close = closing(tokens, at) if at < len(tokens) and tokens[at].text == "(" else None
    if close is None:
        return None
    inner = tokens[at + 1 : close]
    words = {form for each in inner for form in (each.low, *each.forms)}
    silent = words & {"default", "defaults"} or words & {"leave", "omit", "missing", "without"}
    text = " ".join(each.text for each in inner).replace(" : ", ":")
    found = re.findall(r"\b\d\d:\d\d\b", text)
    return (close + 1, (found[0], found[1])) if silent and len(found) == 2 else None


def _is_name(tokens: Tokens, at: int) -> bool:
    return (
        at < len(tokens)
        and tokens[at].sort == "string"
        and re.fullmatch(r"[A-Za-z_]\w*", tokens[at].text) is not None
    )
