"""Whom a goal says that something is for, and whether these people are told from others."""

from __future__ import annotations

import pytest

from beliefs.spec.understanding import understand
from beliefs.spec.whom import lets_others, people_told


@pytest.mark.parametrize(
    ("said", "whom"),
    [
        ("DELETE /posts/{id} (admins only)", ["admin"]),
        ("only the author may edit it", ["author"]),
        ("nurses and managers only", ["nurse", "manager"]),
        ("lists only the open ones, read-only", []),
        ("may exist only once", []),
    ],
)
def test_people_are_found_by_their_words(said, whom):
    assert list(people_told(said)) == whom


def test_only_who_is_told_apart_is_let_in():
    open_ = understand("Notes with a title.").spec
    own = understand("Notes with a title. Register and login; users see only their own notes.").spec
    assert lets_others("Editing is for the owner only.", open_) == "owner"
    assert lets_others("Editing is for the owner only.", own) == ""
    assert lets_others("Deleting is for admins only.", own) == "admin"
