"""Several routes of one line, and a table of fields below nothing but the title."""

from __future__ import annotations

from beliefs.spec.documents.markdown.descriptions import read_markdown

CLUB = """# Book club

| field | type | notes |
|---|---|---|
| id | int | |
| title | string | required |

POST /books, GET /books (by title), GET /books/{id}, POST /books/{id}/ratings {"stars": 3} → 201
"""


def test_every_route_of_a_line_is_read_with_its_own_words():
    routes = read_markdown(CLUB, "api.md").routes
    assert [f"{each.method} {each.path}" for each in routes] == [
        "POST /books",
        "GET /books",
        "GET /books/{id}",
        "POST /books/{id}/ratings",
    ]
    assert [each.good.status if each.good else 0 for each in routes][2:] == [200, 201]


def test_a_title_names_the_service_and_no_thing():
    shapes = {each.name: each.names for each in read_markdown(CLUB, "api.md").shapes}
    assert shapes["Book"] == ("id", "title")
