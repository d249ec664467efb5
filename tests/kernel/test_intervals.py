from __future__ import annotations

import math
import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from beliefs.kernel.families import Beta, Dirichlet, Gaussian
from beliefs.kernel.intervals import credible_interval, probability_below

ordinary = st.floats(-3, 6).map(lambda x: 10**x)
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


@given(ordinary, ordinary, masses)
def test_ordinary_ends_are_those_of_scipy(alpha, beta, mass):
    low, high = credible_interval(Beta(alpha, beta), mass)
    mean, tail = alpha / (alpha + beta), (1 - mass) / 2
    # What is not a normal float any more counts as 0.
    expected = special.betaincinv(alpha, beta, tail), special.betainccinv(alpha, beta, tail)
    assert low == pytest.approx(min(expected[0], mean), rel=1e-9, abs=1e-300)
    assert high == pytest.approx(max(expected[1], mean), rel=1e-9, abs=1e-300)


def below(alpha: float, beta: float, x: float) -> float:
    """What lies below `x`, by SciPy, whose digits run out where the Edgeworth series is exact."""
    if min(alpha, beta) < 1e8:
        return float(special.betainc(alpha, beta, x))
    belief = stats.beta(alpha, beta)
    z = (x - belief.mean()) / belief.std()
    skewness = (
        2 * (beta - alpha) / (alpha + beta + 2) / math.sqrt(alpha / (alpha + beta + 1) * beta)
    )
    return float(stats.norm.cdf(z) - skewness / 6 * (z * z - 1) * stats.norm.pdf(z))


@given(extreme, extreme, masses)
def test_an_interval_holds_its_mass(alpha, beta, mass):
    low, high = credible_interval(Beta(alpha, beta), mass)
    mean, tail = alpha / (alpha + beta), (1 - mass) / 2
    # An end that was widened to the mean, or is too close to 0 or 1 for a float, shows nothing.
    if 1e-300 < low < min(mean, 1 - 1e-4):
        assert below(alpha, beta, low) == pytest.approx(tail, abs=1e-6)
    if max(mean, 1e-300) < high < 1 - 1e-4:
        assert below(alpha, beta, high) == pytest.approx(1 - tail, abs=1e-6)


@given(extreme, extreme, masses)
def test_the_complement_has_the_mirrored_interval(alpha, beta, mass):
    low, high = credible_interval(Beta(alpha, beta), mass)
    mirrored = credible_interval(Beta(beta, alpha), mass)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-15)


@given(extreme, extreme, st.floats(0, 1))
def test_what_lies_below_is_the_incomplete_beta_function(alpha, beta, x):
    assert probability_below(Beta(alpha, beta), x) == pytest.approx(below(alpha, beta, x), abs=1e-6)


@given(ordinary, ordinary, st.floats(1e-9, 0.999999))
def test_what_lies_below_a_likely_point_is_the_incomplete_beta_function(alpha, beta, share):
    x = float(special.betaincinv(alpha, beta, share))
    assert probability_below(Beta(alpha, beta), x) == pytest.approx(below(alpha, beta, x), rel=1e-6)


@given(extreme, extreme, st.lists(st.floats(0, 1), min_size=2, max_size=20))
def test_what_lies_below_rises(alpha, beta, points):
    values = [probability_below(Beta(alpha, beta), x) for x in sorted(points)]
    assert all(0 <= value <= 1 for value in values)
    assert all(before <= after + 1e-7 for before, after in pairwise(values))


@pytest.mark.parametrize("weight", [5e-324, 1e-300, 1e-13, 1e15, 1e100, 1e300])
@pytest.mark.parametrize("other", [5e-324, 1e-12, 1e-9, 1e-3, 1.0, 1e4, 1e12, 1e16, 1e300])
@pytest.mark.parametrize("mass", [5e-324, 0.5, 0.95, 1 - 2**-53])
def test_no_weight_is_too_small_or_too_large(weight, other, mass):
    for parameters in (Beta(weight, other), Beta(other, weight)):
        low, high = credible_interval(parameters, mass)
        assert 0 <= low <= parameters.mean <= high <= 1
        assert 0 <= probability_below(parameters, 0.3) <= probability_below(parameters, 0.7) <= 1


@given(extreme, extreme, st.floats(0.001, 0.99))
def test_a_little_more_mass_is_not_narrower(alpha, beta, mass):
    narrow, wide = (credible_interval(Beta(alpha, beta), m) for m in (mass, mass + 1e-6))
    assert wide.low <= narrow.low
    assert narrow.high <= wide.high


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


@given(st.floats(1e-12, 1 - 1e-12) | st.sampled_from([5e-324, 1 - 2**-53]))
def test_a_numeric_interval_reaches_as_far_as_scipys(mass):
    low, high = credible_interval(Gaussian(0.0, 1.0), mass)
    assert high == pytest.approx(-special.ndtri((1 - mass) / 2), rel=1e-13, abs=1e-15)
    assert low == -high


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


@pytest.mark.parametrize("parameters", [Beta(math.nan, 1.0), Beta(0.0, 1.0), Beta(1.0, math.inf)])
def test_a_curve_of_weights_that_are_no_weights_is_refused(parameters):
    with pytest.raises(ValueError, match="finite weights"):
        probability_below(parameters, 0.5)
    with pytest.raises(ValueError, match="not a number"):
        probability_below(Beta(1.0, 1.0), math.nan)


@pytest.mark.parametrize("category", [-1, 2])
def test_a_category_that_is_not_there_is_refused(category):
    with pytest.raises(ValueError, match="There is no category"):
        credible_interval(Dirichlet(("eu", "us"), (2.0, 1.0), None), category=category)


def test_a_belief_without_categories_is_refused():
    with pytest.raises(ValueError, match="without categories"):
        credible_interval(Dirichlet((), (), 1.0))


@pytest.mark.parametrize("parameters", ["Beta(8.0, 4.0)", "Gaussian(1.0, 2.0)"])
def test_an_interval_needs_only_the_standard_library(parameters):
    work = (
        "import sys; from beliefs.kernel.families import Beta, Gaussian;"
        f"from beliefs.kernel.intervals import credible_interval; credible_interval({parameters});"
        "sys.exit(bool({'numpy', 'scipy', 'statistics'} & {*sys.modules}))"
    )
    subprocess.run([sys.executable, "-c", work], check=True)
