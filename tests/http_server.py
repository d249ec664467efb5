"""A real server on a free port of this machine, in a thread of the tests' own process."""

from __future__ import annotations

import socket
import threading
import time
from typing import TYPE_CHECKING, Self

import uvicorn

if TYPE_CHECKING:
    from starlette.types import ASGIApp

_PATIENCE_SECONDS = 10


class HttpServer:
    """Serves an application until it is closed."""

    def __init__(self, app: ASGIApp, port: int = 0) -> None:
        # Named as TCP: otherwise asyncio lets each answer wait for more.
        self._socket = socket.socket(proto=socket.IPPROTO_TCP)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind(("127.0.0.1", port))
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        config = uvicorn.Config(
            app, log_config=None, lifespan="off", timeout_graceful_shutdown=1, ws="none"
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True
        )
        self._thread.start()
        until = time.monotonic() + _PATIENCE_SECONDS
        while not self._server.started:
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.005)

    def close(self) -> None:
        """Stop serving; whoever listens is cut off."""
        self._server.should_exit = True
        self._thread.join(_PATIENCE_SECONDS)
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
