"""What effects call means the same to built services as to their judge."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from beliefs.build.project import project
from beliefs.build.support import crontab, values
from beliefs.judge.functions import FUNCTIONS
from beliefs.spec.features.resources import program
from beliefs.spec.operations import Input, Operation
from beliefs.spec.service import Spec
from beliefs.spec.types import Type

texts = st.text(max_size=8)
zones = st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "", "../x", "Europe"]) | texts
times = st.datetimes().map(lambda each: each.isoformat()) | texts
scalars = st.none() | st.booleans() | st.integers(-9, 9) | texts
rows = st.lists(
    st.tuples(st.integers(1, 6), st.none() | st.integers(1, 8)),
    unique_by=lambda each: each[0],
    max_size=6,
).map(lambda pairs: [{"id": key, "parent_id": above} for key, above in pairs])


@given(st.text())
def test_dashes_are_the_same(text):
    assert values.dashed(text) == FUNCTIONS["dashed"](text)


@given(rows)
def test_trees(found):
    wanted = FUNCTIONS["tree"](found, "id", "parent_id", "replies")
    assert values.tree(found, "id", "parent_id", "replies") == wanted


@given(st.dictionaries(texts, scalars, max_size=3))
def test_queries(record):
    assert values.query(record) == FUNCTIONS["query"](record)


@given(times, zones)
def test_local_times_become_moments(text, zone):
    assert values.from_zone(text, zone) == FUNCTIONS["from_zone"](text, zone)


@given(st.datetimes(timezones=st.timezones()).map(lambda each: each.isoformat()), zones)
def test_moments_become_local_times(text, zone):
    assert values.in_zone(text, zone) == FUNCTIONS["in_zone"](text, zone)


@given(texts)
def test_texts_as_base64(text):
    assert values.to_base64(text) == FUNCTIONS["base64"](text)


@given(st.datetimes(timezones=st.timezones()).map(lambda each: each.isoformat()) | st.none())
def test_days_and_times_of_day(text):
    assert values.weekday(text) == FUNCTIONS["weekday"](text)
    assert values.time_of_day(text) == FUNCTIONS["time_of_day"](text)


crons = st.from_regex(
    r"([*0-9]|[0-9]{1,2}-[0-9]{1,2}|\*/[0-9]{1,2}|mon|JAN)(,[0-9]{1,2})?", fullmatch=True
)


@given(
    st.lists(crons, min_size=4, max_size=6).map(" ".join) | st.sampled_from(["@daily", "@x", ""]),
    st.datetimes().map(lambda each: f"{each.isoformat()}Z"),
    zones,
)
def test_schedules(cron, after, zone):
    assert crontab.next_run(cron, after, zone) == FUNCTIONS["next_run"](cron, after, zone)


@given(st.integers(0, 59), st.integers(0, 23), st.sampled_from(["*", "1-5", "13"]), times, zones)
def test_schedules_that_are_due(minute, hour, day, after, zone):
    cron = f"{minute} {hour} {day} * *"
    assert crontab.next_run(cron, after, zone) == FUNCTIONS["next_run"](cron, after, zone)


@given(st.binary(max_size=4).map(lambda each: each.hex()) | texts, texts)
def test_base64(text, name):
    assert values.from_base64(text, name, "x") == FUNCTIONS["from_base64"](text, name, "x")


def test_the_floor_of_a_sum_is_of_all_of_it():
    whole = Input("amount", "query", Type("number"))
    effect = program("answer 200 {whole: floor(input.amount + 0.5)}")
    asked = Operation("round_it", "GET", "/whole", effect, (whole,))
    files = project(Spec("halves", "Halves", "", operations=(asked,)))
    assert any("(amount + 0.5) // 1" in str(each) for each in files.values())
