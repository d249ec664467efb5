"""T6: save at any event, load, go on: the same signatures, and the same bytes in the next file.

Through the real file, from either engine into either engine, at every index of a long stream:
in the middle of a day, with a queue that is too long for the day, with a night half a week away.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from beliefs.formation import BeliefConfig, Event
from beliefs.formation.config import RuleName
from tests.formation.engines import ENGINES, Columns, Engine, Objects
from tests.formation.strategies import FAMILIES, STRANGE

AGENTS = 70
CONFIG = BeliefConfig(
    max_beliefs_per_agent=3,
    max_crumbs_per_agent=4,
    max_episodes_per_agent=2,
    belief_decay_half_life_days=5,
    crumb_half_life_days=3,
    max_events_per_day=6,
    max_stakeholders_per_event=3,
    sleep_interval_days=2,
)


@pytest.mark.parametrize("rule", ["v1", "evidence"])
@pytest.mark.parametrize("first", ENGINES)
@pytest.mark.parametrize("second", ENGINES)
def test_a_day_interrupted_ends_as_one_that_was_not(
    first: str, second: str, rule: RuleName, tmp_path: Path
):
    config = BeliefConfig(rule=rule)
    morning = [Event(0, "route-risk:edge:a-b", 0.9), Event(0, "delivery-fail:edge:a-b", 0.2)]
    evening = [Event(0, "route-risk:edge:a-b", 0.3), Event(0, "delivery-ok:edge:a-b")]

    def begun(engine: str) -> Engine:
        world: Engine = ENGINES[engine](5, config)
        for agent in (1, 2, 4):
            world.follow(agent, "edge:a-b")
        world.publish(morning)
        world.route(0)
        world.publish(evening)
        return world

    def ended(world: Engine) -> tuple[str, bytes]:
        for day in range(4):
            world.route(day)
            world.form(day)
            world.publish([Event(day + 1, "facility-down:edge:a-b", 0.7)])
        world.save(tmp_path / "end")
        return world.digest(), (tmp_path / "end").read_bytes()

    begun(first).save(tmp_path / "middle")
    loaded = ENGINES[second].load(tmp_path / "middle")
    plain = begun("objects")
    assert ended(loaded) == ended(plain)
    if isinstance(loaded, Objects):
        assert isinstance(plain, Objects)
        for number, agent in plain.world.agents.items():
            other = loaded.world.agents[number]
            assert agent.beliefs.signature() == other.beliefs.signature()


Step = tuple[str, tuple[object, ...]]


def stream(seed: int, length: int) -> list[Step]:
    """A long stream of single steps: each is a method of an engine, and what it is given."""
    rng = random.Random(seed)
    day = 0
    steps: list[Step] = []
    for _ in range(length):
        target = f"t{rng.randrange(6)}"
        chosen = rng.random()
        if chosen < 0.15:
            steps.append(("follow", (rng.randrange(AGENTS), target)))
        elif chosen < 0.2:
            steps.append(("unfollow", (rng.randrange(AGENTS), target)))
        elif chosen < 0.7:
            tag = f"{rng.choice(FAMILIES)}:{target}" if rng.random() < 0.9 else rng.choice(STRANGE)
            event = Event(day, tag, rng.choice([0.1, 0.7, 0.7, 0.9]), rng.choice([1, 1, 3, 9000]))
            steps.append(("publish", ([event],)))
        elif chosen < 0.83:
            steps.append(("route", (day,)))
        elif chosen < 0.95:
            steps.append(("form", (day,)))
            day += rng.choice([0, 1, 1, 2])
        else:
            steps.append(("phase", (rng.choice([0, 2]),)))
    return steps


def do(world: Engine, steps: Sequence[Step]) -> Iterator[None]:
    for method, given in steps:
        yield
        if method == "phase":
            (phase,) = given
            assert isinstance(phase, int)
            world.phase = phase
        else:
            getattr(world, method)(*given)


def finished(world: Engine, steps: Sequence[Step], path: Path) -> bytes:
    for _ in do(world, steps):
        pass
    world.save(path)
    return path.read_bytes()


@pytest.mark.parametrize("rule", ["v1", "evidence"])
def test_a_save_at_every_index_of_a_long_stream(rule: RuleName, tmp_path: Path):
    config = BeliefConfig(
        **{**CONFIG.as_document(), "rule": rule, "suspicious_families": ("route-risk",)}
    )
    steps = stream(11, 200)
    objects, columns = Objects(AGENTS, config), Columns(AGENTS, config)
    for agent in range(0, AGENTS, 3):
        for world in (objects, columns):
            world.follow(agent, f"t{agent % 6}")
    at = tmp_path / "at"
    at.mkdir()
    both = zip(do(objects, steps), do(columns, steps), strict=True)
    for index, _ in enumerate(both):
        objects.save(at / f"{index}.objects")
        columns.save(at / f"{index}.columns")
    end = finished(objects, (), tmp_path / "end")
    assert finished(columns, (), tmp_path / "end") == end
    assert objects.router.told.deferred > 5
    assert objects.router.told.quarantined > 2
    assert objects.router.told.signals > 50
    assert objects.world.belief_state.processed > 50
    for index in range(len(steps)):
        saved = at / f"{index}.columns"
        assert saved.read_bytes() == (at / f"{index}.objects").read_bytes()
        # Each goes on from the file of the other.
        assert finished(Objects.load(saved), steps[index:], tmp_path / "end") == end
        again = Columns.load(at / f"{index}.objects", shards=1 + index % 2)
        assert finished(again, steps[index:], tmp_path / "end") == end


@pytest.mark.parametrize("engine", ENGINES)
def test_loading_and_saving_gives_the_same_file(engine: str, tmp_path: Path):
    world = ENGINES[engine](AGENTS, CONFIG)
    finished(world, stream(3, 120), tmp_path / "one")
    for number in range(3):
        again = ENGINES[engine].load(tmp_path / "one")
        again.save(tmp_path / f"again{number}")
        assert (tmp_path / f"again{number}").read_bytes() == (tmp_path / "one").read_bytes()
        assert again.digest() == world.digest()
