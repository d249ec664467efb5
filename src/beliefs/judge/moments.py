"""Moments as texts show them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


def moments(text: str) -> Iterator[float]:
    """The moments that a text shows, in seconds.

    >>> list(moments('{"at": "1970-01-01T00:01:00.500000Z"}'))
    [60.5]
    """
    for found in MOMENT.finditer(text):
        with suppress(ValueError):
            yield datetime.fromisoformat(found[0]).timestamp()


def timeless(text: str) -> str:
    """A text without the moments that it shows.

    >>> timeless("done at 1970-01-01T00:01:00.500000Z")[:7]
    'done at'
    """
    return MOMENT.sub("\0", text)


def nearly(text: str) -> str:
    """A text whose moments are told to ten minutes: near enough for when something was.

    What a request brings is further apart than the clocks of two who saw the same.

    >>> nearly("from 2026-01-31T12:34:56.000000Z")
    'from 2026-01-31T12:3'
    """
    return MOMENT.sub(lambda found: found[0][:15], text)
