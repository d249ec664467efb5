"""Lists of fields in sentences: "title, body in Markdown, tags and status (draft or published)"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from beliefs.spec import patterns as re
from beliefs.spec.features.resources import snake
from beliefs.spec.types import Field, Kind, Type
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.apiece import items_from, needed_for, values_after
from beliefs.spec.understanding.asked import (
    HARD,
    TYPES,
    Asked,
    chosen,
    counted,
    defaulted,
    listed,
    of_records,
    optional,
    required,
    typed,
)
from beliefs.spec.understanding.bounds import BEGIN, read_bounds, within
from beliefs.spec.understanding.brackets import COUNTED, UNITS, bracketed, closing, noted
from beliefs.spec.understanding.described import named_at, paired, sampled_at, zoned_at
from beliefs.spec.understanding.doing import DOING, does
from beliefs.spec.understanding.numbers import SECONDS, number_at
from beliefs.spec.understanding.patterns import FILLERS, Tokens
from beliefs.spec.understanding.records import record
from beliefs.spec.understanding.samples import is_sample
from beliefs.spec.understanding.stopwords import GRAMMAR, NOT_FIELDS
from beliefs.spec.understanding.values import read_values
from beliefs.spec.understanding.wondering import is_question, read_question
from beliefs.spec.understanding.words import is_english, is_plural, plural, singular

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
        "mood",
    ]
)
ZONES = frozenset({"tz", "timezone", "time_zone", "zone", "timeZone"})
ZONE_WORDS = frozenset({"tz", "zone", "timezone", "time-zone"})
_ISO_WORDS = frozenset({"date", "datetime", "timestamp"})  # behind a name with underscores
_LONGEST = 3
_NOTE = 6  # words behind a colon
_PRODUCTS = frozenset({"fastapi", "flask", "sqlite", "postgres", "postgresql", "docker"})
_WHICH = frozenset({"which", "that", "who", "it", "there", "this", "and", "or"})
_DETERMINERS = frozenset({"the", "a", "an", "them", "it"})
_ALONE = frozenset(
    {"answer", "count", "rate", "list", "read", "unit", "uses"}
)  # where no word follows
_AFTER = frozenset(
    {"optional", "required", "mandatory", "unique", "nullable", "default", "defaults"}
)


def read_fields(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Asked, ...]]]:
    """Every list of fields that begins here, the longest last."""
    yield from _more(tokens, at, ())


def _more(
    tokens: Tokens, at: int, before: tuple[Asked, ...], *, ended: bool = False
) -> Iterator[tuple[int, tuple[Asked, ...]]]:
    for end, pair in _pairs(tokens, at):
        yield end, (*before, *pair)
        if (after := _separator(tokens, end)) is not None:
            yield from _more(tokens, after, (*before, *pair))
    for end, asked in read_field(tokens, at):
        if any(each.field.name == asked.field.name for each in before):
            continue
        if before and _subject(tokens, end, asked):
            continue
        followed = end < len(tokens) and tokens[end].low in {"with", "having"}
        if ended and (asked.inner or followed):
            continue  # "rooms with a name and a size, bookings with a day": rows of their own
        found = (*before, asked)
        yield end, found
        after = _separator(tokens, end)
        if after is not None and tokens[after - 1 : after] and _spreads(tokens, at, end, after):
            for last, also in read_field(tokens, after):
                yield last, (*found, replace(also, field=optional(also.field)))
        elif after is not None:
            closed = tokens[at - 1].low == "and" and tokens[after - 1].text == ","
            yield from _more(tokens, after, found, ended=closed and bool(before))


def _subject(tokens: Tokens, end: int, asked: Asked) -> bool:
    """Whether a name begins a clause of its own: "a price, guests have a name"."""
    said = [each.low for each in tokens[end : end + 2]]
    if len(said) < 2:
        return False
    if said[1:] in (["are"], ["is"]) and tokens[end].sort == "word" and said[0] not in _WHICH:
        return True  # "and the available sizes are"
    if said[0] in {"by", "at", "via", "with"} and tokens[end + 1].sort == "method":
        return is_plural(
            asked.field.name
        )  # "rooms by POST /rooms with a name, guests by POST /guests"
    has = end < len(tokens) and tokens[end].low in {"have", "has", "belong", "belongs", "can"}
    return has and is_plural(asked.field.name)


def _pairs(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Asked, Asked]]]:
    made = _Prefix()
    start = _prefixed(tokens, at, made)
    end = start
    while end < len(tokens) and end < start + _LONGEST and _is_name(tokens, end):
        end += 1
    if end > start:
        told = lexicon.field("_".join(each.low for each in tokens[start:end]))
        yield from paired(tokens, end, Asked(made.applied(told), known=True))


def _spreads(tokens: Tokens, at: int, end: int, after: int) -> bool:
    """Whether "optional" is about both: "optional distance and notes" at the end of a list."""
    if tokens[at].low != "optional" or tokens[end].low != "and" or after >= len(tokens):
        return False
    return tokens[after].low not in {*_DETERMINERS, "optional", "required", "an", "a", "list"}


def _separator(tokens: Tokens, at: int) -> int | None:
    """Past a comma, an `and`, or both."""
    start = at
    if at < len(tokens) and tokens[at].text in {",", "&", "+"}:
        at += 1
    if at < len(tokens) and tokens[at].low in {"and", "plus", "or"}:
        at += 1
    elif [each.low for each in tokens[at : at + 3]] == ["as", "well", "as"]:
        at += 3
    if at > start and [each.low for each in tokens[at : at + 2]] == ["/", "or"]:
        at += 2  # "and/or"
    return at if at > start else None


def read_partly(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Asked, ...]]]:
    """Fields up to a bracket that closes here, with words between that nobody knows."""
    close = closing(tokens, at - 1) if at and tokens[at - 1].text == "(" else None
    if close is None:
        return
    found: list[Asked] = []
    spare: list[tuple[int, int]] = []
    start = at
    while start < close:
        stop = next((n for n in range(start, close) if _parts(tokens, start, n)), close)
        whole = [asked for end, asked in read_field(tokens, start) if end == stop]
        if whole and whole[0].known:
            found.append(whole[0])
        else:
            spare.append((start, stop))
        start = stop + 1
    if found and spare and spare[0][0] > at:
        last = replace(found[-1], spare=(*found[-1].spare, *spare))
        yield close + 1, (*found[:-1], last)


def read_some(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Asked, ...]]]:
    """Several fields of which one at least is known."""
    for end, asked in read_fields(tokens, at):
        if len(asked) > 1 and any(each.known for each in asked):
            yield end, asked


def read_sole(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Asked, ...]]]:
    """One field that is known, and nothing behind it."""
    for end, asked in read_field(tokens, at):
        if end == len(tokens) and asked.known:
            yield end, (asked,)


def read_plain(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Asked, ...]]]:
    """Fields that have no fields of their own, as those of rows do: "movies with a title"."""
    for end, asked in read_fields(tokens, at):
        if not any(each.inner for each in asked):
            yield end, asked


def read_listing(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Asked, ...]]]:
    """All that a heading is about, to the end of the sentence: "a watchlist: title, genre"."""
    for end, asked in read_fields(tokens, at):
        known = [each for each in asked if each.known]
        names = [each.field.name for each in asked if is_plural(each.field.name)]
        rows = any(lexicon.knows_thing(singular(each)) for each in names if each != "tags")
        rows = rows or any(each.inner for each in asked)
        if end == len(tokens) and len(known) > 1 and not rows:
            yield end, asked


def read_typed(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Asked, ...]]]:
    """One field whose kind is said: "an owner (string)"."""
    for end, asked in read_field(tokens, at):
        if asked.typed:
            yield end, (asked,)


def _parts(tokens: Tokens, start: int, at: int) -> bool:
    """Whether a comma at a place parts what began at the start."""
    depth = sum({"(": 1, ")": -1}.get(each.text, 0) for each in tokens[start:at])
    return tokens[at].text == "," and depth == 0


def read_field(tokens: Tokens, at: int) -> Iterator[tuple[int, Asked]]:
    """Every field that begins here, longer names first."""
    made = _Prefix()
    at = _prefixed(tokens, at, made)
    yield from read_question(tokens, at)
    yield from _enum_before(tokens, at, made)
    for end, name in _names(tokens, at):
        field = _flagged(name) if name.endswith("_flag") else lexicon.field(name)
        known = (
            lexicon.knows_field(name)
            or lexicon.knows_field(plural(name))
            or (is_plural(name) and lexicon.knows_thing(singular(name)))
            or "_" in tokens[at].text
            or tokens[at].sort == "string"
        )
        asked = Asked(made.applied(field), known or made.marked, typed=made.kind is not None)
        yield from _modified(tokens, end, asked)


def _flagged(name: str) -> Field:
    """A "bought flag" is yes or no, and no at first."""
    told = lexicon.field(name.removesuffix("_flag"))
    if told.type.kind == "boolean":
        return told
    return Field(told.name, Type("boolean"), required=False, default="false")


@dataclass(slots=True)
class _Prefix:
    """What is said before a name."""

    required: bool | None = None
    unique: bool = False
    kind: Kind | None = None
    listed: bool = False
    least: int | None = None
    most: int | None = None

    @property
    def marked(self) -> bool:
        return self.required is not None or self.unique or self.kind is not None or self.listed

    def applied(self, field: Field) -> Field:
        if self.kind is not None:
            field = replace(field, type=Type(self.kind))
        if self.listed and field.type.kind != "list":
            field = replace(field, type=Type("list", item=field.type))
        if self.most is not None and is_plural(field.name) and field.type.kind != "list":
            field = replace(field, type=Type("list", item=field.type))
        if self.least is not None and field.type.kind == "list":
            field = replace(field, type=replace(field.type, min_length=self.least), required=True)
        if self.most is not None and field.type.kind == "list":
            field = replace(field, type=replace(field.type, max_length=self.most))
        if self.required is not None:
            field = optional(field) if not self.required else required(field)
        return replace(field, unique=self.unique or field.unique)


def _prefixed(tokens: Tokens, at: int, made: _Prefix) -> int:
    while at < len(tokens):
        low = tokens[at].low
        following = tokens[at + 1].low if at + 1 < len(tokens) else ""
        if low in FILLERS or low in {"its", "their", "his", "her", "my"}:
            at += 1
        elif low == "optional" or (low == "optionally" and following not in {"", ",", "and"}):
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
        elif low == "one" and following not in {"of", "or"} and _single(tokens, at + 1):
            at += 1
        elif several := _several(tokens, at):
            made.least, made.most, at = several[1], several[2], several[0]
        else:
            break
    return at


def _single(tokens: Tokens, at: int) -> bool:
    """Whether a name of one thing stands here, and no rule about how many."""
    return _is_name(tokens, at) and not is_plural(tokens[at].low) and tokens[at].low != "per"


def _several(tokens: Tokens, at: int) -> tuple[int, int | None, int] | None:
    """How many there are, before a name: "2 to 10 options", "up to 5 tags"."""
    low = tokens[at].low
    start = at + (low in {"between", "from"})
    least = number_at(tokens, start)
    if least is not None and least[0] < len(tokens):
        to = tokens[least[0]].low in {"to", "-", "–", "and"}
        most = number_at(tokens, least[0] + 1) if to else None
        if most is None and not to and start == at:
            return _exactly(tokens, least[0], int(least[1]))
        if most is None or (tokens[least[0]].low == "and" and low != "between"):
            return None
        found: tuple[int, int | None, int] = (most[0], int(least[1]), int(most[1]))
    else:
        end = at + 2 if [each.low for each in tokens[at : at + 2]] == ["up", "to"] else 0
        upper = number_at(tokens, end) if end else None
        if upper is None:
            return None
        found = (upper[0], None, int(upper[1]))
    after = tokens[found[0]].low if found[0] < len(tokens) else ""
    return found if is_plural(after) and _is_name(tokens, found[0]) else None


def _exactly(tokens: Tokens, at: int, many: int) -> tuple[int, int | None, int] | None:
    """So many of something that is no measure: "four choices", but not "5 seats" or "3 days"."""
    name = tokens[at].low
    measured = name in UNITS or name in SECONDS or singular(name) in SECONDS
    counted = lexicon.field(name).type.kind != "list"
    if many < 2 or measured or counted or not is_plural(name) or not _is_name(tokens, at):
        return None
    return at, many, many


def _is_name(tokens: Tokens, at: int) -> bool:
    if at >= len(tokens) or tokens[at].sort != "word":
        return False
    text = tokens[at].text.removesuffix("'s").removesuffix("’s")
    if not re.fullmatch(r"[A-Za-z_][\w-]*", text, re.ASCII) or text.lower() in HARD:
        return False
    following = [each.low for each in tokens[at + 1 : at + 3]]
    if tokens[at].low not in NOT_FIELDS:
        return True
    if following[:1] == ["flag"] and tokens[at].low not in GRAMMAR:  # "and read flag"
        return True
    if following[:1] == [":"] and tokens[at].low not in _PRODUCTS:  # "answers: list of strings"
        return len(following) > 1 and (following[1] in TYPES or following[1] in {"list", "array"})
    alone = not following or following[0] in {"(", ",", ")"}
    listed_ = at > 0 and tokens[at - 1].low in {",", "and"} and following[:1] == ["and"]
    return (alone or listed_) and tokens[at].low in _ALONE


def _names(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """The names that may begin here, in snake case unless they are written in another."""
    if at >= len(tokens):
        return
    first = tokens[at]
    if first.sort == "string" and re.fullmatch(r"[A-Za-z_]\w*", first.text):
        if not is_sample(tokens, at):
            yield at + 1, first.text
        return
    if not _is_name(tokens, at) or (first.low in _COMPARING and not _known(tokens, at)):
        return
    if does(tokens, at) or is_question(tokens, at):
        return
    if first.low in _OF_THEM and _is_name(tokens, at + 1):
        return  # "the fields title and year": a word for what comes
    if "_" in first.text or re.fullmatch(r"[a-z]+[A-Z]\w*", first.text):
        yield at + 1, first.text
        return
    words: list[str] = []
    ends: list[tuple[int, str]] = []
    for step in range(_LONGEST):
        if not _is_name(tokens, at + step) or "_" in tokens[at + step].text:
            if step and at + step < len(tokens) and tokens[at + step].low == "flag":
                ends.append((at + step + 1, f"{'_'.join(words)}_flag"))
            break
        if step and tokens[at + step].low in _AFTER:
            break
        if step and tokens[at + step].low in DOING and is_plural(tokens[at + step - 1].low):
            return  # "employees submit requests": no name has a verb in it
        words.append(snake(tokens[at + step].text.replace("’", "'").removesuffix("'s")))
        ends.append((at + step + 1, "_".join(words)))
    for end, name in reversed(ends):
        if end < len(tokens) and tokens[end].low in _DETERMINERS:
            continue  # "and lowers the stock": no name stands before an article
        if (
            name.endswith(("_flag", "_percentage", "_percent"))
            or end == at + 1
            or lexicon.knows_field(name)
            or _compound(tokens[at:end])
        ):
            yield end, name


_OF_THEM = frozenset({"fields", "attributes", "properties"})
# They say which, or how much more: no field is called so, but "first name" is.
_COMPARING = frozenset(
    """higher lower highest lowest equal same longer shorter larger smaller first last next previous
    least most more less best such better worse important several various""".split()  # noqa: SIM905
)


def _known(tokens: Tokens, at: int) -> bool:
    return lexicon.knows_field("_".join(each.low for each in tokens[at : at + 2]))


def _compound(tokens: Tokens) -> bool:
    """Whether words are one name: "reorder level", "muscle group"."""
    return all(is_english(each.text) for each in tokens) and not any(
        each.low in UNITS - {"stock", "total"} for each in tokens
    )


def _enum_before(tokens: Tokens, at: int, made: _Prefix) -> Iterator[tuple[int, Asked]]:
    """Values before a name: "a draft or published status"."""
    for end, values in read_values(tokens, at):
        articles = {"a", "an", "the"} & {each.lower() for each in values}
        if end < len(tokens) and tokens[end].low in _ENUMS and not articles:
            field = Field(tokens[end].low, Type("string", choices=values))
            yield end + 1, Asked(made.applied(field), known=True, typed=True)


def _modified(tokens: Tokens, at: int, asked: Asked) -> Iterator[tuple[int, Asked]]:
    """The field with what is said after its name; without it too."""
    for end, changed in _modifiers(tokens, at, asked):
        yield from _modified(tokens, end, changed)
    yield at, asked


def _modifiers(tokens: Tokens, at: int, asked: Asked) -> Iterator[tuple[int, Asked]]:
    if at >= len(tokens):
        return
    field, low = asked.field, tokens[at].low
    if named := named_at(tokens, at):
        yield named[0], replace(asked, field=replace(field, name=named[1]), known=True)
    if sampled := sampled_at(tokens, at, asked):
        yield sampled
    if field.name in ZONES and (past := zoned_at(tokens, at)):
        yield past, asked
    following = tokens[at + 1].low if at + 1 < len(tokens) else ""
    if low == "(" or (low == "[" and field.type.kind == "list" and following != "]"):
        yield from _in_brackets(tokens, at, asked)
    elif low == "[" and following == "]":
        yield at + 2, replace(asked, field=listed(field), known=True, typed=True)
    elif low == "in" and following in COUNTED and field.type.kind == "datetime":
        lasts = Type("number", nullable=field.type.nullable, minimum=0)  # "time in seconds"
        yield at + 2, replace(asked, field=replace(field, type=lasts), typed=True)
    elif low == "in" and following in UNITS:
        yield at + 2, counted(asked) if following in COUNTED else asked
    elif low in HARD or (low in _ISO_WORDS and "_" in tokens[at - 1].text):
        yield at + 1, replace(asked, field=typed(field, low), typed=True, known=True)
    elif low in _AFTER:
        yield from _said_after(tokens, at, asked)
    elif low in {"as", ":", "=", "is"} and (word := _type_at(tokens, at + 1)):
        yield word[0], replace(asked, field=typed(field, word[1]), typed=True, known=True)
    elif low in {":", "="}:
        yield from _defined(tokens, at + 1, asked)
    elif low == "of" and following == "type":
        for end, values in read_values(tokens, at + 2):
            yield end, replace(asked, field=chosen(field, values), typed=True)
    elif low in {"starting", "beginning", "initially"}:
        value = at + 1 + (following in {"at", "with", "from"})
        if value < len(tokens) and tokens[value].sort == "number":
            yield value + 1, replace(defaulted(asked, tokens[value].text), known=True)
    elif items := items_from(tokens, at, field.name):
        yield from _records(tokens, items, asked)
    elif low == "with" and field.type.kind == "list" and not asked.inner:
        yield from _records(tokens, at + 1, asked)
    elif low == "like" and (end := _like_a_date(tokens, at + 1)):
        yield end, replace(asked, field=typed(field, "date"), typed=True, known=True)
    elif low in {"which", "that"} and following in {"defaults", "default"}:
        yield from _said_after(tokens, at + 1, asked)  # "a language that defaults to text"
    elif (low in {"which", "that"} and following in {"is", "must"}) or low == "one":
        yield from _one_of(tokens, at, asked)
    elif low == "," and following in {"default", "defaults"}:
        yield from _said_after(tokens, at + 1, asked)  # "priority low|high, default low"
    elif low == "," and field.type.kind == "list":
        yield from _so_many(tokens, at + 1, asked)
    elif low == "out" and following == "of" and (most := number_at(tokens, at + 2)):
        yield most[0], within(asked, ("range", 0, most[1]), tokens[at : most[0]])
    elif low in BEGIN or tokens[at].sort == "number":
        for end, bounds in read_bounds(tokens, at):
            yield end, within(asked, bounds, tokens[at:end])
    if field.name.endswith("_id") and (needed := needed_for(tokens, at)):
        yield needed[0], replace(asked, only_for=needed[1])
    if not field.type.choices and not asked.typed:
        for end, values in values_after(tokens, at):
            yield end, replace(asked, field=chosen(field, values), typed=True, known=True)
    if field.name in _ENUMS and not field.type.choices:
        start = at + (low in {"of", ":", "is"})
        for end, values in read_values(tokens, start):
            moves = any(each.text == "→" for each in tokens[start:end])
            told = replace(asked, field=chosen(field, values), typed=True, known=True)
            yield end, replace(told, moves=moves)


def _like_a_date(tokens: Tokens, at: int) -> int:
    """Where a date such as 2024-05-01 ends; 0 if there is none."""
    text = "".join(each.text for each in tokens[at : at + 5])
    return at + 5 if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text) else 0


def _one_of(tokens: Tokens, at: int, asked: Asked) -> Iterator[tuple[int, Asked]]:
    """As in "type which is one of run, bike or swim"."""
    while at < len(tokens) and tokens[at].low in {"which", "that", "is", "must", "be"}:
        at += 1
    if [each.low for each in tokens[at : at + 2]] != ["one", "of"]:
        return
    for end, values in read_values(tokens, at + 2):
        yield end, replace(asked, field=chosen(asked.field, values), typed=True, known=True)


def _said_after(tokens: Tokens, at: int, asked: Asked) -> Iterator[tuple[int, Asked]]:
    """Notes without brackets: "note optional", "returned bool default false"."""
    if tokens[at].low not in {"default", "defaults"}:
        changed = noted(tokens[at : at + 1], asked)
        if changed is not None:
            yield at + 1, replace(changed, known=True)
        return
    value = at + 1 + (at + 1 < len(tokens) and tokens[at + 1].low in {"to", "is", "=", ":"})
    if value < len(tokens) and tokens[value].sort in {"word", "number", "string"}:
        yield value + 1, replace(defaulted(asked, tokens[value].text), known=True)


def _defined(tokens: Tokens, at: int, asked: Asked) -> Iterator[tuple[int, Asked]]:
    """What a colon says of a field: "mood: happy|sad", "questions: list of strings"."""
    for end, values in read_values(tokens, at):
        if any(each.text in {"|", "/"} for each in tokens[at:end]):
            yield end, replace(asked, field=chosen(asked.field, values), typed=True, known=True)
            return
    ends = {",", ")", "("}
    stop = next((n for n in range(at, len(tokens)) if tokens[n].text in ends), len(tokens))
    stop = min(stop, at + _NOTE)
    for end in range(stop, at, -1):
        changed = noted(tokens[at:end], asked)
        if changed is not None:
            yield end, replace(changed, known=True)
            return


_ISO = {
    **dict.fromkeys(("date-time", "date-times", "datetime", "datetimes"), "datetime"),
    "timestamps": "datetime",
    "dates": "date",
}


def _type_at(tokens: Tokens, at: int) -> tuple[int, str] | None:
    while at < len(tokens) and tokens[at].low in FILLERS:
        at += 1
    after = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if at < len(tokens) and tokens[at].low == "iso":
        number = at + 1 < len(tokens) and tokens[at + 1].text in {"8601", "-8601"}
        word = tokens[at + 1 + number].low if at + 1 + number < len(tokens) else ""
        if word in _ISO:
            return at + 2 + number, _ISO[word]
    if at < len(tokens) and tokens[at].low in TYPES and after != "[":
        return at + 1, tokens[at].low
    return None


def _in_brackets(tokens: Tokens, at: int, asked: Asked) -> Iterator[tuple[int, Asked]]:
    """Notes about the field; of a list, the fields of what is in it."""
    close = closing(tokens, at)
    if asked.field.type.kind == "list" and close is not None:
        start = at + 1 + (at + 1 < close and tokens[at + 1].low in {"a", "an"})
        told = " ".join(each.low for each in tokens[start : start + 2])
        listing = told in {"list of", "array of"} and start + 2 < close
        if listing and tokens[start + 2].sort == "json":
            inner = record(tokens[start + 2].text)
            least = _least_entries(tokens[start + 3 : close])
            if inner and least is not None:
                made = of_records(asked, inner)
                kind = replace(made.field.type, min_length=least or made.field.type.min_length)
                yield close + 1, replace(made, field=replace(made.field, type=kind), typed=True)
                return
        for end, some in read_fields(tokens, start):
            rows = lexicon.knows_thing(singular(asked.field.name)) and not asked.typed
            known = rows or any(lexicon.knows_field(each.field.name) for each in some)
            if end == close and known:
                yield close + 1, of_records(asked, some)
                return
    yield from bracketed(tokens, at, asked)


def _least_entries(rest: Tokens) -> int | None:
    """How many there are at least: "with at least one entry"; 0 when nothing is said."""
    words = [each.low for each in rest]
    if not words:
        return 0
    at = words.index("least") + 1 if "least" in words[:4] else 1
    found = number_at(rest, at) if words[:2] == ["with", "at"] or words[:1] == ["at"] else None
    ends = {"entry", "entries", "item", "items", "element", "elements", "one", "of", "them"}
    return int(found[1]) if found and set(words[found[0] :]) <= ends else None


def _records(tokens: Tokens, at: int, asked: Asked) -> Iterator[tuple[int, Asked]]:
    for end, inner in sorted(read_fields(tokens, at), key=lambda each: -each[0]):
        yield end, of_records(asked, inner)


def _so_many(tokens: Tokens, at: int, asked: Asked) -> Iterator[tuple[int, Asked]]:
    """How many a list has: "options, at least two texts"."""
    for end, bounds in read_bounds(tokens, at):
        told = within(asked, bounds, tokens[at:end])
        if bounds[0] == "min":
            told = replace(told, field=replace(told.field, required=True))
        past = end < len(tokens) and tokens[end].low in {*TYPES, asked.field.name}
        yield end + past, told
