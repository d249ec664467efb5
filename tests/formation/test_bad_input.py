"""What cannot be: refused in a sentence by both engines, and nothing is changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from beliefs.errors import BeliefsError, InvalidInput
from beliefs.formation import (
    Belief,
    BeliefConfig,
    BeliefStore,
    CrumbStore,
    Episode,
    Event,
    EventRouter,
    PlainWorld,
    Population,
    ShortTermMemory,
    Tags,
    run_belief_formation_for_day,
)
from beliefs.formation.config import RuleName
from beliefs.formation.population.arrays import Coded
from tests.formation.engines import ENGINES, Columns, Engine
from tests.formation.strategies import Told

NAN, INF = float("nan"), float("inf")
LONG = "route-risk:" + "x" * 10_240
GOOD = Event(3, "route-risk:edge")
DAYS = [-1, 65_536, 1.0, NAN, INF, True, None, "3", 10**400, np.float64(3)]
SEVERITIES = [-0.1, 1.1, NAN, INF, -INF, True, None, "high", 10**400, 1j]
COUNTS = [0, -1, -0.5, NAN, INF, -INF, 32_768, 1e300, True, None, "one", 10**400, 2.0**-18]
TAGS = ["", LONG, "\ud800", "route-risk:\udfff", None, 7, b"route-risk:edge", ["x"], 1.5]


@pytest.fixture(params=[*ENGINES])
def world(request: pytest.FixtureRequest) -> Engine:
    """A world in the middle of its fourth day, with something in every corner."""
    engine: Engine = ENGINES[request.param](70, BeliefConfig(rule="v1", max_events_per_day=4))
    for agent in (0, 1, 69):
        engine.follow(agent, "edge")
    for day in range(3):
        engine.publish([Event(day, "route-risk:edge", 0.9), Event(day, "weather:rain")])
        engine.route(day)
        engine.form(day)
    engine.publish([GOOD] * 6)
    engine.route(3)
    return engine


def refused(world: Engine, *calls: Callable[[], object]) -> None:
    before = world.digest()
    for call in calls:
        with pytest.raises(InvalidInput) as error:
            call()
        assert str(error.value).endswith(".")
        assert len(str(error.value)) < 250
        assert world.digest() == before
    # Nor has it lost its way: what is due is still told, and the night still comes.
    world.publish([Event(9, GOOD.tag)])
    world.route(9)
    world.form(9)


def named(case: object) -> str:
    return ascii(case)[:40]


@pytest.mark.parametrize("day", DAYS, ids=named)
def test_events_of_no_day(world: Engine, day: Any):
    refused(world, lambda: world.publish([GOOD, Event(day, GOOD.tag)]))


@pytest.mark.parametrize("severity", SEVERITIES, ids=named)
def test_events_of_no_severity(world: Engine, severity: Any):
    refused(world, lambda: world.publish([GOOD, Event(3, GOOD.tag, severity)]))


@pytest.mark.parametrize("count", COUNTS, ids=named)
def test_events_of_no_count(world: Engine, count: Any):
    refused(world, lambda: world.publish([GOOD, Event(3, GOOD.tag, 0.5, count)]))


@pytest.mark.parametrize("tag", TAGS, ids=named)
def test_events_of_no_tag(world: Engine, tag: Any):
    # Twice: what was refused must not have been learnt.
    refused(world, *[lambda: world.publish([GOOD, Event(3, tag)])] * 2)


def test_events_of_days_that_are_over(world: Engine):
    refused(
        world,
        lambda: world.publish([Event(2, GOOD.tag)]),
        lambda: world.publish([Event(9, GOOD.tag), Event(8, GOOD.tag)]),
    )


@pytest.mark.parametrize("day", [2, *DAYS], ids=named)
def test_days_that_are_over_or_none(world: Engine, day: Any):
    refused(world, lambda: world.route(day))


@pytest.mark.parametrize("day", [1, 0, *DAYS], ids=named)
def test_nights_that_are_over_or_none(world: Engine, day: Any):
    refused(world, lambda: world.form(day))


@pytest.mark.parametrize("target", ["", "x" * 10_240, "\ud800", None, 7, ["x"]], ids=named)
def test_targets_that_are_none(world: Engine, target: Any):
    refused(world, *[lambda: world.follow(1, target)] * 2)
    world.follow(1, "a new edge")
    before = world.digest()
    world.unfollow(1, "a new edge")
    assert world.digest() != before


@pytest.mark.parametrize("tag", [*TAGS], ids=named)
def test_news_of_no_tag(world: Engine, tag: Any):
    refused(world, lambda: world.meet(Told(1, tag, 0.9, 1), 3))


@pytest.mark.parametrize("count", [-1, NAN, INF, 32_768, True, "one", None], ids=named)
def test_news_of_no_count(world: Engine, count: Any):
    refused(world, lambda: world.meet(Told(1, GOOD.tag, 0.9, count), 3))


@pytest.mark.parametrize("day", DAYS, ids=named)
def test_beliefs_are_not_read_on_no_day(world: Engine, day: Any):
    refused(world, lambda: world.get(1, "route-risk:edge", 1 if day is None else day))


def test_a_belief_can_be_read_on_a_day_before_another_was_heard_of(world: Engine):
    world.form(3)
    world.unfollow(1, "edge")
    world.follow(1, "far")
    world.publish([Event(9, "route-risk:far")])
    world.route(9)
    world.form(9)
    edge, far = (world.get(1, f"route-risk:{target}") for target in ("edge", "far"))
    assert edge is not None
    assert far is not None
    assert (edge.last_day, far.last_day) == (3, 9)
    assert world.get(1, "route-risk:edge", 3) is not None
    refused(world, lambda: world.get(1, "route-risk:far", 8))


# Columns


APPENDED: list[dict[str, Any]] = [
    {"day": [3, 2], "tag": ["route-risk:a"] * 2},
    {"day": [3], "tag": ["route-risk:a"] * 2},
    {"day": [3.0], "tag": ["route-risk:a"]},
    {"day": [True], "tag": ["route-risk:a"]},
    {"day": [[3]], "tag": ["route-risk:a"]},
    {"day": [1 << 70], "tag": ["route-risk:a"]},
    {"day": np.array([3], "datetime64[D]"), "tag": ["route-risk:a"]},
    {"day": 3, "tag": "route-risk:a"},
    {"day": 3, "tag": [LONG]},
    {"day": 3, "tag": [None]},
    {"day": 3, "tag": Coded([0, 2], ["route-risk:a", "route-risk:b"])},
    {"day": 3, "tag": Coded([-1], ["route-risk:a"])},
    {"day": 3, "tag": Coded([0.0], ["route-risk:a"])},
    {"day": 3, "tag": Coded([0], [LONG])},
    {"day": 3, "tag": ["route-risk:a"], "severity": [NAN]},
    {"day": 3, "tag": ["route-risk:a"], "severity": [0.1, 0.2]},
    {"day": 3, "tag": ["route-risk:a"], "severity": ["high"]},
    {"day": 3, "tag": ["route-risk:a"], "severity": [True]},
    {"day": 3, "tag": ["route-risk:a"], "count": [-1]},
    {"day": 3, "tag": ["route-risk:a"], "count": [0]},
    {"day": 3, "tag": ["route-risk:a"], "count": np.float32("inf")},
    {"day": 3, "tag": ["route-risk:a"], "count": [1 << 40]},
]


@pytest.mark.parametrize("columns", APPENDED, ids=named)
def test_columns_of_no_events(columns: dict[str, Any]):
    world = Columns(70, BeliefConfig())
    world.population.append(day=3, tag=["route-risk:edge"])
    refused(world, lambda: world.population.append(**columns))


@pytest.mark.parametrize(
    "news",
    [
        {"agent": [70], "tag": ["route-risk:a"]},
        {"agent": [-1], "tag": ["route-risk:a"]},
        {"agent": [0.5], "tag": ["route-risk:a"]},
        {"agent": [0, 1], "tag": ["route-risk:a"]},
        {"agent": [0], "tag": "route-risk:a"},
        {"agent": [0], "tag": ["weather:rain"], "day": -1},
        {"agent": [0], "tag": ["weather:rain"], "count": -1},
        {"agent": [0], "tag": ["weather:rain"], "severity": NAN},
        {"agent": [0, 1], "tag": ["weather:rain", LONG]},
    ],
    ids=named,
)
def test_columns_of_no_news(news: dict[str, Any]):
    world = Columns(70, BeliefConfig())
    refused(world, lambda: world.population.tell(**news))


@pytest.mark.parametrize("agents", [-1, 1.5, True, None, 1 << 32, "many"])
def test_populations_of_no_size(agents: Any):
    with pytest.raises(InvalidInput):
        Population(agents)


@pytest.mark.parametrize("shards", [0, -1, 1.5, True, "many"])
def test_populations_of_no_shards(shards: Any):
    with pytest.raises(InvalidInput):
        Population(3, shards=shards)


@pytest.mark.parametrize("agent", [70, -1, [[1]], [0.5], [True], ["x"], 1 << 40])
def test_agents_that_are_not_there(agent: Any):
    world = Columns(70, BeliefConfig())
    refused(world, lambda: world.population.follow(agent, "edge"))


def test_a_population_of_nobody(tmp_path):
    nobody = Columns(0, BeliefConfig())
    nobody.publish([GOOD])
    assert nobody.route(3).unheard == 1
    assert nobody.form(3).agents == 0
    nobody.save(tmp_path / "nobody")
    assert Columns.load(tmp_path / "nobody").digest() == nobody.digest()
    refused(nobody, lambda: nobody.population.get(0, "route-risk:edge"))


# Parts of the reference


@pytest.mark.parametrize("tag", TAGS, ids=named)
def test_crumbs_and_episodes_of_no_tag(tag: Any):
    crumbs, memory = CrumbStore(), ShortTermMemory()
    with pytest.raises(InvalidInput):
        crumbs.bump(tag)
    with pytest.raises(InvalidInput):
        memory.remember(Episode(tag, 0.9, 0))
    assert not crumbs.fresh
    assert not len(memory)


@pytest.mark.parametrize("count", [-1, NAN, INF, 32_768, True, "one", None], ids=named)
def test_crumbs_of_no_count(count: Any):
    crumbs = CrumbStore()
    with pytest.raises(InvalidInput):
        crumbs.bump("route-risk:a", count)
    assert not crumbs.fresh


@pytest.mark.parametrize(
    ("severity", "day"), [(NAN, 0), (2, 0), (-0.1, 0), (True, 0), (0.5, -1), (0.5, NAN), (0.5, "x")]
)
def test_episodes_of_no_severity_or_day(severity: Any, day: Any):
    memory = ShortTermMemory()
    with pytest.raises(InvalidInput):
        memory.remember(Episode("route-risk:a", severity, day))
    assert not len(memory)


def test_no_crumb_at_all_marks_nothing():
    crumbs = CrumbStore()
    assert not crumbs.bump("route-risk:a", 0)
    assert not crumbs.bump("route-risk:a", 2.0**-20)
    assert not crumbs.fresh


def test_a_count_is_not_read_before_it_was_made():
    world = PlainWorld(1, BeliefConfig(rule="v1"))
    world.agents[0].crumbs.bump("route-risk:a")
    world.agents_with_new_signals.add(0)
    run_belief_formation_for_day(world, day=9)
    assert world.agents[0].crumbs.count("route-risk:a", day=9) == 1
    with pytest.raises(InvalidInput):
        world.agents[0].crumbs.count("route-risk:a", day=8)


BELIEFS: list[dict[str, Any]] = [
    *({"key": key} for key in ("", LONG, "\ud800", None, 3)),
    *({"value": value} for value in (-0.1, 1.1, NAN, INF, True, "x", None)),
    *({"weight": weight} for weight in (-0.1, 1.1, NAN, INF, True, None)),
    *({"last_day": day} for day in (-1, 65_536, 0.5, NAN, True, None)),
    *({"trouble": t, "success": 0.0} for t in (-1, NAN, INF, 1 << 15, True)),
    *({"trouble": 0.0, "success": s} for s in (-1, NAN, INF, 1 << 15, True)),
]


@pytest.mark.parametrize("wrong", BELIEFS, ids=named)
def test_beliefs_that_are_none(wrong: dict[str, Any]):
    right: dict[str, Any] = {"key": "route-risk:a", "value": 0.5, "weight": 0.5, "last_day": 3}
    store = BeliefStore()
    store.upsert(Belief(**right))
    before = store.signature()
    with pytest.raises(InvalidInput):
        store.upsert(Belief(**(right | wrong)))
    assert store.signature() == before


@pytest.mark.parametrize("most", [0, -1, 1.5, True, "x"])
def test_stores_of_no_size(most: Any):
    with pytest.raises(InvalidInput):
        BeliefStore(max_items=most)


@pytest.mark.parametrize(
    "family",
    [
        ("", "b"), ("a", ""), ("a:b", "c"), ("a", "b:c"), ("a\n", "b"), (None, "b"), ("a", 3),
        ("x" * 10_240, "b"), ("\ud800", "b"), ("route-risk", "other"),
    ],
    ids=named,
)  # fmt: skip
def test_families_that_are_none(family: tuple[Any, Any]):
    tags, population = Tags(), Population(1)
    before = tags.families()
    with pytest.raises(InvalidInput):
        tags.register(*family)
    with pytest.raises(InvalidInput):
        population.register(*family)
    assert tags.families() == before == population.vocabulary.tags.families()


@pytest.mark.parametrize("parts", [0, -1, 9, True, 1.0, None])
def test_families_of_no_parts(parts: Any):
    with pytest.raises(InvalidInput):
        Tags().register("a", "b", parts=parts)


# Nights that cannot be slept


@pytest.mark.parametrize("rule", ["v1", "evidence"])
def test_a_belief_of_a_day_to_come_stops_the_night_and_loses_nothing(rule: RuleName):
    world = PlainWorld(2, BeliefConfig(rule=rule))
    world.agents[0].beliefs.upsert(Belief("route-risk:a", 0.5, 0.5, last_day=50))
    for agent in (0, 1):
        world.agents[agent].crumbs.bump("route-risk:a", 2)
        world.agents_with_new_signals.add(agent)
    held = world.agents[0].beliefs.signature()
    for _ in range(3):
        with pytest.raises(InvalidInput):
            run_belief_formation_for_day(world, day=4)
    assert 0 in world.agents_with_new_signals
    assert world.agents[0].beliefs.signature() == held
    assert world.agents[0].crumbs.count("route-risk:a", day=4) == 2
    assert run_belief_formation_for_day(world, day=50).agents >= 1
    assert world.agents[0].crumbs.count("route-risk:a", day=50) == (2 if rule == "v1" else 0)


def test_columns_refuse_a_night_before_their_beliefs(tmp_path):
    from beliefs.formation import save

    world = PlainWorld(2)
    world.agents[0].beliefs.upsert(Belief("route-risk:a", 0.5, 0.5, last_day=50))
    save(world, EventRouter(world.belief_config, world.tags), tmp_path / "later")
    columns = Columns.load(tmp_path / "later")
    columns.meet(Told(0, "route-risk:a", 0.1, 1), 4)
    before = columns.digest()
    with pytest.raises(InvalidInput):
        columns.form(4)
    assert columns.digest() == before
    assert columns.form(50).agents == 1


def test_an_event_for_an_agent_that_left_is_not_lost():
    world = PlainWorld(3)
    router: EventRouter[int] = EventRouter(world.belief_config, world.tags)
    for agent in (0, 1, 2):
        router.follow(agent, "edge")
    router.publish([Event(0, "route-risk:edge")])
    del world.agents[1]
    with pytest.raises(BeliefsError, match="unfollow"):
        router.route(world, day=0)
    assert (router.waiting, router.told.events, router.told.signals) == (1, 0, 0)
    assert not world.agents_with_new_signals
    router.unfollow(1, "edge")
    assert router.route(world, day=0).signals == 2


def test_a_store_of_one_rule_does_not_sleep_in_a_world_of_another():
    world = PlainWorld(1, BeliefConfig(rule="v1"))
    world.agents[0].beliefs = BeliefStore(config=BeliefConfig())
    world.agents[0].beliefs.upsert(Belief("route-risk:a", 0.5, 0.5, last_day=0))
    world.agents[0].crumbs.bump("route-risk:a")
    world.agents_with_new_signals.add(0)
    with pytest.raises(InvalidInput, match="one rule"):
        run_belief_formation_for_day(world, day=0)
    assert world.agents_with_new_signals == {0}
    assert world.agents[0].crumbs.count("route-risk:a", day=0) == 1
