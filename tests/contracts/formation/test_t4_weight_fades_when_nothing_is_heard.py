"""T4: without news a weight falls by half with every half-life, and reading it changes nothing."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest

from beliefs.formation import BeliefConfig, Event
from beliefs.formation.config import RuleName
from tests.formation import real
from tests.formation.engines import ENGINES, Engine

KEY = "route-risk:edge:a-b"


def heard(engine: str, config: BeliefConfig) -> Engine:
    world: Engine = ENGINES[engine](2, config)
    for agent in (0, 1):
        world.follow(agent, "edge:a-b")
    world.follow(1, "edge:x-y")
    world.publish([Event(0, KEY, severity=0.9)] * 40)
    world.route(0)
    world.form(0)
    return world


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("half_life", [1, 30, 120])
def test_the_weight_of_v1_halves_down_to_the_least(engine: str, half_life: int):
    config = BeliefConfig(
        rule="v1", belief_decay_half_life_days=half_life, crumb_to_belief_alpha=1.0
    )
    world = heard(engine, config)
    weights = []
    for day in range(0, 8 * half_life, max(1, half_life // 10)):
        belief = world.get(0, KEY, day)
        assert belief is not None
        expected = max(Decimal("0.95") * real.power_of_two(-day, half_life), Decimal("0.05"))
        assert abs(Decimal(belief.weight) - expected) < Decimal(10) ** -8
        weights.append(belief.weight)
    assert weights == sorted(weights, reverse=True)
    assert weights[0] > weights[-1] == pytest.approx(0.05)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_counts_of_evidence_halve_and_the_weight_falls(engine: str):
    world = heard(engine, BeliefConfig())
    weights = []
    for day in range(0, 2000, 60):
        belief = world.get(0, KEY, day)
        assert belief is not None
        assert belief.trouble is not None
        count = Decimal("40.15") * real.power_of_two(-day, 120)
        assert abs(Decimal(belief.trouble) - count) < Decimal(2) ** -15
        assert abs(Decimal(belief.weight) - count / (count + 3)) < Decimal(2) ** -15
        weights.append(belief.weight)
    assert all(later < earlier for earlier, later in pairwise(weights))


@pytest.mark.parametrize("rule", ["v1", "evidence"])
@pytest.mark.parametrize("engine", ENGINES)
def test_other_news_and_daily_reading_fade_it_no_further(engine: str, rule: RuleName):
    # Lazy is eager: one agent is read and visited every day, the other only at the end.
    world = heard(engine, BeliefConfig(rule=rule))
    for day in range(1, 300):
        world.publish([Event(day, "route-risk:edge:x-y", severity=0.1)])
        world.route(day)
        world.form(day)
        world.get(1, KEY, day)
    assert world.get(0, KEY, 300) == world.get(1, KEY, 300)
