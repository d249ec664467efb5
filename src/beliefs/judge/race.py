"""Requests sent at the same moment, where a rule must hold for all of them together."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Got = TypeVar("Got")


def at_once(calls: Sequence[Callable[[], Got]]) -> list[Got]:
    """What the calls return, each made from a thread of its own, none before all are ready.

    >>> at_once([lambda: 1, lambda: 2])
    [1, 2]
    """
    line = threading.Barrier(len(calls))

    def one(call: Callable[[], Got]) -> Got:
        line.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(one, calls))
