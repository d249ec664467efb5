"""Pages that a cursor tells, and parameters in brackets."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_PARCELS = """openapi: 3.0.0
info: {title: Parcels}
paths:
  /parcels:
    post:
      requestBody: {content: {application/json: {schema: {required: [label], properties: {
        label: {type: string}, carrier: {type: string}, weight: {type: number}}}}}}
      responses: {201: {description: made, content: {application/json: {schema: {
        $ref: "#/components/schemas/Parcel"}}}}}
    get:
      description: DESCRIBED
      parameters:
        - {name: 'filter[carrier]', in: query, schema: {type: string}}
        - {name: cursor, in: query, schema: {type: string}, description: next_cursor of the page}
        - {name: limit, in: query, schema: {type: integer, minimum: 1, default: 10}}
      responses: {200: {description: one page, content: {application/json: {schema: {properties: {
        parcels: {type: array, items: {$ref: "#/components/schemas/Parcel"}},
        next_cursor: {type: string, nullable: true, description: null on the last page}}}}}}}
components:
  schemas:
    Parcel: {properties: {id: {type: integer}, label: {type: string}, carrier: {type: string},
      weight: {type: number}}}
"""


def _read(described: str) -> Spec:
    source = Source("api.yaml", _PARCELS.replace("DESCRIBED", described))
    spec = read_sources((source,), lambda told: understand(told).spec)
    assert faults(spec) == []
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    return spec


def _listed(spec: Spec) -> str:
    return notation.write(next(each.effect for each in spec.operations if each.method == "GET"))


def test_a_cursor_is_what_the_last_row_is_known_by():
    listed = _listed(_read("All parcels"))
    behind = "input.cursor = null or .id > number(input.cursor)"
    assert f"parcels: found[where {behind}, limit input.limit]" in listed
    last = f"text(last(found[where {behind}, limit input.limit]).id)"
    more = f"count(found[where {behind}]) > input.limit"
    assert f"next_cursor: if({more}, {last}, null)" in listed
    assert 'guard input.cursor = null or matches(input.cursor, "[0-9]{1,15}") else' in listed
    newest = _listed(_read("All parcels, newest first"))
    assert "input.cursor = null or .id < number(input.cursor)" in newest


def test_in_another_order_a_cursor_counts():
    listed = _listed(_read("All parcels, sorted by label"))
    start = "or_else(number(input.cursor), 0)"
    assert f"parcels: found[skip {start}, limit input.limit]" in listed
    more = f"{start} + input.limit < count(found)"
    assert f"next_cursor: if({more}, text({start} + input.limit), null)" in listed


def test_a_filter_in_brackets_asks_for_what_stands_in_them():
    listed = _listed(_read("All parcels"))
    assert "input.filter_carrier = null or .carrier = input.filter_carrier" in listed
