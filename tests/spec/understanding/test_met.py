"""What is met is not listed; what is not is listed with the clause that it stands in."""

from __future__ import annotations

import pytest

from beliefs.spec.understanding import understand

_TAGGED = """
Files API: files have a name. Responses carry an ETag; PUT requires If-Match and gives 412 if it
does not match.
"""
_KEYED = """
CRUD for songs with title. All requests need the API key in the header X-API-Key; the key comes from
the environment variable SONGS_KEY.
"""
_BURIED = """
Tasks API with title: DELETE only marks the task as deleted, deleted tasks are hidden from lists,
POST /tasks/{id}/restore brings it back.
"""
_WAITING = """
Trips with capacity. POST /trips/{id}/register registers a person, with a waitlist when full;
cancelling releases the place for the next in line.
"""


@pytest.mark.parametrize("told", [_TAGGED, _KEYED, _BURIED, _WAITING])
def test_what_is_met_is_not_listed(told):
    goal = " ".join(told.split())
    assert [each for each in understand(goal).spec.unknowns if each.rank != "narrative"] == []


def test_a_lone_word_is_listed_with_its_clause():
    spec = understand("A shop API: orders with total, and paid orders cannot be deleted.").spec
    told = {each.why for each in spec.unknowns if each.rank == "material"}
    assert told == {'in "and paid orders cannot be deleted"'}
