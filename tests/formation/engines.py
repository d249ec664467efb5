"""The two ways to run a world behind one face, so that a test can hold for both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

from beliefs.formation import (
    Belief,
    BeliefConfig,
    Episode,
    Event,
    EventRouter,
    Night,
    PlainWorld,
    Population,
    load,
    run_belief_formation_for_day,
    save,
)
from beliefs.formation.fixed import SEVERE
from beliefs.formation.routing import Told
from beliefs.formation.saving import snapshot_of
from beliefs.formation.world import World
from tests.formation.strategies import Day
from tests.formation.strategies import Told as Met


class Engine(Protocol):
    """A world of minds, however it is run."""

    phase: int

    def follow(self, agent: int, target: str) -> None: ...
    def unfollow(self, agent: int, target: str) -> None: ...
    def publish(self, events: Iterable[Event]) -> None: ...
    def meet(self, met: Met, day: int) -> None: ...
    def route(self, day: int) -> Told: ...
    def form(self, day: int) -> Night: ...
    def get(self, agent: int, key: str, day: int | None = None) -> Belief | None: ...
    def waiting(self) -> int: ...
    def quarantine(self) -> dict[str, int]: ...
    def digest(self) -> str: ...
    def save(self, path: Path) -> None: ...


class Objects:
    """The reference: plain objects."""

    def __init__(self, agents: int, config: BeliefConfig) -> None:
        self.world: World[int] = PlainWorld(agents, config)
        self.router: EventRouter[int] = EventRouter(config, self.world.tags)

    @classmethod
    def load(cls, path: Path) -> Objects:
        engine = cls.__new__(cls)
        engine.world, engine.router = load(path)
        return engine

    @property
    def phase(self) -> int:
        return self.world.phase

    @phase.setter
    def phase(self, phase: int) -> None:
        self.world.phase = phase

    def follow(self, agent: int, target: str) -> None:
        self.router.follow(agent, target)

    def unfollow(self, agent: int, target: str) -> None:
        self.router.unfollow(agent, target)

    def publish(self, events: Iterable[Event]) -> None:
        self.router.publish(events)

    def meet(self, met: Met, day: int) -> None:
        agent = self.world.agents[met.agent]
        if agent.crumbs.bump(met.tag, met.times):
            self.world.agents_with_new_signals.add(met.agent)
        threshold = self.world.belief_config.quanta("episode_threshold")
        if round(met.severity * SEVERE) >= threshold:
            agent.episodes.remember(Episode(met.tag, met.severity, day))

    def route(self, day: int) -> Told:
        return self.router.route(self.world, day=day)

    def form(self, day: int) -> Night:
        return run_belief_formation_for_day(self.world, day=day)

    def get(self, agent: int, key: str, day: int | None = None) -> Belief | None:
        return self.world.agents[agent].beliefs.get(key, day)

    def waiting(self) -> int:
        return self.router.waiting

    def quarantine(self) -> dict[str, int]:
        return dict(self.world.belief_state.quarantine)

    def digest(self) -> str:
        return snapshot_of(self.world, self.router).digest()

    def save(self, path: Path) -> None:
        save(self.world, self.router, path)


class Columns:
    """The population: columns in shards."""

    def __init__(self, agents: int, config: BeliefConfig, shards: int = 2) -> None:
        self.population = Population(agents, config, shards=shards)

    @classmethod
    def load(cls, path: Path, shards: int = 2) -> Columns:
        engine = cls.__new__(cls)
        engine.population = Population.load(path, shards=shards)
        return engine

    @property
    def phase(self) -> int:
        return self.population.phase

    @phase.setter
    def phase(self, phase: int) -> None:
        self.population.phase = phase

    def follow(self, agent: int, target: str) -> None:
        self.population.follow([agent], [target])

    def unfollow(self, agent: int, target: str) -> None:
        self.population.unfollow(agent, target)

    def publish(self, events: Iterable[Event]) -> None:
        self.population.publish(events)

    def meet(self, met: Met, day: int) -> None:
        self.population.tell(
            agent=[met.agent], tag=[met.tag], count=met.times, severity=met.severity, day=day
        )

    def route(self, day: int) -> Told:
        return self.population.route(day=day)

    def form(self, day: int) -> Night:
        return self.population.form(day=day)

    def get(self, agent: int, key: str, day: int | None = None) -> Belief | None:
        return self.population.get(agent, key, day)

    def waiting(self) -> int:
        return self.population.router.waiting

    def quarantine(self) -> dict[str, int]:
        return dict(self.population.router.quarantine)

    def digest(self) -> str:
        return self.population.digest()

    def save(self, path: Path) -> None:
        self.population.save(path)


ENGINES: dict[str, type[Objects | Columns]] = {"objects": Objects, "columns": Columns}


def begin(engine: Engine, day: Day) -> None:
    """Live the first half of a day: what changes, what happens, what is heard."""
    engine.phase = day.phase
    for agent, target in day.follow:
        engine.follow(agent, target)
    for agent, target in day.unfollow:
        engine.unfollow(agent, target)
    engine.publish(day.events)
    for met in day.met:
        engine.meet(met, day.day)


def live(engine: Engine, days: Sequence[Day]) -> None:
    """Live through whole days."""
    for day in days:
        begin(engine, day)
        engine.route(day.day)
        if day.sleeps:
            engine.form(day.day)
