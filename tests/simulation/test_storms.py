"""Storms: what is delivered twice, late, out of order or all at once ends in the same state.

Deliveries carry their keys and, but for `after`, their times. What changes position ("no longer")
is left out: it closes what it has seen, and what it has seen depends on when it comes.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs import Beliefs, Beta, Observation, Statement
from beliefs.ledger.entries import claim_id
from tests.simulation.histories import START, Clock

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LATER = START + 30 * DAY
AGENTS = ("scout", "critic", "clerk")
TOOLS = ("probe", "gauge", "census")

SENTENCES = (
    "The cache is warm.",
    "The cache is cold.",
    "The cache is not warm.",
    "Acme bought Initech.",
    "Initech was acquired by Acme.",
    "Acme probably did not buy Initech.",
    "The API's p99 latency is 120 ms.",
    "The p99 latency of the API is 300 ms.",
    "According to the vendor, the queue is empty.",
    "The queue is not empty. The disk is full.",
    "There is a risk that the disk fails.",
    "The server is in Frankfurt, not in Dublin.",
    "The server is in Dublin, not in Frankfurt.",
    "We want the cache to be warm.",
    "I do not know whether the disk is full.",
)
WORDINGS = ("The cache is warm", "The cache is cold", "Acme acquired Initech", "The queue is full")
SETTLED = ("Host 1 is up", "Host 2 is up")
"""Claims with no other wording, for the world to answer."""


@pytest.fixture(params=["sqlite", "postgres"])
def kept_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store that several clients can open."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'beliefs.db'}"
    url: str = request.getfixturevalue("fresh_postgres")
    return url


class Delivery(NamedTuple):
    """One call, with the key that makes it one however often it comes."""

    key: str
    method: str
    arguments: dict[str, Any]

    def deliver(self, client: Beliefs) -> bool:
        """Make the call; tells whether it had been made before."""
        target: Any = client
        for name in self.method.split("."):
            target = getattr(target, name)
        answer = target(**self.arguments, idempotency_key=self.key)
        return bool(getattr(answer, "replayed", False))


def _added(chance: Random, claims: tuple[str, ...], moment: Any) -> Statement:
    return Statement(
        chance.choice(claims),
        confidence=chance.choice((0.1, 0.6, 1.0)),
        strength=chance.choice((0.5, 1.0, 3.7)),
        agent=chance.choice(AGENTS),
        source=chance.choice((None, "log")),
        origin=chance.choice((None, "one report")),
        observed=moment,
    )


def _observed(chance: Random, moment: Any) -> Observation:
    return Observation(
        chance.choice(SENTENCES),
        agent=chance.choice((None, *AGENTS)),
        tool=chance.choice((None, *TOOLS)),
        origin=chance.choice((None, None, "one report")),
        reliability=chance.choice((None, 0.9)),
        observed=moment,
    )


def weather(chance: Random, size: int, *, timed: bool) -> list[Delivery]:
    """Make up deliveries; if they are timed, each says when it was observed."""
    found = [
        Delivery(f"answer {claim}", "outcome", {"belief": _id(claim), "truth": n % 2 == 0})
        for n, claim in enumerate(SETTLED)
    ]
    for number in range(size):
        moment = START - chance.randrange(100) * HOUR
        kind = chance.choice(("add", "add", "observe", "observe", "tools", "settled", "after"))
        arguments: dict[str, Any]
        if kind == "tools":
            method = "tools.observe"
            arguments = {
                "tool": chance.choice(TOOLS),
                "success": chance.random() < 0.7,
                "context": chance.choice(("", "night")),
                "observed": moment,
            }
        elif kind == "after" and not timed:
            method = "after"
            arguments = {
                "text": chance.choice(SENTENCES),
                "tool": chance.choice((None, *TOOLS)),
            }
        elif kind in ("observe", "after"):
            method, arguments = "observe", {"observation": _observed(chance, moment)}
        else:
            method = "add"
            claims = SETTLED if kind == "settled" else WORDINGS
            arguments = {"claim": [_added(chance, claims, moment)]}
        found.append(Delivery(f"message {number}", method, arguments))
    return found


def _id(claim: str) -> str:
    return claim_id("binary", claim).hex()


def prepared(url: str, namespace: str, clock: Clock, *, half_life: timedelta | None) -> Beliefs:
    """Open a ledger in which the world can answer."""
    client = Beliefs(url, namespace=namespace, clock=clock)
    client.settings.set(half_life=half_life)
    client.trust.set(agent="critic", confidence=0.5)
    client.add(
        [Statement(claim, agent="witness", observed=START - 200 * HOUR) for claim in SETTLED]
    )
    return client


def state(client: Beliefs) -> tuple[Any, ...]:
    """Everything that must not depend on how deliveries came."""
    client.link()
    beliefs = client.list(limit=None)
    return (
        client.at(LATER).digest(),
        sorted((one.id, one.claim, one.parameters, one.contributions) for one in beliefs),
        sorted((note.kind, note.text) for note in (*client.goals(), *client.gaps())),
        sorted(one.id for one in client.risks()),
        sorted(one.beliefs for one in client.contradictions()),
        client.tools.priors(),
        client.trust.list(),
    )


def stormy(chance: Random, deliveries: Iterable[Delivery]) -> list[Delivery]:
    """Duplicate some, shuffle all."""
    once = list(deliveries)
    blown = [*once, *chance.choices(once, k=len(once) // 2)]
    chance.shuffle(blown)
    return blown


@pytest.mark.parametrize("timed", [True, False], ids=["fading", "steady"])
@pytest.mark.parametrize("seed", range(3))
def test_a_storm_ends_as_a_calm_day(store_url: str, seed: int, *, timed: bool) -> None:
    chance = Random(f"storm {seed}")
    deliveries = weather(chance, 40, timed=timed)
    states = []
    for number, order in enumerate((deliveries, stormy(chance, deliveries), deliveries[::-1])):
        clock = Clock()
        half_life = 20 * HOUR if timed else None
        with prepared(store_url, f"storm {number}", clock, half_life=half_life) as client:
            for delivery in order:
                delivery.deliver(client)
                if not timed:
                    clock.now += chance.random() * HOUR
            clock.now = START + 5 * DAY
            states.append(state(client))
            assert client.verify().problems == ()
    assert states[0] == states[1] == states[2]


def test_a_storm_of_many_clients_at_once(kept_url: str) -> None:
    chance, clock = Random("at once"), Clock()
    deliveries = weather(chance, 40, timed=False)
    with prepared(":memory:", "alone", clock, half_life=None) as alone:
        for delivery in deliveries:
            delivery.deliver(alone)
        calm = state(alone)
    with prepared(kept_url, "crowd", clock, half_life=None) as client:
        crowd = [Beliefs(kept_url, namespace="crowd", clock=clock) for _ in range(4)]
        orders = [stormy(chance, deliveries) for _ in crowd]

        def blow(number: int) -> list[str]:
            mine = crowd[number]
            return [one.key for one in orders[number] if not one.deliver(mine)]

        with ThreadPoolExecutor(len(crowd)) as pool:
            applied = [key for keys in pool.map(blow, range(len(crowd))) for key in keys]
        for one in crowd:
            one.close()
        read = [one.key for one in deliveries if one.method in ("after", "observe")]
        assert all(applied.count(key) == 1 for key in read)
        assert state(client) == calm
        assert client.verify().problems == ()


def test_replicas_that_each_heard_a_part_agree_in_the_end(store_url: str) -> None:
    """Whoever merges whom, and links when: the view is one."""
    chance, clock = Random("replicas"), Clock()
    deliveries = weather(chance, 40, timed=False)
    with prepared(store_url, "whole", clock, half_life=None) as whole:
        for delivery in deliveries:
            delivery.deliver(whole)
        expected = state(whole)
    parts = [prepared(":memory:", "part", clock, half_life=None) for _ in range(3)]
    # What all of them begin with is one and the same write.
    parts[1:] = [Beliefs(":memory:", namespace="part", clock=clock) for _ in parts[1:]]
    for part in parts[1:]:
        part.merge(parts[0])
    for number, delivery in enumerate(deliveries):
        for place in {number % 3, chance.randrange(3)}:
            delivery.deliver(parts[place])
        if chance.random() < 0.3:
            one, other = chance.sample(parts, 2)
            one.merge(other)
        if chance.random() < 0.2:
            chance.choice(parts).link()
    for order in ((0, 1, 2), (2, 0, 1)):
        with Beliefs(store_url, namespace=f"gathered {order}", clock=clock) as gathered:
            for number in order:
                gathered.merge(parts[number])
            assert state(gathered) == expected
            assert gathered.verify().problems == ()


def test_an_outcome_before_a_wording_is_an_outcome_after_it() -> None:
    records = []
    for early in (True, False):
        client = Beliefs(":memory:", clock=Clock())
        client.add(Statement("Acme bought Initech", agent="scout", observed=START - HOUR))
        if early:
            client.outcome(_id("Acme bought Initech"), truth=True)
        client.add(Statement("Initech was acquired by Acme", agent="critic", observed=START - HOUR))
        client.link()
        if not early:
            client.outcome(_id("Acme bought Initech"), truth=True)
        records.append(client.trust.list())
    assert records[0] == records[1]


# Copies


COPIED = ("The cache is warm.", "The cache is not cold.", "It turns out that the cache is warm.")


@given(
    copies=st.lists(st.sampled_from(COPIED), min_size=1, max_size=12),
    reliability=st.none() | st.floats(0.55, 1.0),
    half_life=st.none() | st.just(HOUR),
    age=st.integers(0, 48).map(lambda hours: hours * HOUR),
    trust=st.none() | st.floats(0.1, 1.0),
)
@settings(max_examples=40)
def test_copies_of_one_report_never_outweigh_two_voices(
    copies: list[str],
    reliability: float | None,
    half_life: timedelta | None,
    age: timedelta,
    trust: float | None,
) -> None:
    client = Beliefs(":memory:", clock=Clock())
    client.settings.set(half_life=half_life)
    speakers = [f"copy {number}" for number in range(len(copies))]
    for name in (*speakers, "one", "two"):
        if trust is not None:
            client.trust.set(agent=name, confidence=trust, lock=True)
    said = [(text, name, "the newsletter") for text, name in zip(copies, speakers, strict=True)]
    said += [("The cache is cold.", name, f"{name}'s own eyes") for name in ("one", "two")]
    for text, agent, origin in said:
        client.observe(
            Observation(
                text,
                agent=agent,
                origin=origin,
                reliability=reliability,
                observed=START - age,
            )
        )
    client.link()
    (belief,) = client.list()
    assert isinstance(belief.parameters, Beta)
    warm, cold = belief.parameters.alpha - 1, belief.parameters.beta - 1
    copied, independent = (warm, cold) if belief.claim.endswith("warm") else (cold, warm)
    assert independent == pytest.approx(2 * copied)


@given(times=st.integers(2, 30))
@settings(max_examples=10)
def test_an_agent_that_repeats_itself_is_one_voice(times: int) -> None:
    client = Beliefs(":memory:", clock=Clock())
    once = client.after("The cache is warm.").changes[0].belief_id
    alone = client.get(once).evidence
    for number in range(times):
        client.after(COPIED[number % 2])
    assert client.get(once).evidence == alone
    assert client.get(once).contributions == times + 1


# Echoes


def test_a_prompt_fed_back_a_thousand_times_adds_nothing() -> None:
    _feed_back(":memory:", 1_000, {})


@pytest.mark.parametrize("label", [{"source": "assistant"}, {"tool": "model"}], ids=repr)
def test_nor_does_it_under_another_name(label: dict[str, str]) -> None:
    _feed_back(":memory:", 100, label)


def test_a_prompt_fed_back_on_every_store(store_url: str) -> None:
    _feed_back(store_url, 25, {})


def _feed_back(url: str, turns: int, label: dict[str, str]) -> None:
    clock = Clock()
    with Beliefs(url, clock=clock) as client:
        for number, sentence in enumerate(SENTENCES):
            client.after(sentence, tool=TOOLS[number % 3])
        client.gap("Who pays for the disk?")
        client.link()
        before, count = state(client), client.count()
        for turn in range(turns):
            clock.now += timedelta(seconds=1)
            context = client.before("cache disk queue Acme latency server", budget=400)
            assert len(context.beliefs) > 3
            answer = context.prompt if turn % 2 else f"Noted.\n{context.prompt}\nThanks."
            assert client.after(answer, **label).changes == ()
        assert client.count() == count
        assert state(client) == before


def test_what_was_shown_said_in_plain_words_adds_nothing() -> None:
    clock = Clock()
    client = Beliefs(":memory:", clock=clock)
    for number, sentence in enumerate(SENTENCES):
        client.after(sentence, tool=TOOLS[number % 3])
    before = state(client)
    for _ in range(30):
        clock.now += timedelta(seconds=1)
        for belief in client.before("cache disk queue Acme", budget=4_000).beliefs:
            if belief.family == "binary":
                held = belief.confidence is not None and belief.confidence >= 0.5
                said = belief.claim if held else f"It is not true that {belief.claim}"
                delta = client.after(f"{said}.")
                assert delta.changes == (), said
                assert delta.echoes == (f"{said}.",)
    assert state(client) == before
