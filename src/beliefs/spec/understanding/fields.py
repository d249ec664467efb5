"""Lists of fields in sentences: "title, body in Markdown, tags and status (draft or published)"."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from beliefs.spec.features.resources import snake
from beliefs.spec.types import Field, Kind, Type
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.numbers import number_at
from beliefs.spec.understanding.patterns import FILLERS, Tokens
from beliefs.spec.understanding.stopwords import NOT_FIELDS
from beliefs.spec.understanding.tokens import Token
from beliefs.spec.understanding.words import is_english, is_plural, plural

TYPES: dict[str, Kind] = {
    **dict.fromkeys(("string", "str", "text", "texts", "varchar", "strings"), "string"),
    **dict.fromkeys(("integer", "int", "integers", "whole"), "integer"),
    **dict.fromkeys(("number", "float", "decimal", "numeric", "numbers", "double"), "number"),
    **dict.fromkeys(("boolean", "bool", "flag"), "boolean"),
    "date": "date",
    **dict.fromkeys(("datetime", "timestamp"), "datetime"),
    "email": "email",
    **dict.fromkeys(("url", "uri"), "url"),
    "uuid": "uuid",
    **dict.fromkeys(("object", "json"), "json"),
}
_ENUMS = frozenset(
    [
        "status",
        "state",
        "type",
        "kind",
        "priority",
        "category",
        "level",
        "role",
        "severity",
        "stage",
    ]
)
_BOUNDS = frozenset({"from", "between", "above", "over", "at", "up", "of", "greater", "max", "min"})
_UNITS = frozenset(
    [
        "seconds",
        "minutes",
        "hours",
        "days",
        "markdown",
        "cents",
        "usd",
        "eur",
        "euros",
        "dollars",
        "km",
        "kg",
        "meters",
        "metres",
        "grams",
        "percent",
        "utc",
        "characters",
        "iso",
    ]
)
_LONGEST = 3
_ALONE = frozenset({"answer", "count", "rate", "list"})  # names, where no word follows them


@dataclass(frozen=True, slots=True)
class Asked:
    """A field as a sentence names it."""

    field: Field
    known: bool  # its name has a meaning of its own
    status: int | None = None  # what a broken rule about it answers
    only_for: tuple[str, ...] = ()  # choices of another field that need it
    inner: tuple[Asked, ...] = ()  # of the records in a list
    typed: bool = False  # the goal says its type
    spare: tuple[tuple[int, int], ...] = ()  # tokens in its brackets that say nothing known


def read_fields(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Asked, ...]]]:
    """Every list of fields that begins here, the longest last."""
    yield from _more(tokens, at, ())


def _more(
    tokens: Tokens, at: int, before: tuple[Asked, ...]
) -> Iterator[tuple[int, tuple[Asked, ...]]]:
    for end, asked in read_field(tokens, at):
        if any(each.field.name == asked.field.name for each in before):
            continue
        found = (*before, asked)
        yield end, found
        after = _separator(tokens, end)
        if after is not None:
            yield from _more(tokens, after, found)


def _separator(tokens: Tokens, at: int) -> int | None:
    """Past a comma, an `and`, or both."""
    start = at
    if at < len(tokens) and tokens[at].text in {",", "&", "+"}:
        at += 1
    if at < len(tokens) and tokens[at].low in {"and", "plus"}:
        at += 1
    return at if at > start else None


def read_field(tokens: Tokens, at: int) -> Iterator[tuple[int, Asked]]:
    """Every field that begins here, longer names first."""
    made = _Prefix()
    at = _prefixed(tokens, at, made)
    yield from _enum_before(tokens, at, made)
    for end, name in _names(tokens, at):
        field = lexicon.field(name)
        known = (
            lexicon.knows_field(name)
            or lexicon.knows_field(plural(name))
            or "_" in tokens[at].text
            or tokens[at].sort == "string"
        )
        asked = Asked(made.applied(field), known or made.marked, typed=made.kind is not None)
        yield from _modified(tokens, end, asked)


@dataclass(slots=True)
class _Prefix:
    """What is said before a name."""

    required: bool | None = None
    unique: bool = False
    kind: Kind | None = None
    listed: bool = False
    least: int | None = None

    @property
    def marked(self) -> bool:
        return self.required is not None or self.unique or self.kind is not None or self.listed

    def applied(self, field: Field) -> Field:
        if self.kind is not None:
            field = replace(field, type=Type(self.kind))
        if self.listed and field.type.kind != "list":
            field = replace(field, type=Type("list", item=field.type))
        if self.least is not None and field.type.kind == "list":
            field = replace(field, type=replace(field.type, min_length=self.least), required=True)
        if self.required is not None:
            field = optional(field) if not self.required else replace(field, required=True)
        return replace(field, unique=self.unique or field.unique)


def optional(field: Field) -> Field:
    """The field, if it may be left out."""
    if field.default:
        return replace(field, required=False)
    return replace(field, required=False, type=replace(field.type, nullable=True))


def _prefixed(tokens: Tokens, at: int, made: _Prefix) -> int:
    while at < len(tokens):
        low = tokens[at].low
        following = tokens[at + 1].low if at + 1 < len(tokens) else ""
        if low in FILLERS or low in {"its", "their", "his", "her", "my"}:
            at += 1
        elif low == "optional":
            made.required, at = False, at + 1
        elif low in {"required", "mandatory"}:
            made.required, at = True, at + 1
        elif low == "unique" and following not in {"", ",", "and"}:
            made.unique, at = True, at + 1
        elif low in {"list", "array"} and following == "of":
            made.listed, at = True, at + 2
        elif (
            low in TYPES
            and TYPES[low] in {"integer", "boolean", "number"}
            and _is_name(tokens, at + 1)
        ):
            made.kind, at = TYPES[low], at + 1
        elif low == "at" and following == "least" and (found := number_at(tokens, at + 2)):
            made.least, at = int(found[1]), found[0]
        else:
            break
    return at


def _is_name(tokens: Tokens, at: int) -> bool:
    if at >= len(tokens) or tokens[at].sort != "word":
        return False
    alone = at + 1 == len(tokens) or tokens[at + 1].text in {"(", ","}
    return tokens[at].low not in NOT_FIELDS or (alone and tokens[at].low in _ALONE)


def _names(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """The names that may begin here, in snake case unless they are written in another."""
    if at >= len(tokens):
        return
    first = tokens[at]
    if first.sort == "string" and re.fullmatch(r"[A-Za-z_]\w*", first.text):
        yield at + 1, first.text
        return
    if not _is_name(tokens, at):
        return
    if "_" in first.text or re.fullmatch(r"[a-z]+[A-Z]\w*", first.text):
        yield at + 1, first.text
        return
    words: list[str] = []
    ends: list[tuple[int, str]] = []
    for step in range(_LONGEST):
        if not _is_name(tokens, at + step) or "_" in tokens[at + step].text:
            break
        words.append(snake(tokens[at + step].text.replace("’", "'").removesuffix("'s")))
        ends.append((at + step + 1, "_".join(words)))
    for end, name in reversed(ends):
        if name.endswith("_flag"):
            yield end, name.removesuffix("_flag")
        elif end == at + 1 or lexicon.knows_field(name) or _compound(tokens[at:end]):
            yield end, name


def _compound(tokens: Tokens) -> bool:
    """Whether words are one name: "reorder level", "muscle group"."""
    return all(is_english(each.text) for each in tokens) and not any(
        each.low in _UNITS for each in tokens
    )


def _enum_before(tokens: Tokens, at: int, made: _Prefix) -> Iterator[tuple[int, Asked]]:
    """Values before a name: "a draft or published status"."""
    for end, values in read_values(tokens, at):
        if end < len(tokens) and tokens[end].low in _ENUMS:
            field = Field(tokens[end].low, Type("string", choices=values))
            yield end + 1, Asked(made.applied(field), known=True, typed=True)


def read_values(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Words with commas, and an `or` or `and` before the last: the choices of an enumeration."""
    values: list[str] = []
    while at < len(tokens) and tokens[at].sort in {"word", "string", "number"}:
        values.append(tokens[at].text)
        at += 1
        if at >= len(tokens):
            return
        sign = tokens[at].low
        if sign in {"or", "/", "|"} or (sign == "and" and len(values) > 1):
            at += 1
            last = sign not in {"/", "|"}
        elif sign == ",":
            at += 1
            last = at < len(tokens) and tokens[at].low in {"or", "and"}
            at += last
        else:
            return
        if last and at < len(tokens) and tokens[at].sort in {"word", "string", "number"}:
            yield at + 1, (*values, tokens[at].text)
            return
        if sign in {"/", "|"} and at < len(tokens) and tokens[at].sort == "word":
            following = tokens[at + 1].text if at + 1 < len(tokens) else ""
            if following not in {"/", "|"}:
                yield at + 1, (*values, tokens[at].text)
                return


