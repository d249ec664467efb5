from __future__ import annotations

import math
import subprocess
import sys

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import integrate, stats

from beliefs.kernel.families import Beta, Dirichlet, Gaussian
from beliefs.kernel.information import (
    fragility,
    kl_divergence,
    posterior_entropy,
    predictive_entropy,
)

weights = st.floats(1e-6, 1e12)
moderate = st.floats(0.1, 1e4)
betas = st.builds(Beta, weights, weights)


def log_uniform(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(math.log10(low), math.log10(high)).map(lambda x: 10.0**x)


@st.composite
def dirichlets(draw, amounts=weights):
    alpha = draw(st.lists(amounts, min_size=2, max_size=5))
    rest = draw(st.none() | st.just(1.0))
    return Dirichlet(tuple("abcde"[: len(alpha)]), tuple(alpha), rest)


def supported(belief: Dirichlet, category: int) -> Dirichlet:
    """The belief after one observation of a category; past the last one, of something else."""
    alpha = list(belief.alpha)
    if category == len(alpha) and belief.rest is not None:
        return belief._replace(rest=belief.rest + 1)
    alpha[category] += 1
    return belief._replace(alpha=tuple(alpha))


# Fragility


@pytest.mark.parametrize(("observations", "nats"), [(2, 0.1064), (10, 0.0395), (100, 0.0049)])
def test_fragility_at_mean_0_7_after_observations_on_the_uniform_prior(observations, nats):
    total = observations + 2  # the uniform prior counts as two
    assert fragility(Beta(0.7 * total, 0.3 * total)) == pytest.approx(nats, abs=5e-5)


@pytest.mark.parametrize(("total", "nats"), [(2, 0.1829), (10, 0.0469), (100, 0.0050)])
def test_fragility_at_mean_0_7_by_total_of_the_parameters(total, nats):
    assert fragility(Beta(0.7 * total, 0.3 * total)) == pytest.approx(nats, abs=5e-5)


@given(betas | dirichlets())
def test_fragility_is_never_negative_and_at_most_the_predictive_entropy(belief):
    assert 0 <= fragility(belief) <= predictive_entropy(belief) * (1 + 1e-9) + 1e-15


@given(st.floats(0.001, 0.999), log_uniform(1e-3, 1e12), st.floats(1.01, 100))
def test_thinner_evidence_for_the_same_mean_is_more_fragile(mean, total, factor):
    thin = Beta(mean * total, (1 - mean) * total)
    thick = Beta(thin.alpha * factor, thin.beta * factor)
    assert fragility(thin) > fragility(thick)


@given(moderate, moderate)
def test_fragility_is_the_expected_divergence_over_the_next_observation(alpha, beta):
    now = Beta(alpha, beta)
    mean = alpha / (alpha + beta)
    expected = mean * kl_divergence(Beta(alpha + 1, beta), now)
    expected += (1 - mean) * kl_divergence(Beta(alpha, beta + 1), now)
    assert fragility(now) == pytest.approx(expected, rel=1e-8)


@given(dirichlets(moderate))
def test_fragility_of_categories_is_the_expected_divergence_too(now):
    weights = [*now.alpha, *([] if now.rest is None else [now.rest])]
    expected = math.fsum(
        weight / now.total * kl_divergence(supported(now, category), now)
        for category, weight in enumerate(weights)
    )
    assert fragility(now) == pytest.approx(expected, rel=1e-8)


@given(betas)
def test_two_categories_are_as_fragile_as_the_binary_belief(belief):
    assert fragility(Dirichlet(("yes", "no"), tuple(belief), None)) == fragility(belief)


@pytest.mark.parametrize("total", [1e6, 1e9, 1e12, 1e15])
def test_fragility_of_much_evidence_approaches_half_an_observation(total):
    belief = Beta(0.7 * total, 0.3 * total)
    assert fragility(belief) * total == pytest.approx(0.5, rel=2 / total + 1e-12)


def test_fragility_of_almost_no_evidence_approaches_the_predictive_entropy():
    belief = Beta(0.7e-6, 0.3e-6)
    assert fragility(belief) == pytest.approx(predictive_entropy(belief), rel=1e-5)


@given(dirichlets(moderate))
def test_a_category_without_weight_changes_no_information(belief):
    named = belief._replace(categories=(*belief.categories, "unheard"), alpha=(*belief.alpha, 0.0))
    for measure in (fragility, posterior_entropy, predictive_entropy):
        assert measure(named) == measure(belief)


def test_the_rest_of_an_open_set_counts_as_something_to_observe():
    declared = Dirichlet(("eu",), (4.0,), None)
    assert fragility(declared) == 0
    assert fragility(declared._replace(rest=1.0)) == fragility(Beta(4.0, 1.0))


def test_fragility_of_a_number_is_the_gain_of_one_observation_of_given_precision():
    assert fragility(Gaussian(5.0, 3.0)) == pytest.approx(math.log(2))
    assert fragility(Gaussian(5.0, 3.0), unit_precision=0.25) == pytest.approx(0.5 * math.log(1.75))
    assert fragility(Gaussian(None, math.inf)) == math.inf


# Divergence


@given(betas, betas)
def test_divergence_is_positive_unless_equal(one, other):
    divergence = kl_divergence(one, other)
    assert divergence >= 0
    assert kl_divergence(one, one) == 0
    if any(abs(a - b) > 1e-3 * b for a, b in zip(one, other, strict=True)):
        assert divergence > 0


@given(st.data())
def test_divergence_between_categories_is_positive_unless_equal(data):
    one = data.draw(dirichlets(moderate))
    shifts = [data.draw(st.floats(0.5, 2)) for _ in one.alpha]
    other = one._replace(alpha=tuple(a * s for a, s in zip(one.alpha, shifts, strict=True)))
    assert kl_divergence(one, one) == 0
    assert kl_divergence(one, other) >= 0
    if any(abs(shift - 1) > 1e-3 for shift in shifts):
        assert kl_divergence(one, other) > 0


gaussians = st.builds(Gaussian, st.floats(-1e6, 1e6), log_uniform(1e-9, 1e9))


@given(gaussians, gaussians)
def test_divergence_between_numbers_is_positive_unless_equal(one, other):
    assert kl_divergence(one, one) == 0
    assert kl_divergence(one, other) >= 0
    if abs(one.variance - other.variance) > 1e-3 * other.variance:
        assert kl_divergence(one, other) > 0


@pytest.mark.parametrize(
    ("after", "before"), [((2.5, 4.0), (1.0, 3.0)), ((30.0, 12.0), (2.0, 2.0)), ((3, 3), (3.1, 3))]
)
def test_divergence_is_the_integral_it_stands_for(after, before):
    p, q = stats.beta(*after), stats.beta(*before)
    expected, _ = integrate.quad(lambda x: p.pdf(x) * (p.logpdf(x) - q.logpdf(x)), 1e-12, 1 - 1e-12)
    assert kl_divergence(Beta(*after), Beta(*before)) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("total", [1e4, 1e8, 1e12])
def test_divergence_keeps_its_digits_where_the_textbook_formula_has_none_left(total):
    # Large parameters are Gaussian: one more observation at mean 1/2 moves the mind by 1/(2 total).
    before = Beta(total / 2, total / 2)
    one_more = kl_divergence(Beta(total / 2 + 1, total / 2), before)
    assert one_more * total == pytest.approx(0.5, rel=5 / total + 1e-9)
    # ... and twice the evidence for the same mean narrows it by (1 - ln 2) / 2 backwards.
    doubled = kl_divergence(before, Beta(total, total))
    assert doubled == pytest.approx((1 - math.log(2)) / 2, rel=10 / total + 1e-9)


def test_divergence_is_infinite_from_a_mind_that_excluded_or_knew_nothing():
    excluded = Dirichlet(("a", "b"), (3.0, 0.0), 1.0)
    possible = Dirichlet(("a", "b"), (3.0, 1.0), 1.0)
    assert kl_divergence(possible, excluded) == math.inf
    assert kl_divergence(excluded, excluded) == 0
    unknown = Gaussian(None, math.inf)
    assert kl_divergence(Gaussian(1.0, 1.0), unknown) == math.inf
    assert kl_divergence(unknown, unknown) == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Beta(1.0, 1.0), Gaussian(0.0, 1.0)),
        (Dirichlet(("a",), (1.0,), 1.0), Dirichlet(("b",), (1.0,), 1.0)),
        (Dirichlet(("a",), (1.0,), 1.0), Dirichlet(("a",), (1.0,), None)),
    ],
)
def test_divergence_between_different_shapes_is_refused(one, other):
    with pytest.raises(ValueError, match="The divergence is defined between"):
        kl_divergence(one, other)


