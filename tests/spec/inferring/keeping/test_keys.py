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


_SCRAPS = """# Scraps

- `POST /scraps` with `{"text": "x"}` → 201 `{"id": %s, "text": "x"}`. %s
- `GET /scraps/{id}` → 200 `{"id": ..., "text": "x"}`, 404 if there is none

%s
"""


@pytest.mark.parametrize(
    ("shown", "said", "made"),
    [
        ('"..."', "The id is a random 9 character id.", "code(9)"),
        ('"..."', "Ids are random and 10 characters long.", "code(10)"),
        ('"..."', "id: 8 random hex characters.", 'code(8, "0123456789abcdef")'),
        ('"..."', "The id consists of two groups of five digits, joined by a dash.",
         'code(5, "0123456789") + "-" + code(5, "0123456789")'),
        ('"<random>"', "", ""),
        ('"k3Jd9x"', "", ""),
        ("7", "", "integer"),
    ],
)  # fmt: skip
def test_an_id_that_words_or_a_sample_show_as_a_text_is_no_number(shown, said, made):
    for near, far in ((said, ""), ("", said)):
        spec = read_sources((Source("a.md", _SCRAPS % (shown, near, far)),))
        key, effect = spec.entities[0].key, notation.write(spec.operations[0].effect)
        assert made == "integer" if key.style == "integer" else made in effect
