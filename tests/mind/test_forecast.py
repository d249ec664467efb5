"""Forecasts: exact where they can be, close where they are simulated, the same for a seed."""

from __future__ import annotations

import doctest
import math
import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs import Beliefs, InvalidInput, Statement
from beliefs.kernel.families import Beta, Dirichlet, Gaussian
from beliefs.kernel.information import fragility, kl_divergence
from beliefs.mind import forecast as module
from beliefs.mind.belief import Belief
from beliefs.mind.forecast import FARTHEST, MOST_ROLLOUTS, Ask, is_settled, predict
from tests.contracts.stores import Clock
from tests.strategies import anything_said

AMONG = ("ap", "eu", "us")
seeds = st.integers(0, 2**32)
horizons = st.integers(1, FARTHEST)


def held(*statements: Statement | str) -> list[Belief]:
    """What is believed after this was said."""
    b = Beliefs(":memory:", clock=Clock())
    b.add(list(statements))
    return b.list(limit=None)


def about(statement: Statement | str, **options):
    [belief] = held(statement)
    [forecast] = predict([belief.id], [belief], **options)
    return forecast


def after(now: Beta, observed: tuple[bool, ...]) -> Beta:
    return Beta(now.alpha + sum(observed), now.beta + len(observed) - sum(observed))


def chance_of(now: Beta, observed: tuple[bool, ...]) -> float:
    chance = 1.0
    for place, positive in enumerate(observed):
        mean = after(now, observed[:place]).mean
        chance *= mean if positive else 1 - mean
    return chance


def test_examples_run_as_printed():
    assert doctest.testmod(module).failed == 0


# The gain


@given(st.lists(anything_said(), min_size=1, max_size=5), seeds)
def test_the_next_observation_brings_the_fragility(statements, seed):
    beliefs = held(*statements)
    for belief, forecast in zip(
        beliefs, predict([one.id for one in beliefs], beliefs, seed=seed), strict=True
    ):
        assert forecast.target_id == belief.id
        assert forecast.expected_entropy_reduction == pytest.approx(belief.fragility, rel=1e-9)


@pytest.mark.parametrize(
    "statement",
    [
        Statement("It is so", confidence=0.7, strength=3),
        Statement("Region", choice="eu", among=AMONG, strength=2),
    ],
)
def test_what_simulated_observations_bring_is_what_was_forecast(statement):
    # Not through any code of the forecast: draw observations, and see how far the mind moves.
    [belief] = held(statement)
    now = belief.parameters
    assert not isinstance(now, Gaussian)
    chance = random.Random(7)
    weights = list(now) if isinstance(now, Beta) else list(now.alpha)
    moved = []
    for drawn in chance.choices(range(len(weights)), weights, k=20_000):
        more = tuple(weight + (place == drawn) for place, weight in enumerate(weights))
        then = Beta(*more) if isinstance(now, Beta) else now._replace(alpha=more)
        moved.append(kl_divergence(then, now))
    mean = math.fsum(moved) / len(moved)
    error = math.sqrt(math.fsum((one - mean) ** 2 for one in moved)) / len(moved)
    [forecast] = predict([belief.id], [belief])
    assert abs(forecast.expected_entropy_reduction - mean) < 4 * error


@given(st.floats(0, 1), st.floats(0.1, 30), horizons)
def test_several_observations_of_a_claim_are_weighed_exactly(confidence, strength, horizon):
    [belief] = held(Statement("It is so", confidence=confidence, strength=strength))
    now = belief.parameters
    assert isinstance(now, Beta)
    expected = math.fsum(
        chance_of(now, observed) * kl_divergence(after(now, observed), now)
        for observed in product((True, False), repeat=horizon)
    )
    [forecast] = predict([belief.id], [belief], horizon=horizon)
    assert forecast.expected_entropy_reduction == pytest.approx(expected, rel=1e-7)
    assert (forecast.rollouts, forecast.depth) == (0, horizon)


