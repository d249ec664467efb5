"""One call on a Postgres ledger: what it looks at, and everything it changes in one statement."""

from __future__ import annotations

import itertools
import select
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack
from typing import Any, NamedTuple

from beliefs.ledger.entries import Entry, Fingerprint
from beliefs.ledger.fold import Claim
from beliefs.ledger.rows import beyond
from beliefs.ledger.stores.postgres.arrays import binary_copy, bytes_array, text_array
from beliefs.ledger.stores.postgres.driver import Connection, psycopg
from beliefs.ledger.stores.postgres.statements import HEAD, LOAD, SAVE
from beliefs.ledger.stores.protocol import Head
from beliefs.ledger.tail import Record, Tail, record

_PART = 5_000
_BULK = 1_000
"""From how many entries on they are sent while a call still works out what follows from them, and
from how many new rows on these take the way for bulk."""
_CURSORS = itertools.count()


class Overtaken(Exception):
    """Somebody else wrote since this process did; the call has to look again."""


class Left(NamedTuple):
    """A namespace as this process left it."""

    ledger: int
    head: Head
    alone: bool
    """Whether nobody wrote between its last two writes: then it may suppose so again."""


class _Pending:
    """What a transaction has collected to write."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.forgotten: list[Entry] = []
        self.claims: dict[bytes, Claim] = {}
        self.dropped: list[bytes] = []
        self.changed: Iterable[bytes] = ()
        self.rows: Mapping[bytes, str | None] = {}
        self.created: Collection[bytes] = ()
        self.head: Head | None = None

    @property
    def adds_only(self) -> bool:
        """Whether one statement can write it all."""
        return self.head is not None and not (
            self.forgotten or self.dropped or None in self.rows.values()
        )

    def __bool__(self) -> bool:
        return bool(
            self.entries
            or self.forgotten
            or self.claims
            or self.dropped
            or self.rows
            or self.head is not None
        )


class PostgresTransaction:
    """A picture of one ledger, and what is to be changed in it."""

    def __init__(
        self,
        connection: Connection,
        namespace: str,
        *,
        writing: bool,
        supposed: Left | None = None,
    ) -> None:
        self._connection = connection
        self._namespace = namespace
        self._writing = writing
        self._supposed = supposed
        self._pending = _Pending()
        self._begun = False
        self._words: dict[bytes, Claim] = {}
        self._ledger: int | None = None
        self._head = Head()
        self._saved: Head | None = None
        self._arrived = 0
        self._ahead: ExitStack | None = None
        if supposed is not None:
            self._ledger, self._head, _ = supposed

    @property
    def head(self) -> Head:
        if not self._begun and self._supposed is None:
            self._begin()
        return self._head

    def _begin(self) -> None:
        """Begin, lock the namespace if it is to be written, and see where it stands."""
        # Without parameters both statements travel together.
        find = HEAD + psycopg.sql.quote(self._namespace)
        if self._writing:
            both = self._connection.execute(f"BEGIN; {find} FOR UPDATE".encode())
        else:
            begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
            both = self._connection.execute(f"{begin}; {find}".encode())
        both.nextset()
        found = both.fetchone()
        if found is None and self._writing:
            self._connection.execute("ROLLBACK")
            self._found()
            self._begin()
            return
        self._begun = True
        if found is not None:
            self._ledger, newest, count, total = found
            self._head = Head(newest, Fingerprint(int.from_bytes(total, "big"), count))
        if self._supposed is not None and self._head != self._supposed.head:
            raise Overtaken

    def _found(self) -> None:
        """Make a ledger for a namespace that has none, unless somebody else just did."""
        self._connection.execute(
            "INSERT INTO beliefs.ledgers (namespace, count, fingerprint)"
            " VALUES (%s, 0, %s) ON CONFLICT (namespace) DO NOTHING",
            (self._namespace, Fingerprint().to_bytes()),
        )

    @property
    def ledger(self) -> int | None:
        """The number of this namespace's ledger; None while there is none."""
        if not self._begun and self._supposed is None:
            self._begin()
        return self._ledger

    @property
    def _number(self) -> int:
        """The number of a ledger that is being written."""
        assert self.ledger is not None
        return self.ledger

    @property
    def left(self) -> Head:
        """Where the ledger stands after what was saved."""
        return self._saved or self._head

    def confirm(self) -> None:
        """Make sure that what was supposed is so."""
        if not self._begun:
            self._begin()

    def _ask(self, query: str, values: Any) -> list[Any]:
        self._catch_up()
        return self._connection.execute(query, values, binary=True).fetchall()

    # Reading

    @property
    def tail(self) -> Tail:
        found = self._ask(
            "SELECT arrivals, tail FROM beliefs.ledgers WHERE id = %s", (self.ledger,)
        )
        return Tail(*found[0]) if found else Tail()

    def load(self, keys: Iterable[bytes], prefixes: Iterable[bytes]) -> list[tuple[bytes, str]]:
        if not self.head.fingerprint.entries:
            return []
        low = list(prefixes)
        # Who looks at what was said of a claim wants its words next; a writer mostly has them.
        said = () if self._writing else {p[1:17] for p in low if p.startswith(b"s")}
        values = {
            "ledger": self.ledger,
            "keys": bytes_array(keys),
            "low": bytes_array(low),
            "high": bytes_array(map(beyond, low)),
            "claims": bytes_array(said),
        }
        rows = []
        for key, value, family in self._ask(LOAD, values):
            if family is None:
                rows.append((key, value))
            else:
                self._words[key] = (family, value)
        return rows

    def page(self, prefix: bytes, after: bytes, limit: int) -> list[tuple[bytes, str]]:
        return self._ask(
            "SELECT key, value FROM beliefs.rows WHERE ledger = %s AND key > %s AND key < %s"
            " ORDER BY key LIMIT %s",
            (self.ledger, after, beyond(prefix), limit),
        )

    def entries(self, subject: bytes | None = None, until: int | None = None) -> Iterator[Entry]:
        values: list[int | bytes | None] = [self.ledger]
        where = "ledger = %s"
        if subject is not None:
            where, values = f"{where} AND subject = %s", [*values, subject]
        if until is not None:
            where, values = f"{where} AND recorded <= %s", [*values, until]
        query = (
            f"SELECT id, subject, recorded, body FROM beliefs.entries WHERE {where}"  # noqa: S608
            " ORDER BY recorded, arrival"
        )
        if subject is None:
            self._catch_up()
            return self._streamed(query, values)
        return (Entry(*columns) for columns in self._ask(query, values))

    def _streamed(self, query: str, values: list[int | bytes | None]) -> Iterator[Entry]:
        """Fetch what may be a whole ledger part by part."""
        with self._connection.cursor(f"entries_{next(_CURSORS)}") as cursor:
            cursor.itersize = _PART
            for columns in cursor.execute(query.encode(), values, binary=True):
                yield Entry(*columns)

    def claims(self, ids: Iterable[bytes]) -> dict[bytes, Claim]:
        asked = dict.fromkeys(ids)
        known = {id_: self._words[id_] for id_ in asked if id_ in self._words}
        missing = [id_ for id_ in asked if id_ not in known]
        if not missing and asked:
            return known
        found = self._ask(
            "SELECT id, family, words FROM beliefs.claims"
            " WHERE ledger = %s AND id = ANY(%s::bytea[])",
            (self.ledger, bytes_array(missing)),
        )
        return {**known, **{id_: (family, words) for id_, family, words in found}}

    def known(self, entries: Collection[Entry]) -> set[bytes]:
        found = self._ask(
            "SELECT e.id FROM unnest(%s::bytea[], %s::bytea[]) AS n (subject, id)"
            " JOIN beliefs.entries e ON e.ledger = %s AND e.subject = n.subject AND e.id = n.id",
            (
                bytes_array(entry.subject for entry in entries),
                bytes_array(entry.id for entry in entries),
                self.ledger,
            ),
        )
        return {id_ for (id_,) in found}

    # Writing: collected, and sent before the next question or the commit

    def append(self, entries: Collection[Entry]) -> None:
        self._pending.entries += entries
        self._arrived += len(entries)
        if len(entries) >= _BULK:
            self._send_ahead()

    def _send_ahead(self) -> None:
        """Let the server store what there is while the call works out the rest."""
        self.confirm()
        if self._ahead is None:
            self._ahead = ExitStack()
            self._ahead.enter_context(self._connection.pipeline())
        self.flush()
        # The driver keeps what the socket does not take at once until it is used again.
        while self._connection.pgconn.flush():
            select.select([], [self._connection], [])

    def leave(self) -> None:
        """Wait for what was sent ahead."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None:
            ahead.close()

    def _catch_up(self) -> None:
        """See to it that the server has all that was said so far."""
        self.confirm()
        self.leave()
        self.flush()

    def forget(self, entries: Collection[Entry]) -> None:
        self._pending.forgotten += entries

    def keep(self, claims: Mapping[bytes, Claim]) -> None:
        self._pending.claims.update(claims)

    def drop(self, claims: Iterable[bytes]) -> None:
        self._pending.dropped += claims

    def save(
        self, changes: Mapping[bytes, str | None], head: Head, created: Collection[bytes] = ()
    ) -> None:
        self._change(changes, created)
        self._pending.head = self._saved = head

    def copy(self, rows: Mapping[bytes, str]) -> None:
        self._change(rows, rows.keys())
        self.flush()

    def _change(self, rows: Mapping[bytes, str | None], created: Collection[bytes]) -> None:
        self._pending.changed = rows
        if len(created) >= _BULK:
            new = [(key, value) for key, value in rows.items() if value and key in created]
            self._catch_up()
            self._send_bulk(new)
            rows = {key: value for key, value in rows.items() if key not in created}
            created = ()
        self._pending.rows, self._pending.created = rows, created

    def _send_bulk(self, rows: Iterable[tuple[bytes, str]]) -> None:
        """Write rows that cannot be there: twice as fast as a statement with so many values."""
        copy = "COPY beliefs.rows (ledger, key, value) FROM STDIN (FORMAT BINARY)"
        with self._connection.cursor() as cursor, cursor.copy(copy) as stream:
            stream.write(binary_copy(self._number, rows))

    def conclude(self, head: Head, tail: Tail) -> None:
        self.flush()
        self._connection.execute(
            "UPDATE beliefs.ledgers SET newest = %s, count = %s, fingerprint = %s, arrivals = %s,"
            " tail = %s WHERE id = %s RETURNING pg_notify('beliefs', namespace)",
            (
                head.newest,
                head.fingerprint.entries,
                head.fingerprint.to_bytes(),
                *tail,
                self.ledger,
            ),
        )
        self._saved = head

    def flush(self) -> None:
        """Send what was collected."""
        if not self._pending:
            return
        pending, self._pending = self._pending, _Pending()
        ledger, execute = self.ledger, self._connection.execute
        gone = [key for key, value in pending.rows.items() if value is None]
        if pending.forgotten:
            execute(
                "DELETE FROM beliefs.entries e USING unnest(%s::bytea[], %s::bytea[])"
                " AS n (subject, id)"
                " WHERE e.ledger = %s AND e.subject = n.subject AND e.id = n.id",
                (
                    bytes_array(entry.subject for entry in pending.forgotten),
                    bytes_array(entry.id for entry in pending.forgotten),
                    ledger,
                ),
            )
        for table, column, keys in (("rows", "key", gone), ("claims", "id", pending.dropped)):
            if keys:
                execute(
                    f"DELETE FROM beliefs.{table} WHERE ledger = %s"  # noqa: S608
                    f" AND {column} = ANY(%s::bytea[])",
                    (ledger, bytes_array(keys)),
                )
        saved = execute(SAVE, self._values(pending))
        if not self._begun and saved.fetchone() is None:
            raise Overtaken

    def _values(self, pending: _Pending) -> dict[str, Any]:
        head = pending.head or self.head
        kept = [(key, value) for key, value in pending.rows.items() if value is not None]
        # Rows that cannot be there are not looked for: inserting is then a good quarter cheaper.
        new = [pair for pair in kept if pair[0] in pending.created]
        if new:
            kept = [pair for pair in kept if pair[0] not in pending.created]
        entries, claims = pending.entries, pending.claims
        # Counted when the call is saved: what is sent before that is only a part of it.
        arrived = self._arrived if pending.head else 0
        news: Record = record(arrived, pending.changed)
        return {
            "namespace": self._namespace,
            "arrived": arrived,
            "tail": news.text,
            "room": news.room,
            "ledger": self.ledger,
            "seen_newest": self._head.newest,
            "seen_count": self._head.fingerprint.entries,
            "seen_fingerprint": self._head.fingerprint.to_bytes(),
            "ids": bytes_array([entry.id for entry in entries]),
            "subjects": bytes_array([entry.subject for entry in entries]),
            "recorded": "{" + ",".join([str(entry.recorded) for entry in entries]) + "}",
            "bodies": text_array([entry.text for entry in entries]),
            "claims": bytes_array(claims),
            "families": text_array([family for family, _ in claims.values()]),
            "words": text_array([words for _, words in claims.values()]),
            "new_keys": bytes_array([key for key, _ in new]),
            "new_values": text_array([value for _, value in new]),
            "keys": bytes_array([key for key, _ in kept]),
            "values": text_array([value for _, value in kept]),
            "newest": head.newest,
            "count": head.fingerprint.entries,
            "fingerprint": head.fingerprint.to_bytes(),
        }

    def commit(self) -> None:
        """Send what was collected, and make it durable."""
        if not self._begun and self._pending.adds_only:
            self.flush()  # a statement of its own is a transaction of its own
            return
        self.confirm()
        if self._pending:
            # Together: the server need not wait for us between the two.
            with self._ahead or self._connection.pipeline():
                self.flush()
                self._connection.execute("COMMIT")
        else:
            self.leave()
            self._connection.execute("COMMIT")
