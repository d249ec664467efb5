from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.kernel.calibration import (
    brier,
    ece,
    ece_debiased,
    ece_equal_mass,
    ece_floor,
    gate,
    log_loss,
)
from tests.kernel.outcomes import BAD, calibrated, columns, pairs

resolved = st.lists(pairs, min_size=1, max_size=60)


# Errors and scores


def test_errors_by_hand():
    stated = [0.1, 0.1, 0.9, 0.9]
    came_true = [False, True, True, True]
    expected = 0.5 * 0.4 + 0.5 * 0.1
    assert ece(stated, came_true, bins=10) == pytest.approx(expected)
    assert ece_equal_mass(stated, came_true, bins=2) == pytest.approx(expected)
    squared = 0.5 * (0.4**2 - 0.25 / 1) + 0.5 * 0.1**2
    assert squared < 0
    assert ece_debiased(stated, came_true, bins=2) == 0
    assert brier(stated, came_true) == pytest.approx((0.01 + 0.81 + 0.01 + 0.01) / 4)
    assert log_loss(stated, came_true) == pytest.approx(-(3 * math.log(0.9) + math.log(0.1)) / 4)


def test_equal_mass_bins_see_what_equal_width_bins_average_away():
    # Both probabilities fall into one bin of equal width, where their errors cancel.
    stated = [0.70] * 50 + [0.72] * 50
    came_true = [True] * 50 + [True] * 21 + [False] * 29
    assert ece(stated, came_true) < 0.02
    assert ece_equal_mass(stated, came_true) > 0.25


@given(resolved, st.integers(1, 30), st.randoms(use_true_random=False))
def test_errors_are_shares_and_do_not_depend_on_order(known, bins, chance):
    shuffled = chance.sample(known, len(known))
    for error in (ece, ece_equal_mass, ece_debiased):
        value = error(*columns(known), bins=bins)
        assert 0 <= value <= 1
        assert error(*columns(shuffled), bins=bins) == value


@given(resolved)
def test_scores_are_finite(known):
    assert 0 <= brier(*columns(known)) <= 1
    assert 0 <= log_loss(*columns(known)) < math.inf


def test_certainty_that_was_wrong_costs_much_but_not_everything():
    assert 25 < log_loss([1.0], [False]) < 30


def test_debiased_square_does_not_grow_as_bins_thin_out():
    plain, debiased = [], []
    for seed in range(60):
        stated, came_true = calibrated(300, seed)
        plain.append(ece_equal_mass(stated, came_true))
        debiased.append(ece_debiased(stated, came_true))
    assert np.mean(plain) > 0.06
    assert np.median(debiased) < 0.5 * np.median(plain)


def test_debiased_error_finds_the_true_error():
    stated = [0.8] * 4000
    came_true = [True] * 2800 + [False] * 1200
    assert ece_debiased(stated, came_true) == pytest.approx(0.1, abs=0.001)


# The floor


def test_the_floor_is_deterministic_and_shrinks_with_the_sample():
    stated, _ = calibrated(200, 1)
    assert ece_floor(stated, seed=3) == ece_floor(stated, seed=3)
    assert ece_floor(stated[::-1], seed=3) == ece_floor(stated, seed=3)
    assert ece_floor(stated, seed=3) != ece_floor(stated, seed=4)
    more = ece_floor(stated * 16, seed=3)
    assert more.expected == pytest.approx(ece_floor(stated, seed=3).expected / 4, rel=0.1)


def test_the_floor_is_what_perfect_predictors_get():
    stated, _ = calibrated(400, 2)
    floor = ece_floor(stated, seed=0, trials=2000)
    generator = np.random.default_rng(99)
    errors = [ece(stated, (generator.random(400) < np.array(stated)).tolist()) for _ in range(600)]
    assert np.mean(errors) == pytest.approx(floor.expected, rel=0.03)
    assert np.mean(np.array(errors) <= floor.upper) == pytest.approx(0.95, abs=0.03)


def test_one_bin_has_the_floor_of_a_binomial():
    count = 400
    floor = ece_floor([0.5] * count, seed=5, trials=4000)
    assert floor.expected == pytest.approx(
        math.sqrt(2 / math.pi) * 0.5 / math.sqrt(count), rel=0.05
    )


# The gate


def test_the_gate_shows_a_failure_that_chance_explains():
    stated, came_true = calibrated(60, seed=8)
    result = gate(stated, came_true, seed=1)
    assert result.n == 60
    assert not result.passed
    assert result.ece > 0.05
    assert result.floor.expected > 0.05
    assert result.ece <= result.floor.upper


def test_the_gate_passes_a_perfect_predictor_given_enough_outcomes():
    result = gate(*calibrated(5000, seed=9))
    assert result.passed
    assert result.ece <= result.floor.upper < 0.05


def test_the_gate_includes_its_limit():
    assert gate([0.75] * 4, [True, True, False, False], limit=0.25).passed
    assert not gate([0.75] * 4, [True, True, False, False], limit=0.2499).passed


@pytest.mark.parametrize(("stated", "came_true", "sentence"), BAD)
def test_bad_arguments_are_refused(stated, came_true, sentence):
    for measure in (ece, ece_equal_mass, ece_debiased, brier, log_loss, gate):
        with pytest.raises(ValueError, match=sentence):
            measure(stated, came_true)


def test_bad_settings_are_refused():
    with pytest.raises(ValueError, match="at least one bin"):
        ece([0.5], [True], bins=0)
    with pytest.raises(ValueError, match="at least one trial"):
        ece_floor([0.5], seed=0, trials=0)
