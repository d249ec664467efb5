"""A real uvicorn server in a thread, and raw sockets to try it with."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from beliefs.serve.connections import HEADER_SECONDS, impatient

if TYPE_CHECKING:
    from starlette.types import ASGIApp


class Said(NamedTuple):
    """What came back until the server hung up, or said enough."""

    status: int
    headers: dict[str, str]
    body: str


class Wire:
    """One connection, byte by byte."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=10)

    def send(self, *parts: str | bytes) -> Wire:
        for part in parts:
            self._socket.sendall(part.encode("latin-1") if isinstance(part, str) else part)
        return self

    def read(self) -> Said:
        """One answer, with the length that it announces."""
        file = self._socket.makefile("rb")
        status = int(file.readline().split()[1])
        headers: dict[str, str] = {}
        while line := file.readline().strip():
            name, _, value = line.decode("latin-1").partition(":")
            headers[name.lower()] = value.strip()
        body = file.read(int(headers.get("content-length", 0))).decode()
        return Said(status, headers, body)

    def hung_up(self) -> bool:
        """Whether the server closes without another word; waits as long as a socket waits."""
        try:
            return self._socket.recv(1) == b""
        except ConnectionResetError:
            return True

    def close(self) -> None:
        self._socket.close()


@contextmanager
def serving(
    app: ASGIApp, *, header_seconds: float = HEADER_SECONDS, **options: Any
) -> Iterator[Callable[[], Wire]]:
    """A server on a free port of this machine; what it yields opens connections to it."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    started = threading.Event()

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            started.set()

    config = uvicorn.Config(
        app,
        http=impatient(AutoHTTPProtocol, header_seconds),
        lifespan="off",
        log_config=None,
        timeout_graceful_shutdown=1,
        **{"ws": "none", **options},
    )
    server = Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    opened: list[Wire] = []

    def connect() -> Wire:
        opened.append(Wire(port))
        return opened[-1]

    try:
        assert started.wait(10)
        yield connect
    finally:
        for wire in opened:
            wire.close()
        server.should_exit = True
        thread.join(20)
        listening.close()