def _modified(tokens: Tokens, at: int, asked: Asked) -> Iterator[tuple[int, Asked]]:
    """The field with what is said after its name; without it too."""
    for end, changed in _modifiers(tokens, at, asked):
        yield from _modified(tokens, end, changed)
    yield at, asked


def _modifiers(tokens: Tokens, at: int, asked: Asked) -> Iterator[tuple[int, Asked]]:
    if at >= len(tokens):
        return
    field, low = asked.field, tokens[at].low
    following = tokens[at + 1].low if at + 1 < len(tokens) else ""
    if low == "(":
        yield from _bracketed(tokens, at, asked)
    elif low == "in" and following in _UNITS:
        yield at + 2, asked
    elif low in {"as", ":"} and (word := _type_at(tokens, at + 1)):
        yield word[0], replace(asked, field=_typed(field, word[1]), typed=True, known=True)
    elif low == "of" and following == "type":
        for end, values in read_values(tokens, at + 2):
            yield end, replace(asked, field=chosen(field, values), typed=True)
    elif low == "each" and following in {"with", "has", "having"}:
        yield from _records(tokens, at + 2, asked)
    elif low == "with" and field.type.kind == "list":
        yield from _records(tokens, at + 1, asked)
    elif low == "," and following == "at":
        yield from _at_least(tokens, at + 1, asked)
    elif low in _BOUNDS or tokens[at].sort == "number":
        yield from _bounded(tokens, at, asked)
    if field.name in _ENUMS and not field.type.choices:
        for end, values in read_values(tokens, at):
            yield end, replace(asked, field=chosen(field, values), typed=True, known=True)


