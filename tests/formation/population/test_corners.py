"""Where columns take another path than objects: crowds, growth, ties, and beliefs from before."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beliefs.formation import Belief, BeliefConfig, Event
from beliefs.formation.config import RuleName
from beliefs.formation.fixed import word_of
from tests.formation import strategies
from tests.formation.engines import Columns, Objects
from tests.formation.strategies import Told

NEAR = ("route-risk:24808", "route-risk:69664")
"""Two keys whose hashes agree in their first half."""


@pytest.mark.parametrize("rule", ["v1", "evidence"])
@pytest.mark.parametrize("tags", [31, 32, 33, 34, 100])
def test_an_agent_with_a_crowd_of_news(tags: int, rule: RuleName):
    config = BeliefConfig(
        rule=rule, max_beliefs_per_agent=40, max_crumbs_per_agent=33, max_episodes_per_agent=3
    )
    objects, columns = Objects(3, config), Columns(3, config)
    rng = random.Random(tags)
    for day in range(4):
        met = [
            Told(1, f"{rng.choice(['route-risk', 'route-safe'])}:{n}", rng.random(), 1 + n % 3)
            for n in range(tags)
        ]
        rng.shuffle(met)
        for world in (objects, columns):
            for one in met:
                world.meet(one, day)
            world.form(day)
        assert objects.digest() == columns.digest()


def test_more_words_and_followers_than_columns_begin_with():
    config = BeliefConfig(max_beliefs_per_agent=3)
    objects, columns = Objects(600, config), Columns(600, config, shards=3)
    for world in (objects, columns):
        world.publish(Event(0, f"route-risk:t{n}", n / 3000) for n in range(3000))
        world.publish(Event(0, f"weather:{n}") for n in range(1500))
    agents = list(range(600))
    targets = [f"t{n * 7 % 3000}" for n in agents]
    for agent, target in zip(agents, targets, strict=True):
        objects.follow(agent, target)
    columns.population.follow(agents, targets)
    for agent in range(0, 600, 7):
        for world in (objects, columns):
            world.unfollow(agent, targets[agent])
            world.follow(agent, "t1")
            world.follow(agent, "t1")
    assert objects.digest() == columns.digest()
    assert objects.route(0) == columns.route(0)
    assert objects.form(0) == columns.form(0)
    assert objects.digest() == columns.digest()
    assert columns.route(0).quarantined == 1500


def test_ties_that_half_a_hash_cannot_tell_apart():
    assert word_of(NEAR[0]) >> 32 == word_of(NEAR[1]) >> 32
    for order in (NEAR, NEAR[::-1]):
        config = BeliefConfig(max_beliefs_per_agent=1)
        objects, columns = Objects(1, config), Columns(1, config)
        for world in (objects, columns):
            for key in order:
                world.meet(Told(0, key, 0.1, 1), 0)
            world.form(0)
            assert world.get(0, min(NEAR, key=word_of)) is not None
        assert objects.digest() == columns.digest()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    config=strategies.configs(max_beliefs_per_agent=2),
    brought=st.dictionaries(
        strategies.known_tags, st.tuples(st.integers(1, 3), st.integers(0, 2)), max_size=3
    ),
    met=st.lists(strategies.told, max_size=6),
    day=st.integers(2, 3),
)
def test_beliefs_from_before_the_first_night(
    config: BeliefConfig,
    brought: dict[str, tuple[int, int]],
    met: list[Told],
    day: int,
    tmp_path: Path,
):
    # A world may begin with beliefs, of the very day that it first sleeps on.
    objects = Objects(3, config)
    for tag, (count, last) in brought.items():
        meaning = objects.world.tags.read(tag)
        assert meaning is not None
        weight = count / (count + config.prior_strength)
        objects.world.agents[1].beliefs.upsert(
            Belief(meaning.key, weight / 2, weight, last, float(count), 0.0)
        )
    objects.save(tmp_path / "begun")
    columns = Columns.load(tmp_path / "begun")
    assert columns.digest() == objects.digest()
    for world in (objects, columns):
        for one in met:
            world.meet(one._replace(agent=1, times=1.0), day)
    assert objects.form(day) == columns.form(day)
    assert objects.digest() == columns.digest()


def test_a_newcomer_as_strong_as_a_belief_of_the_same_day_goes_by_hash(tmp_path: Path):
    keys = sorted(("route-risk:a", "route-risk:b"), key=word_of)
    for mine, news in (keys, keys[::-1]):
        objects = Objects(1, BeliefConfig(max_beliefs_per_agent=1))
        objects.world.agents[0].beliefs.upsert(Belief(mine, 0, 0, 0, 1.0, 0.0))
        objects.save(tmp_path / "begun")
        columns = Columns.load(tmp_path / "begun")
        for world in (objects, columns):
            world.meet(Told(0, news, 0.1, 1), 0)
            world.form(0)
            assert world.get(0, keys[0]) is not None
            assert world.get(0, keys[1]) is None
        assert objects.digest() == columns.digest()
