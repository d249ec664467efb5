"""Rows that are thrown away and can be had again, as documents tell of them."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_NOTES = """# Notes

A note has `title` (string, required).

- `POST /notes` → 201 with the note
- `GET /notes` lists the notes; with `?deleted=true` those that are in the bin
- `GET /notes/{id}` → 200; 410 once it is thrown away
- `DELETE /notes/{id}` → 204
- `POST /notes/{id}/restore` → 200 with the note; 409 if it is not thrown away
"""
_HIVES = """Hives of a keeper. POST /hives with name answers 201 with id and name. GET /hives \
lists them. GET /hives/{id} shows one. DELETE /hives/{id} only hides a hive: it answers 204, the \
hive is no longer listed and is a 404. POST /hives/{id}/restore brings it back and answers 200 \
with the hive; 409 if it is not deleted."""
_DOCS = """openapi: 3.0.0
info: {title: Papers, version: "1"}
paths:
  /papers:
    get:
      parameters:
        - {name: include_deleted, in: query, schema: {type: boolean, default: false}}
      responses:
        "200":
          description: papers
          content:
            application/json:
              schema: {type: array, items: {$ref: "#/components/schemas/Paper"}}
    post:
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Paper"}}}}
      responses:
        "201":
          description: made
          content: {application/json: {schema: {$ref: "#/components/schemas/Paper"}}}
  /papers/{id}:
    delete:
      responses: {"204": {description: in the trash}, "404": {description: no such paper}}
  /papers/{id}/undelete:
    post:
      responses:
        "200":
          description: back
          content: {application/json: {schema: {$ref: "#/components/schemas/Paper"}}}
        "404": {description: no such paper}
components:
  schemas:
    Paper:
      type: object
      required: [title]
      properties:
        id: {type: integer, readOnly: true}
        title: {type: string}
"""


def _read(text: str) -> Spec:
    name = "goal.yaml" if text.startswith("openapi") else "goal.md" if text[0] == "#" else "goal"
    return read_sources((Source(name, text),), lambda told: understand(told).spec)


def _effect(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


@pytest.mark.parametrize("text", [_NOTES, _HIVES, _DOCS])
def test_rows_that_can_be_had_again_are_only_marked(text):
    spec = _read(text)
    assert not faults(spec)
    assert not [each for each in spec.unknowns if each.rank == "blocking"]
    drop = next(each for each in spec.operations if each.method == "DELETE")
    assert "deleted_at: now()" in notation.write(drop.effect)
    back = next(each for each in spec.operations if each.path.endswith(("restore", "undelete")))
    assert "deleted_at: null" in notation.write(back.effect)


def test_what_is_thrown_away_is_gone_where_that_is_said():
    spec = _read(_NOTES)
    assert "else gone" in _effect(spec, "GET", "/notes/{id}")
    assert ".deleted_at = null" in _effect(_read(_HIVES), "GET", "/hives/{id}")


def test_a_query_asks_for_those_alone_or_for_those_too():
    assert ".deleted_at != null = input.deleted" in _effect(_read(_NOTES), "GET", "/notes")
    assert "input.include_deleted or .deleted_at = null" in _effect(_read(_DOCS), "GET", "/papers")
