"""How fast it is on this machine, measured while you wait."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from beliefs.cli.demo.stage import Stage
    from beliefs.mind.beliefs import Beliefs

_SECONDS = 0.7
_BATCH = 5_000
_CLAIMS = 500
_VOICES = 10


def measure_speed(stage: Stage, beliefs: Beliefs) -> None:
    """Write one by one, write many, read."""
    singles = _rate(lambda number: beliefs.add("It is fast", agent=f"voice {number % _VOICES}"))
    stage.tell(f"{singles.a_second:,.0f} durable writes a second, one by one")
    many = [
        {"claim": f"Shard {number % _CLAIMS} is healthy", "agent": f"voice {number % _VOICES}"}
        for number in range(_BATCH)
    ]
    started = time.perf_counter()
    beliefs.add(many)
    stage.tell(f"{_BATCH / (time.perf_counter() - started):,.0f} contributions a second in a batch")
    each = _BATCH // _CLAIMS
    shards = [one for one in beliefs.list(limit=None) if one.contributions == each]
    belief = beliefs.search("fast", limit=1)[0]
    reads = _rate(lambda _: beliefs.get(belief))
    behind = f"{belief.contributions:,} contributions"
    stage.tell(f"{reads.a_second:,.0f} reads a second of a belief with {behind}")
    there = belief.contributions == singles.calls and len(shards) == _CLAIMS
    stage.check(f"all {singles.calls + _BATCH:,} writes are there", there)


class Rate(NamedTuple):
    """How often something was done, and how often a second."""

    calls: int
    a_second: float


def _rate(call: Callable[[int], object]) -> Rate:
    started, number = time.perf_counter(), 0
    while time.perf_counter() - started < _SECONDS:
        call(number)
        number += 1
    return Rate(number, number / (time.perf_counter() - started))
