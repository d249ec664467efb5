"""A real Mesa model as a world: walkers on a grid learn which bridge fails."""

from __future__ import annotations

import sys
from copy import deepcopy
from typing import Any

import mesa
import pytest
from mesa.discrete_space import OrthogonalMooreGrid

from beliefs.errors import InvalidInput
from beliefs.formation import BeliefConfig, Event, Route, choose_route
from beliefs.formation.mesa import MesaWorld

SHORT, LONG = "bridge-north", "bridge-south"


class Walker(mesa.Agent):  # type: ignore[misc]
    """Crosses a river every day, by the way it believes to be best."""

    beliefs: Any

    def __init__(self, model: River) -> None:
        super().__init__(model)
        self.crossed_by: list[str] = []
        model.minds.follow(self, SHORT, LONG)

    def step(self) -> None:
        ways = [
            Route(bridge, steps, [f"route-risk:{bridge}"])
            for bridge, steps in self.model.steps_over.items()
        ]
        bridge = choose_route(self.beliefs, ways, day=self.model.day, caution=2.0).name
        self.crossed_by.append(bridge)
        self.model.cross(bridge)


class River(mesa.Model):  # type: ignore[misc]
    """A grid with a river across it; the shorter of two bridges may be down."""

    def __init__(self, walkers: int = 4, config: BeliefConfig | None = None) -> None:
        super().__init__(rng=1)
        self.minds = MesaWorld(self, config)
        self.grid = OrthogonalMooreGrid((7, 5), torus=False, random=self.random)
        ends = (self.grid[(1, 0)], self.grid[(1, 4)])
        self.steps_over = {
            bridge: sum(_steps(end.coordinate, (column, 2)) for end in ends)
            for bridge, column in ((SHORT, 2), (LONG, 4))
        }
        self.down: set[str] = set()
        self.day = 0
        self.met: set[str] = set()
        Walker.create_agents(self, walkers)

    def cross(self, bridge: str) -> None:
        self.met.add(f"{'route-risk' if bridge in self.down else 'route-safe'}:{bridge}")

    def step(self) -> None:
        self.agents.do("step")
        self.minds.publish(Event(self.day, tag, severity=0.8) for tag in sorted(self.met))
        self.met.clear()
        self.minds.sleep(self.day)
        self.day += 1


def _steps(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def last(model: River) -> set[str]:
    return {walker.crossed_by[-1] for walker in model.agents}


def run(model: River, days: int) -> None:
    for _ in range(days):
        model.step()


def test_agents_avoid_what_failed_and_come_back_when_it_has_faded():
    model = River(config=BeliefConfig(belief_decay_half_life_days=3))
    assert model.steps_over[SHORT] < model.steps_over[LONG]
    run(model, 1)
    assert last(model) == {SHORT}
    model.down = {SHORT}
    run(model, 6)
    assert last(model) == {LONG}
    model.down = set()
    run(model, 20)
    assert last(model) == {SHORT}


def test_without_formation_they_never_learn():
    model = River(config=BeliefConfig(enabled=False))
    model.down = {SHORT}
    run(model, 10)
    assert last(model) == {SHORT}


def test_who_comes_has_a_mind_and_who_goes_is_forgotten():
    model = River(walkers=3)
    leaver, *stayers = list(model.agents)
    run(model, 1)
    newcomer = Walker(model)
    assert set(model.minds.agents.values()) == {leaver, newcomer, *stayers}
    assert len(newcomer.beliefs) == 0

    model.minds.publish([Event(model.day, f"route-risk:{SHORT}")])
    leaver.remove()
    leaver.remove()  # Mesa allows it
    signals = model.minds.told.signals
    model.minds.sleep(model.day)
    assert model.minds.told.signals == signals + len(stayers) + 1
    assert set(model.minds.agents.values()) == {newcomer, *stayers} == set(model.agents)
    assert newcomer.beliefs.get(f"route-risk:{SHORT}").trouble == 1.0
    assert leaver.beliefs.get(f"route-risk:{SHORT}").trouble == 0.0, "what it believed is its own"


def test_who_goes_with_news_is_not_waited_for():
    model = River(walkers=2, config=BeliefConfig(sleep_interval_days=2))
    run(model, 2)
    gone = next(iter(model.agents))
    assert gone.unique_id in model.minds.agents_with_new_signals
    gone.remove()
    assert model.minds.sleep(day=2).agents == 1
    with pytest.raises(InvalidInput, match="not in this model"):
        model.minds.follow(gone, LONG)


def test_all_may_go():
    model = River()
    model.remove_all_agents()
    model.minds.publish([Event(0, f"route-risk:{SHORT}")])
    assert model.minds.sleep(0).agents == 0
    assert model.minds.agents == {}
    assert model.minds.told.unheard == 1


def test_agents_from_before_have_minds_too():
    model = mesa.Model(rng=1)
    agent = mesa.Agent(model)
    world = MesaWorld(model)
    assert world.agents == {agent.unique_id: agent}
    assert len(agent.beliefs) == 0


def test_who_unfollows_hears_no_more():
    model = River(walkers=2)
    one, other = model.agents
    model.minds.unfollow(one, SHORT)
    model.minds.publish([Event(0, f"route-risk:{SHORT}")])
    assert model.minds.sleep(0).agents == 1
    assert (len(one.beliefs), len(other.beliefs)) == (0, 1)


def test_a_night_visits_only_those_with_news():
    model = River(walkers=1000)
    heard = list(model.agents)[:5]
    for agent in heard:
        model.minds.follow(agent, "ferry")
    model.minds.publish([Event(0, "facility-down:ferry")])
    assert model.minds.sleep(0).agents == 5
    assert model.minds.belief_state.processed == 5


def test_two_runs_believe_the_same():
    def signatures() -> list[str]:
        model = River()
        model.down = {SHORT}
        run(model, 5)
        return [walker.beliefs.signature() for walker in model.agents]

    assert signatures() == signatures()


def test_a_copied_model_goes_on_where_it_was():
    model = River()
    model.down = {SHORT}
    run(model, 3)
    copy = deepcopy(model)
    for one in (model, copy):
        run(one, 3)
    assert [a.beliefs.signature() for a in copy.agents] == [
        a.beliefs.signature() for a in model.agents
    ]
    next(iter(copy.agents)).remove()
    assert len(copy.minds.agents) == 3
    assert len(model.minds.agents) == 4


def test_a_model_has_one_world_of_minds():
    model = River()
    with pytest.raises(InvalidInput, match="already has"):
        MesaWorld(model)
    with pytest.raises(InvalidInput, match=r"needs a mesa\.Model"):
        MesaWorld(object())


def test_two_agents_do_not_share_a_mind():
    model = mesa.Model(rng=1)
    one, other = mesa.Agent(model), mesa.Agent(model)
    other.unique_id = one.unique_id
    with pytest.raises(InvalidInput, match="Two agents have the id"):
        MesaWorld(model)


def test_without_mesa_one_sentence_says_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "mesa", None)
    with pytest.raises(InvalidInput, match="needs Mesa: pip install"):
        MesaWorld(object())
