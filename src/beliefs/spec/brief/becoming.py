"""What a clause says that becomes of the values of a row: what is set, added, taken, turned over.

"Sets entered and left back to 0", "counter to 0", "the stock goes down by quantity", "adds that
many to the expiry", "switches enabled off or on again": names and amounts are read by the grammar
of phrases, so that whatever value can be said can be what a row has then.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from beliefs.spec import patterns as re
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.meaning.reading import Reading
from beliefs.spec.brief.meaning.scope import Focus, Scope, kept, sort
from beliefs.spec.brief.meaning.tokens import IDLE, WORD
from beliefs.spec.brief.said import Said
from beliefs.spec.types import Type

_SETS = frozenset(
    """set sets setting put puts putting bring brings change changes update updates turn turns move
    moves switch switches make makes reset resets resetting""".split()  # noqa: SIM905
)
_CLEARS = frozenset("reset resets resetting clear clears empty empties zero zeroes zeros".split())  # noqa: SIM905
_ADDS = frozenset(
    """add adds adding increase increases increasing raise raises raising increment increments
    incrementing bump bumps up ups extend extends prolong prolongs lengthen lengthens count counts
    credit credits plus""".split()  # noqa: SIM905
)
_TAKES = frozenset(
    """subtract subtracts take takes taking remove removes removing deduct deducts lower lowers
    lowering decrease decreases decreasing decrement decrements reduce reduces shorten shortens
    minus""".split()  # noqa: SIM905
)
_TURNS = frozenset(
    "toggle toggles flip flips switch switches turn turns invert inverts reverse reverses".split()  # noqa: SIM905
)
_IS = (
    *("is", "are", "goes", "go", "becomes", "become", "gets", "set", "reset", "put", "now", "back"),
    *("turns", "changes", "jumps", "falls", "returns", "goes back", "starts again", "again"),
)
_TO = ("to", "as", "=", "into", "at")
_THAT_MANY = (
    *("that many", "that much", "that amount", "that number", "as many", "as much", "so many"),
    *("this many", "this much", "it", "them", "this amount", "this number", "that"),
)
_UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
# Other words for fields, by what they are called.
_ALIKE: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        ("expiry", "expiration", "expiry date", "end", "deadline", "lifetime"),
        r"(?i)expir\w+|.*_?until|ends?_?at|due\w*",
    ),
    (
        ("stock", "number on hand", "quantity"),
        r"(?i)(?:in_?|on_)?stock(?:_level)?|quantity|qty|on_hand",
    ),
    (("balance", "account"), r"(?i)balance|credits?|points"),
)


class Changes:
    """New values of a row by the names of its fields, as far as clauses say them."""

    def __init__(self, scope: Scope, focus: Focus) -> None:
        self.scope, self.focus = scope, focus
        self.values: dict[str, str] = {}
        self.used: set[str] = set()  # inputs that say how much

    def take(self, one: Said) -> bool:
        """Take what a sentence says of values out of it; whether it says anything."""
        hit = False
        while (found := self._next(one)) is not None:
            start, end, told = found
            self.values |= told
            self.used |= {x for v in told.values() for x in re.findall(r"\binput\.(\w+)", v)}
            one.text = f"{one.text[:start].rstrip()} ¦ {one.text[end:].lstrip()}"
            hit = True
        return hit

    def _next(self, one: Said) -> tuple[int, int, dict[str, str]] | None:
        """The first clause that says of values what becomes of them, and where it stands."""
        words = [
            (m.start(), m.end(), m.group().lower())
            for m in WORD.finditer(one.text)
            if m.group().lower() not in IDLE or m.group().lower() in {"then", "being"}
        ]
        reading = Reading(tuple(x[2] for x in words), self.scope, one.quotes)
        for at in range(len(words)):
            found = max(_clause(reading, at, self.focus), key=lambda x: x[0], default=None)
            if found is not None and found[0] > at and not _cut(one.text, words, at, found[0]):
                return words[at][0], words[found[0] - 1][1], found[1]
        return None


def _cut(text: str, words: list[tuple[int, int, str]], start: int, end: int) -> bool:
    """Whether a clause would go over the end of another."""
    return re.search(r"[;¦]|\.\s", text[words[start][0] : words[end - 1][1]]) is not None


def _clause(reading: Reading, at: int, focus: Focus) -> Iterator[tuple[int, dict[str, str]]]:
    yield from _set(reading, at, focus)
    yield from _moved(reading, at, focus)
    yield from _turned(reading, at, focus)


# ---- what is named ---------------------------------------------------------------------------


def counters(kind: Kind) -> list[str]:
    """Numbers of a row that no request brings: what is counted."""
    return [
        name
        for name, held in kind.fields.items()
        if sort(kept(kind, name)) == "number"
        and name not in kind.brought
        and not held.of
        and name != kind.within
    ]


def flags(kind: Kind) -> list[str]:
    """Values of a row that are true or false."""
    return [name for name, held in kind.fields.items() if held.type and held.type.kind == "boolean"]


def _fields(reading: Reading, at: int, kind: Kind) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The fields that are named at a place: one, several, or all counters."""
    start = reading.sees(at, "both", "all", "every", "each") or at
    for end, name in _field(reading, start, kind):
        yield end, (name,)
        past = reading.sees(end, "and", ", and", ",", "&")
        for last, more in _fields(reading, past, kind) if past else ():
            yield last, (name, *more)
    many = counters(kind)
    end = reading.sees(
        start, "counters", "counts", "counter values", "numbers", "figures", "tallies"
    )
    if end and many:
        yield end, tuple(many)
    it = ("it", kind.spoken, f"that {kind.spoken}", "one") if not flags(kind) else ()
    end = reading.sees(start, "counter", "count", "tally", "number", *it)
    if end and len(many) == 1:
        yield end, (many[0],)


