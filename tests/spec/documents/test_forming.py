"""How texts are formed, said in words near and far, of what has to be and of what is refused."""

from __future__ import annotations

import pytest

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.types import Type

_MARKDOWN = """# Shelves

- `POST /jars` with `{"brand": "x", "origin": "y"}` → 201 and the jar. %s
- `GET /jars` → all jars

%s

Invalid input is 400.
"""
_OPENAPI = """openapi: 3.0.3
info: {title: Shelves, version: "1", description: "%s"}
paths:
  /jars:
    post:
      description: "%s"
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [brand, origin]
              properties:
                brand: {type: string}
                origin: {type: string}
      responses:
        '201': {description: The jar}
        '400': {description: "%s"}
    get:
      responses:
        '200': {description: All jars}
"""


def _origin(text: str, name: str) -> Type:
    spec = read_sources((Source(name, text),))
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    made = next(each for each in spec.operations if each.method == "POST")
    return next(each.type for each in made.inputs if each.name == "origin")


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("The origin must start with eu- or us-.", Type("string", pattern=r"^(?:eu\-|us\-)")),
        ("400 if the origin does not end with `.farm`", Type("string", pattern=r"(?:\.farm)$")),
        ("Origins may not contain spaces or slashes.", Type("string", pattern="^[^ /]*$")),
        ("An origin has between 2 and 12 characters.", Type("string", min_length=2, max_length=12)),
        ("Jar origins are 3 characters long.", Type("string", min_length=3, max_length=3)),
        ("The origin must contain an @ and be at most 40 characters long.",
         Type("string", pattern="^.*@.*$", max_length=40)),
        ("An origin longer than 9 characters is refused.", Type("string", max_length=9)),
    ],
)  # fmt: skip
def test_texts_are_formed_as_words_say_wherever_they_stand(said, wanted):
    assert _origin(_MARKDOWN % (said, ""), "jars.md") == wanted
    assert _origin(_MARKDOWN % ("", said), "jars.md") == wanted
    for place in range(3):
        told = tuple(said if each == place else "" for each in range(3))
        assert _origin(_OPENAPI % told, "jars.yaml") == wanted


def test_what_a_text_begins_with_is_no_value_that_it_has_at_first():
    said = 'The origin starts with "eu:" or "us:". The brand must be short and the origin must'
    spec = read_sources((Source("a.md", _MARKDOWN % (f"{said} be there.", "")),))
    brought = {each.name: each for each in spec.operations[0].inputs}
    assert brought["origin"].type.pattern == "^(?:eu:|us:)"
    assert not brought["origin"].default
    assert not brought["brand"].type.pattern


def test_which_rows_begin_so_is_no_rule_about_all_of_them():
    said = "`GET /jars?brand=ab` only shows jars with brands that start with ab:."
    spec = read_sources((Source("a.md", _MARKDOWN % ("", said)),))
    assert not any(each.type.pattern for one in spec.operations for each in one.inputs)


def test_names_that_paths_bring_are_formed_as_is_said_of_all_of_them():
    text = """# Notes by name

- `PUT /slots/{slot}` with `{"text": "x"}` puts it there: 201 if it is new, else 200.
- `GET /slots` → all slots. Slots are 1 to 9 characters long and consist of letters and dots.

Invalid input is 400.
"""
    put = read_sources((Source("a.md", text),)).operations[0]
    kind = next(each.type for each in put.inputs if each.place == "path")
    assert (kind.pattern, kind.min_length, kind.max_length) == ("^[A-Za-z.]+$", 1, 9)


def test_a_body_holds_to_the_bounds_of_what_it_makes():
    text = """# Guests

| Request | Body | Answer |
|---|---|---|
| `POST /guests` | `name`, `plus` (how many they bring, 0 if left out) | 201 and the guest |
| `GET /guests` | – | all guests |

A guest looks like this:

| Field | Type | Notes |
|---|---|---|
| `id` | integer | given by the server |
| `name` | string | required |
| `plus` | integer | 0 to 5 |
"""
    made = read_sources((Source("a.md", text),)).operations[0]
    plus = next(each for each in made.inputs if each.name == "plus")
    assert (plus.type.minimum, plus.type.maximum, plus.default) == (0, 5, "0")
