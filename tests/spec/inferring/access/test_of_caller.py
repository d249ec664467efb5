"""What belongs to whoever shows a key: lists of it, the newest first, and how many there may be."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec

DOCUMENT = """
openapi: 3.0.3
info: {title: Shared things, version: "1", description: "PROSE"}
paths:
  /keys:
    post:
      summary: get a key
      requestBody: {content: {application/json: {schema: {type: object, required: [owner], properties: {owner: {type: string}}}}}}
      responses:
        '201': {description: the key, content: {application/json: {schema: {$ref: '#/components/schemas/Key'}}}}
  /THINGS:
    post:
      security: [{key: []}]
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [text]
              properties: {text: {type: string}, slug: {type: string, pattern: '^[a-z0-9-]{3,12}$'}}
      responses:
        '201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/THING'}}}}
        '409': {description: the slug is taken}
        '429': {description: FULL}
    get:
      summary: LISTED
      security: [{key: []}]
      responses:
        '200': {description: some, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/THING'}}}}}
  /THINGS/{slug}:
    parameters: [{name: slug, in: path, required: true, schema: {type: string}}]
    get:
      summary: open to everybody
      responses:
        '200': {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/THING'}}}}
        '404': {description: none}
    delete:
      security: [{key: []}]
      responses: {'204': {description: gone}, '403': {description: it belongs to another key}, '404': {description: none}}
components:
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
  schemas:
    Key: {type: object, properties: {key: {type: string}, owner: {type: string}}}
    THING: {type: object, properties: {slug: {type: string}, text: {type: string}}}
"""  # noqa: E501


def _spec(things: str, listed: str, prose: str = "", full: str = "too many") -> Spec:
    named = DOCUMENT.replace("THINGS", things).replace("THING", things[:-1].capitalize())
    text = named.replace("LISTED", listed).replace("PROSE", prose).replace("FULL", full)
    return read_sources((Source("things.yaml", text, "openapi"),))


def _effect(spec: Spec, name: str) -> str:
    found = (each for each in spec.operations if f"{each.method} {each.path}" == name)
    return notation.write(next(found).effect)


@pytest.mark.parametrize(
    ("things", "listed"),
    [
        ("links", "the links of the key, the newest first"),
        ("pastes", "Lists the pastes of this key, newest first"),
        ("boards", "Boards owned by the key, most recent first"),
        ("notes", "all notes of whoever asks, the newest first"),
    ],
)
def test_lists_of_the_key_that_is_shown(things: str, listed: str) -> None:
    """Only what belongs to the key, by when it was made: its own key says nothing of that."""
    spec = _spec(things, listed)
    assert ".key_id = me.key, by .created_at down]" in _effect(spec, f"GET /{things}")
    assert "created_at: now()" in _effect(spec, f"POST /{things}")


def test_lists_of_all_stay_whole() -> None:
    """Where everybody sees everything, nothing is left out."""
    assert "me." not in _effect(_spec("links", "all links of all keys"), "GET /links")


@pytest.mark.parametrize(
    ("things", "prose", "full"),
    [
        ("links", "A key may own at most 5 links at a time.", "no more"),
        ("pastes", "", "the key already owns 5 pastes"),
        ("boards", "Nobody has more than five boards.", "full"),
        ("notes", "Every key can keep up to 5 notes.", "limit reached"),
    ],
)
def test_how_many_a_key_may_have(things: str, prose: str, full: str) -> None:
    """The rows of whoever asks are counted, and one more is refused as the document says."""
    spec = _spec(things, "all", prose, full)
    made = next(each for each in spec.operations if each.path == f"/{things}")
    effect = notation.write(made.effect)
    assert f"guard count({things[:-1].capitalize()}[where .key_id = me.key]) < 5 else" in effect
    assert 429 in {each.status for each in made.failures}


def test_what_is_made_up_looks_as_what_is_brought_must() -> None:
    """A slug that nobody chose fits the pattern of those that are chosen."""
    effect = _effect(_spec("links", "all"), "POST /links")
    assert 'or_else(input.slug, code(8, "abcdefghijklmnopqrstuvwxyz0123456789"))' in effect
