"""Clients of the past: the last ones are kept, since a page of the past takes several looks.

To look at a moment the ledger is folded again up to there. What was recorded by then can change
only when something is written (a merge, an erasure), so a look is good until the next write.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple

from beliefs.ledger.text import datetime_of
from beliefs.mind.beliefs import Beliefs
from beliefs.mind.past import spread
from beliefs.serve.clients import Clients, Scope
from beliefs.serve.dashboard.markup import Html

MOST_KEPT = 4
MOST_STOPS = 200
"""Moments that the timeline stops at."""


class _Kept(NamedTuple):
    client: Beliefs
    lock: threading.Lock


class Pasts:
    """Lends clients, and remembers those of the past."""

    def __init__(self, clients: Clients) -> None:
        self._clients = clients
        self._lock = threading.Lock()
        self._stops_lock = threading.Lock()  # a look back takes longer
        self._kept: OrderedDict[tuple[Scope, datetime, int], _Kept] = OrderedDict()
        self._stops: OrderedDict[tuple[str, int], list[datetime]] = OrderedDict()
        self._drawn: OrderedDict[tuple[Scope, datetime | None, int], Html] = OrderedDict()

    @contextmanager
    def lend(self, scope: Scope, as_of: datetime | None) -> Iterator[Beliefs]:
        """Lend a client, as of a moment if one is given."""
        with self._clients.lend(scope) as client:
            if as_of is None:
                yield client
                return
            kept = self._looked_back(client, scope, as_of)
        with kept.lock:
            yield kept.client

    def _looked_back(self, client: Beliefs, scope: Scope, as_of: datetime) -> _Kept:
        place = (scope, as_of, client._arrivals())  # noqa: SLF001 - whether anything was written
        with self._lock:
            if place not in self._kept:
                self._kept[place] = _Kept(client.at(as_of), threading.Lock())
                while len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(place)
            return self._kept[place]

    def drawn(self, scope: Scope, as_of: datetime | None, draw: Callable[[Beliefs], Html]) -> Html:
        """A picture of the past alone, which stays as it is until somebody writes."""
        with self._clients.lend(scope) as client:
            place = (scope, as_of, client._arrivals())  # noqa: SLF001
        made = self._drawn.get(place)
        if made is None:
            with self.lend(scope, as_of) as client:
                made = draw(client)
            with self._lock:
                self._drawn[place] = made
                while len(self._drawn) > MOST_KEPT:
                    self._drawn.popitem(last=False)
        return made

    def stops(self, scope: Scope) -> list[datetime]:
        """Moments at which something was recorded, evenly spread, with the first and the last."""
        with self._clients.lend(scope) as client:
            place = (scope.namespace, client._arrivals())  # noqa: SLF001
            with self._stops_lock:
                if place not in self._stops:
                    self._stops[place] = _moments(client)
                    while len(self._stops) > MOST_KEPT:
                        self._stops.popitem(last=False)
                return self._stops[place]


def _moments(client: Beliefs) -> list[datetime]:
    with client._ledger.store.read(client.namespace) as snapshot:  # noqa: SLF001
        recorded = sorted({entry.recorded for entry in snapshot.entries()})
    return spread(list(map(datetime_of, recorded)), MOST_STOPS)
