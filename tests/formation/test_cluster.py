"""Populations on Ray: the same bits on any number of actors, also when actors are killed."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from time import sleep
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import psutil
import pytest

from beliefs import formation
from beliefs.errors import StoreUnavailable
from beliefs.formation import (
    BeliefConfig,
    Coded,
    Event,
    EventRouter,
    PlainWorld,
    Population,
    run_belief_formation_for_day,
    saving,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from beliefs.formation import ClusterPopulation
    from beliefs.formation.population.remote import RemoteShard

AGENTS = 600  # more than eight blocks, so that eight shards have some each
EDGES = 40


@pytest.fixture(scope="module")
def cluster() -> Iterator[type[ClusterPopulation]]:
    """`ClusterPopulation`, with Ray running on this machine alone."""
    with pytest.MonkeyPatch.context() as patch:
        # Without clusters of several machines Ray keeps to loopback; it asks when imported.
        patch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))  # or it leaves one in the home folder
        ray = pytest.importorskip("ray", reason="Ray does not come for this Python yet")
        ray.init(
            address="local",
            num_cpus=2,
            object_store_memory=200_000_000,
            include_dashboard=False,
            log_to_driver=False,
            logging_level="ERROR",
        )
        try:
            yield formation.ClusterPopulation
        finally:
            ray.shutdown()


class Day(NamedTuple):
    """What happens on one day of the stream."""

    phase: int
    events: list[Event]
    met: list[tuple[int, str]]


def stream() -> list[Day]:
    """Days with both phases, more events than a day's budget, and tags of no family."""
    chance, days = Random(11), []
    for number in range(6):
        kinds = ("route-risk", "route-safe", "facility-down", "depot-short", "weather")
        events = [
            Event(number, f"{chance.choice(kinds)}:{chance.randrange(EDGES)}", chance.random(), n)
            for n in chance.choices((1, 2.5, 4), k=70)
        ]
        met = [
            (chance.randrange(AGENTS), f"delivery-fail:{chance.randrange(9)}") for _ in range(20)
        ]
        days.append(Day(2 if number in (2, 3) else 1, events, met))
    return days


DAYS = stream()
SMALL: dict[str, Any] = {
    "max_beliefs_per_agent": 3,
    "max_crumbs_per_agent": 3,
    "max_events_per_day": 60,
    "max_stakeholders_per_event": 12,
}
EVIDENCE, V1 = BeliefConfig(**SMALL), BeliefConfig(rule="v1", **SMALL)


class Plain:
    """A world of objects with the surface of a population."""

    def __init__(self, config: BeliefConfig) -> None:
        self.world: Any = PlainWorld(AGENTS, config)
        self.router = EventRouter[int](config, self.world.tags)

    @property
    def phase(self) -> int:
        return int(self.world.phase)

    @phase.setter
    def phase(self, phase: int) -> None:
        self.world.phase = phase

    def follow(self, agents: Sequence[int], targets: Sequence[str]) -> None:
        for agent, target in zip(agents, targets, strict=True):
            self.router.follow(agent, target)

    def register(self, tag: str, belief: str) -> None:
        self.world.tags.register(tag, belief)

    def publish(self, events: list[Event]) -> None:
        self.router.publish(events)

    def tell(self, *, agent: list[int], tag: list[str]) -> None:
        for number, told in zip(agent, tag, strict=True):
            self.world.agents[number].crumbs.bump(told)
            self.world.agents_with_new_signals.add(number)

    def route(self, *, day: int) -> None:
        self.router.route(self.world, day=day)

    def form(self, *, day: int) -> None:
        run_belief_formation_for_day(self.world, day=day)

    def digest(self) -> str:
        return saving.snapshot_of(self.world, self.router).digest()

    def save(self, path: Path) -> None:
        formation.save(self.world, self.router, path)

    @classmethod
    def load(cls, path: Path) -> Plain:
        plain = cls(BeliefConfig())
        plain.world, plain.router = formation.load(path)
        return plain


