"""Promise 7 of 8: a yes-or-no claim, a choice and a number live side by side untouched.

Any mixture of the three can be written, in one batch or in many, and each belief is what it would
be in a ledger of its own. A batch that is refused for one of them is refused for all.
"""

from __future__ import annotations

import math

import pytest
from hypothesis import strategies as st

from beliefs import Dirichlet, Gaussian, InvalidEvidence, Statement
from tests import strategies as drawn
from tests.contracts import reckoning
from tests.contracts.stores import Stores, entries_of, for_all

mixtures = st.lists(
    st.sampled_from(drawn.FAMILIES).flatmap(drawn.said_about), min_size=1, max_size=10
)


def identity(said: Statement) -> tuple[str | None, bool, bool]:
    """What tells one belief from another: words and family."""
    return said.claim, said.choice is not None, said.value is not None


@for_all(said=mixtures, together=st.booleans())
def test_each_belief_is_what_it_would_be_alone(
    open_beliefs: Stores, said: list[Statement], *, together: bool
):
    b = open_beliefs()
    if together:
        b.add(said)
    else:
        for one in said:
            b.add([one])
    groups: dict[object, list[Statement]] = {}
    for one in said:
        groups.setdefault(identity(one), []).append(one)
    expected = [reckoning.parameters(reckoning.weigh(group)) for group in groups.values()]
    assert sorted(map(repr, expected)) == sorted(repr(belief.parameters) for belief in b.list())


@for_all(said=mixtures, newcomer=st.sampled_from(drawn.FAMILIES).flatmap(drawn.said_about))
def test_one_more_touches_one_belief(
    open_beliefs: Stores, said: list[Statement], newcomer: Statement
):
    b = open_beliefs()
    b.add(said)
    before = {belief.id: (belief, repr(belief.parameters)) for belief in b.list()}
    lines = entries_of(b)
    (change,) = b.add([newcomer]).changes
    after = {belief.id: (belief, repr(belief.parameters)) for belief in b.list()}
    for untouched in before.keys() - {change.belief_id}:
        assert after[untouched] == before[untouched]
    assert after.keys() - before.keys() <= {change.belief_id}
    assert set(lines) < set(entries_of(b))


@for_all(
    said=mixtures,
    wrong=st.sampled_from(
        [
            Statement("bad", confidence=-0.1),
            Statement("bad", choice="eu", strength=0.0),
            Statement("bad", choice="eu", refutes=True),
            Statement("bad", value=1.0, stdev=0.0),
            Statement("bad", value=math.inf, stdev=1.0),
            Statement("bad", value=1.0, stdev=1.0, strength=2.0),
        ]
    ),
    data=st.data(),
)
def test_a_refused_batch_leaves_no_shape_behind(
    open_beliefs: Stores, said: list[Statement], wrong: Statement, data: st.DataObject
):
    b = open_beliefs()
    b.add("it was here before")
    before = entries_of(b), b.list()
    with pytest.raises(InvalidEvidence):
        b.add(data.draw(st.permutations([*said, wrong])))
    assert (entries_of(b), b.list()) == before


@for_all(
    said=st.lists(drawn.categorical("the region in use", declared=False), min_size=1, max_size=4)
)
def test_declaring_categories_turns_an_open_set_into_a_closed_one(
    open_beliefs: Stores, said: list[Statement]
):
    b = open_beliefs()
    b.add(said)
    (open_set,) = b.list()
    assert isinstance(open_set.parameters, Dirichlet)
    assert open_set.parameters.rest == 1.0
    assert set(open_set.parameters.categories) == {one.choice for one in said}
    declaring = Statement("the region in use", choice="eu", among=drawn.REGIONS, strength=1.0)
    b.add([declaring])
    (closed,) = b.list()
    assert isinstance(closed.parameters, Dirichlet)
    assert closed.parameters.rest is None
    assert closed.parameters == reckoning.dirichlet(reckoning.weigh([*said, declaring]))
    assert math.fsum(closed.parameters.means.values()) == pytest.approx(1)


@for_all(said=st.lists(drawn.numeric("p99, ms"), min_size=1, max_size=5))
def test_a_number_is_no_probability(open_beliefs: Stores, said: list[Statement]):
    b = open_beliefs()
    b.add(said)
    (belief,) = b.list()
    assert isinstance(belief.parameters, Gaussian)
    assert belief.parameters.mean is not None
    assert belief.confidence is None
    assert belief.interval[0] <= belief.parameters.mean <= belief.interval[1]
    for agent in drawn.AGENTS:
        b.trust.set(agent=agent, confidence=0.0, lock=True)
    (unheard,) = b.list()
    assert unheard.parameters == Gaussian(None, math.inf)
    assert unheard.interval == (-math.inf, math.inf)
    assert unheard.estimate is None
