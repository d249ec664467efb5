"""Connections that never finish asking: uvicorn waits for a request's headers without end.

Its own deadline is for connections that are silent between requests, and a single byte ends it.
"""

from __future__ import annotations

import asyncio
from typing import Any

HEADER_SECONDS = 10.0


def impatient(
    protocol: type[asyncio.Protocol], seconds: float = HEADER_SECONDS
) -> type[asyncio.Protocol]:
    """A protocol of uvicorn that hangs up on whoever takes longer than this to send headers.

    Give it to uvicorn as `http=impatient(AutoHTTPProtocol)`.
    """

    class Impatient(protocol):  # type: ignore[misc,valid-type]
        """Each request has so many seconds from its first byte, and a first one from connecting."""

        _deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._watch()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            self._rest()
            super().connection_lost(exc)

        def _watch(self) -> None:
            # While a request is answered, or a body read, others keep the time.
            if self.cycle is not None and not self.cycle.response_complete:
                self._rest()
            elif self._deadline is None:
                loop = asyncio.get_running_loop()
                self._deadline = loop.call_later(seconds, self._hang_up)

        def _hang_up(self) -> None:
            self._deadline = None
            # A connection that became a WebSocket has another protocol now.
            if self.transport.get_protocol() is self:
                self.transport.close()

        def _rest(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

    return Impatient
