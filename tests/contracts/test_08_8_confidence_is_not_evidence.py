"""Promise 8 of 8: how sure and how well founded are two numbers.

`confidence` says where a claim stands, `evidence` how much stands behind it. Either can change
without the other: seven tenths from two observations and from a hundred have the same confidence
and differ in evidence, interval and fragility. Not looked into yet, and looked into and close, are
not the same: both stand at one half, one with no evidence and one with much.

The condition for "the same confidence": the same mean with the uniform prior counted in.
"""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from beliefs import Belief, Beta
from tests import strategies as drawn
from tests.contracts.stores import Stores, for_all

CLAIM = "the cache is warm"


def belief_with(open_beliefs: Stores, alpha: float, beta: float) -> Belief:
    """A belief with exactly these parameters."""
    b = open_beliefs()
    for refutes, amount in ((False, alpha - 1), (True, beta - 1)):
        if amount:
            b.add(CLAIM, strength=amount, refutes=refutes)
    belief = b.list()[0]
    assert belief.parameters == Beta(alpha, beta)
    return belief


def width(belief: Belief) -> float:
    low, high = belief.interval
    return high - low


def test_seven_tenths_from_two_and_from_a_hundred(open_beliefs: Stores):
    thin = belief_with(open_beliefs, 2.8, 1.2)
    thick = belief_with(open_beliefs, 71.4, 30.6)
    assert thin.confidence == pytest.approx(0.7)
    assert thick.confidence == pytest.approx(0.7)
    assert thin.evidence == pytest.approx(2)
    assert thick.evidence == pytest.approx(100)
    assert width(thin) > 4 * width(thick)
    assert thin.fragility > 20 * thick.fragility


@for_all(sides=st.tuples(st.integers(2, 60), st.integers(2, 60)), times=st.integers(2, 40))
def test_the_same_confidence_from_more_evidence(
    open_beliefs: Stores, sides: tuple[int, int], times: int
):
    alpha, beta = sides
    thin = belief_with(open_beliefs, alpha, beta)
    thick = belief_with(open_beliefs, alpha * times, beta * times)
    assert thin.confidence == thick.confidence
    assert thin.evidence == alpha + beta - 2 < thick.evidence == (alpha + beta) * times - 2
    assert width(thin) > width(thick)
    assert thin.fragility > thick.fragility


@for_all(first=st.integers(0, 40), second=st.integers(0, 40), more=st.integers(1, 20))
def test_the_same_evidence_at_another_confidence(
    open_beliefs: Stores, first: int, second: int, more: int
):
    one = belief_with(open_beliefs, 1 + first + more, 1 + second)
    other = belief_with(open_beliefs, 1 + first, 1 + second + more)
    assert one.evidence == other.evidence == first + second + more
    assert (one.confidence or 0) > (other.confidence or 0)


@for_all(observations=st.integers(1, 500))
def test_unknown_is_not_undecided(open_beliefs: Stores, observations: int):
    b = open_beliefs()
    b.trust.set(agent="scout", confidence=0.0, lock=True)
    unknown = b.get(b.add("nobody looked", agent="scout").changes[0].belief_id)
    undecided = b.get(b.add(CLAIM, confidence=0.5, strength=observations).changes[0].belief_id)
    assert unknown.confidence == undecided.confidence == 0.5
    assert (unknown.evidence, undecided.evidence) == (0.0, observations)
    assert width(unknown) > width(undecided)
    assert unknown.fragility > undecided.fragility


@for_all(said=st.lists(drawn.binary(CLAIM, noisy=False), min_size=1, max_size=6))
def test_evidence_only_grows_while_confidence_goes_either_way(open_beliefs: Stores, said):
    b = open_beliefs()
    total = 0.0
    for n, one in enumerate(said, 1):
        belief = b.get(b.add([one]).changes[0].belief_id)
        assert belief.evidence >= total
        assert belief.contributions == n
        assert 0 <= (belief.confidence or 0) <= 1
        total = belief.evidence
    low, high = belief.interval
    assert low <= (belief.confidence or 0) <= high


@for_all(strength=st.floats(0.5, 100), times=st.integers(2, 10))
def test_for_choices_and_numbers_as_well(open_beliefs: Stores, strength: float, times: int):
    once, often = open_beliefs(), open_beliefs()
    for b, repeats in ((once, 1), (often, times)):
        said = [
            {"claim": "region", "choice": name, "among": ["eu", "us"], "strength": strength}
            for name in ("eu", "us")
        ]
        said += [{"claim": "p99, ms", "value": 130.0, "stdev": 10.0}]
        b.add(said * repeats)
    for claim in ("region", "p99, ms"):
        thin, thick = (
            next(belief for belief in b.list() if belief.claim == claim) for b in (once, often)
        )
        assert thin.confidence == thick.confidence
        assert thin.evidence < thick.evidence
        assert width(thin) > width(thick)
        assert thin.fragility > thick.fragility


def test_texts_move_the_two_numbers_apart(open_beliefs: Stores):
    b = open_beliefs()
    belief = b.after("The cache is probably warm.", tool="probe 0").changes[0].belief_id
    first = b.get(belief)
    for number in range(1, 20):
        b.after("The cache is probably warm.", tool=f"probe {number}")
    later = b.get(belief)
    assert later.evidence == pytest.approx(20 * first.evidence)
    assert later.contributions == 20
    assert width(later) < width(first)
    assert later.fragility < first.fragility
    assert (later.confidence or 0) == pytest.approx(0.8, abs=0.05)


def test_disagreeing_texts_are_much_evidence_and_no_confidence(open_beliefs: Stores):
    b = open_beliefs()
    for number in range(10):
        word = "warm" if number % 2 else "cold"
        b.after(f"The cache is {word}.", tool=f"probe {number}")
    (belief,) = b.list()
    assert (belief.confidence, belief.evidence) == (0.5, 10.0)
    assert belief.conflict == 1.0
