"""T1: the same events give the same beliefs, in both engines, under both rules.

Not only twice in a row: in any order within a day, with followers added in any order, published
one by one or together, routed in one go or in several, and on however many shards.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs.formation import BeliefConfig, Event
from beliefs.formation.config import RuleName
from tests.formation import strategies
from tests.formation.engines import ENGINES, Columns, Engine, Objects, live
from tests.formation.strategies import AGENTS, SOME_AGENTS, Day


@pytest.mark.parametrize("rule", ["v1", "evidence"])
@pytest.mark.parametrize("engine", ENGINES)
def test_the_same_events_twice_have_the_same_signatures(engine: str, rule: RuleName):
    def run() -> tuple[str, list[str | None]]:
        rng = random.Random(5)
        world: Engine = ENGINES[engine](100, BeliefConfig(rule=rule, max_beliefs_per_agent=6))
        for _ in range(300):
            world.follow(rng.randrange(100), f"t{rng.randrange(20)}")
        for day in range(20):
            families = ("route-risk", "delivery-fail", "delivery-ok")
            world.publish(
                Event(day, f"{rng.choice(families)}:t{rng.randrange(20)}", rng.random())
                for _ in range(30)
            )
            world.route(day)
            world.form(day)
        signatures: list[str | None] = []
        if isinstance(world, Objects):
            signatures = [agent.beliefs.signature() for agent in world.world.agents.values()]
            assert len(set(signatures)) > 50
        return world.digest(), signatures

    assert run() == run()


@settings(max_examples=40)
@given(
    config=strategies.configs(max_events_per_day=1 << 40), days=strategies.days(), data=st.data()
)
def test_nothing_within_a_day_depends_on_order(
    config: BeliefConfig, days: list[Day], data: st.DataObject
):
    plain = Objects(AGENTS, config)
    live(plain, days)
    other: Engine = Objects(AGENTS, config)
    if data.draw(st.booleans(), "in columns"):
        other = Columns(AGENTS, config, data.draw(st.sampled_from([1, 2, 3, 8]), "shards"))
    for day in days:
        other.phase = day.phase
        for agent, target in data.draw(st.permutations(day.follow)):
            other.follow(agent, target)
        for agent, target in data.draw(st.permutations(day.unfollow)):
            other.unfollow(agent, target)
        shuffled = data.draw(st.permutations(day.events))
        part = data.draw(st.integers(0, len(shuffled)))
        other.publish(shuffled[:part])
        if data.draw(st.booleans(), "routed early"):
            other.route(day.day)
        for met in data.draw(st.permutations(day.met)):
            other.meet(met, day.day)
        other.publish(shuffled[part:])
        other.route(day.day)
        if day.sleeps:
            other.form(day.day)
    assert other.digest() == plain.digest()


@settings(max_examples=25)
@given(
    config=strategies.configs(), days=strategies.days(most=5), order=st.permutations(SOME_AGENTS)
)
def test_agents_that_trade_places_trade_beliefs(
    config: BeliefConfig, days: list[Day], order: list[int]
):
    # With few hearers per event, who hears depends on who they are: let all of them hear.
    config = BeliefConfig(
        **(
            config.as_document()
            | {
                "max_stakeholders_per_event": AGENTS,
                "suspicious_families": config.suspicious_families,
            }
        )
    )
    other = dict(zip(SOME_AGENTS, order, strict=True))
    renamed = [
        day._replace(
            follow=[(other[agent], target) for agent, target in day.follow],
            unfollow=[(other[agent], target) for agent, target in day.unfollow],
            met=[met._replace(agent=other[met.agent]) for met in day.met],
        )
        for day in days
    ]
    one, two = Objects(AGENTS, config), Objects(AGENTS, config)
    live(one, days)
    live(two, renamed)
    for agent in SOME_AGENTS:
        mine, theirs = one.world.agents[agent], two.world.agents[other[agent]]
        assert mine.beliefs.signature() == theirs.beliefs.signature()
        assert mine.crumbs.fresh == theirs.crumbs.fresh


@settings(max_examples=25)
@given(config=strategies.configs(), days=strategies.days())
def test_shards_and_threads_leave_no_trace(config: BeliefConfig, days: list[Day]):
    digests = set()
    for shards in (1, 2, 3, 8):
        columns = Columns(AGENTS, config, shards)
        assert len(columns.population.shards) == shards
        live(columns, days)
        digests.add(columns.digest())
    assert len(digests) == 1
