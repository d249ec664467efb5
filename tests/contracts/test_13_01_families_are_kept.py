"""Promise 1 of 13: an update changes the numbers of a belief, never its shape.

A claim is a Beta, a choice a Dirichlet, a number a Gaussian, whatever is said about it and how
often. The parameters are a function of the multiset of what was said and of nothing else: prior
plus the sum of all evidence, rounded once. A report from an observer who is right with
probability r becomes fixed counts, chosen so that one such report on the uniform prior has the
exact posterior mean (1 + r) / (K + 1); it adds like anything else, so no shape is ever left.

Matching the mean is the condition. Matching the variance too would need negative counts.
"""

from __future__ import annotations

import math

import pytest
from hypothesis import strategies as st

from beliefs import Beta, Dirichlet, FamilyMismatch, Gaussian, Statement
from tests import strategies as drawn
from tests.contracts import reckoning
from tests.contracts.stores import Stores, entries_of, for_all

CLAIM = "the cache is warm"


@for_all(said=st.lists(drawn.binary(CLAIM), min_size=1, max_size=8))
def test_a_claim_stays_a_beta(open_beliefs: Stores, said: list[Statement]):
    b = open_beliefs()
    for n, one in enumerate(said, 1):
        belief = b.get(b.add([one]).changes[0].belief_id)
        assert type(belief.parameters) is Beta
        assert belief.family == "binary"
        assert min(belief.parameters) >= 1
        assert belief.parameters == reckoning.beta(reckoning.weigh(said[:n]))


@for_all(said=st.lists(drawn.categorical(CLAIM), min_size=1, max_size=8))
def test_a_choice_stays_a_dirichlet(open_beliefs: Stores, said: list[Statement]):
    b = open_beliefs()
    for n, one in enumerate(said, 1):
        belief = b.get(b.add([one]).changes[0].belief_id)
        assert type(belief.parameters) is Dirichlet
        assert belief.family == "categorical"
        assert belief.parameters == reckoning.dirichlet(reckoning.weigh(said[:n]))
        assert min(belief.parameters.alpha) > 0


@for_all(said=st.lists(drawn.numeric(CLAIM), min_size=1, max_size=8))
def test_a_number_stays_a_gaussian(open_beliefs: Stores, said: list[Statement]):
    b = open_beliefs()
    for n, one in enumerate(said, 1):
        belief = b.get(b.add([one]).changes[0].belief_id)
        assert type(belief.parameters) is Gaussian
        assert belief.family == "numeric"
        assert 0 < belief.parameters.variance < math.inf
        assert belief.parameters == reckoning.gaussian(reckoning.weigh(said[:n]))


def test_a_number_without_evidence_has_no_mean(open_beliefs: Stores):
    b = open_beliefs()
    b.trust.set(agent="scout", confidence=0.0, lock=True)
    belief = b.get(b.add(CLAIM, value=3, stdev=1, agent="scout").changes[0].belief_id)
    assert belief.parameters == Gaussian(None, math.inf)
    assert belief.confidence is None
    assert belief.evidence == 0


@for_all(reliability=st.floats(0, 1), says=st.booleans())
def test_one_noisy_report_has_the_posterior_mean(
    open_beliefs: Stores, reliability: float, *, says: bool
):
    b = open_beliefs()
    delta = b.add(CLAIM, strength=1, refutes=not says, reliability=reliability)
    belief = b.get(delta.changes[0].belief_id)
    # ∫ θ·(rθ + (1−r)(1−θ)) dθ over ∫ (rθ + (1−r)(1−θ)) dθ
    expected = (1 + reliability) / 3 if says else (2 - reliability) / 3
    assert belief.confidence == pytest.approx(expected, rel=1e-15)
    assert type(belief.parameters) is Beta


@for_all(
    reliability=st.floats(0, 1), categories=st.integers(2, 9).map(lambda n: list("abcdefghi"[:n]))
)
def test_one_noisy_choice_has_the_posterior_means(
    open_beliefs: Stores, reliability: float, categories: list[str]
):
    b = open_beliefs()
    delta = b.add(CLAIM, choice="b", among=categories, strength=1, reliability=reliability)
    parameters = b.get(delta.changes[0].belief_id).parameters
    assert type(parameters) is Dirichlet
    count = len(categories)
    wrong = (1 - reliability) / (count - 1)
    for category, mean in parameters.means.items():
        likelihood = reliability if category == "b" else wrong
        assert mean == pytest.approx((1 + likelihood) / (count + 1), rel=1e-14)


@for_all(said=drawn.binary(CLAIM, noisy=False))
def test_a_perfect_observer_is_plain_evidence_and_a_coin_none(
    open_beliefs: Stores, said: Statement
):
    b = open_beliefs()
    plain, perfect, coin = b.fuse([said]) + [
        b.fuse([said._replace(reliability=reliability)])[0] for reliability in (1.0, 0.5)
    ]
    assert perfect.parameters == plain.parameters
    assert coin.parameters == Beta(1.0, 1.0)
    assert coin.evidence == 0


@for_all(
    said=st.sampled_from(drawn.FAMILIES).flatmap(
        lambda family: st.lists(drawn.said_about(family, CLAIM), min_size=1, max_size=6)
    ),
    order=st.randoms(use_true_random=False),
)
def test_the_same_evidence_is_the_same_belief(open_beliefs: Stores, said: list[Statement], order):
    b = open_beliefs()
    again = [one._replace(claim="in other words") for one in said]
    order.shuffle(again)
    for one in said:
        b.add([one])
    b.add(again)
    here, there = b.list()
    assert here.parameters == there.parameters
    assert here.evidence == there.evidence
    assert here.interval == there.interval
    assert here.fragility == there.fragility


@for_all(
    first=st.sampled_from(drawn.FAMILIES),
    said=drawn.anything_said(CLAIM),
    beside=drawn.anything_said("something else"),
)
def test_evidence_of_another_family_is_refused_by_id(
    open_beliefs: Stores, first: str, said: Statement, beside: Statement
):
    b = open_beliefs()
    belief_id = drawn.belief_id(drawn.About(first, CLAIM))
    b.add([said])
    (belief,) = b.list()
    by_id = beside._replace(claim=None, belief=belief.id)
    family = b.fuse([beside])[0].family
    before = entries_of(b)
    if family == belief.family:
        b.add([by_id])
        assert len(entries_of(b)) == len(before) + 1
    else:
        with pytest.raises(FamilyMismatch):
            b.add(["said in the same breath", by_id])
        assert entries_of(b) == before
    assert (belief.id == belief_id) == (belief.family == first)
