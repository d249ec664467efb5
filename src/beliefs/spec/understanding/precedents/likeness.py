"""Which words mean about the same, which turn others round, and which say nothing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from beliefs.spec import patterns as re
from beliefs.spec.understanding.precedents.wording import Word, forms
from beliefs.spec.understanding.stopwords import GRAMMAR, PROSE

TOOLS = {"fastapi": "FastAPI", "flask": "Flask", "sqlite": "SQLite", "postgres": "Postgres"}
NOT = frozenset({"not", "no", "never", "without", "neither", "nor", "cannot"})
# What facts deny something by, and what goals may do it by.
DENIED = frozenset({"not", "no", "without", "refuse", "missing", "none", "invalid", "unknown"})
_DENYING = frozenset(
    """not no never without none neither nor nobody nothing cannot unless only except refuse reject
    decline deny turn forbid disallow block refusal rejection bar prevent stop hide hidden missing
    absent omit exclude private keep invalid unknown withhold instead leave error""".split()  # noqa: SIM905
)
_REFUSAL = re.compile(r"4\d\d")


@cache
def likes(told: frozenset[str]) -> frozenset[str]:
    """All words that are evidence for one of these forms: itself, and those that it is said by."""
    return told.union(*(others for head, *others in _alike() if head in told))


@cache
def kin(told: frozenset[str]) -> frozenset[str]:
    """All words that are said of the same things as one of these forms."""
    return told.union(*(each for each in _alike() if told.intersection(each)))


def says_nothing(word: str) -> bool:
    """Whether a word is there for the sentence's sake."""
    return word in GRAMMAR | PROSE | {*TOOLS} or "'" in word or "’" in word


def is_negative(word: Word) -> bool:
    """Whether a word says that something is not so."""
    return word.text in NOT or word.text.endswith("n't")


def refuses(told: Iterable[Word]) -> bool:
    """Whether a status among words refuses something."""
    return any(_REFUSAL.fullmatch(each.text) for each in told)


def denies(told: tuple[Word, ...]) -> bool:
    """Whether words deny something, or refuse it."""
    return refuses(told) or any(each.forms & _DENYING or is_negative(each) for each in told)


def turned(told: Iterable[Word], there: tuple[Word, ...]) -> bool:
    """Whether something stands there that turns round what a word means, and not the word."""
    said = forms(there)
    plainly = forms(
        each for at, each in enumerate(there) if not at or not is_negative(there[at - 1])
    )
    return any(
        each.forms & one and other & plainly and not one & said
        for each in told
        for one, other in _contrary()
    )


def turning() -> frozenset[str]:
    """Words that make something else of whatever they stand by."""
    return next(other for one, other in _contrary() if "*" in one)


def idle() -> frozenset[str]:
    """What is denied without turning anything round: whatever is not lost is kept."""
    return next(other for one, other in _contrary() if "not" in one)


@cache
def _alike() -> tuple[list[str], ...]:
    return tuple(each.split() for each in _lines("alike.txt"))


@cache
def _contrary() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    halves = (each.split(" ! ") for each in _lines("contrary.txt"))
    return tuple((frozenset(one.split()), frozenset(other.split())) for one, other in halves)


def _lines(name: str) -> list[str]:
    return [each for each in read(name).splitlines() if each and not each.startswith("#")]


def read(name: str) -> str:
    """The text of a file beside this one."""
    return files("beliefs.spec.understanding.precedents").joinpath(name).read_text("utf-8")


__all__ = [
    "DENIED",
    "NOT",
    "TOOLS",
    "denies",
    "idle",
    "is_negative",
    "kin",
    "likes",
    "read",
    "refuses",
    "says_nothing",
    "turned",
    "turning",
]
