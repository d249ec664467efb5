"""Which rows a sentence means: "not watered in the last 7 days", "with a price below 5"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from beliefs.spec import patterns as re
from beliefs.spec.understanding.numbers import SECONDS, number_at
from beliefs.spec.understanding.patterns import FILLERS, Tokens
from beliefs.spec.understanding.stopwords import GRAMMAR
from beliefs.spec.understanding.tokens import Token

Sign: TypeAlias = Literal["<", "<=", ">", ">=", "="]

_LEADS = frozenset(
    "that which who are is were was be been have has had do does did".split()  # noqa: SIM905
)
_WHICH = frozenset({"that", "which", "who"})
_NOT = frozenset(
    """not never no-longer haven't hasn't hadn't weren't wasn't aren't isn't don't
    doesn't""".split()  # noqa: SIM905
)
_WITHIN = frozenset({"in", "within", "during", "for", "over", "since"})
_SIGNS: tuple[tuple[tuple[str, ...], Sign], ...] = (
    (("less", "than"), "<"),
    (("lower", "than"), "<"),
    (("fewer", "than"), "<"),
    (("smaller", "than"), "<"),
    (("more", "than"), ">"),
    (("greater", "than"), ">"),
    (("higher", "than"), ">"),
    (("larger", "than"), ">"),
    (("at", "least"), ">="),
    (("at", "most"), "<="),
    (("up", "to"), "<="),
    (("equal", "to"), "="),
    (("below",), "<"),
    (("under",), "<"),
    (("above",), ">"),
    (("over",), ">"),
    (("exceeding",), ">"),
    (("of",), "="),
    (("<=",), "<="),
    ((">=",), ">="),
    (("<",), "<"),
    ((">",), ">"),
)
_BOUND = re.compile(r"(?:min|minimum|max|maximum)_(\w+)")
_MONTH = 30 * SECONDS["day"]


@dataclass(frozen=True, slots=True)
class Picked:
    """A condition as a sentence says it, before it is known which fields there are."""

    word: str  # what rows are, what was done to them, or the field that is compared
    denied: bool = False
    past: int = 0  # seconds before now
    ahead: int = 0  # seconds from now
    by: str = ""  # the field that says how many times so long
    sign: Sign | None = None
    value: str = ""  # a number, or the name of another field


def read_picked(tokens: Tokens, at: int) -> Iterator[tuple[int, Picked]]:
    """Every condition that begins here."""
    if at < len(tokens) and tokens[at].low in {"with", "whose", "where", "having"}:
        yield from _compared(tokens, at + 1)
        return
    yield from _bounded(tokens, at)
    start = at
    while at < len(tokens) and tokens[at].low in _LEADS | _NOT:
        at += 1
    said = {each.low for each in tokens[start:at]}
    denied = bool(said & _NOT)
    # "that are open", "not paid"; "boards have columns" says nothing of which boards.
    led = denied or (bool(said & _WHICH) and len(said) > 1)
    if at >= len(tokens) or tokens[at].sort != "word" or tokens[at].low in GRAMMAR:
        return
    word, after = tokens[at].low, at + 1
    for end, past, ahead, by in _time(tokens, after):
        yield end, Picked(word, denied, past, ahead, by)
    if led:
        yield after, Picked(word, denied)


def read_timed(tokens: Tokens, at: int) -> Iterator[tuple[int, Picked]]:
    """Conditions about time or amounts, which are about rows without anybody saying so."""
    for end, told in read_picked(tokens, at):
        if told.past or told.ahead or (told.sign is not None and told.sign != "="):
            yield end, told


def _time(tokens: Tokens, at: int) -> Iterator[tuple[int, int, int, str]]:
    """When: "in the last 7 days", "for more than a week", "within the next hour"."""
    words = [each.low for each in tokens[at : at + 4]]
    if words[:1] and words[0] in _WITHIN:
        step = at + 1
        while step < len(tokens) and tokens[step].low in {"the", "more", "than", "at", "least"}:
            step += 1
        ahead = step < len(tokens) and tokens[step].low in {"next", "coming"}
        step += step < len(tokens) and tokens[step].low in {"last", "past", "next", "coming"}
        if found := _span(tokens, step):
            yield found[0], 0 if ahead else found[1], found[1] if ahead else 0, ""
        elif step + 1 < len(tokens) and _plain(tokens[step]) and (found := _span(tokens, step + 1)):
            said = tokens[step].low  # "in the last interval days"
            yield found[0], 0 if ahead else found[1], found[1] if ahead else 0, said
    elif words[:2] == ["more", "than"]:
        found = _span(tokens, at + 2)
        if found and "ago" in {each.low for each in tokens[found[0] : found[0] + 1]}:
            yield found[0] + 1, found[1], 0, ""


def _span(tokens: Tokens, at: int) -> tuple[int, int] | None:
    found = number_at(tokens, at)
    count, at = (found[1], found[0]) if found else (1, at)
    while at < len(tokens) and tokens[at].low in FILLERS:
        at += 1
    if at >= len(tokens):
        return None
    units = {**SECONDS, "month": _MONTH}
    length = next((units[each] for each in sorted(tokens[at].forms) if each in units), 0)
    return (at + 1, int(count * length)) if length else None


def _bounded(tokens: Tokens, at: int) -> Iterator[tuple[int, Picked]]:
    """A bound that says of what it is one: "under their min_quantity"."""
    sign = _sign(tokens, at)
    if sign is None or sign[1] == "=":
        return
    end = sign[0]
    while end < len(tokens) and tokens[end].low in FILLERS | {"their", "its", "own"}:
        end += 1
    name = _BOUND.fullmatch(tokens[end].low) if end < len(tokens) else None
    if name is not None:
        yield end + 1, Picked(name[1], sign=sign[1], value=name[0])


def _compared(tokens: Tokens, at: int) -> Iterator[tuple[int, Picked]]:
    """A field and what it is held against: "a stock below 5", "less than 5 in stock"."""
    while at < len(tokens) and tokens[at].low in FILLERS:
        at += 1
    if (sign := _sign(tokens, at)) and sign[1] != "=" and (held := number_at(tokens, sign[0])):
        place = held[0] + (held[0] < len(tokens) and tokens[held[0]].low == "in")
        if place < len(tokens) and _plain(tokens[place]):
            yield place + 1, Picked(tokens[place].low, sign=sign[1], value=_said(held[1]))
        return
    if at >= len(tokens) or tokens[at].sort != "word":
        return
    name, at = tokens[at].low, at + 1
    at += at < len(tokens) and "be" in tokens[at].forms
    if sign := _sign(tokens, at):
        end = sign[0]
        if held := number_at(tokens, end):
            yield held[0], Picked(name, sign=sign[1], value=_said(held[1]))
            return
        while end < len(tokens) and tokens[end].low in FILLERS:
            end += 1
        if end < len(tokens) and _plain(tokens[end]):
            words = [each.low for each in tokens[end : end + 2] if each.sort == "word"]
            if len(words) == 2 and words[1] not in GRAMMAR:
                yield end + 2, Picked(name, sign=sign[1], value="_".join(words))
            yield end + 1, Picked(name, sign=sign[1], value=words[0])


def _plain(token: Token) -> bool:
    return token.sort == "word" and token.low not in GRAMMAR


def _sign(tokens: Tokens, at: int) -> tuple[int, Sign] | None:
    for words, sign in _SIGNS:
        if tuple(each.low for each in tokens[at : at + len(words)]) == words:
            return at + len(words), sign
    return None


def _said(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)