def chosen(field: Field, values: tuple[str, ...]) -> Field:
    """The field with these choices, the first by default for a state."""
    return replace(field, type=Type("string", choices=values))


def _type_at(tokens: Tokens, at: int) -> tuple[int, str] | None:
    while at < len(tokens) and tokens[at].low in FILLERS:
        at += 1
    if at < len(tokens) and tokens[at].low in TYPES:
        return at + 1, tokens[at].low
    return None


def _typed(field: Field, word: str) -> Field:
    kind = TYPES[word]
    if field.type.kind == "list":
        return replace(field, type=replace(field.type, item=Type(kind)))
    if kind == field.type.kind:
        return field
    return replace(field, type=Type(kind, nullable=field.type.nullable))


def _listed(field: Field) -> Field:
    if field.type.kind == "list":
        return field
    return replace(field, type=Type("list", item=field.type))


def _records(tokens: Tokens, at: int, asked: Asked) -> Iterator[tuple[int, Asked]]:
    for end, inner in sorted(read_fields(tokens, at), key=lambda each: -each[0]):
        fields = tuple(each.field for each in inner)
        item = Type("record", fields=fields)
        type_ = replace(asked.field.type, kind="list", item=item)
        yield end, replace(asked, field=replace(asked.field, type=type_), inner=inner, known=True)


