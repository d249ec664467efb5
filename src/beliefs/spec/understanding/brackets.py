"""What stands in brackets after a field: "(unique, else 409)", "(low or high, default low)"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.types import Type
from beliefs.spec.understanding.asked import (
    TYPES,
    Asked,
    chosen,
    counted,
    defaulted,
    listed,
    optional,
    required,
    typed,
)
from beliefs.spec.understanding.bounds import read_bounds, within
from beliefs.spec.understanding.letters import spelled
from beliefs.spec.understanding.patterns import Tokens
from beliefs.spec.understanding.values import pieces, read_values

# What things are measured in, or written in.
COUNTED = frozenset(
    [
        "seconds",
        "minutes",
        "hours",
        "days",
        "weeks",
        "cents",
        "km",
        "kg",
        "meters",
        "metres",
        "grams",
        "ms",
        "milliseconds",
        "bytes",
    ]
)
UNITS = COUNTED | frozenset(
    [
        "markdown",
        "usd",
        "eur",
        "euros",
        "dollars",
        "percent",
        "utc",
        "characters",
        "iso",
        "stock",
        "total",
        "celsius",
    ]
)
_FIRST = frozenset({"optional", "required", "unique", "mandatory", "nullable", "list", "array"})
_LONGEST = 8


def closing(tokens: Tokens, at: int) -> int | None:
    """Where the bracket that opens here is closed."""
    depth = 0
    for place in range(at, len(tokens)):
        depth += {"(": 1, ")": -1, "[": 1, "]": -1}.get(tokens[place].text, 0)
        if depth == 0:
            return place
    return None


def bracketed(tokens: Tokens, at: int, asked: Asked) -> Iterator[tuple[int, Asked]]:
    """The field with what stands in brackets after its name."""
    close = closing(tokens, at)
    if close is None:
        return
    inner = tokens[at + 1 : close]
    stop = next((n for n, each in enumerate(inner) if each.low == "which"), None)
    spare: tuple[tuple[int, int], ...] = ()
    if stop is not None and stop > 1:
        spare = ((at + 1 + stop, close),)
        inner = inner[: stop - 1]
    choices = choices_of(inner)
    enum = not asked.field.name.endswith("_id") and asked.field.type.kind != "list"
    if choices and enum:
        if set(choices) & {"boolean", "list"}:
            yield close + 1, asked
            return
        field = chosen(asked.field, choices)
        moves = any(each.text == "→" for each in inner)
        yield (
            close + 1,
            replace(asked, field=field, known=True, typed=True, moves=moves, spare=spare),
        )
        return
    if choices or (
        len(inner) == 1 and asked.field.name.endswith("_id") and noted(inner, asked) is None
    ):
        words = choices or (inner[0].text,)
        yield close + 1, replace(asked, only_for=words, spare=spare)
        return
    parts = pieces(inner)
    if not parts:
        return
    single = all(len(each) == 1 and each[0].sort == "word" for each in parts)
    told = [each[0].low for each in parts]
    plain = noted(parts[0], asked) is None and not _FIRST & set(told)
    if single and len(parts) > 1 and plain:
        values = tuple(each[0].text for each in parts)
        if enum:
            field = chosen(asked.field, values)
            yield close + 1, replace(asked, field=field, known=True, typed=True)
        else:
            yield close + 1, replace(asked, only_for=values)
        return
    yield close + 1, _all_noted(tokens, at, close, parts, asked, spare)


def _all_noted(
    tokens: Tokens,
    at: int,
    close: int,
    parts: list[Tokens],
    asked: Asked,
    spare: tuple[tuple[int, int], ...],
) -> Asked:
    """The field with every note that is known; the others are spare."""
    read = False
    # Choices first: a default is one of them.
    run = _choices_first(parts)
    if run is not None and asked.field.type.kind != "list":
        values, parts = run
        asked, read = replace(asked, field=chosen(asked.field, values), typed=True), True
    for piece in parts:
        changed = noted(piece, asked)
        if changed is None:
            places = [n for n in range(at, close) if tokens[n] in piece]
            spare = (*spare, (places[0], places[-1] + 1))
        else:
            asked, read = changed, True
    return replace(asked, known=asked.known or read, spare=spare)


def _choices_first(parts: list[Tokens]) -> tuple[tuple[str, ...], list[Tokens]] | None:
    """As in "(low, medium, high, default low)" and "(low or high, default low)"."""
    first = choices_of(parts[0])
    if first and len(parts) > 1:
        return first, parts[1:]
    count = 0
    while (
        count < len(parts)
        and len(parts[count]) == 1
        and parts[count][0].sort in {"word", "string"}
        and parts[count][0].low not in {*TYPES, "optional", "required", "unique", "list", "array"}
    ):
        count += 1
    words = tuple(each[0].text for each in parts[:count])
    last = choices_of(parts[count]) if 0 < count < len(parts) else ()
    if last:
        return (*words, *last), parts[count + 1 :]
    if 1 < count < len(parts):
        return words, parts[count:]
    return None


def choices_of(inner: Tokens) -> tuple[str, ...]:
    """Choices that are all that stands there."""
    if any(each.low == "by" or each.low in {"else", "otherwise"} for each in inner):
        return ()
    bars = {"or", "/", "|", "→"}
    for end, values in read_values(inner, 0):
        if end == len(inner) and any(each.low in bars for each in inner):
            return values
    articles = tuple(each for each in inner if each.low not in {"a", "an", "one", "of", ":"})
    if len(articles) < len(inner) and any(each.low == "or" for each in inner):
        for end, values in read_values(articles, 0):
            if end == len(articles):
                return values
        return tuple(each.low for each in articles if each.sort == "word")
    if inner and inner[0].low == "one" and len(articles) < len(inner):
        parts = pieces(articles)
        if len(parts) > 1 and all(len(each) == 1 for each in parts):
            return tuple(each[0].text for each in parts)
    return ()


def noted(piece: Tokens, asked: Asked) -> Asked | None:
    """The field with one note about it; nothing when the note is not known."""
    field = asked.field
    told = [each for each in piece if each.low not in {"a", "an", "the"}]
    words = " ".join(each.low for each in told)
    match words:
        case "unique" | "must be unique" | "is unique":
            return replace(asked, field=replace(field, unique=True))
        case "optional" | "nullable" | "may be empty" | "not required" | "may be null":
            return replace(asked, field=optional(field))
        case "can be null" | "or null" | "can be omitted" | "may be left out":
            return replace(asked, field=optional(field))
        case "required" | "mandatory" | "not null" | "must be given":
            return replace(asked, field=required(field))
        case "not empty" | "non-empty" | "nonempty" | "must not be empty" | "cannot be empty":
            return replace(asked, field=required(field, empty=False))
        case "iso date" | "yyyy-mm-dd" | "iso 8601 date" | "date only":
            return replace(asked, field=typed(field, "date"), typed=True)
        case "iso datetime" | "iso 8601 datetime" | "iso timestamp" | "iso 8601" | "date-time":
            return replace(asked, field=typed(field, "datetime"), typed=True)
        case "utc datetime" | "iso 8601 timestamp" | "date and time":
            return replace(asked, field=typed(field, "datetime"), typed=True)
        case "foreign key" | "reference" | "fk":
            return asked
        case "whole number" | "whole numbers":
            return replace(asked, field=typed(field, "integer"), typed=True)
        case "positive whole number":
            made = replace(asked, field=typed(field, "integer"), typed=True)
            return within(made, ("above", 0, None))
        case "positive integer" | "positive int" | "positive number":
            kind = "integer" if "int" in words else "number"
            made = replace(asked, field=typed(field, kind), typed=True)
            return within(made, ("above", 0, None))
    if words in {"list", "array", "several"}:
        return replace(asked, field=listed(field), typed=True)
    if words in TYPES:
        return replace(asked, field=typed(field, words), typed=True)
    if (letters := spelled(piece, asked)) is not None:
        return letters
    return _said(piece, words, asked) or _limited(piece, asked) or _both(piece, asked)


def _said(piece: Tokens, words: str, asked: Asked) -> Asked | None:
    """Notes with something of their own in them: a status, a default, a kind of item."""
    field = asked.field
    if status := re.fullmatch(r"(?:else|otherwise|or) (\d{3})", words):
        return replace(asked, status=int(status[1]))
    if status := re.fullmatch(r"unique (?:else|otherwise|or|→) (\d{3})", words):
        return replace(asked, field=replace(field, unique=True), status=int(status[1]))
    plain = " ".join(each.text for each in piece)
    if default := re.fullmatch(
        r"(?:by )?(?:default|defaults|defaulting)(?: to| is| value| ?:| ?=)? ?(.+)",
        plain,
        re.IGNORECASE,
    ):
        return defaulted(asked, default[1])
    if default := re.fullmatch(
        r"(?:starts|starting|begins|initially) (?:at |with |as )?(\S+)", plain, re.IGNORECASE
    ):
        return defaulted(asked, default[1])
    if default := re.fullmatch(r"(\S+) by default", plain, re.IGNORECASE):
        return defaulted(asked, default[1])
    if default := re.fullmatch(r"= ?(\S+)", plain):
        return defaulted(asked, default[1])
    if made := re.fullmatch(r"(?:list|array) of (\w+)", words):
        item = Type(TYPES.get(made[1], "string"))
        return replace(asked, field=replace(field, type=Type("list", item=item)), typed=True)
    if (made := re.fullmatch(r"(\w+) (?:\[ \]|list|array)", words)) and made[1] in TYPES:
        item = Type(TYPES[made[1]])
        return replace(asked, field=replace(field, type=Type("list", item=item)), typed=True)
    if re.fullmatch(r"(?:in )?\w+", words) and piece[-1].low in UNITS:
        return counted(asked) if piece[-1].low in COUNTED else asked
    return None


def _limited(piece: Tokens, asked: Asked) -> Asked | None:
    """Bounds and choices."""
    for end, bounds in read_bounds(piece, 0):
        if end == len(piece):
            return within(asked, bounds, piece)
    for end, values in read_values(piece, 0):
        if end == len(piece) and all(re.fullmatch(r"[\w-]+", each) for each in values):
            return replace(asked, field=chosen(asked.field, values), typed=True)
    return None


def _both(piece: Tokens, asked: Asked) -> Asked | None:
    """A kind and more about it: "integer 1-5", "optional string", "int and positive"."""
    if not 1 < len(piece) <= _LONGEST or piece[0].low not in {*TYPES, *_FIRST}:
        return None
    first = noted(piece[:1], asked)
    rest = piece[1 + (piece[1].low in {"and", ":"}) :]
    return noted(rest, first) if first is not None and rest else None
