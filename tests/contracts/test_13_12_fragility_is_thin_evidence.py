"""Promise 12 of 13: fragility says how much one more observation would move a belief.

It is the expected divergence between the belief after the next observation and now, over what
that observation may be; in nats. At the same mean it is strictly higher where there is less
evidence, in every family. At mean 0.7 from 2, 10 and 100 observations it is 0.106, 0.040 and 0.005.
"""

from __future__ import annotations

import math

import pytest
from hypothesis import assume
from hypothesis import strategies as st

from beliefs import Belief, Beta, Dirichlet
from beliefs.kernel.information import kl_divergence
from tests import strategies as drawn
from tests.contracts.stores import Stores, for_all

CLAIM = "the cache is warm"


def with_mean(open_beliefs: Stores, mean: float, observations: float) -> Belief:
    """A belief with this mean from this much evidence, prior included in the mean."""
    b = open_beliefs()
    alpha, beta = mean * (observations + 2), (1 - mean) * (observations + 2)
    for refutes, amount in ((False, alpha - 1), (True, beta - 1)):
        if amount > 2**-64:
            b.add(CLAIM, strength=amount, refutes=refutes)
    return b.list()[0]


@for_all(mean=st.floats(0.2, 0.8), thin=st.floats(4, 100), more=st.floats(1.05, 100))
def test_at_the_same_mean_thin_evidence_is_more_fragile(
    open_beliefs: Stores, mean: float, thin: float, more: float
):
    one = with_mean(open_beliefs, mean, thin)
    other = with_mean(open_beliefs, mean, thin * more)
    assert one.confidence == pytest.approx(other.confidence, rel=1e-12)
    assert one.fragility > other.fragility > 0
    assert one.evidence < other.evidence


@for_all(said=st.lists(drawn.binary(CLAIM), min_size=1, max_size=4))
def test_it_is_the_expected_divergence_after_one_more(open_beliefs: Stores, said):
    b = open_beliefs()
    b.add(said)
    (now,) = b.list()
    assert isinstance(now.parameters, Beta)
    assume(sum(now.parameters) < 1e6)
    mean = now.parameters.mean
    expected = 0.0
    for refutes, chance in ((False, mean), (True, 1 - mean)):
        heard = b.with_thread(f"what if {refutes}")
        heard.add(CLAIM, strength=1, refutes=refutes)
        expected += chance * kl_divergence(heard.list()[0].parameters, now.parameters)
    assert now.fragility == pytest.approx(expected, rel=1e-6, abs=1e-15)
    # Asking what it would be has not touched what it is.
    assert b.list() == [now]


@for_all(shares=st.lists(st.integers(1, 9), min_size=2, max_size=5), times=st.integers(2, 50))
def test_choices_too(open_beliefs: Stores, shares: list[int], times: int):
    """The same proportions, prior included, from more evidence."""
    thin, thick = open_beliefs(), open_beliefs()
    names = [f"region {n}" for n in range(len(shares))]
    for b, scale in ((thin, 2), (thick, 2 * times)):
        b.add(
            {"claim": CLAIM, "choice": name, "among": names, "strength": share * scale - 1}
            for name, share in zip(names, shares, strict=True)
        )
    one, other = thin.list()[0], thick.list()[0]
    assert isinstance(one.parameters, Dirichlet)
    assert isinstance(other.parameters, Dirichlet)
    assert one.parameters.means == pytest.approx(other.parameters.means)
    assert one.fragility > other.fragility > 0


@for_all(value=st.floats(-1e3, 1e3), stdev=st.floats(0.1, 10), times=st.integers(2, 20))
def test_and_numbers(open_beliefs: Stores, value: float, stdev: float, times: int):
    thin, thick = open_beliefs(), open_beliefs()
    thin.add(CLAIM, value=value, stdev=stdev)
    thick.add([{"claim": CLAIM, "value": value, "stdev": stdev}] * times)
    one, other = thin.list()[0], thick.list()[0]
    assert one.parameters[0] == pytest.approx(other.parameters[0])
    assert one.fragility > other.fragility > 0


def test_without_evidence_everything_is_open(open_beliefs: Stores):
    b = open_beliefs()
    b.trust.set(agent="scout", confidence=0.0, lock=True)
    b.add([{"claim": "a claim"}, {"claim": "a number", "value": 1.0, "stdev": 1.0}])
    b.add({"claim": "another", "agent": "scout"})
    b.add({"claim": "unheard", "agent": "scout", "value": 1.0, "stdev": 1.0})
    by_claim = {belief.claim: belief for belief in b.list()}
    assert by_claim["another"].fragility > by_claim["a claim"].fragility
    assert by_claim["unheard"].fragility == math.inf > by_claim["a number"].fragility


@pytest.mark.parametrize(("observations", "nats"), [(2, 0.106), (10, 0.040), (100, 0.005)])
def test_the_numbers_in_the_promise(open_beliefs: Stores, observations: int, nats: float):
    belief = with_mean(open_beliefs, 0.7, observations)
    assert belief.evidence == pytest.approx(observations)
    assert belief.fragility == pytest.approx(nats, abs=0.0006)
