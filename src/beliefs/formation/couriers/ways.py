"""The couriers' ways of choosing: by what they believe, at random, or knowing the weather.

What any courier met is told in the evening, once, to all who use the same depot or road; at night
it becomes belief, and in the morning they choose by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from beliefs.formation.config import BeliefConfig
from beliefs.formation.couriers.world import (
    COURIERS,
    Choice,
    Courier,
    Day,
    Weather,
    chance,
    courier,
    live,
    work,
)
from beliefs.formation.decisions import Route, Site, choose_route, choose_site
from beliefs.formation.night import run_belief_formation_for_day
from beliefs.formation.routing import Event, EventRouter
from beliefs.formation.store import BeliefStore
from beliefs.formation.world import PlainWorld

T = TypeVar("T", Site, Route)

CONFIG = BeliefConfig(belief_decay_half_life_days=3)
"""A spell lasts ten days on average: what is older than a few days says little."""
CAUTION = 2.0
"""On the road: a closed one costs its way there and back, and another must be ridden after it."""


def by_beliefs(beliefs: BeliefStore, day: int) -> Choice:
    """Choose by what is believed; who believes nothing takes the nearest depot, the shortest road.

    >>> who = courier(seed=0, number=0)
    >>> by_beliefs(BeliefStore(), day=0).road(list(who.roads["depot-0"].values())).name
    'depot-0-0-short'
    """
    return Choice(
        lambda depots: choose_site(beliefs, depots, day=day),
        lambda roads: choose_route(beliefs, roads, day=day, caution=CAUTION),
    )


def without_formation(weather: Weather, days: int) -> list[list[Day]]:
    """Couriers who choose afresh every morning."""
    return live(weather, days, lambda _who, day: by_beliefs(BeliefStore(), day))


def with_formation(
    weather: Weather, days: int, config: BeliefConfig = CONFIG, *, success: bool = True
) -> list[list[Day]]:
    """Couriers who believe what they met and were told, of trouble and of success.

    >>> def parcels(log: list[list[Day]]) -> int:
    ...     return sum(done.parcels for day in log for done in day)
    >>> weather = Weather(seed=0)
    >>> parcels(without_formation(weather, 60)), parcels(with_formation(weather, 60))
    (13603, 15761)
    """
    world = PlainWorld(COURIERS, config)
    router = EventRouter[int](config, world.tags)
    for number in world.agents:
        for depot, roads in courier(weather.seed, number).roads.items():
            for target in (depot, *roads):
                router.follow(number, target)

    def evening(news: set[str], day: int) -> None:
        for tag in sorted(news):
            meaning = world.tags.read(tag)
            assert meaning is not None
            if success or not meaning.good:
                router.publish([Event(day, tag, severity=0.3 if meaning.good else 0.7)])
        router.route(world, day=day)
        run_belief_formation_for_day(world, day=day)

    return live(
        weather, days, lambda who, day: by_beliefs(world.agents[who.number].beliefs, day), evening
    )


def at_random(weather: Weather, days: int) -> list[list[Day]]:
    """Couriers who throw dice."""

    def choose(who: Courier, day: int) -> Choice:
        def pick(options: Sequence[T]) -> T:
            dice = chance(weather.seed, day, f"dice {who.number} {len(options)} {options[0].name}")
            return options[int(dice * len(options))]

        return Choice(pick, pick)

    return live(weather, days, choose)


def oracle(weather: Weather, days: int) -> list[list[Day]]:
    """Couriers who know the weather: for each day the best that could be done."""

    def choose(who: Courier, day: int) -> Choice:
        def outcome(choice: Choice) -> int:
            return work(who, weather, day, choice).parcels

        return max((fixed(d, r) for d, roads in who.roads.items() for r in roads), key=outcome)

    def fixed(depot: str, road: str) -> Choice:
        return Choice(lambda depots: named(depot, depots), lambda roads: named(road, roads))

    def named(name: str, options: Sequence[T]) -> T:
        return next((option for option in options if option.name == name), options[0])

    return live(weather, days, choose)
