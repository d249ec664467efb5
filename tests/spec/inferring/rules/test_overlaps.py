"""Rows of one thing that may not be at one time: taken for a while, and free before and behind."""

from __future__ import annotations

import pytest

from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.notation import write
from beliefs.spec.service import Spec

_RENTALS = """openapi: 3.0.3
info:
  title: Van rental
  version: "1"
  description: PROSE
paths:
  /rentals:
    get:
      summary: All rentals, in the order in which they begin
      responses:
        "200":
          description: all
          content:
            application/json:
              schema: {type: array, items: {$ref: "#/components/schemas/Rental"}}
    post:
      requestBody:
        content: {application/json: {schema: {$ref: "#/components/schemas/NewRental"}}}
      responses:
        "201":
          description: made
          content: {application/json: {schema: {$ref: "#/components/schemas/Rental"}}}
        "409": {description: "CONFLICT"}
        "422": {description: "INVALID"}
  /rentals/{id}:
    put:
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      requestBody:
        content: {application/json: {schema: {$ref: "#/components/schemas/NewRental"}}}
      responses:
        "200":
          description: changed
          content: {application/json: {schema: {$ref: "#/components/schemas/Rental"}}}
        "404": {description: none}
        "409": {description: "CONFLICT"}
components:
  schemas:
    NewRental:
      type: object
      required: [van, begin, end]
      properties:
        van: {type: string}
        begin: {type: string, format: date-time}
        end: {type: string, format: date-time, description: "END"}
    Rental:
      allOf:
        - $ref: "#/components/schemas/NewRental"
        - {type: object, properties: {id: {type: integer}}}
"""
_APART = ".van = input.van and .begin < input.end and .end > input.begin"


def _rentals(
    prose: str = "Vans.", conflict: str = "Conflict", invalid: str = "", end: str = ""
) -> Spec:
    text = _RENTALS.replace("PROSE", prose).replace("CONFLICT", conflict)
    return read_sources((Source("a.yaml", text.replace("INVALID", invalid).replace("END", end)),))


def _effect(spec: Spec, method: str) -> str:
    return write(next(each for each in spec.operations if each.method == method).effect)


@pytest.mark.parametrize(
    ("prose", "conflict"),
    [
        ("Vans.", "The van is taken during a part of that time"),
        ("Vans.", "The van is already rented at that time"),
        ("Two rentals of the same van must never overlap.", "The van is taken"),
        ("Rentals of one van may touch but not overlap.", "Conflict"),
    ],
)
def test_what_is_taken_for_a_while_is_no_value_of_one_row(prose: str, conflict: str) -> None:
    spec = _rentals(prose, conflict)
    made = _effect(spec, "POST")
    assert f"guard count(Rental[where {_APART}]) = 0 else conflict" in made
    assert "Rental[where .van = input.van])" not in made
    [rental] = [each for each in spec.entities if each.name == "Rental"]
    assert not rental.fields[0].unique


def test_a_changed_row_is_in_the_way_of_others_and_not_of_itself() -> None:
    changed = _effect(_rentals(conflict="The van is taken at that time"), "PUT")
    own = _APART.replace(" and .begin", " and .id != rental.id and .begin")
    assert f"guard count(Rental[where {own}]) = 0 else conflict" in changed


@pytest.mark.parametrize(
    ("invalid", "end", "sign"),
    [
        ("Invalid", "later than begin", "input.end > input.begin"),
        ("The rental does not end after it begins", "", "input.begin < input.end"),
        ("Invalid, or it ends before it begins", "", "input.begin <= input.end"),
    ],
)
def test_a_row_ends_after_it_begins(invalid: str, end: str, sign: str) -> None:
    assert f"guard {sign} else out_of_range" in _effect(_rentals("Vans.", "", invalid, end), "POST")


def test_rows_are_listed_in_the_order_in_which_something_happens() -> None:
    assert _effect(_rentals(), "GET").startswith("answer 200 Rental[by .begin]")


def test_a_described_thing_is_taken_for_a_while() -> None:
    text = """# Court times

Two reservations of the same court must not overlap.

### POST /reservations
Body:
- `court`: string, required
- `start`: datetime, required
- `end`: datetime, required, later than `start`

201 with the reservation. 409 when the court is taken at that time. 422 on bad input.

### GET /reservations
200, a list.
"""
    spec = read_sources((Source("a.md", text),))
    made = _effect(spec, "POST")
    assert ".court = input.court and .start < input.end and .end > input.start" in made
    assert "guard input.end > input.start else out_of_range" in made
