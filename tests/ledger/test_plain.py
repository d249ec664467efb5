"""A plain word takes the short way; what it leaves and answers is what the long way does."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs import Beliefs, Delta, Statement
from tests import strategies as drawn
from tests.contracts import stores
from tests.ledger.places import HOUR, SECOND, Clock, fresh, sound
from tests.strategies import TOPICS, About, Write, perform

if TYPE_CHECKING:
    from collections.abc import Iterator


def opened(clock: stores.Clock) -> Beliefs:
    """A client whose chance is the same for all, so that two of them write the same bytes."""
    return Beliefs(":memory:", clock=clock, entropy=random.Random(7).randbytes)


def rows(b: Beliefs) -> list[tuple[bytes, str]]:
    """Everything that is kept beside the entries."""
    with b._ledger.store.read(b.namespace) as snapshot:  # noqa: SLF001
        return sorted(snapshot.load([], [bytes([kind]) for kind in range(ord("a"), ord("z") + 1)]))


def is_short(b: Beliefs) -> bool:
    """Whether the last call took the short way."""
    recent = b._ledger._recent  # noqa: SLF001
    return recent is not None and bool(recent.rows.plain)


def repeated(history: list[Write]) -> Iterator[Write]:
    """A history in which whoever speaks says it again, at once and later."""
    for write in history:
        yield write
        if write.method == "add":
            for wait in (0, 1, 0, 1):
                yield write._replace(wait=wait * SECOND)


def check_both_ways(history: list[Write], *, asks: bool = True) -> None:
    """Live through a history the short way where there is one, and always the long way."""
    ways = []
    for long in (False, True):
        clock = stores.Clock()
        b = opened(clock)
        answers: list[Any] = []
        for write in repeated(history):
            if long:
                b._ledger._recent = None  # noqa: SLF001
            (answer,) = perform(b, clock, [write])
            if isinstance(answer, Delta):
                answers.append(answer.changes if asks else answer.replayed)
            else:
                answers.append(answer)
        sound(b)
        ways.append((b.digest(), rows(b), answers))
    assert ways[0] == ways[1]


@given(history=drawn.histories(least=1, most=10), asks=st.booleans())
def test_both_ways_leave_the_same_rows_and_answers(history: list[Write], *, asks: bool) -> None:
    check_both_ways(history, asks=asks)


@pytest.mark.parametrize("meanwhile", ["retract", "remove", "erase", "outcome", "reset"])
def test_what_hides_or_answers_a_claim_is_seen_on_both_ways(meanwhile: str) -> None:
    about = About("binary", TOPICS[0])
    told: dict[str, Any] = {} if meanwhile == "reset" else {"belief": about}
    if meanwhile == "outcome":
        told["truth"] = True
    said = Write("add", {"claim": Statement(about.claim, confidence=0.8)}, SECOND)
    check_both_ways([said, Write(meanwhile, told, SECOND), said])


def test_a_voice_that_goes_on_takes_the_short_way(b: Beliefs, clock: Clock) -> None:
    for _ in range(4):
        clock.now += SECOND
        (change,) = b.add("The cache is warm", confidence=0.5, agent="scout").changes
    assert is_short(b)
    assert (change.action, change.before, change.after) == ("updated", 0.5, 0.5)
    sound(b)


@pytest.mark.parametrize(
    "said",
    [
        {"agent": "planner"},
        {"claim": "The queue is empty"},
        {"role": "risk"},
        {"supersedes": True},
        {"depends_on": True},
        {"idempotency_key": "k"},
    ],
)
def test_whatever_is_not_plain_takes_the_long_way(
    b: Beliefs, clock: Clock, said: dict[str, Any]
) -> None:
    other = b.add("The disk is full").changes[0].belief_id
    for _ in range(3):
        clock.now += SECOND
        b.add("The cache is warm", agent="scout")
    assert is_short(b)
    clock.now += SECOND
    plain: dict[str, Any] = {"claim": "The cache is warm", "agent": "scout"}
    b.add(**plain | {name: other if value is True else value for name, value in said.items()})
    assert not is_short(b)
    sound(b)


def test_a_claim_that_was_linked_takes_the_long_way(b: Beliefs, clock: Clock) -> None:
    other = b.add("The cache is hot").changes[0].belief_id
    for _ in range(3):
        clock.now += SECOND
        name = b.add("The cache is warm").changes[0].belief_id
    b.join(name, other)
    clock.now += SECOND
    assert b.add("The cache is warm").changes[0].after == b.get(name).confidence
    assert not is_short(b)
    sound(b)


def test_an_observation_from_the_future_is_refused_on_the_short_way(
    b: Beliefs, clock: Clock
) -> None:
    for _ in range(3):
        clock.now += SECOND
        b.add("The cache is warm")
    before = b.digest()
    with pytest.raises(Exception, match="lies in the future"):
        b.add("The cache is warm", observed=clock.now + HOUR)
    assert b.digest() == before
    b.add("The cache is warm", observed=clock.now - HOUR)
    sound(b)


def test_who_supposes_that_nobody_wrote_finds_out(kept_url: str, clock: Clock) -> None:
    """The second client writes between two plain words of the first one, which supposes none."""
    namespace = fresh()
    with (
        Beliefs(kept_url, namespace=namespace, clock=clock) as b,
        Beliefs(kept_url, namespace=namespace, clock=clock) as other,
    ):
        for _ in range(4):
            clock.now += SECOND
            name = b.add("The cache is warm", agent="scout").changes[0].belief_id
        clock.now += SECOND
        other.add("The cache is warm", agent="planner")
        clock.now += SECOND
        b.add("The cache is warm", agent="scout")
        assert not is_short(b)
        assert b.count() == 6
        assert b.get(name).evidence == other.get(name).evidence
        for _ in range(3):
            clock.now += SECOND
            b.add("The cache is warm", agent="scout")
        other.retract(name)
        clock.now += SECOND
        b.add("The cache is warm", agent="scout")
        assert b.get(name).evidence < other.at(clock.now - 2 * SECOND).get(name).evidence
        sound(b)


def test_a_refusal_holds_for_what_is_there_now(kept_url: str, clock: Clock) -> None:
    """The second client's clock is ahead, and time does not run backwards in a ledger."""
    namespace, ahead = fresh(), Clock(clock.now + HOUR)
    with (
        Beliefs(kept_url, namespace=namespace, clock=clock) as b,
        Beliefs(kept_url, namespace=namespace, clock=ahead) as other,
    ):
        for _ in range(4):
            clock.now += SECOND
            b.add("The cache is warm")
        other.add("The queue is empty")
        b.add("The cache is warm", observed=clock.now + HOUR / 2)
        sound(b)
