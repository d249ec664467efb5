"""Lists that show some columns of their rows, as words or the shape of the answer tell them."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources

_BOATS = """# Boats

- `POST /boats` with `{"hull": "oak", "berth": "a1", "owner": "Ida"}` → 201, the boat with its id
- `GET /boats` %s
- `GET /boats/{id}` → the boat
"""


def _listed(said: str) -> str:
    spec = read_sources((Source("a.md", _BOATS % said),))
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    return notation.write(spec.operations[1].effect).replace("\n", "; ")


@pytest.mark.parametrize(
    ("said", "effect"),
    [
        ("lists id and hull of all boats",
         "answer 200 each(boat in Boat: {id: boat.id, hull: boat.hull})"),
        ("→ all boats, only their id and berth",
         "answer 200 each(boat in Boat: {id: boat.id, berth: boat.berth})"),
        ("→ 200, the owners of all boats as a JSON array, sorted",
         "answer 200 each(boat in Boat[by .owner]: boat.owner)"),
        ("returns the list of ids", "answer 200 each(boat in Boat: boat.id)"),
        ('→ `{"hulls": ["elm", "oak"]}` in alphabetical order',
         "let found = each(boat in Boat[by .hull]: boat.hull); answer 200 {hulls: found}"),
        ("→ all boats by berth", "answer 200 Boat[by .berth]"),
        ("→ all boats. `?owner=Id` only those whose owner starts with it",
         'answer 200 Boat[where input.owner = null or starts(or_else(.owner, ""), input.owner)]'),
        ("→ all boats. `?has=k` those with it in the hull",
         'answer 200 Boat[where input.has = null or contains(or_else(.hull, ""), input.has)]'),
    ],
)  # fmt: skip
def test_lists_show_the_columns_that_are_told(said, effect):
    assert _listed(said).rstrip("; ") == effect


def test_names_that_requests_give_are_listed_under_the_word_for_the_rows():
    text = """# Wiki

`PUT /pages/{name}` with `{"text": "x"}` saves a page: 201 if it is new, 200 if not, and answers
`{"name": "a", "text": "x"}`.

`GET /pages` gives `{"pages": ["a", "b"]}`, the names of all pages sorted.
"""
    spec = read_sources((Source("a.md", text),))
    effect = notation.write(spec.operations[1].effect)
    assert "let found = each(page in Page[by .name]: page.name)" in effect


def test_an_openapi_list_of_values_has_the_order_that_is_told():
    text = """openapi: 3.0.3
info: {title: Boats, version: "1"}
paths:
  /boats:
    post:
      requestBody:
        content:
          application/json:
            schema: {type: object, required: [hull], properties: {hull: {type: string}}}
      responses:
        '201': {description: The boat}
  /hulls:
    get:
      summary: Hulls of all boats
      responses:
        '200':
          description: The hulls, sorted
          content: {application/json: {schema: {type: array, items: {type: string}}}}
  /numbers:
    get:
      summary: The ids of all boats, newest first
      responses:
        '200':
          description: They
          content:
            application/json:
              schema: {type: object, properties: {ids: {type: array, items: {type: integer}}}}
"""
    effects = [
        notation.write(each.effect) for each in read_sources((Source("a.yaml", text),)).operations
    ]
    assert "by .hull]: one.hull)" in effects[1]
    assert "ids: each(one in Boat[" in effects[2]
