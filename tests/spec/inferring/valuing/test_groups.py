"""Lists with a line for each value that rows have, and figures of the rows that a path names."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec, blocked


def _read(text: str) -> Spec:
    return read_sources((Source("api.md", text, "markdown"),))


def _effect(spec: Spec, path: str) -> str:
    assert not blocked(spec)
    return next(notation.write(each.effect) for each in spec.operations if each.path == path)


RUNS = """# Runs

- POST /runs {"runner": "kim", "km": 5.5, "minutes": 30, "day": "2024-05-01"} → 201
"""


@pytest.mark.parametrize(
    ("route", "parts"),
    [
        (
            '- GET /leaderboard → [{"rank": 1, "runner": "kim", "km": 12.5}], most km first',
            ('group(Run, "runner")', "[by .km down, by .runner]", "rank: 1 + count("),
        ),
        (
            '- GET /stats/by-month → [{"month": "2024-05", "count": 3, "km": 12.5}], one per month',
            ("month: month(one.day)", "count: count(part.items)", "run.km"),
        ),
        (
            '- GET /top?limit=3 → [{"runner": "kim", "count": 3, "share": 12.5}] by count desc',
            ("[limit input.limit]", "share: percent(count(part.items), count(Run))"),
        ),
    ],
)
def test_lines_for_each_value_have_figures_of_their_rows(route, parts):
    spec = _read(f"{RUNS}{route}\n")
    effect = _effect(spec, spec.operations[-1].path)
    assert [each for each in parts if each not in effect] == []


def test_a_path_may_name_a_value_of_rows_that_nothing_else_keeps():
    told = (
        '- GET /runners/{runner}/stats → {"runs": 3, "km": 12.5, "pace": 5.4}: '
        "runs = how many runs, km = kilometres in all, pace = minutes per km over all "
        "runs, 2 decimals; 404 if there are none\n"
    )
    effect = _effect(_read(RUNS + told), "/runners/{runner}/stats")
    mine = "Run[where .runner = input.runner]"
    assert f"guard count({mine}) > 0 else absent" in effect
    assert f"km: sum(each(run in {mine}: run.km))" in effect
    assert "run.minutes)) / sum(each(" in effect


def test_rows_show_what_words_tell_of_them():
    club = """# Book club

| field | type | notes |
|---|---|---|
| id | int | |
| title | string | required |
| average | number or null | mean of its ratings, 1 decimal, null without any |
| rank | int or null | 1 = best average, null without ratings |

POST /books, GET /books (best average first), GET /books/{id}
POST /books/{id}/ratings {"stars": 1-5}
"""
    spec = _read(club)
    books = _effect(spec, "/books/{id}")
    assert "average(each(rating in Rating[where .book_id = book.id]: rating.stars))" in books
    assert ", null, count(each(other in Book: merge(other, {average: " in books
    assert [each.name for each in spec.operations[0].inputs] == ["title"]


def test_how_much_stands_beside_how_many():
    spec = _read(
        '# E\n\n- POST /expenses {amount, note?} → 201\n- GET /stats → {"count", "total"}\n'
    )
    assert "total: sum(" in _effect(spec, "/stats")
