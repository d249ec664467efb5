"""Requests and answers shown in fences, lists that name rows by their own keys, and their stock."""

from __future__ import annotations

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec

_WORKSHOP = """# Workshop parts

The tablet speaks to `http://shop:8123/api/...`.

## Parts

```
POST /api/parts
{"number": "BOLT-M8", "label": "Bolt M8"}

201 Created
{"number": "BOLT-M8", "label": "Bolt M8", "stock": 0}
```

- `number` is the key: capital letters, digits and dashes, 2 to 12 characters. Anything else: 422.
- The same `number` again: 409.

```
GET /api/parts/BOLT-M8      -> 200, as above; 404 if there is none
GET /api/parts              -> 200, sorted by number
```

## Deliveries

```
POST /api/deliveries
{"supplier": "Steel Ltd", "items": [{"number": "BOLT-M8", "count": 50}]}

201 Created
{"id": 1, "supplier": "Steel Ltd", "items": [{"number": "BOLT-M8", "count": 50}]}
```

Each item is added to the stock of its part. `count` is a whole number of at least 1; a delivery
must have at least one item.

## Orders

```
POST /api/orders
{"bench": "B2", "items": [{"number": "BOLT-M8", "count": 4}]}

201 Created
{"id": 1, "bench": "B2", "items": [{"number": "BOLT-M8", "count": 4}]}
```

An order takes its items out of the stock. It is all or nothing: when there is not enough, answer

```
409 Conflict
{"error": "out_of_stock", "missing": [{"number": "BOLT-M8", "wanted": 9, "left": 3}]}
```

## Scarce

```
GET /api/parts/scarce?under=3   -> 200, the parts with a stock under 3, lowest stock first
GET /api/plenty                 -> 200, the parts with a stock of at least 100
```

`under` is 5 if it is left out.
"""


def _read() -> Spec:
    return read_sources((Source("shop.md", _WORKSHOP),))


def _named(spec: Spec, method: str, path: str) -> Operation:
    return next(each for each in spec.operations if (each.method, each.path) == (method, path))


def test_a_status_alone_on_a_line_begins_an_answer() -> None:
    spec = _read()
    assert spec.port == 8123
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    assert {each.name: each.key.name for each in spec.entities}["Part"] == "number"
    assert _named(spec, "GET", "/api/parts/{number}").effect


def test_what_comes_in_is_added_and_what_goes_out_is_taken_as_a_whole() -> None:
    spec = _read()
    delivered = write(_named(spec, "POST", "/api/deliveries").effect)
    assert "patch Part part {stock: part.stock + item.count}" in delivered
    ordered = write(_named(spec, "POST", "/api/orders").effect)
    assert 'answer 409 {error: "out_of_stock", missing: short}' in ordered
    assert "patch Part part {stock: part.stock - item.count}" in ordered
    assert spec.failures.body == '{"error": "{message}"}'


def test_fields_of_items_are_bounded_and_lists_have_to_have_some() -> None:
    items = _named(_read(), "POST", "/api/deliveries").inputs[1]
    assert items.required
    assert items.type.min_length == 1
    assert items.type.item is not None
    number, count = items.type.item.fields
    assert not number.type.pattern  # an unknown number is not found, whatever it looks like
    assert count.type.minimum == 1


def test_a_parameter_bounds_what_an_example_of_it_bounds() -> None:
    spec = _read()
    assert ".stock >= 100" in write(_named(spec, "GET", "/api/plenty").effect)
    scarce = _named(spec, "GET", "/api/parts/scarce")
    assert scarce.inputs[0].default == "5"
    assert ".stock < input.under" in write(scarce.effect)
