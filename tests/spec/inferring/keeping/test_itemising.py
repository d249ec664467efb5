"""Values of the items in a list that a row keeps, and what they come to."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Kind, Source, read_sources
from beliefs.spec.service import Spec, blocked
from beliefs.spec.understanding import understand

_BILLS = """# Garage

A job sheet has a `car` (text, required), a `tax_rate` in percent (default 20) and `works`.

`POST /sheets`

```json
{"car": "VW", "tax_rate": 20, "works": [{"text": "Oil", "hours": 2, "rate": 60.5}]}
```

answers 201:

```json
{"id": 1, "car": "VW", "tax_rate": 20, "works": [{"text": "Oil", "hours": 2, "rate": 60.5,
 "amount": 121.0}], "net": 121.0, "tax": 24.2, "total": 145.2}
```

- `amount` of a work is hours times rate, rounded to 2 decimals
- `net` is the sum of all amounts
- `tax` is tax_rate percent of net, rounded to 2 decimals
- `total` is net plus tax

`GET /sheets/{id}` gives the same, 404 if unknown.
`GET /sheets/summary` gives `{"count": 2, "net": 242.0, "total": 290.4}`, the sums over all sheets.
"""
_ORDERS = """
openapi: 3.0.3
info: {title: Orders, version: '1'}
paths:
  /parts:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Part'}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {
        $ref: '#/components/schemas/Part'}}}}}
  /orders:
    post:
      description: The stock of every part goes down.
      requestBody: {content: {application/json: {schema: {type: object, required: [lines],
        properties: {lines: {type: array, items: {type: object, required: [sku, quantity],
          properties: {sku: {type: string}, quantity: {type: integer, minimum: 1}}}}}}}}}
      responses:
        '201': {description: made, content: {application/json: {schema: {
          $ref: '#/components/schemas/Order'}}}}
        '404': {description: no such part}
        '409': {description: not enough stock}
  /orders/{id}/cancel:
    post:
      description: Puts the quantities back into stock.
      responses:
        '200': {description: ok, content: {application/json: {schema: {
          $ref: '#/components/schemas/Order'}}}}
components:
  schemas:
    Part: {type: object, required: [sku, price, stock], properties: {sku: {type: string},
      price: {type: integer}, stock: {type: integer, minimum: 0}}}
    Order: {type: object, properties: {id: {type: integer},
      status: {type: string, enum: [placed, cancelled]},
      lines: {type: array, items: {type: object, properties: {sku: {type: string},
        quantity: {type: integer}, price: {type: integer},
        line_total: {type: integer, description: price * quantity}}}},
      total: {type: integer, description: sum of all line totals}}}
"""


def _read(text: str, kind: Kind) -> Spec:
    spec = read_sources((Source("a", text, kind),), lambda told: understand(told).spec)
    assert not blocked(spec)
    return spec


def _answer(spec: Spec, way: str) -> str:
    effect = next(e.effect for e in spec.operations if f"{e.method} {e.path}" == way)
    return notation.write(effect)


def test_items_and_sums_over_them_are_worked_out_wherever_a_row_is_shown() -> None:
    spec = _read(_BILLS, "markdown")
    for way in ("POST /sheets", "GET /sheets/{id}"):
        shown = _answer(spec, way)
        assert "merge(one, {amount: round(one.hours * one.rate, 2)})" in shown
        assert "net: sum(each(one in the_sheet.works: round(one.hours * one.rate, 2)))" in shown


def test_a_summary_sums_what_is_worked_out_and_no_other_number() -> None:
    shown = _answer(_read(_BILLS, "markdown"), "GET /sheets/summary")
    assert "total: sum(each(row_of in Sheet: sum(each(one in row_of.works: " in shown
    assert "one.tax_rate" not in shown


def test_lines_of_an_order_show_what_they_come_to_and_cancelling_gives_back() -> None:
    spec = _read(_ORDERS, "openapi")
    assert "{line_total: one.price * one.quantity}" in _answer(spec, "POST /orders")
    assert "{stock: part.stock + item.quantity}" in _answer(spec, "POST /orders/{id}/cancel")


def test_a_number_of_an_item_that_is_left_out_counts_nothing() -> None:
    optional = _ORDERS.replace("required: [sku, quantity],", "required: [sku],")
    shown = _answer(_read(optional, "openapi"), "POST /orders")
    assert "{line_total: one.price * or_else(one.quantity, 0)}" in shown
