"""Events: each change is told once, in order, and too much to tell is told as such."""

from __future__ import annotations

import asyncio
import doctest
import queue
import threading
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs import Beliefs, InvalidInput
from beliefs.ledger import tail
from beliefs.ledger.tail import MOST_CLAIMS, Tail, record
from beliefs.mind import events as module
from beliefs.mind.events import Event, events, events_async
from tests.ledger.places import DAY, beside, fresh, id_of, refused, sound

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

PATIENCE_SECONDS = 30.0


def news(b: Beliefs, since: int) -> list[Event]:
    """What there is to tell now."""
    return list(followed(b, since=since, timeout=0))


def followed(b: Beliefs, **options: Any) -> Generator[Event]:
    return events(b._ledger, b._scope, **options)  # noqa: SLF001


def heard(b: Beliefs, handler: Callable[[Event], object], **options: Any) -> Any:
    return b.subscribe(handler, **options)


@pytest.mark.parametrize("name", [tail.__name__, module.__name__])
def test_examples_run_as_printed(name: str) -> None:
    tested = {tail.__name__: tail, module.__name__: module}[name]
    failed, tried = doctest.testmod(tested)
    assert (failed, tried > 0) == (0, True)


# The tail


@given(
    st.lists(
        st.tuples(st.integers(1, 300), st.sets(st.integers(0, 60), max_size=MOST_CLAIMS + 5)),
        max_size=30,
    ),
    st.data(),
)
def test_a_tail_names_what_changed_since_any_call_or_nothing(
    calls: list[tuple[int, set[int]]], data: st.DataObject
) -> None:
    ledger, marks = Tail(), [0]
    for entries, claims in calls:
        keys = [b"s" + bytes([claim]) * 16 + b"space\0voice" for claim in claims]
        text, room = record(entries, keys)
        ledger = Tail(ledger.arrivals + entries, text + ledger.calls[:room])
        assert len(ledger.calls) <= MOST_CLAIMS * 21
        marks.append(ledger.arrivals)
    at = data.draw(st.integers(0, len(calls)))
    told = ledger.since(marks[at])
    changed = {bytes([claim]) * 16 for _, claims in calls[at:] for claim in claims}
    if told is None:
        assert sum(len(claims) or 1 for _, claims in calls[at:]) > MOST_CLAIMS / 2
    else:
        assert len(told) == len(set(told))
        assert set(told) == changed
    between = data.draw(st.integers(0, ledger.arrivals + 10))
    if between not in marks:
        assert ledger.since(between) is None


def test_a_call_without_entries_leaves_the_tail_as_it_was() -> None:
    assert record(0, [b"z", b"h"]).text == b""
    assert record(0, [b"z", b"h"]).room >= MOST_CLAIMS * 21


# What is told


def test_each_call_names_its_beliefs_once(b: Beliefs) -> None:
    assert news(b, 0) == []
    warm = id_of(b, "The cache is warm")
    cold = id_of(b, "The cache is cold")
    assert news(b, 0) == [Event("changed", (warm, cold), 2)]
    assert news(b, 1) == [Event("changed", (cold,), 2)]
    assert news(b, 2) == []
    b.add([{"belief": cold}, {"belief": warm}, {"belief": warm, "confidence": 0.2}])
    (event,) = news(b, 2)
    assert (set(event.beliefs), event.entries) == ({warm, cold}, 5)


def test_notes_closings_relations_and_successors_are_told(b: Beliefs) -> None:
    goal = b.goal("Ship the release").changes[0].belief_id
    assert news(b, 0) == [Event("changed", (goal,), 1)]
    one, other = id_of(b, "The cache is warm"), id_of(b, "The cache is cold")
    seen = news(b, 1)[0].entries

    def told() -> set[str]:
        nonlocal seen
        (event,) = news(b, seen)
        assert event.kind == "changed"
        seen = event.entries
        return set(event.beliefs)

    b.resolve(goal)
    assert told() == {goal}
    b.relate(one, "contradicts", other)
    assert told() == {one, other}
    b.retract(other)
    assert told() == {other}
    heir = id_of(b, "The cache is lukewarm", supersedes=one)
    assert told() == {one, heir}
    b.remove(heir)
    assert told() == {heir}


