"""One call on a SQLite ledger: what it looks at, and what it changes."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from beliefs.errors import CorruptStore
from beliefs.ledger.entries import Entry, Fingerprint
from beliefs.ledger.fold import Claim
from beliefs.ledger.rows import beyond
from beliefs.ledger.stores.protocol import Head
from beliefs.ledger.stores.sqlite.tables import APPEND, entry_key
from beliefs.ledger.tail import Record, Tail, record

_KEY = itemgetter(1)
_CHUNK = 500
_LATEST = (1 << 63) - 1

_AMONG = "SELECT key, value FROM rows WHERE ledger = ? AND key IN"
_UNDER = (
    "SELECT key, value FROM rows WHERE ledger = ? AND key >= ? AND key < ? AND recorded IS NULL"
)
_HEAD = (
    "UPDATE ledgers SET newest = ?, count = ?, fingerprint = ?, arrivals = ?, tail = ? WHERE id = ?"
)
_HEAD_IF = f"{_HEAD} AND newest IS ? AND arrivals = ? AND fingerprint = ?"


class Overtaken(Exception):
    """Somebody else wrote since."""


class Left(NamedTuple):
    """A namespace as this process left it."""

    ledger: int
    head: Head
    tail: Tail
    alone: bool
    """Whether nobody wrote between its last two writes: then it may suppose so again."""


class SqliteTransaction:
    """One namespace as it stands, or as it is supposed to.

    A writer that was the last to write works on what it left, and takes the lock when it has
    something to write: its head is saved on condition that nobody else wrote. If it has to read,
    it looks first.
    """

    def __init__(
        self, connection: sqlite3.Connection, namespace: str, supposed: Left | None = None
    ) -> None:
        self._connection = connection
        self._namespace = namespace
        self._supposed = supposed
        self._begun = supposed is None
        self._saved: tuple[Head, Tail] | None = None
        self._arrived = 0
        self._ledger: int | None
        if supposed is None:
            self._look()
        else:
            self._ledger, self.head, self.tail, _ = supposed

    def _look(self) -> None:
        """See where the ledger stands."""
        found = self._connection.execute(
            "SELECT id, newest, count, fingerprint, arrivals, tail FROM ledgers"
            " WHERE namespace = ?",
            (self._namespace,),
        ).fetchone()
        self._ledger, self.head, self.tail = None, Head(), Tail()
        if found:
            self._ledger, newest, count, total, arrivals, calls = found
            if not isinstance(total, bytes) or not isinstance(calls, bytes):
                raise CorruptStore(f"the head of {self._namespace} is damaged; restore a backup.")
            self.head = Head(newest, Fingerprint(int.from_bytes(total, "big"), count))
            self.tail = Tail(arrivals, calls)

    def _begin(self) -> None:
        """Take the lock, where that is still to be done."""
        if not self._begun:
            self._begun = True
            self._connection.execute("BEGIN IMMEDIATE")

    def confirm(self) -> None:
        """Make sure that what was supposed is so."""
        if self._supposed is not None:
            supposed, self._supposed = self._supposed, None
            self._begin()
            self._look()
            if (self.head, self.tail) != (supposed.head, supposed.tail):
                raise Overtaken

    def _ask(self, query: str, values: Sequence[object]) -> sqlite3.Cursor:
        self.confirm()
        return self._connection.execute(query, values)

    def commit(self) -> None:
        """Make it durable."""
        self.confirm()
        self._connection.execute("COMMIT")

    def left(self, before: Left | None) -> Left | None:
        """What the next writer may suppose; nothing while there is no ledger."""
        if self._ledger is None:
            return None
        alone = before is not None and before.head == self.head
        return Left(self._ledger, *(self._saved or (self.head, self.tail)), alone)

    def load(self, keys: Iterable[bytes], prefixes: Iterable[bytes]) -> list[tuple[bytes, str]]:
        if self._ledger is None:
            return []
        self.confirm()
        execute, ledger, found = self._connection.execute, self._ledger, []
        chunks, ranges = list(in_chunks(keys)), list(prefixes)
        if len(chunks) == len(ranges) == 1:  # a look at one belief: together they cost less
            (some,), (prefix,) = chunks, ranges
            return execute(
                f"{_AMONG} ({marks(some)}) UNION ALL {_UNDER}",
                (ledger, *some, ledger, prefix, beyond(prefix)),
            ).fetchall()
        for some in chunks:
            found += execute(f"{_AMONG} ({marks(some)})", (ledger, *some)).fetchall()
        for prefix in ranges:
            found += execute(_UNDER, (ledger, prefix, beyond(prefix))).fetchall()
        return found

    def page(self, prefix: bytes, after: bytes, limit: int) -> list[tuple[bytes, str]]:
        return self._ask(
            "SELECT key, value FROM rows WHERE ledger = ? AND key > ? AND key < ?"
            " AND recorded IS NULL ORDER BY key LIMIT ?",
            (self._ledger, after, beyond(prefix), limit),
        ).fetchall()

    def entries(self, subject: bytes | None = None, until: int | None = None) -> Iterator[Entry]:
        first = b"s" if subject is None else entry_key(subject, b"")
        found = self._ask(
            "SELECT key, recorded, value FROM rows WHERE ledger = ? AND key >= ? AND key < ?"
            " AND recorded <= ? ORDER BY recorded, arrival",
            (self._ledger, first, beyond(first), _LATEST if until is None else until),
        )
        return (Entry(key[18:], key[1:17], recorded, body) for key, recorded, body in found)

    def claims(self, ids: Iterable[bytes]) -> dict[bytes, Claim]:
        claims: dict[bytes, Claim] = {}
        for some in in_chunks(ids):
            found = self._ask(
                "SELECT id, family, words FROM claims WHERE ledger = ? AND id IN "  # noqa: S608
                f"({marks(some)})",
                (self._ledger, *some),
            )
            claims.update((id_, (family, words)) for id_, family, words in found)
        return claims

    def known(self, entries: Collection[Entry]) -> set[bytes]:
        found = "SELECT 1 FROM rows WHERE ledger = ? AND key = ?"
        return {
            entry.id
            for entry in entries
            if self._ask(found, (self._ledger, entry_key(entry.subject, entry.id))).fetchone()
        }

    def _own_ledger(self) -> int:
        """The number of this namespace's ledger, which its first write creates."""
        if self._ledger is None:
            # A damaged index must not make a full ledger look empty, and start another one.
            if self._connection.execute(
                "SELECT 1 FROM ledgers NOT INDEXED WHERE namespace = ?", (self._namespace,)
            ).fetchone():
                raise CorruptStore("an index of the file is damaged; restore a backup.")
            self._ledger = self._connection.execute(
                "INSERT INTO ledgers (namespace, count, fingerprint, arrivals)"
                " VALUES (?, 0, ?, 0) RETURNING id",
                (self._namespace, Fingerprint().to_bytes()),
            ).fetchone()[0]
        return self._ledger

    def append(self, entries: Collection[Entry]) -> None:
        self._begin()
        ledger, first = self._own_ledger(), self.tail.arrivals + self._arrived
        rows = [
            (ledger, entry_key(subject, id_), body, recorded, arrival)
            for arrival, (id_, subject, recorded, body) in enumerate(entries, first)
        ]
        rows.sort(key=_KEY)  # which is how pages fill
        self._connection.executemany(APPEND, rows)
        self._arrived += len(rows)

    def forget(self, entries: Collection[Entry]) -> None:
        self.confirm()
        self._connection.executemany(
            "DELETE FROM rows WHERE ledger = ? AND key = ?",
            [(self._ledger, entry_key(entry.subject, entry.id)) for entry in entries],
        )

    def keep(self, claims: Mapping[bytes, Claim]) -> None:
        self._begin()
        ledger = self._own_ledger()
        self._connection.executemany(
            "INSERT OR IGNORE INTO claims VALUES (?, ?, ?, ?)",
            [(ledger, id_, *claim) for id_, claim in sorted(claims.items())],
        )

    def drop(self, claims: Iterable[bytes]) -> None:
        self.confirm()
        self._connection.executemany(
            "DELETE FROM claims WHERE ledger = ? AND id = ?",
            [(self._ledger, id_) for id_ in claims],
        )

    def save(
        self,
        changes: Mapping[bytes, str | None],
        head: Head,
        created: Collection[bytes] = (),  # noqa: ARG002 - a row is a row here
    ) -> None:
        self._begin()
        ledger = self._own_ledger()
        self._save_head(ledger, head, record(self._arrived, changes))
        kept = [(ledger, key, value) for key, value in changes.items() if value is not None]
        if len(kept) < len(changes):
            gone = [(ledger, key) for key, value in changes.items() if value is None]
            self._connection.executemany("DELETE FROM rows WHERE ledger = ? AND key = ?", gone)
        self._connection.executemany(
            "INSERT OR REPLACE INTO rows (ledger, key, value) VALUES (?, ?, ?)", kept
        )

    def copy(self, rows: Mapping[bytes, str]) -> None:
        self._begin()
        ledger = self._own_ledger()
        self._connection.executemany(
            "INSERT INTO rows (ledger, key, value) VALUES (?, ?, ?)",
            [(ledger, *row) for row in rows.items()],
        )

    def conclude(self, head: Head, tail: Tail) -> None:
        self._begin()
        self._write_head(self._own_ledger(), head, tail)

    def _save_head(self, ledger: int, head: Head, news: Record) -> None:
        arrivals, calls = self.tail
        tail = Tail(arrivals + self._arrived, news.text + calls[: news.room])
        self._write_head(ledger, head, tail)

    def _write_head(self, ledger: int, head: Head, tail: Tail) -> None:
        values = (head.newest, head.fingerprint.entries, head.fingerprint.to_bytes(), *tail, ledger)
        if self._supposed is None:
            self._connection.execute(_HEAD, values)
        else:
            seen = self.head
            condition = (seen.newest, self.tail.arrivals, seen.fingerprint.to_bytes())
            if not self._connection.execute(_HEAD_IF, values + condition).rowcount:
                raise Overtaken
            self._supposed = None
        self._saved = head, tail


def in_chunks(items: Iterable[bytes]) -> Iterator[tuple[bytes, ...]]:
    """Split into lists that one statement can take."""
    waiting = iter(items)
    while some := tuple(islice(waiting, _CHUNK)):
        yield some


def marks(items: Collection[bytes]) -> str:
    """The question marks for a list of values."""
    return ",".join("?" * len(items))
