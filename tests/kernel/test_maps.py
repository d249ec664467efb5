from __future__ import annotations

import itertools
import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.kernel.calibration import gate
from beliefs.kernel.maps import (
    BetaMap,
    IsotonicMap,
    Kind,
    fit,
    from_data,
    pool_adjacent_violators,
)
from tests.kernel.outcomes import BAD, calibrated, columns, overconfident, pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS: tuple[Kind, ...] = ("isotonic", "beta")


# Isotonic regression


def best_rising(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The optimum by trying every split into blocks of constant value."""
    best: list[float] = []
    least = math.inf
    for cuts in itertools.product([False, True], repeat=len(values) - 1):
        blocks = [[0]]
        for index, cut in enumerate(cuts, start=1):
            if cut:
                blocks.append([index])
            else:
                blocks[-1].append(index)
        levels = [
            np.average([values[i] for i in b], weights=[weights[i] for i in b]) for b in blocks
        ]
        if levels != sorted(levels):
            continue
        candidate = [level for block, level in zip(blocks, levels, strict=True) for _ in block]
        loss = sum(w * (v - c) ** 2 for v, c, w in zip(values, candidate, weights, strict=True))
        if loss < least:
            best, least = candidate, loss
    return best


@given(st.lists(st.tuples(st.floats(-10, 10), st.floats(0.1, 10)), min_size=1, max_size=7))
def test_pooling_adjacent_violators_finds_the_optimum(steps):
    values, weights = columns(steps)
    assert pool_adjacent_violators(values, weights) == pytest.approx(
        best_rising(values, weights), abs=1e-6
    )


def test_pooling_keeps_what_already_rises():
    assert pool_adjacent_violators([0.1, 0.2, 0.9]) == [0.1, 0.2, 0.9]
    assert pool_adjacent_violators([]) == []
    with pytest.raises(ValueError, match="above 0"):
        pool_adjacent_violators([1.0], [0.0])


def test_equal_probabilities_are_pooled_before_the_fit():
    stated = [0.3] * 20 + [0.6] * 20
    came_true = [True] * 5 + [False] * 15 + [True] * 10 + [False] * 10
    fitted = fit(stated, came_true, kind="isotonic")
    assert fitted is not None
    assert fitted == IsotonicMap((0.3, 0.6), (0.25, 0.5))
    assert fitted.apply(0.45) == pytest.approx(0.375)
    assert fitted.apply(0.0) == 0.25
    assert fitted.apply(1.0) == 0.5


def test_a_pure_end_does_not_become_a_certainty():
    stated = [0.1] * 30 + [0.9] * 30
    fitted = fit(stated, [False] * 30 + [True] * 30, kind="isotonic")
    assert fitted is not None
    assert fitted.values == (1 / 62, 61 / 62)


# Both maps


@pytest.mark.parametrize("kind", KINDS)
@given(
    known=st.lists(pairs, min_size=30, max_size=60),
    chance=st.randoms(use_true_random=False),
)
def test_a_map_rises_stays_a_probability_and_survives_json(kind, known, chance):
    fitted = fit(*columns(known), kind=kind)
    if len({came_true for _, came_true in known}) == 1:
        assert fitted is None
        return
    points = [i / 50 for i in range(51)]
    mapped = [fitted.apply(point) for point in points]
    assert all(0 <= value <= 1 for value in mapped)
    assert all(low <= high + 1e-12 for low, high in itertools.pairwise(mapped))
    assert from_data(json.loads(json.dumps(fitted.data()))) == fitted
    assert fit(*columns(chance.sample(known, len(known))), kind=kind) == fitted


@pytest.mark.parametrize("kind", KINDS)
def test_a_map_meets_the_gate_on_outcomes_it_has_not_seen(kind):
    fitted = fit(*overconfident(4000, seed=1), kind=kind)
    assert fitted is not None
    stated, came_true = overconfident(4000, seed=2)
    mapped = [fitted.apply(p) for p in stated]
    raw, corrected = gate(stated, came_true), gate(mapped, came_true)
    assert not raw.passed
    assert raw.ece > 0.08
    assert corrected.passed
    assert corrected.ece < 0.5 * raw.ece
    assert corrected.brier < raw.brier
    assert corrected.log_loss < raw.log_loss


@pytest.mark.parametrize("kind", KINDS)
def test_a_map_leaves_calibrated_probabilities_about_as_they_are(kind):
    fitted = fit(*calibrated(5000, seed=3), kind=kind)
    assert fitted is not None
    assert np.mean([abs(fitted.apply(p / 100) - p / 100) for p in range(101)]) < 0.03


@pytest.mark.parametrize("kind", KINDS)
def test_too_little_data_gives_no_map(kind):
    stated, came_true = overconfident(29, seed=4)
    assert fit(stated, came_true, kind=kind) is None
    assert fit([0.6] * 100, [True] * 100, kind=kind) is None
    assert fit([0.6] * 100, [True, False] * 50, kind=kind, weights=[1.0, 0.0] * 50) is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_weight_of_two_is_the_outcome_twice(kind):
    stated, came_true = overconfident(200, seed=5)
    weighted = fit(stated, came_true, kind=kind, weights=[2.0] * 100 + [1.0] * 100)
    repeated = fit(
        stated[:100] * 2 + stated[100:], came_true[:100] * 2 + came_true[100:], kind=kind
    )
    for p in (0.1, 0.3, 0.5, 0.7, 0.9):
        assert weighted.apply(p) == pytest.approx(repeated.apply(p), abs=1e-6)


# The beta map


def test_the_beta_map_recovers_a_beta_distortion():
    truth = BetaMap(0.6, 1.7, -0.4)
    generator = np.random.default_rng(6)
    stated = generator.random(60_000)
    rates = np.array([truth.apply(p) for p in stated.tolist()])
    fitted = fit(stated.tolist(), (generator.random(60_000) < rates).tolist())
    assert fitted is not None
    assert fitted == pytest.approx(truth, abs=0.08)


@pytest.mark.parametrize(
    "came_true_when",
    [lambda p: p > 0.5, lambda p: p < 0.5, lambda p: 0.3 < p < 0.6, lambda p: p > 0.999],
)
@pytest.mark.parametrize("ends", [[0.0, 1.0], [0.02, 0.9999]])
def test_separable_and_perverse_outcomes_leave_the_beta_map_finite_and_rising(came_true_when, ends):
    stated = [*ends, *(i / 100 for i in range(1, 100))]
    fitted = fit(stated, [came_true_when(p) for p in stated])
    assert fitted is not None
    assert all(math.isfinite(value) and abs(value) < 1e3 for value in fitted)
    assert min(fitted.a, fitted.b) >= 0
    assert all(0 < fitted.apply(p) < 1 for p in stated)


def test_a_perfect_record_is_believed_as_far_as_the_rule_of_succession_goes():
    fitted = fit([0.1] * 30 + [0.9] * 30, [False] * 30 + [True] * 30)
    assert fitted is not None
    assert fitted.apply(0.9) == pytest.approx(31 / 32, abs=1e-4)
    assert fitted.apply(0.1) == pytest.approx(1 / 32, abs=1e-4)


def test_outcomes_that_fall_as_probabilities_rise_leave_only_the_base_rate():
    stated = [0.2] * 50 + [0.8] * 50
    fitted = fit(stated, [True] * 40 + [False] * 10 + [True] * 10 + [False] * 40)
    assert fitted is not None
    assert (fitted.a, fitted.b) == (0, 0)
    assert fitted.apply(0.9) == pytest.approx(0.5)


def test_one_probability_for_everything_is_mapped_to_its_frequency():
    fitted = fit([0.9] * 200, [True, False] * 100)
    assert fitted is not None
    assert fitted.apply(0.9) == pytest.approx(0.5, abs=0.01)


# What is refused


@pytest.mark.parametrize(("stated", "came_true", "sentence"), BAD)
def test_bad_arguments_are_refused(stated, came_true, sentence):
    with pytest.raises(ValueError, match=sentence):
        fit(stated, came_true)


def test_bad_settings_are_refused():
    spline: Any = "spline"
    unknown: Any = {"kind": spline}
    with pytest.raises(ValueError, match="no calibration map of kind"):
        fit([0.5], [True], kind=spline)
    with pytest.raises(ValueError, match="no calibration map of kind"):
        from_data(unknown)
    with pytest.raises(ValueError, match="weight is a finite number"):
        fit([0.5], [True], weights=[-1.0])
    for fitted in (IsotonicMap((0.5,), (0.5,)), BetaMap(1.0, 1.0, 0.0)):
        with pytest.raises(ValueError, match="between 0 and 1"):
            fitted.apply(math.nan)