# Posterior entropy


@given(log_uniform(1e-3, 1e6), log_uniform(1e-3, 1e6))
def test_posterior_entropy_agrees_with_scipy(alpha, beta):
    expected = float(stats.beta(alpha, beta).entropy())
    assert posterior_entropy(Beta(alpha, beta)) == pytest.approx(expected, rel=1e-6, abs=1e-6)


@given(st.lists(st.floats(0.1, 1e3), min_size=2, max_size=5))
def test_posterior_entropy_of_categories_agrees_with_scipy(alpha):
    belief = Dirichlet(tuple("abcde"[: len(alpha)]), tuple(alpha), None)
    expected = float(stats.dirichlet(alpha).entropy())
    assert posterior_entropy(belief) == pytest.approx(expected, rel=1e-8, abs=1e-8)


def test_posterior_entropy_of_numbers():
    assert posterior_entropy(Gaussian(3.0, 4.0)) == pytest.approx(stats.norm(3, 2).entropy())
    assert posterior_entropy(Gaussian(None, math.inf)) == math.inf


@given(st.floats(1, 1e6), st.floats(1, 1e6), st.floats(1e-3, 100))
def test_support_of_a_belief_that_leans_that_way_lowers_posterior_entropy(one, other, support):
    alpha, beta = max(one, other), min(one, other)
    assume(support > 1e-6 * alpha)  # a step that the result can show
    assert posterior_entropy(Beta(alpha + support, beta)) < posterior_entropy(Beta(alpha, beta))


