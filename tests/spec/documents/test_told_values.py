"""Values and figures that the words of a document work out."""

import pytest

from beliefs.spec.documents import infer, read_openapi
from beliefs.spec.documents.contract import Property, Shape
from beliefs.spec.inferring.keeping.formulas import Reading, told_values
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.rules.transitions import arrows
from beliefs.spec.notation import write
from beliefs.spec.service import Spec
from beliefs.spec.types import Type

BILL = Shape(
    Type("record"),
    properties=(
        *(Property(each, Shape(Type("number")), required=True) for each in ("nights", "rate")),
        Property("fee", Shape(Type("number")), default="3"),
        Property(
            "lines",
            Shape(
                Type("list"),
                item=Shape(
                    Type("record"),
                    properties=(
                        Property("price", Shape(Type("number")), required=True),
                        Property("count", Shape(Type("integer")), required=True),
                    ),
                ),
            ),
            required=True,
        ),
    ),
)
LINES = "sum(each(one in input.lines: one.price * one.count))"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The total is nights * rate.", "input.nights * input.rate"),
        (
            "The total of a stay is nights times rate plus fee.",
            "input.nights * input.rate + or_else(input.fee, 3)",
        ),
        ("`total` = `nights` × `rate`, rounded to cents", "round(input.nights * input.rate, 2)"),
        ("The total is the sum of price * count of all lines", LINES),
        ("total is the sum of all lines (price * count)", LINES),
        (
            "The total is the sum of the fee and of all lines (price * count)",
            f"or_else(input.fee, 3) + {LINES}",
        ),
        ("The total is whatever the clerk thinks * rate.", ""),
        ("The total is shown.", ""),
    ],
)
def test_formulas(text, value):
    contract = read_openapi(STAYS, "stays.yaml")
    reading = Reading(Holding("Stay", "stay", set(), [], BILL), Kept(contract))
    reading.bring(BILL)
    found = dict(told_values(text, reading, {"total": Type("number")}))
    assert found.get("total", "") == value


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("Cancel (new or paid -> gone)", [("new", "gone"), ("paid", "gone")]),
        ("new/paid → gone", [("new", "gone"), ("paid", "gone")]),
        ("new -> paid -> gone", [("new", "paid"), ("paid", "gone")]),
    ],
)
def test_a_step_may_start_in_several_states(text, steps):
    assert arrows(text, ("new", "paid", "gone")) == steps


STAYS = """
swagger: "2.0"
info:
  title: Stays
  description: Actions in the wrong state are answered with 409.
paths:
  /stays:
    post:
      parameters: [{in: body, name: body, schema: {$ref: "#/definitions/NewStay"}}]
      responses: {201: {description: the stay, schema: {$ref: "#/definitions/Stay"}}}
    get:
      parameters: [{in: query, name: guest, type: string, description: part of its name}]
      responses:
        200: {description: ok, schema: {type: array, items: {$ref: "#/definitions/Stay"}}}
  /stays/{id}/bill:
    post:
      description: The cost is nights times rate. (open -> billed)
      parameters:
        - {in: path, name: id, type: integer, required: true}
        - in: body
          name: body
          schema:
            required: [nights, rate]
            properties: {nights: {type: integer}, rate: {type: number}}
      responses: {200: {description: ok, schema: {$ref: "#/definitions/Stay"}}}
  /figures:
    get:
      summary: How many stays are in each state, and the sum of the costs of billed stays as income
      responses:
        200:
          description: ok
          examples: {application/json: {"stays": {"open": 1}, "income": 12.5}}
definitions:
  NewStay: {required: [guest], properties: {guest: {type: string}}}
  Stay:
    properties:
      id: {type: integer}
      guest: {type: string}
      state: {type: string, enum: [open, billed]}
      cost: {type: number, description: null until it is billed}
"""


@pytest.fixture(scope="module")
def stays() -> Spec:
    return infer(read_openapi(STAYS, "stays.yaml"))


def _effect(spec: Spec, path: str, method: str = "POST") -> str:
    return next(
        write(each.effect) for each in spec.operations if (each.method, each.path) == (method, path)
    )


def test_a_deed_sets_what_words_work_out_of_its_body(stays):
    effect = _effect(stays, "/stays/{id}/bill")
    assert "cost: input.nights * input.rate" in effect
    assert 'guard stay.state = "open" else conflict' in effect


def test_a_value_that_is_null_until_then_begins_as_null(stays):
    entity = stays.entities[0]
    assert next(each for each in entity.fields if each.name == "cost").default == ""


def test_figures_told_by_the_summary(stays):
    effect = _effect(stays, "/figures", "GET")
    assert 'sum(each(one in Stay[where .state = "billed"]: or_else(one.cost, 0)))' in effect
    assert 'group(Stay, "state")' in effect


def test_part_of_a_text_is_a_filter_that_looks_inside(stays):
    assert "contains(" in _effect(stays, "/stays", "GET")


def test_nothing_is_left_over(stays):
    assert [each.words for each in stays.unknowns] == []
