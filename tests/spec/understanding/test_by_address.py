"""One vote per address: whoever asks is told by where the request comes from."""

from __future__ import annotations

import pytest

from beliefs.build.wanted import grasped, wanted
from beliefs.spec import notation
from beliefs.spec.service import blocked

GOALS = [
    (
        "Lunch polls: POST /polls {question, options}, POST /polls/{id}/votes {option}, "
        "GET /polls/{id}/results. Each IP address may vote only once per poll; a second vote gives "
        "409."
    ),
    (
        "A poll API: POST /polls with question and options; POST /polls/{id}/vote with option; one "
        "vote per IP address, a second vote is 409; GET /polls/{id}/results."
    ),
    (
        "Ideas API: POST /ideas (title), GET /ideas, POST /ideas/{id}/vote, only one vote per "
        "client IP address, otherwise 409."
    ),
]


@pytest.mark.parametrize("goal", GOALS)
def test_the_address_of_who_asks_votes_once(goal):
    spec = grasped(wanted([("goal", goal, "sentences")])).spec
    assert not blocked(spec)
    vote = next(each for each in spec.operations if "/vote" in each.path)
    told = notation.write(vote.effect)
    assert ".address = caller()]) = 0 else conflict" in told
    assert "address" not in {each.name for each in vote.inputs}
    assert vote.needs == ""
    answered = told.rpartition("answer")[2]
    assert "vote" not in answered or 'drop(vote, "address")' in answered


def test_an_address_that_nothing_votes_by_is_still_in_the_way():
    goal = "Notes API: CRUD. Only one note per IP address."
    assert blocked(grasped(wanted([("goal", goal, "sentences")])).spec)
