"""Keys that a service makes up look as a document says."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources

_BELLS = """openapi: 3.0.0
info: {title: Bells, version: "1"}
paths:
  /bells:
    post:
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/NewBell'}}}
      responses:
        "201": {description: made, content: {application/json: {schema: BELL}}}
  /bells/{tag}:
    get:
      parameters: [{name: tag, in: path, required: true, schema: {type: string}}]
      responses:
        "200": {description: one, content: {application/json: {schema: BELL}}}
        "404": {description: none}
components:
  schemas:
    NewBell: {type: object, required: [tone], properties: {tone: {type: string}}}
    Bell: {type: object, properties: {tag: TAG, tone: {type: string}}}
""".replace("BELL", "{$ref: '#/components/schemas/Bell'}")


@pytest.mark.parametrize(
    ("tag", "made"),
    [
        (
            "{type: string, pattern: '^BX-[A-Z]{2}$'}",
            '"BX-" + code(2, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")',
        ),
        (r"{type: string, pattern: '^\d{9}$'}", 'code(9, "0123456789")'),
        ("{type: string, example: LB004711}", '"LB" + code(6, "0123456789")'),
    ],
)
def test_a_key_looks_as_its_pattern_or_its_example(tag: str, made: str):
    spec = read_sources((Source("bells.yaml", _BELLS.replace("TAG", tag)),))
    assert f"insert Bell {{tag: {made}, " in notation.write(spec.operations[0].effect)


def test_a_key_that_one_schema_has_for_both_ways_is_the_services():
    both = _BELLS.replace("schemas/NewBell", "schemas/Bell").replace("TAG", "{type: string}")
    both = both.replace("tag: {type", "id: {type: integer}, tag: {type").replace("{tag}", "{id}")
    spec = read_sources((Source("bells.yaml", both.replace("name: tag", "name: id")),))
    assert spec.entities[0].key.style == "integer"
