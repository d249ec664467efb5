"""How often somebody may ask: a bucket of tokens each, refilled at a steady rate.

The clock is an argument and nothing is kept but one small bucket for each of the last askers. Use
one limiter for addresses, before a key is looked at, and one for keys, after.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from beliefs.errors import InvalidInput, TooMany

USUAL = 500
"""Requests a second that a server allows for a key and for an address, unless told otherwise."""
_BURST_SECONDS = 5
_SLACK = 1e-9
"""Rounding must not make somebody who waited as long as was asked wait again."""


class Rate(NamedTuple):
    """So many a second in the long run, and so many at once."""

    per_second: float
    burst: float


def at_most(per_second: float) -> Rate | None:
    """So many a second, and five seconds' worth at once; 0 is no limit.

    >>> at_most(10), at_most(0)
    (Rate(per_second=10, burst=50), None)
    """
    return Rate(per_second, max(1, _BURST_SECONDS * per_second)) if per_second else None


class Bucket(NamedTuple):
    """How full it was, and when that was."""

    level: float
    at: float


def drawn(bucket: Bucket | None, rate: Rate, now: float) -> tuple[Bucket, float]:
    """Take one token out: the bucket after it, and how long to wait if there was none.

    >>> rate = Rate(per_second=2, burst=1)
    >>> bucket, wait = drawn(None, rate, now=10.0)
    >>> bucket, wait
    (Bucket(level=0.0, at=10.0), 0.0)
    >>> drawn(bucket, rate, now=10.25)
    (Bucket(level=0.5, at=10.25), 0.25)
    """
    level = rate.burst
    if bucket is not None:
        # A clock that went back fills nothing.
        passed = max(0.0, now - bucket.at)
        level = min(rate.burst, bucket.level + passed * rate.per_second)
    if level >= 1 - _SLACK:
        return Bucket(max(0.0, level - 1), now), 0.0
    return Bucket(level, now), (1 - level) / rate.per_second


class Limiter:
    """The buckets of everybody who asked lately, and of at most so many of them.

    Whoever asked longest ago is forgotten first. A forgotten bucket is as good as a full one, which
    most are by then, so forgetting favours nobody who asks often.
    """

    def __init__(self, rate: Rate, *, most: int = 10_000) -> None:
        if not (0 < rate.per_second < math.inf and 1 <= rate.burst < math.inf and most >= 1):
            raise InvalidInput("a rate must be positive and its burst at least 1.")
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, who: str, now: float) -> None:
        """Count one request, or raise TooMany.

        >>> limiter = Limiter(Rate(per_second=0.5, burst=1))
        >>> limiter.take("somebody", now=0.0)
        >>> limiter.take("somebody", now=0.5)
        Traceback (most recent call last):
        beliefs.errors.TooMany: too many requests; try again in 2 seconds.
        """
        with self._lock:
            self._buckets[who], wait = drawn(self._buckets.get(who), self._rate, now)
            self._buckets.move_to_end(who)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        if wait:
            seconds = math.ceil(wait)
            told = f"{seconds} second{'s' if seconds > 1 else ''}"
            raise TooMany(f"too many requests; try again in {told}.", wait)

    def __len__(self) -> int:
        return len(self._buckets)


def neighbourhood(address: str) -> str:
    """The part of an address that one asker cannot change at will.

    >>> neighbourhood("192.0.2.7"), neighbourhood("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address  # a socket's path, or a name that a proxy gives
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    # Whoever has one IPv6 address commonly has all of its last 64 bits.
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"
