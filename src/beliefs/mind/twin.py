"""`AsyncBeliefs`: the same client for asyncio.

Each call runs in one thread of its own, in order, so that the event loop never waits for a disk
and calls of one client never overtake each other.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, cast

from beliefs.errors import StoreError
from beliefs.mind.beliefs import Beliefs
from beliefs.mind.events import Event, events_async
from beliefs.mind.planning import Forecasts, Moves
from beliefs.mind.settings import Settings
from beliefs.mind.tools import Tools
from beliefs.mind.trust import Trust

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C")


class _Twin:
    """Something synchronous and the thread it is called in."""

    def __init__(self, original: Any, thread: ThreadPoolExecutor) -> None:
        self._original = original
        self._thread = thread

    async def _run(self, call: Callable[[], R]) -> R:
        try:
            answer = asyncio.get_running_loop().run_in_executor(self._thread, call)
        except RuntimeError as error:  # its thread has ended
            raise StoreError("this client was closed; use AsyncBeliefs(...) to open it.") from error
        return await answer


def _awaited(
    method: Callable[Concatenate[C, P], R],
) -> Callable[Concatenate[_Twin, P], Awaitable[R]]:
    """Make the awaitable twin of a method, with the same arguments and the same answer."""

    @wraps(method)
    async def twin(self: _Twin, /, *args: P.args, **kwargs: P.kwargs) -> R:
        # By name: a client of a server has ways of its own.
        call = getattr(self._original, method.__name__)
        return cast("R", await self._run(partial(call, *args, **kwargs)))

    return twin


class AsyncTrust(_Twin):
    """The awaitable twin of `Trust`."""

    set = _awaited(Trust.set)
    get = _awaited(Trust.get)
    look = _awaited(Trust.look)
    list = _awaited(Trust.list)
    unset = _awaited(Trust.unset)
    learn = _awaited(Trust.learn)


class AsyncSettings(_Twin):
    """The awaitable twin of `Settings`."""

    get = _awaited(Settings.get)
    set = _awaited(Settings.set)


class AsyncTools(_Twin):
    """The awaitable twin of `Tools`."""

    observe = _awaited(Tools.observe)
    priors = _awaited(Tools.priors)


class AsyncMoves(_Twin):
    """The awaitable twin of `Moves`."""

    list = _awaited(Moves.list)
    generate = _awaited(Moves.generate)
    act = _awaited(Moves.act)
    forecast = _awaited(Moves.forecast)
    cascade = _awaited(Moves.cascade)


class AsyncForecasts(_Twin):
    """The awaitable twin of `Forecasts`."""

    predict = _awaited(Forecasts.predict)


class AsyncBeliefs(_Twin):
    """A belief state whose methods are awaited: `await b.add("The cache is warm")`."""

    def __init__(self, *args: Any, **options: Any) -> None:
        """Take the same arguments as `Beliefs`."""
        self._owner = True
        self._bind(Beliefs(*args, **options), ThreadPoolExecutor(1, "beliefs"))

    def _bind(self, original: Beliefs, thread: ThreadPoolExecutor) -> None:
        super().__init__(original, thread)
        self.trust = AsyncTrust(original.trust, thread)
        self.settings = AsyncSettings(original.settings, thread)
        self.tools = AsyncTools(original.tools, thread)
        self.moves = AsyncMoves(original.moves, thread)
        self.forecast = AsyncForecasts(original.forecast, thread)
        self.namespace, self.agent, self.url = original.namespace, original.agent, original.url

    def _beside(self, original: Beliefs) -> Self:
        twin = object.__new__(type(self))
        twin._owner = False
        twin._bind(original, self._thread)
        return twin

    add = _awaited(Beliefs.add)
    outcome = _awaited(Beliefs.outcome)
    retract = _awaited(Beliefs.retract)
    remove = _awaited(Beliefs.remove)
    reset = _awaited(Beliefs.reset)
    erase = _awaited(Beliefs.erase)
    relate = _awaited(Beliefs.relate)
    goal = _awaited(Beliefs.goal)
    gap = _awaited(Beliefs.gap)
    resolve = _awaited(Beliefs.resolve)
    get = _awaited(Beliefs.get)
    find = _awaited(Beliefs.find)
    list = _awaited(Beliefs.list)
    search = _awaited(Beliefs.search)
    read = _awaited(Beliefs.read)
    goals = _awaited(Beliefs.goals)
    gaps = _awaited(Beliefs.gaps)
    relations = _awaited(Beliefs.relations)
    count = _awaited(Beliefs.count)
    dependents = _awaited(Beliefs.dependents)
    trace = _awaited(Beliefs.trace)
    fuse = _awaited(Beliefs.fuse)
    digest = _awaited(Beliefs.digest)
    verify = _awaited(Beliefs.verify)
    export = _awaited(Beliefs.export)
    subscribe = _awaited(Beliefs.subscribe)
    before = _awaited(Beliefs.before)
    after = _awaited(Beliefs.after)
    observe = _awaited(Beliefs.observe)
    link = _awaited(Beliefs.link)
    join = _awaited(Beliefs.join)
    split = _awaited(Beliefs.split)
    snapshot = _awaited(Beliefs.snapshot)
    decisions = _awaited(Beliefs.decisions)
    risks = _awaited(Beliefs.risks)
    insights = _awaited(Beliefs.insights)
    assumptions = _awaited(Beliefs.assumptions)
    evidence = _awaited(Beliefs.evidence)
    contradictions = _awaited(Beliefs.contradictions)
    calibration = _awaited(Beliefs.calibration)

    async def merge(self, other: Any) -> Any:
        """Unite with another ledger: a client of either kind, a file, or lines."""
        original = other._original if isinstance(other, AsyncBeliefs) else other  # noqa: SLF001
        return await self._run(partial(self._original.merge, original))

    def events(
        self, *, since: int | None = None, timeout: float | None = None
    ) -> AsyncIterator[Event]:
        """Yield what changes from now on; the waiting blocks no other call."""
        follow = self._original._follow  # noqa: SLF001
        return events_async(lambda stop: follow(since=since, timeout=timeout, stop=stop))

    def with_thread(self, thread: str) -> Self:
        """Return a client that writes to a thread."""
        return self._beside(self._original.with_thread(thread))

    async def at(self, moment: datetime) -> Self:
        """Return what was recorded by a moment; it is read-only."""
        return self._beside(await self._run(partial(self._original.at, moment)))

    async def close(self) -> None:
        """Let go of files and connections."""
        if self._owner:
            self._owner = False
            await self._run(self._original.close)
            self._thread.shutdown(wait=False)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
