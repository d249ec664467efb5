"""The Postgres store."""

from beliefs.ledger.stores.postgres.driver import Connection
from beliefs.ledger.stores.postgres.store import PostgresStore
from beliefs.ledger.stores.postgres.tables import MIGRATIONS

__all__ = ["MIGRATIONS", "Connection", "PostgresStore"]
