"""Promise 7 of 13: what was superseded is out of every answer and still in the record.

When a belief supersedes another, the older one is not in `list`, `read` or `search` any more and
carries no evidence over. `get` shows it as superseded and by what, `trace` shows its history.
Chains work. Superseding twice is superseding once. To return to an earlier claim is to begin it
afresh: it stands on what is said from then on, and that is not a cycle. A belief cannot supersede
itself; where merging ledgers closes a circle, the later step is inert and recorded.

The condition is an explicit `supersedes=`. Nothing is ever superseded by resemblance.
"""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from beliefs import Beliefs, Beta, Cycle, NotFound, Statement
from tests import strategies as drawn
from tests.contracts.stores import DAY, SECOND, START, Clock, Stores, entries_of, for_all
from tests.strategies import Write, perform

OLD, NEW, NEWEST = "the cache is warm", "the cache is cold", "there is no cache"


def active(b: Beliefs) -> list[str]:
    """The claims that are answered with, asked in each of the ways there are."""
    listed = [belief.claim for belief in b.list()]
    assert [belief.claim for belief in b.read().beliefs] == listed
    assert sorted(belief.claim for belief in b.search("the cache there")) == sorted(listed)
    return listed


@for_all(old=drawn.anything_said(OLD), new=drawn.anything_said(NEW))
def test_the_older_one_is_gone_from_answers_and_kept_in_the_record(
    open_beliefs: Stores, old: Statement, new: Statement
):
    b, reference = open_beliefs(), open_beliefs()
    old_id = b.add([old]).changes[0].belief_id
    new_id = b.add([new._replace(supersedes=old_id)]).changes[0].belief_id
    assert active(b) == [NEW]
    gone = b.get(old_id)
    assert (gone.status, gone.superseded_by) == ("superseded", new_id)
    assert [line.action for line in b.trace(old_id)] == ["contribution", "supersession"]
    # Nothing of the older one is in the newer one.
    reference.add([new])
    assert b.get(new_id).parameters == reference.list()[0].parameters


@for_all(length=st.integers(2, 6), family=st.sampled_from(drawn.FAMILIES), data=st.data())
def test_chains(open_beliefs: Stores, length: int, family: str, data: st.DataObject):
    b = open_beliefs()
    ids: list[str] = []
    for n in range(length):
        said = data.draw(drawn.said_about(family, f"the cache, version {n}"))
        ids.append(b.add([said._replace(supersedes=ids[-1] if ids else None)]).changes[0].belief_id)
    assert active(b) == [f"the cache, version {length - 1}"]
    assert [b.get(old).superseded_by for old in ids] == [*ids[1:], None]
    assert all(b.trace(old) for old in ids)


@for_all(said=drawn.anything_said(NEW), times=st.integers(1, 4))
def test_superseding_again_is_no_second_supersession(
    open_beliefs: Stores, said: Statement, times: int
):
    b = open_beliefs()
    old_id = b.add(OLD).changes[0].belief_id
    for _ in range(times):
        b.add([said._replace(supersedes=old_id)])
    assert active(b) == [NEW]
    assert [line.action for line in b.trace(old_id)] == ["contribution", "supersession"]
    assert b.list()[0].contributions == times


@for_all(
    returns=st.integers(1, 5),
    pause=st.sampled_from([0 * SECOND, SECOND]),
    strengths=st.lists(drawn.short_strengths, min_size=6, max_size=6),
)
def test_returning_to_an_earlier_claim_begins_it_afresh(
    open_beliefs: Stores, returns: int, pause, strengths: list[float]
):
    """Also within one tick of the clock: what is written later has seen what was written before."""
    clock = Clock()
    b = open_beliefs(clock=clock)
    last = None
    for n in range(returns + 1):
        clock.now += pause
        claim = (OLD, NEW)[n % 2]
        delta = b.add(claim, strength=strengths[n], supersedes=last)
        last = next(change.belief_id for change in delta.changes if change.claim == claim)
        assert active(b) == [claim]
        assert b.get(last).parameters == Beta(1 + strengths[n], 1.0)
    assert b.verify().ok


