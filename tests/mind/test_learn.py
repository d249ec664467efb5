"""`trust.learn()`: how agents err, from their agreement alone, as one entry that can be moved."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta

import pytest

from beliefs import Beliefs, InvalidInput, ReadOnlyStore
from beliefs.ledger.votes import MIN_AGENTS, MIN_BELIEFS

AGENTS = {"expert": 0.95, "scout": 0.85, "critic": 0.8, "guess": 0.55, "contrary": 0.2}
NOW = datetime(2030, 1, 1, tzinfo=UTC)
COLOURS = ["red", "green", "blue"]


def told(b: Beliefs, seed: int, size: int, agents: dict[str, float] = AGENTS) -> dict[str, bool]:
    """Let agents vote on many claims; returns what is true."""
    chance = random.Random(seed)
    said: list[dict[str, object]] = []
    truths = {}
    for n in range(size):
        claim, truth = f"claim {n} of {seed}", chance.random() < 0.5
        truths[claim] = truth
        for agent, right in agents.items():
            says = truth == (chance.random() < right)
            said.append({"claim": claim, "agent": agent, "refutes": not says})
    b.add(said)
    return truths


def coloured(b: Beliefs, seed: int, size: int, **declared: object) -> None:
    chance = random.Random(seed)
    for n in range(size):
        truth = chance.choice(COLOURS)
        b.add(
            [
                {
                    "claim": f"colour of {n} in {seed}",
                    "agent": agent,
                    "choice": truth if chance.random() < right else chance.choice(COLOURS),
                    **declared,
                }
                for agent, right in AGENTS.items()
            ]
        )


def accuracies(b: Beliefs) -> dict[str, float | None]:
    return {one.name: one.learned for one in b.trust.list(kind="agent")}


def test_agreement_tells_who_is_right(b: Beliefs):
    truths = told(b, 1, 200)
    learned = b.trust.learn()
    assert learned.recorded
    assert (learned.agents, learned.beliefs) == (5, 200)
    (group,) = learned.groups
    assert group.labels == ("true", "false")
    assert (group.agents, group.beliefs, group.votes) == (5, 200, 1000)
    assert sum(group.models.values()) == pytest.approx(1, abs=1e-3)
    found = accuracies(b)
    for agent, right in AGENTS.items():
        assert found[agent] == pytest.approx(right, abs=0.08)
    beliefs = b.list(limit=None)
    hits = sum(((one.probability or 0.5) > 0.5) == truths[one.claim] for one in beliefs)
    pool = sum(((one.confidence or 0.5) > 0.5) == truths[one.claim] for one in beliefs)
    assert hits > pool
    assert all(one.label is None for one in beliefs)
    assert b.verify().ok


def test_a_row_is_shown_beside_decision_and_record(b: Beliefs):
    told(b, 2, 60)
    assert b.trust.get(agent="expert") is None
    b.trust.learn()
    shown = b.trust.get(agent="expert")
    assert shown is not None
    assert shown.learned == accuracies(b)["expert"]
    assert shown.confidence is None
    assert shown.factor == 1.0  # a row is no factor
    assert b.trust.look(agent="stranger").learned is None
    assert b.trust.list(kind="source") == []


def test_too_little_overlap_teaches_nothing(b: Beliefs):
    told(b, 3, MIN_BELIEFS - 1)
    told(b, 4, 50, {"expert": 0.9})
    count = b.count()
    learned = b.trust.learn()
    assert learned == (0, 0, (), False)
    assert b.count() == count
    assert accuracies(b) == {}


def test_two_agents_teach_nothing(b: Beliefs):
    pair = dict(list(AGENTS.items())[: MIN_AGENTS - 1])
    told(b, 5, 60, pair)
    assert not b.trust.learn().recorded


def test_the_same_again_is_no_write(b: Beliefs):
    told(b, 6, 40)
    assert b.trust.learn().recorded
    count, digest = b.count(), b.digest()
    again = b.trust.learn()
    assert not again.recorded
    assert len(again.groups) == 1
    assert (b.count(), b.digest()) == (count, digest)


def test_it_replaces_what_was_learned_before(b: Beliefs):
    told(b, 7, 40)
    b.trust.learn()
    first = accuracies(b)
    told(b, 8, 200)
    assert b.trust.learn().recorded
    assert accuracies(b) != first
    (row,) = [text for key, text in stored(b).items() if key == b"y"]
    assert len(json.loads(row)["set"]) == 1
    assert len(json.loads(row)["gone"]) == 1
    assert b.verify().ok


def stored(b: Beliefs) -> dict[bytes, str]:
    with b._ledger.store.read(b.namespace) as snapshot:  # noqa: SLF001
        return dict(snapshot.load([], [b""]))


def test_concurrent_lessons_are_settled_alike_everywhere(b: Beliefs):
    now = NOW
    one, other = (Beliefs(":memory:", clock=lambda: now) for _ in range(2))
    told(one, 9, 40)
    other.merge(one)
    one.trust.learn()
    now += timedelta(seconds=1)
    told(other, 10, 100)
    other.trust.learn()
    texts = one.export(), other.export()
    one.merge(texts[1])
    b.merge(texts[0])
    b.merge(texts[1])
    assert accuracies(one) == accuracies(other) == accuracies(b)
    assert one.digest() == b.digest()
    for client in (one, b):
        assert client.verify().ok


def test_a_locked_decision_stays(b: Beliefs):
    told(b, 11, 60)
    b.trust.set(agent="expert", confidence=0.5, lock=True)
    b.trust.learn()
    assert accuracies(b)["expert"] is None
    belief = b.get(b.add("Only the expert says so", agent="expert").changes[0].belief_id)
    assert belief.probability is None
    b.trust.set(agent="expert", confidence=0.5)
    assert accuracies(b)["expert"] is not None
    loose = b.get(belief).probability
    assert loose is not None
    b.trust.unset(agent="expert")
    assert (b.get(belief).probability or 0) > loose > 0.5  # the decision was its weight


def test_a_row_goes_before_a_record(b: Beliefs):
    told(b, 12, 60)
    belief = b.add("Somebody says so", agent="scout").changes[0].belief_id
    for n in range(5):
        b.outcome(b.add(f"matter {n}", agent="scout").changes[0].belief_id, truth=False)
    record = b.get(belief).probability
    b.trust.learn()
    assert (record or 1) < 0.5 < (b.get(belief).probability or 0)


def test_sets_of_labels_are_learned_by_themselves(b: Beliefs):
    told(b, 13, 40)
    coloured(b, 1, 40, among=COLOURS)
    coloured(b, 2, 40)
    groups = b.trust.learn().groups
    assert [group.labels for group in groups] == [
        ("true", "false"),
        ("blue", "green", "red"),
        ("blue", "green", "red"),
    ]
    closed = b.add("a new one", choice="red", among=COLOURS, agent="expert").changes[0].belief_id
    opened = b.add("an open one", choice="red", agent="expert").changes[0].belief_id
    other = (
        b.add("another", choice="red", among=["red", "pink"], agent="expert").changes[0].belief_id
    )
    unheard = b.add("unheard of", choice="pink", agent="expert").changes[0].belief_id
    assert (b.get(closed).probability or 0) > 0.7
    assert (b.get(opened).probability or 0) > 0.7
    assert b.get(other).probability is None
    assert b.get(unheard).probability is None


def test_one_report_told_by_many_is_not_agreement():
    """Agents who repeat one leaflet agree with each other, and know no more for it."""
    found = {}
    for origin in (None, "leaflet"):
        b = Beliefs(":memory:")
        chance = random.Random(14)
        for n in range(60):
            truth = chance.random() < 0.5
            rumour = truth == (chance.random() < 0.6)
            said: list[dict[str, object]] = [
                {"agent": f"echo {k}", "refutes": not rumour, "origin": origin} for k in range(4)
            ]
            for agent in ("expert", "scout", "critic"):
                says = truth == (chance.random() < 0.9)
                said.append({"agent": agent, "refutes": not says})
            b.add([{"claim": f"claim {n}", **one} for one in said])
        b.trust.learn()
        found[origin] = accuracies(b)
    assert (found[None]["expert"] or 1) < (found["leaflet"]["expert"] or 0)
    assert (found["leaflet"]["echo 0"] or 1) < (found[None]["echo 0"] or 0)


def test_it_does_not_depend_on_the_order_of_arrival():
    found = []
    for turn in (1, -1):
        b = Beliefs(":memory:", clock=lambda: NOW)
        chance = random.Random(15)
        said = [
            {"claim": f"claim {n}", "agent": agent, "refutes": chance.random() < 0.4}
            for n in range(50)
            for agent in AGENTS
        ]
        b.add(said[::turn])
        b.trust.learn()
        found.append(accuracies(b))
    assert found[0] == found[1]


def test_no_word_of_a_claim_is_left_in_a_lesson(b: Beliefs):
    coloured(b, 3, 40, among=COLOURS)
    b.trust.learn()
    for belief in b.list(limit=None):
        b.erase(belief)
    assert accuracies(b)["expert"] is not None
    text = b.export()
    assert not any(colour in text for colour in COLOURS)
    assert b.verify().ok


def test_it_travels_and_is_checked_on_arrival(b: Beliefs):
    told(b, 16, 60)
    coloured(b, 4, 40, among=COLOURS)
    b.trust.learn()
    other = Beliefs(":memory:")
    other.merge(b.export())
    assert accuracies(other) == accuracies(b)
    lines = b.export().splitlines()
    at = next(n for n, line in enumerate(lines) if '"learned"' in line)
    assert '"lessons"' in lines[at]
    for damage in (
        ('"temper":0.5', '"temper":2.5'),
        ('"family":"binary"', '"family":"numeric"'),
        ('"kind":"coins"', '"kind":"dice"'),
        ('"right":[-', '"right":[1.0,-'),
        ('"beliefs":60', '"beliefs":-1'),
        ('"agents":["contrary"', '"agents":["expert"'),
        ('"digest":"', '"digest":"x'),
        ('"lessons":[', '"lessons":[7,'),
        ('"votes":300', '"votes":300,"more":1'),
    ):
        assert damage[0] in lines[at], damage
        broken = [*lines[:at], lines[at].replace(*damage, 1), *lines[at + 1 :]]
        with pytest.raises(InvalidInput, match=f"line {at + 1} is not part of an export"):
            Beliefs(":memory:").merge(broken)


def test_the_past_cannot_learn(b: Beliefs):
    told(b, 17, 30)
    with pytest.raises(ReadOnlyStore):
        b.at(datetime.now(UTC) + timedelta(days=400)).trust.learn()
