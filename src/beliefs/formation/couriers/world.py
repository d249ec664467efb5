"""The couriers' world: what can go wrong, and what a day's work comes to.

Each morning a courier rides to a depot, takes a road from there to its district, and delivers for
what is left of its hours. Roads close, depots go down, and depots muddle what they sort. Who finds
a depot down or a road closed loses the time and chooses again, whether it believes anything or
not. In the evening all hear what was met, good and bad.

Chance is a hash of seed, day and thing, so what couriers do does not change the weather, and every
way of choosing can be tried on the same days.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from beliefs.formation.decisions import Route, Site
from beliefs.formation.fixed import word_of

COURIERS, DISTRICTS, DEPOTS = 12, 4, 3
ROADS = {"short": 2.0, "middle": 3.0, "long": 4.0}
"""From every depot to every district, in hours; each courier's own way there comes on top."""
HOURS, PARCELS_PER_HOUR = 10.0, 4
FAILS, RECOVERS, MISHAP = 0.03, 0.10, 0.05
"""The chance, each day, that a spell of trouble begins, that it ends, and of trouble that day only.
The same for every road, depot and sorting hall."""


def chance(seed: int, day: int, thing: str) -> float:
    """A number from 0 to 1 that depends on these three alone.

    >>> chance(1, 2, "depot-0") == chance(1, 2, "depot-0") != chance(1, 3, "depot-0")
    True
    """
    return word_of(f"{seed} {day} {thing}") / 2**64


class Weather:
    """What is in trouble on which day.

    >>> weather = Weather(seed=7)
    >>> sum(weather.bad("depot-0", day) for day in range(1000))
    169
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._days: dict[str, list[tuple[bool, bool]]] = {}

    def spell(self, thing: str, day: int) -> bool:
        """Whether a spell of trouble is on."""
        return self._known(thing, day)[0]

    def bad(self, thing: str, day: int) -> bool:
        """Whether something is wrong, in a spell or on that day only."""
        return self._known(thing, day)[1]

    def _known(self, thing: str, day: int) -> tuple[bool, bool]:
        days = self._days.setdefault(thing, [(False, False)])
        while len(days) <= day:
            spell, today = days[-1][0], len(days)
            spell ^= chance(self.seed, today, thing) < (RECOVERS if spell else FAILS)
            mishap = chance(self.seed, today, f"mishap: {thing}") < MISHAP
            days.append((spell, spell or mishap))
        return days[day]


class Courier(NamedTuple):
    """The depots it may ride to, how long that takes, and its roads home from each."""

    number: int
    depots: dict[str, Site]
    rides: dict[str, float]
    roads: dict[str, dict[str, Route]]


def courier(seed: int, number: int) -> Courier:
    """A courier of a district, with ways of its own to each depot and road of up to an hour.

    >>> {depot: round(hours, 1) for depot, hours in courier(seed=0, number=5).rides.items()}
    {'depot-0': 0.5, 'depot-1': 0.7, 'depot-2': 0.8}
    """

    def way(place: str) -> float:
        return chance(seed, number, f"way to {place}")

    depots, rides, roads = {}, {}, {}
    for depot in (f"depot-{place}" for place in range(DEPOTS)):
        names = {f"{depot}-{number % DISTRICTS}-{kind}": hours for kind, hours in ROADS.items()}
        roads[depot] = {
            road: Route(road, hours + way(road), [f"route-risk:{road}"])
            for road, hours in names.items()
        }
        rides[depot] = 0.5 + way(depot)
        worth = HOURS - rides[depot] - min(road.cost for road in roads[depot].values())
        keys = [f"facility-reliability:{depot}", f"delivery-risk:{depot}"]
        depots[depot] = Site(depot, worth, keys)
    return Courier(number, depots, rides, roads)


class Choice(NamedTuple):
    """How a courier picks among depots, and among roads."""

    depot: Callable[[Sequence[Site]], Site]
    road: Callable[[Sequence[Route]], Route]


class Day(NamedTuple):
    """What came of a courier's day: parcels delivered, roads ridden, and what there is to tell."""

    parcels: int
    roads: list[str]
    news: list[str]


def work(who: Courier, weather: Weather, day: int, choice: Choice) -> Day:
    """Try depots until one is up, then roads until one is open, then deliver while hours last.

    >>> first = Choice(lambda depots: depots[0], lambda roads: roads[0])
    >>> work(courier(seed=0, number=5), Weather(0), 1, first).news[:3]
    ['facility-down:depot-0', 'facility-up:depot-1', 'route-safe:depot-1-1-short']
    """
    hours, ridden, news = HOURS, list[str](), list[str]()
    depots = list(who.depots.values())
    while depots:
        depot = choice.depot(depots)
        hours -= who.rides[depot.name]
        if not weather.bad(depot.name, day):
            news.append(f"facility-up:{depot.name}")
            break
        news.append(f"facility-down:{depot.name}")
        depots.remove(depot)
    else:
        return Day(0, ridden, news)
    roads = list(who.roads[depot.name].values())
    while roads:
        road = choice.road(roads)
        hours -= road.cost
        ridden.append(road.name)
        if not weather.bad(road.name, day):
            news.append(f"route-safe:{road.name}")
            break
        news.append(f"route-risk:{road.name}")
        roads.remove(road)
    else:
        return Day(0, ridden, news)
    muddled = weather.bad(f"sorting at {depot.name}", day)
    news.append(f"delivery-{'fail' if muddled else 'ok'}:{depot.name}")
    parcels = max(0, int(hours * PARCELS_PER_HOUR))
    return Day(parcels // 2 if muddled else parcels, ridden, news)


def live(
    weather: Weather,
    days: int,
    choose: Callable[[Courier, int], Choice],
    evening: Callable[[set[str], int], None] = lambda _news, _day: None,
) -> list[list[Day]]:
    """Let all couriers work, day by day, and hear in the evening what any of them met.

    >>> first = Choice(lambda depots: depots[0], lambda roads: roads[0])
    >>> log = live(Weather(0), 2, lambda _who, _day: first)
    >>> [sum(done.parcels for done in day) for day in log]
    [311, 250]
    """
    people = [courier(weather.seed, number) for number in range(COURIERS)]
    log = []
    for day in range(days):
        log.append([work(who, weather, day, choose(who, day)) for who in people])
        evening({tag for done in log[-1] for tag in done.news}, day)
    return log