def _field(reading: Reading, at: int, kind: Kind) -> Iterator[tuple[int, str]]:
    found = list(reading.scope.fields_at(reading.words, at, kind))
    if not found:  # "stock" of what is called in_stock
        word = reading.word(at)
        parts = [n for n in kind.fields if word in re.split(r"_|(?<=[a-z])(?=[A-Z])", n.lower())]
        found = [(at + 1, parts[0])] if len(parts) == 1 and word not in {"at", "id"} else []
    for words, pattern in _ALIKE if not found else ():
        named = [n for n in kind.fields if re.fullmatch(pattern, n)]
        if (end := reading.sees(at, *words)) and len(named) == 1:
            found = [(end, named[0])]
    for end, name in found:
        if name in kind.fields:
            past = reading.sees(end, "counter", "count", "flag", "value", "field", "date", "time")
            yield past or end, name
            of = reading.sees(
                end,
                "of it",
                "of " + kind.spoken,
                "of that " + kind.spoken,
                "of this " + kind.spoken,
                "of each " + kind.spoken,
            )
            if of:
                yield of, name


def _value(reading: Reading, at: int, focus: Focus, name: str) -> Iterator[tuple[int, str]]:
    """The value that a field is said to have then."""
    kind, field = focus.kind, f"{focus.name}.{name}"
    told = kept(kind, name)
    word, is_a = reading.word(at), sort(told)
    if told.choices and word in told.choices:
        yield at + 1, json.dumps(word)
    if is_a == "truth":
        if word in {"true", "on", "yes"} or (word in {"false", "off", "no"}):
            yield at + 1, "true" if word in {"true", "on", "yes"} else "false"
        if end := reading.sees(at, "other value", "opposite", "other", "other state"):
            yield end, f"not({field})"
    if word in {"null", "nothing", "none"}:
        yield at + 1, "null"
    if word in {"now", "current"} and is_a in {"moment", "day"}:
        end = reading.sees(at, "now", "current time", "current moment", "current date")
        yield end or at + 1, "now()" if is_a == "moment" else "today()"
    if word == "zero" and is_a == "number":
        yield at + 1, "0"
    if word in {"start", "beginning", "default", "initial"}:
        yield at + 1, kind.fields[name].start.removeprefix("?") or "0"
    for end, value in reading.values(at, (focus,)):
        same = value.sort == is_a or {value.sort, is_a} <= {"moment", "day"}
        if same and value.text != field:
            yield end, value.text


