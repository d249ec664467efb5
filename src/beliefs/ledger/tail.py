"""The tail of a ledger: what its last calls changed, for those who follow it.

A store keeps it beside the head and rewrites both with every call. It is short, so whoever was
away for long learns only that a lot has changed. It is no part of the ledger: not hashed, not
exported, not verified, and nothing is lost with it but a hint.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

MOST_CLAIMS = 40
"""More claims than this are not named one by one."""
_COUNTS, _CLAIM = 5, 16
_LONGEST = MOST_CLAIMS * (_COUNTS + _CLAIM)
_OF_ONE_CLAIM = frozenset(b"csoljmd")
"""Kinds of rows that say something of the claim that their keys begin with."""
_BESIDE = frozenset(b"pntqugkrwfz")
"""Kinds of rows that change only along with those, or say nothing of a belief.

Any other kind, such as a decision about a voice or a setting, may move every belief there is.
"""


class Record(NamedTuple):
    """How one call changes the calls of a tail: `text`, then the first `room` bytes there were."""

    text: bytes
    room: int


class Tail(NamedTuple):
    """How far a ledger has come, and the last steps."""

    arrivals: int = 0
    """How many entries were ever written, those that were deleted since included."""
    calls: bytes = b""
    """The last calls, newest first: how many entries, how many claims, the claims."""

    def since(self, seen: int) -> tuple[bytes, ...] | None:
        """The claims that changed after `seen` arrivals; None if that cannot be told any more.

        >>> tail = Tail(2, record(2, [b"s" + bytes(16) + b"space"]).text)
        >>> tail.since(0) == (bytes(16),), tail.since(2), tail.since(1)
        (True, (), None)
        """
        found: list[bytes] = []
        calls, place, at = self.calls, 0, self.arrivals
        while at > seen and place + _COUNTS <= len(calls):
            first = place + _COUNTS
            last = first + _CLAIM * calls[first - 1]
            if last > len(calls):
                break
            found += (calls[spot : spot + _CLAIM] for spot in range(first, last, _CLAIM))
            at -= int.from_bytes(calls[place : first - 1], "big")
            place = last
        return tuple(dict.fromkeys(reversed(found))) if at == seen else None


def record(entries: int, changed: Iterable[bytes]) -> Record:
    """What a call leaves, that wrote so many entries and changed the rows with these keys."""
    if not entries:
        return Record(b"", _LONGEST)
    claims = _claims_of(changed)
    if claims is None:
        return Record(b"", 0)
    text = entries.to_bytes(_COUNTS - 1, "big") + bytes([len(claims)]) + b"".join(claims)
    return Record(text, _LONGEST - len(text))


def _claims_of(changed: Iterable[bytes]) -> dict[bytes, None] | None:
    claims: dict[bytes, None] = {}
    for key in changed:
        kind = key[0]
        if kind in _OF_ONE_CLAIM:
            claims[key[1 : 1 + _CLAIM]] = None
            if len(claims) > MOST_CLAIMS:
                return None
        elif kind not in _BESIDE:
            return None
    return claims
