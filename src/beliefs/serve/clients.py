"""Clients of a server: one for each request, kept for the next one of the same scope.

A client is made for one caller at a time, so each is lent to one request and then given back. What
a client remembers (the words it looked up, which goals are open) is brought up to date when it is
used; what prompts have shown is remembered for each agent of a ledger.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple

from beliefs.mind.beliefs import Beliefs
from beliefs.mind.client import Boards

MOST_SCOPES, MOST_EACH = 256, 8
"""Clients that wait to be used again; scopes that were not used for longest go first."""


class Scope(NamedTuple):
    """Which ledger is meant, as whom, and from where."""

    namespace: str = "default"
    agent: str = "agent"
    thread: str | None = None
    write_scope: str = "space"
    context_layers: tuple[str, ...] | None = None


Open = Callable[[Scope], Beliefs]
"""Opens a client for a scope; whoever made the server closes what is behind it."""


def on_one_store(client: Beliefs, boards: Boards | None = None) -> Open:
    """Open every client on the store of one; with boards, prompts of other processes count too.

    >>> with Beliefs(":memory:") as b:
    ...     on_one_store(b)(Scope("lab", "scout")).namespace
    'lab'
    """
    client._boards = boards  # noqa: SLF001 - the server is made for it
    beside = client._beside  # noqa: SLF001
    return lambda scope: beside(**scope._asdict())


class Clients:
    """Lends clients."""

    def __init__(self, open_: Open) -> None:
        self.open = open_
        self._lock = threading.Lock()
        self._waiting: OrderedDict[Scope, list[Beliefs]] = OrderedDict()

    @contextmanager
    def lend(self, scope: Scope, as_of: datetime | None = None) -> Iterator[Beliefs]:
        """Lend a client, as of a moment if one is given."""
        with self._lock:
            waiting = self._waiting.get(scope)
            client = waiting.pop() if waiting else None
        if client is None:
            client = self.open(scope)
        try:
            yield client if as_of is None else client.at(as_of)
        finally:
            self._take_back(scope, client)

    def _take_back(self, scope: Scope, client: Beliefs) -> None:
        with self._lock:
            waiting = self._waiting.setdefault(scope, [])
            self._waiting.move_to_end(scope)
            if len(waiting) < MOST_EACH:
                waiting.append(client)
            if len(self._waiting) > MOST_SCOPES:
                self._waiting.popitem(last=False)
