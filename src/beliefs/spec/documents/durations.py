"""Spans of time that words name: "15 minutes", "an hour", "two weeks"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.numbers import NUMBERS

UNITS = {"second": 1, "minute": 60, "min": 60, "hour": 3600, "day": 86400, "week": 604800}
_TENS = {"fifteen": 15, "twenty": 20, "thirty": 30, "sixty": 60, "ninety": 90}
_MANY = {word: number for number, word in enumerate(NUMBERS) if number} | _TENS | {"a": 1, "an": 1}
SPAN = re.compile(
    rf"(?i)\b(?P<many>\d+|{'|'.join(sorted(_MANY, key=len, reverse=True))})[ -]?"
    r"(?P<unit>second|minute|min|hour|day|week)s?\b"
)


def seconds_of(span: re.Match[str]) -> int:
    """How long a span is.

    >>> seconds_of(SPAN.search("good for two hours")), seconds_of(SPAN.search("a 15-minute link"))
    (7200, 900)
    """
    told = span["many"].lower()
    return (int(told) if told.isdigit() else _MANY[told]) * UNITS[span["unit"].lower()]
