"""Live changes: whoever follows a ledger is told which beliefs changed, by whichever process.

A store keeps the tail of a ledger, which names the claims that the last calls changed. A follower
knows how far it has come, waits until the store has moved, and reads on from there. If it was
away for longer than the tail reaches, or a call moved more than the tail can name (a decision
about a voice, a setting, a reset, an erasure, a large batch), it is told to look at everything.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, NamedTuple, Self

from beliefs.errors import BeliefsError, InvalidInput, StoreError, StoreUnavailable, shown
from beliefs.ledger import rows as row
from beliefs.ledger.ledger import Ledger
from beliefs.ledger.rows import Rows
from beliefs.ledger.scopes import Scope
from beliefs.ledger.stores.protocol import Snapshot, Watch

_LOOK_UP_SECONDS = 0.2
"""How long a wait goes on before it is seen whether anybody is still interested."""
_AWAY_SECONDS = 0.1
"""How long to leave a store alone that cannot be reached."""
_MOST_BELIEFS = 1_000

_log = logging.getLogger("beliefs")


class Event(NamedTuple):
    """What changed since the event before."""

    kind: Literal["changed", "stale"]
    """`stale`: anything may have changed, so look at everything again."""
    beliefs: tuple[str, ...]
    """The ids of beliefs, goals and gaps that changed or that rest on such; none if stale."""
    entries: int
    """How many entries were ever written by then; `since=` goes on from here."""


Handler = Callable[[Event], object]


def events(
    ledger: Ledger,
    scope: Scope,
    *,
    since: int | None = None,
    timeout: float | None = None,
    stop: threading.Event | None = None,
) -> Generator[Event]:
    """Yield what changes from now on, or since the `entries` of an earlier event.

    Each change is in exactly one event, and in order; changes that came together are one event.
    It ends when the store is closed, when `stop` is set, or when nothing has changed for
    `timeout` seconds. While a server is away it waits, and goes on where it was.

    >>> from beliefs import Beliefs
    >>> b = Beliefs(":memory:")
    >>> for event in events(b._ledger, b._scope, since=0, timeout=0):
    ...     print(event)
    >>> warm = b.add("The cache is warm").changes[0].belief_id
    >>> (event,) = events(b._ledger, b._scope, since=0, timeout=0)
    >>> event == Event("changed", (warm,), 1)
    True
    """
    if ledger.moment is not None:
        raise InvalidInput("the past does not change; use the present client instead.")
    if since is None:
        # Now, not when the first event is asked for: nothing may be lost in between.
        with ledger.store.read(ledger.namespace) as snapshot:
            since = snapshot.tail.arrivals
    elif type(since) is not int:
        raise InvalidInput(f"since must be the entries of an event, not {shown(since)}.")
    return _follow(ledger, scope, since, timeout, stop or threading.Event())


def _follow(
    ledger: Ledger, scope: Scope, seen: int, timeout: float | None, stop: threading.Event
) -> Generator[Event]:
    store, quiet_since = ledger.store, time.monotonic()
    if store.closed:
        return
    with store.watch(ledger.namespace) as watch:
        behind = True
        while not (stop.is_set() or store.closed):
            if behind:
                found = _look(ledger, scope, seen)
                behind = found is None
                if found is not None and found.entries != seen:
                    seen = found.entries
                    if found.beliefs or found.kind == "stale":
                        yield found
                        quiet_since = time.monotonic()
            seconds = _LOOK_UP_SECONDS
            if timeout is not None:
                seconds = min(seconds, quiet_since + timeout - time.monotonic())
                if seconds <= 0:
                    return
            behind |= _wait(watch, seconds, stop)


def _wait(watch: Watch, seconds: float, stop: threading.Event) -> bool:
    try:
        return watch.wait(seconds)
    except StoreUnavailable:
        stop.wait(min(seconds, _AWAY_SECONDS))
        return True  # nobody knows; looking will tell


def _look(ledger: Ledger, scope: Scope, seen: int) -> Event | None:
    """What happened since; None if the store cannot be asked now."""
    try:
        with ledger.store.read(ledger.namespace) as snapshot:
            tail = snapshot.tail
            claims = tail.since(seen)
            if claims:
                claims = _touched(snapshot, scope, claims)
    except StoreError as error:
        if isinstance(error, StoreUnavailable) or ledger.store.closed:
            return None
        raise
    if claims is None:
        return Event("stale", (), tail.arrivals)
    return Event("changed", tuple(claim.hex() for claim in claims), tail.arrivals)


def _touched(snapshot: Snapshot, scope: Scope, claims: Iterable[bytes]) -> tuple[bytes, ...] | None:
    """The claims and all that lean on them, as far as the scope sees any; None if too many."""
    touched, rows = dict.fromkeys(claims), Rows(snapshot)
    news = list(touched)
    while news:
        rows.load(prefixes=[kind + claim for claim in news for kind in (b"d", b"j")])
        near = dict.fromkeys(other for claim in news for other in _leaning(rows, claim))
        news = [claim for claim in near if claim not in touched]
        touched.update(dict.fromkeys(news))
        if len(touched) > _MOST_BELIEFS:
            return None
    return tuple(claim for claim in touched if _is_seen(snapshot, scope, claim))


def _leaning(rows: Rows, claim: bytes) -> list[bytes]:
    """The claims that rest on one, and those that it is linked with."""
    resting = [row.claim_of(key) for key, _ in rows.under(b"d" + claim)]
    linked = [bytes.fromhex(other) for _, links in rows.under(b"j" + claim) for other in links]
    return resting + linked


def _is_seen(snapshot: Snapshot, scope: Scope, claim: bytes) -> bool:
    prefixes = (row.subtotals_prefix(claim, layer) for layer in scope.reads)
    return any(snapshot.page(prefix, prefix, 1) for prefix in prefixes)


class Subscription:
    """A thread that hands events to a handler until it is closed, or the client is."""

    def __init__(
        self,
        followed: Iterator[Event],
        handler: Handler,
        on_error: Callable[[Exception], object],
        stop: threading.Event,
    ) -> None:
        self._followed = followed
        self._handler = handler
        self._on_error = on_error
        self._stop = stop
        # A daemon: a program that has ended does not wait for the next change.
        self._thread = threading.Thread(target=self._run, name="beliefs events", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            for event in self._followed:
                try:
                    self._handler(event)
                except Exception as error:  # noqa: BLE001 - it is handed on
                    self._on_error(error)
        except BeliefsError as error:
            self._on_error(error)

    @property
    def active(self) -> bool:
        """Whether it still listens."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Stop; when this returns, the handler is not called any more."""
        self._stop.set()
        if threading.current_thread() is not self._thread:  # a handler may close it, too
            self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def report(error: Exception) -> None:
    """Write down in the log what a handler raised."""
    _log.error("an event could not be handled: %s", error, exc_info=error)


