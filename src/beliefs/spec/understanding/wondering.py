"""Fields that are told as questions: "whether I have read it", "when it was last watered"."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.patterns import FILLERS, Tokens
from beliefs.spec.understanding.stopwords import GRAMMAR
from beliefs.spec.understanding.tokens import Token
from beliefs.spec.understanding.words import is_plural

# Who or what it is asked of, and what joins that to the word that matters.
_ABOUT = frozenset(
    """it they he she i we you i've we've it's they're is are was were be been has have had already
    yet currently still the a an this that somebody someone""".split()  # noqa: SIM905
)
_AFTER = frozenset({"it", "them", "already", "yet", "or", "not", "now"})
_HOW = frozenset({"often", "long", "far", "old", "big", "fast", "well", "likely"})
_ENDS = frozenset({",", ")", "and", "they", "it", "he", "she", "i", "we", "you"})


def read_question(tokens: Tokens, at: int) -> Iterator[tuple[int, Asked]]:
    """The field that a question names, where it names one."""
    if at + 1 >= len(tokens):
        return
    first, second = tokens[at].low, tokens[at + 1].low
    if first == "whether":
        yield from _whether(tokens, at + 1)
    elif first == "when":
        yield from _when(tokens, at + 1)
    elif first == "how" and second == "many" and at + 2 < len(tokens):
        name, rest = tokens[at + 2].low, tokens[at + 3 : at + 4]
        if is_plural(name) and name != "times" and (not rest or rest[0].low in _ENDS):
            yield _past(tokens, at + 3, _ABOUT), _asked(name, Type("integer", minimum=0))


def is_question(tokens: Tokens, at: int) -> bool:
    """Whether words say what is wanted, and no name: "how often it is cleaned"."""
    following = tokens[at + 1].low if at + 1 < len(tokens) else ""
    return tokens[at].low == "how" and following in _HOW


def _whether(tokens: Tokens, at: int) -> Iterator[tuple[int, Asked]]:
    at = _past(tokens, at, _ABOUT | _subject(tokens, at))
    if at < len(tokens) and _names(tokens[at]):
        field = Field(tokens[at].low, Type("boolean"), required=False, default="false")
        yield _past(tokens, at + 1, _AFTER), Asked(field, known=True, typed=True)


def _when(tokens: Tokens, at: int) -> Iterator[tuple[int, Asked]]:
    """A day: "when it was last watered", "when they are due"."""
    at = _past(tokens, at, _ABOUT | _subject(tokens, at))
    last = at < len(tokens) and tokens[at].low in {"last", "first"}
    at += last
    if at < len(tokens) and _names(tokens[at]) and tokens[at].low.endswith(("ed", "t", "n", "ue")):
        low = tokens[at].low
        name = (
            f"{tokens[at - 1].low}_{low}" if last else f"{low}_on" if low != "due" else "due_date"
        )
        yield at + 1, _asked(name, Type("date", nullable=last), required=not last)


def _subject(tokens: Tokens, at: int) -> frozenset[str]:
    """The thing that a question is about: "whether the book is lent"."""
    noun = tokens[at + 1].low if at + 1 < len(tokens) and tokens[at].low in FILLERS else ""
    verb = at + 2 < len(tokens) and tokens[at + 2].low in _ABOUT
    return frozenset({noun} if noun and verb else ())


def _past(tokens: Tokens, at: int, words: frozenset[str]) -> int:
    while at < len(tokens) and tokens[at].low in words:
        at += 1
    return at


def _names(token: Token) -> bool:
    return token.sort == "word" and token.low.isalpha() and token.low not in GRAMMAR


def _asked(name: str, kind: Type, *, required: bool = True) -> Asked:
    return Asked(Field(name, kind, required=required), known=True, typed=True)