def _at_least(tokens: Tokens, at: int, asked: Asked) -> Iterator[tuple[int, Asked]]:
    if at + 1 < len(tokens) and tokens[at + 1].low == "least":
        found = number_at(tokens, at + 2)
        if found is None:
            return
        end, least = found
        if asked.field.type.kind == "list":
            type_ = replace(asked.field.type, min_length=int(least))
            if end < len(tokens) and tokens[end].low in {*TYPES, "items", "entries", "ones"}:
                end += 1
            field = replace(asked.field, type=type_, required=True)
            yield end, replace(asked, field=field)


def _bounded(tokens: Tokens, at: int, asked: Asked) -> Iterator[tuple[int, Asked]]:
    """Bounds after a name: "from 1 to 5", "1-5", "of at least 3", "up to 100 characters"."""
    for end, bounds in read_bounds(tokens, at):
        yield end, replace(asked, field=bounded(asked.field, bounds))


def read_bounds(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[str, float, float | None]]]:
    """Bounds as (how, low, high): how is `range`, `min`, `max`, `above` or `below`."""
    start = at
    while at < len(tokens) and tokens[at].low in {"of", "from", "between", "is", "be", "a", "an"}:
        at += 1
    first = number_at(tokens, at)
    if first is not None:
        end, low = first
        if end < len(tokens) and tokens[end].low in {"to", "-", "–", "and", "through", ".."}:
            second = number_at(tokens, end + 1)
            if second is not None:
                yield _counted(tokens, second[0]), ("range", low, second[1])
        return
    words = " ".join(each.low for each in tokens[at : at + 3])
    for said, how in _SIGNS:
        if words == said or words.startswith(f"{said} "):
            found = number_at(tokens, at + len(said.split()))
            if found is not None:
                yield _counted(tokens, found[0]), (how, found[1], None)
            return
    if start == at and at < len(tokens) and tokens[at].low in {"positive", "non-negative"}:
        yield at + 1, ("above" if tokens[at].low == "positive" else "min", 0, None)


_SIGNS = (
    ("at least", "min"),
    ("at most", "max"),
    ("greater than", "above"),
    ("more than", "above"),
    ("less than", "below"),
    ("up to", "max"),
    ("above", "above"),
    ("over", "above"),
    ("below", "below"),
    ("under", "below"),
    ("max length", "max"),
    ("min length", "min"),
    ("maximum", "max"),
    ("minimum", "min"),
    ("max", "max"),
    ("min", "min"),
    ("> =", "min"),
    ("< =", "max"),
    (">", "above"),
    ("<", "below"),
    ("≥", "min"),
    ("≤", "max"),
)


def _counted(tokens: Tokens, at: int) -> int:
    """Past the unit of a bound."""
    units = {"characters", "chars", "letters", "long", "items", "stars", "entries"}
    while at < len(tokens) and tokens[at].low in units:
        at += 1
    return at


def bounded(field: Field, bounds: tuple[str, float, float | None]) -> Field:
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


def _bracketed(tokens: Tokens, at: int, asked: Asked) -> Iterator[tuple[int, Asked]]:
    """What stands in brackets after a name."""
    close = next((n for n in range(at, len(tokens)) if tokens[n].text == ")"), None)
    if close is None:
        return
    inner = tokens[at + 1 : close]
    stop = next((n for n, each in enumerate(inner) if each.low == "which"), None)
    spare: tuple[tuple[int, int], ...] = ()
    if stop is not None and stop > 1:
        spare = ((at + 1 + stop, close),)
        inner = inner[: stop - 1]
    choices = _choices(inner)
    enum = asked.field.type.kind in {"string", "json"} or asked.field.name in _ENUMS
    if choices and enum:
        if set(choices) & {"boolean", "list"}:
            yield close + 1, asked
            return
        field = chosen(asked.field, choices)
        yield close + 1, replace(asked, field=field, known=True, typed=True, spare=spare)
        return
    if choices or (len(inner) == 1 and asked.field.name.endswith("_id")):
        words = choices or (inner[0].text,)
        yield close + 1, replace(asked, only_for=words, spare=spare)
        return
    if not inner:
        return
    changed: Asked | None = asked
    for piece in _pieces(inner):
        changed = _noted(piece, changed) if changed is not None else None
    if changed is not None:
        yield close + 1, replace(changed, known=True, spare=spare)
        return
    if all(len(each) == 1 and each[0].sort == "word" for each in _pieces(inner)):
        pieces = _pieces(inner)
        if len(pieces) > 1:
            values = tuple(each[0].text for each in pieces)
            if enum:
                field = chosen(asked.field, values)
                yield close + 1, replace(asked, field=field, known=True, typed=True)
            else:
                yield close + 1, replace(asked, only_for=values)
            return
    yield close + 1, replace(asked, spare=((at + 1, close),))


