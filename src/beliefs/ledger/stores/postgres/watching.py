"""Hearing of the writes of others."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from beliefs.ledger.stores.postgres.driver import Connection, psycopg

_QUIET_SECONDS = 5.0
"""How long a watch believes that nothing happens because it hears nothing."""
_WATCHED_SECONDS = 60
"""How long writers tell of their writes, after somebody asked for it."""

# A writer is not waited for: it is asked again in a moment.
_WATCH = (
    "UPDATE beliefs.ledgers SET watched = now() + make_interval(secs => %s) WHERE id ="
    " (SELECT id FROM beliefs.ledgers WHERE namespace = %s FOR UPDATE SKIP LOCKED)"
)


class PostgresWatch:
    """Listens on a connection of its own, made anew when it is lost.

    Writers are asked to tell of their writes, again and again. As long as that is not possible,
    since the ledger is yet to be made or may only be read here, every wait ends with a look.
    """

    def __init__(
        self,
        connect: Callable[[], Connection],
        errors: Callable[[], AbstractContextManager[None]],
        namespace: str,
    ) -> None:
        self._connect = connect
        self._errors = errors
        self._namespace = namespace
        self._connection: Connection | None = None
        self._asked = self._looked = -math.inf

    def wait(self, seconds: float) -> bool:
        with self._errors():
            try:
                moved = self._hears(seconds)
            except psycopg.Error:
                self.close()
                raise
        # Not every pooler passes on what the server says, and a dead line is silent as well.
        moved |= time.monotonic() - self._looked > _QUIET_SECONDS
        if moved:
            self._looked = time.monotonic()
        return moved

    def _hears(self, seconds: float) -> bool:
        if self._connection is None or self._connection.closed:
            self._connection = self._connect()
            self._connection.execute("LISTEN beliefs")
        age = time.monotonic() - self._asked
        if age > _WATCHED_SECONDS / 3 and self._ask(self._connection):
            self._asked = time.monotonic()
            if age > _WATCHED_SECONDS / 2:
                return True  # whatever was said before
        heard = self._connection.notifies(timeout=seconds, stop_after=1)
        told = any(said.payload == self._namespace for said in heard)
        return told or age > _WATCHED_SECONDS / 2

    def _ask(self, connection: Connection) -> bool:
        try:
            asked = connection.execute(_WATCH, (_WATCHED_SECONDS, self._namespace))
        except (psycopg.errors.InsufficientPrivilege, psycopg.errors.ReadOnlySqlTransaction):
            return False
        return asked.rowcount > 0

    def close(self) -> None:
        self._asked = -math.inf
        if self._connection is not None:
            self._connection.close()