def test_beliefs_that_rest_on_a_change_are_told_with_it(b: Beliefs) -> None:
    premise = id_of(b, "The disk is full")
    middle = id_of(b, "Writes fail", depends_on=[premise])
    end = id_of(b, "Orders are lost", depends_on=[middle])
    b.retract(premise)
    (event,) = news(b, 3)
    assert set(event.beliefs) == {premise, middle, end}
    assert b.get(end).status == "unsupported"


@pytest.mark.parametrize("change", ["trust", "settings", "reset", "erase", "batch", "outcome"])
def test_what_moves_too_much_is_stale(b: Beliefs, change: str) -> None:
    warm = id_of(b, "The cache is warm")
    match change:
        case "trust":
            b.trust.set(agent=b.agent, confidence=0.5)
        case "settings":
            b.settings.set(half_life=DAY)
        case "reset":
            b.reset()
        case "erase":
            b.erase(warm)
        case "batch":
            b.add([f"Host {number} is up" for number in range(MOST_CLAIMS + 1)])
        case "outcome":
            b.outcome(warm, truth=True)
    (event,) = news(b, 1)
    assert (event.kind, event.beliefs) == ("stale", ())
    # The next one is told by name again.
    cold = id_of(b, "The cache is cold")
    assert news(b, event.entries) == [Event("changed", (cold,), event.entries + 1)]
    assert news(b, 0)[0].kind == "stale"
    assert sound(b)


def test_an_erasure_and_as_many_additions_do_not_look_like_nothing(b: Beliefs) -> None:
    warm = id_of(b, "The cache is warm")
    id_of(b, "The cache is cold")
    entries, seen = b.count(), news(b, 0)[0].entries
    b.erase(warm)
    assert b.count() == entries
    assert [event.kind for event in news(b, seen)] == ["stale"]


def test_a_follower_that_was_away_for_long_is_told_so(b: Beliefs) -> None:
    for number in range(MOST_CLAIMS + 2):
        b.add(f"Host {number} is up")
    assert news(b, 0) == [Event("stale", (), MOST_CLAIMS + 2)]
    assert news(b, 5)[0].kind == "changed"
    assert len(news(b, 5)[0].beliefs) == MOST_CLAIMS - 3
    assert news(b, 10**6)[0].kind == "stale"


def test_a_merge_names_what_it_brought(b: Beliefs, clock: Any) -> None:
    other = Beliefs(":memory:", clock=clock)
    ids = {id_of(other, "The cache is warm"), id_of(other, "The cache is cold")}
    b.merge(other)
    (event,) = news(b, 0)
    assert (event.kind, set(event.beliefs)) == ("changed", ids)
    b.merge(other)
    assert news(b, event.entries) == []


def test_nothing_is_told_of_what_was_refused_or_repeated(b: Beliefs) -> None:
    b.add("The cache is warm", idempotency_key="one")
    b.add("The cache is warm", idempotency_key="one")
    with refused(InvalidInput, b):
        b.add("The cache is cold", confidence=2)
    assert [event.entries for event in news(b, 0)] == [1]


def test_layers_that_are_not_seen_are_not_told_of(b: Beliefs) -> None:
    thread = b.with_thread("42")
    hidden = id_of(thread, "The user is in a hurry")
    shared = id_of(b, "The cache is warm")
    assert news(b, 0) == [Event("changed", (shared,), 2)]
    assert news(thread, 0) == [Event("changed", (hidden, shared), 2)]
    assert news(b.with_thread("43"), 0) == [Event("changed", (shared,), 2)]


def test_other_namespaces_are_not_told_of(b: Beliefs) -> None:
    id_of(beside(b, namespace=fresh()), "The cache is warm")
    assert news(b, 0) == []


def test_the_tail_is_no_part_of_the_ledger(b: Beliefs, clock: Any) -> None:
    alike = Beliefs(":memory:", namespace=b.namespace, clock=clock)
    alike.merge(b)
    b.add("The cache is warm")
    alike.merge(b)
    assert alike.digest() == b.digest()
    assert news(alike, 0) == news(b, 0)
    b.add("The cache is cold")
    b.erase(b.search("cold")[0].id)
    assert sound(b)


# When it is told


