"""Pages of all rows as words tell them: what heads them, what an item looks like, which rows."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import blocked

DISHES = """# Menu

## POST /dishes
`{"name": "Soup", "price": 4.5, "vegan": true}`, 201 and the same with `id`.

## GET /menu
%s
"""


def _page(said: str) -> str:
    spec = read_sources((Source("menu.md", DISHES % said),))
    return notation.write(spec.operations[1].effect)


@pytest.mark.parametrize(
    "said",
    [
        'An HTML page with the heading "Today" and a list of all dishes.',
        "An HTML page with `<h1>Today</h1>` and all dishes.",
    ],
)
def test_what_a_page_is_headed_by(said):
    assert "<h1>Today</h1>" in _page(said)


def test_an_item_as_it_is_shown():
    made = _page('HTML page, one item per dish: `<li class="dish"><i>Soup</i> 4.5</li>`.')
    assert '<li class=\\"dish\\"><i>{name}</i> {price}</li>' in made


def test_an_item_that_shows_what_no_row_has_is_not_guessed():
    text = DISHES % "HTML page, one item per dish: `<li>Soup (hot)</li>`."
    assert blocked(read_sources((Source("menu.md", text),)))


def test_what_is_shown_where_there_is_nothing():
    made = _page('HTML page with all dishes. If there are none, it says "Nothing today".')
    assert "if(count(items) = 0, " in made
    assert "<p>Nothing today</p>" in made


def test_a_table_has_its_columns():
    made = _page("The menu as an HTML table with the columns name and price, sorted by name.")
    assert "<tr><td>{name}</td><td>{price}</td></tr>" in made
    assert "Dish[by .name]" in made


def test_some_rows_alone():
    assert "Dish[where .vegan]" in _page("HTML list of the vegan dishes.")