def subscribe(
    follow: Callable[[threading.Event], Generator[Event]],
    handler: Handler,
    *,
    on_error: Callable[[Exception], object] = report,
) -> Subscription:
    """Call a handler with each event, in a thread of its own.

    What a handler raises goes to `on_error`, which logs it unless told otherwise, and the next
    event follows. So does a store that is damaged, and then none follows.

    >>> from beliefs import Beliefs
    >>> b, seen = Beliefs(":memory:"), threading.Event()
    >>> with subscribe(lambda stop: b._follow(stop=stop), lambda event: seen.set()):
    ...     warm = b.add("The cache is warm")
    ...     seen.wait(10)
    True
    """
    if not callable(handler):
        raise InvalidInput(f"a handler must be a function of an event, not {shown(handler)}.")
    stop = threading.Event()
    return Subscription(follow(stop), handler, on_error, stop)


async def events_async(
    follow: Callable[[threading.Event], Generator[Event]],
) -> AsyncIterator[Event]:
    """Yield the same events to asyncio; the waiting is done in a thread of its own.

    `follow` begins to follow until what it is given is set.
    """
    stop, loop = threading.Event(), asyncio.get_running_loop()
    thread = ThreadPoolExecutor(1, "beliefs events")
    followed = await loop.run_in_executor(thread, follow, stop)
    try:
        while (event := await loop.run_in_executor(thread, next, followed, None)) is not None:
            yield event
    finally:
        # Also when cancelled in the midst of a wait: then the thread ends by itself, soon.
        stop.set()
        thread.submit(followed.close)
        thread.shutdown(wait=False)
