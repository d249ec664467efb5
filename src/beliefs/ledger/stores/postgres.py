"""The Postgres store: the same tables in a schema of their own, for many processes at once.

A write locks its namespace's head, looks, and sends everything it changes in one statement, so
that a call costs three or four round trips whatever its size. A process that was the last to write
supposes that it still is: if its call needs to look at nothing, it sends that one statement at
once, on condition that the head is where it left it, and does the work again if not.
"""

from __future__ import annotations

import itertools
import math
import re
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from beliefs.errors import (
    BeliefsError,
    NewerStore,
    ReadOnlyStore,
    StoreError,
    StoreFull,
    StoreUnavailable,
)
from beliefs.ledger.entries import Entry, Fingerprint
from beliefs.ledger.fold import Claim
from beliefs.ledger.rows import beyond
from beliefs.ledger.stores.protocol import Head, Snapshot, T, Transaction, Watch
from beliefs.ledger.tail import Record, Tail, record

try:
    import psycopg
except ImportError as error:  # pragma: no cover
    raise StoreError("Postgres needs its driver: pip install 'beliefs[postgres]'.") from error

Connection = psycopg.Connection[tuple[Any, ...]]

_MIGRATION_LOCK = 0x62656C66
_BUSY_SECONDS = 30
_LONGEST_LINE = 120
_PART = 5_000
_CURSORS = itertools.count()
_QUIET_SECONDS = 5.0
"""How long a watch believes that nothing happens because it hears nothing."""
_WATCHED_SECONDS = 60
"""How long writers tell of their writes, after somebody asked for it."""


def _first_tables(connection: Connection) -> None:
    """Entries and claims are the ledger; rows are derived from them."""
    connection.execute(
        "CREATE TABLE beliefs.ledgers (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
        " namespace text NOT NULL UNIQUE, newest bigint, count bigint NOT NULL,"
        " fingerprint bytea NOT NULL)"
    )
    connection.execute(
        "CREATE TABLE beliefs.entries (arrival bigint GENERATED ALWAYS AS IDENTITY,"
        " ledger bigint NOT NULL, subject bytea NOT NULL, id bytea NOT NULL,"
        " recorded bigint NOT NULL, body text NOT NULL)"
    )
    connection.execute(
        "CREATE UNIQUE INDEX entries_subject ON beliefs.entries (ledger, subject, id)"
    )
    connection.execute(
        "CREATE TABLE beliefs.claims (ledger bigint NOT NULL, id bytea NOT NULL,"
        " family text NOT NULL, words text NOT NULL, PRIMARY KEY (ledger, id))"
    )
    connection.execute(
        "CREATE TABLE beliefs.rows (ledger bigint NOT NULL, key bytea NOT NULL,"
        " value text NOT NULL, PRIMARY KEY (ledger, key))"
    )
    # Samples of these columns would keep words in the server's statistics after an erasure.
    for column in (
        "entries ALTER body",
        "claims ALTER words",
        "rows ALTER key",
        "rows ALTER value",
    ):
        connection.execute(f"ALTER TABLE beliefs.{column} SET STATISTICS 0")


def _tail_of_a_ledger(connection: Connection) -> None:
    """What the last calls changed goes beside the head, which every call rewrites anyway."""
    connection.execute(
        "ALTER TABLE beliefs.ledgers ADD COLUMN arrivals bigint NOT NULL DEFAULT 0,"
        " ADD COLUMN tail bytea NOT NULL DEFAULT ''"
    )
    connection.execute("UPDATE beliefs.ledgers SET arrivals = count")


def _who_listens(connection: Connection) -> None:
    """Until when writers tell of their writes, because somebody asked for it."""
    connection.execute(
        "ALTER TABLE beliefs.ledgers ADD COLUMN watched timestamptz NOT NULL DEFAULT '-infinity'"
    )


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (
    _first_tables,
    _tail_of_a_ledger,
    _who_listens,
)

