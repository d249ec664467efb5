"""What documents say of who may ask and how, and what it comes to."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Rate
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_MARKDOWN = """# Notes API

All endpoints require the header `X-API-Key` to match the environment variable `NOTES_KEY`;
otherwise the answer is 401 `{"error": "invalid api key"}`.

Rate limit: 20 requests per minute per client, then 429.

## POST /notes
Creates a note. Body: `{"title": "string (required)", "content": "string"}`.
Answers 201 with the note.

## GET /notes/{id}
Shows one note with its ETag.

## PUT /notes/{id}
Replaces a note. Needs `If-Match` with the ETag: 428 without, 412 if stale.
"""
_OPENAPI = """openapi: 3.0.0
info: {title: Items, version: "1"}
components:
  securitySchemes:
    key:
      type: apiKey
      in: query
      name: key
      description: Must equal the environment variable ITEMS_KEY.
security: [{key: []}]
paths:
  /items:
    get:
      summary: List items
      responses:
        "200":
          description: ok
          content:
            application/json:
              schema: {type: array, items: {type: object, properties: {name: {type: string}}}}
    post:
      summary: Create an item
      requestBody:
        content:
          application/json:
            schema: {type: object, required: [name], properties: {name: {type: string}}}
      responses: {"201": {description: made}}
"""


def test_a_description_says_who_may_ask_how_often_and_with_which_tag():
    spec = read_sources((Source("api.md", _MARKDOWN),), lambda text: understand(text).spec)
    assert faults(spec) == []
    assert [each for each in spec.unknowns if each.rank != "narrative"] == []
    assert spec.identity is not None
    assert 'env("NOTES_KEY")' in notation.expression(spec.identity.who)
    assert spec.identity.name == "X-API-Key"
    assert spec.failures.of("unauthenticated").message == "invalid api key"
    assert spec.rates == (Rate(20, 60),)
    effects = {each.method: notation.write(each.effect) for each in spec.operations}
    assert "else precondition_required" in effects["PUT"]
    assert "answer 304" in effects["GET"]


def test_a_security_scheme_names_the_variable_that_holds_its_key():
    spec = read_sources((Source("api.yaml", _OPENAPI),))
    assert spec.identity is not None
    assert (spec.identity.place, spec.identity.name) == ("query", "key")
    assert 'env("ITEMS_KEY")' in notation.expression(spec.identity.who)
    assert all(each.needs for each in spec.operations)
