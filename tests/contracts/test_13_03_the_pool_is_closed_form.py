"""Promise 3 of 13: voices are pooled by a formula that can be written on a card.

Each contribution is raised to the weight of its voice and multiplied in, on a uniform prior:
Beta(1 + Σ w·(α−1), 1 + Σ w·(β−1)). The engine's parameters are that, bit for bit, wherever the
contributions are doubles themselves; and for any doubles c, s and w they are 1 + Σ w·c·s in
rational numbers, rounded once. Weights are not normalised, so no voice's weight touches another.

Repeating the same round of contributions converges: from the uniform prior, the divergence
between the states before and after a round falls strictly with every round, and the confidence
moves to its limit without ever turning back.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis import strategies as st

from beliefs import Beta, Statement
from beliefs.kernel.information import kl_divergence
from beliefs.kernel.pooling import pool_beta
from tests import strategies as drawn
from tests.contracts import reckoning
from tests.contracts.stores import Stores, for_all

CLAIM = "the cache is warm"
trust = st.fixed_dictionaries(dict.fromkeys(drawn.AGENTS, drawn.factors))
short = st.lists(
    st.builds(
        lambda agent, confidence, strength, refutes: Statement(
            CLAIM, confidence=confidence, strength=strength, refutes=refutes, agent=agent
        ),
        drawn.agents,
        drawn.short_confidences,
        drawn.short_strengths,
        st.booleans(),
    ),
    min_size=1,
    max_size=8,
)


def as_beta(said: Statement) -> Beta:
    """A contribution as the distribution that it alone would be."""
    in_favour, against = reckoning.amounts(said)
    return Beta(float(1 + in_favour), float(1 + against))


@for_all(said=short, trust=trust)
def test_the_engine_is_pool_beta(
    open_beliefs: Stores, said: list[Statement], trust: dict[str, float]
):
    b = open_beliefs()
    for agent, factor in trust.items():
        b.trust.set(agent=agent, confidence=factor, lock=True)
    b.add(said)
    (belief,) = b.list()
    weights = [trust[one.agent or ""] for one in said]
    assert belief.parameters == pool_beta([as_beta(one) for one in said], weights)
    assert b.fuse(said)[0].parameters == belief.parameters


@for_all(
    said=st.sampled_from(drawn.FAMILIES).flatmap(
        lambda family: st.lists(drawn.said_about(family, CLAIM), min_size=1, max_size=8)
    ),
    trust=trust,
    sources=st.fixed_dictionaries(dict.fromkeys(drawn.SOURCES, drawn.factors)),
)
def test_any_doubles_are_pooled_exactly(
    open_beliefs: Stores,
    said: list[Statement],
    trust: dict[str, float],
    sources: dict[str, float],
):
    b = open_beliefs()
    b.add(said)
    for agent, factor in trust.items():
        b.trust.set(agent=agent, confidence=factor, lock=True)
    for source, factor in sources.items():
        b.trust.set(source=source, confidence=factor, lock=True)
    (belief,) = b.list()
    weighted = [
        (one, Fraction(trust[one.agent or ""]) * Fraction(sources.get(one.source or "", 1.0)))
        for one in said
    ]
    assert belief.parameters == reckoning.parameters(weighted)


@for_all(said=short, newcomer=drawn.binary(CLAIM))
def test_a_further_voice_leaves_every_other_where_it_was(
    open_beliefs: Stores, said: list[Statement], newcomer: Statement
):
    b = open_beliefs()
    b.add(said)
    (before,) = b.list()
    b.add([newcomer._replace(agent="newcomer")])
    (after,) = b.list()
    assert [voice for voice in after.voices if voice.agent != "newcomer"] == [*before.voices]


@for_all(
    said=st.lists(
        st.tuples(
            drawn.agents,
            st.floats(0, 1),
            st.floats(0.05, 20),
        ).map(lambda t: Statement(CLAIM, agent=t[0], confidence=t[1], strength=t[2])),
        min_size=1,
        max_size=4,
    ),
    trust=st.fixed_dictionaries(dict.fromkeys(drawn.AGENTS, st.floats(0.05, 1))),
)
def test_repeated_rounds_converge(
    open_beliefs: Stores, said: list[Statement], trust: dict[str, float]
):
    b = open_beliefs()
    for agent, factor in trust.items():
        b.trust.set(agent=agent, confidence=factor, lock=True)
    states = [Beta(1.0, 1.0)]
    for _ in range(8):
        b.add(said)
        parameters = b.list()[0].parameters
        assert isinstance(parameters, Beta)
        states.append(parameters)
    moves = [kl_divergence(after, before) for before, after in pairwise(states)]
    assert all(later < earlier for earlier, later in pairwise(moves))
    means = [Fraction(state.alpha) / sum(map(Fraction, state)) for state in states]
    # In rationals the confidence never turns back; one rounding of each parameter is allowed for.
    steps = [later - earlier for earlier, later in pairwise(means)]
    turned = min(steps) < -1e-15 and max(steps) > 1e-15
    assert not turned
