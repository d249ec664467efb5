"""The tables, as numbered steps, and where an entry stands among the rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

APPEND = "INSERT INTO rows (ledger, key, value, recorded, arrival) VALUES (?, ?, ?, ?, ?)"


def entry_key(subject: bytes, id_: bytes) -> bytes:
    """Where an entry stands: after the subtotals of its subject, whose layers are UTF-8."""
    return b"s" + subject + b"\xff" + id_


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
        APPEND,
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
