"""Rows that words say: "open tickets of the project with more than two votes, oldest first"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from beliefs.spec import patterns as re
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.meaning.scope import Focus, Val, kept, relation, sort
from beliefs.spec.brief.scene import CREATED
from beliefs.spec.brief.states import state
from beliefs.spec.numbers import WORDS
from beliefs.spec.understanding.words import plural, singular

if TYPE_CHECKING:
    from beliefs.spec.brief.meaning.reading import Reading

_ANY = frozenset("all every each any those only other which some no".split())  # noqa: SIM905
HIGH = frozenset(
    """highest largest biggest greatest maximum max best top longest latest newest last most
    heaviest""".split()  # noqa: SIM905
)
LOW = frozenset(
    """lowest smallest least minimum min cheapest shortest earliest oldest first fewest
    lightest soonest nearest""".split()  # noqa: SIM905
)
_TIME = frozenset("latest newest last earliest oldest first soonest nearest recent".split())  # noqa: SIM905
_MONEY = ("price", "cost", "amount", "total")
_MAX_ADJECTIVES = 3


@dataclass(frozen=True, slots=True)
class Some:
    """Rows of a kind: which, in what order, how many."""

    kind: Kind
    row: str  # what one is called in the conditions
    wheres: tuple[str, ...] = ()
    order: tuple[str, ...] = ()  # keys over the row, with ` down` behind them
    limit: str = ""
    then: tuple[str, ...] = ()  # how so many of them are sorted
    one: str = ""  # `first` or `any_of`, where only one row is meant
    shows: tuple[tuple[str, str], ...] = ()  # what is shown with each, by name
    explicit: bool = False  # words say to which rows they belong

    def __hash__(self) -> int:
        return hash((self.kind.name, self.wheres, self.order, self.then, self.one, self.shows))

    @property
    def focus(self) -> Focus:
        """One of them."""
        return Focus(self.kind, self.row)

    def unsorted(self) -> Some:
        """The same rows in no order, all of them."""
        return replace(self, order=(), then=(), limit="")

    def source(self, *, sorted_too: bool = True) -> str:
        """The expression of the list."""
        if self.then and sorted_too:
            then = ", ".join(f"by {_over(each, self.row)}" for each in self.then)
            return f"{replace(self, then=()).source()}[{then}]"
        alone = len(self.wheres) == 1
        where = " and ".join(each if alone else _bracketed(each) for each in self.wheres)
        order = self.order if sorted_too else ()
        if not any(_nested(each) for each in (where, *order)):
            clauses = [f"where {_over(where, self.row)}"] if where else []
            clauses += [f"by {_over(each, self.row)}" for each in order]
            clauses += [f"limit {self.limit}"] if self.limit and sorted_too else []
            return f"{self.kind.name}[{', '.join(clauses)}]" if clauses else self.kind.name
        base, tests = self.kind.name, where
        if not _nested(where):
            base, tests = (f"{base}[where {_over(where, self.row)}]", "") if where else (base, "")
        if tests:
            base = f"flat(each({self.row} in {base}: if({tests}, [{self.row}], [])))"
        if not order:
            return f"{base}[limit {self.limit}]" if self.limit else base
        keys = [each.removesuffix(" down") for each in order]
        falls = [" down" if each.endswith(" down") else "" for each in order]
        told = ", ".join(f"k{n}: {key}" for n, key in enumerate(keys))
        ranked = f"each({self.row} in {base}: {{row: {self.row}, {told}}})"
        clauses = [f"by .k{n}{fall}" for n, fall in enumerate(falls)]
        clauses += [f"limit {self.limit}"] if self.limit else []
        return f"each({self.row} in {ranked}[{', '.join(clauses)}]: {self.row}.row)"


def _bracketed(text: str) -> str:
    return f"({text})" if " or " in text and not text.startswith("(") else text


def _nested(text: str) -> bool:
    return "[" in text or "each(" in text


def _over(text: str, row: str) -> str:
    """A condition over a row as one over what is looked at."""
    return re.sub(rf"(?<![\w.]){re.escape(row)}\.", ".", text)


def rows(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, Some]]:
    """Rows with what stands before and behind the name of their kind."""
    start = at
    while reading.word(start) in _ANY:
        start += 1
    if past := reading.sees(start, "random", "one random", "one of"):
        for end, found in rows(reading, past, inner):
            yield end, replace(found, one="any_of", limit="")
        return
    ranked = _ranked(reading, start)
    for begin, falling, limit in ranked:
        for end, found in _named(reading, begin, inner):
            ranks = reading.word(start + 1) if counted(reading, start) else reading.word(start)
            for key in _key(found, ranks):
                down = " down" if falling else ""
                one = "" if limit else "first"
                told = replace(found, order=(f"{key}{down}",), limit=limit, one=one)
                yield from _behind(reading, end, told, inner)
    for end, found in _named(reading, start, inner):
        yield from _behind(reading, end, found, inner)
    if many := counted(reading, start):  # "the 5 books with the most loans"
        for end, found in _named(reading, start + 1, inner):
            for last, told in _behind(reading, end, replace(found, limit=many), inner):
                if told.order and not told.one:
                    yield last, told
    if about := reading.scope.about:
        past = reading.sees(start, "them", "ones", "those", "they", "everything", "these")
        row = reading.variable(inner)
        yield from _behind(reading, past, Some(about, row), inner) if past else ()


def _ranked(reading: Reading, at: int) -> list[tuple[int, bool, str]]:
    """Where the name begins behind a superlative, whether it counts from above, and how many."""
    before = counted(reading, at)
    if before and reading.word(at + 1) in HIGH | LOW:  # "the 3 highest bids"
        return [(at + 2, reading.word(at + 1) in HIGH, before)]
    word = reading.word(at)
    if word == "most" and reading.word(at + 1) == "recent":
        word, at = "latest", at + 1
    if word not in HIGH | LOW:
        return []
    high = word in HIGH
    number = counted(reading, at + 1)
    return [(at + 2, high, number)] if number else [(at + 1, high, "")]


def counted(reading: Reading, at: int) -> str:
    """The whole number at a place, in digits; empty where there is none."""
    told = str(WORDS.get(reading.word(at), reading.word(at)))
    return told if told.isdigit() else ""


def _key(found: Some, word: str) -> list[str]:
    """By what rows are the highest, the latest or the cheapest."""
    kind, row = found.kind, found.row
    sorts = {name: sort(kept(kind, name)) for name in kind.fields}
    times = [name for name, each in sorts.items() if each in {"moment", "day"}]
    if word in _TIME or word == "most":
        times = [x for x in times if CREATED.match(x)] or times
        return [f"{row}.{times[0]}"] if times else [f"{row}.{kind.key.name}"]
    counts = [
        name
        for name, each in sorts.items()
        if each == "number" and not kind.fields[name].of and name != kind.within
    ]
    if word == "cheapest":
        counts = [name for name in counts if name in _MONEY]
    return [f"{row}.{counts[0]}"] if len(counts) == 1 else []


def _named(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, Some]]:
    """The name of a kind, with what adjectives before it say."""
    row = reading.variable(inner)
    for size in range(_MAX_ADJECTIVES + 1):
        if at + size >= len(reading.words):
            return
        for end, kind in reading.scope.kinds_at(reading.words, at + size):
            told = _adjectives(kind, reading.words[at : at + size], row)
            if told is not None:
                yield end, Some(kind, row, told)


def _adjectives(kind: Kind, words: tuple[str, ...], row: str) -> tuple[str, ...] | None:
    if not words:
        return ()
    whole = state(kind, " ".join(words), row)
    if whole is not None:
        return (whole,)
    found = []
    for each in words:
        if each in {"and", ","}:
            continue
        held = state(kind, each, row)
        if held is None:
            return None
        found.append(held)
    return tuple(found)


def _behind(
    reading: Reading, at: int, found: Some, inner: tuple[Focus, ...]
) -> Iterator[tuple[int, Some]]:
    """What is said of rows behind their name, piece by piece; what belongs to nothing, last."""
    pieces = list(_piece(reading, at, found, inner))
    for end, told in pieces:
        yield from _behind(reading, end, told, inner)
    yield at, _belonging(reading, found, inner)


def _belonging(reading: Reading, found: Some, inner: tuple[Focus, ...]) -> Some:
    """Rows of what was read, where words do not say of which they are."""
    if found.explicit:
        return found
    for focus in reading.focuses(inner):
        if focus.kind is found.kind:
            continue
        if told := relation(found.kind, found.row, focus):
            return replace(found, wheres=(told, *found.wheres), explicit=True)
    return found


def _piece(
    reading: Reading, at: int, found: Some, inner: tuple[Focus, ...]
) -> Iterator[tuple[int, Some]]:
    focus = (*inner, found.focus)
    yield from _of(reading, at, found, inner)
    yield from _most(reading, at, found, inner)
    if past := reading.sees(at, "that", "which", "who", "where", "whose", "with", "having", "when"):
        for end, told in reading.conditions(past, focus):
            yield end, replace(found, wheres=(*found.wheres, told))
        for end, told in reading.amounts(past, focus):
            yield end, replace(found, wheres=(*found.wheres, told))
        for end, name, told in _figures(reading, past, found, inner):
            yield end, replace(found, shows=(*found.shows, (name, told)))
    if past := reading.sees(at, "without", "with no", "that have no", "which have no"):
        for end, below in reading.rows(past, focus):
            for last, busy in _at_that_time(reading, end, below):
                none = f"count({busy.source()}) = 0"
                yield last, replace(found, wheres=(*found.wheres, none))
            if below.kind is not found.kind:
                yield end, replace(found, wheres=(*found.wheres, f"count({below.source()}) = 0"))
    for size in range(1, _MAX_ADJECTIVES):
        held = state(found.kind, " ".join(reading.words[at : at + size]), found.row)
        if held is not None and at + size <= len(reading.words):
            yield at + size, replace(found, wheres=(*found.wheres, held))
    yield from _in_order(reading, at, found, inner)
    if past := reading.sees(
        at, "each", "in total", "altogether", "overall", "there are", "there is"
    ):
        yield past, found
    yield from _lately(reading, at, found, inner)
    if past := reading.sees(at, "at random", ", at random", "picked at random"):
        yield past, replace(found, one=found.one or "any_of")


def made_at(kind: Kind) -> str:
    """The field that says when a row was made; empty where none does."""
    return next((x for x in kind.fields if CREATED.match(x)), "")


def _lately(
    reading: Reading, at: int, found: Some, inner: tuple[Focus, ...]
) -> Iterator[tuple[int, Some]]:
    """As in "messages in the last 24 hours": by the moment that rows have."""
    times = [n for n in found.kind.fields if sort(kept(found.kind, n)) in {"moment", "day"}]
    times = [x for x in times if CREATED.match(x)] or times
    past = reading.sees(at, "in last", "within last", "during last", "from last", "of last")
    if not past or not times:
        return
    sorts = sort(kept(found.kind, times[0]))
    for end, seconds in reading.spans(past, inner):
        edge = f"later(now(), 0 - {seconds})"
        edge = f"date({edge})" if sorts == "day" else edge
        told = f"{found.row}.{times[0]} >= {edge}"
        yield end, replace(found, wheres=(*found.wheres, told))


def _of(
    reading: Reading, at: int, found: Some, inner: tuple[Focus, ...]
) -> Iterator[tuple[int, Some]]:
    """As in "of the item", "by the same author": rows of another row, or of a value."""
    past = reading.sees(at, "of", "in", "for", "on", "by", "from", "to", "under", "within")
    if not past:
        return
    for end, focus in row_at(reading, past, inner):
        if told := relation(found.kind, found.row, focus):
            yield end, replace(found, wheres=(told, *found.wheres), explicit=True)
    same = reading.sees(past, "same", "this", "that", "given") or past
    for end, name in reading.scope.inputs_at(reading.words, same):
        if name in found.kind.fields:
            told = f"{found.row}.{name} = input.{name}"
            yield end, replace(found, wheres=(*found.wheres, told))


def row_at(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, Focus]]:
    """A row that was read, by the name of its kind or as `it`."""
    past = reading.sees(at, "this", "that", "given", "same", "one", "each", "every") or at
    for end, kind in reading.scope.kinds_at(reading.words, past):
        for focus in reading.focuses(inner):
            if focus.kind is kind:
                yield end, focus
    if reading.word(at) in {"it", "one", "this", "them"}:
        for focus in reading.focuses(inner)[:1]:
            yield at + 1, focus


def _most(
    reading: Reading, at: int, found: Some, inner: tuple[Focus, ...]
) -> Iterator[tuple[int, Some]]:
    """As in "with the most votes", "with the highest amount": the one row of which that is so."""
    past = reading.sees(at, "with", "having", "that has", "who has", "which has")
    if not past or reading.word(past) not in HIGH | LOW:
        return
    falling = reading.word(past) in HIGH
    for end, key in _measures(reading, past + 1, found, inner):
        order = f"{key.text}{' down' if falling else ''}"
        one = "" if found.limit else found.one or "first"
        yield end, replace(found, order=(order,), one=one)


_BEGINS = ("from", "start", "starts_at", "start_time", "start_date", "check_in", "begin", "starts")
_FINISHES = ("to", "end", "ends_at", "end_time", "end_date", "check_out", "until", "ends")


def spanned(names: Iterable[str]) -> tuple[str, str] | None:
    """The names of a beginning and an end, where both are there."""
    known = list(names)
    first = next((x for x in _BEGINS if x in known), None)
    last = next((x for x in _FINISHES if x in known), None)
    return (first, last) if first and last else None


def _at_that_time(reading: Reading, at: int, found: Some) -> Iterator[tuple[int, Some]]:
    """As in "a booking in that time": what begins before it is over, and ends later."""
    asked, own = spanned(reading.scope.inputs), spanned(found.kind.fields)
    end = reading.sees(
        at, "in that time", "at that time", "in that period", "in this time", "then", "in between",
        "for that time", "on these dates", "for these dates", "between from and to",
    )  # fmt: skip
    if end and asked is not None and own is not None:
        yield end, overlapping(found, own, asked)


def overlapping(found: Some, own: tuple[str, str], asked: tuple[str, str]) -> Some:
    """Rows whose time and another one, that callers bring, have some in common."""
    told = (
        f"{found.row}.{own[0]} < input.{asked[1]}",
        f"{found.row}.{own[1]} > input.{asked[0]}",
    )
    return replace(found, wheres=(*found.wheres, *told))


def _figures(
    reading: Reading, at: int, found: Some, inner: tuple[Focus, ...]
) -> Iterator[tuple[int, str, str]]:
    """What is shown with each row, by the name that people would look for it under."""
    for end, told in reading.values(at, (*inner, found.focus)):
        if not _nested(told.text):
            continue
        last = reading.words[end - 1]
        of = re.search(r"[A-Z]\w*", told.text)
        if of is not None and of[0] == found.kind.name:
            continue  # a figure over the rows themselves is none of each
        match told.text.partition("(")[0]:
            case "count":
                kind = next((x for x in reading.scope.kinds if of and x.name == of[0]), None)
                yield end, kind.plural if kind is not None else plural(last), told.text
            case "average" | "sum" | "most" | "least":
                first = reading.word(at)
                of_field = re.search(r"\.(\w+)\)+$", told.text)
                own = of_field[1] if of_field is not None else singular(last)
                name = last if last == first else f"{first}_{own}"
                yield end, name, told.text
            case _:
                pass


def _measures(
    reading: Reading, at: int, found: Some, inner: tuple[Focus, ...]
) -> Iterator[tuple[int, Val]]:
    """By what rows are compared: a field of theirs, or how many rows belong to them."""
    focus = (*inner, found.focus)
    yield from _shown(reading, at, found)
    for end, told in reading.values(at, focus):
        if _nested(told.text) or told.text.startswith(f"{found.row}."):
            yield end, told
    for end, below in reading.rows(at, focus):
        if below.kind is not found.kind:
            yield end, Val(f"count({below.source()})", "number")


def _shown(reading: Reading, at: int, found: Some) -> Iterator[tuple[int, Val]]:
    for name, told in found.shows:
        if reading.word(at) == name:
            yield at + 1, Val(told, "number")


def _in_order(
    reading: Reading, at: int, found: Some, inner: tuple[Focus, ...]
) -> Iterator[tuple[int, Some]]:
    """As in "sorted by price descending", ", most votes first", ", newest first"."""
    start = at + 1 if reading.word(at) in {",", "(", "and"} else at
    if past := reading.sees(
        start, "sorted by", "ordered by", "in order of", "by", "sorted", "ordered", "ranked by"
    ):
        past = reading.sees(past, "number of") or past
        for end, key in _measures(reading, past, found, inner):
            low = reading.sees(end, "ascending", "rising", "lowest first", "asc", "ascending order")
            high = reading.sees(
                end, "descending", "falling", "highest first", "desc", "in descending order"
            )
            down = " down" if high or ("count(" in key.text and not low) else ""
            yield (
                _closed(reading, high or low or end),
                _sorted(found, f"{key.text}{down}"),
            )
    word = reading.word(start)
    if word not in HIGH | LOW:
        return
    down = " down" if word in HIGH else ""
    if end := reading.sees(start + 1, "first", "on top", "at top", "ones first"):
        plain = word in {"best", "top", "highest", "most", "lowest", "fewest", "least"}
        shown = [text for _, text in found.shows[-1:]] if plain else []
        for rank in shown or _key(found, word):
            yield _closed(reading, end), _sorted(found, f"{rank}{down}")
    for middle, told in _measures(reading, start + 1, found, inner):
        if end := reading.sees(middle, "first", "on top", "at top", "come first"):
            yield _closed(reading, end), _sorted(found, f"{told.text}{down}")


def _sorted(found: Some, key: str) -> Some:
    """Rows by one more key: where so many of them were picked by another, those are sorted."""
    if found.limit and found.order:
        return replace(found, then=(*found.then, key))
    return replace(found, order=(*found.order, key))


def _closed(reading: Reading, at: int) -> int:
    return at + 1 if reading.word(at) == ")" else at
