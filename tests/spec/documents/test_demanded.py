"""What a document says must be sent is demanded: in a PATCH, in a query, in the form it names."""

from __future__ import annotations

import pytest

from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.documents.spelling import MONTH
from beliefs.spec.operations import Input
from beliefs.spec.service import Spec

_PARCELS = """openapi: 3.0.3
info: {title: Parcels, version: "1"}
paths:
  /parcels:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [label]
              properties:
                label: {type: string}
                weight: {type: number}
      responses: {"201": {description: made}}
    get:
      parameters:
        - {name: day, in: query, required: true, description: The day as YYYY-MM-DD,
           schema: {type: string}}
        - {name: month, in: query, description: "A month, YYYY-MM", schema: {type: string}}
      responses: {"200": {description: all}}
  /parcels/{id}:
    patch:
      summary: SUMMARY
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [weight]
              properties:
                weight: {type: number}
                label: {type: string}
      responses: {"200": {description: changed}, "404": {description: none}}
"""


def _spec(text: str) -> Spec:
    name = "a.yaml" if text.startswith("openapi") else "a.md"
    return read_sources((Source(name, text),))


def _inputs(spec: Spec, method: str) -> dict[str, Input]:
    found = next(each for each in spec.operations if each.method == method)
    return {each.name: each for each in found.inputs}


def test_a_patch_must_bring_what_its_schema_requires() -> None:
    spec = _spec(_PARCELS.replace("SUMMARY", "Weigh a parcel again"))
    brought = _inputs(spec, "PATCH")
    assert brought["weight"].required
    assert not brought["label"].required
    assert not [each for each in spec.assumptions if "PATCH" in each.about]


def test_words_that_free_every_field_go_before_a_schema() -> None:
    spec = _spec(_PARCELS.replace("SUMMARY", "Partial update of a parcel"))
    assert not _inputs(spec, "PATCH")["weight"].required
    assert [each for each in spec.assumptions if "PATCH" in each.about]


def test_a_text_of_a_query_has_the_form_that_its_words_name() -> None:
    asked = _inputs(_spec(_PARCELS.replace("SUMMARY", "Change")), "GET")
    assert asked["day"].required
    assert asked["day"].type.kind == "date"
    assert asked["month"].type.pattern == MONTH


@pytest.mark.parametrize(("jotting", "needed"), [("required", True), ("number", False)])
def test_a_described_patch_demands_what_its_section_says(jotting: str, needed: bool) -> None:
    spec = _spec(f"""# Parcels
### POST /parcels
Body:
- `label`: string (required)
- `weight`: number

201 with the parcel.

### PATCH /parcels/{{id}}
Body:
- `weight`: number, {jotting}

200 with the parcel, 404 if there is none.
""")
    assert _inputs(spec, "PATCH")["weight"].required is needed


@pytest.mark.parametrize(
    ("said", "kind", "pattern"),
    [
        ("Query parameter `month` (required, `YYYY-MM`; 422 if missing)", "string", MONTH),
        ("Query: `month` (`YYYY-MM`, required)", "string", MONTH),
        ("Query parameter `day` (required, `YYYY-MM-DD`; 422 otherwise)", "date", ""),
    ],
)
def test_a_described_query_is_demanded_in_its_form(said: str, kind: str, pattern: str) -> None:
    spec = _spec(f"""# Trips
### POST /trips
Body:
- `day`: date, required
- `km`: number, required

201 with the trip.

### GET /trips
{said}. All trips of it.
""")
    (asked,) = _inputs(spec, "GET").values()
    assert asked.required
    assert (asked.type.kind, asked.type.pattern) == (kind, pattern)
