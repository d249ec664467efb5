"""Inputs that do not fit, told apart by a status or a code for each way."""

from __future__ import annotations

import pytest

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.failures import Way
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

_BOATS = """# Boats

%s

## POST /boats

Body `{"name": "Ida", "berth": 3, "hull": "wood"}`. `name` 1 to 40 characters, `berth` an integer
from 1 to 99, `hull` one of `wood`, `steel`. 201 with `{"id": 1, "name": "Ida", "berth": 3,
"hull": "wood"}`.

## GET /boats/{id}

The boat. 404 if there is none.
"""
_WAYS: tuple[Way, ...] = ("malformed", "missing", "wrong_type", "out_of_range", "unknown_choice")


def _read(text: str, name: str = "boats.md") -> Spec:
    return read_sources((Source(name, text),), lambda told: understand(told).spec)


@pytest.mark.parametrize(
    ("said", "statuses"),
    [
        ("Malformed JSON is a 400, validation errors are 422.", (400, 422, 422, 422, 422)),
        ("If the JSON is broken you get a 400. Invalid values are 422.", (400, 422, 422, 422, 422)),
        ("A missing field is 400, a field with a wrong value is 422.", (400, 400, 422, 422, 422)),
        ("Wrong type: 400. Out of range or unknown hull: 422. Missing: 400.\n",
         (400, 400, 400, 422, 422)),
        ("Invalid input is 400.", (400, 400, 400, 400, 400)),
    ],
)  # fmt: skip
def test_each_way_has_the_status_that_is_told_of_it(said, statuses):
    table = _read(_BOATS % said).failures
    assert tuple(table.of(way).status for way in _WAYS) == statuses


def test_a_table_of_codes_has_one_for_each_way():
    said = """## Errors

| status | code | when |
|---|---|---|
| 400 | `BAD_JSON` | the body is not JSON |
| 400 | `MISSING` | a required field is missing |
| 422 | `WRONG_TYPE` | a field has the wrong type |
| 422 | `RANGE` | out of range |
| 422 | `NO_SUCH_HULL` | unknown hull |
| 404 | `NO_BOAT` | no such boat |

All errors are `{"code": "NO_BOAT", "message": "..."}`."""
    table = _read(_BOATS % said).failures
    codes = [table.of(way).code for way in _WAYS]
    assert codes == ["BAD_JSON", "MISSING", "WRONG_TYPE", "RANGE", "NO_SUCH_HULL"]
    assert table.of("absent").code == "NO_BOAT"


def test_codes_may_stand_before_their_statuses():
    said = (
        'Errors: `{"code": "...", "message": "..."}`. Codes: `bad_json` (400) when the body isn\'t'
        " valid JSON, `invalid` (422) when a value breaks a rule, `none` (404)."
    )
    table = _read(_BOATS % said).failures
    assert [(table.of(way).status, table.of(way).code) for way in ("malformed", "missing")] == [
        (400, "bad_json"),
        (422, "invalid"),
    ]


def test_an_operation_may_tell_them_apart_alone():
    text = """
openapi: 3.0.0
info: {title: Boats, version: "1"}
paths:
  /boats:
    post:
      requestBody:
        content: {application/json: {schema: {$ref: '#/components/schemas/Boat'}}}
      responses:
        '201': {content: {application/json: {schema: {$ref: '#/components/schemas/Boat'}}}}
        '400': {description: The body is not valid JSON}
        '422': {description: A field is missing or invalid}
components:
  schemas:
    Boat: {type: object, required: [name], properties: {name: {type: string}}}
"""
    spec = _read(text, "boats.yaml")
    own = spec.operations[0].failures
    assert [spec.failures.of(way, own).status for way in _WAYS] == [400, 422, 422, 422, 422]


def test_fields_one_after_the_other_have_a_jotting_each():
    brought = {each.wire: each.type for each in _read(_BOATS % "").operations[0].inputs}
    assert (brought["name"].min_length, brought["name"].max_length) == (1, 40)
    assert (brought["berth"].minimum, brought["berth"].maximum) == (1, 99)
    assert brought["hull"].choices == ("wood", "steel")
    told = "`POST /dogs` takes JSON: `name` text of 1 to 30 characters, `age` integer from 0 to 25"
    told += " and `note` optional. Answers 201 with the dog.\n\n`GET /dogs/{id}` answers the dog."
    given = {each.wire: each for each in _read(told).operations[0].inputs}
    assert (given["age"].type.maximum, given["note"].required) == (25, False)
