"""Scenarios: read strictly, generated from chance alone, recorded in files, lived day by day."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs.errors import InvalidInput
from beliefs.formation import BeliefConfig, Event, Population, Tags
from beliefs.formation.generated import Generated, Process
from beliefs.formation.playing import Play, begin, live
from beliefs.formation.scenario import read_document, scenario_of
from beliefs.formation.survey import BINS, survey, worst
from beliefs.formation.watching import MOMENTS, ROWS, Watch

SMALL = {"world": {"agents": 300, "days": 6, "seed": 7}}


def changed(**tables: Any) -> dict[str, Any]:
    return {**SMALL, **tables}


def lived(document: dict[str, Any], **options: Any) -> Play:
    play = begin(scenario_of(document), **options)
    for day in play.days:
        live(play, day)
    return play


def digest(document: dict[str, Any], **options: Any) -> str:
    return lived(document, **options).population.digest()


# Reading


def test_everything_may_be_left_out():
    scenario = scenario_of({})
    assert (scenario.agents, scenario.days, scenario.seed) == (10_000, 30, 0)
    assert scenario.config == BeliefConfig()
    assert isinstance(scenario.events, Process)
    assert (scenario.events.per_day, scenario.events.targets) == (5_000, 500)


def test_a_file_is_read_as_it_is_written(tmp_path: Path):
    file = tmp_path / "depots.toml"
    file.write_text(
        """
        [world]
        agents = 50
        days = 9
        phases = { 10 = 0, 0 = 1, 4 = 2 }
        [config]
        rule = "v1"
        suspicious_families = ["depot-risk"]
        [[families]]
        tag = "depot-short"
        belief = "depot-risk"
        [events]
        file = "events.csv"
        [follow]
        file = "follow.csv"
        """,
        "utf-8",
    )
    scenario = scenario_of(read_document(file), tmp_path)
    assert [scenario.phase(day) for day in (0, 3, 4, 9, 10, 99)] == [1, 1, 2, 2, 0, 0]
    assert scenario.config == BeliefConfig(rule="v1", suspicious_families=("depot-risk",))
    meaning = scenario.tags().read("depot-short:d-1")
    assert meaning is not None
    assert meaning.key == "depot-risk:d-1"
    assert scenario.events == tmp_path / "events.csv"
    assert scenario.follow == tmp_path / "follow.csv"


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({"wurld": {}}, "no table 'wurld'"),
        ({"world": {"agent": 3}}, "no setting 'agent': known are agents, days, seed, phases"),
        ({"world": {"agents": -1}}, "agents must be a whole number"),
        ({"world": {"days": 0}}, "days must be a whole number"),
        ({"world": {"seed": 1.5}}, "seed must be a whole number"),
        ({"world": {"phases": {"soon": 2}}}, "'soon' is no day"),
        ({"world": {"phases": 2}}, "phases maps days to phases"),
        ({"world": 3}, "world must be a table"),
        ({"config": {"alpha": 1}}, "no setting 'alpha'"),
        ({"config": {"rule": "v2"}}, "rule must be 'evidence' or 'v1'"),
        ({"config": {"enabled": "yes"}}, "enabled must be true or false"),
        ({"config": {"suspicious_families": "x"}}, "suspicious_families must be families"),
        ({"config": {"suspicious_families": [3]}}, "suspicious_families must be families"),
        ({"events": {"rate": 3}}, "no setting 'rate'"),
        ({"events": {"per_day": -3}}, "per_day must be a whole number"),
        ({"events": {"targets": "many"}}, "targets must be a whole number"),
        ({"events": {"severity": [0.9, 0.1]}}, "the lower first"),
        ({"events": {"failing": 1.5}}, "failing must lie between 0 and 1"),
        ({"events": {"rates": 3}}, "rates must be a table"),
        ({"events": {"rates": {"incident": 0}}}, "above 0"),
        ({"events": {"file": "x.csv"}}, "Nobody would hear"),
        ({"events": {"file": "x.csv", "per_day": 3}}, "'per_day': known are file"),
        ({"follow": {"file": 3}}, "name of a file"),
        ({"families": [{"tag": "x", "belief": "y", "good": "no"}]}, "good must be true or false"),
        ({"families": {"tag": "x"}}, r"written as \[\[families\]\]"),
        ({"families": [{"tag": "x"}]}, "needs a belief"),
        ({"families": [{"tag": "x", "belief": "y", "bad": 1}]}, "no setting of a family 'bad'"),
    ],
)
def test_what_is_wrong_is_said(document: dict[str, Any], sentence: str):
    with pytest.raises(InvalidInput, match=sentence):
        scenario_of(document)


def test_a_file_that_is_not_toml(tmp_path: Path):
    file = tmp_path / "x.toml"
    file.write_text("[world\n", "utf-8")
    with pytest.raises(InvalidInput, match="is not TOML"):
        read_document(file)


# A generated world


def happened(world: Generated, day: int) -> list[tuple[str, float]]:
    found = world.on(day)
    tags = (found["tag"].texts[code] for code in found["tag"].codes)
    return list(zip(tags, found["severity"].tolist(), strict=True))


def world_of(seed: int = 7, tags: Tags | None = None, **options: Any) -> Generated:
    given: dict[str, Any] = {"per_day": 400, "targets": 40, "followers": 5, "hot_spots": 2}
    return Generated(Process(**given | options), tags or Tags(), agents=100, seed=seed)


def test_chance_is_the_same_on_every_machine():
    world = world_of()
    text = repr((world.follows().agents.tolist(), [happened(world, day) for day in (0, 1, 99)]))
    assert sha256(text.encode()).hexdigest() == (
        "d260cc1c97e51b9a8e9949c8b2fbe627544f28856d6443e661b4f68333b15aaa"
    )


def test_another_seed_and_another_day_are_another_world():
    assert happened(world_of(7), 3) == happened(world_of(7), 3)
    assert happened(world_of(7), 3) != happened(world_of(8), 3)
    assert happened(world_of(7), 3) != happened(world_of(7), 4)
    assert world_of(7).follows().agents.tolist() != world_of(8).follows().agents.tolist()


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 50), st.integers(1, 9), st.integers(0, 5), st.integers(0, 12),
    st.integers(1, 12), st.floats(0, 1), st.floats(0, 1), st.integers(0, 65_535),
)  # fmt: skip
def test_whatever_happens_can_be_told(
    per_day: int, targets: int, followers: int, spots: int, stay: int, low: float, high: float,
    day: int,
):  # fmt: skip
    process = Process(per_day, targets, followers, spots, stay, low, high)
    world = Generated(process, Tags(), agents=3, seed=day)
    population = Population(3, shards=1)
    follows = world.follows()
    population.follow(follows.agents, follows.targets)
    population.append(**world.on(day))
    told = population.route(day=day)
    assert (told.events, told.quarantined) == (per_day, 0)


def test_trouble_is_rare_except_at_hot_spots_where_it_is_severe_and_recovers():
    world = world_of(per_day=20_000, hot_days=9, failing=0.1, hot_failing=0.9)
    shares: dict[int, list[float]] = {}
    for day in range(40):
        hot = world.hot_places(day)
        counted = np.zeros((40, 2))
        for tag, severity in happened(world, day):
            place = int(tag.rpartition("-")[2])
            bad = tag.partition(":")[0] in (
                "delivery-fail",
                "facility-down",
                "route-risk",
                "incident",
            )
            counted[place, 0] += bad
            counted[place, 1] += 1
            assert 0.5 <= severity <= 1.0 if bad and place in hot else 0.1 <= severity <= 0.51
        for place in range(40):
            shares.setdefault(hot.get(place, -1), []).append(counted[place, 0] / counted[place, 1])
    mean = {age: sum(some) / len(some) for age, some in shares.items()}
    assert mean[-1] == pytest.approx(0.1, abs=0.01)
    assert all(mean[age] == pytest.approx(0.9, abs=0.03) for age in range(6))
    assert mean[5] > mean[6] > mean[7] > mean[8] > mean[-1]


def test_hot_spots_move_one_after_another():
    world = world_of(hot_spots=4, hot_days=8, targets=10_000)
    places = [set(world.hot_places(day)) for day in range(33)]
    moved = [len(after - before) for before, after in pairwise(places)]
    assert set(moved) == {0, 1}
    assert sum(moved) == 16


def test_a_family_without_a_word_for_success_is_silent_when_all_goes_well():
    tags = Tags()
    tags.register("depot-short", "depot-risk")
    world = world_of(tags=tags, rates={"depot-short": 1, "incident": 0}, failing=0.25, hot_spots=0)
    found = happened(world, 0)
    assert {tag.partition(":")[0] for tag, _ in found} == {"depot-short"}
    assert 60 < len(found) < 140


@pytest.mark.parametrize("tag", ["weather", "delivery-ok"])
def test_a_rate_of_no_family_of_trouble_is_refused(tag: str):
    with pytest.raises(InvalidInput, match="known are delivery-fail, facility-down, incident"):
        world_of(rates={tag: 1})


# Files


EVENTS = [
    Event(0, "route-risk:edge:a-b", 0.8, 2.0),
    Event(0, "weather:rain"),
    Event(2, "delivery-fail:d-7", 0.25, 0.5),
    Event(5, "route-safe:edge:a-b"),
]
FOLLOWS = [(0, "edge:a-b"), (1, "edge:a-b"), (1, "d-7")]


def written(folder: Path, kind: str) -> dict[str, Any]:
    """A recorded scenario in one kind of file."""
    events = [
        {name: getattr(e, name) for name in ("day", "tag", "severity", "count")} for e in EVENTS
    ]
    follows = [{"agent": agent, "target": target} for agent, target in FOLLOWS]
    for name, rows in (("events", events), ("follow", follows)):
        file = folder / f"{name}.{kind}"
        if kind == "parquet":
            pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
            pq.write_table(pa.Table.from_pylist(rows), file)
        elif kind == "csv":
            lines = [",".join(map(str, row.values())) for row in rows]
            file.write_text("\n".join([",".join(rows[0]), *lines]) + "\n", "utf-8")
        else:
            file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return {
        "world": {"agents": 3},
        "events": {"file": str(folder / f"events.{kind}")},
        "follow": {"file": str(folder / f"follow.{kind}")},
    }


@pytest.mark.parametrize("kind", ["parquet", "csv", "jsonl"])
def test_a_file_tells_what_a_population_would_be_told(tmp_path: Path, kind: str):
    plain = Population(3, shards=1)
    for agent, target in FOLLOWS:
        plain.follow([agent], target)
    for day in range(6):
        plain.publish([event for event in EVENTS if event.day == day])
        plain.route(day=day)
        plain.form(day=day)
    play = lived(written(tmp_path, kind))
    assert play.days == range(6)
    assert play.population.digest() == plain.digest()
    assert play.population.router.quarantine == {"weather:rain": 1}


def test_columns_that_may_be_missing(tmp_path: Path):
    document = written(tmp_path, "csv")
    (tmp_path / "events.csv").write_text("tag,day\nroute-risk:edge:a-b,1\n", "utf-8")
    belief = lived(document).population.get(0, "route-risk:edge:a-b")
    assert belief is not None
    assert belief.trouble == 1.0


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("events.csv", "day,what\n0,x\n", "needs a column 'tag'"),
        ("events.csv", "day,tag\n3,incident:a:b\n2,incident:a:b\n", "sort events by day"),
        ("events.csv", "day,tag,severity\n3,incident:a:b,7\n", "severity must lie between 0 and 1"),
        ("events.csv", "day,tag\nsoon,incident:a:b\n", "day must be whole numbers"),
        ("events.csv", "", "cannot be read as csv"),
        ("follow.csv", "agent,place\n0,x\n", "no column 'target'"),
        ("follow.csv", "agent,target\n9,x\n", "agent must lie between 0 and 2"),
        ("follow.csv", "agent,target\n,x\n", "empty cells under 'agent'"),
    ],
)
def test_what_is_wrong_in_a_file_is_said(tmp_path: Path, name: str, text: str, sentence: str):
    document = written(tmp_path, "csv")
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(InvalidInput, match=sentence):
        lived(document)


@pytest.mark.parametrize(
    ("file", "sentence"), [("gone.csv", "does not exist"), ("events.xls", "must end in .parquet")]
)
def test_a_file_that_cannot_be_read(tmp_path: Path, file: str, sentence: str):
    document = written(tmp_path, "csv") | {"events": {"file": str(tmp_path / file)}}
    with pytest.raises(InvalidInput, match=sentence):
        lived(document)


# Living


def test_the_phase_of_a_day_is_heard():
    wary = {"world": {**SMALL["world"], "phases": {"3": 2}}}
    never = {"world": {**SMALL["world"], "phases": {"99": 2}}}
    assert lived(wary).population.phase == 2
    assert digest(wary) != digest(SMALL) == digest(never)


@pytest.mark.parametrize("rule", ["evidence", "v1"])
@pytest.mark.parametrize("at", [1, 4])
def test_a_run_can_be_cut_in_two(tmp_path: Path, rule: str, at: int):
    # A budget below what happens: events wait across the cut.
    config = {"rule": rule, "max_events_per_day": 100, "sleep_interval_days": 2}
    file = tmp_path / "half.population"
    half = {"world": {**SMALL["world"], "days": at}, "config": config}
    lived(half, shards=1).population.save(file)
    again = lived(changed(config=config), resume=file, shards=2)
    assert again.days == range(at, 6)
    assert again.population.router.told.deferred > 0
    assert again.population.digest() == digest(changed(config=config))


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({"world": {**SMALL["world"], "agents": 301}}, "other agents"),
        (changed(config={"rule": "v1"}), "other settings"),
        (changed(families=[{"tag": "x", "belief": "y"}]), "other families"),
        ({"world": {**SMALL["world"], "seed": 8}}, "other followers"),
        (SMALL, "lived through day 5: ask for more than 6 days"),
    ],
)
def test_a_snapshot_of_another_world_is_refused(
    tmp_path: Path, document: dict[str, Any], sentence: str
):
    file = tmp_path / "end.population"
    lived(SMALL).population.save(file)
    with pytest.raises(InvalidInput, match=sentence):
        begin(scenario_of(document), resume=file)


# Looking


@pytest.mark.parametrize("rule", ["evidence", "v1"])
@pytest.mark.parametrize("every", [1, 7])
@pytest.mark.parametrize("shards", [1, 3])
def test_a_survey_reads_what_agents_would_say(rule: str, every: int, shards: int):
    population = lived(changed(config={"rule": rule}), shards=shards).population
    found = survey(population, 200, every=every)
    values, weights, risks = [0] * BINS, [0] * BINS, dict[str, list[float]]()
    asked = range(0, 300, every)
    for agent in asked:
        for belief in population.beliefs(agent, 200):
            values[min(int(belief.value * BINS), BINS - 1)] += 1
            weights[min(int(belief.weight * BINS), BINS - 1)] += 1
            risks.setdefault(belief.key, []).append(belief.risk)
    assert found.agents == len(asked)
    assert found.believers == sum(bool(population.beliefs(agent, 200)) for agent in asked)
    assert found.values.tolist() == values
    assert found.weights.tolist() == weights
    for key, some in risks.items():
        place = population.vocabulary.known_key(key)
        assert found.knowers[place] == len(some)
        assert found.risks[place] == pytest.approx(sum(some) / len(some), abs=1e-6)
    top = worst(population, found, 5)
    means = {key: sum(some) / len(some) for key, some in risks.items()}
    assert [one.risk for one in top] == pytest.approx(sorted(means.values())[:-6:-1], abs=1e-6)


def test_a_risk_map_shows_when_each_was_worst():
    play = begin(scenario_of({"world": {"agents": 2000, "days": 150, "seed": 1}}))
    watch = Watch(play.population, play.days)
    for day in play.days:
        live(play, day)
        watch.look(day)
    found = watch.map()
    assert len(found.days) == 50 <= MOMENTS
    assert found.days[-1] == 149
    assert 0 < len(found.keys) == len(set(found.keys)) == len(found.risks) <= ROWS
    peaks = [row.index(max(risk for risk in row if risk is not None)) for row in found.risks]
    assert peaks == sorted(peaks)
    assert all(len(row) == 50 for row in found.risks)
    end = worst(play.population, survey(play.population, 149), 1)[0]
    assert found.risks[found.keys.index(end.key)][-1] == pytest.approx(end.risk, abs=1e-3)


def test_a_world_where_nothing_happens_has_an_empty_map():
    play = begin(scenario_of(changed(events={"per_day": 0})))
    watch = Watch(play.population, play.days)
    for day in play.days:
        assert live(play, day)[1:] == (0, 0, 0, 0, True)
        watch.look(day)
    assert watch.map().keys == []