@pytest.mark.parametrize(("alpha", "beta"), [(5, 5), (3, 2)])
def test_refuting_a_belief_near_the_middle_lowers_posterior_entropy(alpha, beta):
    assert posterior_entropy(Beta(alpha, beta + 1)) < posterior_entropy(Beta(alpha, beta))


@pytest.mark.parametrize(("alpha", "beta"), [(10, 2), (20, 2), (2, 1)])
def test_refuting_a_belief_that_leans_clearly_raises_posterior_entropy(alpha, beta):
    assert posterior_entropy(Beta(alpha, beta + 1)) > posterior_entropy(Beta(alpha, beta))


@pytest.mark.parametrize("support", [0.05, 0.3])
def test_weak_support_raises_posterior_entropy_from_jeffreys_prior_but_not_from_ours(support):
    assert posterior_entropy(Beta(0.5 + support, 0.5)) > posterior_entropy(Beta(0.5, 0.5))
    assert posterior_entropy(Beta(1 + support, 1)) < posterior_entropy(Beta(1, 1))


def test_support_against_the_lean_raises_posterior_entropy_at_first():
    assert posterior_entropy(Beta(2, 9)) > posterior_entropy(Beta(1, 9))


# Predictive entropy


@given(st.builds(Beta, moderate, moderate), st.floats(0, 1e4), st.floats(0, 1e4))
def test_predictive_entropy_rises_exactly_when_the_mean_moves_closer_to_the_middle(
    before, support, refutation
):
    after = Beta(before.alpha + support, before.beta + refutation)
    closer = abs(before.mean - 0.5) - abs(after.mean - 0.5)
    assume(abs(closer) > 1e-6)
    assert (predictive_entropy(after) > predictive_entropy(before)) == (closer > 0)


def test_predictive_entropy_includes_something_else():
    declared = Dirichlet(("a", "b"), (3.0, 1.0), None)
    assert predictive_entropy(declared) == pytest.approx(stats.entropy([3, 1]))
    assert predictive_entropy(declared._replace(rest=1.0)) == pytest.approx(
        stats.entropy([3, 1, 1])
    )


def test_a_belief_without_any_weight_is_refused():
    with pytest.raises(ValueError, match="at least one positive parameter"):
        fragility(Dirichlet(("a",), (0.0,), None))


@pytest.mark.parametrize("module", ["information", "intervals", "agreement", "calibration", "maps"])
def test_importing_a_module_imports_nothing_heavy(module):
    heavy = "{'numpy', 'scipy'} & {*sys.modules}"
    check = f"import sys, beliefs.kernel.{module}; sys.exit(bool({heavy}))"
    subprocess.run([sys.executable, "-c", check], check=True)
