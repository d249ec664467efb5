"""Units that running words list by what they are of: converted, told, and remembered."""

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.documents.sources import Kind

SLOPPY = """
openapi: 3.0.0
info: {title: converter, version: "1"}
paths:
  /convert:
    post:
      description: |
        Post {"amount": 3, "from": "kg", "to": "g"} with amount (a number). You get
        {"amount": 3000, "unit": "g"}: the amount, rounded to 3 decimals, and the unit.

        Weights: g, kg, lb (453.59237 g). Temperatures: C, F, K.

        An unknown unit is 422 with {"error": "unknown unit: stone"}.
        Units of different kinds are 422 with {"error": "cannot convert kg to C"}.
        A weight below 0 is 422 with {"error": "too small"}, so is a temperature below absolute
        zero.
      requestBody: {content: {application/json: {schema: {type: object}}}}
      responses: {"200": {description: converted}, "422": {description: wrong}}
  /units:
    get:
      description: An object with the keys weight and temperature, each a list of its units.
      responses: {"200": {description: units}}
  /recent:
    get:
      description: List of the last 3 conversions, newest first, each as {"amount", "from", "to",
        "result"}, amount being what was sent.
      responses: {"200": {description: at most 3}}
"""
MARKED = """
# Kitchen

POST /convert

Send `{"amount": 5, "from": "kg", "to": "lb"}`; the answer is `{"amount": 11.0231, "unit": "lb"}`,
rounded to 4 decimals.
Weights: g, kg, lb (453.59237 g). Volumes: ml, l, cup (240 ml).
Unknown units are 422 with `{"error": "unknown unit: stone"}`. Mixing kinds is 422 with
`{"error": "cannot convert kg to l"}`. Negative amounts are 422.

GET /units

A list of all units.
"""


@pytest.mark.parametrize(
    ("name", "goal", "digits", "listed"),
    [
        (
            "api.yaml",
            SLOPPY,
            3,
            'answer 200 {weight: ["g", "kg", "lb"], temperature: ["C", "F", "K"]}',
        ),
        ("api.md", MARKED, 4, 'answer 200 ["g", "kg", "lb", "ml", "l", "cup"]'),
    ],
)
def test_units_in_running_words_are_converted_and_told(name, goal, digits, listed):
    kind: Kind = "openapi" if name.endswith("yaml") else "markdown"
    spec = read_sources((Source(name, goal, kind),))
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    effects = {each.path: notation.write(each.effect) for each in spec.operations}
    assert next(each for each in spec.operations[0].inputs).type.kind == "number"
    convert = effects["/convert"]
    assert 'answer 422 {error: "unknown unit: " + input.from}' in convert
    assert 'answer 422 {error: "cannot convert " + input.from + " to " + input.to}' in convert
    assert f"+ end.less, {digits})" in convert
    assert "unit: input.to" in convert
    assert listed in effects["/units"]


def test_what_cannot_be_is_refused_and_the_rest_remembered():
    spec = read_sources((Source("api.yaml", SLOPPY, "openapi"),))
    effects = {each.path: notation.write(each.effect) for each in spec.operations}
    convert = effects["/convert"]
    assert 'guard input.amount >= 0 or start.kind = "temperature" else' in convert
    assert "round((input.amount - start.less) * start.by, 6) >= -273.15 else" in convert
    assert "insert Conversion {amount: input.amount, from: input.from" in convert
    assert "Conversion[by .id down, limit 3]" in effects["/recent"]
    kinds = {each.name: each.type.kind for one in spec.entities for each in one.fields}
    assert kinds == {"amount": "number", "from": "string", "to": "string", "result": "number"}
