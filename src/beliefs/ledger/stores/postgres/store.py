"""The Postgres store: the same tables in a schema of their own, for many processes at once.

A write locks its namespace's head, looks, and sends everything it changes in one statement, so
that a call costs three or four round trips whatever its size. A process that was the last to write
supposes that it still is: if its call needs to look at nothing, it sends that one statement at
once, on condition that the head is where it left it, and does the work again if not. Bulk goes
another way: entries are on their way while their rows are still worked out, and new rows follow as
one binary COPY.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from beliefs.errors import (
    BeliefsError,
    NewerStore,
    ReadOnlyStore,
    StoreError,
    StoreFull,
    StoreUnavailable,
)
from beliefs.ledger.stores.postgres.driver import Connection, psycopg
from beliefs.ledger.stores.postgres.tables import MIGRATIONS
from beliefs.ledger.stores.postgres.transaction import Left, Overtaken, PostgresTransaction
from beliefs.ledger.stores.postgres.watching import PostgresWatch
from beliefs.ledger.stores.protocol import Snapshot, T, Transaction, Watch

_MIGRATION_LOCK = 0x62656C66
_BUSY_SECONDS = 30
_LONGEST_LINE = 120


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
        self._left: dict[str, Left] = {}
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
                yield PostgresTransaction(connection, namespace, writing=False)
            finally:
                if not within:
                    _roll_back(connection)

    def write(self, namespace: str, work: Callable[[Transaction], T]) -> T:
        with self._lock, self.errors(writing=True):
            left = self._left.pop(namespace, None)
            if left is not None and left.alone:
                try:
                    return self._attempt(namespace, work, left, supposed=left)
                except Overtaken:
                    left = None
            return self._attempt(namespace, work, left)

    def _attempt(
        self,
        namespace: str,
        work: Callable[[Transaction], T],
        left: Left | None,
        *,
        supposed: Left | None = None,
    ) -> T:
        connection = self._connected()
        transaction = PostgresTransaction(connection, namespace, writing=True, supposed=supposed)
        try:
            try:
                done = work(transaction)
            except BeliefsError:
                transaction.confirm()  # a refusal holds only for what is there now
                raise
            transaction.commit()
        except BaseException:
            with suppress(psycopg.Error):  # of what is undone anyway
                transaction.leave()
            _roll_back(connection)
            raise
        if transaction.ledger is not None:
            alone = left is not None and left.head == transaction.head
            self._left[namespace] = Left(transaction.ledger, transaction.left, alone)
        return done

    @contextmanager
    def watch(self, namespace: str) -> Iterator[Watch]:
        watch = PostgresWatch(self.connect, self.errors, namespace)
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
