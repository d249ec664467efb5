"""What people want to do with things, in words, beside requests that they name."""

from __future__ import annotations

import pytest

from beliefs.build.wanted import grasped, wanted
from beliefs.spec.documents.markdown.wishing import places, wished
from beliefs.spec.service import blocked

_ALL = {"POST /boats", "GET /boats", "GET /boats/{id}", "DELETE /boats/{id}"}


@pytest.mark.parametrize(
    "words",
    [
        "I want to add, list, show and delete them",
        "it should be possible to create, read and remove boats",
        "users can add, browse, open and remove boats",
        "we would like to enter, see all, look at and throw away boats",
        "At /boats I can create, list, read and delete boats",
    ],
)
def test_wishes_are_the_usual_requests(words: str) -> None:
    rest, found = wished(words, places("GET /boats/{id}/crew"))
    assert {each.way for each in found} == _ALL
    assert not rest.strip()


@pytest.mark.parametrize(
    "words",
    [
        "GET /boats to list and read them",
        "we like to sail, read and sleep",
    ],
)
def test_what_is_said_of_a_request_is_no_wish(words: str) -> None:
    assert wished(words, places("GET /boats"))[1] == []


def test_a_goal_with_wishes_and_named_requests_is_read_as_one() -> None:
    goal = (
        "An API for a brass band. A score has a title, an arranger, a flag lent that "
        "starts as false, and a level, which is one of easy, medium or hard; I want the usual "
        "create, read, update and delete for scores, GET /scores?lent=true (or false) shows only "
        "those, and GET /scores/levels telling how many scores there are of each level, like "
        '{"easy": 3, "medium": 0, "hard": 1}.'
    )
    spec = grasped(wanted([("goal", goal, "sentences")])).spec
    assert not blocked(spec)
    ways = {f"{each.method} {each.path}" for each in spec.operations}
    assert {"POST /scores", "PUT /scores/{id}", "DELETE /scores/{id}", "GET /scores/levels"} <= ways
    score = spec.entity("Score")
    assert score is not None
    assert [each.name for each in score.fields] == ["title", "arranger", "lent", "level"]
    assert all(each.rank == "narrative" for each in spec.unknowns)
