"""`probability`: what the engine would bet, from outcomes and rows, never from factors."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs import Belief, Beliefs

if TYPE_CHECKING:
    from collections.abc import Mapping

NOW = datetime(2030, 1, 1, tzinfo=UTC)


def graded(b: Beliefs, agent: str, right: int, wrong: int, source: str | None = None) -> None:
    """Give an agent a record; the claims are its own."""
    for n in range(right + wrong):
        claim = f"{agent} on matter {n} of {source}"
        belief = b.add(claim, agent=agent, source=source).changes[0].belief_id
        b.outcome(belief, n < right)


def bet_on(b: Beliefs, *said: Mapping[str, object]) -> Belief:
    return b.get(b.add([{"claim": "It holds", **one} for one in said]).changes[0].belief_id)


def test_nothing_is_bet_without_a_record(b: Beliefs):
    found = bet_on(b, {"agent": "scout"}, {"agent": "critic", "refutes": True})
    assert found.probability is None
    assert found.label is None
    b.trust.set(agent="scout", confidence=0.9, lock=True)
    assert b.get(found).probability is None  # a decision is no record


def test_a_record_is_read_by_the_rule_of_succession(b: Beliefs):
    graded(b, "scout", 7, 1)
    assert bet_on(b, {"agent": "scout"}).probability == pytest.approx((1 + 7) / (2 + 8))


def test_reports_multiply(b: Beliefs):
    graded(b, "scout", 8, 0)
    found = bet_on(b, *[{"agent": "scout", "strength": 1.0}] * 5)
    assert found.probability == pytest.approx(0.9**5 / (0.9**5 + 0.1**5))
    assert (found.confidence or 0) < 0.9


def test_counts_are_taken_before_any_factor(b: Beliefs):
    """A record of half right and half wrong says nothing, though its factor is far above zero."""
    graded(b, "coin", 5, 5)
    graded(b, "scout", 8, 0)
    found = bet_on(b, {"agent": "scout"}, {"agent": "coin", "refutes": True, "strength": 50.0})
    assert found.probability == pytest.approx(0.9)
    assert (found.confidence or 1) < 0.1


def test_the_ungraded_say_nothing_beside_others(b: Beliefs):
    graded(b, "scout", 8, 0)
    alone = bet_on(b, {"agent": "scout"}).probability
    crowd: list[dict[str, object]] = [{"agent": f"stranger {n}", "refutes": True} for n in range(9)]
    assert bet_on(b, *crowd).probability == alone


def test_a_decision_about_an_agent_is_a_weight(b: Beliefs):
    graded(b, "scout", 8, 0)
    b.trust.set(agent="scout", confidence=0.5, lock=True)
    assert bet_on(b, {"agent": "scout"}).probability == pytest.approx(
        0.9**0.5 / (0.9**0.5 + 0.1**0.5)
    )
    b.trust.set(agent="scout", confidence=0.0, lock=True)
    assert b.list(limit=None)[-1].probability == pytest.approx(0.5)


def test_a_decision_about_a_source_is_a_weight(b: Beliefs):
    graded(b, "scout", 8, 0)
    b.trust.set(source="rumour", confidence=0.25, lock=True)
    found = bet_on(b, {"agent": "scout", "source": "rumour"})
    assert found.probability == pytest.approx(0.9**0.25 / (0.9**0.25 + 0.1**0.25))


def test_one_origin_is_one_report(b: Beliefs):
    graded(b, "scout", 8, 0)
    graded(b, "echo", 8, 0)
    said = [{"agent": agent, "origin": "a leaflet"} for agent in ("scout", "echo", "echo")]
    assert bet_on(b, *said).probability == pytest.approx(0.9)


def test_old_reports_fade():
    now = NOW
    b = Beliefs(":memory:", clock=lambda: now)
    graded(b, "scout", 8, 0)
    b.settings.set(half_life=timedelta(days=1))
    found = bet_on(b, {"agent": "scout"})
    assert found.probability == pytest.approx(0.9)
    now += timedelta(days=1)
    assert b.get(found).probability == pytest.approx(0.9**0.5 / (0.9**0.5 + 0.1**0.5))


def test_a_number_has_none(b: Beliefs):
    graded(b, "scout", 8, 0)
    found = b.get(b.add("p99", value=3, stdev=1, agent="scout").changes[0].belief_id)
    assert found.probability is None


def test_of_several_it_is_the_leading_category(b: Beliefs):
    graded(b, "scout", 7, 0)
    names = ["eu", "us", "asia"]
    said: list[dict[str, object]] = [
        {"choice": "eu", "among": names},
        {"choice": "eu"},
        {"choice": "us"},
    ]
    found = b.get(
        b.add([{"claim": "region", "agent": "scout", **one} for one in said]).changes[0].belief_id
    )
    assert found.leading == "eu"
    right, wrong = 8 / 10, 1 / 10
    eu, us, asia = right**2 * wrong, wrong**2 * right, wrong**3
    assert found.probability == pytest.approx(eu / (eu + us + asia))


def test_an_open_question_leaves_room_for_something_else(b: Beliefs):
    graded(b, "scout", 8, 0)
    found = b.get(b.add("region", choice="eu", agent="scout").changes[0].belief_id)
    assert found.probability == pytest.approx(0.9)
    more = b.get(b.add("region", choice="us", agent="scout", strength=0.5).changes[0].belief_id)
    right, wrong = 9 / 11, 1 / 11
    eu, us, rest = right * wrong**0.5, wrong * right**0.5, wrong**1.5
    assert more.probability == pytest.approx(eu / (eu + us + rest))


def test_what_is_gone_is_not_bet_on(b: Beliefs):
    graded(b, "scout", 8, 0)
    found = bet_on(b, {"agent": "scout"})
    b.retract(found)
    assert b.get(found).probability is None


def test_the_past_bets_with_the_records_of_then():
    now = NOW
    b = Beliefs(":memory:", clock=lambda: now)
    graded(b, "scout", 8, 0)
    found = bet_on(b, {"agent": "scout"})
    then, now = now, now + timedelta(hours=1)
    graded(b, "scout", 0, 8, "late")
    assert b.get(found).probability == pytest.approx(0.5)
    assert b.at(then).get(found).probability == pytest.approx(0.9)


def test_it_can_be_asked_for_while_a_view_is_open(b: Beliefs):
    graded(b, "scout", 8, 0)
    found = bet_on(b, {"agent": "scout"})
    ledger = b._ledger  # noqa: SLF001
    with ledger.store.read(b.namespace) as snapshot:
        assert b.get(found).probability == pytest.approx(0.9)
        assert snapshot.load([b"h"], []) == []
        assert snapshot.head.newest is not None


@settings(max_examples=20)
@given(seed=st.integers(0, 999))
def test_the_order_of_voices_does_not_matter(seed: int):
    chance = random.Random(seed)
    agents = [f"agent {n}" for n in range(4)]
    said = [
        {
            "claim": "It holds",
            "agent": chance.choice(agents),
            "refutes": chance.random() < 0.5,
            "confidence": chance.random(),
            "strength": chance.uniform(0.1, 9),
            "source": chance.choice([None, "web", "tool"]),
            "origin": chance.choice([None, "a leaflet"]),
        }
        for _ in range(8)
    ]
    bets = set()
    for _ in range(3):
        b = Beliefs(":memory:")
        for agent in agents:
            graded(b, agent, len(agent) + int(agent[-1]), int(agent[-1]))
        b.add(said)
        bets.add(b.search("It holds")[0].probability)
        chance.shuffle(said)
    assert len(bets) == 1
    assert bets != {None}