def test_a_write_wakes_who_waits(b: Beliefs) -> None:
    told: queue.SimpleQueue[Event] = queue.SimpleQueue()
    with heard(b, told.put) as subscription:
        for number in range(5):
            claim = id_of(b, f"Host {number} is up")
            assert told.get(timeout=PATIENCE_SECONDS) == Event("changed", (claim,), number + 1)
        assert subscription.active
    assert not subscription.active
    b.add("Host 9 is up")
    assert told.empty()


def test_nothing_is_lost_between_subscribing_and_the_first_look(b: Beliefs) -> None:
    b.add("The cache is warm")
    follower = followed(b, timeout=0)
    cold = id_of(b, "The cache is cold")
    assert list(follower) == [Event("changed", (cold,), 2)]


def test_quiet_ends_a_follower_with_a_timeout(b: Beliefs) -> None:
    begun = time.monotonic()
    assert list(followed(b, timeout=0.3)) == []
    assert 0.3 <= time.monotonic() - begun < PATIENCE_SECONDS


def test_a_follower_stops_when_told(b: Beliefs) -> None:
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    assert list(followed(b, stop=stop)) == []


def test_a_closed_client_ends_its_followers(store_url: str) -> None:
    errors: list[Exception] = []
    with Beliefs(store_url, namespace=fresh()) as b:
        subscription = heard(b, print, on_error=errors.append)
        late = followed(b)
    assert list(late) == []
    until = time.monotonic() + PATIENCE_SECONDS
    while subscription.active:
        assert time.monotonic() < until
        time.sleep(0.01)
    assert errors == []


def test_what_a_handler_raises_is_handed_on_and_the_next_event_follows(b: Beliefs) -> None:
    calls: queue.SimpleQueue[Event] = queue.SimpleQueue()
    errors: queue.SimpleQueue[Exception] = queue.SimpleQueue()

    def handler(event: Event) -> None:
        calls.put(event)
        raise LookupError(event.entries)

    with heard(b, handler, on_error=errors.put):
        for number in (1, 2):
            b.add("The cache is warm")
            assert calls.get(timeout=PATIENCE_SECONDS).entries == number
            assert errors.get(timeout=PATIENCE_SECONDS).args == (number,)


def test_an_error_nobody_asked_for_is_logged(b: Beliefs, caplog: pytest.LogCaptureFixture) -> None:
    told = threading.Event()

    def handler(_: Event) -> None:
        told.set()
        raise LookupError("no such window")

    with heard(b, handler):
        b.add("The cache is warm")
        assert told.wait(PATIENCE_SECONDS)
    assert "no such window" in caplog.text


def test_a_handler_may_close_its_subscription(b: Beliefs) -> None:
    told = threading.Event()

    def handler(_: Event) -> None:
        subscription.close()
        told.set()

    subscription = heard(b, handler)
    b.add("The cache is warm")
    assert told.wait(PATIENCE_SECONDS)
    subscription.close()
    assert not subscription.active


def test_the_past_and_bad_arguments_are_refused(b: Beliefs, clock: Any) -> None:
    b.add("The cache is warm")
    with refused(InvalidInput, b):
        followed(b.at(clock.now + timedelta(seconds=1)))
    for since in ("1", 1.0, True):
        with refused(InvalidInput, b):
            followed(b, since=since)
    handler: Any = "print"
    with refused(InvalidInput, b):
        heard(b, handler)


def test_asyncio_hears_the_same(b: Beliefs) -> None:
    async def listen() -> list[Event]:
        told = []
        follower = events_async(lambda stop: followed(b, since=0, stop=stop))
        async for event in follower:
            told.append(event)
            if len(told) == 3:
                break
            await asyncio.to_thread(b.add, f"Host {len(told)} is up")
        await follower.aclose()  # type: ignore[attr-defined]
        return told

    b.add("The cache is warm")
    told = asyncio.run(listen())
    assert [event.entries for event in told] == [1, 2, 3]


def test_a_cancelled_listener_leaves_no_thread_behind(b: Beliefs) -> None:
    async def listen() -> None:
        follower = events_async(lambda stop: followed(b, stop=stop))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(follower), 0.3)

    asyncio.run(listen())
    until = time.monotonic() + PATIENCE_SECONDS
    while any(thread.name.startswith("beliefs events") for thread in threading.enumerate()):
        assert time.monotonic() < until
        time.sleep(0.01)
