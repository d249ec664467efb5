"""Rows that are gone with 410, what cannot be changed, boxes on a map, and headers of lists."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_BOATS = """openapi: 3.0.0
info: {title: Boats}
paths:
  /boats:
    get:
      summary: Boats by hull-no
      parameters:
        - {name: bbox, in: query, description: "south,west,north,east", schema: {type: string}}
        - {name: harbour, in: query, schema: {type: string}}
        - {name: built-before, in: query, description: built earlier, schema: {type: integer}}
      responses: {"200": {description: ok, headers: {X-Total-Count: {}}}}
    post:
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Boat"}}}}
      responses:
        "201":
          description: ok
          content: {application/json: {schema: {$ref: "#/components/schemas/Boat"}}}
        "409": {description: the hull-no is taken}
  /boats/{hull-no}:
    get:
      responses:
        "200":
          description: ok
          content: {application/json: {schema: {$ref: "#/components/schemas/Boat"}}}
        "410": {description: it was scrapped or retired}
    patch:
      summary: Change a boat. The hull-no cannot be changed (409).
      requestBody: {content: {application/json: {schema: {type: object}}}}
  /boats/{hull-no}/retire:
    post: {summary: Retire a boat, responses: {"204": {description: done}}}
  /boats.csv:
    get: {summary: "CSV with the columns hull-no, harbour, in this order, by hull-no"}
components:
  schemas:
    Boat:
      type: object
      required: [hull-no, harbour]
      properties:
        hull-no: {type: string}
        harbour: {type: string}
        built: {type: integer}
        longitude: {type: number}
        latitude: {type: number}
"""


def _effect(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_a_row_that_a_deed_retires_is_gone_and_in_no_list():
    spec = read_sources((Source("b.yaml", _BOATS),), lambda told: understand(told).spec)
    assert faults(spec) == []
    there = "guard boat.retired_at = null else gone"
    assert there in _effect(spec, "GET", "/boats/{hull_no}")
    changed = _effect(spec, "PATCH", "/boats/{hull_no}")
    assert there in changed
    assert 'else conflict "hull-no cannot be changed"' in changed
    assert 'patch Boat boat drop(given(input), "hull-no")' in changed
    assert "{retired_at: now()}" in _effect(spec, "POST", "/boats/{hull_no}/retire")
    listed = _effect(spec, "GET", "/boats")
    assert "Boat[where .retired_at = null][where" in listed
    assert '.latitude >= number(at(split(input.bbox, ","), 0))' in listed
    assert 'guard input.bbox = null or count(split(input.bbox, ",")) = 4' in listed
    assert ".built < input.built_before" in listed
    assert 'headers {"X-Total-Count": text(count(found))}' in listed
    assert _effect(spec, "GET", "/boats.csv").endswith('"hull-no", "harbour")')
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
