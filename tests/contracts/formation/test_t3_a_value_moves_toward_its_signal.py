"""T3: for known counts of crumbs, the value of `v1` moves toward 1 − exp(−count/scale), by alpha.

The expected numbers are worked out in exact fractions of fifty-digit exponentials, not by the code
under test: the count is what is left of earlier nights plus what is new.
"""

from __future__ import annotations

from decimal import Decimal

import pytest

from beliefs.formation import BeliefConfig, Event
from tests.formation import real
from tests.formation.engines import ENGINES

KEY = "route-risk:edge:a-b"
ALPHA, SCALE, HALF_LIFE = Decimal("0.1"), 3, 30
NEAR = Decimal(10) ** -6
"""A count is rounded to 2^-16 each night, which moves a value by alpha/scale of that."""


def signal(count: Decimal) -> Decimal:
    return 1 - real.exp(-count / SCALE)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "crumbs",
    [
        {0: 1},
        {0: 3},
        {0: 1, 1: 1, 2: 1, 3: 1, 4: 1},
        {0: 5, 10: 1, 11: 7, 41: 2, 400: 1},
        dict.fromkeys(range(200), 2),
    ],
    ids=["one", "three", "daily", "gaps", "long"],
)
def test_known_counts_give_known_values(engine: str, crumbs: dict[int, int]):
    world = ENGINES[engine](2, BeliefConfig(rule="v1"))
    world.follow(1, "edge:a-b")
    count, value, weight, last = Decimal(0), Decimal(0), Decimal(0), 0
    for day, times in crumbs.items():
        world.publish([Event(day, KEY, severity=0.2)] * times)
        world.route(day)
        world.form(day)
        count = count * real.power_of_two(last - day, HALF_LIFE) + times
        weight *= real.power_of_two(last - day, 120)
        before = abs(signal(count) - value)
        value += ALPHA * (signal(count) - value)
        weight += ALPHA * (signal(count) - weight)
        weight = min(max(weight, Decimal("0.05")), Decimal("0.95"))
        last = day
        belief = world.get(1, KEY)
        assert belief is not None
        assert abs(Decimal(belief.value) - value) < NEAR
        assert abs(Decimal(belief.weight) - weight) < NEAR
        assert belief.last_day == day
        assert abs(signal(count) - Decimal(belief.value)) <= before + NEAR


@pytest.mark.parametrize("engine", ENGINES)
def test_one_three_and_ten_crumbs_in_numbers(engine: str):
    # 0.1 · (1 − e^(−n/3)) for n = 1, 3, 10
    expected = {1: 0.028346868942621073, 3: 0.06321205588285577, 10: 0.09643260066527476}
    for times, value in expected.items():
        world = ENGINES[engine](1, BeliefConfig(rule="v1"))
        world.follow(0, "edge:a-b")
        world.publish([Event(0, KEY, severity=0.2)] * times)
        world.route(0)
        world.form(0)
        belief = world.get(0, KEY)
        assert belief is not None
        assert belief.value == pytest.approx(value, abs=1e-8)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_steady_count_is_reached(engine: str):
    # n a day and a half-life of 30 days make a count of n / (1 − 2^(−1/30)).
    world = ENGINES[engine](1, BeliefConfig(rule="v1"))
    world.follow(0, "edge:a-b")
    for day in range(600):
        world.publish([Event(day, KEY, severity=0.2, count=0.0625)])
        world.route(day)
        world.form(day)
    nights = 1 / (1 - real.power_of_two(-1, HALF_LIFE))
    steady = signal(Decimal("0.0625") * nights)
    belief = world.get(0, KEY)
    assert belief is not None
    # Every night rounds by up to half a quantum, and so many nights count.
    assert abs(Decimal(belief.value) - steady) < nights * Decimal(2) ** -17 / SCALE


@pytest.mark.parametrize("engine", ENGINES)
def test_an_episode_adds_its_bonus_to_the_signal_once(engine: str):
    world = ENGINES[engine](1, BeliefConfig(rule="v1"))
    world.follow(0, "edge:a-b")
    world.publish([Event(0, KEY, severity=0.9)] * 3)
    world.route(0)
    world.form(0)
    belief = world.get(0, KEY)
    assert belief is not None
    assert belief.value == pytest.approx(0.1 * (0.6321205588285577 + 0.15), abs=1e-8)
    world.publish([Event(1, KEY, severity=0.1)])
    world.route(1)
    world.form(1)
    after = world.get(0, KEY)
    assert after is not None
    count = Decimal(3) * real.power_of_two(-1, HALF_LIFE) + 1
    expected = Decimal("0.9") * Decimal(belief.value) + ALPHA * signal(count)
    assert abs(Decimal(after.value) - expected) < NEAR
