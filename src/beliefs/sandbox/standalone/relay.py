"""Carries connections from a socket outside to a port inside, both ways, in one thread.

A server in a network of its own cannot be reached from outside. The judge connects to a Unix
socket; whoever listens on it inside, here, connects to the server's port and passes the bytes on.
"""

from __future__ import annotations

import select
import socket

_CHUNK = 64 * 1024
_FULL = 256 * 1024
SOURCE = "beliefs-from-"
_LOOPBACKS = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))


class _End:
    """One end of a connection, and what waits to be sent to it."""

    def __init__(self, plug: socket.socket, *, inner: bool) -> None:
        self.plug = plug
        self.inner = inner
        self.connecting = inner
        self.waiting = bytearray()
        self.read_all = False
        self.told_all = False
        self.other: _End = self

    def wishes(self) -> int:
        """What to wait for."""
        if self.connecting:
            return select.POLLOUT
        listen = not self.read_all and len(self.other.waiting) < _FULL
        return (select.POLLIN if listen else 0) | (select.POLLOUT if self.waiting else 0)


def _source(name: object) -> str:
    """The loopback address that a connection is to come from, by the name of its other end."""
    told = name.decode(errors="replace") if isinstance(name, bytes) else str(name)
    start, _, rest = told.partition(SOURCE)
    source = rest.partition("-")[0]
    return source if start == "\0" and source.startswith("127.") else ""


class Relay:
    """The connections of one server."""

    def __init__(self, listener: socket.socket, port: int, poll: select.poll) -> None:
        listener.setblocking(False)
        self._listener = listener
        self._port = port
        self._poll = poll
        self._ends: dict[int, _End] = {}
        poll.register(listener, select.POLLIN)

    def take(self, descriptor: int, event: int) -> None:
        """Do what can be done at a descriptor, if it is one of ours."""
        if descriptor == self._listener.fileno():
            self._accept()
        elif end := self._ends.get(descriptor):
            try:
                self._move(end, event)
            except OSError:
                self._drop(end)

    def _accept(self) -> None:
        try:
            plug, name = self._listener.accept()
        except OSError:
            return
        plug.setblocking(False)
        outer = _End(plug, inner=False)
        inner = _End(self._called(0, _source(name)), inner=True)
        outer.other, inner.other = inner, outer
        for end in (outer, inner):
            self._ends[end.plug.fileno()] = end
            self._poll.register(end.plug, end.wishes())

    def _called(self, which: int, source: str = "") -> socket.socket:
        """A socket that is about to be connected: a busy server must not hold up the others."""
        family, host = _LOOPBACKS[which]
        plug = socket.socket(family, socket.SOCK_STREAM)
        plug.setblocking(False)
        if source:
            plug.bind((source, 0))
        plug.connect_ex((host, self._port))
        return plug

    def _move(self, end: _End, event: int) -> None:
        if end.connecting:
            self._connected(end)
            return
        if event & (select.POLLIN | select.POLLHUP | select.POLLERR) and not end.read_all:
            self._read(end)
        if event & select.POLLOUT:
            self._flush(end)
        self._settle(end)

    def _connected(self, end: _End) -> None:
        """It is, or was refused; then the server may listen at the other address."""
        if end.plug.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            if end.plug.family == socket.AF_INET6:
                self._drop(end)
                return
            self._forget(end)
            end.plug.close()
            end.plug = self._called(1)
            self._ends[end.plug.fileno()] = end
        else:
            end.connecting = False
            end.plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._flush(end)
        self._settle(end)

    def _read(self, end: _End) -> None:
        try:
            data = end.plug.recv(_CHUNK)
            if end.inner:
                # Servers that write head and body apart would wait 40 ms for an acknowledgement.
                end.plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        except BlockingIOError:
            return
        if data:
            end.other.waiting += data
            self._flush(end.other)
        else:
            end.read_all = True

    def _flush(self, end: _End) -> None:
        if end.connecting or not end.waiting:
            return
        try:
            sent = end.plug.send(end.waiting)
        except BlockingIOError:
            return
        del end.waiting[:sent]

    def _settle(self, end: _End) -> None:
        """Pass on an end of speech; wait for what is still to come, and for nothing else."""
        for one in (end, end.other):
            if one.other.read_all and not one.waiting and not one.told_all and not one.connecting:
                one.told_all = True
                one.plug.shutdown(socket.SHUT_WR)
        if end.told_all and end.other.told_all:
            self._drop(end)
            return
        for one in (end, end.other):
            if wishes := one.wishes():
                self._ends[one.plug.fileno()] = one
                self._poll.register(one.plug, wishes)
            else:
                self._forget(one)  # a socket that is over would report it without pause

    def _forget(self, end: _End) -> None:
        self._ends.pop(end.plug.fileno(), None)
        try:
            self._poll.unregister(end.plug)
        except KeyError:
            pass

    def _drop(self, end: _End) -> None:
        for one in (end, end.other):
            self._forget(one)
            one.plug.close()
