"""Goals that name their requests get no others; what was made up is told as misread."""

from __future__ import annotations

import pytest

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.invention import doubted, invented
from beliefs.spec.service import Spec, blocked
from beliefs.spec.understanding import understand
from tests.build.samples import BOOKMARKS


def _read(goal: str) -> Spec:
    return read_sources((Source("goal", goal, "sentences"),), lambda text: understand(text).spec)


ELSEWHERE = "GET /birds, PUT /birds/{ring} and DELETE /birds/{ring} are all that there is."


def test_what_is_made_at_a_path_that_nobody_named_was_made_up():
    made_up = invented(ELSEWHERE, BOOKMARKS)
    assert {each.path for each in made_up} == {"/bookmarks"}
    assert "POST /bookmarks" in blocked(doubted(ELSEWHERE, BOOKMARKS))


@pytest.mark.parametrize(
    "goal",
    [
        "CRUD for bookmarks; GET /birds, PUT /birds/{ring}, DELETE /birds/{ring}.",
        "Bookmarks, and GET /random and POST /shuffle.",
        "POST /bookmarks, GET /bookmarks, DELETE /bookmarks/{id}.",
        "Bookmarks with all the usual endpoints. GET /a, GET /b, GET /c.",
    ],
)
def test_what_a_goal_names_or_asks_for_in_words_was_not(goal):
    assert not invented(goal, BOOKMARKS)
    assert doubted(goal, BOOKMARKS) is BOOKMARKS


def test_a_word_that_is_taken_for_a_thing_stops_the_build():
    spec = _read(
        "A diary for a small choir. PUT /pages/{date} keeps a page, GET /pages/{date} shows it,"
        " GET /pages?from=2026-01-01 lists mine, POST /scores/{name}/sing is done together."
    )
    paths = {each.path.split("/")[1] for each in spec.operations if each.method == "POST"}
    assert paths <= {"pages", "scores", "health"} or "POST /" in blocked(spec)


def test_whoever_names_how_rows_are_made_names_it_of_all() -> None:
    goal = "POST /cars takes plate; GET /cars lists them. Plates have between 2 and 12 characters."
    made = understand(goal).spec
    assert [each.path for each in invented(goal, made)] == ["/plates"]
