"""The tables, as numbered steps."""

from __future__ import annotations

from collections.abc import Callable

from beliefs.ledger.stores.postgres.driver import Connection


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
