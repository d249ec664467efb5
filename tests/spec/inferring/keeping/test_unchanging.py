"""Rows that a document has in a table, which no request adds to."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Kind, Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

_BOATS = """
openapi: 3.0.0
info:
  title: boats
  version: '1'
  description: |
    We rent out these boats:

    | name  | seats | price |
    |-------|-------|-------|
    | Heron | 2     | 12.5  |
    | Gull  | 4     | 20    |

    The deposit is 50 if the hours is more than 4, otherwise 20.
paths:
  /boats:
    get:
      summary: All boats, most seats first
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: {type: array, items: {$ref: '#/components/schemas/Boat'}}
  /rentals:
    post:
      summary: Rent a boat
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [name, hours]
              properties: {name: {type: string}, hours: {type: integer, minimum: 1}}
      responses:
        '201':
          description: ok
          content: {application/json: {schema: {$ref: '#/components/schemas/Rental'}}}
        '422': {description: bad input or unknown boat}
  /rentals/{id}/return:
    post:
      summary: Close the rental
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses:
        '200':
          description: the rental
          content: {application/json: {schema: {$ref: '#/components/schemas/Rental'}}}
        '404': {description: unknown}
        '409': {description: it is closed already}
components:
  schemas:
    Boat:
      type: object
      properties: {name: {type: string}, seats: {type: integer}, price: {type: number}}
    Rental:
      type: object
      properties:
        id: {type: integer}
        name: {type: string}
        hours: {type: integer}
        seats: {type: integer}
        price: {type: number}
        cost: {type: number, description: price times hours}
        deposit: {type: integer}
        state: {type: string, enum: [running, closed]}
"""

_KIOSK = """# Snack kiosk

Orders for a kiosk at the pool. The menu is fixed:

| code  | title        | cents |
|-------|--------------|-------|
| fries | French fries | 350   |
| cola  | Cola 0.3     | 280   |

`GET /menu` lists it (`[{"code": "cola", "title": "Cola 0.3", "cents": 280}]`), sorted by code.

- `POST /orders` with `{"code": "cola", "count": 2}` (201) answers
  `{"id": 1, "code": "cola", "title": "Cola 0.3", "count": 2}`. 404 if the code is unknown.
- `GET /orders` lists the orders.
"""


def _read(text: str, kind: Kind) -> Spec:
    spec = read_sources((Source("document", text, kind),), lambda told: understand(told).spec)
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    return spec


def _effects(spec: Spec) -> dict[str, str]:
    return {f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations}


def test_a_table_is_listed_and_known_to_those_who_name_its_rows() -> None:
    spec = _read(_BOATS, "openapi")
    told = _effects(spec)
    assert [each.name for each in spec.entities] == ["Rental"]
    assert told["GET /boats"].endswith("answer 200 boats[by .seats down]")
    rents = told["POST /rentals"]
    assert '{name: "Gull", seats: 4, price: 20.0}]' in rents
    assert "guard count(boats[where .name = input.name]) > 0 else out_of_range" in rents
    assert "seats: first(boats[where .name = rental.name]).seats" in rents
    assert "cost: first(boats[where .name = rental.name]).price * rental.hours" in rents


def test_a_number_is_one_thing_or_another() -> None:
    told = _effects(_read(_BOATS, "openapi"))
    assert "deposit: if(rental.hours > 4, 50, 20)" in told["POST /rentals"]


def test_what_is_done_is_what_the_row_is_then() -> None:
    told = _effects(_read(_BOATS, "openapi"))["POST /rentals/{id}/return"]
    assert 'guard rental.state != "closed" else conflict "It is closed already"' in told
    assert 'patch Rental rental {state: "closed"}' in told


def test_a_description_has_such_tables_too() -> None:
    told = _effects(_read(_KIOSK, "markdown"))
    assert told["GET /menu"].endswith("answer 200 menus[by .code]")
    assert "guard count(menus[where .code = input.code]) > 0 else absent" in told["POST /orders"]
    assert "title: first(menus[where .code = order.code]).title" in told["POST /orders"]