# ---- what becomes of it ----------------------------------------------------------------------


def _set(reading: Reading, at: int, focus: Focus) -> Iterator[tuple[int, dict[str, str]]]:
    """As in "sets A and B back to 0", "counter to 0", "the status becomes open"."""
    leads = reading.word(at) in _SETS
    start = at + 1 if leads else at
    for middle, names in _fields(reading, start, focus.kind):
        if reading.word(at) in _CLEARS and not reading.sees(middle, "to", "back to"):
            yield middle, {each: _cleared(focus.kind, each) for each in names}
        end, verbs = middle, 0
        while past := reading.sees(end, *_IS):
            end, verbs = past, verbs + 1
        to = reading.sees(end, *_TO)
        plain = reading.sees(
            middle, "becomes", "become", "is now", "are now", "now", "turns", "gets", "="
        )
        for begin in {x for x in (to, plain) if x}:
            if begin == to and not (leads or verbs or reading.word(end) in {"to", "="}):
                continue
            ends = [list(_value(reading, begin, focus, each)) for each in names]
            for last in sorted({e for x in ends for e, _ in x}, reverse=True):
                told = [next((v for e, v in x if e == last), None) for x in ends]
                if all(told):
                    yield last, {n: str(v) for n, v in zip(names, told, strict=True)}
    if reading.word(at) in _CLEARS:
        for middle, names in _fields(reading, at + 1, focus.kind):
            yield middle, {each: _cleared(focus.kind, each) for each in names}


def _cleared(kind: Kind, name: str) -> str:
    start = kind.fields[name].start.removeprefix("?")
    plain = {"number": "0", "truth": "false", "list": "[]", "text": "null"}
    return start or plain.get(sort(kept(kind, name)), "null")


def _moved(reading: Reading, at: int, focus: Focus) -> Iterator[tuple[int, dict[str, str]]]:
    """As in "adds one to hits", "lowers the stock by quantity", "likes go up by one"."""
    kind = focus.kind
    for verbs, sign, into in (
        (_ADDS, "+", ("to", "onto", "on", "towards", "up to", "on to")),
        (_TAKES, "-", ("from", "off", "away from", "out of", "of")),
    ):
        if reading.word(at) in verbs:
            start = reading.sees(at + 1, "up") or at + 1
            for middle, amount in _amount(reading, start, focus):
                past = reading.sees(middle, "more") or middle
                to = reading.sees(past, *into)
                for end, names in _fields(reading, to, kind) if to else ():
                    yield end, _all(focus, names, sign, amount)
            for middle, names in _fields(reading, start, kind):
                by = reading.sees(middle, "by")
                for end, amount in _amount(reading, by, focus) if by else ():
                    yield end, _all(focus, names, sign, amount)
                if not by and not reading.sees(middle, "to", "back", "as", "into"):
                    yield middle, _all(focus, names, sign, "1")
    for middle, names in _fields(reading, at, kind):
        for words, sign in ((_RISES, "+"), (_FALLS, "-")):
            past = reading.sees(middle, *words)
            by = reading.sees(past, "by") if past else 0
            for end, amount in _amount(reading, by, focus) if by else ():
                yield end, _all(focus, names, sign, amount)
            if past and not by and past > middle + (reading.word(middle) in {"up", "down"}):
                yield past, _all(focus, names, sign, "1")


_RISES = (
    *("goes up", "go up", "increases", "increase", "rises", "rise", "grows", "grow", "counts up"),
    *("goes one up", "is increased", "are increased", "is incremented", "is raised", "moves up"),
    "up",
)
_FALLS = (
    *("goes down", "go down", "decreases", "decrease", "falls", "fall", "drops", "shrinks"),
    *("is decreased", "is reduced", "is lowered", "are lowered", "is decremented", "counts down"),
    "down",
)


