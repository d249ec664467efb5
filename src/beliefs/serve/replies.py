"""Replies that are kept for a while, so that a request sent twice is done once.

A write with an idempotency key of its own is known again by the ledger, for good. The others (an
erasure, a reset, a merge) leave the ledger as it is when they come again, but would answer
otherwise; so what they answered is kept here, in this process.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict

from fastapi import Response

from beliefs.errors import KeyConflict

MOST_KEPT = 1_000

Place = tuple[str, str, str]
"""The namespace, the route and the key."""


class Replies:
    """The last replies, by their keys."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[Place, tuple[bytes, Response]] = OrderedDict()

    def known(self, place: Place, asked: bytes) -> Response | None:
        """What was answered to the same; another question under the same key is refused."""
        with self._lock:
            found = self._kept.get(place)
        if found is None:
            return None
        if found[0] != _hash(asked):
            raise KeyConflict("this Idempotency-Key was used for something else; use a new one.")
        return found[1]

    def keep(self, place: Place, asked: bytes, response: Response) -> None:
        """Keep an answer."""
        with self._lock:
            self._kept[place] = (_hash(asked), response)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


def _hash(asked: bytes) -> bytes:
    return hashlib.sha256(asked).digest()
