"""Choosing by what is believed: one score, and the choices that read it.

A score is a risk: 0 for what is unknown or safe, never above 1. More bad news on a night never
lowers it. Nor does a night of bad news, under `evidence`; `v1` moves towards its signal, so one
crumb can make a strong belief weaker.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from beliefs.errors import InvalidInput
from beliefs.formation.store import BeliefStore


class Route(NamedTuple):
    """A way there: what it costs when all goes well, and the beliefs that bear on it."""

    name: str
    cost: float
    keys: Sequence[str]


class Site(NamedTuple):
    """A place to build: what it is worth when all goes well, and the beliefs that bear on it."""

    name: str
    worth: float
    keys: Sequence[str]


def score(beliefs: BeliefStore, keys: Iterable[str], *, day: int | None = None) -> float:
    """The risk that something goes wrong on any of these, as far as an agent knows.

    >>> from beliefs.formation import Belief
    >>> store = BeliefStore()
    >>> store.upsert(Belief("route-risk:a-b", 0, 0, last_day=0, trouble=3.0, success=0.0))
    >>> score(store, ["route-risk:a-b"]), score(store, ["route-risk:x-y"])
    (0.5, 0.0)
    """
    safe = 1.0
    for key in keys:
        belief = beliefs.get(key, day)
        if belief is not None:
            safe *= 1.0 - belief.risk
    return 1.0 - safe


def choose_route(
    beliefs: BeliefStore, routes: Iterable[Route], *, day: int | None = None, caution: float = 1.0
) -> Route:
    """The cheapest route when risk makes each longer by up to `caution` times its cost.

    >>> from beliefs.formation import Belief
    >>> store = BeliefStore()
    >>> store.upsert(Belief("route-risk:a-b", 0, 0, last_day=0, trouble=3.0, success=0.0))
    >>> short, long = Route("short", 10, ["route-risk:a-b"]), Route("long", 12, [])
    >>> choose_route(store, [short, long]).name
    'long'
    """

    def cost(route: Route) -> tuple[float, float, str]:
        risk = score(beliefs, route.keys, day=day)
        return route.cost * (1 + caution * risk), route.cost, route.name

    if not (known := list(routes)):
        raise InvalidInput("There is no route to choose from.")
    return min(known, key=cost)


def choose_site(
    beliefs: BeliefStore, sites: Iterable[Site], *, day: int | None = None, caution: float = 1.0
) -> Site:
    """The worthiest site when risk takes up to `caution` times its worth away.

    >>> choose_site(BeliefStore(), [Site("hill", 3, []), Site("shore", 5, [])]).name
    'shore'
    """

    def loss(site: Site) -> tuple[float, float, str]:
        risk = score(beliefs, site.keys, day=day)
        return -site.worth * (1 - caution * risk), -site.worth, site.name

    if not (known := list(sites)):
        raise InvalidInput("There is no site to choose from.")
    return min(known, key=loss)
