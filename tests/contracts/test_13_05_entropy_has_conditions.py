"""Promise 5 of 13: more evidence, less uncertainty, with the exact conditions.

"Entropy falls with supporting evidence and rises with contrary evidence" is only half true, and
which half depends on the entropy. So there are two, and this is when each moves:

- *Posterior entropy* (how well the truth is known) falls strictly with every support of a claim
  that leans to it or is undecided: Beta(α ≥ β ≥ 1). So it does for a choice that only ever heard
  one category (in an open set, once that weighs as much as "something else": 1), and for a number
  with any evidence at all.
- It rises with evidence against a claim of which only support was heard, up to as much again.
  In general a little evidence against Beta(α, β) raises it exactly if (ν−2)·ψ′(ν) > (β−1)·ψ′(β)
  with ν = α + β. A claim that is already mixed may become *better* known by being contradicted.
- *Predictive entropy* (how open the next observation is) rises exactly if the mean moves closer
  to one half, and falls exactly if it moves away.

That voices disagree is neither: it has its own number, `conflict`.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume
from hypothesis import strategies as st
from scipy.special import polygamma

from beliefs import Beliefs, Beta, Dirichlet
from beliefs.kernel.information import posterior_entropy, predictive_entropy
from tests import strategies as drawn
from tests.contracts.stores import Stores, for_all

CLAIM = "the cache is warm"
# Weights at which one step shows in a double; the laws themselves have no such bounds.
weights = st.floats(0.05, 50)


def beta(b: Beliefs) -> Beta:
    """What is believed of the claim; the prior if nothing was said."""
    found = [belief.parameters for belief in b.list()]
    parameters = found[0] if found else Beta(1.0, 1.0)
    assert isinstance(parameters, Beta)
    return parameters


@for_all(supports=st.lists(weights, min_size=1, max_size=8))
def test_support_from_nothing_lowers_posterior_entropy(open_beliefs: Stores, supports: list[float]):
    b = open_beliefs()
    entropies = [posterior_entropy(beta(b))]
    for weight in supports:
        b.add(CLAIM, strength=weight)
        entropies.append(posterior_entropy(beta(b)))
    assert all(later < earlier for earlier, later in pairwise(entropies))


@for_all(
    lean=st.tuples(st.floats(0, 200), st.floats(0, 200)).map(sorted),
    support=weights,
)
def test_support_of_a_lean_lowers_posterior_entropy(
    open_beliefs: Stores, lean: list[float], support: float
):
    b = open_beliefs()
    for refutes, weight in zip((True, False), lean, strict=True):
        if weight > 2**-64:
            b.add(CLAIM, strength=weight, refutes=refutes)
    before = beta(b)
    b.add(CLAIM, strength=support)
    assert before.alpha >= before.beta >= 1
    assert posterior_entropy(beta(b)) < posterior_entropy(before)


@for_all(support=st.floats(0.5, 200), share=st.floats(0.05, 1))
def test_contradicting_pure_support_raises_posterior_entropy(
    open_beliefs: Stores, support: float, share: float
):
    b = open_beliefs()
    b.add(CLAIM, strength=support)
    before = beta(b)
    b.add(CLAIM, strength=support * share, refutes=True)
    assert posterior_entropy(beta(b)) > posterior_entropy(before)


@for_all(alpha=st.floats(1, 100), beta_=st.floats(1, 100))
def test_a_little_contradiction_raises_it_exactly_on_this_condition(
    open_beliefs: Stores, alpha: float, beta_: float
):
    def trigamma(x: float) -> float:
        return float(polygamma(1, x))

    b = open_beliefs()
    for refutes, weight in ((False, alpha - 1), (True, beta_ - 1)):
        if weight > 2**-64:
            b.add(CLAIM, strength=weight, refutes=refutes)
    before = beta(b)
    b.add(CLAIM, strength=1e-4, refutes=True)
    total = before.alpha + before.beta
    slope = (total - 2) * trigamma(total) - (before.beta - 1) * trigamma(before.beta)
    assume(abs(slope) > 1e-3)
    change = posterior_entropy(beta(b)) - posterior_entropy(before)
    assert (change > 0) == (slope > 0)


@pytest.mark.parametrize(
    ("for_it", "against_it", "rises"),
    [(9, 1, True), (19, 1, True), (1, 0, True), (4, 4, False), (2, 1, False)],
)
def test_contradiction_may_go_either_way(
    open_beliefs: Stores, for_it: int, against_it: int, *, rises: bool
):
    b = open_beliefs()
    b.add([{"claim": CLAIM}] * for_it + [{"claim": CLAIM, "refutes": True}] * against_it)
    before = beta(b)
    b.add(CLAIM, refutes=True)
    assert (posterior_entropy(beta(b)) > posterior_entropy(before)) == rises


@for_all(
    before=st.lists(drawn.binary(CLAIM), max_size=4),
    then=drawn.binary(CLAIM),
)
def test_predictive_entropy_follows_the_distance_from_a_half(open_beliefs: Stores, before, then):
    b = open_beliefs()
    b.add(before)
    one = beta(b)
    b.add([then])
    other = beta(b)
    nearer = _distance_from_half(one) - _distance_from_half(other)
    assume(abs(nearer) > 1e-6)
    assert (predictive_entropy(other) > predictive_entropy(one)) == (nearer > 0)


def _distance_from_half(parameters: Beta) -> Fraction:
    alpha, beta = map(Fraction, parameters)
    return abs(alpha / (alpha + beta) - Fraction(1, 2))


@for_all(supports=st.lists(weights, min_size=1, max_size=6), declared=st.booleans())
def test_support_of_one_category_lowers_both(
    open_beliefs: Stores, supports: list[float], *, declared: bool
):
    b = open_beliefs()
    among = drawn.REGIONS if declared else ()
    seen: list[Dirichlet] = []
    for weight in [1.0, *supports]:
        b.add(CLAIM, choice="eu", among=among, strength=weight)
        parameters = b.list()[0].parameters
        assert isinstance(parameters, Dirichlet)
        seen.append(parameters)
    for entropy in (posterior_entropy, predictive_entropy):
        entropies = [entropy(parameters) for parameters in seen]
        assert all(later < earlier for earlier, later in pairwise(entropies))


@for_all(said=st.lists(drawn.numeric(CLAIM), min_size=2, max_size=6))
def test_any_evidence_about_a_number_lowers_it(open_beliefs: Stores, said):
    b = open_beliefs()
    entropies = [math.inf]
    for one in said:
        # A spread within a factor of a thousand, so that every step shows in a double.
        b.add([one._replace(stdev=min(max(one.stdev, 1.0), 1000.0))])
        entropies.append(posterior_entropy(b.list()[0].parameters))
    assert all(later < earlier for earlier, later in pairwise(entropies))


@for_all(weight=st.floats(1, 100))
def test_conflict_is_its_own_number(open_beliefs: Stores, weight: float):
    b = open_beliefs()
    b.add(CLAIM, strength=weight, agent="scout")
    (united,) = b.list()
    b.add(CLAIM, strength=weight, agent="critic", refutes=True)
    (split,) = b.list()
    assert (united.conflict, split.conflict) == (0.0, 1.0)
    # Twice as much again from both sides: better known than before, and as divided as before.
    b.add(CLAIM, strength=2 * weight, agent="scout")
    b.add(CLAIM, strength=2 * weight, agent="critic", refutes=True)
    (deeper,) = b.list()
    assert posterior_entropy(deeper.parameters) < posterior_entropy(split.parameters)
    assert deeper.conflict == 1.0
