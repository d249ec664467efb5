"""Promise 4 of 8: what is not confirmed loses its hold, comes up for checking, and is never lost.

With a half-life set, a belief that hears nothing new moves back to the prior: evidence falls
strictly with time and confidence moves to one half without passing it. Once its newest evidence
has lost more than half of its weight it is in `list(stale=True)`; fresh evidence takes it out
again. All of it stays in the ledger, and the past can be asked for as it was.
"""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

from hypothesis import strategies as st

from beliefs import Statement
from tests import strategies as drawn
from tests.contracts.stores import DAY, START, Clock, Stores, entries_of, for_all

CLAIM = "the cache is warm"
pauses = st.lists(
    st.integers(1, 300).map(lambda hours: timedelta(hours=hours)), min_size=1, max_size=5
)
observations = st.builds(
    lambda confidence, strength: Statement(CLAIM, confidence=confidence, strength=strength),
    st.floats(0, 1),
    st.floats(0.1, 100),
)


@for_all(said=st.lists(observations, min_size=1, max_size=4), pauses=pauses)
def test_an_idle_belief_moves_back_to_the_prior(
    open_beliefs: Stores, said: list[Statement], pauses: list[timedelta]
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.settings.set(half_life=DAY)
    b.add(said)
    seen = [b.list()[0]]
    for pause in pauses:
        clock.now += pause
        seen.append(b.list()[0])
    for earlier, later in pairwise(seen):
        assert 0 < later.evidence < earlier.evidence
        assert later.freshness < earlier.freshness
        assert earlier.confidence is not None
        assert later.confidence is not None
        before, after = earlier.confidence - 0.5, later.confidence - 0.5
        # One rounding each: the confidence is a quotient of two doubles.
        assert abs(after) <= abs(before) + 1e-15
        assert after * before >= 0 or abs(after) < 1e-15
        assert later.parameters[0] <= earlier.parameters[0]  # type: ignore[operator]


@for_all(said=observations, hours=st.integers(0, 100))
def test_stale_is_more_than_half_gone(open_beliefs: Stores, said: Statement, hours: int):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.settings.set(half_life=timedelta(hours=50))
    b.add([said, said._replace(claim="this one is pinned", pinned=True)])
    clock.now += timedelta(hours=hours)
    stale = [belief.claim for belief in b.list(stale=True)]
    assert stale == ([CLAIM] if hours > 50 else [])
    # It is still there for everybody who does not ask for what is fresh.
    assert len(b.list()) == 2
    b.add([said])
    assert b.list(stale=True) == []


@for_all(said=st.lists(drawn.anything_said(), min_size=1, max_size=5), pauses=pauses)
def test_nothing_is_deleted(open_beliefs: Stores, said: list[Statement], pauses: list[timedelta]):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.settings.set(half_life=DAY)
    b.add(said)
    stored, digest = entries_of(b), b.digest()
    history = [b.trace(belief) for belief in b.list()]
    then = b.at(START).digest()
    for pause in pauses:
        clock.now += pause
        b.list(stale=True)
        b.read()
        assert len(b.list()) == len(history)
    assert (entries_of(b), b.digest()) == (stored, digest)
    assert [b.trace(belief) for belief in b.list()] == history
    assert b.at(START).digest() == then
    assert b.verify().ok


@for_all(
    strength=st.floats(0.1, 100),
    age=st.integers(1, 10_000).map(lambda hours: timedelta(hours=hours)),
    half_life=st.integers(1, 1000).map(lambda hours: timedelta(hours=hours)),
)
def test_new_evidence_wins_on_equal_footing(
    open_beliefs: Stores, strength: float, age: timedelta, half_life: timedelta
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.settings.set(half_life=half_life)
    b.add(CLAIM, strength=strength, refutes=True)
    b.add("the region in use", choice="eu", strength=strength)
    b.add("p99, ms", value=100.0, stdev=10)
    clock.now += age
    b.add(CLAIM, strength=strength)
    b.add("the region in use", choice="us", strength=strength)
    b.add("p99, ms", value=200.0, stdev=10)
    by_claim = {belief.claim: belief for belief in b.list()}
    assert (by_claim[CLAIM].confidence or 0) > 0.5
    assert by_claim["the region in use"].leading == "us"
    number = by_claim["p99, ms"].parameters
    assert 150 < (number[0] or 0) <= 200  # type: ignore[operator]


@for_all(said=st.lists(observations, min_size=1, max_size=3), faster=st.integers(2, 50))
def test_the_rate_is_the_namespace_s_own(open_beliefs: Stores, said: list[Statement], faster: int):
    clock = Clock()
    slow, fast, off = (open_beliefs(clock=clock) for _ in range(3))
    slow.settings.set(half_life=faster * DAY)
    fast.settings.set(half_life=DAY)
    for b in (slow, fast, off):
        b.add(said)
    clock.now += 3 * DAY
    evidence = [b.list()[0].evidence for b in (fast, slow, off)]
    assert evidence == sorted(evidence)
    assert evidence[0] < evidence[1] < evidence[2]
    # A rate that is changed later is the rate it always had.
    slow.settings.set(half_life=DAY)
    assert slow.list()[0].parameters == fast.list()[0].parameters
