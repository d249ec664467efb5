"""Whatever is drawn at random is foretold."""

from __future__ import annotations

from beliefs.judge.asking import Request
from beliefs.judge.functions import Moment
from beliefs.judge.oracle import Oracle
from beliefs.spec.understanding import understand

GOAL = "A bookmark manager API with FastAPI: CRUD with tags, GET /random. SQLite."
NOW = Moment(1_800_000_000.0)
ROWS = 60


def test_any_of_many_rows_may_be_drawn():
    oracle = Oracle(understand(GOAL).spec)
    for number in range(ROWS):
        body = {"url": f"https://example.org/{number}", "title": f"Page {number}"}
        expected, oracle.world = next(
            oracle.foretell(Request("POST", "/bookmarks", json=body), NOW)
        )
        assert expected.status == 201
    drawn = [expected.body for expected, _ in oracle.foretell(Request("GET", "/random"), NOW)]
    assert len(drawn) == ROWS
    assert len({row["title"] for row in drawn if isinstance(row, dict)}) == ROWS
