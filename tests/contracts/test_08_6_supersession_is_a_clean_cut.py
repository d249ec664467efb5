"""Promise 6 of 8: after a change of position there is one position, and a full record of both.

Whatever else is going on (other claims, other voices, threads, retries, merges), the belief that
was superseded is in no answer, its replacement is judged on its own evidence alone, and the audit
trail of both is complete. A thread may change its mind without changing everybody's.
"""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from beliefs import Beliefs, Statement
from tests import strategies as drawn
from tests.contracts.stores import DAY, SECOND, START, Clock, Stores, entries_of, for_all
from tests.strategies import Write, perform

OLD, NEW = "the launch is in May", "the launch is in June"


def answers(b: Beliefs) -> list[str]:
    """Every claim in every kind of answer."""
    return [
        belief.claim
        for found in (b.list(limit=None), b.read(limit=None).beliefs, b.search("launch May June"))
        for belief in found
    ]


@for_all(
    old=st.lists(drawn.anything_said(OLD), min_size=1, max_size=3),
    new=drawn.anything_said(NEW),
    around=drawn.histories(most=6, without=("reset", "settings.set")),
)
def test_one_position_whatever_else_goes_on(
    open_beliefs: Stores, old: list[Statement], new: Statement, around: list[Write]
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.add(old)
    old_ids = [belief.id for belief in b.list()]
    perform(b, clock, around[:3])
    for n, old_id in enumerate(old_ids):
        b.add([new._replace(supersedes=old_id)], idempotency_key=f"switch {n}")
        b.add([new._replace(supersedes=old_id)], idempotency_key=f"switch {n}")
    perform(b, clock, around[3:])
    assert OLD not in answers(b)
    assert answers(b).count(NEW) == 3
    for old_id in old_ids:
        assert b.get(old_id).status == "superseded"
        actions = [line.action for line in b.trace(old_id)]
        assert actions.count("supersession") == 1
        assert actions.count("contribution") >= 1
    replacement = next(belief for belief in b.list(limit=None) if belief.claim == NEW)
    assert replacement.contributions == len(old_ids)
    assert len(b.trace(replacement)) == len(old_ids)


@for_all(old=drawn.anything_said(OLD), new=drawn.anything_said(NEW))
def test_the_past_still_holds_the_old_position(
    open_beliefs: Stores, old: Statement, new: Statement
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    old_id = b.add([old]).changes[0].belief_id
    then, seen = b.at(START).digest(), b.list()
    clock.now += DAY
    b.add([new._replace(supersedes=old_id)])
    assert [belief.claim for belief in b.list()] == [NEW]
    assert b.at(START).digest() == then
    assert [belief.parameters for belief in b.at(START).list()] == [seen[0].parameters]


@for_all(old=drawn.anything_said(OLD), new=drawn.anything_said(NEW))
def test_a_thread_changes_its_own_mind(open_beliefs: Stores, old: Statement, new: Statement):
    b = open_beliefs()
    old_id = b.add([old]).changes[0].belief_id
    everybody = b.list()
    thread, other = b.with_thread("one"), b.with_thread("another")
    thread.add([new._replace(supersedes=old_id)])
    assert [belief.claim for belief in thread.list()] == [NEW]
    assert thread.get(old_id).status == "superseded"
    assert b.list() == other.list() == everybody


@for_all(late=drawn.anything_said(OLD), pause=st.sampled_from([0 * SECOND, SECOND]))
def test_what_is_said_afterwards_reopens_it_without_its_past(
    open_beliefs: Stores, late: Statement, pause
):
    clock = Clock()
    b, reference = open_beliefs(clock=clock), open_beliefs(clock=clock)
    about = [Statement(OLD), Statement(OLD, choice="yes"), Statement(OLD, value=5.0, stdev=1.0)]
    b.add(about)
    for belief in b.list():
        b.add(NEW, supersedes=belief)
    assert {belief.claim for belief in b.list()} == {NEW}
    clock.now += pause
    b.add([late])
    reference.add([late])
    (reopened,) = [belief for belief in b.list() if belief.claim == OLD]
    assert reopened.parameters == reference.list()[0].parameters
    assert reopened.contributions == 1


@for_all(wait=drawn.waits, old=drawn.anything_said(OLD), new=drawn.anything_said(NEW))
def test_a_ledger_that_hears_of_it_later_cuts_as_cleanly(
    open_beliefs: Stores, wait, old: Statement, new: Statement
):
    here, there = open_beliefs(), open_beliefs(clock=Clock(START + wait))
    old_id = here.add([old]).changes[0].belief_id
    there.merge(here)
    here.add([new._replace(supersedes=old_id)])
    there.add([old])  # said of the old position before word of the change arrived
    for one, other in ((here, there), (there, here)):
        one.merge(other)
        assert [belief.claim for belief in one.list()] == [NEW]
        assert one.get(old_id).status == "superseded"
    assert here.digest() == there.digest()


def test_a_refused_supersession_leaves_both_as_they_were(open_beliefs: Stores):
    b = open_beliefs()
    old_id = b.add(OLD).changes[0].belief_id
    b.add(NEW)
    before, seen = entries_of(b), b.list()
    for wrong in ({"confidence": 7.0}, {"depends_on": ["00" * 16]}, {"observed": START + DAY}):
        with pytest.raises((ValueError, LookupError)):
            b.add([{"claim": NEW, "supersedes": old_id, **wrong}])
    assert (entries_of(b), b.list()) == (before, seen)


# Said in a text


def test_no_longer_so_is_a_clean_cut(open_beliefs: Stores):
    clock = Clock()
    b = open_beliefs(clock=clock)
    belief = b.add("The cache is warm", strength=99).changes[0].belief_id
    clock.now += DAY
    b.after("The cache is no longer warm.", tool="probe")
    assert b.get(belief).evidence == 1.0
    assert (b.get(belief).confidence or 0) < 0.5
    assert [line.action for line in b.trace(belief)] == [
        "contribution",
        "retraction",
        "contribution",
    ]
    assert b.at(START).get(belief).evidence == 99.0


def test_instead_of_is_a_clean_cut(open_beliefs: Stores):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.after("The launch is in May.", tool="calendar")
    (old,) = b.list()
    thread = b.with_thread("one")
    clock.now += DAY
    thread.after("The launch is in June instead of May.", tool="calendar")
    assert [belief.claim for belief in thread.list()] == ["The launch is in June"]
    assert [belief.claim for belief in b.list()] == ["The launch is in May"]
    clock.now += DAY
    for _ in range(2):
        b.after("The launch is in June instead of May.", tool="calendar", idempotency_key="switch")
    assert [belief.claim for belief in b.list()] == ["The launch is in June"]
    assert b.list()[0].contributions == 1
    assert b.get(old).status == "superseded"
    assert [line.action for line in b.trace(old)].count("supersession") == 1
    assert [line.action for line in thread.trace(old)].count("supersession") == 2  # each its own
    assert [belief.claim for belief in b.at(START).list()] == ["The launch is in May"]


def test_every_wording_is_cut(open_beliefs: Stores):
    b = open_beliefs()
    b.after("Acme bought Initech.", tool="ticker")
    b.after("Initech was acquired by Acme.", tool="paper")
    (old,) = b.list()
    b.add("The deal is off", supersedes=old)
    assert [belief.claim for belief in b.list()] == ["The deal is off"]
    assert b.search("Acme Initech") == []
