"""Bounds of values and lengths: "from 1 to 5", "1-5", "at least 3", "up to 100 characters"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from beliefs.spec.types import Field
from beliefs.spec.understanding.asked import Asked, counted
from beliefs.spec.understanding.numbers import number_at
from beliefs.spec.understanding.patterns import Tokens

BEGIN = frozenset(
    {"from", "between", "above", "over", "at", "up", "of", "greater", "max", "min"}
) | {
    *("≥", "≤", ">", "<", "less", "more", "below", "under", "minimum", "maximum", "positive"),
    *("non-negative", "larger", "higher", "longer", "no", "not", "fewer"),
}
_SIGNS = (
    ("at least", "min"),
    ("at most", "max"),
    ("no more than", "max"),
    ("not more than", "max"),
    ("no less than", "min"),
    ("not less than", "min"),
    ("no fewer than", "min"),
    ("not fewer than", "min"),
    ("fewer than", "below"),
    ("greater than or equal to", "min"),
    ("less than or equal to", "max"),
    ("greater than", "above"),
    ("larger than", "above"),
    ("higher than", "above"),
    ("more than", "above"),
    ("longer than", "above"),
    ("less than", "below"),
    ("up to", "max"),
    ("above", "above"),
    ("over", "above"),
    ("below", "below"),
    ("under", "below"),
    ("max length", "max"),
    ("min length", "min"),
    ("maximum length", "max"),
    ("minimum length", "min"),
    ("maximum of", "max"),
    ("minimum of", "min"),
    ("maximum", "max"),
    ("minimum", "min"),
    ("max .", "max"),
    ("min .", "min"),
    ("max", "max"),
    ("min", "min"),
    ("≥", "min"),
    ("≤", "max"),
    (">", "above"),
    ("<", "below"),
)
_LENGTHS = frozenset({"characters", "chars", "character", "letters", "long", "length"})
_UNITS = _LENGTHS | {
    *("items", "stars", "entries", "in", "texts", "strings", "values", "elements", "ones"),
}
# Behind the number and what it counts: "two texts minimum", "3 items at the most".
_BEHIND = {
    **dict.fromkeys((("max",), ("maximum",), ("at", "most"), ("at", "the", "most")), "max"),
    **dict.fromkeys((("min",), ("minimum",), ("at", "least"), ("at", "the", "least")), "min"),
}

# What is told in figures where two of them stand behind it: "mood (1-5)".
_SCALES = frozenset(
    """mood priority severity difficulty importance level intensity satisfaction energy urgency
    impact risk quality stress""".split()  # noqa: SIM905
)

Bounds = tuple[str, float, float | None]


def read_bounds(tokens: Tokens, at: int) -> Iterator[tuple[int, Bounds]]:
    """Bounds as (how, low, high): how is `range`, `min`, `max`, `above` or `below`."""
    while at < len(tokens) and tokens[at].low in {"of", "from", "between", "is", "be", "a", "an"}:
        at += 1
    first = number_at(tokens, at)
    if first is not None:
        end, low = first
        if end < len(tokens) and tokens[end].low in {"to", "-", "–", "and", "through", ".."}:
            second = number_at(tokens, end + 1)
            if second is not None:
                yield _counted(tokens, second[0]), ("range", low, second[1])
        elif end < len(tokens) and tokens[end].low == "or":
            yield from _or_more(tokens, end, low)
        elif behind := _behind(tokens, _counted(tokens, end)):
            yield behind[0], (behind[1], low, None)
        return
    words = " ".join(each.low for each in tokens[at : at + 5])
    for said, how in _SIGNS:
        if words == said or words.startswith(f"{said} "):
            found = number_at(tokens, at + len(said.split()))
            if found is not None:
                yield _counted(tokens, found[0]), (how, found[1], None)
            return
    if at < len(tokens) and tokens[at].low in {"positive", "non-negative"}:
        after = at + 1
        numbers = {"integer", "integers", "number", "numbers", "int", "value", "values"}
        after += after < len(tokens) and tokens[after].low in numbers
        yield after, ("above" if tokens[at].low == "positive" else "min", 0, None)


def _or_more(tokens: Tokens, at: int, low: float) -> Iterator[tuple[int, Bounds]]:
    """As in "1 or more", "100 or less"."""
    word = tokens[at + 1].low if at + 1 < len(tokens) else ""
    if word in {"more", "greater", "higher", "above"}:
        yield _counted(tokens, at + 2), ("min", low, None)
    elif word in {"less", "fewer", "lower", "below"}:
        yield _counted(tokens, at + 2), ("max", low, None)


def _behind(tokens: Tokens, at: int) -> tuple[int, str] | None:
    """Which side a number that stands before it bounds, and where that ends."""
    for words, how in _BEHIND.items():
        if tuple(each.low for each in tokens[at : at + len(words)]) == words:
            return at + len(words), how
    return None


def _counted(tokens: Tokens, at: int) -> int:
    """Past the unit of a bound."""
    while at < len(tokens) and tokens[at].low in _UNITS:
        if tokens[at].low == "in" and (at + 1 == len(tokens) or tokens[at + 1].low != "length"):
            break
        at += 1
    return at


def within(asked: Asked, bounds: Bounds, words: Tokens = ()) -> Asked:
    """The field within bounds; one that nobody knows is a number unless letters are spoken of."""
    how, low, high = bounds
    letters = any(each.low in _LENGTHS for each in words)
    if how == "range" and not letters and asked.field.name.rsplit("_", 1)[-1] in _SCALES:
        kind = replace(asked.field.type, kind="integer", choices=())
        asked = replace(asked, field=replace(asked.field, type=kind, default=""))
    if not letters and (how not in {"min", "max"} or any(each.text in "≥≤" for each in words)):
        asked = counted(asked, whole=float(low).is_integer() and float(high or 0).is_integer())
    return replace(asked, field=bounded(asked.field, bounds))


def bounded(field: Field, bounds: Bounds) -> Field:
    """The field within bounds: of its value, or of its length."""
    how, low, high = bounds
    type_ = field.type
    if type_.kind in {"integer", "number"}:
        match how:
            case "range":
                type_ = replace(type_, minimum=low, maximum=high)
            case "min":
                type_ = replace(type_, minimum=low)
            case "max":
                type_ = replace(type_, maximum=low)
            case "above":
                type_ = replace(type_, above=low, minimum=None)
            case _:
                type_ = replace(type_, below=low)
        if field.name == "rating" and how == "range" and type_.kind == "number":
            type_ = replace(type_, kind="integer")
    elif type_.kind in {"string", "list"}:
        least, most = {
            "range": (int(low), int(high or 0)),
            "min": (int(low), type_.max_length),
            "above": (int(low) + 1, type_.max_length),
            "below": (type_.min_length, int(low) - 1),
        }.get(how, (type_.min_length, int(low)))
        type_ = replace(type_, min_length=least, max_length=most)
    return replace(field, type=type_)