def morning(world: Any, day: int) -> None:
    """What is known before a day's events."""
    if day == 0:
        world.follow(range(AGENTS), [str(agent % EDGES) for agent in range(AGENTS)])
        world.follow(range(0, AGENTS, 7), [str(agent % 5) for agent in range(0, AGENTS, 7)])
    if day == 2:  # tags of this family have come before
        world.register("depot-short", "depot-risk")
    world.phase = DAYS[day].phase


def happen(world: Any, day: int) -> None:
    world.publish(DAYS[day].events)
    agents, tags = zip(*DAYS[day].met, strict=True)
    world.tell(agent=list(agents), tag=list(tags))
    world.route(day=day)


def live(world: Any, days: range = range(len(DAYS))) -> None:
    for day in days:
        morning(world, day)
        happen(world, day)
        world.form(day=day)


def digests(config: BeliefConfig) -> str:
    """The digest that a plain world and a population agree on."""
    plain, columns = Plain(config), Population(AGENTS, config, shards=3)
    live(plain)
    live(columns)
    assert columns.digest() == plain.digest()
    assert columns.router.waiting
    assert columns.router.told.deferred
    assert columns.router.quarantine
    return plain.digest()


@pytest.fixture(scope="module")
def expected() -> dict[BeliefConfig, str]:
    return {config: digests(config) for config in (EVIDENCE, V1)}


def process_of(shard: RemoteShard) -> int:
    import ray

    number: int = ray.get(shard.actor.__ray_call__.remote(lambda _: os.getpid()))
    return number


def kill(shard: RemoteShard) -> None:
    process = psutil.Process(process_of(shard))
    process.send_signal(signal.SIGKILL)
    process.wait(10)


@pytest.mark.parametrize(("shards", "config"), [(1, EVIDENCE), (2, V1), (8, EVIDENCE)])
def test_any_number_of_actors_gives_the_bits_of_one_plain_world(cluster, expected, shards, config):
    population = cluster(AGENTS, config, shards=shards)
    live(population)
    assert len(population.shards) == shards
    assert population.digest() == expected[config]


def test_ray_keeps_to_this_machine(cluster):
    population = cluster(64, shards=1)
    mine = process_of(population.shards[0])
    places: dict[int, set[str]] = {}
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # actors of earlier tests are going
            places[process.pid] = {
                connection.laddr.ip
                for connection in process.net_connections(kind="inet")
                if connection.status == psutil.CONN_LISTEN
            }
    assert places[mine]
    assert set().union(*places.values()) <= {"127.0.0.1", "::ffff:127.0.0.1"}


def test_killed_actors_come_back_with_the_same_bits(cluster, expected):
    population = cluster(AGENTS, V1, shards=2)
    first, second = population.shards
    begun = process_of(first), process_of(second)
    for day in range(len(DAYS)):
        morning(population, day)
        if day == 1:  # nothing but the log
            kill(first)
        if day == 2:  # a family was registered: what came before it is not read anew
            assert not first.log
        happen(population, day)
        if day == 4:  # a snapshot, and a log that begins in the middle of a day
            population.checkpoint()
            assert not first.log
            assert not second.log
        if day in (3, 5):  # with news that nobody has slept on
            kill(second)
        population.form(day=day)
    assert population.digest() == expected[V1]
    kill(first)
    assert population.digest() == expected[V1]
    assert not {process_of(first), process_of(second)} & set(begun)


def test_an_actor_killed_in_its_night_sleeps_again_from_where_it_was(cluster, expected):
    population = cluster(AGENTS, EVIDENCE, shards=2)
    live(population, range(3))
    morning(population, 3)
    happen(population, 3)
    process = psutil.Process(process_of(population.shards[1]))
    process.suspend()
    with ThreadPoolExecutor(1) as pool:
        night = pool.submit(population.form, day=3)
        while population.shards[1].log[-1].method != "night":
            sleep(0.001)
        process.kill()
        assert night.result(60).agents
    live(population, range(4, len(DAYS)))
    assert population.digest() == expected[EVIDENCE]


