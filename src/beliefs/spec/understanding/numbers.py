"""Numbers and spans of time, in figures and in words."""

from __future__ import annotations

from beliefs.spec.numbers import NUMBERS
from beliefs.spec.understanding.tokens import Token

WORDS = {word: number for number, word in enumerate(NUMBERS)} | {
    "twenty": 20,
    "thirty": 30,
    "fifty": 50,
    "hundred": 100,
    "thousand": 1000,
}
SECONDS = {
    "second": 1,
    "sec": 1,
    "s": 1,
    "minute": 60,
    "min": 60,
    "hour": 3600,
    "h": 3600,
    "day": 86400,
    "week": 604800,
}
BYTES = {"b": 1, "byte": 1, "kb": 1024, "mb": 1024**2, "gb": 1024**3, "mib": 1024**2, "kib": 1024}


def number_at(tokens: tuple[Token, ...], at: int) -> tuple[int, float] | None:
    """A number that stands here, and where it ends.

    >>> from beliefs.spec.understanding.tokens import tokens
    >>> number_at(tokens("at least two"), 2)
    (3, 2)
    """
    if at >= len(tokens):
        return None
    token = tokens[at]
    if token.text == "-" and at + 1 < len(tokens) and tokens[at + 1].sort == "number":
        found = number_at(tokens, at + 1)
        return None if found is None else (found[0], -found[1])
    if token.sort == "number":
        return at + 1, float(token.text) if "." in token.text else int(token.text)
    if token.low in WORDS:
        return at + 1, WORDS[token.low]
    return None
