"""Promise 6 of 13: a write with an idempotency key happens once in its scope.

Scope is the namespace and the layer written to: the shared space, one agent, or one thread. A
repetition writes nothing and returns the first answer, marked `replayed`, whatever has happened
since. "The same call" is judged by its content; the time on the clock is not content, a time the
caller states is. The same key with other content is refused and changes nothing. What was refused
or was empty has used up no key.

This holds for every method that takes a key, in one process and, as `test_08_1` shows, in many.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import strategies as st

from beliefs import Beliefs, Delta, InvalidInput, KeyConflict, Observation, Statement
from tests import strategies as drawn
from tests.contracts.stores import DAY, SECOND, START, Clock, Stores, entries_of, for_all
from tests.strategies import Write, perform

CLAIM, OTHER = "the cache is warm", "the queue is empty"

Ids = tuple[str, str, str]
"""A belief, another one, and a note."""


class Call(NamedTuple):
    """A call that takes a key, and one that must not pass for it."""

    method: str
    this: Callable[[Ids], dict[str, Any]]
    that: Callable[[Ids], dict[str, Any]]

    def make(self, b: Beliefs, ids: Ids) -> Delta:
        """Make the call."""
        delta: Delta = getattr(b, self.method)(**self.this(ids), idempotency_key="k")
        return delta

    def misuse(self, b: Beliefs, ids: Ids) -> None:
        """Use the key for something else."""
        getattr(b, self.method)(**self.that(ids), idempotency_key="k")


CALLS = [
    Call(
        "add",
        lambda _: {"claim": CLAIM, "strength": 3},
        lambda _: {"claim": CLAIM, "strength": 4},
    ),
    Call("add", lambda _: {"claim": [CLAIM, "b"]}, lambda _: {"claim": ["b", CLAIM]}),
    Call(
        "add",
        lambda ids: {"claim": "colder", "supersedes": ids[0]},
        lambda ids: {"claim": "colder", "supersedes": ids[1]},
    ),
    Call(
        "outcome",
        lambda ids: {"belief": ids[0], "truth": True},
        lambda ids: {"belief": ids[0], "truth": False},
    ),
    Call(
        "retract",
        lambda ids: {"belief": ids[0]},
        lambda ids: {"belief": ids[0], "reason": "old"},
    ),
    Call("remove", lambda ids: {"belief": ids[0]}, lambda ids: {"belief": ids[1]}),
    Call(
        "relate",
        lambda ids: {"belief": ids[0], "relation": "supports", "to": ids[1]},
        lambda ids: {"belief": ids[1], "relation": "supports", "to": ids[0]},
    ),
    Call(
        "after",
        lambda _: {"text": "The disk is full. Who pays?"},
        lambda _: {"text": "The disk is full."},
    ),
    Call(
        "after",
        lambda _: {"text": "The disk is full.", "tool": "probe"},
        lambda _: {"text": "The disk is full.", "source": "probe"},
    ),
    Call(
        "observe",
        lambda _: {"observation": Observation("The disk is full.", observed=START)},
        lambda _: {"observation": Observation("The disk is full.", observed=START - SECOND)},
    ),
    Call("goal", lambda _: {"text": "ship it"}, lambda _: {"text": "ship it twice"}),
    Call("gap", lambda _: {"text": "who pays?"}, lambda _: {"text": "who is paid?"}),
    Call(
        "resolve",
        lambda ids: {"note": ids[2]},
        lambda ids: {"note": ids[2], "reason": "done"},
    ),
]
every_call = pytest.mark.parametrize(
    "call", CALLS, ids=[f"{call.method}-{n}" for n, call in enumerate(CALLS)]
)


def furnished(b: Beliefs) -> Ids:
    """Put two beliefs and a question into a ledger, for calls to be about."""
    return (
        b.add(CLAIM, agent="scout").changes[0].belief_id,
        b.add(OTHER, agent="scout").changes[0].belief_id,
        b.gap("is it?").changes[0].belief_id,
    )


def state(b: Beliefs) -> tuple[object, ...]:
    """Everything that a repeated call must leave as it is."""
    return entries_of(b), b.digest(), b.at(START + 9 * DAY).digest()


@every_call
def test_a_repetition_changes_nothing_and_answers_the_same(open_beliefs: Stores, call: Call):
    clock = Clock()
    b = open_beliefs(clock=clock)
    ids = furnished(b)
    first = call.make(b, ids)
    once = state(b)
    for _ in range(3):
        clock.now += SECOND
        again = call.make(b, ids)
        assert (first.replayed, again.replayed) == (False, True)
        assert again.changes == first.changes
        assert state(b) == once
    assert b.verify().ok


@every_call
def test_the_same_key_with_other_content_is_refused(open_beliefs: Stores, call: Call):
    b = open_beliefs()
    ids = furnished(b)
    call.make(b, ids)
    before = state(b)
    with pytest.raises(KeyConflict):
        call.misuse(b, ids)
    # Nor may another method have it.
    other = b.gap if call.method == "goal" else b.goal
    with pytest.raises(KeyConflict):
        other("ship it", idempotency_key="k")
    assert state(b) == before


@every_call
def test_the_same_key_in_another_scope_is_another_key(open_beliefs: Stores, call: Call):
    b, beside = open_beliefs(), open_beliefs()
    ids = furnished(b)
    furnished(beside)
    # Threads first: what they correct for themselves, the shared space has yet to hear.
    for client in (b.with_thread("one"), b.with_thread("two"), b, beside):
        answer = call.make(client, ids)
        assert answer.changes
        assert not answer.replayed


def test_layers_do_not_share_keys(open_beliefs: Stores):
    b = open_beliefs(agent="scout")
    for client in (b, b.with_thread("one"), b.with_thread("two")):
        assert not client.add(CLAIM, idempotency_key="k").replayed
        assert client.add(CLAIM, idempotency_key="k").replayed
    assert b.list()[0].contributions == 1
    assert b.with_thread("one").list()[0].contributions == 2


def test_nor_do_agents(open_shared: Stores):
    scout = open_shared(agent="scout", write_scope="agent")
    critic = open_shared(agent="critic", write_scope="agent", namespace=scout.namespace)
    for client in (scout, critic):
        assert not client.add(CLAIM, idempotency_key="k").replayed
        assert client.add(CLAIM, idempotency_key="k").replayed


@for_all(
    said=st.lists(drawn.anything_said(), min_size=1, max_size=3),
    since=drawn.histories(most=6, without=("erase",)),
)
def test_the_first_answer_stands_whatever_came_since(
    open_beliefs: Stores, said: list[Statement], since: list[Write]
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    first = b.add(said, idempotency_key="mine")
    perform(b, clock, since)
    before = state(b)
    again = b.add(said, idempotency_key="mine")
    assert again.changes == first.changes
    assert again.replayed
    assert state(b) == before


@for_all(said=drawn.anything_said())
def test_a_stated_time_is_content_and_the_clock_is_not(open_beliefs: Stores, said: Statement):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.add([said._replace(observed=START - SECOND)], idempotency_key="k")
    clock.now += DAY
    assert b.add([said._replace(observed=START - SECOND)], idempotency_key="k").replayed
    for other in (said, said._replace(observed=START)):
        with pytest.raises(KeyConflict):
            b.add([other], idempotency_key="k")


@for_all(said=drawn.anything_said())
def test_what_was_empty_or_refused_has_used_up_no_key(open_beliefs: Stores, said: Statement):
    b = open_beliefs()
    for nothing in ("", " \n\t", [], ["", "  "]):
        assert b.add(nothing, idempotency_key="k").changes == ()
    with pytest.raises(InvalidInput):
        b.add([said, Statement(OTHER, confidence=2.0)], idempotency_key="k")
    with pytest.raises(InvalidInput):
        b.add([said, Statement(OTHER, observed=START + DAY)], idempotency_key="k")
    assert entries_of(b) == []
    assert not b.add([said], idempotency_key="k").replayed
    assert len(b.list()) == 1


@for_all(said=drawn.anything_said(), wait=drawn.waits)
def test_ledgers_that_heard_the_same_call_merge_into_one(
    open_beliefs: Stores, said: Statement, wait
):
    clocks = [Clock(START), Clock(START + wait), Clock(START)]
    one, two, reference = (open_beliefs(clock=clock) for clock in clocks)
    for b in (one, two, reference):
        b.add([said], idempotency_key="k")
    one.merge(two)
    two.merge(one)
    # One call, at the earlier of the two times, and so is what is written next.
    clocks[1].now = START
    for b in (one, two, reference):
        assert b.verify().problems == ()
        assert b.list()[0].contributions == 1
        assert b.add([said], idempotency_key="k").replayed
        b.add("something else")
    assert one.digest() == two.digest() == reference.digest()


@for_all(said=st.lists(drawn.anything_said(), min_size=2, max_size=2, unique=True))
def test_ledgers_that_used_a_key_differently_keep_the_earlier_and_list_the_other(
    open_beliefs: Stores, said: list[Statement]
):
    earlier, later = open_beliefs(), open_beliefs(clock=Clock(START + SECOND))
    earlier.add([said[0]], idempotency_key="k")
    later.add([said[1]], idempotency_key="k")
    expected = earlier.at(START).digest()
    assert len(earlier.merge(later).conflicts) == 1
    assert len(later.merge(earlier).conflicts) == 1
    for b in (earlier, later):
        assert b.at(START).digest() == expected
        assert [belief.contributions for belief in b.list()] == [1]
        assert len([line for line in entries_of(b) if '"entry"' in line]) == 2
        assert b.verify().conflicts == 1
        assert b.verify().ok
        with pytest.raises(KeyConflict):
            b.add([said[1]], idempotency_key="k")


def test_a_text_that_said_nothing_or_was_refused_has_used_up_no_key(open_beliefs: Stores):
    b = open_beliefs()
    for nothing in ("", " \n\t", "Thanks!"):
        assert b.after(nothing, idempotency_key="k").changes == ()
        assert b.observe(Observation(nothing), idempotency_key="k").changes == ()
    for wrong in ({"reliability": 2.0}, {"observed": START + DAY}, {"evidence_type": "rumour"}):
        with pytest.raises(InvalidInput):
            b.observe(Observation("The disk is full.", **wrong), idempotency_key="k")
    assert entries_of(b) == []
    assert not b.after("The disk is full.", idempotency_key="k").replayed


def test_a_text_whose_belief_was_erased_is_not_read_again(open_beliefs: Stores):
    b = open_beliefs()
    belief = b.after("The disk is full.", idempotency_key="k").changes[0].belief_id
    b.erase(belief)
    again = b.after("The disk is full.", idempotency_key="k")
    assert (again.replayed, again.changes) == (True, ())
    assert b.list() == []
