"""Carries connections from a socket outside to a port inside, both ways, in one thread.

A server in a network of its own cannot be reached from outside. The judge connects to a Unix
socket; whoever listens on it inside, here, connects to the server's port and passes the bytes on.
"""

from __future__ import annotations

import select
import socket

_CHUNK = 64 * 1024
_FULL = 256 * 1024
_LOOPBACKS = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))


class _End:
    """One end of a connection, and what waits to be sent to it."""

    def __init__(self, plug: socket.socket, *, inner: bool) -> None:
        plug.setblocking(False)
        self.plug = plug
        self.inner = inner
        self.waiting = bytearray()
        self.read_all = False
        self.told_all = False
        self.other: _End = self

    def wishes(self) -> int:
        """What to wait for."""
        listen = not self.read_all and len(self.other.waiting) < _FULL
        return (select.POLLIN if listen else 0) | (select.POLLOUT if self.waiting else 0)


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
            outer, _ = self._listener.accept()
        except OSError:
            return
        inner = self._connected()
        if inner is None:
            outer.close()
            return
        one, two = _End(outer, inner=False), _End(inner, inner=True)
        one.other, two.other = two, one
        for end in (one, two):
            self._ends[end.plug.fileno()] = end
            self._poll.register(end.plug, end.wishes())

    def _connected(self) -> socket.socket | None:
        for family, host in _LOOPBACKS:
            plug = None
            try:
                plug = socket.socket(family, socket.SOCK_STREAM)
                plug.settimeout(5)
                plug.connect((host, self._port))
                plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            except OSError:
                if plug is not None:
                    plug.close()
            else:
                return plug
        return None

    def _move(self, end: _End, event: int) -> None:
        if event & (select.POLLIN | select.POLLHUP | select.POLLERR) and not end.read_all:
            self._read(end)
        if event & select.POLLOUT:
            self._flush(end)
        if end.plug.fileno() in self._ends:
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
        try:
            sent = end.plug.send(end.waiting) if end.waiting else 0
        except BlockingIOError:
            return
        del end.waiting[:sent]

    def _settle(self, end: _End) -> None:
        for one in (end, end.other):
            if one.other.read_all and not one.waiting and not one.told_all:
                one.told_all = True
                one.plug.shutdown(socket.SHUT_WR)
        if end.told_all and end.other.told_all:
            self._drop(end)
            return
        for one in (end, end.other):
            if wishes := one.wishes():
                self._poll.register(one.plug, wishes)
            else:
                # Not even its end is asked for: a closed socket would report it without pause.
                self._forget(one)

    def _forget(self, end: _End) -> None:
        try:
            self._poll.unregister(end.plug)
        except KeyError:
            pass

    def _drop(self, end: _End) -> None:
        for one in (end, end.other):
            self._ends.pop(one.plug.fileno(), None)
            self._forget(one)
            one.plug.close()
