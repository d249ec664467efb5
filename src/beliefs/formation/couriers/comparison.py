"""Do beliefs help? The couriers' ways of choosing, compared on the same weather, seed by seed.

The settings of the world were chosen on other seeds than those that are shown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

import click

from beliefs.formation.couriers.ways import (
    CONFIG,
    at_random,
    by_beliefs,
    oracle,
    with_formation,
    without_formation,
)
from beliefs.formation.couriers.world import Day, Weather, courier
from beliefs.formation.fixed import LAST_DAY
from beliefs.formation.store import BeliefStore
from beliefs.kernel.families import Beta
from beliefs.kernel.intervals import Interval, credible_interval

_LASTING = replace(CONFIG, belief_decay_half_life_days=LAST_DAY)
WAYS: dict[str, Callable[[Weather, int], list[list[Day]]]] = {
    "at random": at_random,
    "without formation": without_formation,
    "with formation": with_formation,
    "formation, trouble only": partial(with_formation, success=False),
    "formation, no decay": partial(with_formation, config=_LASTING),
    "knowing the weather": oracle,
}
BASE, FORMED = "without formation", "with formation"


class Outcome(NamedTuple):
    """What came of one world under one way of choosing."""

    parcels: int
    stops: int
    """How often a courier stood before a closed road or a depot that was down."""
    returns: tuple[float, ...]
    """Days from the reopening of a courier's usual road, which it had met closed, to its next ride
    there; infinite if it closed again, or the run ended, before that."""


def outcome(weather: Weather, log: Sequence[Sequence[Day]]) -> Outcome:
    """Read a run's log.

    >>> weather = Weather(seed=3)
    >>> outcome(weather, without_formation(weather, days=30)).parcels
    7186
    """
    days = [done for day in log for done in day]
    stops = sum(tag.startswith(("route-risk", "facility-down")) for d in days for tag in d.news)
    back = [gap for number in range(len(log[0])) for gap in _returns(weather, log, number)]
    return Outcome(sum(done.parcels for done in days), stops, tuple(back))


def _returns(weather: Weather, log: Sequence[Sequence[Day]], number: int) -> Iterator[float]:
    """How long a courier kept away from its usual road, each time that it reopened."""
    road = _usual_road(weather.seed, number)
    met, reopened = False, None
    for day, work_of_all in enumerate(log):
        rode = road in work_of_all[number].roads
        if weather.spell(road, day):
            if reopened is not None:
                yield inf
            met, reopened = met or rode, None
            continue
        if met:
            met, reopened = False, day
        if rode and reopened is not None:
            yield day - reopened
            reopened = None
    if reopened is not None:
        yield inf


def _usual_road(seed: int, number: int) -> str:
    """The road a courier takes if it knows of no trouble."""
    who, choice = courier(seed, number), by_beliefs(BeliefStore(), 0)
    depot = choice.depot(list(who.depots.values()))
    return choice.road(list(who.roads[depot.name].values())).name


def mean_interval(numbers: Sequence[float], mass: float = 0.95) -> Interval:
    """Student's interval of a mean.

    If x is Beta(n/2, n/2), then (x − ½) √(n / (x(1−x))) is Student's t with n degrees of freedom.

    >>> low, high = mean_interval([1.0, 2.0, 3.0])
    >>> round(low, 3), round(high, 3)
    (-0.484, 4.484)
    """
    free = len(numbers) - 1
    x = credible_interval(Beta(free / 2, free / 2), mass).high
    student = (x - 0.5) * sqrt(free / (x * (1 - x)))
    mean, reach = fmean(numbers), student * stdev(numbers) / sqrt(len(numbers))
    return Interval(mean - reach, mean + reach)


def compare(seeds: int, days: int) -> dict[str, list[Outcome]]:
    """What comes of each way of choosing, seed by seed.

    >>> found = compare(seeds=2, days=40)
    >>> found["with formation"][0].parcels > found["at random"][0].parcels
    True
    """
    worlds = [Weather(seed) for seed in range(seeds)]
    return {
        name: [outcome(weather, way(weather, days)) for weather in worlds]
        for name, way in WAYS.items()
    }


def summary(found: dict[str, list[Outcome]]) -> dict[str, dict[str, Any]]:
    """Each way in total, and against no formation on the same seeds.

    >>> summary(compare(seeds=2, days=40))["without formation"]["interval"]
    [0.0, 0.0]
    """
    base = [one.parcels for one in found[BASE]]
    rows = {}
    for name, outcomes in found.items():
        more = [one.parcels - other for one, other in zip(outcomes, base, strict=True)]
        returns = [gap for one in outcomes for gap in one.returns]
        back = [gap for gap in returns if gap < inf]
        rows[name] = {
            "parcels": sum(one.parcels for one in outcomes),
            "more": fmean(more),
            "interval": list(mean_interval(more)),
            "stops": sum(one.stops for one in outcomes),
            "reopenings": len(returns),
            "days_to_return": fmean(back) if back else None,
            "not_back": len(returns) - len(back),
        }
    return rows


@click.command(help="Compare couriers with and without belief formation, on the same weather.")
@click.option("--seeds", default=30, show_default=True, type=click.IntRange(2, 10_000))
@click.option("--days", default=80, show_default=True, type=click.IntRange(1, 10_000))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def main(*, seeds: int, days: int, as_json: bool) -> None:
    """Print who delivers how much."""
    found = compare(seeds, days)
    rows = summary(found)
    pairs = list(zip(found[BASE], found[FORMED], strict=True))
    if as_json:
        per_seed = [{"without": a.parcels, "with": b.parcels} for a, b in pairs]
        document = {"days": days, "seeds": per_seed, "ways": rows}
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
        return
    click.echo("\n".join([*_seeds(pairs), "", *_ways(rows)]))


def _seeds(pairs: Sequence[tuple[Outcome, Outcome]]) -> Iterator[str]:
    yield f"{'seed':>4}  {'without':>8}  {'with':>8}  {'more':>6}"
    for seed, (a, b) in enumerate(pairs):
        yield f"{seed:>4}  {a.parcels:>8,}  {b.parcels:>8,}  {b.parcels - a.parcels:>+6,}"


def _ways(rows: dict[str, dict[str, Any]]) -> Iterator[str]:
    title = f"{'':<24} {'parcels':>9}  {'more per seed (95 %)':>26}"
    yield f"{title}  {'stops':>6}  {'back':>6} {'not':>10}"
    for name, row in rows.items():
        low, high = row["interval"]
        more = "" if name == BASE else f"{row['more']:+,.0f} ({low:+,.0f} to {high:+,.0f})"
        back = "" if row["days_to_return"] is None else f"{row['days_to_return']:.1f} d"
        away = f"{row['not_back']}/{row['reopenings']}"
        line = f"{name:<24} {row['parcels']:>9,}  {more:>26}"
        yield f"{line}  {row['stops']:>6,}  {back:>6} {away:>10}"
    yield ""
    yield "stops  times a courier stood before a closed road or a depot that was down"
    yield "back   days until a courier rode its usual road again after it reopened, on average;"
    yield "       not: how often it did not before the road closed again or the run ended"
