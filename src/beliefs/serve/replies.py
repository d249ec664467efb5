"""Replies that are kept for a while, so that a request sent twice is done once.

The ledger itself knows a call again, by its idempotency key or by the entries it has written, so
nothing is written twice. But an erasure, a reset or a merge that comes again would find nothing
left to do and say so; what was answered the first time is kept here, in this process.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict

from fastapi import Response

from beliefs.errors import KeyConflict

MOST_KEPT, LONGEST_KEPT = 1_000, 65_536

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
        """Keep an answer, unless it is large."""
        if len(response.body) > LONGEST_KEPT:
            return
        with self._lock:
            self._kept[place] = (_hash(asked), response)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


def _hash(asked: bytes) -> bytes:
    return hashlib.sha256(asked).digest()
