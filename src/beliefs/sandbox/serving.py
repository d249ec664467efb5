"""Starting a server in the sandbox and reaching it from outside."""

from __future__ import annotations

import contextlib
import os
import socket
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beliefs.errors import NeverServed
from beliefs.sandbox.finished import Finished
from beliefs.sandbox.hearing import Heard
from beliefs.sandbox.launch import Launched, launched
from beliefs.sandbox.level import Level
from beliefs.sandbox.limits import Limits
from beliefs.sandbox.probing import best
from beliefs.sandbox.room import Room
from beliefs.sandbox.standalone.relay import SOURCE

if TYPE_CHECKING:
    import httpx

_DEFAULT = Limits(wall=600.0, cpu=300.0)
_BACKLOG = 128
_NUMBERS = count()  # no two sockets have one name


class Served:
    """A server that runs, until it is stopped."""

    def __init__(
        self, one: Launched, heard: Heard, level: Level, url: str, door: str | None
    ) -> None:
        self.level = level
        self.url = url
        """Where it is, as it sees itself: use it with `socket` if there is one."""
        self.socket = door
        """The path of the Unix socket that leads to it, where it has a network of its own."""
        self._one = one
        self._heard = heard
        self._finished: Finished | None = None
        # Output is taken in all the time, or a server that says much would wait for its reader.
        self._listener = threading.Thread(target=heard.listen, args=(None,), daemon=True)
        self._listener.start()

    @property
    def running(self) -> bool:
        """Whether it has not ended."""
        return self._listener.is_alive()

    def ended(self, within: float) -> bool:
        """Whether it ends by itself in so many seconds."""
        self._listener.join(within)
        return not self.running

    def client(self, **options: Any) -> httpx.Client:
        """A new httpx.Client for it; options go to the client."""
        import httpx

        transport = httpx.HTTPTransport(uds=self.socket) if self.socket else httpx.HTTPTransport()
        return httpx.Client(**{"base_url": self.url, "transport": transport, **options})

    def async_client(self, **options: Any) -> httpx.AsyncClient:
        """A new httpx.AsyncClient for it; options go to the client."""
        import httpx

        transport = httpx.AsyncHTTPTransport(uds=self.socket)
        return httpx.AsyncClient(**{"base_url": self.url, "transport": transport, **options})

    def connect(self, timeout: float = 5.0, source: str = "") -> socket.socket:
        """A bare connection to it, for whoever speaks something else than httpx.

        `source` is the loopback address that it comes from, as the server sees it; where it has a
        network of its own, the one who passes the bytes on takes that address.
        """
        if self.socket:
            plug = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            plug.settimeout(timeout)
            try:
                if source:
                    plug.bind(f"\0{SOURCE}{source}-{os.getpid()}-{next(_NUMBERS)}")
                plug.connect(self.socket)
            except OSError:
                plug.close()
                raise
            return plug
        host, _, port = self.url.removeprefix("http://").partition(":")
        place = (source, 0) if source else None
        return socket.create_connection((host, int(port)), timeout, place)

    def stop(self, grace: float = 5.0) -> Finished:
        """Ask it to end, as an operating system would, and kill what is left after a while."""
        if self._finished is None:
            self._one.order(b"T")
            self._listener.join(grace)
            self.kill()
        assert self._finished is not None
        return self._finished

    def kill(self) -> Finished:
        """End it at once, as a power cut would."""
        if self._finished is None:
            self._one.dismiss()
            self._listener.join()
            self._finished = self._heard.finished(self.level)
        return self._finished

    def output(self) -> tuple[str, str]:
        """What it has written so far: stdout and stderr."""
        out, err = (bytes(self._heard.output[name]) for name in ("stdout", "stderr"))
        return out.decode(errors="replace"), err.decode(errors="replace")


@contextlib.contextmanager
def start(
    argv: Sequence[str | os.PathLike[str]],
    room: Room,
    *,
    limits: Limits = _DEFAULT,
    level: Level | None = None,
    port: int = 8000,
    within: float = 15.0,
) -> Iterator[Served]:
    """Start a server; at the end of the block it is stopped and nothing of it is left.

    It finds HOST and PORT in its environment, and is ready when it listens there. At the bubblewrap
    level PORT is the one asked for, in a network of its own; at others the machine's network is
    shared, another free port is taken, and nothing else can be listened on.

    >>> command = ["sh", "-c", "exec python3 -m http.server --bind $HOST $PORT"]
    >>> with start(command, Room()) as server, server.client() as http:
    ...     http.get("/").status_code
    200

    Raises:
        NeverServed: It ended, or did not listen in time; `.finished` says how it ended.
        SandboxError: The sandbox failed, not the server.
    """
    level = level or best()
    with contextlib.ExitStack() as stack:
        door, listener = None, None
        if level is Level.BUBBLEWRAP:
            # Its folder is this user's alone, and not in the room.
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="beliefs-"))
            door = str(Path(folder, "door"))
            outside = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
            outside.bind(door)
            outside.listen(_BACKLOG)
            listener = outside.fileno()
        else:
            port = _free_port()
        one = stack.enter_context(launched(argv, room, limits, level, port=port, listener=listener))
        if door:
            outside.close()
        heard = Heard(one, limits)
        heard.listen(until=time.monotonic() + within)
        if not heard.ready:
            one.dismiss()
            heard.listen(until=None)
            finished = heard.finished(level)
            raise NeverServed(_why(finished, port, within), finished)
        server = Served(one, heard, level, f"http://127.0.0.1:{port}", door)
        try:
            yield server
        finally:
            server.stop()


def _why(finished: Finished, port: int, within: float) -> str:
    told = (finished.err or finished.out).strip().splitlines()
    last = f" Its last words: {told[-1]}" if told else ""
    if finished.reason == "stopped":
        return f"the server did not listen on port {port} within {within:g} s.{last}"
    return f"the server ended ({finished.reason}, exit {finished.exit}) before it listened.{last}"


def _free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as taken:
        taken.bind(("127.0.0.1", 0))
        number: int = taken.getsockname()[1]
        return number
