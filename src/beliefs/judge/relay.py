"""A door on 127.0.0.1 to a service that only bare connections lead to.

Tools that speak HTTP over TCP and nothing else can then be pointed at a service in a network of its
own. Whoever comes in is passed through, byte by byte, and nothing is looked at.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

_PIECE = 1 << 16


@contextmanager
def relayed(connect: Callable[[], socket.socket]) -> Iterator[str]:
    """The address at which the service can be reached until the block ends."""
    passing: list[Thread] = []
    guests: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as door:
        welcoming = Thread(target=_welcome, args=(door, connect, passing, guests), daemon=True)
        welcoming.start()
        try:
            yield f"http://127.0.0.1:{door.getsockname()[1]}"
        finally:
            # Closing alone does not wake whoever waits at the door.
            _shut(door)
            welcoming.join()
            for guest in guests:
                _shut(guest)
            for each in passing:
                each.join()


def _welcome(
    door: socket.socket,
    connect: Callable[[], socket.socket],
    passing: list[Thread],
    guests: list[socket.socket],
) -> None:
    while True:
        try:
            guest, _ = door.accept()
        except OSError:
            return  # closed
        guests.append(guest)
        passing.append(Thread(target=_between, args=(guest, connect), daemon=True))
        passing[-1].start()


def _between(guest: socket.socket, connect: Callable[[], socket.socket]) -> None:
    with guest, contextlib.suppress(OSError), connect() as host:
        host.settimeout(None)
        back = Thread(target=_pass_on, args=(host, guest), daemon=True)
        back.start()
        _pass_on(guest, host)
        back.join()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while piece := one.recv(_PIECE):
            other.sendall(piece)
    # Whoever has no more to say says so to the other side, which then ends too.
    _shut(other)


def _shut(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
