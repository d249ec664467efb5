"""Requests that are sent twice: done once, and answered the same.

The ledger itself knows most calls again, by an idempotency key or by the entries they have written,
so nothing is written twice. But an erasure, a reset or a merge that comes again would find nothing
left to do and say so; what was answered the first time is kept here: in this process, or in the
database for all processes that serve it.
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections import OrderedDict
from typing import NamedTuple, Protocol

from beliefs.errors import KeyConflict
from beliefs.ledger.entries import INSTANCE_BYTES
from beliefs.ledger.writing import Once
from beliefs.serve.cabinets import Cabinet

MOST_KEPT, LONGEST_KEPT = 1_000, 65_536

Place = tuple[str, str, str]
"""The namespace, the route and the key."""


class Known(NamedTuple):
    """How a call names its entries, and what was answered if it was made before."""

    once: Once
    answer: bytes | None = None


class Replies(Protocol):
    """Knows requests again by their keys."""

    def begin(self, place: Place, asked: bytes, once: Once | None = None) -> Known:
        """Note that something is asked; another question under the same key is refused."""

    def keep(self, place: Place, answer: bytes, *, wordless: bool) -> None:
        """Keep an answer, unless it is large; `wordless`: it holds no words of beliefs."""

    def forget(self, place: Place) -> None:
        """What was asked was refused: the key was not used."""


class OwnReplies:
    """The last replies of this process.

    >>> replies = OwnReplies()
    >>> replies.begin(("team", "POST /reset", "k"), b"{}").answer
    >>> replies.keep(("team", "POST /reset", "k"), b'{"value":3}', wordless=True)
    >>> replies.begin(("team", "POST /reset", "k"), b"{}").answer
    b'{"value":3}'
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[Place, tuple[bytes, Known]] = OrderedDict()

    def begin(self, place: Place, asked: bytes, once: Once | None = None) -> Known:
        """Note that something is asked; another question under the same key is refused."""
        with self._lock:
            found = self._kept.get(place)
            if found is None:
                known = Known(once or _new())
                self._kept[place] = _hash(asked), Known(Once(known.once.instance, again=True))
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
                return known
        if found[0] != _hash(asked):
            raise _conflict()
        return found[1]

    def keep(self, place: Place, answer: bytes, *, wordless: bool) -> None:
        """Keep an answer, unless it is large."""
        del wordless  # nothing of it reaches a disk
        with self._lock:
            if place in self._kept and len(answer) <= LONGEST_KEPT:
                asked, known = self._kept[place]
                self._kept[place] = asked, known._replace(answer=answer)

    def forget(self, place: Place) -> None:
        """What was asked was refused: the key was not used."""
        with self._lock:
            found = self._kept.get(place)
            if found is not None and found[1].answer is None:
                del self._kept[place]


TABLE = """CREATE TABLE IF NOT EXISTS beliefs.replies (place bytea PRIMARY KEY,
    asked bytea NOT NULL, instance bytea NOT NULL, answer bytea, at bigint NOT NULL)"""
_KEPT_SECONDS = 86_400


class SharedReplies:
    """Replies in the database, for a day; none that hold words, which may have to be erased."""

    def __init__(self, cabinet: Cabinet) -> None:
        self._cabinet = cabinet

    def begin(self, place: Place, asked: bytes, once: Once | None = None) -> Known:
        """Note that something is asked; another question under the same key is refused."""
        name, mine, now = _named(place), once or _new(), int(time.time())
        self._cabinet.write(
            ("DELETE FROM beliefs.replies WHERE at < %s", (now - _KEPT_SECONDS,)),
            (
                "INSERT INTO beliefs.replies VALUES (%s, %s, %s, NULL, %s) ON CONFLICT DO NOTHING",
                (name, _hash(asked), mine.instance, now),
            ),
        )
        ((question, instance, answer),) = self._cabinet.ask(
            "SELECT asked, instance, answer FROM beliefs.replies WHERE place = %s", (name,)
        )
        if bytes(question) != _hash(asked):
            raise _conflict()
        # Whoever names its entries may have sent them before, and been cut off.
        again = once is not None or bytes(instance) != mine.instance
        return Known(Once(bytes(instance), again), None if answer is None else bytes(answer))

    def keep(self, place: Place, answer: bytes, *, wordless: bool) -> None:
        """Keep an answer, unless it is large or has words in it."""
        if wordless and len(answer) <= LONGEST_KEPT:
            query = "UPDATE beliefs.replies SET answer = %s WHERE place = %s"
            self._cabinet.write((query, (answer, _named(place))))

    def forget(self, place: Place) -> None:
        """What was asked was refused: the key was not used."""
        query = "DELETE FROM beliefs.replies WHERE place = %s AND answer IS NULL"
        self._cabinet.write((query, (_named(place),)))


def _new() -> Once:
    return Once(os.urandom(INSTANCE_BYTES))


def _named(place: Place) -> bytes:
    return _hash("\0".join(place).encode())


def _hash(asked: bytes) -> bytes:
    return hashlib.sha256(asked).digest()


def _conflict() -> KeyConflict:
    return KeyConflict("this Idempotency-Key was used for something else; use a new one.")
