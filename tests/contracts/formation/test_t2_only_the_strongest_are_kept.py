"""T2: of more keys than fit, the strongest stay, and which these are depends on nothing else."""

from __future__ import annotations

import random

import pytest

from beliefs.formation import BeliefConfig, Event
from beliefs.formation.config import RuleName
from beliefs.formation.fixed import word_of
from tests.formation.engines import ENGINES, Columns, Engine, Objects

K = 5


def believed(world: Engine, agent: int) -> set[str]:
    if isinstance(world, Objects):
        return set(world.world.agents[agent].beliefs.items)
    assert isinstance(world, Columns)
    return {belief.key for belief in world.population.beliefs(agent)}


@pytest.mark.parametrize("rule", ["v1", "evidence"])
@pytest.mark.parametrize("engine", ENGINES)
def test_of_more_keys_than_fit_the_strongest_stay(engine: str, rule: RuleName):
    config = BeliefConfig(rule=rule, max_beliefs_per_agent=K)
    for seed in range(10):
        world = ENGINES[engine](3, config)
        counts = {f"edge:{number}": number + 1 for number in range(4 * K)}
        events = [
            Event(0, f"route-risk:{target}", severity=0.1)
            for target, count in counts.items()
            for _ in range(count)
        ]
        random.Random(seed).shuffle(events)
        for target in counts:
            world.follow(1, target)
        world.publish(events)
        world.route(0)
        world.form(0)
        strongest = sorted(counts, key=counts.__getitem__, reverse=True)[:K]
        assert believed(world, 1) == {f"route-risk:{target}" for target in strongest}
        assert believed(world, 0) == set()


@pytest.mark.parametrize("rule", ["v1", "evidence"])
@pytest.mark.parametrize("engine", ENGINES)
def test_equals_are_told_apart_by_hash_alone(engine: str, rule: RuleName):
    config = BeliefConfig(rule=rule, max_beliefs_per_agent=K)
    targets = [f"edge:{number}" for number in range(4 * K)]
    expected = sorted((f"route-risk:{target}" for target in targets), key=word_of)[:K]
    for seed in range(10):
        random.Random(seed).shuffle(targets)
        world = ENGINES[engine](1, config)
        for target in targets:
            world.follow(0, target)
        world.publish(Event(0, f"route-risk:{target}") for target in targets)
        world.route(0)
        world.form(0)
        assert believed(world, 0) == set(expected)


@pytest.mark.parametrize("rule", ["v1", "evidence"])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_store_is_bounded_for_ten_thousand_days(engine: str, rule: RuleName):
    config = BeliefConfig(rule=rule, max_beliefs_per_agent=K, max_crumbs_per_agent=K)
    world = ENGINES[engine](1, config)
    for target in range(50):
        world.follow(0, f"edge:{target}")
    for day in range(0, 10_000, 10):
        world.publish([Event(day, f"route-risk:edge:{day * 7 % 50}", 0.9)])
        world.route(day)
        world.form(day)
        assert len(believed(world, 0)) <= K
    if isinstance(world, Objects):
        agent = world.world.agents[0]
        assert (len(agent.crumbs.fresh), len(agent.episodes)) == (0, 0)
        assert len(agent.crumbs.kept) <= K
