"""The living example: with beliefs couriers deliver more, in a world that is not made for them."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from itertools import pairwise
from math import inf
from statistics import fmean

import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from beliefs.formation.couriers import ways
from beliefs.formation.couriers.comparison import (
    WAYS,
    compare,
    mean_interval,
    outcome,
    summary,
)
from beliefs.formation.couriers.world import (
    COURIERS,
    FAILS,
    MISHAP,
    RECOVERS,
    Choice,
    Courier,
    Day,
    Weather,
    courier,
    work,
)

SEEDS, DAYS = 30, 80


@pytest.fixture(scope="module")
def found():
    return compare(SEEDS, DAYS)


def test_formation_delivers_more_and_the_interval_says_so(found):
    rows = summary(found)
    low, high = rows["with formation"]["interval"]
    assert 0 < low < rows["with formation"]["more"] < high
    room = rows["knowing the weather"]["more"]
    assert low > room / 5


def test_every_way_stands_where_it_should_on_every_seed(found):
    for seed in range(SEEDS):
        dice, without, formed, best = (
            found[name][seed].parcels
            for name in ("at random", "without formation", "with formation", "knowing the weather")
        )
        assert dice < without < formed < best


def test_success_and_decay_bring_couriers_back_sooner(found):
    rows = summary(found)
    formed, worse, stubborn = (
        rows[name] for name in ("with formation", "formation, trouble only", "formation, no decay")
    )
    assert 0 < formed["days_to_return"] < worse["days_to_return"] < stubborn["days_to_return"]
    away = [row["not_back"] / row["reopenings"] for row in (formed, worse, stubborn)]
    assert away == sorted(away)
    assert formed["parcels"] > worse["parcels"] > stubborn["parcels"]


def test_those_without_beliefs_never_leave_their_road(found):
    rows = summary(found)
    assert (
        rows["without formation"]["days_to_return"] < 1 < rows["with formation"]["days_to_return"]
    )
    assert rows["without formation"]["stops"] > 1.5 * rows["with formation"]["stops"]


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_what_couriers_do_leaves_the_weather_alone(way):
    used, fresh = Weather(5), Weather(5)
    way(used, 30)
    things = [t for n in range(COURIERS) for t in (*courier(5, n).depots, *_roads(courier(5, n)))]
    # Asked the other way round, too: a day does not depend on when one looks.
    for day in reversed(range(30)):
        for thing in things:
            assert used.bad(thing, day) == fresh.bad(thing, day)
            assert used.spell(thing, day) == fresh.spell(thing, day)


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_the_same_seed_is_the_same_world(way):
    assert way(Weather(8), 20) == way(Weather(8), 20) != way(Weather(9), 20)


def test_trouble_begins_and_ends_as_often_as_is_said():
    days = 50_000
    weather = Weather(1)
    spells = [weather.spell("somewhere", day) for day in range(days)]
    bad = [weather.bad("somewhere", day) for day in range(days)]
    turns = [b for a, b in pairwise(spells) if a != b]
    on = FAILS / (FAILS + RECOVERS)
    assert fmean(spells) == pytest.approx(on, abs=0.02)
    assert fmean(bad) == pytest.approx(on + (1 - on) * MISHAP, abs=0.02)
    assert len(turns) / days == pytest.approx(2 * on * RECOVERS, rel=0.1)


@cache
def best_days(seed: int) -> list[list[Day]]:
    return ways.oracle(Weather(seed), 60)


@given(st.integers(0, 9), st.integers(0, COURIERS - 1), st.integers(0, 59), st.data())
def test_nobody_beats_those_who_know_the_weather(seed, number, day, data):
    weather = Weather(seed)
    who = courier(seed, number)

    def pick(options):
        return data.draw(st.sampled_from(options))

    best = best_days(seed)[day][number]
    assert work(who, weather, day, Choice(pick, pick)).parcels <= best.parcels


def test_a_return_is_counted_from_the_day_the_road_reopens():
    weather = Weather(0)
    road = ways.without_formation(weather, 1)[0][0].roads[0]
    reopens = next(d for d in range(1, 500) if weather.spell(road, d - 1) > weather.spell(road, d))
    closes = next(d for d in range(reopens, 500) if weather.spell(road, d))

    def returns(*rode: int, days: int) -> tuple[float, ...]:
        log = [[Day(0, [road] if day in rode else [], [])] for day in range(days)]
        return outcome(weather, log).returns

    assert returns(reopens - 1, reopens, days=closes) == (0,)
    assert returns(reopens - 1, closes - 1, days=closes) == (closes - 1 - reopens,)
    assert returns(reopens - 1, days=closes) == (inf,), "the run ended"
    assert returns(reopens - 1, days=closes + 1) == (inf,), "it closed again"
    assert returns(reopens, days=closes) == (), "it was never met closed"


@given(st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=60, unique=True))
def test_the_interval_is_students(numbers):
    low, high = scipy.stats.t.interval(
        0.95, len(numbers) - 1, loc=fmean(numbers), scale=scipy.stats.sem(numbers)
    )
    assert mean_interval(numbers) == pytest.approx((low, high), rel=1e-7, abs=1e-7 * (high - low))


def test_the_command_prints_every_seed_and_every_way():
    command = [sys.executable, "-m", "beliefs.formation.couriers", "--seeds", "3", "--days", "12"]
    text = subprocess.run(command, capture_output=True, text=True, check=True)
    assert text.stderr == ""
    assert all(name in text.stdout for name in WAYS)
    told = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True)
    document = json.loads(told.stdout)
    assert len(document["seeds"]) == 3
    assert document["ways"] == summary(compare(3, 12))
    assert (
        sum(pair["with"] for pair in document["seeds"])
        == (document["ways"]["with formation"]["parcels"])
    )


def _roads(who: Courier) -> list[str]:
    return [road for roads in who.roads.values() for road in roads]
