"""The SQLite store: one file, write-ahead log, every commit on disk before it is acknowledged."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from beliefs.errors import (
    BeliefsError,
    CorruptStore,
    NewerStore,
    ReadOnlyStore,
    StoreError,
    StoreFull,
    StoreUnavailable,
    shown,
)
from beliefs.ledger.stores.protocol import Snapshot, T, Transaction, Watch
from beliefs.ledger.stores.sqlite.tables import MIGRATIONS
from beliefs.ledger.stores.sqlite.transaction import Left, Overtaken, SqliteTransaction
from beliefs.ledger.stores.sqlite.watching import SqliteWatch

APPLICATION_ID = 0x62656C66  # "belf": tells our files from other SQLite databases
_BUSY_SECONDS = 30.0


class SqliteStore:
    """Ledgers in a file. One connection, one writer at a time; other processes wait their turn."""

    def __init__(self, path: str) -> None:
        self.url = f"sqlite:///{path}"
        self.path = path
        self._lock = threading.RLock()
        self._left: dict[str, Left] = {}
        self.closed = False
        with self.errors():
            self._connection = self._connect()
            try:
                self._migrate()
            except BaseException:
                self._connection.close()
                raise

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA synchronous = FULL")
        # At most 64 MiB, so that a batch of tens of thousands is written out once, at its end.
        connection.execute("PRAGMA cache_size = -65536")
        return connection

    def _migrate(self) -> None:
        """Bring the file to this release's tables, each step once, or refuse it."""
        connection = self._connection
        connection.execute("BEGIN")  # one picture, also while another process migrates
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (owner,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        connection.execute("ROLLBACK")
        if version == len(MIGRATIONS) and owner == APPLICATION_ID:
            return
        if owner == APPLICATION_ID and version > len(MIGRATIONS):
            raise NewerStore(
                f"{self.path} was written by a newer release (tables {version}, "
                f"known here {len(MIGRATIONS)}); update the package."
            )
        if owner != APPLICATION_ID and tables:
            raise CorruptStore(f"{self.path} is a database of something else; choose another file.")
        self._use_write_ahead_log()
        connection.execute("BEGIN IMMEDIATE")
        try:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT)"
            )
            for number, migrate in enumerate(MIGRATIONS[version:], version + 1):
                migrate(connection)
                name = migrate.__name__.strip("_")
                connection.execute("INSERT INTO migrations VALUES (?, ?)", (number, name))
            connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
            connection.execute("COMMIT")
        except BaseException:
            _roll_back(connection)
            raise

    def _use_write_ahead_log(self) -> None:
        """Switch the log on; SQLite does not wait by itself when another process does the same."""
        patience = time.monotonic() + _BUSY_SECONDS
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > patience:
                    raise
                time.sleep(0.01)
            else:
                return

    @contextmanager
    def read(self, namespace: str) -> Iterator[Snapshot]:
        with self._lock:  # what `errors` does is written out here: this is the hot path
            self._check_open()
            try:
                if self._connection.in_transaction:
                    # A read within a read, in the same thread, sees the same picture.
                    yield SqliteTransaction(self._connection, namespace)
                    return
                self._connection.execute("BEGIN")
                try:
                    yield SqliteTransaction(self._connection, namespace)
                finally:
                    _roll_back(self._connection)
            except (sqlite3.Error, UnicodeDecodeError) as error:
                raise self._explain(error) from error

    def write(self, namespace: str, work: Callable[[Transaction], T]) -> T:
        with self._lock:  # what `errors` does is written out here: this is the hot path
            self._check_open()
            left = self._left.pop(namespace, None)
            try:
                if left is not None and left.alone:
                    try:
                        return self._attempt(namespace, work, left, supposed=left)
                    except Overtaken:
                        left = None
                return self._attempt(namespace, work, left)
            except (sqlite3.Error, UnicodeDecodeError) as error:
                raise self._explain(error) from error

    def _attempt(
        self,
        namespace: str,
        work: Callable[[Transaction], T],
        left: Left | None,
        *,
        supposed: Left | None = None,
    ) -> T:
        connection = self._connection
        try:
            if supposed is None:
                connection.execute("BEGIN IMMEDIATE")
            transaction = SqliteTransaction(connection, namespace, supposed)
            try:
                done = work(transaction)
            except BeliefsError:
                transaction.confirm()  # a refusal holds only for what is there now
                raise
            transaction.commit()
        except BaseException:
            _roll_back(connection)
            raise
        if (leaves := transaction.left(left)) is not None:
            self._left[namespace] = leaves
        return done

    @contextmanager
    def watch(self, namespace: str) -> Iterator[Watch]:  # noqa: ARG002 - a file has one version
        with self.errors():
            self._check_open()
            connection = sqlite3.connect(
                self.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
        try:
            with self.errors():
                watch = SqliteWatch(connection, self.errors, lambda: self.closed)
            yield watch
        finally:
            connection.close()

    def _check_open(self) -> None:
        if self.closed:
            raise StoreError(f"{self.path} was closed; open it again with Beliefs(...).")

    def namespaces(self) -> list[str]:
        with self._lock, self.errors():
            self._check_open()
            found = self._connection.execute("SELECT namespace FROM ledgers ORDER BY namespace")
            return [name for (name,) in found]

    def scrub(self) -> None:
        """Rewrite the file without its free pages, and empty the write-ahead log."""
        with self._lock, self.errors():
            self._check_open()
            self._connection.execute("VACUUM")
            (busy, _, _) = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                raise StoreUnavailable(
                    "the words are deleted, but another process is reading the old log; "
                    "run the erasure again when it is done."
                )

    def problems(self) -> list[str]:
        with self._lock, self.errors():
            self._check_open()
            found = self._connection.execute("PRAGMA integrity_check(20)").fetchall()
            return [problem for (problem,) in found if problem != "ok"]

    def size(self) -> int:
        with self._lock:
            files = [Path(self.path + suffix) for suffix in ("", "-wal")]
            return sum(file.stat().st_size for file in files if file.exists())

    def close(self) -> None:
        with self._lock:
            if not self.closed:
                self.closed = True
                self._connection.close()

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Say what SQLite means in one sentence of ours."""
        try:
            yield
        except BeliefsError:
            raise
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._explain(error) from error

    def _explain(self, error: sqlite3.Error | UnicodeDecodeError) -> StoreError:
        code = getattr(error, "sqlite_errorcode", None) or 0
        match code & 0xFF:
            case sqlite3.SQLITE_FULL:
                return StoreFull(
                    f"no space left for {self.path}, nothing was written; free some and try again."
                )
            case sqlite3.SQLITE_READONLY:
                return ReadOnlyStore(f"{self.path} may only be read; check its permissions.")
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                return StoreUnavailable(
                    f"{self.path} stayed locked for {_BUSY_SECONDS:.0f} seconds; try again."
                )
            case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
                return CorruptStore(
                    f"{self.path} is damaged or no database; restore a backup or use another file."
                )
            case sqlite3.SQLITE_CANTOPEN:
                return StoreUnavailable(
                    f"cannot open {self.path}; check that its folder exists, and your permissions."
                )
            case sqlite3.SQLITE_IOERR:
                return StoreUnavailable(
                    f"cannot read or write {self.path}, nothing was written; check the disk."
                )
        if "decode" in str(error):
            return CorruptStore(f"{self.path} holds text that is damaged; restore a backup.")
        return StoreError(f"{self.path}: {shown(str(error))}; check the file with belief doctor.")


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")
