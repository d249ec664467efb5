"""What a write answers: the numbers before and after it, the same whenever they are asked for."""

from __future__ import annotations

import gc
import itertools
import weakref
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from beliefs import Beliefs, Delta
from beliefs.ledger import rows as row
from beliefs.ledger.rows import Former, Rows
from beliefs.ledger.writing import Writer, headline
from tests import strategies as drawn
from tests.contracts.stores import Clock
from tests.strategies import About, Write, belief_id, perform

if TYPE_CHECKING:
    from collections.abc import Iterable

Headlines = dict[str, float | None]

EVERYTHING = [belief_id(About(*about)) for about in itertools.product(drawn.FAMILIES, drawn.TOPICS)]


def headlines(b: Beliefs) -> Headlines:
    """Where every belief stands, read and not answered."""
    with b._ledger.view(b._scope) as view:  # noqa: SLF001
        return {id_: headline(view.figure(bytes.fromhex(id_))) for id_ in EVERYTHING}


def check(delta: Delta, before: Headlines, after: Headlines) -> None:
    for change in delta.changes:
        assert change.before == before[change.belief_id]
        assert change.after == after[change.belief_id]


@given(history=drawn.histories(most=12), patience=st.data())
def test_an_answer_agrees_with_what_is_read_whenever_it_is_asked_for(
    history: list[Write], patience: st.DataObject
) -> None:
    clock = Clock()
    b = Beliefs(":memory:", clock=clock)
    waiting = []
    for write in history:
        clock.now += write.wait
        reader = b if write.thread is None else b.with_thread(write.thread)
        before = headlines(reader)
        (answer,) = perform(b, clock, [write._replace(wait=timedelta(0))])
        if write.method != "add" or not isinstance(answer, Delta) or answer.replayed:
            continue
        asked = answer, before, headlines(reader)
        if patience.draw(st.booleans()):
            check(*asked)
        else:
            waiting.append(asked)
    with ThreadPoolExecutor(1) as other:
        for asked in reversed(waiting):
            other.submit(check, *asked).result()


def test_asking_late_asks_the_store_for_nothing() -> None:
    b = Beliefs(":memory:")
    b.add("The cache is warm", agent="scout", source="logs", confidence=0.5)
    deltas = [b.add("The cache is warm", agent=name, confidence=0.5) for name in ("a", "b", "c")]
    b.trust.set(agent="scout", confidence=0.1, strength=50)
    b.close()
    assert [(c.before, c.after) for d in deltas for c in d.changes] == [(0.5, 0.5)] * 3


def test_going_on_from_another_belief_prepares_this_one() -> None:
    b = Beliefs(":memory:")
    first = b.add("The cache is warm", agent="scout", confidence=0.5)  # kept: its rows stay its own
    b.add("The queue is empty")
    second = b.add("The cache is warm", agent="critic", confidence=0.5)
    b.close()
    changes = [*first.changes, *second.changes]
    assert [(c.before, c.after) for c in changes] == [(None, 0.5), (0.5, 0.5)]


def test_asking_late_knows_what_a_belief_rests_on() -> None:
    b = Beliefs(":memory:")
    premise = b.add("The probe works").changes[0].belief_id
    resting = b.add("The cache is warm", depends_on=[premise])  # kept, so the next call looks anew
    delta = b.add("The cache is warm", confidence=0.0, strength=1)
    b.retract(premise)
    assert (delta.changes[0].before, delta.changes[0].after) == (
        resting.changes[0].after,
        1 / 2,
    )


def test_a_writer_goes_with_its_answer(monkeypatch) -> None:
    """It holds rows that the next call wants, so nothing waits for the garbage collector."""
    writers: list[weakref.ref[Writer]] = []
    begin = Writer.begin

    def noted(self: Writer, *args: object, **options: object) -> None:
        writers.append(weakref.ref(self))
        begin(self, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Writer, "begin", noted)
    b = Beliefs(":memory:")
    gc.disable()
    try:
        b.add("The cache is warm")
        assert [writer() for writer in writers] == [None]
        kept = b.add("The cache is warm", agent="another")
        assert writers[1]() is not None
        assert kept.changes
        assert writers[1]() is None
    finally:
        gc.enable()


class Stored:
    """A store of rows, as a picture sees it."""

    def __init__(self, rows: dict[bytes, str]) -> None:
        self.rows = rows

    def load(self, keys: Iterable[bytes], prefixes: Iterable[bytes]) -> list[tuple[bytes, str]]:
        asked, starts = set(keys), tuple(prefixes)
        return [
            (key, text)
            for key, text in self.rows.items()
            if key in asked or (starts and key.startswith(starts))
        ]


places = st.sampled_from([row.place_key("space", n, bytes(16)) for n in range(4)])
lines = st.dictionaries(places, st.sampled_from(["a", "b"]))


@given(stored=lines, puts=st.lists(st.tuples(places, st.none() | st.sampled_from(["b", "c"]))))
def test_a_former_picture_is_that_before_every_change(
    stored: dict[bytes, str], puts: list[tuple[bytes, str | None]]
) -> None:
    rows, prefix = Rows(Stored(stored)), row.places_prefix("space")
    before = rows.under(prefix)
    for key, value in puts:
        rows.put(key, value)
    former = Former(rows)
    assert former.under(prefix) == before == sorted(stored.items())
    assert [former.get(key) for key, _ in puts] == [stored.get(key) for key, _ in puts]


@given(stored=lines, puts=st.lists(st.tuples(places, st.none() | st.sampled_from(["b", "c"]))))
def test_what_is_created_was_never_there(
    stored: dict[bytes, str], puts: list[tuple[bytes, str | None]]
) -> None:
    rows = Rows(Stored(stored))
    for key, value in puts:
        if rows.get(key) is None and value is not None:
            rows.create(key, value)
        else:
            rows.put(key, value)
    assert stored.keys().isdisjoint(rows.created)
    assert set(rows.created) <= rows.changes().keys()


def test_what_is_kept_for_the_next_call_does_not_grow_with_every_key(b: Beliefs) -> None:
    for number in range(5):
        b.add("The cache is warm", idempotency_key=str(number))
        recent = b._ledger._recent  # noqa: SLF001
        assert recent is not None
        kinds = {key[:1] for key in recent.rows._known}  # noqa: SLF001
        assert kinds.isdisjoint({b"k", b"r"})
    assert b.add("The cache is warm", idempotency_key="3").replayed
