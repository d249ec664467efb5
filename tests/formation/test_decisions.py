"""Choices read one score: a risk that bad news never lowers and good news never raises."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs.errors import InvalidInput
from beliefs.formation import (
    BeliefConfig,
    BeliefStore,
    Event,
    EventRouter,
    PlainWorld,
    Route,
    Site,
    choose_route,
    choose_site,
    run_belief_formation_for_day,
    score,
)
from beliefs.formation.config import RuleName

KEYS = ("route-risk:a", "route-risk:b", "delivery-risk:a")
BAD = ("route-risk:a", "route-risk:b", "delivery-fail:a")
GOOD = ("route-safe:a", "route-safe:b", "delivery-ok:a")
END = 60
# Counts stop there: what is beyond is not told apart, and roundings on the other side show.
FULL = 32_768


def _counted(history: list[tuple[int, str, float, float]], tag: str) -> float:
    return sum(amount for _, of, _, amount in history if of == tag)


histories = st.lists(
    st.tuples(
        st.integers(0, END),
        st.sampled_from(BAD + GOOD),
        st.sampled_from([0.1, 0.9]),
        st.sampled_from([0.25, 1, 3, 30_000]),
    ),
    max_size=10,
).filter(lambda history: all(_counted(history, tag) < FULL for tag in BAD + GOOD))
Happened = tuple[int, str, float, float]


def mind_after(config: BeliefConfig, history: list[Happened], phase: int = 0) -> BeliefStore:
    world = PlainWorld(1, config)
    world.phase = phase
    router: EventRouter[int] = EventRouter(config, world.tags)
    for target in ("a", "b"):
        router.follow(0, target)
    router.publish(Event(*happened) for happened in sorted(history))
    for day in sorted({happened[0] for happened in history}):
        router.route(world, day=day)
        run_belief_formation_for_day(world, day=day)
    return world.agents[0].beliefs


@settings(max_examples=150)
@given(
    history=histories,
    more=st.tuples(
        st.integers(0, END), st.sampled_from(BAD), st.sampled_from([0.1, 0.9]), st.just(1.0)
    ),
    phase=st.sampled_from([0, 2]),
    half_life=st.sampled_from([1, 10, 120]),
)
def test_more_bad_news_never_lowers_the_score(
    history: list[Happened], more: Happened, phase: int, half_life: int
):
    config = BeliefConfig(belief_decay_half_life_days=half_life)
    before = mind_after(config, history, phase)
    after = mind_after(config, [*history, more], phase)
    for keys in (*([key] for key in KEYS), KEYS):
        assert score(after, keys, day=END) >= score(before, keys, day=END)


@settings(max_examples=150)
@given(
    history=histories,
    more=st.tuples(
        st.integers(0, END), st.sampled_from(GOOD), st.sampled_from([0.1, 0.9]), st.just(1.0)
    ),
    half_life=st.sampled_from([1, 10, 120]),
)
def test_good_news_never_raises_it(history: list[Happened], more: Happened, half_life: int):
    config = BeliefConfig(belief_decay_half_life_days=half_life)
    before, after = mind_after(config, history), mind_after(config, [*history, more])
    for keys in (*([key] for key in KEYS), KEYS):
        assert score(after, keys, day=END) <= score(before, keys, day=END)


@settings(max_examples=100)
@given(history=histories, phase=st.sampled_from([0, 2]), tag=st.sampled_from(BAD))
def test_worse_news_of_the_last_night_never_lowers_it_under_v1(
    history: list[Happened], phase: int, tag: str
):
    config = BeliefConfig(rule="v1")
    last = [(END, tag, 0.1, 1.0)]
    one = mind_after(config, history + last, phase)
    two = mind_after(config, history + last * 2, phase)
    vivid = mind_after(config, [*history, (END, tag, 0.9, 1.0)], phase)
    for keys in (*([key] for key in KEYS), KEYS):
        assert score(one, keys, day=END) <= score(two, keys, day=END)
        assert score(one, keys, day=END) <= score(vivid, keys, day=END)


@settings(max_examples=100)
@given(history=histories, tag=st.sampled_from(GOOD))
def test_good_news_of_the_last_night_never_raises_it_under_v1(history: list[Happened], tag: str):
    config = BeliefConfig(rule="v1")
    history = [happened for happened in history if happened[0] < END]
    before = mind_after(config, history)
    after = mind_after(config, [*history, (END, tag, 0.9, 3.0)])
    for key in KEYS:
        assert score(after, [key], day=END) <= score(before, [key], day=END)


@pytest.mark.parametrize("rule", ["v1", "evidence"])
@pytest.mark.parametrize("phase", [0, 2])
def test_every_failure_so_far_is_worse_than_unknown_and_than_one_less(rule: RuleName, phase: int):
    config = BeliefConfig(rule=rule)
    scores = [0.0]
    for failures in range(1, 12):
        history: list[Happened] = [(day, "route-risk:a", 0.5, 1.0) for day in range(failures)]
        mind = mind_after(config, history, phase)
        scores.append(score(mind, ["route-risk:a"], day=failures))
        assert score(mind, ["route-risk:unknown"], day=failures) == 0
    assert scores == sorted(set(scores))
    assert scores[-1] < 1


def test_success_alone_is_as_safe_as_unknown_outside_phase_2():
    for rule in ("v1", "evidence"):
        config = BeliefConfig(rule=rule)
        mind = mind_after(config, [(0, "route-safe:a", 0.9, 5.0)])
        assert score(mind, ["route-risk:a"]) == 0
        assert len(mind) == 1


def test_choices_change_with_news_and_ties_go_by_cost_then_name():
    fresh, burnt = mind_after(BeliefConfig(), []), mind_after(BeliefConfig(), [(0, BAD[0], 0.9, 9)])
    short, long = Route("short", 10, ["route-risk:a"]), Route("long", 12, ["route-risk:b"])
    for routes in ([short, long], [long, short]):
        assert choose_route(fresh, routes) == short
        assert choose_route(burnt, routes) == long
        assert choose_route(burnt, routes, caution=0) == short
    same = [Route("b", 1, []), Route("a", 1, [])]
    assert choose_route(fresh, same).name == choose_route(fresh, same[::-1]).name == "a"
    rich, poor = Site("rich", 9, ["route-risk:a"]), Site("poor", 5, [])
    assert (choose_site(fresh, [poor, rich]), choose_site(burnt, [rich, poor])) == (rich, poor)
    for choose in (choose_route, choose_site):
        with pytest.raises(InvalidInput):
            choose(fresh, [])