def _amount(reading: Reading, at: int, focus: Focus) -> Iterator[tuple[int, str]]:
    """How much is added or taken."""
    numbers = [n for n, t in reading.scope.inputs.items() if sort(t) == "number"]
    if (end := reading.sees(at, *_THAT_MANY)) and len(numbers) == 1:
        yield (
            reading.sees(end, *(f"{each}s" for each in _UNITS), *numbers) or end,
            f"input.{numbers[0]}",
        )
    if end := reading.sees(at, "one", "1", "another one", "one more"):
        yield end, "1"
    for end, value in reading.values(at, (focus,)):
        if value.sort == "number":
            yield end, value.text


def _all(focus: Focus, names: tuple[str, ...], sign: str, amount: str) -> dict[str, str]:
    return {each: _sum(focus, each, sign, amount) for each in names}


def _sum(focus: Focus, name: str, sign: str, amount: str) -> str:
    """A number with more or less of it; a moment later or earlier, by what counts the amount."""
    field = f"{focus.name}.{name}"
    if sort(kept(focus.kind, name)) not in {"moment", "day"}:
        alone = re.fullmatch(r"[\w.]+", amount) is not None
        return f"{field} {sign} {amount}" if alone else f"{field} {sign} ({amount})"
    seconds = f"{amount} * {unit(amount.removeprefix('input.'))}"
    return f"later({field}, {'' if sign == '+' else '0 - '}{seconds})"


def unit(name: str, otherwise: int = 1) -> int:
    """How many seconds one of what a number counts is: `hours`, `ttl_minutes`."""
    found = re.search(r"(?i)(second|minute|hour|day|week)s?(?![a-z])", name)
    return _UNITS[found[1].lower()] if found else otherwise


def _turned(reading: Reading, at: int, focus: Focus) -> Iterator[tuple[int, dict[str, str]]]:
    """As in "toggles done", "switches it on or off", "flips the lamp"."""
    if reading.word(at) not in _TURNS:
        return
    both = ("on or off", "off or on", "on and off", "off and on", "on / off", "around", "over")
    for middle, names in _fields(reading, at + 1, focus.kind):
        told = {each: turned(focus, each) for each in names}
        if not all(told.values()):
            continue
        if past := reading.sees(middle, *both):
            yield reading.sees(past, "again") or past, told
        elif reading.word(at)[:3] in {"tog", "fli", "inv", "rev"}:
            yield middle, told
    shown = [each for each in flags(focus.kind) if not focus.kind.fields[each].hidden]
    it = reading.sees(at + 1, "it", "one", focus.kind.spoken, f"that {focus.kind.spoken}") or at + 1
    if len(shown) == 1 and reading.word(it) in {"on", "off"} and not reading.sees(it, *both):
        yield it + 1, {shown[0]: "true" if reading.word(it) == "on" else "false"}
    own = [each for each in (flags(focus.kind) or list(focus.kind.fields)) if turned(focus, each)]
    named = (
        reading.sees(at + 1, "it", focus.kind.spoken, "one", "that " + focus.kind.spoken) or at + 1
    )
    past = reading.sees(named, *both)
    if len(own) == 1 and (past or (named > at + 1 and reading.word(at)[:3] in {"tog", "fli"})):
        yield reading.sees(past, "again") or past or named, {own[0]: turned(focus, own[0])}


def turned(focus: Focus, name: str) -> str:
    """The other value of a field that has two; empty where it has not."""
    told: Type | None = focus.kind.fields[name].type
    field = f"{focus.name}.{name}"
    if told is not None and told.kind == "boolean":
        return f"not({field})"
    if told is not None and len(told.choices) == 2:
        one, other = (json.dumps(each) for each in told.choices)
        return f"if({field} = {one}, {other}, {one})"
    return ""
