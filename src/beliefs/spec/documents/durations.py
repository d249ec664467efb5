"""Spans of time that words name: "15 minutes", "an hour", "two weeks"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.numbers import MANY, counted

UNITS = {"second": 1, "minute": 60, "min": 60, "hour": 3600, "day": 86400, "week": 604800}
SPAN = re.compile(
    rf"(?i)\b(?P<many>{MANY}|an?)[ -]?"
    r"(?P<unit>second|minute|min|hour|day|week)s?\b"
)


def seconds_of(span: re.Match[str]) -> int:
    """How long a span is.

    >>> seconds_of(SPAN.search("good for two hours")), seconds_of(SPAN.search("a 15-minute link"))
    (7200, 900)
    """
    return counted(span["many"], 1) * UNITS[span["unit"].lower()]
