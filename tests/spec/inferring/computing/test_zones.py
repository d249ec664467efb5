"""Times by the clocks of zones, and expressions of the signs that words list."""

from __future__ import annotations

import json

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec


def _spec(path: str, words: str, params: dict[str, str], answer: dict[str, object]) -> Spec:
    asked = [{"name": name, "in": "query", "example": each} for name, each in params.items()]
    for each in asked:
        each["required"] = each["name"] not in {"tz", "zone", "timezone"}  # type: ignore[assignment]
    good = {"description": "ok", "content": {"application/json": {"example": answer}}}
    told = {"description": words, "parameters": asked, "responses": {"200": good}}
    document = {
        "openapi": "3.0.0",
        "info": {"title": "Clocks", "version": "1"},
        "paths": {path: {"get": told}},
    }
    return read_sources((Source("clocks.json", json.dumps(document), "openapi"),))


@pytest.mark.parametrize(
    ("path", "words", "params", "answer", "wanted"),
    [
        (
            "/now",
            "zone is an IANA name",
            {"zone": "Asia/Tokyo"},
            {"zone": "Asia/Tokyo", "time": "2026-01-12T15:04:05+09:00"},
            'answer 200 {zone: or_else(input.zone, "UTC"), time: local}',
        ),
        (
            "/clock",
            "What the clock shows",
            {"timezone": "Europe/Rome"},
            {"timezone": "Europe/Rome", "date": "2026-01-12", "clock": "15:04:05"},
            "date: cut_out(local, 0, 10), clock: time_of_day(local)}",
        ),
        ("/time", "The time", {}, {"utc": "2026-01-12T15:04:05Z"}, "answer 200 {utc: local}"),
        (
            "/meetings/translate",
            "The time of a call in another time zone.",
            {"at": "2026-07-01T09:00", "from": "Europe/Rome", "to": "Asia/Tokyo"},
            {"at": "2026-07-01T16:00:00+09:00", "zone": "Asia/Tokyo"},
            "answer 200 {at: local, zone: input.to}",
        ),
        (
            "/flights/arrival",
            "Time zones. shift is -1 on the day before, 0 on the same, 1 on the next day.",
            {"time": "2026-07-01T09:00", "source": "Europe/Rome", "target": "Asia/Tokyo"},
            {"time": "2026-07-01T16:00:00+09:00", "shift": 0},
            "shift: days_between(cut_out(input.time, 0, 10), cut_out(local, 0, 10))}",
        ),
    ],
)
def test_clocks_of_zones(
    path: str, words: str, params: dict[str, str], answer: dict[str, object], wanted: str
) -> None:
    """Each name of an answer is what its example and the words tell."""
    spec = _spec(path, words, params, answer)
    effect = notation.write(spec.operations[0].effect)
    assert wanted in effect
    assert params == {} or "guard local != null else" in effect


def test_a_name_that_nothing_tells_is_no_time() -> None:
    """An answer is not filled with the time where nobody says what stands there."""
    spec = _spec("/now", "The time", {}, {"now": "2026-01-12T15:04:05Z", "mood": "sunny"})
    assert not spec.operations[0].effect
    assert any(each.rank == "blocking" for each in spec.unknowns)


@pytest.mark.parametrize(
    ("words", "refused"),
    [
        ("+ - * / and parentheses, nothing else", ["**", "//", "%"]),
        ("Adds, subtracts, multiplies and divides. No powers.", ["**", "//", "%"]),
        ("Operators: `+`, `-`, `*`, `/`, `%` and `**`", ["//"]),
        ("Works out what it is given", []),
    ],
)
def test_only_listed_signs(words: str, refused: list[str]) -> None:
    """An expression with a sign that is not among those which words list is refused."""
    good = {"application/json": {"example": {"expression": "1 + 2", "result": 3}}}
    told = {
        "description": words,
        "requestBody": {"content": {"application/json": {"example": {"expression": "1 + 2"}}}},
        "responses": {"200": {"description": "ok", "content": good}},
    }
    document = {
        "openapi": "3.0.0",
        "info": {"title": "Sums", "version": "1"},
        "paths": {"/calc": {"post": told}},
    }
    spec = read_sources((Source("sums.json", json.dumps(document), "openapi"),))
    effect = notation.write(spec.operations[0].effect)
    found = [
        each for each in ("**", "//", "%") if f'contains(input.expression, "{each}")' in effect
    ]
    assert found == refused
