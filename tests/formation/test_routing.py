"""Who hears of what: budgets lose nothing, telling costs its hearers, what is odd is counted."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs.errors import InvalidInput
from beliefs.formation import BeliefConfig, Event, EventRouter, PlainWorld
from beliefs.formation.config import RuleName
from beliefs.formation.population.shard import Shard
from tests.formation import strategies
from tests.formation.engines import ENGINES, Columns, Objects
from tests.formation.strategies import AGENTS, KNOWN, STRANGE

# Overload


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_above_the_budget_waits_in_order_and_is_counted(engine: str):
    world = ENGINES[engine](3, BeliefConfig(max_events_per_day=10))
    world.follow(1, "edge")
    world.publish([Event(0, "route-risk:edge", 0.1)] * 25 + [Event(1, "delivery-fail:edge", 0.1)])
    deferred = {0: 0, 1: 10, 2: 16}
    for day, late in deferred.items():
        told = world.route(day)
        assert (told.day, told.deferred) == (day, late)
        assert told.today == min(10, 26 - 10 * day)
        assert told.events + world.waiting() == 26
        again = world.route(day)
        assert again.events == min(10 * (day + 1), 26)
    world.form(2)
    heard = [world.get(1, key) for key in ("route-risk:edge", "delivery-risk:edge")]
    assert [belief and belief.trouble for belief in heard] == [25, 1]
    assert (told.signals, told.unheard, told.quarantined) == (26, 0, 0)


@settings(max_examples=40)
@given(
    days=st.lists(st.integers(0, 9), max_size=8),
    budget=st.integers(1, 6),
    engine=st.sampled_from(sorted(ENGINES)),
    data=st.data(),
)
def test_no_event_is_lost_whatever_the_budget(
    days: list[int], budget: int, engine: str, data: st.DataObject
):
    world = ENGINES[engine](AGENTS, BeliefConfig(max_events_per_day=budget))
    world.follow(5, "a")
    published = 0
    for day, count in enumerate(days):
        world.publish([Event(day, "route-risk:a", 0.1)] * count)
        published += count
        if data.draw(st.booleans()):
            told = world.route(day)
            assert told.today <= budget
            assert told.events + world.waiting() == published
    day = len(days)
    while world.waiting():
        world.route(day)
        day += 1
    world.form(day)
    belief = world.get(5, "route-risk:a")
    assert (belief.trouble if belief else 0) == published
    assert world.route(day).signals == published


# Lookup


class Circle(list[int]):
    """Followers that count how many of them are looked at."""

    looked = 0

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        Circle.looked += len(found) if isinstance(place, slice) else 1
        return found

    def __iter__(self) -> Any:
        Circle.looked += len(self)
        return super().__iter__()

    def __add__(self, other: Any) -> Any:
        Circle.looked += len(self) + len(other)
        return super().__add__(other)


@pytest.mark.parametrize("followers", [100, 10_000, 100_000])
def test_telling_costs_the_hearers_not_the_followers(followers: int):
    world = PlainWorld(1)
    world.agents = dict.fromkeys(range(followers), world.agents[0])
    router: EventRouter[int] = EventRouter(world.belief_config, world.tags)
    router.followers["edge"] = Circle(range(followers))
    for other in range(1000):
        router.followers[f"other:{other}"] = Circle(range(50))
    Circle.looked = 0
    router.publish(Event(day, "route-risk:edge") for day in range(10))
    assert Circle.looked == 0
    assert router.route(world, day=9).signals == 10 * 20
    assert Circle.looked <= 10 * 20


def test_rows_of_news_are_as_many_as_those_who_hear():
    for agents in (1_000, 100_000):
        columns = Columns(agents, BeliefConfig())
        columns.population.follow(range(agents), "edge")
        columns.population.follow(range(0, agents, agents // 5), "road")
        columns.publish([Event(0, "route-risk:edge"), Event(0, "route-risk:road")])
        told = columns.route(0)
        rows = sum(len(s.news()) for s in columns.population.shards if isinstance(s, Shard))
        assert told.signals == rows == 20 + 5
        assert columns.form(0).agents <= 25


@given(
    circle=st.sets(st.integers(0, AGENTS - 1), max_size=30),
    most=st.integers(1, 8),
    day=st.integers(0, 500),
)
def test_of_too_many_followers_the_same_few_hear_in_both_engines(
    circle: set[int], most: int, day: int
):
    config = BeliefConfig(max_stakeholders_per_event=most)
    objects, columns = Objects(AGENTS, config), Columns(AGENTS, config)
    for agent in sorted(circle):
        objects.follow(agent, "a")
    for agent in sorted(circle, reverse=True):
        columns.follow(agent, "a")
    for world in (objects, columns):
        world.publish([Event(day, "route-risk:a")])
        assert world.route(day).signals == min(most, len(circle))
    assert objects.digest() == columns.digest()
    assert objects.world.agents_with_new_signals <= circle


def test_over_many_days_everyone_is_among_the_few():
    objects = Objects(60, BeliefConfig(max_stakeholders_per_event=2))
    for agent in range(60):
        objects.follow(agent, "a")
    for day in range(600):
        objects.publish([Event(day, "route-risk:a")])
        objects.route(day)
    assert len(objects.world.agents_with_new_signals) == 60


# Quarantine


@pytest.mark.parametrize("engine", ENGINES)
def test_what_nobody_understands_is_counted_and_harms_nothing(engine: str):
    world = ENGINES[engine](3, BeliefConfig())
    world.follow(1, "a")
    for tag in STRANGE:
        world.follow(1, tag.rpartition(":")[2] or "nothing")
    world.publish([Event(0, tag) for tag in STRANGE * 3] + [Event(0, "route-risk:a")])
    told = world.route(0)
    assert (told.quarantined, told.signals, told.unheard) == (3 * len(STRANGE), 1, 0)
    assert world.quarantine() == dict.fromkeys(STRANGE, 3)
    night = world.form(0)
    assert (night.agents, night.beliefs, night.quarantined) == (1, 1, 0)


@given(drawn=st.lists(strategies.told, max_size=12), rule=strategies.rules)
def test_news_that_nobody_understands_is_counted_once_a_night(
    drawn: list[strategies.Told], rule: RuleName
):
    config = BeliefConfig(rule=rule)
    objects, columns = Objects(AGENTS, config), Columns(AGENTS, config)
    for world in (objects, columns):
        for met in drawn:
            world.meet(met, 0)
        night = world.form(0)
        assert night.quarantined == len({(m.agent, m.tag) for m in drawn if m.tag not in KNOWN})
        assert night.agents == len({met.agent for met in drawn})
    assert objects.quarantine() == columns.quarantine()
    assert objects.digest() == columns.digest()


def test_a_family_learnt_later_gives_meaning_to_what_waits():
    objects, columns = Objects(3, BeliefConfig()), Columns(3, BeliefConfig())
    for world in (objects, columns):
        world.follow(1, "a")
        world.publish([Event(0, "storm:a"), Event(1, "storm:a")])
        world.meet(strategies.Told(2, "storm:b", 0.1, 1), 0)
        assert world.route(0).quarantined == 1
    objects.world.tags.register("storm", "storm-risk")
    columns.population.register("storm", "storm-risk")
    for world in (objects, columns):
        assert world.route(1).signals == 1
        assert world.form(1).beliefs == 2
        assert world.get(1, "storm-risk:a") is not None
        assert world.get(2, "storm-risk:b") is not None
    assert objects.digest() == columns.digest()


def test_an_event_that_nobody_follows_is_counted():
    for engine in ENGINES.values():
        world = engine(3, BeliefConfig())
        world.follow(1, "a")
        world.unfollow(1, "a")
        world.unfollow(1, "never followed")
        world.publish([Event(0, "route-risk:a"), Event(0, "route-risk:b")])
        assert world.route(0).unheard == 2


def test_an_agent_is_a_number_or_a_name():
    world = PlainWorld(0)
    router: EventRouter[Any] = EventRouter(world.belief_config, world.tags)
    router.follow("courier 7", "a")
    router.follow("courier 7", "a")
    assert router.followers == {"a": ["courier 7"]}
    with pytest.raises(InvalidInput):
        router.follow(1.5, "a")