@pytest.mark.parametrize("among", [AMONG, ()])
def test_several_observations_of_categories_are_simulated_closely(among):
    said = [
        Statement("Region", choice=name, among=among, strength=more)
        for name, more in (("eu", 2), ("us", 1))
    ]
    [belief] = held(*said)
    now = belief.parameters
    assert isinstance(now, Dirichlet)
    weights = [*now.alpha, *([] if now.rest is None else [now.rest])]

    def expected(weights: list[float], steps: int) -> float:
        if not steps:
            return 0.0
        state = Dirichlet(tuple(map(str, range(len(weights)))), tuple(weights), None)
        return fragility(state) + math.fsum(
            weight
            / sum(weights)
            * expected([*weights[:place], weight + 1, *weights[place + 1 :]], steps - 1)
            for place, weight in enumerate(weights)
        )

    exact = expected(weights, 4)
    seen = [
        predict([belief.id], [belief], horizon=4, rollouts=MOST_ROLLOUTS, seed=seed)[0]
        for seed in range(10)
    ]
    gains = [one.expected_entropy_reduction for one in seen]
    mean = math.fsum(gains) / len(gains)
    error = math.sqrt(math.fsum((one - mean) ** 2 for one in gains)) / len(gains)
    assert len(set(gains)) > 1
    assert all(one.rollouts == MOST_ROLLOUTS for one in seen)
    assert abs(mean - exact) < 5 * error + 1e-4


@given(st.floats(-1e3, 1e3), st.floats(0.1, 100), st.integers(1, 4), horizons)
def test_reports_of_a_number_are_weighed_exactly(value, stdev, reports, horizon):
    said = [
        Statement("ms", value=value + place, stdev=stdev, agent=f"a{place}")
        for place in range(reports)
    ]
    [belief] = held(*said)
    [forecast] = predict([belief.id], [belief], horizon=horizon)
    expected = 0.5 * math.log1p(horizon / reports)
    assert forecast.expected_entropy_reduction == pytest.approx(expected, rel=1e-9)


def test_a_number_of_which_nothing_is_known_has_everything_to_learn():
    b = Beliefs(":memory:", clock=Clock())
    premise = b.add("The sensor works").changes[0].belief_id
    number = b.add("Litres", value=40, stdev=1, depends_on=[premise]).changes[0].belief_id
    b.retract(premise)
    certain, never = predict([Ask(number), Ask(number, 0.0)], b.list(), horizon=2)
    assert (certain.expected_entropy_reduction, certain.score) == (math.inf, 1.0)
    assert (never.expected_entropy_reduction, never.score) == (0.0, 0.0)
    assert certain.will_answer == ()


@given(anything_said(), st.integers(1, FARTHEST - 1), seeds)
def test_looking_further_never_brings_less(statement, horizon, seed):
    [belief] = held(statement)
    near, far = (
        predict([belief.id], [belief], horizon=steps, seed=seed)[0].expected_entropy_reduction
        for steps in (horizon, horizon + 1)
    )
    assert far >= near - 1e-12


@given(anything_said(), st.floats(0, 1), seeds)
def test_a_tool_that_fails_brings_so_much_less(statement, rate, seed):
    [belief] = held(statement)
    sure, unsure = predict([Ask(belief.id), Ask(belief.id, rate)], [belief], seed=seed)
    expected = sure.expected_entropy_reduction * rate
    assert unsure.expected_entropy_reduction == pytest.approx(expected, rel=1e-9)
    assert unsure.score <= sure.score


def test_a_tool_that_fails_half_of_the_time_over_two_tries():
    [belief] = held(Statement("It is so", strength=3))
    once, twice = (
        predict([belief.id], [belief], horizon=steps)[0].expected_entropy_reduction
        for steps in (1, 2)
    )
    [half] = predict([Ask(belief.id, 0.5)], [belief], horizon=2)
    assert half.expected_entropy_reduction == pytest.approx(once / 2 + twice / 4)


# The score


@given(st.lists(anything_said(), min_size=1, max_size=5), horizons, seeds)
def test_scores_lie_between_0_and_1_in_the_order_of_the_gains(statements, horizon, seed):
    beliefs = held(*statements)
    found = predict([one.id for one in beliefs], beliefs, horizon=horizon, seed=seed)
    assert all(0 <= one.score <= 1 for one in found)
    by_gain = sorted(found, key=lambda one: one.expected_entropy_reduction)
    assert [one.score for one in by_gain] == sorted(one.score for one in found)


def test_a_score_of_1_is_asking_about_what_nobody_knows():
    assert about(Statement("It is so", strength=2.0**-64)).score == pytest.approx(1)
    assert about(Statement("It is so", strength=1000)).score < 0.01


# What will be answered


@pytest.mark.parametrize(
    ("parameters", "settled"),
    [
        (Beta(5.0, 1.0), False),
        (Beta(6.0, 1.0), True),
        (Beta(1.0, 6.0), True),
        (Beta(60.0, 50.0), False),
        (Dirichlet(AMONG, (1.0, 6.0, 1.0), None), True),
        (Dirichlet(AMONG, (5.0, 6.0, 1.0), None), False),
        (Dirichlet(("eu",), (6.0,), 1.0), True),
        (Dirichlet(("eu",), (3.0,), 1.0), False),
        (Dirichlet(("eu",), (3.0,), None), True),
        (Dirichlet((), (), 1.0), False),
        (Gaussian(100.0, 100.0), True),
        (Gaussian(-100.0, 101.0), False),
        (Gaussian(None, math.inf), False),
    ],
)
def test_what_is_settled(parameters, settled):
    assert is_settled(parameters) is settled


