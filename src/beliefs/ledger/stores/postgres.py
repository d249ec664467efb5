"""The Postgres store: the same tables in a schema of their own, for many processes at once.

A write locks its namespace's head, looks, and sends everything it changes together with the
commit, so that a call costs two or three round trips whatever its size.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

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
from beliefs.ledger.stores.protocol import Head, Snapshot, Transaction
from beliefs.ledger.stores.sqlite import beyond

try:
    import psycopg
except ImportError as error:  # pragma: no cover
    raise StoreError("Postgres needs its driver: pip install 'beliefs[postgres]'.") from error

Connection = psycopg.Connection[tuple[Any, ...]]

_MIGRATION_LOCK = 0x62656C66


def _first_tables(connection: Connection) -> None:
    """Entries and claims are the ledger; rows are derived from them."""
    connection.execute(
        "CREATE TABLE beliefs.ledgers (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
        " namespace text NOT NULL UNIQUE, newest bigint, count bigint NOT NULL,"
        " fingerprint bytea NOT NULL)"
    )
    connection.execute(
        "CREATE TABLE beliefs.entries (arrival bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
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


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (_first_tables,)

_LOAD = (
    "SELECT key, value FROM beliefs.rows WHERE ledger = %(ledger)s AND key = ANY(%(keys)s)"
    " UNION ALL SELECT r.key, r.value FROM unnest(%(low)s::bytea[], %(high)s::bytea[])"
    " AS p (low, high) JOIN LATERAL (SELECT key, value FROM beliefs.rows"
    " WHERE ledger = %(ledger)s AND key >= p.low AND key < p.high) r ON true"
)
_HEAD = "SELECT id, newest, count, fingerprint FROM beliefs.ledgers WHERE namespace = %s"


class _Transaction:
    def __init__(
        self, connection: Connection, namespace: str, ledgers: dict[str, int], *, writing: bool
    ) -> None:
        self._connection = connection
        self._namespace = namespace
        self._ledgers = ledgers
        self._writing = writing
        self._begun = False
        self._head = Head()
        self._pending: list[tuple[str, Sequence[Any]]] = []

    # Beginning: the first question travels together with BEGIN and the lock.

    def _begin(self, query: str | None = None, values: Any = ()) -> list[tuple[Any, ...]]:
        self._begun = True
        connection = self._connection
        with connection.pipeline():
            if self._writing:
                connection.execute("BEGIN")
                if self._namespace not in self._ledgers:
                    connection.execute(
                        "INSERT INTO beliefs.ledgers (namespace, count, fingerprint)"
                        " VALUES (%s, 0, %s) ON CONFLICT (namespace) DO NOTHING",
                        (self._namespace, Fingerprint().to_bytes()),
                    )
                head = connection.execute(f"{_HEAD} FOR UPDATE", (self._namespace,), binary=True)
            else:
                connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                head = connection.execute(_HEAD, (self._namespace,), binary=True)
            answer = connection.execute(query, values, binary=True) if query else None
            found = head.fetchone()
            rows = answer.fetchall() if answer else []
        if found:
            ledger, newest, count, total = found
            self._head = Head(newest, Fingerprint(int.from_bytes(total, "big"), count))
            if self._ledgers.setdefault(self._namespace, ledger) != ledger:
                # The database was emptied behind our back: what was just loaded is of no ledger.
                self._ledgers[self._namespace] = ledger
                return self._ask(query, {**values, "ledger": ledger}) if query else []
        return rows

    @property
    def _ledger(self) -> int | None:
        return self._ledgers.get(self._namespace)

    @property
    def head(self) -> Head:
        if not self._begun:
            self._begin()
        return self._head

    def _ask(self, query: str, values: Any) -> list[tuple[Any, ...]]:
        if not self._begun:
            self._begin()
        self.flush()
        return self._connection.execute(query, values, binary=True).fetchall()

    # Reading

    def load(self, keys: Iterable[bytes], prefixes: Iterable[bytes]) -> list[tuple[bytes, str]]:
        low = list(prefixes)
        high = [beyond(prefix) for prefix in low]
        values = {"ledger": self._ledger, "keys": list(keys), "low": low, "high": high}
        if not self._begun:
            if self._ledger is not None:
                return self._begin(_LOAD, values)  # type: ignore[return-value]
            self._begin()
            values["ledger"] = self._ledger
        return self._ask(_LOAD, values)  # type: ignore[return-value]

    def page(self, prefix: bytes, after: bytes, limit: int) -> list[tuple[bytes, str]]:
        self._open()
        return self._ask(
            "SELECT key, value FROM beliefs.rows WHERE ledger = %s AND key > %s AND key < %s"
            " ORDER BY key LIMIT %s",
            (self._ledger, after, beyond(prefix), limit),
        )  # type: ignore[return-value]

    def _open(self) -> None:
        if not self._begun:
            self._begin()

    def entries(self, subject: bytes | None = None, until: int | None = None) -> Iterator[Entry]:
        self._open()
        where, values = "ledger = %s", [self._ledger]
        if subject is not None:
            where, values = f"{where} AND subject = %s", [*values, subject]
        if until is not None:
            where, values = f"{where} AND recorded <= %s", [*values, until]
        found = self._ask(
            f"SELECT id, subject, recorded, body FROM beliefs.entries WHERE {where}"  # noqa: S608
            " ORDER BY recorded, arrival",
            values,
        )
        return (Entry(*columns) for columns in found)

    def claims(self, ids: Iterable[bytes]) -> dict[bytes, Claim]:
        self._open()
        found = self._ask(
            "SELECT id, family, words FROM beliefs.claims WHERE ledger = %s AND id = ANY(%s)",
            (self._ledger, list(ids)),
        )
        return {id_: (family, words) for id_, family, words in found}

    def known(self, entries: Collection[Entry]) -> set[bytes]:
        self._open()
        found = self._ask(
            "SELECT e.id FROM unnest(%s::bytea[], %s::bytea[]) AS n (subject, id)"
            " JOIN beliefs.entries e ON e.ledger = %s AND e.subject = n.subject AND e.id = n.id",
            ([e.subject for e in entries], [e.id for e in entries], self._ledger),
        )
        return {id_ for (id_,) in found}

    # Writing: collected, and sent with the commit or before the next question.

    def append(self, entries: Collection[Entry]) -> None:
        self._open()
        if not entries:
            return
        self._pending.append(
            (
                "INSERT INTO beliefs.entries (ledger, id, subject, recorded, body)"
                " SELECT %s, * FROM unnest(%s::bytea[], %s::bytea[], %s::bigint[], %s::text[])",
                (self._ledger, *map(list, zip(*entries, strict=True))),
            )
        )

    def forget(self, entries: Collection[Entry]) -> None:
        self._open()
        self._pending.append(
            (
                "DELETE FROM beliefs.entries e USING unnest(%s::bytea[], %s::bytea[])"
                " AS n (subject, id)"
                " WHERE e.ledger = %s AND e.subject = n.subject AND e.id = n.id",
                ([e.subject for e in entries], [e.id for e in entries], self._ledger),
            )
        )

    def keep(self, claims: Mapping[bytes, Claim]) -> None:
        self._open()
        known = sorted(claims.items())
        self._pending.append(
            (
                "INSERT INTO beliefs.claims SELECT %s, * FROM"
                " unnest(%s::bytea[], %s::text[], %s::text[]) ON CONFLICT DO NOTHING",
                (
                    self._ledger,
                    [id_ for id_, _ in known],
                    [family for _, (family, _) in known],
                    [words for _, (_, words) in known],
                ),
            )
        )

    def drop(self, claims: Iterable[bytes]) -> None:
        self._open()
        self._pending.append(
            (
                "DELETE FROM beliefs.claims WHERE ledger = %s AND id = ANY(%s)",
                (self._ledger, list(claims)),
            )
        )

    def save(self, changes: Mapping[bytes, str | None], head: Head) -> None:
        self._open()
        gone = [key for key, value in changes.items() if value is None]
        if gone:
            self._pending.append(
                (
                    "DELETE FROM beliefs.rows WHERE ledger = %s AND key = ANY(%s)",
                    (self._ledger, gone),
                )
            )
        kept = {key: value for key, value in changes.items() if value is not None}
        if kept:
            self._pending.append(
                (
                    "INSERT INTO beliefs.rows SELECT %s, * FROM unnest(%s::bytea[], %s::text[])"
                    " ON CONFLICT (ledger, key) DO UPDATE SET value = excluded.value",
                    (self._ledger, list(kept), list(kept.values())),
                )
            )
        total = head.fingerprint
        self._pending.append(
            (
                "UPDATE beliefs.ledgers SET newest = %s, count = %s, fingerprint = %s"
                " WHERE id = %s",
                (head.newest, total.count, total.to_bytes(), self._ledger),
            )
        )

    def flush(self) -> None:
        """Send what was collected, in one round trip."""
        if self._pending:
            with self._connection.pipeline():
                self._send()

    def _send(self) -> None:
        for query, values in self._pending:
            self._connection.execute(query, values)
        self._pending.clear()

    def commit(self) -> None:
        """Send what was collected together with the commit."""
        if self._begun:
            with self._connection.pipeline():
                self._send()
                self._connection.execute("COMMIT")


class PostgresStore:
    """Ledgers in a Postgres database, under the schema `beliefs`."""

    def __init__(self, url: str) -> None:
        self.url = re.sub(r"(://[^:/@]*):[^@]*@", r"\1@", url)  # never show a password
        self._conninfo = url
        self._lock = threading.RLock()
        self._closed = False
        self._connection: Connection | None = None
        self._ledgers: dict[str, int] = {}
        with self._errors():
            self._migrate(self._connected())

    def _connected(self) -> Connection:
        """The connection, made anew if it was lost: a lost one never comes back by itself."""
        if self._closed:
            raise StoreError("this store was closed; open it again with Beliefs(...).")
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(self._conninfo, autocommit=True)
        return self._connection

    def _migrate(self, connection: Connection) -> None:
        """Bring the schema to this release's tables, each step once, or refuse it."""
        found = connection.execute("SELECT to_regclass('beliefs.migrations')").fetchone()
        if found and found[0] is not None and self._version(connection) == len(MIGRATIONS):
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
    def _open(self, namespace: str, *, writing: bool) -> Iterator[_Transaction]:
        with self._lock, self._errors():
            connection = self._connected()
            transaction = _Transaction(connection, namespace, self._ledgers, writing=writing)
            try:
                yield transaction
                transaction.commit()
            except BaseException:
                _roll_back(connection)
                raise

    def read(self, namespace: str) -> Any:
        """Open a consistent picture."""
        opened: Any = self._open(namespace, writing=False)
        return opened

    def write(self, namespace: str) -> Any:
        """Open a transaction that holds the namespace's lock."""
        opened: Any = self._open(namespace, writing=True)
        return opened

    def namespaces(self) -> list[str]:
        with self._lock, self._errors():
            found = self._connected().execute(
                "SELECT namespace FROM beliefs.ledgers WHERE newest IS NOT NULL"
                ' ORDER BY namespace COLLATE "C"'
            )
            return [name for (name,) in found]

    def scrub(self) -> None:
        """Rewrite the tables without what was deleted; the server's own log is its keeper's."""
        with self._lock, self._errors():
            self._connected().execute("VACUUM FULL beliefs.entries, beliefs.claims, beliefs.rows")

    def size(self) -> int:
        with self._lock, self._errors():
            found = self._connected().execute(
                "SELECT sum(pg_total_relation_size('beliefs.' || name)) FROM"
                " unnest(ARRAY['ledgers', 'entries', 'claims', 'rows']) AS t (name)"
            )
            row = found.fetchone()
            return int(row[0]) if row else 0

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self._connection is not None:
                self._connection.close()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Say what the server means in one sentence of ours."""
        try:
            yield
        except BeliefsError:
            raise
        except psycopg.Error as error:
            raise self._explain(error) from error

    def _explain(self, error: psycopg.Error) -> StoreError:
        if isinstance(error, psycopg.errors.DiskFull):
            return StoreFull(f"no space left on {self.url}; the write was undone.")
        if isinstance(
            error, psycopg.errors.ReadOnlySqlTransaction | psycopg.errors.InsufficientPrivilege
        ):
            return ReadOnlyStore(f"{self.url} may only be read by this user: {_line(error)}.")
        if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
            return StoreUnavailable(
                f"the connection to {self.url} failed: {_line(error)}; try again, with the same "
                "idempotency key if this was a write."
            )
        return StoreError(f"{self.url}: {_line(error)}.")


def _line(error: psycopg.Error) -> str:
    return str(error).strip().split("\n")[0].rstrip(".")


def _roll_back(connection: Connection) -> None:
    if not connection.closed and connection.info.transaction_status != 0:
        try:
            connection.execute("ROLLBACK")
        except psycopg.Error:
            # A connection that cannot roll back is not used again; the server undoes the rest.
            connection.close()


__all__ = ["MIGRATIONS", "PostgresStore", "Snapshot", "Transaction"]
