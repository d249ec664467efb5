"""Running a server: on one address, until it is told to stop, and then in good order."""

from __future__ import annotations

import logging
import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

import uvicorn

from beliefs.errors import InvalidInput, StoreUnavailable, shown

if TYPE_CHECKING:
    from fastapi import FastAPI

_GRACE_SECONDS = 10


class Server(uvicorn.Server):
    """A server that lets its listeners go before it closes."""

    def __init__(self, app: FastAPI) -> None:
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            lifespan="off",
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
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # Named as TCP: otherwise asyncio lets each answer wait for more.
        taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(address)
    except OSError as error:
        raise StoreUnavailable(
            f"cannot listen on {host}:{port}: {error.strerror}; choose another --host or --port."
        ) from None
    return taken


def refuse_open(host: str, *, guarded: bool) -> None:
    """Refuse an address that others can reach, unless somebody guards it."""
    if guarded:
        return
    try:
        local = host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        local = False
    if not local:
        raise InvalidInput(
            f"{shown(host)} can be reached by others, and there are no keys; "
            "make one first, or use 127.0.0.1."
        )


def log_lines() -> None:
    """Write each request as a line of JSON to stderr, and warnings beside them."""
    handler: Any = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(message)s"))
    logger = logging.getLogger("beliefs.serve")
    logger.handlers = [handler]
    logger.setLevel(logging.INFO)
    logger.propagate = False
