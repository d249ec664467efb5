"""Noticing the writes of others."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

_GLANCE_SECONDS = 0.02
"""How often a watch looks; SQLite tells nobody of a write, but looking is cheap."""


class SqliteWatch:
    """Asks a connection of its own, which sees the commits of all others, also in this process."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        errors: Callable[[], AbstractContextManager[None]],
        closed: Callable[[], bool],
    ) -> None:
        self._errors = errors
        self._closed = closed
        self._connection = connection
        self._seen = self._version()

    def _version(self) -> int:
        # All rows are fetched, so no statement stays open: a watch holds nobody up.
        ((version,),) = self._connection.execute("PRAGMA data_version").fetchall()
        return int(version)

    def wait(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        with self._errors():
            while not self._closed():
                version = self._version()
                if version != self._seen:
                    self._seen = version
                    return True
                left = until - time.monotonic()
                if left <= 0:
                    return False
                time.sleep(min(left, _GLANCE_SECONDS))
        return True
