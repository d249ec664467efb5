"""The driver, which only this store needs."""

from __future__ import annotations

from typing import Any

from beliefs.errors import StoreError

try:
    import psycopg
except ImportError as error:  # pragma: no cover
    raise StoreError("Postgres needs its driver: pip install 'beliefs[postgres]'.") from error

__all__ = ["Connection", "psycopg"]

Connection = psycopg.Connection[tuple[Any, ...]]
