"""How often one caller may ask."""

from __future__ import annotations

import math
from collections import deque
from threading import Lock
from typing import NamedTuple

from app import values
from app.refusals import Refusal

_MOST_CALLERS = 10_000


class Rate(NamedTuple):
    """No more than so many requests in so many seconds for these operations."""

    requests: int
    seconds: int
    operations: frozenset[str]


class Rates:
    """Rates, and when who asked; a process keeps this in memory."""

    def __init__(self, *rates: Rate) -> None:
        self._rates = rates
        self._asked: dict[tuple[Rate, str], deque[float]] = {}
        self._lock = Lock()

    def count(self, operation: str, caller: str) -> None:
        """Count a request, or refuse it; a refused one does not count."""
        now = values.clock().timestamp()
        with self._lock:
            self._forget(now)
            lines = [
                (rate, self._asked.setdefault((rate, caller), deque()))
                for rate in self._rates
                if operation in rate.operations
            ]
            waits = [_wait(rate, asked, now) for rate, asked in lines]
            if any(waits):
                raise Refusal("rate", headers={"Retry-After": str(max(waits))})
            for _, asked in lines:
                asked.append(now)

    def _forget(self, now: float) -> None:
        """Forget callers who have long been quiet, before there are too many of them."""
        if len(self._asked) > _MOST_CALLERS:
            quiet = [
                key for key, asked in self._asked.items() if _wait(key[0], asked, now, room=0) == 0
            ]
            for key in quiet:
                del self._asked[key]


def _wait(rate: Rate, asked: deque[float], now: float, room: int | None = None) -> int:
    """How many seconds to wait for the next request; 0 when there is room."""
    while asked and asked[0] <= now - rate.seconds:
        asked.popleft()
    if len(asked) <= (rate.requests - 1 if room is None else room):
        return 0
    return max(1, math.ceil(asked[0] + rate.seconds - now))