_HEAD = "SELECT id, newest, count, fingerprint FROM beliefs.ledgers WHERE namespace = "
_LOAD = (
    "SELECT key, value, NULL FROM beliefs.rows WHERE ledger = %(ledger)s"
    " AND key = ANY(%(keys)s::bytea[])"
    " UNION ALL SELECT r.key, r.value, NULL FROM unnest(%(low)s::bytea[], %(high)s::bytea[])"
    " AS p (low, high) JOIN LATERAL (SELECT key, value FROM beliefs.rows"
    " WHERE ledger = %(ledger)s AND key >= p.low AND key < p.high OFFSET 0) r ON true"
    " UNION ALL SELECT id, words, family FROM beliefs.claims WHERE ledger = %(ledger)s"
    " AND id = ANY(%(claims)s::bytea[])"
)
"""Rows, and the words of claims, of which alone the last column is not null.

OFFSET 0 keeps each range to itself: the server would else plan to read the whole ledger once and
look for the ranges in it, as long as nobody has told it how much that is."""
# Everything a call writes, in one statement: one round trip, planned once. Nothing is written
# unless the head is the one that the call has seen. Commits that tell of themselves wait for each
# other, on the whole server, so that is done only where somebody listens.
_SAVE = (
    "WITH h AS (UPDATE beliefs.ledgers SET newest = %(newest)s, count = %(count)s,"
    " fingerprint = %(fingerprint)s, arrivals = arrivals + %(arrived)s,"
    " tail = %(tail)s::bytea || substr(tail, 1, %(room)s) WHERE id = %(ledger)s"
    " AND newest IS NOT DISTINCT FROM %(seen_newest)s::bigint"
    " AND count = %(seen_count)s AND fingerprint = %(seen_fingerprint)s"
    " RETURNING id, watched),"
    " e AS (INSERT INTO beliefs.entries (ledger, id, subject, recorded, body)"
    " SELECT h.id, n.* FROM h, unnest(%(ids)s::bytea[], %(subjects)s::bytea[],"
    " %(recorded)s::bigint[], %(bodies)s::text[]) n),"
    " c AS (INSERT INTO beliefs.claims SELECT h.id, n.* FROM h,"
    " unnest(%(claims)s::bytea[], %(families)s::text[], %(words)s::text[]) n"
    " ON CONFLICT DO NOTHING),"
    " f AS (INSERT INTO beliefs.rows SELECT h.id, n.* FROM h,"
    " unnest(%(new_keys)s::bytea[], %(new_values)s::text[]) n),"
    " r AS (INSERT INTO beliefs.rows SELECT h.id, n.* FROM h,"
    " unnest(%(keys)s::bytea[], %(values)s::text[]) n"
    " ON CONFLICT (ledger, key) DO UPDATE SET value = excluded.value)"
    " SELECT told FROM h LEFT JOIN LATERAL"
    " (SELECT pg_notify('beliefs', %(namespace)s)::text WHERE h.watched > now()) t (told) ON true"
)


# A writer is not waited for: it is asked again in a moment.
_WATCH = (
    "UPDATE beliefs.ledgers SET watched = now() + make_interval(secs => %s) WHERE id ="
    " (SELECT id FROM beliefs.ledgers WHERE namespace = %s FOR UPDATE SKIP LOCKED)"
)


class _Overtaken(Exception):
    """Somebody else wrote since this process did; the call has to look again."""


class _Left(NamedTuple):
    """A namespace as this process left it."""

    ledger: int
    head: Head
    alone: bool
    """Whether nobody wrote between its last two writes: then it may suppose so again."""


def bytes_array(items: Iterable[bytes]) -> str:
    """A bytea[] as Postgres reads it; the driver's own arrays take ten times as long to write."""
    hexes = [item.hex() for item in items]
    return '{"\\\\x' + '","\\\\x'.join(hexes) + '"}' if hexes else "{}"


def text_array(items: Iterable[str]) -> str:
    """A text[] as Postgres reads it."""
    escaped = [item.replace("\\", "\\\\").replace('"', '\\"') for item in items]
    return '{"' + '","'.join(escaped) + '"}' if escaped else "{}"


