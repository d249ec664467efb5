"""Promise 9 of 13: a write that says nothing is no write at all.

Empty words, an empty batch, a wish without words, the same decision again, closing what is closed,
merging what is known: the ledger, its digest, every view and the moment of the latest entry stay
as they were, to the byte. In a pool, nothing is the identity: fusing it in changes no bit.

Invalid input is not nothing: it is refused, and also changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import strategies as st

from beliefs import BeliefsError, Observation, Statement
from tests import strategies as drawn
from tests.contracts.stores import DAY, START, Clock, Stores, for_all
from tests.strategies import Write, perform

if TYPE_CHECKING:
    from beliefs import Beliefs

LATER = START + 99 * DAY
blank = st.sampled_from(["", " ", "\n\t ", "\u00a0", "\u2003"])
empty = blank | st.lists(blank, max_size=3) | st.lists(blank.map(Statement), max_size=2)


def state(b: Beliefs) -> tuple[object, ...]:
    """Everything there is to see, to the byte."""
    return b.export(), b.digest(), b.at(LATER).digest(), b.read(), b.trust.list(), b.settings.get()


@for_all(before=drawn.histories(most=8), nothing=empty, key=drawn.keys)
def test_saying_nothing(open_beliefs: Stores, before: list[Write], nothing, key: str | None):
    clock = Clock()
    b = open_beliefs(clock=clock)
    perform(b, clock, before)
    then = state(b)
    # Much later, so that an entry or a moment that was written after all would show.
    clock.now += DAY
    delta = b.add(nothing, idempotency_key=key)
    assert (delta.changes, delta.replayed) == ((), False)
    if isinstance(nothing, str):
        assert b.goal(nothing, idempotency_key=key).changes == ()
        assert b.gap(nothing, idempotency_key=key).changes == ()
        assert b.with_thread("another").add(nothing).changes == ()
    clock.now -= DAY
    assert state(b) == then


@for_all(before=drawn.histories(most=8))
def test_deciding_again_what_is_decided(open_beliefs: Stores, before: list[Write]):
    clock = Clock()
    b = open_beliefs(clock=clock)
    perform(b, clock, before)
    b.trust.set(agent="scout", confidence=0.1, strength=50)
    b.settings.set(half_life=3 * DAY)
    closed = b.add("it rains").changes[0].belief_id
    b.retract(closed)
    question = b.gap("does it?").changes[0].belief_id
    b.resolve(question)
    then = state(b)
    clock.now += DAY
    b.trust.set(agent="scout", confidence=0.1, strength=50)
    b.trust.unset(agent="nobody")
    b.settings.set(half_life=3 * DAY)
    b.retract(closed, "again")
    b.resolve(question, "again")
    b.merge(b)
    b.merge(open_beliefs())
    assert open_beliefs().reset() == 0
    clock.now -= DAY
    assert state(b) == then


@for_all(said=st.lists(drawn.anything_said(), max_size=4), nothing=blank, data=st.data())
def test_nothing_is_the_identity_of_the_pool(
    open_beliefs: Stores, said: list[Statement], nothing: str, data: st.DataObject
):
    b = open_beliefs()
    mixed: list[str | Statement] = data.draw(st.permutations([*said, nothing, Statement(nothing)]))
    assert b.fuse([nothing]) == b.fuse([]) == []
    assert b.fuse(mixed) == b.fuse(said)
    b.add(mixed)
    other = open_beliefs()
    other.add(said)
    assert b.at(LATER).digest() == other.at(LATER).digest()


@for_all(
    before=drawn.histories(most=6),
    said=drawn.anything_said(),
    wrong=st.sampled_from(
        [
            {"confidence": 1.5},
            {"confidence": float("nan")},
            {"strength": -1},
            {"strength": float("inf")},
            {"value": 1.0},
            {"value": float("nan"), "stdev": 1.0},
            {"choice": "eu", "confidence": 0.5},
            {"choice": "eu", "among": ["us"]},
            {"observed": START + 1000 * DAY},
            {"evidence_type": "rumour"},
            {"agent": ""},
            {"depends_on": ["ff" * 16]},
            {"supersedes": "no id"},
        ]
    ),
)
def test_what_is_refused_changes_nothing_either(
    open_beliefs: Stores, before: list[Write], said: Statement, wrong
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    perform(b, clock, before)
    then = state(b)
    with pytest.raises(BeliefsError):
        b.add([said, {"claim": "half of this is fine", **wrong}])
    assert state(b) == then


@pytest.mark.parametrize("key", [None, "k"])
@pytest.mark.parametrize("truth", [float("nan"), float("inf"), object(), None, True])
def test_nor_does_an_outcome_that_is_none(open_beliefs: Stores, truth, key: str | None):
    b = open_beliefs()
    belief = b.add("p99, ms", value=130.0, stdev=10.0).changes[0].belief_id
    then = state(b)
    with pytest.raises(BeliefsError):
        b.outcome(belief, truth, idempotency_key=key)
    assert state(b) == then


@for_all(before=drawn.histories(most=6), nothing=blank, key=drawn.keys)
def test_reading_nothing(open_beliefs: Stores, before: list[Write], nothing, key: str | None):
    clock = Clock()
    b = open_beliefs(clock=clock)
    perform(b, clock, before)
    then = state(b)
    clock.now += DAY
    for text in (nothing, f"{nothing}Thanks!{nothing}"):
        for delta in (
            b.after(text, idempotency_key=key and f"text {key}"),
            b.after(text, tool="probe"),
            b.observe(Observation(text, observed=START - DAY)),
            b.with_thread("another").after(text),
        ):
            assert (delta.changes, delta.replayed) == ((), False)
    clock.now -= DAY
    assert state(b) == then