def test_a_belief_on_the_brink_will_be_answered():
    brink = about(Statement("It is so", strength=4))  # Beta(5, 1): one more settles it
    assert brink.will_answer == (brink.target_id,)
    [belief] = held(Statement("It is so", strength=4))
    assert predict([Ask(belief.id, 0.5)], [belief])[0].will_answer == ()
    assert about(Statement("It is so", strength=1)).will_answer == ()
    assert about(Statement("It is so", strength=50)).will_answer == ()  # it is settled already
    region = Statement("Region", choice="eu", among=AMONG, strength=4)
    found = about(region, rollouts=MOST_ROLLOUTS)
    assert found.will_answer == (found.target_id,)
    ms = Statement("ms", value=100, stdev=12)
    assert about(ms).will_answer == (about(ms).target_id,)
    assert about(ms._replace(stdev=40)).will_answer == ()


@pytest.mark.parametrize(("strength", "sureness"), [(1, "low"), (2, "medium"), (10, "high")])
def test_how_far_to_rely_on_a_forecast_depends_on_the_evidence(strength, sureness):
    assert about(Statement("It is so", strength=strength)).confidence == sureness


# Order, seeds and names


@given(st.lists(anything_said(), min_size=1, max_size=6), seeds, st.data())
@settings(max_examples=40)
def test_each_forecast_depends_on_its_seed_and_nothing_beside_it(statements, seed, data):
    beliefs = held(*statements)
    ids = data.draw(st.permutations([belief.id for belief in beliefs]))
    together = predict(ids, beliefs, horizon=3, rollouts=5, seed=seed)
    assert [one.target_id for one in together] == ids
    alone = [predict([one], beliefs[::-1], horizon=3, rollouts=5, seed=seed)[0] for one in ids]
    assert together == alone


def test_another_seed_is_another_simulation():
    region = Statement("Region", choice="eu", among=AMONG)
    seen = {
        about(region, horizon=4, rollouts=3, seed=seed).expected_entropy_reduction
        for seed in range(8)
    }
    assert len(seen) > 1


def test_an_action_names_its_belief_by_id_beginning_or_words():
    beliefs = held("The cache is warm", "The queue is empty", "Competitor pricing is monthly")
    ids = {belief.claim: belief.id for belief in beliefs}
    for words, claim in {
        ids["The queue is empty"]: "The queue is empty",
        f"#{ids['The queue is empty'][:8]}": "The queue is empty",
        "the CACHE is warm": "The cache is warm",
        "check the cache": "The cache is warm",
        "search for competitor pricing": "Competitor pricing is monthly",
    }.items():
        assert predict([words], beliefs)[0].target_id == ids[claim], words


@pytest.mark.parametrize("words", ["", "the weather in Paris", "0" * 32, "?"])
def test_an_action_about_nothing_known_is_forecast_with_low_confidence(words):
    [forecast] = predict([words], held("The cache is warm"))
    assert forecast.target_id is None
    assert (forecast.score, forecast.will_answer, forecast.confidence) == (0.0, (), "low")
    assert predict([words], [])[0].target_id is None


def test_what_was_closed_is_not_forecast():
    b = Beliefs(":memory:", clock=Clock())
    b.add("The disk is full")
    b.retract(b.list()[0])
    assert predict(["The disk is full"], b.list(status="retracted"))[0].target_id is None


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"horizon": 0}, "horizon must be a whole number from 1 to 5, not 0."),
        ({"horizon": 6}, "horizon must be a whole number from 1 to 5, not 6."),
        ({"horizon": True}, "horizon must be"),
        ({"rollouts": 201}, "rollouts must be a whole number from 1 to 200, not 201."),
        ({"rollouts": 2.0}, "rollouts must be"),
    ],
)
def test_bounds_are_refused_in_a_sentence(options, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        predict([], [], **options)


@pytest.mark.parametrize("rate", [-0.1, 1.1, math.nan, True, "often"])
def test_a_rate_that_is_none_is_refused(rate):
    with pytest.raises(InvalidInput, match="a success rate lies between 0 and 1, not at"):
        predict([Ask("The cache is warm", rate)], [])
