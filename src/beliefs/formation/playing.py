"""Living through a scenario: a population at its beginning, then one day after another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from beliefs.errors import InvalidInput
from beliefs.formation.config import BeliefConfig
from beliefs.formation.generated import Follows, Generated
from beliefs.formation.population.population import Population
from beliefs.formation.recorded import Recorded, follows_of
from beliefs.formation.scenario import Scenario


class Source(Protocol):
    """Where the events of each day come from."""

    @property
    def last_day(self) -> int | None:
        """The last day that has events, or None if they never end."""

    def on(self, day: int) -> dict[str, Any]:
        """What happens on a day, as `Population.append` takes it."""


class Play(NamedTuple):
    """A scenario about to be lived: the population, what happens to it, and for which days."""

    scenario: Scenario
    population: Population
    source: Source
    days: range


class Day(NamedTuple):
    """What a day did."""

    day: int
    events: int
    """Told on that day; those above the budget wait."""
    signals: int
    formed: int
    """Agents that slept on news."""
    beliefs: int
    """Beliefs that changed."""
    night: bool
    """Whether agents slept at all: the sleep interval decides."""


def begin(scenario: Scenario, *, resume: Path | None = None, shards: int | None = None) -> Play:
    """A scenario's population before its first day, or where a snapshot left it.

    >>> from beliefs.formation.scenario import scenario_of
    >>> play = begin(scenario_of({"world": {"agents": 100, "days": 2}}))
    >>> [live(play, day).events for day in play.days]
    [50, 50]
    """
    # The population comes first: what is too large for memory is found out at once.
    if resume is None:
        population = Population(scenario.agents, scenario.config, scenario.tags(), shards=shards)
    else:
        population = _resumed(scenario, resume, shards)
    source, follows = _source(scenario)
    _follow(population, follows, resume)
    if scenario.days is None:
        scenario = replace(scenario, days=max((source.last_day or 0) + 1, 1))
    first = population.router.told.day + 1
    assert scenario.days is not None
    if first >= scenario.days:
        raise InvalidInput(
            f"The snapshot has lived through day {first - 1}: ask for more than {first} days."
        )
    return Play(scenario, population, source, range(first, scenario.days))


def live(play: Play, day: int, happened: Mapping[str, Any] | None = None) -> Day:
    """Let a day happen, and the night after it."""
    population = play.population
    before = replace(population.router.told)
    population.phase = play.scenario.phase(day)
    population.append(**play.source.on(day) if happened is None else happened)
    told = population.route(day=day)
    night = population.form(day=day)
    return Day(
        day,
        told.events - before.events,
        told.signals - before.signals,
        night.agents,
        night.beliefs,
        population.last_run_day == day,
    )


def rehearse(config: BeliefConfig) -> None:
    """Let a tiny population live a day: compiles what a longer run should not be timed with."""
    population = Population(2, config, shards=1)
    population.follow([0, 1], "place-0")
    population.append(day=0, tag=["delivery-fail:place-0"])
    population.route(day=0)
    population.form(day=0)
    population.digest()


def _source(scenario: Scenario) -> tuple[Source, Follows]:
    """Where events come from, and who follows what."""
    follow, tags = scenario.follow, scenario.tags()
    if isinstance(scenario.events, Path):
        assert follow is not None
        return Recorded(scenario.events, scenario.config, tags), follows_of(follow)
    world = Generated(scenario.events, tags, agents=scenario.agents, seed=scenario.seed)
    return world, world.follows() if follow is None else follows_of(follow)


def _follow(population: Population, follows: Follows, resume: Path | None) -> None:
    """Let agents follow what they are to; those of a snapshot do already."""
    followers = population.router.followers
    known = len(followers.pairs()[0])
    if len(follows.agents):
        population.follow(follows.agents, follows.targets)
    if resume is not None and len(followers.pairs()[0]) != known:
        raise InvalidInput(
            f"{resume} has other followers than the scenario: "
            "resume it with the same seed and files."
        )


def _resumed(scenario: Scenario, path: Path, shards: int | None) -> Population:
    """A population from a snapshot, if it is one of this scenario."""
    population = Population.load(path, shards=shards)
    families = population.vocabulary.tags.families()
    for what, mine, its in (
        ("agents", scenario.agents, population.agents),
        ("settings", scenario.config, population.config),
        ("families", scenario.tags().families(), families),
    ):
        if mine != its:
            raise InvalidInput(
                f"{path} has other {what} than the scenario: resume it with those it was made with."
            )
    return population