def test_a_night_that_is_asked_for_again_is_not_slept_again(cluster):
    """As when a caller gave up half-way, after some shards had slept."""
    steady, broken = Population(AGENTS, EVIDENCE), cluster(AGENTS, EVIDENCE, shards=2)
    for population in (steady, broken):
        morning(population, 0)
        happen(population, 0)
    night = steady.form(day=0)
    words = broken.vocabulary.words()
    broken.shards[0].night(0, words, wary=False)
    broken.shards[1].night(0, words, wary=False)
    for population in (steady, broken):
        population.tell(agent=[1, AGENTS - 1], tag=["delivery-fail:x"] * 2)
    kill(broken.shards[1])
    assert broken.form(day=0) == night
    assert broken.digest() == steady.digest()


def test_a_long_log_is_cut_by_itself(cluster):
    steady, often = Population(64), cluster(64, shards=1)
    (shard,) = often.shards
    for population in (steady, often):
        for number in range(300):
            population.tell(agent=[number % 64], tag=[f"delivery-fail:{number % 50}"])
        population.form(day=0)
    assert not shard.log
    for population in (steady, often):  # more than Ray sends along with a call
        tags = ["route-risk:a", "route-risk:b"] * 10_000
        population.tell(agent=np.arange(20_000) % 64, tag=tags)
    kill(shard)
    assert often.form(day=1) == steady.form(day=1)
    assert often.digest() == steady.digest()
    assert [call.method for call in shard.log] == ["take", "night"]
    often.tell(agent=np.arange(1 << 20) % 64, tag=Coded(np.zeros(1 << 20, int), ["route-risk:a"]))
    often.form(day=2)
    assert not shard.log


def test_one_file_goes_from_world_to_world(cluster, expected, tmp_path):
    def half(world: Any, path: Path) -> Path:
        live(world, range(3))
        morning(world, 3)
        happen(world, 3)
        world.save(path)
        return path

    def rest(world: Any) -> str:
        world.form(day=3)
        live(world, range(4, len(DAYS)))
        return str(world.digest())

    plain = half(Plain(V1), tmp_path / "plain")
    columns = half(Population(AGENTS, V1), tmp_path / "columns")
    actors = half(cluster(AGENTS, V1, shards=2), tmp_path / "actors")
    assert plain.read_bytes() == columns.read_bytes() == actors.read_bytes()
    assert rest(Plain.load(actors)) == expected[V1]
    assert rest(Population.load(actors, shards=3)) == expected[V1]
    again = cluster.load(plain, shards=3)
    kill(again.shards[0])  # before its first call
    assert rest(again) == expected[V1]


def test_a_belief_is_read_where_its_agent_lives(cluster):
    plain, actors = Plain(EVIDENCE), cluster(AGENTS, EVIDENCE, shards=2)
    live(plain)
    live(actors)
    read = 0
    for agent in range(300, 340):  # around the first of the second shard
        believed = plain.world.agents[agent].beliefs.items
        assert {belief.key: belief for belief in actors.beliefs(agent)} == believed
        for key, belief in believed.items():
            assert actors.get(agent, key) == belief
            read += agent >= actors.shards[1].first
    assert read
    assert actors.get(0, "route-risk:nowhere") is None


def test_an_actor_that_cannot_live_is_given_up(cluster):
    # More than any address space has room for.
    vast = BeliefConfig(max_beliefs_per_agent=4096)
    population = cluster((1 << 32) - 1, vast, shards=1)
    with pytest.raises(StoreUnavailable, match="was lost 4 times in a row"):
        population.form(day=0)


def test_without_ray_it_says_what_to_install():
    program = (
        "import sys; sys.modules['ray'] = None; from beliefs.formation import *; "
        "ClusterPopulation(agents=3)"
    )
    found = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "StoreError" in found.stderr
    assert "pip install 'beliefs[cluster]'." in found.stderr
