"""A goal of which one request is not understood keeps the others that it asks for."""

from __future__ import annotations

import pytest

from beliefs.build.wanted import grasped, wanted

CRUD = {"POST", "GET", "PUT", "PATCH", "DELETE"}


@pytest.mark.parametrize(
    ("goal", "plural", "hole"),
    [
        (
            "A notes API: CRUD. POST /frobnicate does the frobnication. SQLite.",
            "notes",
            "/frobnicate",
        ),
        (
            "Build a bookmark manager API: CRUD with tags. POST /optimize optimizes the universe.",
            "bookmarks",
            "/optimize",
        ),
    ],
)
def test_crud_stays_beside_a_request_that_is_not_understood(goal, plural, hole):
    spec = grasped(wanted([("goal", goal, "sentences")])).spec
    kept = {e.method for e in spec.operations if e.path.startswith(f"/{plural}") and e.effect}
    assert kept == CRUD
    assert [e.path for e in spec.operations if not e.effect] == [hole]
    assert not [e.words for e in spec.unknowns if e.rank == "narrative" and "CRUD" in e.words]
