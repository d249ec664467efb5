"""Answers of OpenAPI documents, value by value: each as its description or its name tells it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec, blocked

JOB = {
    "id": {"type": "integer"},
    "title": {"type": "string"},
    "client": {"type": "string"},
    "kind": {"type": "string", "enum": ["repair", "build"]},
    "hours": {"type": "number"},
    "day": {"type": "string", "format": "date"},
    "billed": {"type": "boolean", "default": False},
}
INTEGER, NUMBER, TEXT = {"type": "integer"}, {"type": "number"}, {"type": "string"}


def _record(values: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": values}


def _read(
    path: str, answer: dict[str, Any], words: str = "", prose: str = "", params: Any = ()
) -> Spec:
    brought = {name: each for name, each in JOB.items() if name != "id"}
    required = ["title", "client", "kind", "hours", "day"]
    body = {"content": {"application/json": {"schema": {**_record(brought), "required": required}}}}
    shown = {"description": "ok", "content": {"application/json": {"schema": answer}}}
    job = {"description": "ok", "content": {"application/json": {"schema": _record(JOB)}}}
    names = [each[1:-1] for each in path.split("/") if each.startswith("{")]
    named = [{"name": each, "in": "path", "required": True, "schema": TEXT} for each in names]
    get = {"description": words, "parameters": [*named, *params], "responses": {"200": shown}}
    document = {
        "openapi": "3.0.3",
        "info": {"title": "Jobs", "version": "1", "description": prose},
        "paths": {
            "/jobs": {"post": {"requestBody": body, "responses": {"201": job}}},
            path: {"get": get},
        },
    }
    return read_sources((Source("api.json", json.dumps(document), "openapi"),))


def _answer(spec: Spec, path: str) -> str:
    assert not blocked(spec)
    effect = next(each.effect for each in spec.operations if each.path == path)
    return notation.write(effect).splitlines()[-1].partition("answer 200 ")[2]


@pytest.mark.parametrize(
    ("kind", "told", "value"),
    [
        (
            TEXT,
            "the client with the most jobs, null without any",
            'first(group(Job, "client")[by count(.items) down]).key',
        ),
        (TEXT, "title of the longest job", "first(Job[by .hours down]).title"),
        (
            TEXT,
            "the title of the job with the most hours (ties: the lowest id)",
            "first(Job[by .hours down, by .id]).title",
        ),
        (
            TEXT,
            "client with the highest total hours",
            'first(group(Job, "client")[by sum(each(job in .items: job.hours)) down]).key',
        ),
        (
            TEXT,
            "most common kind, alphabetically first on a tie",
            'first(group(Job, "kind")[by count(.items) down, by .key]).key',
        ),
        (NUMBER, "the median of the hours", "or_else(median_of(each(job in Job: job.hours)), 0)"),
        (INTEGER, "how many different clients", "count(distinct(each(one in Job: one.client)))"),
        (INTEGER, "jobs with hours of at most 5", "count(Job[where .hours <= 5])"),
        (INTEGER, "how many took 8 or more hours", ""),
        (INTEGER, "number of jobs of 8 hours or more", "count(Job[where .hours >= 8])"),
        (TEXT, "the client who pays best", ""),
    ],
)
def test_a_value_is_what_its_words_say_or_nothing(kind, told, value):
    spec = _read("/facts", _record({"fact": {**kind, "description": told}}))
    if not value:
        assert blocked(spec)
        return
    assert _answer(spec, "/facts") == f"{{fact: {value}}}"


@pytest.mark.parametrize(
    ("told", "value"),
    [
        (
            "each client once, in alphabetical order",
            "distinct(each(one in Job[by .client]: one.client))",
        ),
        (
            "titles of the billed jobs, sorted",
            "each(one in Job[where .billed][by .title]: one.title)",
        ),
        ("clients who took 8 or more", ""),
    ],
)
def test_a_column_has_one_value_of_each_row(told, value):
    many = {"type": "array", "items": TEXT, "description": told}
    spec = _read("/facts", _record({"names": many}))
    if not value:
        value = "each(one in Job[where .hours >= 8]: one.client)"
    assert _answer(spec, "/facts") == f"{{names: {value}}}"


def test_values_may_be_rows_and_words_that_others_explain():
    parts = {
        "open": {**INTEGER, "description": "jobs that are not billed"},
        "long": {**INTEGER, "description": "open jobs with more than 8 hours"},
        "last": {
            **_record({"id": INTEGER, "client": TEXT}),
            "description": "the latest job, or null",
        },
        "first_day": {"type": "string", "format": "date", "description": "earliest day"},
    }
    effect = _answer(_read("/clients/{client}", _record(parts)), "/clients/{client}")
    mine = "Job[where .client = input.client]"
    assert f"long: count({mine}[where not(.billed)][where .hours > 8])" in effect
    assert "[limit 1]: {id: job.id, client: job.client}))" in effect
    assert f"first_day: least(each(job in {mine}: job.day))" in effect


@pytest.mark.parametrize(
    ("path", "item", "words", "parts"),
    [
        (
            "/clients",
            {"client": TEXT, "jobs": INTEGER, "hours": NUMBER},
            "Everybody we work for. Most hours first.",
            ('group(Job, "client")', "jobs: count(part.items)", "[by .hours down, by .client]"),
        ),
        (
            "/kinds",
            {"kind": TEXT, "jobs": INTEGER},
            "Always both kinds.",
            ('[{key: "repair", items: Job[where .kind = "repair"]}, {key: "build"',),
        ),
        (
            "/week",
            {"weekday": TEXT, "jobs": INTEGER},
            "One entry per weekday. Billed jobs do not count.",
            ("merge(one, {weekday: weekday(one.day)})", "Job[where not(.billed)]"),
        ),
        (
            "/clients",
            {
                "client": TEXT,
                "open": {**NUMBER, "description": "hours of those that are not billed"},
            },
            "the busiest client first",
            (),
        ),
    ],
)
def test_a_line_has_figures_of_its_own_rows(path, item, words, parts):
    spec = _read(path, {"type": "array", "items": _record(item)}, words)
    if not parts:
        assert blocked(spec)  # nothing in a line says how busy it is
        return
    effect = _answer(spec, path)
    assert [each for each in parts if each not in effect] == []


def test_lines_are_by_what_the_query_says():
    by = {"type": "string", "enum": ["client", "month"]}
    asked = [{"name": "by", "in": "query", "required": True, "schema": by}]
    item = _record({"name": TEXT, "hours": NUMBER})
    spec = _read("/hours", {"type": "array", "items": item}, "Sorted by name.", params=asked)
    effect = _answer(spec, "/hours")
    assert 'if(input.by = "client", one.client, month(one.day))' in effect
    assert effect.endswith("[by .name]")


@pytest.mark.parametrize(
    ("words", "body"),
    [
        (
            "Hours by kind, unbilled jobs only, both always there",
            (
                '{repair: sum(each(one in OPEN[where .kind = "repair"]: one.hours)), '
                'build: sum(each(one in OPEN[where .kind = "build"]: one.hours))}'
            ),
        ),
        (
            "Money per client",
            (
                'keyed(each(part in group(Job, "client"): '
                "{key: part.key, value: sum(each(one in part.items: one.hours))}))"
            ),
        ),
    ],
)
def test_a_record_may_have_a_figure_under_each_value(words, body):
    names = {"repair": 1.5, "build": 0} if "kind" in words else {"Ann": 2.5}
    parts = {name: {**NUMBER, "example": each} for name, each in names.items()}
    body = body.replace("OPEN", "Job[where not(.billed)]")
    assert _answer(_read("/split", _record(parts), words), "/split") == body


def test_what_is_said_of_all_averages_holds_for_each():
    prose = "All averages and medians are rounded to one decimal place."
    parts = {"average_hours": {**NUMBER, "nullable": True, "description": "null without jobs"}}
    effect = _answer(_read("/facts", _record(parts), prose=prose), "/facts")
    assert effect.endswith("round(average(each(job in Job: job.hours)), 1))}")
