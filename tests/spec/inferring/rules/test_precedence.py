"""Documents that want rows to be looked for before bodies are checked hear that they are not."""

from __future__ import annotations

import pytest

from beliefs.spec.documents.sources import Source, read_sources

_PLANTS = """# Plants

{said}

- `POST /plants` `{{"name": "Fern"}}` → 201 `{{"id": 1, "name": "Fern"}}`
- `PUT /plants/{{id}}` `{{"name": "Fern"}}` → 200 `{{"id": 1, "name": "Fern"}}`; 404 if unknown
"""
_ROOMS = """openapi: 3.0.3
info: {title: Rooms, version: "1", description: "DESCRIPTION"}
paths:
  /rooms:
    post:
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}
      responses: {'201': {description: made}}
  /rooms/{id}:
    put:
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}
      responses:
        '200': {description: ok}
        '404': {description: no such room}
        '422': {description: the body is not valid}
components:
  schemas:
    Room: {type: object, required: [name], properties: {name: {type: string}}}
"""
_FIRST = [
    "Checks are made in this order: 401, 404, 422.",
    "An unknown id is 404 even if the body is not valid.",
    "404 comes before 422.",
]


@pytest.mark.parametrize("said", _FIRST)
def test_an_order_that_is_not_built_is_listed(said):
    for source in (
        Source("plants.md", _PLANTS.format(said=said)),
        Source("rooms.yaml", _ROOMS.replace("DESCRIPTION", said)),
    ):
        told = [each.words for each in read_sources((source,)).unknowns if each.rank == "material"]
        assert said.rstrip(".") in {each.rstrip(".") for each in told}


@pytest.mark.parametrize(
    "said", ["422 comes before 404.", "Invalid input is 422, unknown ids are 404."]
)
def test_an_order_that_is_built_is_not(said):
    spec = read_sources((Source("plants.md", _PLANTS.format(said=said)),))
    assert not [each for each in spec.unknowns if "before the rows" in each.why]
