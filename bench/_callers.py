"""Callers of a server: so many connections that stay open, each asking again when it is answered.

Requests are bytes made beforehand and answers are hardly looked at, so that the callers cost little
of what is measured.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import NamedTuple

CALLERS = 50


class Load(NamedTuple):
    """What a round came to: answers a second, and how long each took, in seconds."""

    rate: float
    latencies: list[float]


def request(verb: str, path: str, body: bytes = b"", key: str | None = None) -> bytes:
    """A request as it is sent."""
    lines = [f"{verb} {path} HTTP/1.1", "host: 127.0.0.1", "accept: */*"]
    if key is not None:
        lines.append(f"authorization: Bearer {key}")
    if body:
        lines += ["content-type: application/json", f"content-length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


class Caller(asyncio.Protocol):
    """One connection that asks until the time is over."""

    def __init__(self, asks: Callable[[], bytes], until: float) -> None:
        self._asks = asks
        self._until = until
        self._heard = b""
        self._sent = 0.0
        self._transport: asyncio.Transport | None = None
        self.latencies: list[float] = []
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the first time."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._ask()

    def _ask(self) -> None:
        assert self._transport is not None
        self._sent = time.perf_counter()
        self._transport.write(self._asks())

    def data_received(self, data: bytes) -> None:
        """Take an answer, and ask again."""
        self._heard += data
        head, found, rest = self._heard.partition(b"\r\n\r\n")
        if not found:
            return
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        if len(rest) < length:
            return
        if not head.startswith(b"HTTP/1.1 200"):
            self.done.set_exception(AssertionError(self._heard.decode()))
            return
        self._heard = rest[length:]
        now = time.perf_counter()
        self.latencies.append(now - self._sent)
        if now < self._until:
            self._ask()
        elif not self.done.done():
            self.done.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Say that an answer is missing, unless there is none to wait for."""
        if not self.done.done():
            self.done.set_exception(exc or ConnectionError("the server hung up"))


async def load(port: int, asks: Callable[[], bytes], seconds: float) -> Load:
    """Let all callers ask for some time."""
    loop = asyncio.get_running_loop()
    begun = time.perf_counter()
    made = [
        await loop.create_connection(lambda: Caller(asks, begun + seconds), "127.0.0.1", port)
        for _ in range(CALLERS)
    ]
    await asyncio.gather(*(caller.done for _, caller in made))
    took = time.perf_counter() - begun
    for transport, _ in made:
        transport.close()
    latencies = [one for _, caller in made for one in caller.latencies]
    return Load(len(latencies) / took, latencies)