@for_all(times=st.integers(1, 5), pause=st.sampled_from([0 * SECOND, SECOND]))
def test_so_does_returning_after_a_retraction_a_reset_or_an_erasure(
    open_beliefs: Stores, times: int, pause
):
    for end in ("retract", "reset", "erase", "remove"):
        clock = Clock()
        b = open_beliefs(clock=clock)
        for _ in range(times):
            clock.now += pause
            belief_id = b.add(OLD, strength=3).changes[0].belief_id
            assert b.get(belief_id).parameters == Beta(4.0, 1.0)
            assert b.get(belief_id).status == "active"
            getattr(b, end)(*(() if end == "reset" else (belief_id,)))
            assert active(b) == []
        assert b.verify().ok
        b.add(OLD, strength=3)
        assert [belief.parameters for belief in b.at(clock.now).list()] == [Beta(4.0, 1.0)]


def test_no_belief_supersedes_itself(open_beliefs: Stores):
    b = open_beliefs()
    belief_id = b.add(OLD).changes[0].belief_id
    before = entries_of(b)
    with pytest.raises(Cycle):
        b.add(OLD, supersedes=belief_id)
    with pytest.raises(NotFound):
        b.add(OLD, supersedes="00" * 16)
    assert entries_of(b) == before


@for_all(wait=drawn.waits, strength=drawn.short_strengths)
def test_a_circle_that_a_merge_closes_keeps_its_first_step(
    open_beliefs: Stores, wait, strength: float
):
    one, two = open_beliefs(), open_beliefs(clock=Clock(START + wait))
    first = one.add(OLD, strength=strength).changes[0].belief_id
    second = one.add(NEW, strength=strength).changes[0].belief_id
    two.merge(one)
    one.add(NEW, strength=1, supersedes=first)
    two.add(OLD, strength=1, supersedes=second)
    united, reverse = open_beliefs(), open_beliefs()
    for part in (one, two):
        united.merge(part)
    for part in (two, one):
        reverse.merge(part)
    assert united.digest() == reverse.digest()
    assert united.at(START + DAY * 9).digest() == reverse.at(START + DAY * 9).digest()
    (left,) = active(united)
    if wait:
        assert left == NEW
    # Both steps are in the record; evidence said apart counts on the one that holds.
    actions = [line.action for belief in (first, second) for line in united.trace(belief)]
    assert actions.count("supersession") == 2
    assert united.list()[0].parameters == Beta(2 + strength, 1.0)
    assert united.verify().ok


@for_all(strength=drawn.short_strengths)
def test_what_rested_on_it_says_so(open_beliefs: Stores, strength: float):
    b = open_beliefs()
    premise = b.add(OLD).changes[0].belief_id
    other = b.add("the disk is fast").changes[0].belief_id
    delta = b.add("pages load fast", strength=strength, depends_on=[premise, other])
    resting = delta.changes[0].belief_id
    assert b.get(resting).parameters == Beta(1 + strength, 1.0)
    b.add(NEW, supersedes=premise)
    fallen = b.get(resting)
    assert (fallen.status, fallen.fallen) == ("unsupported", (premise,))
    assert fallen.parameters == Beta(1.0, 1.0)
    assert premise in (fallen.why or "")


@for_all(before=drawn.histories(most=8), new=drawn.anything_said("something new"))
def test_only_the_named_belief_steps_back(
    open_beliefs: Stores, before: list[Write], new: Statement
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    perform(b, clock, before)
    old_id = b.add(OLD).changes[0].belief_id
    others = [
        belief for belief in b.list() if belief.id != old_id and old_id not in belief.depends_on
    ]
    b.add([new._replace(supersedes=old_id)])
    after = {belief.id: belief for belief in b.list()}
    assert old_id not in after
    assert [after[belief.id] for belief in others] == others
