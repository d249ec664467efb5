"""What words say that holds: "the amount is less than the price and the item is not sold"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from beliefs.spec.brief.meaning import values
from beliefs.spec.brief.meaning.rows import counted, made_at, overlapping, row_at, spanned
from beliefs.spec.brief.meaning.scope import Focus, Val, relation, sort
from beliefs.spec.brief.states import state
from beliefs.spec.understanding.words import lemmas

if TYPE_CHECKING:
    from beliefs.spec.brief.meaning.reading import Reading

_BE = ("is", "are", "was", "were", "be", "has been", "have been", "had been", "will be", "must be")
_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "=": "!=", "!=": "="}
_SIGNS: tuple[tuple[str, str], ...] = (
    *(
        (each, ">=")
        for each in ("at least", ">=", "no less than", "no fewer than", "not less than")
    ),
    *((each, "<=") for each in ("at most", "<=", "no more than", "up to", "not more than")),
    *(
        (f"{each} than", ">")
        for each in ("more", "greater", "higher", "larger", "bigger", "longer", "later")
    ),
    *(
        (f"{each} than", "<")
        for each in ("less", "fewer", "lower", "smaller", "shorter", "earlier")
    ),
    *((each, ">") for each in ("above", "over", "after", "exceeds", "exceed", "beyond", ">")),
    *((each, "<") for each in ("below", "under", "before", "<")),
    *((each, ">=") for each in ("reaches", "reached", "has reached", "have reached")),
    *((each, "=") for each in ("equal to", "equals", "same as", "=", "exactly", "matches")),
    *((each, "!=") for each in ("different from", "differs from", "other than", "!=")),
)
_LONGEST = sorted(_SIGNS, key=lambda each: -len(each[0].split()))
_MAX_STATE = 3


def conditions(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, str]]:
    """Conditions with `and` and `or` between them; `and` binds tighter."""
    yield from _joined(reading, at, inner, "or")


def _joined(
    reading: Reading, at: int, inner: tuple[Focus, ...], word: str
) -> Iterator[tuple[int, str]]:
    """Conditions with one word between them."""
    parts = _joined(reading, at, inner, "and") if word == "or" else _atoms(reading, at, inner)
    for middle, left in parts:
        yield middle, left
        past = reading.sees(middle, f", {word}", word)
        past = (reading.sees(past, "if", "when", "that", "who", "which") or past) if past else 0
        for end, right in _joined(reading, past, inner, word) if past else ():
            yield end, f"{_tight(left, word)} {word} {_tight(right, word)}"


def _tight(text: str, word: str) -> str:
    return f"({text})" if word == "and" and " or " in text and not text.startswith("(") else text


def _atoms(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, str]]:
    at = reading.sees(at, "if", "when", "while", "unless it is not") or at
    yield from _compared(reading, at, inner)
    yield from _so_much(reading, at, inner)
    yield from _there(reading, at, inner)
    yield from _since(reading, at, inner)
    yield from _has(reading, at, inner)
    yield from _done(reading, at, inner)
    yield from _by_another(reading, at, inner)
    yield from _out(reading, at, inner)
    yield from _overlaps(reading, at, inner)
    yield from _stated(reading, at, inner)
    yield from _are(reading, at, inner)


def _compared(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, str]]:
    """As in "amount is more than the price", "end time is in the past", "stock is 0"."""
    for middle, left in reading.values(reading.sees(at, *_BE) or at, inner):
        start = reading.sees(middle, *_BE, "does", "do", "must", "would be", "would") or middle
        negated = bool(past := reading.sees(start, "not"))
        start = past or start
        start = reading.sees(start, "be") or start
        yield from _long_ago(reading, start, left, inner, negated=negated)
        for words, sign in _LONGEST:
            if past := reading.sees(start, words):
                yield from _against(reading, past, left, sign, inner, negated=negated)
        yield from _sort_of(reading, start, left, negated=negated)
        if start > middle or negated:
            yield from _equal(reading, start, left, inner, negated=negated)


def _long_ago(
    reading: Reading, at: int, left: Val, inner: tuple[Focus, ...], *, negated: bool
) -> Iterator[tuple[int, str]]:
    """As in "more than 3 days ago", "within the last week", "in the next 7 days"."""
    if left.sort not in {"moment", "day"}:
        return
    for words, sign in (
        (("more than", "over", "longer than"), "<"),
        (("less than", "within"), ">"),
    ):
        past = reading.sees(at, *words)
        for end, right in reading.values(past, inner) if past else ():
            if right.text.startswith("later(now(), 0 -"):
                told = _comparison(reading, left, _OPPOSITE[sign] if negated else sign, right)
                yield end, told
                if last := reading.sees(end, "or never", ", or never", "or not at all"):
                    yield last, f"{left.text} = null or {told}"
    for words, other in (
        (("in last", "within last", "during last"), "last"),
        (("in next", "within next"), "next"),
    ):
        past = reading.sees(at, *words)
        for end, seconds in values.spans(reading, past, inner) if past else ():
            now = Val("now()", "moment")
            back = "0 - " if other == "last" else ""
            edge = Val(f"later(now(), {back}{seconds})", "moment")
            low, high = (edge, now) if other == "last" else (now, edge)
            from_low = _comparison(reading, left, ">=", low)
            told = f"{from_low} and {_comparison(reading, left, '<=', high)}"
            yield end, f"not({told})" if negated else told


def _equal(
    reading: Reading, at: int, left: Val, inner: tuple[Focus, ...], *, negated: bool
) -> Iterator[tuple[int, str]]:
    sign = "!=" if negated else "="
    for end, right in reading.values(at, inner):
        if _alike(left, right):
            yield end, f"{left.text} {sign} {right.text}"
    word = reading.word(at)
    for focus in reading.focuses(inner):
        for name, held in focus.kind.fields.items():
            choices = held.type.choices if held.type is not None else ()
            if left.text == f"{focus.name}.{name}" and word in choices:
                yield at + 1, f'{left.text} {sign} "{word}"'


def _against(
    reading: Reading, at: int, left: Val, sign: str, inner: tuple[Focus, ...], *, negated: bool
) -> Iterator[tuple[int, str]]:
    """A comparison with one value, or with either of two."""
    sign = _OPPOSITE[sign] if negated else sign
    for end, right in reading.values(at, inner):
        if not _alike(left, right):
            continue
        told = _comparison(reading, left, sign, right)
        yield end, told
        for word in ("or", "and"):
            past = reading.sees(end, word)
            for last, other in reading.values(past, inner) if past else ():
                if _alike(left, other):
                    yield last, f"{told} {word} {_comparison(reading, left, sign, other)}"


def _comparison(reading: Reading, left: Val, sign: str, right: Val) -> str:
    first = f"date({left.text})" if (left.sort, right.sort) == ("moment", "day") else left.text
    second = f"date({right.text})" if (left.sort, right.sort) == ("day", "moment") else right.text
    if reading.demanded and right.text.startswith(_OF_NONE):  # nothing is below none
        return f"not({first} {_OPPOSITE[sign]} {second})"
    return f"{first} {sign} {second}"


# What there is none of where there are no rows.
_OF_NONE = ("most(", "least(", "average(")


def _alike(left: Val, right: Val) -> bool:
    times = {"moment", "day"}
    return left.sort == right.sort or (left.sort in times and right.sort in times)


def _sort_of(reading: Reading, at: int, left: Val, *, negated: bool) -> Iterator[tuple[int, str]]:
    """As in "in the past", "negative", "empty"."""
    now = {"moment": "now()", "day": "today()"}.get(left.sort)
    tests: list[tuple[tuple[str, ...], str]] = []
    if now:
        tests += [
            (
                ("in past", "over", "past", "passed", "has passed", "gone by", "reached"),
                f"{left.text} < {now}",
            ),
            (("in future", "ahead"), f"{left.text} > {now}"),
        ]
    if left.sort == "number":
        tests += [
            (("negative", "below zero"), f"{left.text} < 0"),
            (("positive",), f"{left.text} > 0"),
            (("zero", "used up", "exhausted"), f"{left.text} <= 0"),
        ]
    if left.sort in {"list", "text"}:
        tests.append((("empty", "blank"), f"length({left.text}) = 0"))
    if left.text.startswith("input."):
        tests.append((("missing", "left out", "absent"), f"{left.text} = null"))
    tests.append((("null", "unset", "unknown"), f"{left.text} = null"))
    for words, told in tests:
        if end := reading.sees(at, *words):
            yield end, f"not({told})" if negated else told


_HAVING = ("take", "takes", "cost", "costs", "has", "have", "need", "needs", "last", "lasts", "got")


def _so_much(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, str]]:
    """As in "take at most 30 minutes", "has fewer points than that": a field behind its bound."""
    starts = [(at, each) for each in reading.focuses(inner)[:1]]
    starts += list(row_at(reading, at, inner))
    for middle, focus in starts:
        begin = reading.sees(middle, *_HAVING) or middle
        for words, sign in _LONGEST:
            past = reading.sees(begin, words)
            for end, right in reading.values(past, inner) if past else ():
                for last, name in reading.scope.fields_at(reading.words, end, focus.kind):
                    left = reading.scope.read(focus, name)
                    if _alike(left, right):
                        yield last, _comparison(reading, left, sign, right)
        for word, sign in (("fewer", "<"), ("less", "<"), ("more", ">")):
            past = reading.sees(begin, word)
            for end, name in (
                reading.scope.fields_at(reading.words, past, focus.kind) if past else ()
            ):
                left, than = reading.scope.read(focus, name), reading.sees(end, "than")
                for last, right in _than(reading, than, name, inner) if than else ():
                    if _alike(left, right):
                        yield last, _comparison(reading, left, sign, right)


def _than(
    reading: Reading, at: int, name: str, inner: tuple[Focus, ...]
) -> Iterator[tuple[int, Val]]:
    yield from reading.values(at, inner)
    numbers = [x for x, kind in reading.scope.inputs.items() if sort(kind) == "number"]
    if past := reading.sees(at, "that", "wanted", "requested", "asked for", "is asked for"):
        given = [x for x in numbers if x == name] or numbers
        if len(given) == 1:
            yield past, Val(f"input.{given[0]}", "number")


def _since(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, str]]:
    """As in "more than 10 minutes have passed since it was created", "older than a day"."""
    for words, sign in ((("more than", "over"), "<"), (("less than", "fewer than"), ">")):
        past = reading.sees(at, *words)
        for end, seconds in reading.spans(past, inner) if past else ():
            begin = reading.sees(end, "have passed", "has passed", "passed", "went by", "are over")
            begin = reading.sees(begin or end, "since", "after")
            for last, moment in _moments(reading, begin, inner) if begin else ():
                yield last, f"{moment} {sign} later(now(), 0 - {seconds})"
    for middle, focus in [(at, each) for each in reading.focuses(inner)[:1]] + list(
        row_at(reading, at, inner)
    ):
        start = reading.sees(middle, *_BE) or middle
        past = reading.sees(start, "older than")
        created = made_at(focus.kind)
        for end, seconds in reading.spans(past, inner) if past and created else ():
            yield end, f"{focus.name}.{created} < later(now(), 0 - {seconds})"


def _moments(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, str]]:
    """A moment by the deed that it is of: "it was created"."""
    for end, told in reading.values(at, inner):
        if told.sort == "moment":
            yield end, told.text
    starts = [(at, each) for each in reading.focuses(inner)[:1]] + list(row_at(reading, at, inner))
    for middle, focus in starts:
        start = reading.sees(middle, *_BE) or middle
        end = reading.sees(start, "created", "posted", "made", "sent", "added", "creation")
        if end and (created := made_at(focus.kind)):
            yield end, f"{focus.name}.{created}"


def _there(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, str]]:
    """As in "there are no bids", "there is a booking of the room"."""
    past = reading.sees(at, "there is", "there are", "there was", "there were", "there exists")
    start = past or (at if reading.word(at) == "no" else 0)
    if not past and reading.word(at) != "no":
        return
    yield from amounts(reading, start, inner)


def amounts(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, str]]:
    """How many rows: none, some, at least three."""
    if past := reading.sees(at, "no", "not any", "none of"):
        sign, number, start = "=", "0", past
    elif past := reading.sees(at, "at least", "at most", "more than", "fewer than", "less than"):
        number = counted(reading, past)
        if not number:
            return
        sign, start = dict(_SIGNS)[" ".join(reading.words[at:past])], past + 1
    elif number := counted(reading, at):
        start = at + 1
        more = reading.sees(start, "or more")
        sign, start = (">=", more) if more else ("=", start)
    else:
        sign, number, start = ">", "0", at
    for end, found in reading.rows(start, inner):
        if not found.one and not found.order:
            yield (
                reading.sees(end, "left", "yet") or end,
                f"count({found.source()}) {sign} {number}",
            )


def _has(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, str]]:
    """As in "the author has books", "has no bids": rows that belong to a row."""
    starts = [(at, None), *row_at(reading, at, inner)]
    for middle, focus in starts:
        past = reading.sees(middle, "has", "have", "had", "does have", "with")
        negated = 0
        if not past:
            negated = reading.sees(middle, "does not have", "do not have", "has not")
            past = negated
        if not past:
            continue
        focuses = (focus,) if focus is not None else reading.focuses(inner)[:1]
        for end, told in amounts(reading, past, (*inner, *focuses)):
            if any(f"{each.name}." in told for each in focuses):
                held = told.replace(") = ", ") >= ") if counted(reading, past) else told
                yield end, f"not({held})" if negated else held


def _done(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, str]]:
    """As in "the voter has voted already": a row like the one that is made, by the same."""
    made = reading.scope.made
    if made is None:
        return
    begin = reading.sees(at, "this", "that", "same") or at
    for middle, name in reading.scope.inputs_at(reading.words, begin):
        start = reading.sees(middle, "has", "have", "did") or middle
        if name not in made.fields:
            continue
        verb = reading.word(start)
        if not lemmas(verb) & {*made.spoken.split(), *lemmas(made.spoken.split()[-1])}:
            continue
        row = reading.variable(inner)
        wheres = [f".{name} = input.{name}"]
        end = start + 1
        for focus in reversed(reading.scope.bound):
            told = relation(made, row, focus)
            past = reading.sees(end, "on", "for", "in", "to") or end
            named = [last for last, of in row_at(reading, past, inner) if of == focus]
            if told and (named or made.parent is focus.kind):
                wheres.insert(0, told.removeprefix(row))
                end = max([end, *named])
                break
        end = reading.sees(end, "before", "once") or end
        yield end, f"count({made.name}[where {' and '.join(wheres)}]) > 0"


def _are(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, str]]:
    """As in "a car with that plate is parked", "20 cars are parked": some rows in a state."""
    number = counted(reading, at)
    start = at + 1 if number else at
    for middle, found in reading.rows(start, inner):
        if found.one or found.order:
            continue
        past = reading.sees(middle, *_BE)
        negated = reading.sees(past, "not", "no longer") if past else 0
        begin = negated or past
        for size in range(1, _MAX_STATE + 1) if past else ():
            told = state(found.kind, " ".join(reading.words[begin : begin + size]), found.row)
            if told is None or begin + size > len(reading.words):
                continue
            held = f"not({told})" if negated else told
            some = replace(found, wheres=(*found.wheres, held))
            sign = f">= {number}" if number else "> 0"
            yield begin + size, f"count({some.source()}) {sign}"


# What rows that lend others are called once that is over.
_OVER = ("returned", "ended", "finished", "closed", "over", "done", "cancelled")


def _out(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, str]]:
    """As in "the book is on loan": one of the rows that are made is about it, and not over."""
    made = reading.scope.made
    if made is None:
        return
    ended = next((told for each in _OVER if (told := state(made, each, ""))), None)
    for middle, focus in row_at(reading, at, inner):
        start = reading.sees(middle, *_BE) or middle
        end = reading.sees(
            start, "on loan", "out", "lent", "lent out", "borrowed", "in use", "checked out",
            "rented", "rented out", "taken", "loaned", "loaned out",
        )  # fmt: skip
        told = relation(made, "", focus)
        if end and told and ended is not None:
            yield end, f"count({made.name}[where {told} and not({ended})]) > 0"


def _overlaps(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, str]]:
    """As in "it overlaps with another booking of the room"."""
    made = reading.scope.made
    ends = spanned(reading.scope.inputs) if made is not None else None
    if made is None or ends is None or not {*ends} <= {*made.fields}:
        return
    for middle in (at, *(end for end, _ in reading.scope.kinds_at(reading.words, at)), at + 1):
        verb = reading.sees(middle, "overlaps", "overlap", "would overlap")
        past = (reading.sees(verb, "with") or verb) if verb else 0
        past = (reading.sees(past, "another", "existing", "any other") or past) if past else 0
        for end, found in reading.rows(past, inner) if past else ():
            if found.kind is made:
                yield end, f"count({overlapping(found, ends, ends).source()}) > 0"


def _by_another(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, str]]:
    """As in "claimed by another person": another value than is brought."""
    starts = [at, *(end for end, _ in row_at(reading, at, inner))]
    for start in starts:
        middle = reading.sees(start, *_BE) or start
        for skipped in (0, 1):  # "claimed by another person": what was done needs no name
            past = reading.sees(middle + skipped, "by another", "by different", "by other")
            for end, name in reading.scope.inputs_at(reading.words, past) if past else ():
                for focus in reading.focuses(inner):
                    if name in focus.kind.fields:
                        told = f"{focus.name}.{name}"
                        yield end, f"{told} != null and {told} != input.{name}"


def _stated(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, str]]:
    """As in "it is closed", "the item is not sold", "claimed"."""
    near = reading.focuses(inner)[:1]
    starts = [(at, each) for each in near]
    starts += list(row_at(reading, at, inner))
    for middle, focus in starts:
        start = reading.sees(middle, *_BE, "has", "have", "got", "gets") or middle
        negated = reading.sees(start, "not", "no longer", "never")
        start = negated or start
        for size in range(1, _MAX_STATE + 1):
            if start + size > len(reading.words):
                break
            words = " ".join(reading.words[start : start + size])
            told = state(focus.kind, words, focus.name)
            if told is not None:
                yield start + size, f"not({told})" if negated else told
