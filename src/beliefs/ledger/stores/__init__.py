"""Where a ledger is kept: in memory, in a SQLite file, or in Postgres, behind one protocol."""

from __future__ import annotations

from beliefs.errors import InvalidInput
from beliefs.ledger.stores.protocol import Store


def open_store(url: str) -> Store:
    """Open the store that a URL or a path names.

    >>> open_store(":memory:").url
    ':memory:'
    """
    # Each store is imported when it is asked for: Postgres brings a driver, memory needs nothing.
    if url in (":memory:", "memory:"):
        from beliefs.ledger.stores.memory import MemoryStore

        return MemoryStore()
    if url.startswith(("postgresql://", "postgres://")):
        from beliefs.ledger.stores.postgres import PostgresStore

        return PostgresStore(url)
    scheme, separator, path = url.partition("://")
    if not separator:
        path = url
    elif scheme != "sqlite":
        raise InvalidInput(
            f"cannot open {scheme}://…; use a path, ':memory:', 'sqlite:///path' or 'postgresql://…'."
        )
    else:
        path = path.removeprefix("/")
    if not path:
        raise InvalidInput(
            "a SQLite URL needs a path: sqlite:///beliefs.db or sqlite:////abs/path."
        )
    from beliefs.ledger.stores.sqlite import SqliteStore

    return SqliteStore(path)
