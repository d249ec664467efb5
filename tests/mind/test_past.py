"""The past in one pass is the past."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs import Beliefs
from beliefs.errors import BeliefsError
from beliefs.mind.past import stages, steps

BEGUN = datetime(2026, 5, 1, tzinfo=UTC)


def _ticking() -> Iterator[datetime]:
    now = BEGUN
    while True:
        now += timedelta(hours=1)
        yield now


def _lived() -> tuple[Beliefs, str]:
    """A ledger in which much has happened, an hour apart."""
    client = Beliefs(":memory:", clock=_ticking().__next__)
    said = client.add("The cache is warm", confidence=0.9, strength=8, agent="scout")
    name = said.changes[0].belief_id
    client.add("The cache is warm", confidence=0.2, strength=3, agent="probe")
    client.trust.set(agent="scout", confidence=0.2, strength=30)
    client.settings.set(half_life=timedelta(hours=2))
    client.add("The site is fast", depends_on=[name])
    client.retract(name, "restarted")
    client.erase(client.add("A secret").changes[0].belief_id)
    client.add("The disk is full")
    return client, name


def test_every_stage_is_what_at_shows() -> None:
    client, _ = _lived()
    moments = [BEGUN + timedelta(hours=hours) for hours in range(14)]
    seen = [(moment, then.digest()) for moment, then in stages(client, reversed(moments))]
    assert seen == [(moment, client.at(moment).digest()) for moment in moments]
    assert len({digest for _, digest in seen}) > 5


def test_steps_tell_where_a_belief_stood() -> None:
    client, name = _lived()
    belief = client.get(name)
    moments = [belief.created - timedelta(minutes=1), *(e.recorded for e in client.trace(belief))]
    stood = [step.stood for step in steps(client, belief, moments)]
    assert stood == [None, 0.82, client.at(moments[2]).get(name).confidence, None]


def test_no_moment_is_no_stage() -> None:
    assert list(stages(Beliefs(":memory:"), [])) == []


CLAIMS = ["The cache is warm", "The cache is not warm", "The disk is full", "The site is fast"]


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


class Deed(NamedTuple):
    """Something that somebody does to one or two claims."""

    what: str
    one: int
    other: int
    agent: str


DEEDS = st.builds(
    Deed,
    st.sampled_from(
        ["add", "add", "rest", "outcome", "trust", "retract", "supersede", "join", "split", "keyed"]
    ),
    st.integers(0, len(CLAIMS) - 1),
    st.integers(0, len(CLAIMS) - 1),
    st.sampled_from(["scout", "probe"]),
)


def _do(client: Beliefs, deed: Deed) -> None:
    one, other, agent = CLAIMS[deed.one], CLAIMS[deed.other], deed.agent
    first, second = (client.fuse([claim])[0].id for claim in (one, other))
    if deed.what == "add":
        client.add(one, confidence=0.8, strength=3, agent=agent)
    elif deed.what == "rest":
        client.add(one, agent=agent, depends_on=[second])
    elif deed.what == "outcome":
        client.outcome(first, truth=agent == "scout")
    elif deed.what == "trust":
        client.trust.set(agent=agent, confidence=0.3)
    elif deed.what == "retract":
        client.retract(first, "it was wrong")
    elif deed.what == "supersede":
        client.add(one, agent=agent, supersedes=second)
    elif deed.what == "join":
        client.join(first, second)
    elif deed.what == "split":
        client.split(first)
    else:
        client.add(one, agent=agent, idempotency_key="the same")


@settings(max_examples=60)
@given(st.lists(DEEDS, min_size=2, max_size=12))
def test_what_does_not_bear_on_a_belief_can_be_left_out(deeds: list[Deed]) -> None:
    clock = Clock(BEGUN)
    client, elsewhere = (Beliefs(":memory:", clock=clock) for _ in range(2))
    client.add(CLAIMS)
    elsewhere.merge(client)
    moments = [BEGUN]
    for deed in deeds:
        clock.now += timedelta(hours=1)
        moments.append(clock.now)
        with suppress(BeliefsError):  # not everything can be done to everything
            _do(client if deed.agent == "scout" else elsewhere, deed)
    client.merge(elsewhere)
    for belief in client.list():
        seen = [then.get(belief) for _, then in stages(client, moments, belief)]
        assert seen == [client.at(moment).get(belief) for moment in moments]
