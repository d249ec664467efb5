"""Which tables a store has: looked at without opening it, since opening brings them up to date."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from beliefs.errors import CorruptStore, InvalidInput


class Tables(NamedTuple):
    """How far the tables of a store have come."""

    version: int
    """The number of the last step that was made; 0 if there are none yet."""
    steps: tuple[str, ...]
    """The names of all steps that this release knows, the first one first."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The steps that are still to be made."""
        return self.steps[self.version :]


def tables_of(url: str) -> Tables:
    """Look at the tables of a SQLite file or a Postgres database; nothing is changed.

    >>> tables_of("nowhere.db").version
    0
    """
    if url.startswith(("postgresql://", "postgres://")):
        return _of_postgres(url)
    scheme, separator, path = url.partition("://")
    path = path.removeprefix("/") if separator else url
    if (separator and scheme != "sqlite") or path in ("", ":memory:", "memory:"):
        raise InvalidInput(
            "only a SQLite file or a postgresql://… has tables; give one as --store."
        )
    return _of_sqlite(path)


def _of_sqlite(path: str) -> Tables:
    import sqlite3
    from urllib.parse import quote

    from beliefs.ledger.stores.sqlite import APPLICATION_ID, MIGRATIONS

    if not Path(path).exists():
        return Tables(0, _named(MIGRATIONS))
    try:
        look = sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True)
        try:
            (version,) = look.execute("PRAGMA user_version").fetchone()
            (owner,) = look.execute("PRAGMA application_id").fetchone()
        finally:
            look.close()
    except sqlite3.Error:
        raise CorruptStore(f"{path} is damaged or no database; restore a backup.") from None
    if owner not in (0, APPLICATION_ID):
        raise CorruptStore(f"{path} is a database of something else; choose another file.")
    return Tables(version if owner else 0, _named(MIGRATIONS))


def _of_postgres(url: str) -> Tables:
    from beliefs.ledger.stores.postgres import MIGRATIONS, PostgresStore

    store = PostgresStore(url, migrate=False)
    try:
        return Tables(store.version(), _named(MIGRATIONS))
    finally:
        store.close()


def _named(migrations: Sequence[object]) -> tuple[str, ...]:
    return tuple(str(getattr(one, "__name__", "")).strip("_") for one in migrations)
