"""What effects call means the same to built services as to their judge."""

from __future__ import annotations

from types import ModuleType

from hypothesis import given
from hypothesis import strategies as st

from beliefs.build.project import project
from beliefs.build.support import calendric, crontab, numeric, values, wording
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


prose = st.text(max_size=12) | st.from_regex(r"[a-cA-C0-9 ,.'{}_-]{0,12}", fullmatch=True)
numbers = st.integers(-20, 4100) | st.floats(-50, 50) | st.integers(0, 10**13)
dates = st.dates().map(lambda each: each.isoformat()) | texts


def _alike(module: ModuleType, name: str, *arguments: object) -> None:
    assert getattr(module, name)(*arguments) == FUNCTIONS[name](*arguments)


@given(prose, prose)
def test_texts(text, other):
    for name in (
        "words_in",
        "terms_in",
        "phrases_in",
        "backwards",
        "titled",
        "capitalized",
        "swapped",
    ):
        _alike(wording, name, text)
    for name in ("byte_count", "is_palindrome", "to_hex", "from_hex", "unbase64", "quoted"):
        _alike(wording, name, text)
    for name in (
        "unquoted",
        "blanks_in",
        "is_json",
        "read_json",
        "is_luhn",
        "is_isbn",
        "is_iban",
        "channels_of",
    ):
        _alike(wording, name, text)
    for style in ("snake", "kebab", "camel", "pascal", "constant"):
        _alike(wording, "cased", text, style)
    _alike(wording, "substituted", f"{text}{{{{a}}}} {{{{ b }}}}", {"a": other, "b": 2})
    _alike(wording, "masked", text, [other, "a"], "***")
    _alike(wording, "whole_word", text, other)
    _alike(wording, "replaced_in", text, "[a-m]", other, len(other) % 3, len(text) % 3)
    _alike(wording, "from_morse", text)
    for said in (text, "".join(each for each in text if each.isascii() and each.isalnum())):
        _alike(wording, "morse", said)
    _alike(wording, "digest_of", text, "md5")
    _alike(wording, "digest_of", text, other)
    _alike(wording, "findings_in", text, "[aeiou]")
    _alike(wording, "tallied", list(text))


@given(st.sampled_from(["4539 1488 0343 6467", "978-3-16-148410-0", "0-306-40615-2", "#0f8"]))
def test_numbers_that_check_themselves(text):
    for name in ("is_luhn", "is_isbn", "channels_of"):
        _alike(wording, name, text)


@given(prose, st.integers(-30, 30), st.integers(-3, 9))
def test_texts_with_numbers(text, one, other):
    _alike(wording, "shifted", text, one)
    _alike(wording, "cut_out", text, abs(other), one)
    _alike(wording, "pretty", {"a": [text, one]}, 2)
    _alike(wording, "as_csv", [{"a": text, "b": one}, {"c": None}])


@given(numbers, numbers, prose)
def test_numbers(one, other, text):
    for name in (
        "is_prime",
        "factors_of",
        "divisors_of",
        "factorial",
        "fibonacci",
        "fibonaccis",
        "roman",
    ):
        _alike(numeric, name, one)
    for name in ("root_of", "absolute"):
        _alike(numeric, name, one)
    for name in ("gcd", "lcm", "power_of", "in_base"):
        _alike(numeric, name, one, other)
    _alike(numeric, "in_base", one, 16)
    _alike(numeric, "from_base", text, 16)
    _alike(numeric, "from_base", text, other)
    _alike(numeric, "from_roman", text)
    _alike(numeric, "from_roman", FUNCTIONS["roman"](one) or "IIX")


@given(st.lists(st.integers(-9, 9), max_size=6))
def test_figures_of_many(items):
    for name in ("median_of", "modes_of"):
        _alike(numeric, name, items)
    for name in ("variance", "deviation"):
        _alike(numeric, name, items, 0)
        _alike(numeric, name, items, 1)


@given(dates, dates, st.integers(-(10**5), 10**5))
def test_days(one, other, many):
    for name in ("days_between", "age_on"):
        _alike(calendric, name, one, other)
    for name in ("days_later", "months_later"):
        _alike(calendric, name, one, many)
    for name in ("iso_week", "day_of_year"):
        _alike(calendric, name, one)
    _alike(calendric, "is_leap", many)
    _alike(calendric, "days_in_month", many, abs(many) % 14)
