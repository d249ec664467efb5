"""A promise is kept on every store, or it is not kept: how the contract tests open them."""

from __future__ import annotations

import functools
import inspect
import os
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings

from beliefs import Beliefs
from beliefs.serve.clients import Scope, on_one_store

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import SearchStrategy

EXAMPLES = {"memory": 40, "sqlite": 12, "postgres": 5, "http": 5}
"""How many examples a property gets: fewer where each write waits for a disk."""

PATIENCE = int(os.environ.get("BELIEFS_TEST_PATIENCE", "1"))
"""Multiplies the examples, for a night's search."""

START = datetime(2030, 1, 1, 12, tzinfo=UTC)
SECOND, DAY = timedelta(seconds=1), timedelta(days=1)

_namespaces = count(1)


class Clock:
    """A clock that stands until it is set."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


class Clocks:
    """Opens the clients of a server, each ledger with the clock that a test has set for it."""

    def __init__(self, behind: Beliefs) -> None:
        self.of: dict[str, Callable[[], datetime]] = {}
        self._behind = behind

    def open(self, scope: Scope) -> Beliefs:
        """Open a client for a request."""
        client = on_one_store(self._behind)(scope)
        # By name when it is asked: a later test may set another.
        client._ledger.clock = partial(self._now, scope.namespace)  # noqa: SLF001
        return client

    def _now(self, namespace: str) -> datetime:
        return self.of[namespace]()


class Stores:
    """Opens clients of one kind of store, each on an empty ledger unless told otherwise."""

    def __init__(self, kind: str, url: str, clocks: Clocks | None = None) -> None:
        self.kind = kind
        self.url = url
        self._clocks = clocks
        self._open: list[Beliefs] = []

    def __call__(self, **options: Any) -> Beliefs:
        """Open a client; the clock stands still and ids are counted, so a failure repeats."""
        number = next(_namespaces)
        options.setdefault("namespace", f"contract {number}")
        options.setdefault("clock", Clock())
        options.setdefault("entropy", counted(number))
        if self._clocks is not None:
            self._clocks.of[options["namespace"]] = options.pop("clock")
        client = Beliefs(self.url, **options)
        self._open.append(client)
        return client

    def close(self) -> None:
        """Close every client that was opened."""
        while self._open:
            self._open.pop().close()


def counted(seed: int) -> Callable[[int], bytes]:
    """Make bytes that are different in each call and the same in each run."""
    numbers = count(seed << 32)
    return lambda size: next(numbers).to_bytes(size, "big")


def for_all(**drawn: SearchStrategy[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a test with `open_beliefs` a property of each store, with an example budget for each."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def example(**arguments: Any) -> None:
            try:
                test(**arguments)
            finally:
                arguments["open_beliefs"].close()

        properties = {
            kind: settings(max_examples=most * PATIENCE)(given(**drawn)(example))
            for kind, most in EXAMPLES.items()
        }

        def run(open_beliefs: Stores, **fixtures: Any) -> None:
            properties[open_beliefs.kind](open_beliefs=open_beliefs, **fixtures)

        # What is left for pytest to fill in is what is not drawn.
        asked = inspect.signature(test)
        left = [p for name, p in asked.parameters.items() if name not in drawn]
        run.__signature__ = asked.replace(parameters=left)  # type: ignore[attr-defined]
        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        return run

    return decorate


def entries_of(b: Beliefs) -> list[str]:
    """Return the lines of an export without its heading, which counts and hashes them."""
    return b.export().splitlines()[1:]
