"""Rows that would be kept without anything in them, and texts that are called a body."""

from __future__ import annotations

import pytest

from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.markdown.bringing import brought
from beliefs.spec.inferring.rules.empty import told_of


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("An entry is written with POST /entries from title and mood; it answers 201", True),
        ("A card is put up with a text and a colour", True),
        ("POST /tickets answers 201 with the new id", False),
        ("Starts a game", False),
    ],
)
def test_what_a_row_is_made_of_is_told(words: str, *, told: bool) -> None:
    """Of answers nothing is brought."""
    assert told_of(Route("POST", "/things", words=words)) is told


@pytest.mark.parametrize(
    "words",
    [
        " with a title and a body adds a note",
        " with title, body and tags, 201",
        " from title and body (at most 500 characters)",
    ],
)
def test_a_body_beside_other_texts_is_a_text(words: str) -> None:
    """It is what the request brings, and not the request's own body."""
    assert [each.name for each in brought(words)[0]][:2] == ["title", "body"]
    assert brought(" with a JSON body adds a note")[0] == []
