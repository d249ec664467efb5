"""Costs that people share: balances of names in a list, or of rows."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Kind, Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

_TOURS = """
openapi: 3.0.0
info: {title: Tours, version: '1'}
paths:
  /tours:
    post:
      requestBody: {content: {application/json: {schema: {type: object, required: [name, members],
        properties: {name: {type: string}, members: {type: array, minItems: 2,
          items: {type: string}}}}}}}
      responses:
        '201': {description: made, content: {application/json: {schema: {type: object, properties: {
          id: {type: integer}, name: {type: string},
          members: {type: array, items: {type: string}}}}}}}
  /tours/{id}/bills:
    post:
      requestBody: {content: {application/json: {schema: {type: object, required: [payer, amount],
        properties: {payer: {type: string, description: one of the members},
          amount: {type: number}, split_between: {type: array, items: {type: string},
            description: some of the members; everybody if left out}}}}}}
      responses:
        '201': {description: booked}
        '400': {description: payer or split_between is not one of the members}
  /tours/{id}/balances:
    get:
      description: What every member has paid minus their share of the bills, rounded to 2 decimals.
      responses:
        '200': {description: ok, content: {application/json: {example: {
          balances: {ann: 12.5, bob: -12.5}}}}}
"""
_HOUSE = """# House costs

`POST /people` `{"name": "Ann"}` → 201 `{"id": 1, "name": "Ann"}`.

## POST /costs

`{"text": "Pizza", "amount": 1000, "payer": 1, "participants": [1, 2]}` → 201.

## GET /balances

`[{"person_id": 1, "name": "Ann", "paid": 1000, "balance": 500}]`, one entry per person.
`balance` is what the person paid minus their shares of all costs. The first participant also bears
the cents that are left over.
"""


def _effect(text: str, kind: Kind, way: str) -> str:
    spec: Spec = read_sources((Source("a", text, kind),), lambda told: understand(told).spec)
    return next(
        notation.write(each.effect)
        for each in spec.operations
        if f"{each.method} {each.path}" == way
    )


def test_balances_of_names_are_an_object() -> None:
    effect = _effect(_TOURS, "openapi", "GET /tours/{id}/balances")
    assert "{balances: keyed(each(person in tour.members: {key: person, value: round(" in effect
    assert "= 0, tour.members, cost.split_between)" in effect


def test_who_pays_and_who_shares_must_be_among_those_of_the_row_above() -> None:
    effect = _effect(_TOURS, "openapi", "POST /tours/{id}/bills")
    assert "guard input.payer in tour.members else refused" in effect
    assert "count(input.split_between[where not(row in tour.members)]) = 0 else refused" in effect


def test_balances_of_rows_are_a_list_and_the_first_bears_what_is_left_over() -> None:
    effect = _effect(_HOUSE, "markdown", "GET /balances")
    assert "each(person in Person: {person_id: person.id, name: person.name, paid: sum(" in effect
    assert ", person.id) = 0, cost.amount % count(" in effect
