"""The SQLite store."""

from beliefs.ledger.stores.sqlite.store import APPLICATION_ID, SqliteStore
from beliefs.ledger.stores.sqlite.tables import MIGRATIONS

__all__ = ["APPLICATION_ID", "MIGRATIONS", "SqliteStore"]
