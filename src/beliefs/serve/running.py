"""Running a server: on one address, until it is told to stop, and then in good order."""

from __future__ import annotations

import logging
import socket
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from beliefs.errors import StoreUnavailable
from beliefs.serve.addresses import Addresses
from beliefs.serve.bodies import Bodies
from beliefs.serve.connections import impatient
from beliefs.serve.origins import Origins
from beliefs.serve.watching import Watching

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.types import ASGIApp

    from beliefs.serve.rates import Rate

_GRACE_SECONDS = 10


class Server(uvicorn.Server):
    """A server that lets its listeners go before it closes."""

    def __init__(
        self, app: FastAPI, *, loopback_only: bool = False, per_address: Rate | None = None
    ) -> None:
        guarded: ASGIApp = Bodies(Origins(app, loopback_only=loopback_only))
        if per_address is not None:
            guarded = Addresses(guarded, per_address)
        config = uvicorn.Config(
            # Outermost, so that what is refused on the way is counted and logged as well.
            Watching(guarded, app.state.metrics),
            http=impatient(AutoHTTPProtocol),
            proxy_headers=False,  # anybody could name any address in them
            log_config=None,
            access_log=False,
            server_header=False,
            lifespan="on",
            ws="none",
            timeout_graceful_shutdown=_GRACE_SECONDS,
        )
        super().__init__(config)
        self._live = app.state.live

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more requests, end what goes on, finish the rest."""
        self._live.close()
        await super().shutdown(sockets)


def bound(host: str, port: int) -> socket.socket:
    """Take an address; with port 0, a free one.

    >>> with bound("127.0.0.1", 0) as taken:
    ...     taken.getsockname()[0]
    '127.0.0.1'
    """
    taken = None
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # Named as TCP: otherwise asyncio lets each answer wait for more.
        taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(place)
    except OSError as error:
        if taken is not None:
            taken.close()
        raise StoreUnavailable(
            f"cannot listen on {host}:{port}: {error.strerror}; choose another --host or --port."
        ) from None
    return taken


def log_lines() -> None:
    """Write each request as a line of JSON to stderr, and warnings beside them."""
    handler: Any = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(message)s"))
    logger = logging.getLogger("beliefs.serve")
    logger.handlers = [handler]
    logger.setLevel(logging.INFO)
    logger.propagate = False
