from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from beliefs.kernel.families import Beta, Dirichlet, Gaussian
from beliefs.kernel.intervals import credible_interval

extreme = st.floats(-9, 15).map(lambda x: 10**x)
masses = st.floats(0.001, 0.999999)


@given(extreme, extreme, masses)
def test_the_mean_lies_inside_and_the_ends_are_probabilities(alpha, beta, mass):
    low, high = credible_interval(Beta(alpha, beta), mass)
    assert 0 <= low <= alpha / (alpha + beta) <= high <= 1


@given(st.floats(1, 1e6), st.floats(1, 1e6))
def test_the_tails_are_equal(alpha, beta):
    low, high = credible_interval(Beta(alpha, beta), 0.9)
    belief = stats.beta(alpha, beta)
    assert belief.cdf(low) == pytest.approx(0.05, rel=1e-6)
    assert belief.sf(high) == pytest.approx(0.05, rel=1e-6)


@given(extreme, st.floats(0.01, 0.99), st.floats(0.5, 0.99))
def test_more_mass_is_wider(total, mean, mass):
    parameters = Beta(total * mean, total * (1 - mean))
    narrow, wide = credible_interval(parameters, mass), credible_interval(parameters, mass + 0.005)
    assert wide.low <= narrow.low
    assert narrow.high <= wide.high


@pytest.mark.parametrize("total", [1e8, 2e8, 1e10, 1e13, 1e15])
@pytest.mark.parametrize("mean", [0.5, 0.7, 0.999])
def test_much_evidence_is_nearly_normal_on_both_sides_of_the_switch(total, mean):
    low, high = credible_interval(Beta(total * mean, total * (1 - mean)))
    deviation = math.sqrt(mean * (1 - mean) / total)
    assert (high - mean) / deviation == pytest.approx(1.96, abs=0.005)
    assert (mean - low) / deviation == pytest.approx(1.96, abs=0.005)


def test_the_same_mean_from_more_evidence_is_narrower():
    widths = []
    for observations in (2, 10, 100, 10_000):
        low, high = credible_interval(Beta(1 + 0.7 * observations, 1 + 0.3 * observations))
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 4 * widths[2]


def test_nineteen_of_twenty_intervals_hold_the_truth():
    generator = np.random.default_rng(20)
    truths = generator.random(4000)
    seen = generator.binomial(25, truths)
    held = 0
    for truth, hits in zip(truths.tolist(), seen.tolist(), strict=True):
        low, high = credible_interval(Beta(1.0 + hits, 26.0 - hits))
        held += low <= truth <= high
    assert held / 4000 == pytest.approx(0.95, abs=0.01)


def test_nine_of_ten_numeric_intervals_hold_the_truth():
    generator = np.random.default_rng(21)
    errors = generator.normal(0, 3, 4000).tolist()
    intervals = [credible_interval(Gaussian(100 + error, 9.0), 0.9) for error in errors]
    held = sum(low <= 100 <= high for low, high in intervals)
    assert held / 4000 == pytest.approx(0.9, abs=0.015)


def test_a_category_has_the_interval_of_its_marginal():
    belief = Dirichlet(("eu", "us", "ap"), (2.0, 5.0, 1.0), 1.0)
    assert credible_interval(belief, category=0) == credible_interval(Beta(2.0, 7.0))
    assert credible_interval(belief) == credible_interval(Beta(5.0, 4.0))


def test_a_category_nobody_speaks_for_is_certainly_absent_and_the_only_one_certainly_there():
    assert credible_interval(Dirichlet(("eu", "us"), (2.0, 0.0), 1.0), category=1) == (0, 0)
    assert credible_interval(Dirichlet(("eu", "us"), (2.0, 0.0), None), category=0) == (1, 1)


def test_without_evidence_a_number_may_lie_anywhere():
    assert credible_interval(Gaussian(None, math.inf)) == (-math.inf, math.inf)


@pytest.mark.parametrize("mass", [0.0, 1.0, -0.1, 1.5, math.nan])
def test_a_mass_that_is_no_mass_is_refused(mass):
    with pytest.raises(ValueError, match="mass of an interval lies between 0 and 1"):
        credible_interval(Beta(1.0, 1.0), mass)


@pytest.mark.parametrize("parameters", [Beta(math.nan, 1.0), Beta(0.0, 0.0), Beta(-1.0, 2.0)])
def test_weights_that_are_no_weights_are_refused(parameters):
    with pytest.raises(ValueError, match="finite weights"):
        credible_interval(parameters)


@pytest.mark.parametrize("category", [-1, 2])
def test_a_category_that_is_not_there_is_refused(category):
    with pytest.raises(ValueError, match="There is no category"):
        credible_interval(Dirichlet(("eu", "us"), (2.0, 1.0), None), category=category)


def test_a_belief_without_categories_is_refused():
    with pytest.raises(ValueError, match="without categories"):
        credible_interval(Dirichlet((), (), 1.0))
