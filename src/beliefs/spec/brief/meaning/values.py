"""Values that words say: "the sum of price times quantity of its lines", "3 days ago"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from beliefs.spec.brief.meaning.rows import HIGH, LOW, Some, _belonging, _key, row_at
from beliefs.spec.brief.meaning.scope import Focus, Val, kept, sort
from beliefs.spec.numbers import WORDS

if TYPE_CHECKING:
    from beliefs.spec.brief.meaning.reading import Reading

_SECONDS = {
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 86400,
    "week": 604800,
}
_SUMS = frozenset({"sum", "total"})
_MEANS = frozenset({"average", "mean", "avg"})


def values(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, Val]]:
    """Sums and differences of products."""
    for middle, left in _products(reading, at, inner):
        yield middle, left
        yield from _added(reading, middle, left, inner)


def _added(
    reading: Reading, at: int, left: Val, inner: tuple[Focus, ...]
) -> Iterator[tuple[int, Val]]:
    for sign, words in (("+", ("+", "plus")), ("-", ("-", "minus", "less"))):
        past = reading.sees(at, *words)
        if not past or left.sort != "number":
            continue
        for end, right in _products(reading, past, inner):
            if right.sort == "number":
                told = Val(f"{left.text} {sign} {_tight(right.text)}", "number")
                yield end, told
                yield from _added(reading, end, told, inner)


def _products(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, Val]]:
    for middle, left in _single(reading, at, inner):
        yield middle, left
        if left.sort != "number":
            continue
        for sign, words in (
            ("*", ("*", "times", "x", "×", "multiplied by")),
            ("/", ("/", "divided by", "over")),
        ):
            past = reading.sees(middle, *words)
            for end, right in _products(reading, past, inner) if past else ():
                if right.sort == "number":
                    yield end, Val(f"{_tight(left.text)} {sign} {_tight(right.text)}", "number")


def _tight(text: str) -> str:
    return f"({text})" if " + " in text or " - " in text else text


def _single(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, Val]]:
    yield from _moment(reading, at, inner)
    yield from _figure(reading, at, inner)
    yield from _input(reading, at)
    yield from _field(reading, at, inner)
    word = reading.word(at)
    number = WORDS.get(word)
    if number is not None or word.replace(".", "", 1).isdigit():
        end = reading.sees(at + 1, "characters", "letters", "percent") or at + 1
        yield end, Val(str(number if number is not None else word), "number")
    if word.startswith("⟪"):
        yield at + 1, Val(f'"{reading.quotes[int(word.strip("⟪⟫"))]}"', "text")
    if word in {"twice", "double", "half"}:
        sign = "/ 2" if word == "half" else "* 2"
        for end, told in _single(reading, reading.sees(at + 1, "of") or at + 1, inner):
            if told.sort == "number":
                yield end, Val(f"{_tight(told.text)} {sign}", "number")
    if past := reading.sees(at, "length of"):
        for end, told in _single(reading, past, inner):
            if told.sort in {"text", "list"}:
                yield end, Val(f"length({told.text})", "number")


def _moment(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, Val]]:
    if past := reading.sees(at, "now", "current time", "current moment", "current date and time"):
        yield past, Val("now()", "moment")
    if past := reading.sees(at, "today", "current date", "current day", "today 's date"):
        yield past, Val("today()", "day")
    for past, seconds in spans(reading, at, inner):
        if end := reading.sees(past, "ago", "before now"):
            yield end, Val(f"later(now(), 0 - {seconds})", "moment")
        if end := reading.sees(past, "from now", "ahead"):
            yield end, Val(f"later(now(), {seconds})", "moment")
        for sign, words in (("", ("after", "behind")), ("0 - ", ("before",))):
            begin = reading.sees(past, *words)
            for end, told in _single(reading, begin, inner) if begin else ():
                if told.sort == "moment":
                    yield end, Val(f"later({told.text}, {sign}{seconds})", "moment")


def spans(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, str]]:
    """A span of time, in seconds: "3 days", "days days" of a row with `days`, "week"."""
    for end, number in _count(reading, at, inner):
        if (unit := _SECONDS.get(reading.word(end).removesuffix("s"))) is not None:
            yield end + 1, _times(number, unit)
    if (unit := _SECONDS.get(reading.word(at))) is not None:
        yield at + 1, str(unit)


def _count(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, str]]:
    """A number that stands before a span of time: written out, or a field."""
    word = reading.word(at)
    told = WORDS.get(word, word)
    if str(told).isdigit():
        yield at + 1, str(told)
    for end, value in _field(reading, at, inner):
        if value.sort == "number":
            yield end, value.text


def _times(number: str, unit: int) -> str:
    return str(int(number) * unit) if number.isdigit() else f"{number} * {unit}"


def _input(reading: Reading, at: int) -> Iterator[tuple[int, Val]]:
    start = reading.sees(at, "new", "given", "sent") or at
    for end, name in reading.scope.inputs_at(reading.words, start):
        yield end, Val(f"input.{name}", sort(reading.scope.inputs[name]))


def _field(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, Val]]:
    """As in "price", "price of the item", "the item's price"."""
    start = reading.sees(at, "current", "own", "old", "remaining") or at
    for middle, focus in row_at(reading, start, inner):
        past = reading.sees(middle, "'s") or middle
        for end, name in reading.scope.fields_at(reading.words, past, focus.kind):
            yield end, reading.scope.read(focus, name)
    for focus in reading.focuses(inner):
        for end, name in reading.scope.fields_at(reading.words, start, focus.kind):
            told = reading.scope.read(focus, name)
            past = reading.sees(end, "of", "in", "on", "for")
            for last, of in row_at(reading, past, inner) if past else ():
                if of == focus:
                    yield last, told
            yield end, told


def _figure(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, Val]]:
    """Numbers of rows, sums, averages and extremes over rows."""
    if past := reading.sees(at, "number of", "count of", "how many"):
        past = reading.sees(past, "all") or past
        for end, found in reading.rows(past, inner):
            if not found.one:
                yield end, Val(f"count({found.source(sorted_too=False)})", "number")
    if past := reading.sees(at, "number of different", "number of distinct", "number of unique"):
        yield from _different(reading, past, inner)
    word = reading.word(at)
    functions = (
        *(("sum",) if word in _SUMS else ()),
        *(("average",) if word in _MEANS else ()),
        *(("most",) if word in HIGH else ()),
        *(("least",) if word in LOW else ()),
    )
    for function in functions:
        past = reading.sees(at + 1, "sum of", "of all", "of every", "of", "over") or at + 1
        yield from _over_rows(reading, past, function, inner)
        if function in {"most", "least"}:
            yield from _extreme(reading, at, function, inner)


def _different(reading: Reading, at: int, inner: tuple[Focus, ...]) -> Iterator[tuple[int, Val]]:
    """As in "number of different people": how many values a field has among rows."""
    row = reading.variable(inner)
    for kind in reading.scope.kinds:
        for end, name in reading.scope.fields_at(reading.words, at, kind):
            found = _belonging(reading, Some(kind, row), inner)
            listed = f"each({row} in {found.source()}: {row}.{name})"
            yield end, Val(f"count(distinct({listed}))", "number")


def _over_rows(
    reading: Reading, at: int, function: str, inner: tuple[Focus, ...]
) -> Iterator[tuple[int, Val]]:
    """As in "price times quantity of the lines", "rating", "grades of the student"."""
    row = reading.variable(inner)
    for kind in reading.scope.kinds:
        whole = Some(kind, row)
        focus = Focus(kind, row)
        for end, told in reading.values(at, (*inner, focus)):
            own = f"{row}." in told.text and "[" not in told.text
            if not own or told.sort not in {"number", "moment", "day"}:
                continue
            if function in {"sum", "average"} and told.sort != "number":
                continue
            past = reading.sees(end, "of", "over", "in", "for", "across", "from", "on")
            past = (reading.sees(past, "all", "each", "every") or past) if past else 0
            for last, found in reading.rows(past, inner) if past else ():
                if found.kind is kind and not found.one:
                    yield last, _folded(function, found, told)
            for last, of in row_at(reading, past, inner) if past else ():
                if of.kind is not kind:
                    yield last, _folded(function, _belonging(reading, whole, inner), told)
            yield end, _folded(function, _belonging(reading, whole, inner), told)
    for end, found in reading.rows(at, inner):
        name = _measured(found)
        if name and not found.one:
            yield end, _folded(function, found, Val(f"{found.row}.{name}", "number"))


def _folded(function: str, found: Some, told: Val) -> Val:
    listed = f"each({found.row} in {found.source(sorted_too=False)}: {told.text})"
    return Val(f"{function}({listed})", told.sort)


def _measured(found: Some) -> str:
    """The number that rows are about: "the average of the grades"."""
    kind = found.kind
    numbers = [
        name
        for name, held in kind.fields.items()
        if sort(kept(kind, name)) == "number" and not held.of and name != kind.within
    ]
    last = kind.spoken.split()[-1]
    own = [name for name in numbers if name in {last, "value", "amount", "score", "rating"}]
    return own[0] if own else numbers[0] if len(numbers) == 1 else ""


def _extreme(
    reading: Reading, at: int, function: str, inner: tuple[Focus, ...]
) -> Iterator[tuple[int, Val]]:
    """As in "the highest bid", where a number is wanted."""
    for end, found in reading.rows(at, inner):
        if found.one == "first" and found.order:
            key = next(iter(_key(found, reading.word(at))), "")
            name = key.partition(".")[2]
            if key and sort(kept(found.kind, name)) != "text":
                told = Val(key, sort(kept(found.kind, name)))
                yield end, _folded(function, found, told)
