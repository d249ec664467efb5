"""Requests that a goal does not want are not built."""

from __future__ import annotations

import pytest

from beliefs.spec.service import Unknown
from beliefs.spec.understanding import understand

_ALL = {"POST", "GET", "PUT", "PATCH", "DELETE"}


def _methods(goal: str) -> tuple[set[str], tuple[Unknown, ...]]:
    spec = understand(goal).spec
    return {each.method for each in spec.operations if each.path != "/health"}, spec.unknowns


@pytest.mark.parametrize(
    ("goal", "lacks"),
    [
        ("A recipes API that does not support removing recipes", {"DELETE"}),
        ("CRUD for coins with name, but no PUT or DELETE endpoints.", {"PUT", "DELETE"}),
        ("A guestbook API: entries with text. Nobody can edit entries.", {"PUT", "PATCH"}),
        ("Visits API with place. Once saved, visits cannot be changed.", {"PUT", "PATCH"}),
        ("An append-only journal API: entries have a text.", {"PUT", "PATCH", "DELETE"}),
        ("A read-only API for songs with title", _ALL - {"GET"}),
        ("A songs API with title: GET and POST only.", {"PUT", "PATCH", "DELETE"}),
        ("Songs with title can be added and listed, but not removed.", {"PUT", "PATCH", "DELETE"}),
        ("An API for songs with title supporting everything but DELETE.", {"DELETE"}),
    ],
)
def test_what_a_goal_does_not_want_is_not_built(goal, lacks):
    assert _methods(goal) == (_ALL - lacks, ())


@pytest.mark.parametrize(
    "goal",
    [
        "A shop API: orders with total. Paid orders cannot be deleted.",
        "Songs with title. Admins can delete songs. Users cannot delete songs.",
        "Contacts API with name and email. The email cannot be changed.",
        "Users can edit songs, but not delete songs of others. Songs have a title.",
    ],
)
def test_a_denial_with_a_condition_takes_nothing_away_and_is_listed(goal):
    methods, unknowns = _methods(goal)
    assert methods == _ALL
    assert {each.rank for each in unknowns} == {"material"}


def test_what_users_may_do_is_not_denied():
    methods, _ = _methods("Songs API with title. Users can edit songs, and they can delete songs.")
    assert {"PATCH", "DELETE"} <= methods


@pytest.mark.parametrize(
    "told",
    [
        "No soft delete.",
        "No tags please.",
        "No pagination needed.",
        "No need for pagination or sorting.",
        "Without any search.",
    ],
)
def test_what_nobody_wants_is_not_built(told):
    plain = understand("Notes API: CRUD for notes with title.").spec
    spec = understand(f"Notes API: CRUD for notes with title. {told}").spec
    assert (spec.entities, spec.operations) == (plain.entities, plain.operations)
    assert {each.rank for each in spec.unknowns} <= {"narrative"}


@pytest.mark.parametrize(
    ("goal", "clause"),
    [
        ("Blog posts with title. People can like posts, but not their own.", "but not their own"),
        (
            "Products and reviews. Only one review per product per user.",
            "Only one review per product per user",
        ),
        ("Movies with title. Only admins may delete movies.", "Only admins may delete movies"),
    ],
)
def test_a_clause_that_is_read_without_what_turns_it_around_is_listed(goal, clause):
    listed = {each.words for each in understand(goal).spec.unknowns if each.rank == "material"}
    assert clause in listed