def _choices(inner: Tokens) -> tuple[str, ...]:
    if any(each.low == "by" or each.low in {"else", "otherwise"} for each in inner):
        return ()
    for end, values in read_values(inner, 0):
        if end == len(inner) and any(each.low in {"or", "/", "|"} for each in inner):
            return values
    articles = [each for each in inner if each.low not in {"a", "an"}]
    if len(articles) < len(inner) and any(each.low == "or" for each in inner):
        return tuple(each.low for each in articles if each.sort == "word")
    return ()


def _pieces(inner: Tokens) -> list[Tokens]:
    found: list[list[Token]] = [[]]
    for each in inner:
        if each.text in {",", ";"}:
            found.append([])
        else:
            found[-1].append(each)
    return [tuple(each) for each in found if each]


def _noted(piece: Tokens, asked: Asked) -> Asked | None:
    """The field with one note of its brackets; nothing when the note is not known."""
    field = asked.field
    words = " ".join(each.low for each in piece if each.low not in {"a", "an", "the"})
    match words:
        case "unique" | "must be unique":
            return replace(asked, field=replace(field, unique=True))
        case "optional" | "nullable" | "may be empty" | "not required":
            return replace(asked, field=optional(field))
        case "required" | "mandatory" | "not null" | "not empty" | "non-empty" | "nonempty":
            type_ = field.type
            if "empty" in words and type_.kind == "string":
                type_ = replace(type_, min_length=1)
            return replace(asked, field=replace(field, required=True, default="", type=type_))
        case "iso date" | "yyyy-mm-dd" | "iso 8601 date":
            return replace(asked, field=_typed(field, "date"))
    if words in {"list", "array", "several"}:
        return replace(asked, field=_listed(field), typed=True)
    if words in TYPES:
        return replace(asked, field=_typed(field, words), typed=True)
    if status := re.fullmatch(r"(?:else|otherwise|or) (\d{3})", words):
        return replace(asked, status=int(status[1]))
    if status := re.fullmatch(r"unique (?:else|otherwise|or) (\d{3})", words):
        return replace(asked, field=replace(field, unique=True), status=int(status[1]))
    if default := re.fullmatch(r"(?:default|defaults|defaulting)(?: to| is|:|=)? ?(.+)", words):
        return replace(asked, field=defaulted(field, default[1]))
    if default := re.fullmatch(r"(\S+) by default", words):
        return replace(asked, field=defaulted(field, default[1]))
    if listed := re.fullmatch(r"(?:list|array) of (\w+)", words):
        item = Type(TYPES.get(listed[1], "string"))
        return replace(asked, field=replace(field, type=Type("list", item=item)), typed=True)
    if re.fullmatch(r"in \w+", words) and piece[-1].low in _UNITS:
        return asked
    for end, bounds in read_bounds(piece, 0):
        if end == len(piece):
            return replace(asked, field=bounded(field, bounds))
    return None


def defaulted(field: Field, said: str) -> Field:
    """The field with a default as it is said."""
    try:
        value = json.loads(said)
    except ValueError:
        value = said.strip("'\"")
    if field.type.kind == "string" and not isinstance(value, str):
        value = said
    return replace(field, required=False, default=json.dumps(value))


def plural_of_things(asked: Asked) -> bool:
    """Whether a field may be rows of another kind: "columns" of a board."""
    return is_plural(asked.field.name) and not asked.typed
