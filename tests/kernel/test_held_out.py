"""A map is judged on what it was not fitted on, and a bound on the error errs upwards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs.errors import InvalidInput
from beliefs.kernel.calibration import curve, ece, ece_upper, gate, log_loss
from beliefs.kernel.held_out import FOLDS, KINDS, best_map, held_out
from tests.kernel.outcomes import calibrated, columns, overconfident, pairs


def dealt(count: int) -> list[int]:
    return [n % FOLDS for n in range(count)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_map_helps_where_it_was_not_fitted(kind):
    stated, came_true = overconfident(2000, seed=1)
    corrected = held_out(stated, came_true, dealt(2000), kind)
    assert corrected is not None
    assert log_loss(corrected, came_true) < log_loss(stated, came_true)
    assert ece(corrected, came_true) < ece(stated, came_true)


def test_an_outcome_has_no_say_in_its_own_correction():
    stated, came_true = overconfident(200, seed=2)
    other = [not came_true[0], *came_true[1:]]
    for kind in KINDS:
        one, two = (held_out(stated, truth, dealt(200), kind) for truth in (came_true, other))
        assert one is not None
        assert two is not None
        mates = range(0, 200, FOLDS)
        assert [one[n] for n in mates] == [two[n] for n in mates]
        assert one != two


def test_too_few_outcomes_have_no_map():
    stated, came_true = overconfident(20, seed=3)
    assert held_out(stated, came_true, dealt(20), "beta") is None
    assert best_map(stated, came_true, dealt(20)) is None
    assert held_out(stated, came_true, [0] * 20, "beta") is None


def test_the_kind_that_surprises_least_is_used():
    generator = np.random.default_rng(4)
    # Everything below one half comes true half the time: a step that a beta map cannot follow.
    stated = generator.random(4000)
    came_true = generator.random(4000) < np.where(stated < 0.5, 0.5, 0.95)
    found = best_map(stated.tolist(), came_true.tolist(), dealt(4000))
    assert found is not None
    assert found.data()["kind"] == "isotonic"


@settings(max_examples=25)
@given(some=st.lists(pairs, min_size=1, max_size=60), seed=st.integers(0, 99))
def test_the_bound_is_a_function_of_the_set(some: list[tuple[float, bool]], seed: int):
    stated, came_true = columns(some)
    bound = ece_upper(stated, came_true, seed=seed, trials=20)
    assert bound == ece_upper(stated[::-1], came_true[::-1], seed=seed, trials=20)
    assert 0 <= bound <= 1


def test_the_bound_lies_above_the_error_and_falls_with_more_outcomes():
    bounds = []
    for count in (100, 500, 2500):
        stated, came_true = calibrated(count, seed=5)
        bounds.append(ece_upper(stated, came_true, seed=0))
        assert bounds[-1] > ece(stated, came_true)
    assert bounds == sorted(bounds, reverse=True)


def test_the_bound_covers_other_samples_of_the_same_kind():
    covered = 0
    for seed in range(40):
        stated, came_true = overconfident(1000, seed)
        again = overconfident(1000, seed + 1000)
        covered += ece(*again) <= ece_upper(stated, came_true, seed=0, trials=200)
    assert covered >= 36


def test_a_small_sample_does_not_pass_by_luck():
    stated, came_true = calibrated(300, seed=6)
    loose = gate(stated, came_true, limit=0.08)
    strict = gate(stated, came_true, limit=0.08, bootstrap=True)
    assert loose.upper is None
    assert loose.passed
    assert strict.upper is not None
    assert not strict.passed


def test_a_bound_needs_a_trial():
    with pytest.raises(InvalidInput, match="at least one trial"):
        ece_upper([0.5], [True], seed=0, trials=0)


@settings(max_examples=50)
@given(some=st.lists(pairs, min_size=1, max_size=60))
def test_a_curve_holds_every_outcome_once(some: list[tuple[float, bool]]):
    stated, came_true = columns(some)
    points = curve(stated, came_true, bins=10)
    assert sum(point.n for point in points) == len(some)
    assert sum(point.n * point.happened for point in points) == pytest.approx(sum(came_true))
    assert sum(point.n * point.stated for point in points) == pytest.approx(sum(stated))
    gaps = sum(point.n * abs(point.happened - point.stated) for point in points) / len(some)
    assert gaps == pytest.approx(ece(stated, came_true, bins=10), abs=1e-9)
