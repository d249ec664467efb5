"""Promise 2 of 8: agents that work side by side have no hidden order between them.

Several agents contribute, each in its own order; how their work interleaves, who retries what and
through how many ledgers it travels on the way is not to be seen in the result: same digest, same
view, same bits. The condition is that the contributions carry the same times (a ledger's clock
never runs backwards, so a later arrival may be recorded later, and that is content).
"""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from beliefs import Beliefs, Delta, Observation, Statement
from tests import strategies as drawn
from tests.contracts.stores import DAY, SECOND, START, Clock, Stores, for_all

LATER = START + 30 * DAY
work = st.lists(drawn.anything_said(), max_size=4)
teams = st.fixed_dictionaries(dict.fromkeys(drawn.AGENTS, work))


def interleaved(team: dict[str, list[Statement]], data: st.DataObject) -> list[Statement]:
    """One of the ways in which everybody's own order can be woven together."""
    turns = [agent for agent, said in team.items() for _ in said]
    queues = {agent: iter(said) for agent, said in team.items()}
    return [
        next(queues[agent])._replace(agent=agent) for agent in data.draw(st.permutations(turns))
    ]


@for_all(team=teams, data=st.data(), half_life=st.none() | st.just(3 * DAY))
def test_any_interleaving_of_agents(
    open_beliefs: Stores, team: dict[str, list[Statement]], data: st.DataObject, half_life
):
    results = []
    for _ in range(2):
        b = open_beliefs()
        b.settings.set(half_life=half_life)
        b.trust.set(agent="scout", confidence=1 / 3)
        for said in interleaved(team, data):
            b.add([said])
        results.append((b.digest(), b.at(START).digest(), b.at(LATER).digest()))
    assert results[0] == results[1]


@for_all(team=teams, data=st.data())
def test_any_interleaving_of_outcomes_and_evidence(
    open_beliefs: Stores, team: dict[str, list[Statement]], data: st.DataObject
):
    """Who was right is judged by what was said up to the outcome, not by what had arrived."""
    views = []
    for _ in range(2):
        b = open_beliefs()
        said = [
            one._replace(
                choice=None, value=None, stdev=None, among=(), confidence=1.0, strength=2.0
            )
            for one in interleaved(team, data)
        ]
        for topic in drawn.TOPICS:
            b.add(topic, agent="witness", strength=1)
        ids = {belief.claim: belief.id for belief in b.list()}
        at = data.draw(st.integers(0, len(said)))
        for one in said[:at]:
            b.add([one])
        for n, topic in enumerate(drawn.TOPICS):
            b.outcome(ids[topic], n % 2 == 0)
        for one in said[at:]:
            b.add([one])
        views.append((b.digest(), b.at(START).digest(), b.trust.list()))
    assert views[0] == views[1]


@for_all(team=teams, data=st.data())
def test_each_agent_on_a_ledger_of_its_own(
    open_beliefs: Stores, team: dict[str, list[Statement]], data: st.DataObject
):
    clock = Clock()
    together = open_beliefs(clock=clock)
    apart = {agent: open_beliefs(clock=clock) for agent in team}
    for said in interleaved(team, data):
        together.add([said])
        apart[said.agent or ""].add([said])
        clock.now += SECOND
        if data.draw(st.booleans()):  # gossip
            one, other = data.draw(st.permutations(list(apart.values())))[:2]
            one.merge(other)
    gathered = open_beliefs()
    for ledger in data.draw(st.permutations(list(apart.values()))):
        gathered.merge(ledger)
    assert gathered.digest() == together.digest()
    assert gathered.at(LATER).digest() == together.at(LATER).digest()


@for_all(
    said=st.lists(
        st.lists(drawn.anything_said("the cache is warm"), min_size=1, max_size=2),
        min_size=3,
        max_size=3,
    )
)
def test_fusing_deltas_is_associative(open_beliefs: Stores, said: list[list[Statement]]):
    b = open_beliefs()
    one, two, three = (open_beliefs().add(part) for part in said)
    everything = b.fuse([one, two, three])
    for grouped in (
        [three, two, one],
        [two, one, three],
        [_joined(one, two), three],
        [one, _joined(two, three)],
        [part for delta in said for part in delta],
    ):
        assert [(belief.id, belief.parameters, belief.evidence) for belief in b.fuse(grouped)] == [
            (belief.id, belief.parameters, belief.evidence) for belief in everything
        ]


def _joined(one: Delta, other: Delta) -> Delta:
    """One write that says what two writes said."""
    return Beliefs(":memory:").add([*one.said, *other.said])


@pytest.mark.parametrize("times", [1, 4])
def test_a_whole_run_delivered_backwards(open_beliefs: Stores, times: int):
    """Four agents, forty contributions with awkward decimals, each with its own time."""
    said = [
        Statement(
            drawn.TOPICS[n % 3],
            confidence=n / 41,
            strength=0.1 + n / 7,
            agent=f"agent {n % 4}",
            observed=START - n * DAY / 3,
        )
        for n in range(40)
    ]
    forwards, backwards = open_beliefs(), open_beliefs()
    for b, order in ((forwards, said), (backwards, said[::-1])):
        b.settings.set(half_life=2 * DAY)
        for one in order:
            for attempt in range(times):
                delta = b.add([one], idempotency_key=f"message {said.index(one)}")
                assert delta.replayed == (attempt > 0)
    assert forwards.digest() == backwards.digest()
    assert forwards.at(LATER).digest() == backwards.at(LATER).digest()
    assert forwards.list() == backwards.list()


# Texts, whose claims are linked on the way


observations = st.lists(
    st.builds(
        # Every field by name: what is left out is not made up.
        lambda text, agent, tool, origin, observed: Observation(
            text, agent=agent, tool=tool, origin=origin, observed=observed
        ),
        st.sampled_from(
            [
                "The cache is warm.",
                "The cache is cold.",
                "The cache is probably not warm.",
                "Acme bought Initech. The API's p99 latency is 120 ms.",
                "Initech was acquired by Acme.",
                "The p99 latency of the API is 300 ms.",
            ]
        ),
        agent=st.sampled_from(drawn.AGENTS),
        tool=st.none() | st.just("probe"),
        origin=st.none() | st.just("one report"),
        observed=st.integers(0, 99).map(lambda hours: START - hours * DAY / 24),
    ),
    min_size=1,
    max_size=5,
)


@for_all(said=observations, data=st.data(), half_life=st.none() | st.just(3 * DAY))
def test_texts_in_any_order_come_to_one_view(
    open_beliefs: Stores, said: list[Observation], data: st.DataObject, half_life
):
    views = []
    for order in (said, data.draw(st.permutations(said))):
        b = open_beliefs()
        b.settings.set(half_life=half_life)
        b.trust.set(agent="scout", confidence=1 / 3)
        for one in order:
            b.observe(one)
        views.append((b.at(START).digest(), b.at(LATER).digest(), b.trust.list()))
        assert b.verify().ok
    assert views[0] == views[1]


@for_all(said=observations, data=st.data())
def test_texts_read_on_ledgers_of_their_own_come_to_one_view(
    open_beliefs: Stores, said: list[Observation], data: st.DataObject
):
    together, gathered = open_beliefs(), open_beliefs()
    apart = [open_beliefs() for _ in range(2)]
    for one in said:
        together.observe(one)
        data.draw(st.sampled_from(apart)).observe(one)
    for ledger in data.draw(st.permutations(apart)):
        gathered.merge(ledger)
    gathered.link()
    assert gathered.at(LATER).digest() == together.at(LATER).digest()
