"""Truths that a query asks for by a number that is kept: above it, or not."""

from __future__ import annotations

import pytest

from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.notation import write

_SEEDS = """openapi: 3.0.3
info: {title: Seeds, version: "1"}
paths:
  /seeds:
    post:
      requestBody:
        content: {application/json: {schema: {$ref: "#/components/schemas/Seed"}}}
      responses: {"201": {description: made}}
    get:
      parameters:
        - {name: NAME, in: query, description: "SAID", schema: {type: boolean}}
      responses:
        "200":
          description: all
          content:
            application/json:
              schema: {type: array, items: {$ref: "#/components/schemas/Seed"}}
components:
  schemas:
    Seed:
      type: object
      required: [name, grams]
      properties: {name: {type: string}, grams: {type: integer}}
"""


@pytest.mark.parametrize(
    ("name", "said", "test"),
    [
        (
            "in_stock",
            "true = only seeds with a grams above 0, false = those that ran out",
            ".grams > 0",
        ),
        ("plenty", "Only seeds whose grams are at least 500", ".grams >= 500"),
        ("low", "only those with grams below 10", ".grams < 10"),
    ],
)
def test_a_truth_is_held_against_what_is_said_of_a_number(name: str, said: str, test: str) -> None:
    spec = read_sources((Source("a.yaml", _SEEDS.replace("NAME", name).replace("SAID", said)),))
    listed = next(each for each in spec.operations if each.method == "GET")
    assert f"input.{name} = ({test})" in write(listed.effect)


def test_a_described_list_is_asked_for_a_truth() -> None:
    spec = read_sources(
        (
            Source(
                "a.md",
                """# Seeds
### POST /seeds
Body: `{"name": "Kale", "grams": 20}`. 201 with the seed.

### GET /seeds
All seeds. Query:
- `available` (boolean): only those with grams above 0
""",
            ),
        )
    )
    listed = next(each for each in spec.operations if each.method == "GET")
    assert "input.available = (.grams > 0)" in write(listed.effect)
