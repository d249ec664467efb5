"""A real server on a free port of this machine, in a thread of the tests' own process."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Self

from beliefs.serve.running import Server, bound

if TYPE_CHECKING:
    from fastapi import FastAPI

    from beliefs.serve.rates import Rate

_PATIENCE_SECONDS = 10


class HttpServer:
    """Serves an application until it is closed."""

    def __init__(self, app: FastAPI, port: int = 0, *, per_address: Rate | None = None) -> None:
        self._socket = bound("127.0.0.1", port)
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._server = Server(app, per_address=per_address)
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