class _Pending:
    """What a transaction has collected to write."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.forgotten: list[Entry] = []
        self.claims: dict[bytes, Claim] = {}
        self.dropped: list[bytes] = []
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


class _Transaction:
    def __init__(
        self,
        connection: Connection,
        namespace: str,
        *,
        writing: bool,
        supposed: _Left | None = None,
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
        find = _HEAD + psycopg.sql.quote(self._namespace)
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
            raise _Overtaken

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
    def left(self) -> Head:
        """Where the ledger stands after what was saved."""
        return self._saved or self._head

    def confirm(self) -> None:
        """Make sure that what was supposed is so."""
        if not self._begun:
            self._begin()

    def _ask(self, query: str, values: Any) -> list[Any]:
        self.confirm()
        self.flush()
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
        for key, value, family in self._ask(_LOAD, values):
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
            self.confirm()
            self.flush()
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

    def forget(self, entries: Collection[Entry]) -> None:
        self._pending.forgotten += entries

    def keep(self, claims: Mapping[bytes, Claim]) -> None:
        self._pending.claims.update(claims)

    def drop(self, claims: Iterable[bytes]) -> None:
        self._pending.dropped += claims

    def save(
        self, changes: Mapping[bytes, str | None], head: Head, created: Collection[bytes] = ()
    ) -> None:
        self._pending.rows, self._pending.head = changes, head
        self._pending.created = created
        self._saved = head

    def copy(self, rows: Mapping[bytes, str]) -> None:
        self._pending.rows, self._pending.created = rows, rows.keys()
        self.flush()

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
        saved = execute(_SAVE, self._values(pending))
        if not self._begun and saved.fetchone() is None:
            raise _Overtaken

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
        news: Record = record(arrived, pending.rows)
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
            with self._connection.pipeline():
                self.flush()
                self._connection.execute("COMMIT")
        else:
            self._connection.execute("COMMIT")


class _Watch:
    """Listens on a connection of its own, made anew when it is lost.

    Writers are asked to tell of their writes, again and again. As long as that is not possible,
    since the ledger is yet to be made or may only be read here, every wait ends with a look.
    """

    def __init__(self, store: PostgresStore, namespace: str) -> None:
        self._store = store
        self._namespace = namespace
        self._connection: Connection | None = None
        self._asked = self._looked = -math.inf

    def wait(self, seconds: float) -> bool:
        with self._store.errors():
            try:
                moved = self._hears(seconds)
            except psycopg.Error:
                self.close()
                raise
        # Not every pooler passes on what the server says, and a dead line is silent as well.
        moved |= time.monotonic() - self._looked > _QUIET_SECONDS
        if moved:
            self._looked = time.monotonic()
        return moved

    def _hears(self, seconds: float) -> bool:
        if self._connection is None or self._connection.closed:
            self._connection = self._store.connect()
            self._connection.execute("LISTEN beliefs")
        age = time.monotonic() - self._asked
        if age > _WATCHED_SECONDS / 3 and self._ask(self._connection):
            self._asked = time.monotonic()
            if age > _WATCHED_SECONDS / 2:
                return True  # whatever was said before
        heard = self._connection.notifies(timeout=seconds, stop_after=1)
        told = any(said.payload == self._namespace for said in heard)
        return told or age > _WATCHED_SECONDS / 2

    def _ask(self, connection: Connection) -> bool:
        try:
            asked = connection.execute(_WATCH, (_WATCHED_SECONDS, self._namespace))
        except (psycopg.errors.InsufficientPrivilege, psycopg.errors.ReadOnlySqlTransaction):
            return False
        return asked.rowcount > 0

    def close(self) -> None:
        self._asked = -math.inf
        if self._connection is not None:
            self._connection.close()


class PostgresStore:
    """Ledgers in a Postgres database, under the schema `beliefs`."""

    def __init__(self, url: str, *, migrate: bool = True) -> None:
        """Open a database; without `migrate` only to look at its version."""
        self.url = _without_passwords(url)
        self._secrets = _passwords(url)
        self._conninfo = url
        self._lock = threading.RLock()
        self.closed = False
        self._connection: Connection | None = None
        self._left: dict[str, _Left] = {}
        with self.errors():
            try:
                connection = self._connected()
                if migrate:
                    self._migrate(connection)
            except BaseException:
                self.close()
                raise

    def _connected(self) -> Connection:
        """The connection, made anew if it was lost: a lost one never comes back by itself."""
        if self.closed:
            raise StoreError("this store was closed; open it again with Beliefs(...).")
        if self._connection is None or self._connection.closed:
            self._connection = self.connect()
            # Nobody waits for ever, unless the URL says so.
            self._connection.execute(
                "SELECT set_config('lock_timeout', %s, false)"
                " WHERE current_setting('lock_timeout') = '0'",
                (f"{_BUSY_SECONDS}s",),
            )
        return self._connection

    def connect(self) -> Connection:
        """Make a connection of one's own."""
        # UTF-8 whatever the environment says: other encodings do not hold every text.
        return psycopg.connect(self._conninfo, autocommit=True, client_encoding="UTF8")

    def version(self) -> int:
        """How many steps its tables have come; 0 if there are none."""
        with self._lock, self.errors():
            connection = self._connected()
            found = connection.execute("SELECT to_regclass('beliefs.migrations')").fetchone()
            return self._version(connection) if found and found[0] is not None else 0

    def _migrate(self, connection: Connection) -> None:
        """Bring the schema to this release's tables, each step once, or refuse it."""
        if self.version() == len(MIGRATIONS):
            return
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATION_LOCK,))
            connection.execute("CREATE SCHEMA IF NOT EXISTS beliefs")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS beliefs.migrations"
                " (number integer PRIMARY KEY, name text NOT NULL)"
            )
            version = self._version(connection)
            if version > len(MIGRATIONS):
                raise NewerStore(
                    f"{self.url} was written by a newer release (tables {version}, "
                    f"known here {len(MIGRATIONS)}); update the package."
                )
            for number, migrate in enumerate(MIGRATIONS[version:], version + 1):
                migrate(connection)
                connection.execute(
                    "INSERT INTO beliefs.migrations VALUES (%s, %s)",
                    (number, migrate.__name__.strip("_")),
                )

    @staticmethod
    def _version(connection: Connection) -> int:
        found = connection.execute("SELECT max(number) FROM beliefs.migrations").fetchone()
        return (found[0] if found else 0) or 0

    @contextmanager
    def read(self, namespace: str) -> Iterator[Snapshot]:
        with self._lock, self.errors():
            connection = self._connected()
            # A read within a read, in the same thread, sees the same picture.
            within = connection.info.transaction_status != 0
            try:
                yield _Transaction(connection, namespace, writing=False)
            finally:
                if not within:
                    _roll_back(connection)

    def write(self, namespace: str, work: Callable[[Transaction], T]) -> T:
        with self._lock, self.errors(writing=True):
            left = self._left.pop(namespace, None)
            if left is not None and left.alone:
                try:
                    return self._attempt(namespace, work, left, supposed=left)
                except _Overtaken:
                    left = None
            return self._attempt(namespace, work, left)

    def _attempt(
        self,
        namespace: str,
        work: Callable[[Transaction], T],
        left: _Left | None,
        *,
        supposed: _Left | None = None,
    ) -> T:
        connection = self._connected()
        transaction = _Transaction(connection, namespace, writing=True, supposed=supposed)
        try:
            try:
                done = work(transaction)
            except BeliefsError:
                transaction.confirm()  # a refusal holds only for what is there now
                raise
            transaction.commit()
        except BaseException:
            _roll_back(connection)
            raise
        if transaction.ledger is not None:
            alone = left is not None and left.head == transaction.head
            self._left[namespace] = _Left(transaction.ledger, transaction.left, alone)
        return done

    @contextmanager
    def watch(self, namespace: str) -> Iterator[Watch]:
        watch = _Watch(self, namespace)
        try:
            yield watch
        finally:
            watch.close()

    def namespaces(self) -> list[str]:
        with self._lock, self.errors():
            found = self._connected().execute(
                "SELECT namespace FROM beliefs.ledgers WHERE newest IS NOT NULL"
                ' ORDER BY namespace COLLATE "C"'
            )
            return [name for (name,) in found]

    def scrub(self) -> None:
        """Rewrite the tables without what was deleted; the server's own log is its keeper's."""
        with self._lock, self.errors():
            connection, warnings = self._connected(), []

            def note(said: psycopg.errors.Diagnostic) -> None:
                if said.severity_nonlocalized == "WARNING":
                    warnings.append(said.message_primary)

            connection.add_notice_handler(note)
            try:
                connection.execute("VACUUM FULL beliefs.entries, beliefs.claims, beliefs.rows")
            finally:
                connection.remove_notice_handler(note)
            if warnings:
                raise ReadOnlyStore(
                    "the words are deleted, but this user may not rewrite the tables on disk; "
                    "run the erasure again as their owner."
                )

    def problems(self) -> list[str]:
        return []  # the server keeps watch over its own pages

    def size(self) -> int:
        with self._lock, self.errors():
            found = self._connected().execute(
                "SELECT sum(pg_total_relation_size('beliefs.' || name)) FROM"
                " unnest(ARRAY['ledgers', 'entries', 'claims', 'rows']) AS t (name)"
            )
            row = found.fetchone()
            return int(row[0]) if row else 0

    def close(self) -> None:
        with self._lock:
            self.closed = True
            if self._connection is not None:
                self._connection.close()

    @contextmanager
    def errors(self, *, writing: bool = False) -> Iterator[None]:
        """Say what the server means in one sentence of ours."""
        try:
            yield
        except BeliefsError:
            raise
        except psycopg.Error as error:
            told = any(secret in str(error) for secret in self._secrets)
            raise self._explain(error, writing=writing) from None if told else error

    def _explain(self, error: psycopg.Error, *, writing: bool) -> StoreError:
        if isinstance(error, psycopg.errors.DiskFull):
            return StoreFull(
                f"no space left on {self.url}, nothing was written; free some, try again."
            )
        if isinstance(error, psycopg.errors.ReadOnlySqlTransaction):
            return ReadOnlyStore(f"{self.url} may only be read now; write to its primary instead.")
        if isinstance(error, psycopg.errors.InsufficientPrivilege):
            return ReadOnlyStore(
                f"{self.url}: {_line(error, self._secrets)}; grant this user what it needs."
            )
        if isinstance(error, psycopg.errors.LockNotAvailable):
            return StoreUnavailable(f"{self.url} stayed locked by another writer; try again.")
        if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
            advice = "try again with the same idempotency key" if writing else "check the server"
            return StoreUnavailable(
                f"the connection to {self.url} failed: {_line(error, self._secrets)}; {advice}."
            )
        return StoreError(
            f"{self.url}: {_line(error, self._secrets)}; check it with belief doctor."
        )


def _line(error: psycopg.Error, secrets: Sequence[str]) -> str:
    line = str(error).strip().split("\n")[0].rstrip(".")
    for secret in secrets:
        line = line.replace(secret, "…")
    return line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…"


def _without_passwords(url: str) -> str:
    """A URL as it may be shown."""
    shown = re.sub(r"(://[^:/@]*):.*@", r"\1@", url)
    return re.sub(r"([?&][^=&]*password[^=&]*=)[^&]*", r"\1…", shown, flags=re.IGNORECASE)


def _passwords(url: str) -> list[str]:
    """What must not be shown of a URL, in whole and in the parts that it may be misread as."""
    found = re.findall(r"://[^:/@]*:(.*)@", url)
    found += re.findall(r"[?&][^=&]*password[^=&]*=([^&]*)", url, flags=re.IGNORECASE)
    return [part for secret in found for part in (secret, *secret.split("@")) if part]


def _roll_back(connection: Connection) -> None:
    if not connection.closed and connection.info.transaction_status != 0:
        try:
            connection.execute("ROLLBACK")
        except psycopg.Error:
            # A connection that cannot roll back is not used again; the server undoes the rest.
            connection.close()
