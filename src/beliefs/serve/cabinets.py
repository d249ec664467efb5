"""Where a keyring is kept: a SQLite file that only its owner may read, or a Postgres database.

Both take the same statements, written for Postgres; the few words in which SQLite differs are
changed on the way. Each call stands alone: what one loses, the next one makes anew.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import quote

from beliefs.errors import CorruptStore, ReadOnlyStore, StoreError, StoreUnavailable

if TYPE_CHECKING:
    from beliefs.ledger.stores.postgres import Connection

_BUSY_SECONDS = 5.0
_LOCK = 0x62656C6B  # "belk": whoever makes the tables holds it

Statement = tuple[str, tuple[object, ...]]
Rows = list[tuple[Any, ...]]


class Cabinet(Protocol):
    """What a keyring needs of a database."""

    def ask(self, query: str, values: tuple[object, ...] = ()) -> Rows:
        """Return what is found."""

    def write(self, *statements: Statement) -> None:
        """Carry out all of them, or none."""

    def close(self) -> None:
        """Let go of it."""


class SqliteCabinet:
    """A file of its own, beside the data.

    It is opened anew for each call, which are few: a file that was replaced, as by restoring a
    copy, is seen at once, and one that was deleted is missed rather than read on.
    """

    def __init__(self, path: Path, tables: tuple[str, ...]) -> None:
        self._path = path
        _own_only(path)
        self.write(*((table, ()) for table in tables))

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        try:
            # Not made here: a file that SQLite makes is open to others.
            where = f"file:{quote(str(self._path))}?mode=rw"
            connection = sqlite3.connect(
                where, uri=True, timeout=_BUSY_SECONDS, isolation_level=None
            )
            try:
                yield connection
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise self._explained(error) from error

    def ask(self, query: str, values: tuple[object, ...] = ()) -> Rows:
        with self._opened() as connection:
            return connection.execute(_as_sqlite(query), values).fetchall()

    def write(self, *statements: Statement) -> None:
        with self._opened() as connection:
            connection.execute("BEGIN IMMEDIATE")
            for query, values in statements:
                connection.execute(_as_sqlite(query), values)
            connection.execute("COMMIT")  # what did not get here is undone by closing

    def close(self) -> None:
        pass

    def _explained(self, error: sqlite3.Error) -> StoreError:
        told = f"the keys in {self._path} cannot be used: {error}"
        match (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF:
            case sqlite3.SQLITE_READONLY:
                return ReadOnlyStore(f"{told}; allow writing to the file and its folder.")
            case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
                return CorruptStore(f"{told}; restore a copy, or delete it and make new keys.")
            case _:
                return StoreUnavailable(f"{told}; check the file and try again.")


def _as_sqlite(query: str) -> str:
    return query.replace("beliefs.", "").replace("%s", "?")


def _own_only(path: Path) -> None:
    """Make the file so that nobody else may read it, or refuse one that others may read.

    It is not just closed: who could read it could sign tokens, which its owner should know.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        mode = stat.S_IMODE(path.stat().st_mode)
    except OSError as error:
        raise StoreUnavailable(
            f"cannot open the keys in {path}: {error.strerror}; check BELIEFS_HOME."
        ) from None
    if os.name == "posix" and mode & 0o077:
        raise StoreError(
            f"others on this machine may read the keys in {path} (mode {mode:04o}): close it with "
            f"chmod 600 {path}, and make new keys if somebody may have."
        )


class PostgresCabinet:
    """Tables beside the ledger's, shared by all workers."""

    def __init__(self, url: str, tables: tuple[str, ...], last: str = "signings") -> None:
        """Open a database; all tables are there if the last of them is."""
        from beliefs.ledger.stores.postgres import PostgresStore

        self._lock = threading.Lock()
        # It makes the schema, knows how to connect, and says errors without the URL's password;
        # its own connection is not needed.
        self._store = PostgresStore(url)
        self._store.close()
        self._connection: Connection | None = None
        try:
            ((found,),) = self.ask("SELECT to_regclass(%s)", (f"beliefs.{last}",))
            if found is None:
                lock = f"SELECT pg_advisory_xact_lock({_LOCK})"
                self.write((lock, ()), *((table, ()) for table in tables))
        except BaseException:
            self.close()
            raise

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        with self._lock, self._store.errors():
            if self._connection is None or self._connection.closed:
                self._connection = self._store.connect()
            yield self._connection

    def ask(self, query: str, values: tuple[object, ...] = ()) -> Rows:
        with self._connected() as connection:
            return connection.execute(query.encode(), values).fetchall()

    def write(self, *statements: Statement) -> None:
        with self._connected() as connection, connection.transaction():
            for query, values in statements:
                connection.execute(query.encode(), values)

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
