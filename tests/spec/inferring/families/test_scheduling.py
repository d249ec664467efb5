"""Cron expressions in documents and in sentences: what is due, and what is no expression."""

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

JOBS = """# Jobs

Jobs with cron expressions.

### POST /jobs
Body `{"name": "backup", "cron": "0 3 * * *", "timezone": "Europe/Berlin"}`; `timezone` is optional
(default `UTC`). A cron expression that is not valid, or an unknown time zone: 422. → 201

    {"id": 1, "name": "backup", "cron": "0 3 * * *", "timezone": "Europe/Berlin",
     "next_run": "2026-01-01T02:00:00Z"}

### GET /jobs

### GET /preview?cron=&tz=&count=
The next runs of a cron expression (count 1 to 20, default 5), in that time zone.

    {"cron": "*/5 * * * *", "runs": ["2026-01-01T02:00:00Z"]}
"""


def written(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_rows_are_due_by_their_expression():
    spec = read_sources((Source("jobs.md", JOBS),))
    made = written(spec, "POST", "/jobs")
    assert 'else out_of_range "cron: is no cron expression"' in made
    assert "in_zone(now(), input.timezone) != null" in made
    due = 'next_run: next_run(job.cron, now(), or_else(job.timezone, "UTC"))'
    assert due in made
    assert due in written(spec, "GET", "/jobs")


def test_what_is_due_cannot_be_foretold():
    shown = [each.answer for each in read_sources((Source("jobs.md", JOBS),)).examples]
    assert any('"next_run": "{any}"' in each for each in shown)


def test_several_runs_follow_each_other():
    preview = written(read_sources((Source("jobs.md", JOBS),)), "GET", "/preview")
    assert "for each_of in range(or_else(input.count, 5) - 1):" in preview
    assert 'let due = next_run(input.cron, due, or_else(input.tz, "UTC"))' in preview


def test_a_sentence_asks_for_the_next_run():
    for goal, key in (
        ("GET /next?cron=&tz= answers the next run of a cron expression in that timezone.", "next"),
        ("POST /next with cron and tz returns {due_at} for the given cron expression.", "due_at"),
    ):
        spec = understand(goal).spec
        assert [each for each in spec.unknowns if each.rank != "narrative"] == []
        effect = written(spec, goal.split(" ")[0], "/next")
        assert "let due = next_run(input.cron, now(), input.tz)" in effect
        assert f"answer 200 {{{key}: in_zone(due, input.tz)}}" in effect
