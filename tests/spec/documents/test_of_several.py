"""What is said of several fields at once, in lines, tables, sentences and OpenAPI documents."""

from __future__ import annotations

import pytest

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.documents.of_several import of_several
from beliefs.spec.service import Spec

_NAMES = ("crop", "bed", "note")


def _inputs(spec: Spec) -> dict[str, tuple[str, bool]]:
    made = next(each for each in spec.operations if each.method == "POST")
    return {each.name: (each.type.kind, each.required) for each in made.inputs}


@pytest.mark.parametrize(
    ("said", "required", "optional"),
    [
        ("{crop, bed, note}, all strings, all but note required", "crop bed", "note"),
        ("{crop, bed, note} - crop and bed are required, note is optional", "crop bed", "note"),
        ("all optional except crop", "crop", "bed note"),
        ("only crop is required", "crop", "bed note"),
        ("the first two are required, the rest may be left out", "crop bed", "note"),
        ("none of them is required", "", "crop bed note"),
        ("everything but bed is mandatory", "crop note", "bed"),
        ("crop and bed, both required", "crop bed", ""),
        ("400 if crop and bed are required", "", ""),
        ("both required", "", ""),
    ],
)
def test_who_has_to_be_there(said, required, optional):
    told = {name: each.jotting for each in of_several(said, _NAMES) for name in each.names}
    assert [name for name in _NAMES if told.get(name) == "required"] == required.split()
    assert [name for name in _NAMES if told.get(name) == "optional"] == optional.split()


def test_a_line_may_show_what_is_sent_behind_an_arrow():
    text = """# Beds

- POST /sowings -> {crop, row} both required, row is an int >= 1. 201, gives back {id, crop, row}
- GET /sowings -> list
"""
    spec = read_sources((Source("a.md", text),))
    assert _inputs(spec) == {"crop": ("string", True), "row": ("integer", True)}
    assert spec.operations[0].inputs[1].type.minimum == 1


def test_a_cell_says_more_of_the_fields_that_it_shows():
    text = """# Beds

| call | body | answer |
|---|---|---|
| `POST /sowings` | `{crop, row, due}` - all but due required, due a date | 201, the sowing |
| `GET /sowings` | | all sowings |
"""
    brought = _inputs(read_sources((Source("a.md", text),)))
    assert brought == {"crop": ("string", True), "row": ("string", True), "due": ("date", False)}


def test_an_openapi_description_says_it_too():
    text = """openapi: 3.0.3
info: {title: Beds, version: "1"}
paths:
  /sowings:
    post:
      description: "Body {crop, row, note}; the first two are required, the others optional. row is an integer from 1 to 9."
      responses:
        '201': {description: "{id, crop, row, note}"}
    get:
      responses:
        '200': {description: "[{id, crop, row, note}]"}
"""  # noqa: E501 - a line of a document
    spec = read_sources((Source("a.yaml", text),))
    wanted = {"crop": ("string", True), "row": ("integer", True), "note": ("string", False)}
    assert _inputs(spec) == wanted
    assert spec.operations[0].inputs[1].type.maximum == 9
