"""Promise 2 of 13: the same contributions give the same bits in any order and any grouping.

Not to twelve decimals: the digest of the ledger, the digest of the view at a moment and every
parameter are equal. The condition is that they are the same contributions, which includes the
times they were observed and recorded at. Then it does not matter who came first, how calls were
batched, or through which ledgers they travelled: merging is a union, so it is commutative,
associative and idempotent, for histories with corrections and conflicts as well.
"""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise, permutations
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from beliefs import Beliefs, Statement
from tests import strategies as drawn
from tests.contracts.stores import DAY, START, Clock, Stores, entries_of, for_all
from tests.strategies import THREAD, Write, perform

if TYPE_CHECKING:
    from collections.abc import Iterable

LATER = START + 400 * DAY
moments = st.integers(0, 10**8).map(lambda seconds: START - timedelta(seconds=seconds))
contributions = st.lists(
    st.builds(
        lambda said, observed: said._replace(observed=observed), drawn.anything_said(), moments
    ),
    min_size=1,
    max_size=8,
)


def bits(b: Beliefs) -> tuple[object, ...]:
    """Everything that must not depend on the way here."""
    return (
        b.digest(),
        b.at(START).digest(),
        b.at(LATER).digest(),
        [(one.id, one.status, one.parameters, one.evidence) for one in b.at(LATER).list()],
    )


@for_all(said=contributions, data=st.data())
def test_any_order(open_beliefs: Stores, said: list[Statement], data: st.DataObject):
    one, other = open_beliefs(), open_beliefs()
    for b, order in ((one, said), (other, data.draw(st.permutations(said)))):
        b.settings.set(half_life=10 * DAY)
        for contribution in order:
            b.add([contribution])
    assert bits(one) == bits(other)


@for_all(said=contributions, cuts=st.sets(st.integers(1, 7)))
def test_any_grouping(open_beliefs: Stores, said: list[Statement], cuts: set[int]):
    one, by_one = open_beliefs(), open_beliefs()
    ends = [0, *sorted(cut for cut in cuts if cut < len(said)), len(said)]
    for start, end in pairwise(ends):
        one.add(said[start:end])
    for contribution in said:
        by_one.add([contribution])
    assert bits(one) == bits(by_one)


@for_all(said=contributions, data=st.data())
def test_any_split_into_ledgers_merged_again(
    open_beliefs: Stores, said: list[Statement], data: st.DataObject
):
    clock = Clock()
    whole, *parts = [open_beliefs(clock=clock) for _ in range(4)]
    for contribution in said:
        clock.now += data.draw(drawn.waits)
        whole.add([contribution])
        data.draw(st.sampled_from(parts)).add([contribution])
    gathered = open_beliefs(clock=clock)
    for part in data.draw(st.permutations(parts)):
        gathered.merge(part)
    assert bits(gathered) == bits(whole)
    assert gathered.verify().ok


@for_all(said=contributions, data=st.data())
def test_a_view_does_not_know_when_it_was_written_down(
    open_beliefs: Stores, said: list[Statement], data: st.DataObject
):
    """Observed when it was observed: arriving late is in the ledger, not in what is believed."""
    views = []
    for order in (said, data.draw(st.permutations(said))):
        clock = Clock()
        b = open_beliefs(clock=clock)
        b.settings.set(half_life=10 * DAY)
        for contribution in order:
            clock.now += data.draw(drawn.waits)
            b.add([contribution])
        views.append(b.at(LATER).digest())
    assert views[0] == views[1]


@for_all(said=st.lists(drawn.anything_said(), max_size=6), data=st.data())
def test_fusing_in_any_order_and_nesting(
    open_beliefs: Stores, said: list[Statement], data: st.DataObject
):
    b = open_beliefs()
    b.trust.set(agent="scout", confidence=1 / 3, lock=True)
    b.trust.set(source="logs", confidence=0.1)
    pooled = b.fuse(said)
    assert b.fuse(data.draw(st.permutations(said))) == pooled
    # What a write returns can be fused as well, and brings along all that it said.
    cut = data.draw(st.integers(0, len(said)))
    deltas = [b.add(said[:cut]), b.add(said[cut:])]
    assert b.fuse(deltas) == b.fuse(reversed(deltas)) == pooled
    assert [(x.id, x.parameters) for x in b.list()] == [(x.id, x.parameters) for x in pooled]


def test_all_orders_of_five(open_beliefs: Stores):
    """Sums of these doubles do depend on the order when each step rounds."""
    b = open_beliefs()
    said = [
        Statement("the cache is warm", confidence=c, strength=s)
        for c, s in ((0.1, 0.3), (0.7, 1e-3), (1 / 3, 7.7), (0.9, 1e5), (0.2, 0.1))
    ]
    assert len({b.fuse(order)[0].parameters for order in permutations(said)}) == 1
    assert len({_rounded_at_each_step(order) for order in permutations(said)}) > 1


def _rounded_at_each_step(said: Iterable[Statement]) -> float:
    alpha = 1.0
    for one in said:
        assert one.confidence is not None
        assert one.strength is not None
        alpha += one.confidence * one.strength
    return alpha


# Merging


class Family:
    """Three ledgers that share a past and then went their own ways."""

    def __init__(self, open_beliefs: Stores, past: list[Write], apart: list[list[Write]]) -> None:
        self.open_beliefs = open_beliefs
        clock = Clock()
        origin = open_beliefs(clock=clock)
        perform(origin, clock, past)
        self.ledgers = []
        self.moments = {START, clock.now}
        for history in apart:
            own = Clock(clock.now)
            ledger = open_beliefs(clock=own)
            ledger.merge(origin)
            perform(ledger, own, history)
            self.ledgers.append(ledger)
            self.moments.add(own.now)

    def united(self, *ledgers: Beliefs) -> Beliefs:
        union = self.open_beliefs()
        for ledger in ledgers:
            union.merge(ledger)
        return union

    def bits(self, b: Beliefs) -> list[str]:
        assert b.verify().problems == ()
        views = [
            view.at(moment)
            for view in (b, b.with_thread(THREAD))
            for moment in sorted(self.moments)
        ]
        return [b.digest(), *(view.digest() for view in views)]


@for_all(
    past=drawn.histories(least=3, most=10),
    apart=st.lists(drawn.histories(least=2, most=8), min_size=3, max_size=3),
)
def test_merging_is_a_union(open_beliefs: Stores, past: list[Write], apart: list[list[Write]]):
    family = Family(open_beliefs, past, apart)
    a, b, c = family.ledgers
    together = family.bits(family.united(a, b, c))
    assert family.bits(family.united(c, b, a)) == together
    assert family.bits(family.united(family.united(b, c), a)) == together
    assert family.bits(family.united(a, family.united(c, b), b, a)) == together


@for_all(past=drawn.histories(least=5, most=20))
def test_merging_what_is_known_changes_nothing(open_beliefs: Stores, past: list[Write]):
    clock = Clock()
    b = open_beliefs(clock=clock)
    perform(b, clock, past)
    before = entries_of(b), b.digest(), b.at(clock.now).digest()
    copy = open_beliefs(clock=clock)
    copy.merge(b)
    merged = b.merge(copy)
    assert merged.added == 0
    assert (entries_of(b), b.digest(), b.at(clock.now).digest()) == before
    assert (entries_of(copy), copy.digest(), copy.at(clock.now).digest()) == before
