"""Clauses with a word that turns them around, which nothing that was read took in.

"Only", "not", "except" hold sentences together like "the" and "of", and a reader that passes over
them builds the contrary, or more than was asked for. So the whole clause is listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from beliefs.spec.service import TURNED, Unknown
from beliefs.spec.understanding.tokens import Token, sentences, tokens

# They never stand there for nothing.
DENYING = frozenset(
    "not never nor except unless only but cannot can't can’t without".split()  # noqa: SIM905
)
_SIGNS = frozenset({",", ";", ":"})


def turned(text: str, passed: Iterable[int], words: frozenset[str]) -> list[Unknown]:
    """Clauses in which such a word begins where nothing was read: places of letters in the text."""
    starts = set(passed)
    return [
        Unknown(
            "material",
            text[clause[0].start : clause[-1].end],
            f"goal:{text.count(chr(10), 0, clause[0].start) + 1}",
            TURNED,
        )
        for clause in _clauses(text)
        if any(each.low in words and each.start in starts for each in clause)
    ]


def _clauses(text: str) -> Iterator[list[Token]]:
    for part in sentences(tokens(text)):
        clause: list[Token] = []
        for each in part:
            if each.text in _SIGNS:
                yield from [clause] if clause else []
                clause = []
            else:
                clause.append(each)
        yield from [clause] if clause else []


def without_repeats(unknowns: Iterable[Unknown], clauses: list[Unknown]) -> tuple[Unknown, ...]:
    """Unknown words, less those in a clause that is listed as a whole; then the clauses."""
    rest = [
        each
        for each in unknowns
        if each.rank != "material" or not any(each.words in one.words for one in clauses)
    ]
    return (*rest, *clauses)
