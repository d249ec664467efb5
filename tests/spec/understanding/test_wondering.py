"""Fields that are told as questions, and lists of them behind a heading."""

from __future__ import annotations

import pytest

from beliefs.spec.understanding import understand


def _fields(goal: str) -> dict[str, str]:
    return {each.name: each.type.kind for each in understand(goal).spec.entities[0].fields}


@pytest.mark.parametrize(
    ("goal", "fields"),
    [
        (
            "Books: title, how many pages, whether it is lent, when it was bought.",
            {"title": "string", "pages": "integer", "lent": "boolean", "bought_on": "date"},
        ),
        (
            "Guests with a name and whether they are coming.",
            {"name": "string", "coming": "boolean"},
        ),
        (
            "Film watchlist with FastAPI: title, whether I've watched it, my score out of 10.",
            {"title": "string", "watched": "boolean", "score": "number"},
        ),
        (
            "Bookmark manager in Flask with SQLite: url, title and tags.",
            {"url": "url", "title": "string", "tags": "list"},
        ),
        (
            "Orders with items, each with product, quantity and price.",
            {"items": "list"},
        ),
    ],
)
def test_a_question_names_a_field(goal, fields):
    assert _fields(goal) == fields


def test_a_question_without_a_name_is_listed():
    spec = understand("Plants with a name, how often they need water in days.").spec
    assert [each.name for each in spec.entities[0].fields] == ["name"]
    assert any("often" in each.words for each in spec.unknowns if each.rank == "material")


def test_what_has_something_itself_is_no_field_of_the_heading():
    spec = understand("A restaurant menu: dishes have a price, guests have a name.").spec
    assert {each.name for each in spec.entities} == {"Dish", "Guest"}
