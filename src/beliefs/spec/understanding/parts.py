"""What an answer has in it, where more than names is said: "a random code, a secret key"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from beliefs.spec import patterns as re
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.numbers import number_at
from beliefs.spec.understanding.patterns import FILLERS, Tokens
from beliefs.spec.understanding.stopwords import NOT_FIELDS

How: TypeAlias = Literal["plain", "random", "secret", "begins"]
_RANDOM = frozenset({"random", "generated", "unguessable", "short", "unique"})
_SECRET = re.compile(r"\w*(?:token|key|secret|password|pin)", re.IGNORECASE)
_LETTERS = frozenset({"characters", "chars", "letters", "digits", "signs", "symbols"})
_LENGTHS = range(4, 65)


class Part(NamedTuple):
    """A name in an answer: as it is, made at random, kept secret, or with what it begins with."""

    name: str
    how: How = "plain"
    value: str = ""


def read_parts(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Part, ...]]]:
    """Names with commas between them, of one of which more is said than its name."""
    found: list[Part] = []
    while (part := _part(tokens, at)) is not None:
        at = part[0]
        found.append(part[1])
        if any(each.how != "plain" for each in found):
            yield at, tuple(found)
        after = at
        while after < len(tokens) and tokens[after].low in {",", "and", "plus"}:
            after += 1
        if after == at:
            return
        at = after


def _part(tokens: Tokens, at: int) -> tuple[int, Part] | None:
    marks: set[str] = set()
    length = 0
    while at < len(tokens):
        if size := _sized(tokens, at):
            length, at = size, at + 3
        elif tokens[at].low in FILLERS | _RANDOM | {"secret", "private", "new"}:
            marks.add(tokens[at].low)
            at += 1
        else:
            break
    if at >= len(tokens) or not re.fullmatch(r"[A-Za-z_]\w*", tokens[at].text):
        return None
    name, low = tokens[at].text, tokens[at].low
    if tokens[at].sort not in {"word", "string"} or low in NOT_FIELDS:
        return None
    at += 1
    if marks & {"secret", "private", "unguessable"} and _SECRET.fullmatch(name):
        return at, Part(name, "secret")
    if marks & _RANDOM or length:
        end, told = _long(tokens, at)
        length = length or told
        return (end, Part(name, "random", str(length))) if length in _LENGTHS else None
    zero = at < len(tokens) and tokens[at].text == "0"
    if zero and lexicon.field(name).type.kind in {"integer", "number"}:
        return at + 1, Part(name, "begins", "0")
    known = lexicon.knows_field(name) or "_" in name or name == "id"
    return (at, Part(name)) if known else None


def _sized(tokens: Tokens, at: int) -> int:
    """How long something is said to be in front of it: "8-character"."""
    text = "".join(each.low for each in tokens[at : at + 3])
    told = re.fullmatch(r"(\d+)-(?:character|char|letter|digit)s?", text)
    return int(told[1]) if told else 0


def _long(tokens: Tokens, at: int) -> tuple[int, int]:
    """How long something is said to be behind it: "of 8 characters"."""
    start = at + (at < len(tokens) and tokens[at].low in {"of", "with", "("})
    found = number_at(tokens, start)
    if found is None or found[0] >= len(tokens) or tokens[found[0]].low not in _LETTERS:
        return at, 0
    return found[0] + 1, int(found[1])
