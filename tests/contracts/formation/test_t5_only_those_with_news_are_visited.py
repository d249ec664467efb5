"""T5: of a thousand agents, five are touched through the router; nobody else is looked at.

For objects every access is counted. For columns there is no object to ask, so the pages of memory
that hold nobody but idle agents are locked: whoever reads one ends the process.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from beliefs.formation import (
    BeliefConfig,
    Event,
    EventRouter,
    PlainWorld,
    run_belief_formation_for_day,
)
from beliefs.formation.config import RuleName
from beliefs.formation.world import Agent

TOUCHED = (3, 77, 512, 640, 999)


class Watched(dict[int, Agent]):
    """Agents that count who is asked for."""

    def __init__(self, agents: dict[int, Agent]) -> None:
        super().__init__(agents)
        self.asked: Counter[int] = Counter()

    def __getitem__(self, number: int) -> Agent:
        self.asked[number] += 1
        return super().__getitem__(number)

    def _refuse(self, *_: object) -> None:
        pytest.fail("all agents were walked through")

    __iter__ = keys = values = items = copy = _refuse  # type: ignore[assignment]


@pytest.mark.parametrize("rule", ["v1", "evidence"])
def test_of_a_thousand_objects_five_are_visited(rule: RuleName):
    world = PlainWorld(1000, BeliefConfig(rule=rule))
    watched = world.agents = Watched(world.agents)
    router: EventRouter[int] = EventRouter(world.belief_config, world.tags)
    for agent in TOUCHED:
        router.follow(agent, f"edge:{agent}")
    for agent in range(1000):
        router.follow(agent, "edge:quiet")
    assert not watched.asked
    router.publish(Event(0, f"route-risk:edge:{agent}", severity=0.9) for agent in TOUCHED)
    router.publish([Event(0, "weather:rain"), Event(0, "route-risk:edge:nobody")])
    router.route(world, day=0)
    assert set(watched.asked) == set(TOUCHED)
    assert world.agents_with_new_signals == set(TOUCHED)
    watched.asked.clear()

    night = run_belief_formation_for_day(world, day=0)
    assert watched.asked == Counter(TOUCHED)
    assert (night.agents, world.belief_state.processed) == (5, 5)
    assert not world.agents_with_new_signals
    watched.asked.clear()

    assert run_belief_formation_for_day(world, day=1).agents == 0
    assert not watched.asked
    for number in range(1000):
        assert len(dict.__getitem__(watched, number).beliefs) == (number in TOUCHED)


@pytest.mark.parametrize("rule", ["v1", "evidence"])
@pytest.mark.parametrize("agents", [100, 100_000])
def test_the_work_does_not_know_how_many_are_idle(rule: RuleName, agents: int):
    config = BeliefConfig(rule=rule)
    world = PlainWorld(100, config)
    few = world.agents
    # The idle are all one agent, which must not be touched: a hundred thousand cost nothing.
    watched = world.agents = Watched(dict.fromkeys(range(agents), few[50]) | {7: few[7]})
    router: EventRouter[int] = EventRouter(config, world.tags)
    router.follow(7, "edge:a-b")
    router.publish([Event(0, "route-risk:edge:a-b")])
    router.route(world, day=0)
    assert run_belief_formation_for_day(world, day=0).agents == 1
    assert set(watched.asked) == {7}
    assert sum(watched.asked.values()) <= 3
    assert len(few[50].beliefs) == 0


_LOCKED = """
import ctypes, mmap, sys
import numpy as np
from beliefs.formation import BeliefConfig, Event, Population

touched = (3, 77, 512, 640, 999)
libc = ctypes.CDLL(None, use_errno=True)
locked = []


def pages(column, hit):
    "The pages of a column that hold nobody but idle agents."
    begin, row = column.ctypes.data, column.strides[0]
    first, last = -(-begin // mmap.PAGESIZE), (begin + column.nbytes) // mmap.PAGESIZE
    busy = {
        page
        for agent in hit
        for page in range(
            (begin + agent * row) // mmap.PAGESIZE,
            (begin + (agent + 1) * row - 1) // mmap.PAGESIZE + 1,
        )
    }
    return [page for page in range(first, last) if page not in busy]


def protect(page, how):
    assert libc.mprotect(ctypes.c_void_p(page * mmap.PAGESIZE), mmap.PAGESIZE, how) == 0


def run(agents, hit, lock, spy=None):
    population = Population(agents, BeliefConfig(rule=sys.argv[1]), shards=2)
    for agent in touched:
        population.follow([agent], f"edge:{agent}")
    population.follow(np.arange(agents), "edge:quiet")
    chosen = [
        page
        for shard in population.shards
        for slots in (shard.beliefs, shard.crumbs)
        for column in slots
        if column.size
        for page in pages(column, [a - shard.first for a in hit
                                   if shard.first <= a < shard.first + shard.count])
    ]
    if lock:
        for page in chosen:
            protect(page, 0)
    for day in range(3):
        population.append(
            day=day, tag=[f"route-risk:edge:{agent}" for agent in touched], severity=0.9
        )
        population.route(day=day)
        if day == 1 and spy is not None:
            population.get(spy, "route-risk:x")
        assert population.form(day=day).agents == 5
    for page in chosen if lock else ():
        protect(page, 1 | 2)
    return len(chosen), population.digest()


count, digest = run(1000, touched, True)
assert run(1000, touched, False)[1] == digest
print(count, flush=True)
if "spy" in sys.argv:
    run(1000, touched, True, spy=300)
"""


def locked(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _LOCKED, *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.skipif(sys.platform != "linux", reason="locks pages of memory as Linux does")
@pytest.mark.parametrize("rule", ["v1", "evidence"])
def test_of_a_thousand_rows_five_are_read(rule: RuleName):
    done = locked(rule)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100


@pytest.mark.skipif(sys.platform != "linux", reason="locks pages of memory as Linux does")
def test_reading_an_idle_row_would_have_been_noticed():
    done = locked("evidence", "spy")
    assert done.returncode < 0
    assert done.stdout
