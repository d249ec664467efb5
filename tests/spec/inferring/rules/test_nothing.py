"""Failures of requests that read rows and find none."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources

_GAUGES = """openapi: 3.0.3
info: {title: Gauges, version: "1"}
paths:
  /gauges/{gauge}/levels:
    parameters: [{name: gauge, in: path, required: true, schema: {type: string}}]
    post:
      requestBody:
        content: {application/json: {schema: {$ref: '#/components/schemas/Level'}}}
      responses:
        '201': {description: Stored}
    get:
      description: Levels of a gauge, by time.
      parameters: [{name: cm, in: query, schema: {type: number}}]
      responses:
        '200':
          description: They
          content:
            application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Level'}}}
        '404': {description: %s}
components:
  schemas:
    Level:
      type: object
      required: [cm, at]
      properties: {cm: {type: number}, at: {type: string, format: date-time}}
"""
_KEPT = """# Gauges

- `POST /gauges` with `{"name": "a"}` → 201 the gauge
- `POST /gauges/{id}/levels` with `{"cm": 3}` → 201 the level, 404 for an unknown gauge
- `GET /gauges/{id}/levels` → the levels of the gauge, %s
"""


@pytest.mark.parametrize("said", ["No level of this gauge was ever stored", "Unknown gauge"])
def test_a_list_under_a_name_that_nothing_keeps_is_404_while_it_is_empty(said):
    spec = read_sources((Source("a.yaml", _GAUGES % said),))
    guard, answer = notation.write(spec.operations[1].effect).strip().split("\n")
    assert guard.startswith("guard count(Level[where .gauge = input.gauge]) > 0 else absent ")
    assert "input.cm" in answer


@pytest.mark.parametrize(
    ("said", "guarded"),
    [
        ("404 if the gauge has no levels yet", True),
        ("404 if there is no such gauge or it has no levels", True),
        ("404 if there is no such gauge", False),
        ("404 for an unknown gauge", False),
    ],
)
def test_below_a_row_that_is_kept_words_have_to_say_so(said, guarded):
    spec = read_sources((Source("a.md", _KEPT % said),))
    effect = notation.write(spec.operations[2].effect)
    assert "guard gauge != null else absent" in effect
    assert ("guard count(Level[where .gauge_id = gauge.id]) > 0" in effect) == guarded
