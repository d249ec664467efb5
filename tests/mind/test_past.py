"""The past in one pass is the past."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from beliefs import Beliefs
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
