"""A text as words, names, figures and paths, whatever the sentences are like."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from beliefs.spec import patterns as re
from beliefs.spec.understanding.numbers import WORDS
from beliefs.spec.understanding.tokens import Token, tokens
from beliefs.spec.understanding.words import lemmas

COUNTED = {word: str(number) for word, number in WORDS.items() if number > 1 or word == "zero"}
_FEW = 3  # up to so many are also meant by a word, or by none: "1 vote", "a vote", "once"
_KEY = re.compile(r"[\"'](\w+)[\"']\s*:")


@dataclass(frozen=True, slots=True)
class Word:
    """A word, a name, a figure or a path, with the forms that it is found by."""

    text: str
    forms: frozenset[str]
    sort: str


@cache
def words(text: str) -> tuple[Word, ...]:
    """The words of a text, in order.

    >>> [(each.text, each.sort) for each in words("GET /runs: two, 404, max_retries")]
    [('/runs', 'path'), ('2', 'counted'), ('404', 'figure'), ('max_retries', 'name')]
    """
    return tuple(one for each in tokens(text) for one in _of_token(each))


def forms(told: Iterable[Word]) -> frozenset[str]:
    """All forms of some words."""
    return frozenset().union(*(each.forms for each in told))


def figures(text: str) -> set[str]:
    """The numbers of a text, in figures or in words."""
    return {each.text for each in words(text) if each.sort in {"figure", "counted"}}


def _of_token(token: Token) -> Iterable[Word]:
    low = token.low
    match token.sort:
        case "path":
            yield Word(token.text, frozenset({token.text}), "path")
            yield from (Word(each, frozenset({each}), "name") for each in token.keys)
        case "json":
            for each in token.keys:
                yield Word(each, lemmas(each), "name" if "_" in each else "key")
            yield from words(_KEY.sub("", token.text.strip("{}")))
        case "number":
            yield Word(low, frozenset({low}), "counted" if float(low) <= _FEW else "figure")
        case "word" | "string" if low in COUNTED:  # "four endpoints" may only count what is told
            yield Word(COUNTED[low], frozenset({COUNTED[low]}), "counted")
        case "word" | "string" if "_" in low and re.fullmatch(r"\w+", low):
            yield Word(low, frozenset({low}), "name")
        case "word" | "string" if re.fullmatch(r"[\w'’-]+", low):
            parts = low.split("-")
            yield Word(low, lemmas(low).union(*map(lemmas, parts)), "word")
        case _:
            pass


def requests(text: str) -> dict[str, set[str]]:
    """The methods by path that a text names; an empty one where it names the path alone."""
    found: dict[str, set[str]] = {}
    said = tokens(text)
    for at, each in enumerate(said):
        if each.sort == "path" and (each.text != "/" or said[at - 1].sort == "method"):
            found.setdefault(each.text, set()).add(_method(said, at))
    return found


def _method(said: tuple[Token, ...], at: int) -> str:
    """The method that stands before a path, or behind it in brackets; nothing if there is none."""
    for each in reversed(said[max(0, at - 4) : at]):
        if each.sort == "method":
            return each.text
        if each.sort == "path":
            break
    behind = said[at + 1 : at + 3]
    return next((each.text for each in behind if each.sort == "method"), "")


__all__ = ["COUNTED", "Word", "figures", "forms", "requests", "words"]
