"""The SQLite store: one file, write-ahead log, every commit on disk before it is acknowledged."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

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
from beliefs.ledger.entries import Entry, Fingerprint
from beliefs.ledger.fold import Claim
from beliefs.ledger.rows import beyond
from beliefs.ledger.stores.protocol import Head, Snapshot, T, Transaction, Watch
from beliefs.ledger.tail import Record, Tail, record

APPLICATION_ID = 0x62656C66  # "belf": tells our files from other SQLite databases
_BUSY_SECONDS = 30.0
_GLANCE_SECONDS = 0.02
"""How often a watch looks; SQLite tells nobody of a write, but looking is cheap."""
_KEY = itemgetter(1)
_CHUNK = 500
_LATEST = (1 << 63) - 1


def _first_tables(connection: sqlite3.Connection) -> None:
    """Entries and claims are the ledger; rows are derived from them."""
    connection.execute(
        "CREATE TABLE ledgers (id INTEGER PRIMARY KEY, namespace TEXT NOT NULL UNIQUE,"
        " newest INTEGER, count INTEGER NOT NULL, fingerprint BLOB NOT NULL,"
        " arrivals INTEGER NOT NULL)"
    )
    connection.execute(
        "CREATE TABLE entries (ledger INTEGER NOT NULL, subject BLOB NOT NULL, id BLOB NOT NULL,"
        " recorded INTEGER NOT NULL, arrival INTEGER NOT NULL, body TEXT NOT NULL,"
        " PRIMARY KEY (ledger, subject, id)) WITHOUT ROWID"
    )
    connection.execute(
        "CREATE TABLE claims (ledger INTEGER NOT NULL, id BLOB NOT NULL, family TEXT NOT NULL,"
        " words TEXT NOT NULL, PRIMARY KEY (ledger, id)) WITHOUT ROWID"
    )
    connection.execute(
        "CREATE TABLE rows (ledger INTEGER NOT NULL, key BLOB NOT NULL, value TEXT NOT NULL,"
        " PRIMARY KEY (ledger, key)) WITHOUT ROWID"
    )


def _entries_beside_their_subtotals(connection: sqlite3.Connection) -> None:
    """A claim's entries move to where its subtotals are, so that a write touches a page less."""
    connection.execute("ALTER TABLE rows ADD COLUMN recorded INTEGER")
    connection.execute("ALTER TABLE rows ADD COLUMN arrival INTEGER")
    columns = "ledger, subject, id, body, recorded, arrival"
    moved = connection.execute(f"SELECT {columns} FROM entries")  # noqa: S608
    connection.executemany(
        _APPEND,
        ((ledger, entry_key(subject, id_), *rest) for ledger, subject, id_, *rest in moved),
    )
    connection.execute("DROP TABLE entries")


def _tail_of_a_ledger(connection: sqlite3.Connection) -> None:
    """What the last calls changed goes beside the head, which every call rewrites anyway."""
    connection.execute("ALTER TABLE ledgers ADD COLUMN tail BLOB NOT NULL DEFAULT x''")


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _first_tables,
    _entries_beside_their_subtotals,
    _tail_of_a_ledger,
)

_AMONG = "SELECT key, value FROM rows WHERE ledger = ? AND key IN"
_UNDER = (
    "SELECT key, value FROM rows WHERE ledger = ? AND key >= ? AND key < ? AND recorded IS NULL"
)
_HEAD = (
    "UPDATE ledgers SET newest = ?, count = ?, fingerprint = ?, arrivals = ?, tail = ? WHERE id = ?"
)
_HEAD_IF = f"{_HEAD} AND newest IS ? AND arrivals = ? AND fingerprint = ?"
_APPEND = "INSERT INTO rows (ledger, key, value, recorded, arrival) VALUES (?, ?, ?, ?, ?)"


def entry_key(subject: bytes, id_: bytes) -> bytes:
    """Where an entry stands: after the subtotals of its subject, whose layers are UTF-8."""
    return b"s" + subject + b"\xff" + id_


class _Overtaken(Exception):
    """Somebody else wrote since."""


class _Left(NamedTuple):
    """A namespace as this process left it."""

    ledger: int
    head: Head
    tail: Tail
    alone: bool
    """Whether nobody wrote between its last two writes: then it may suppose so again."""


class _Transaction:
    """One namespace as it stands, or as it is supposed to.

    A writer that was the last to write works on what it left, and takes the lock when it has
    something to write: its head is saved on condition that nobody else wrote. If it has to read,
    it looks first.
    """

    def __init__(
        self, connection: sqlite3.Connection, namespace: str, supposed: _Left | None = None
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
                raise _Overtaken

    def _ask(self, query: str, values: Sequence[object]) -> sqlite3.Cursor:
        self.confirm()
        return self._connection.execute(query, values)

    def commit(self) -> None:
        """Make it durable."""
        self.confirm()
        self._connection.execute("COMMIT")

    def left(self, before: _Left | None) -> _Left | None:
        """What the next writer may suppose; nothing while there is no ledger."""
        if self._ledger is None:
            return None
        alone = before is not None and before.head == self.head
        return _Left(self._ledger, *(self._saved or (self.head, self.tail)), alone)

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
        self._connection.executemany(_APPEND, rows)
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
                raise _Overtaken
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


class _Watch:
    """Asks a connection of its own, which sees the commits of all others, also in this process."""

    def __init__(self, store: SqliteStore, connection: sqlite3.Connection) -> None:
        self._store = store
        self._connection = connection
        self._seen = self._version()

    def _version(self) -> int:
        # All rows are fetched, so no statement stays open: a watch holds nobody up.
        ((version,),) = self._connection.execute("PRAGMA data_version").fetchall()
        return int(version)

    def wait(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        with self._store.errors():
            while not self._store.closed:
                version = self._version()
                if version != self._seen:
                    self._seen = version
                    return True
                left = until - time.monotonic()
                if left <= 0:
                    return False
                time.sleep(min(left, _GLANCE_SECONDS))
        return True


class SqliteStore:
    """Ledgers in a file. One connection, one writer at a time; other processes wait their turn."""

    def __init__(self, path: str) -> None:
        self.url = f"sqlite:///{path}"
        self.path = path
        self._lock = threading.RLock()
        self._left: dict[str, _Left] = {}
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
                    yield _Transaction(self._connection, namespace)
                    return
                self._connection.execute("BEGIN")
                try:
                    yield _Transaction(self._connection, namespace)
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
                    except _Overtaken:
                        left = None
                return self._attempt(namespace, work, left)
            except (sqlite3.Error, UnicodeDecodeError) as error:
                raise self._explain(error) from error

    def _attempt(
        self,
        namespace: str,
        work: Callable[[Transaction], T],
        left: _Left | None,
        *,
        supposed: _Left | None = None,
    ) -> T:
        connection = self._connection
        try:
            if supposed is None:
                connection.execute("BEGIN IMMEDIATE")
            transaction = _Transaction(connection, namespace, supposed)
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
                watch = _Watch(self, connection)
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
