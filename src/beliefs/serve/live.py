"""Live changes as server-sent events, to many at once.

One thread follows a ledger for a scope, however many listen. Each listener has its own place in
what was last told and goes at its own pace; one that falls too far behind is told that anything may
have changed, and goes on from there. An event's id is where a listener that was cut off resumes.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator
from contextlib import suppress

from beliefs.errors import BeliefsError
from beliefs.mind.beliefs import Beliefs
from beliefs.mind.events import Event
from beliefs.mind.wire import as_json, written
from beliefs.serve.clients import Clients, Scope

MOST_TOLD = 1_000
"""Events that are kept for whoever is slow."""


class Channel:
    """What changes in one scope, for everybody who listens to it."""

    def __init__(self, client: Beliefs, loop: asyncio.AbstractEventLoop) -> None:
        self.listeners = 0
        self.told: deque[Event] = deque(maxlen=MOST_TOLD)
        self.ended = False
        self._loop = loop
        self._news = asyncio.Event()
        self._stop = threading.Event()
        self._begun = client._arrivals()  # noqa: SLF001 - what comes after this is told
        self._followed = client._follow(since=self._begun, stop=self._stop)  # noqa: SLF001
        threading.Thread(target=self._run, name="beliefs live", daemon=True).start()

    def _run(self) -> None:
        with suppress(BeliefsError, RuntimeError):  # the store is damaged, or the loop has ended
            for event in self._followed:
                self._loop.call_soon_threadsafe(self._tell, event)
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.end)

    def _tell(self, event: Event) -> None:
        self.told.append(event)
        # Whoever waits holds the old one; whoever comes next waits for the new one.
        self._news.set()
        self._news = asyncio.Event()

    def end(self) -> None:
        """Tell no more."""
        self.ended = True
        self._news.set()

    @property
    def place(self) -> int:
        """Up to where it has told."""
        return self.told[-1].entries if self.told else self._begun

    async def wait(self, seconds: float | None) -> None:
        """Wait until there is news, or for so long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)

    def after(self, seen: int) -> list[Event]:
        """What was told after an event; if that is no longer known, that anything may have been."""
        if self.place <= seen or not self.told:
            return []
        if self.told[0].entries > seen and len(self.told) == MOST_TOLD:
            return [Event("stale", (), self.told[-1].entries)]
        return [event for event in self.told if event.entries > seen]

    def close(self) -> None:
        """Follow no longer."""
        self._stop.set()


class Live:
    """The channels of a server."""

    def __init__(self, clients: Clients) -> None:
        self._clients = clients
        self._channels: dict[Scope, Channel] = {}

    async def listen(
        self, scope: Scope, since: int | None, quiet: float | None, heartbeat: float
    ) -> AsyncIterator[bytes]:
        """Yield events as text, until nothing has changed for `quiet` seconds."""
        channel = await self._join(scope)
        loop = asyncio.get_running_loop()
        try:
            yield _comment("listening")
            seen = channel.place if since is None else since
            if seen != channel.place:
                for event in await asyncio.to_thread(self._missed, scope, seen):
                    seen = event.entries
                    yield told(event)
            quiet_since = loop.time()
            while True:
                for event in channel.after(seen):
                    seen = event.entries
                    yield told(event)
                    quiet_since = loop.time()
                left = None if quiet is None else quiet_since + quiet - loop.time()
                if channel.ended:
                    return
                if left is not None and left <= 0:
                    break
                if not channel.after(seen):  # else something came while that was sent
                    await channel.wait(heartbeat if left is None else min(left, heartbeat))
                    if not channel.after(seen):
                        yield _comment("still here")
            yield b"event: end\ndata: {}\n\n"
        finally:
            self._leave(scope, channel)

    def close(self) -> None:
        """Let all listeners go, before the server does; they will come again."""
        for channel in self._channels.values():
            channel.end()

    async def _join(self, scope: Scope) -> Channel:
        channel = self._channels.get(scope)
        if channel is None or channel.ended:
            loop = asyncio.get_running_loop()
            made = await asyncio.to_thread(self._made, scope, loop)
            channel = self._channels.get(scope)  # somebody else may have been faster
            if channel is None or channel.ended:
                channel = self._channels[scope] = made
            else:
                made.close()
        channel.listeners += 1
        return channel

    def _made(self, scope: Scope, loop: asyncio.AbstractEventLoop) -> Channel:
        return Channel(self._clients.open(scope), loop)

    def _missed(self, scope: Scope, seen: int) -> list[Event]:
        with self._clients.lend(scope) as client:
            return list(client.events(since=seen, timeout=0))

    def _leave(self, scope: Scope, channel: Channel) -> None:
        channel.listeners -= 1
        if not channel.listeners:
            channel.close()
            if self._channels.get(scope) is channel:
                del self._channels[scope]


def told(event: Event) -> bytes:
    r"""An event as it is sent.

    >>> told(Event("stale", (), 7))
    b'id: 7\nevent: stale\ndata: {"kind":"stale","beliefs":[],"entries":7}\n\n'
    """
    data = as_json(written(event))
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (event.entries, event.kind.encode(), data)


def _comment(words: str) -> bytes:
    """A line that says no more than that somebody is there."""
    return f": {words}\n\n".encode()
