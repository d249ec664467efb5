"""What is where is the sum of what came, went and was moved."""

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources

DEPOT = """
openapi: 3.0.3
info: {title: Depot, version: "1"}
paths:
  /parts:
    get:
      parameters:
        - name: scarce
          in: query
          description: only parts whose total stock is below their least
          schema: {type: boolean}
      responses: {"200": {content: {application/json: {schema: {type: array, items: &part {
        properties: {id: {type: integer}, name: {type: string}, least: {type: integer},
        total: {type: integer}, stock: {type: object, additionalProperties: {type: integer}}}}}}}}}
    post:
      requestBody: {content: {application/json: {schema: {required: [name, least],
        properties: {name: {type: string}, least: {type: integer}}}}}}
      responses: {"201": {content: {application/json: {schema: *part}}}}
  /parts/{id}:
    delete:
      description: Only a part without stock can be deleted.
      responses: {"204": {description: gone}, "409": {description: not possible}}
  /parts/{id}/movements:
    post:
      description: |
        `in` adds, `out` takes away, `move` goes from `shelf` to `to_shelf`, which is required for
        a move. If there is less than `quantity`, the answer is 409 with the error `too little`.
      requestBody: {content: {application/json: {schema: &moved {required: [type, shelf, quantity],
        properties: {type: {type: string, enum: [in, out, move]}, shelf: {type: string},
        to_shelf: {type: string, nullable: true}, quantity: {type: integer}}}}}}
      responses: {"201": {content: {application/json: {schema: *moved}}}, "422": {description: bad}}
  /shelves:
    get:
      description: Every shelf that holds stock, with the sum of it.
      responses: {"200": {content: {application/json: {schema: {type: array, items: {
        properties: {shelf: {type: string}, quantity: {type: integer}}}}}}}}
"""


def test_stock_is_worked_out_of_movements():
    spec = read_sources((Source("depot.yaml", DEPOT, "openapi"),))
    effects = {
        f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations
    }
    listed = effects["GET /parts"]
    assert "keyed(each(there in distinct(flat([" in listed
    assert "not(input.scarce) or .total < .least" in listed
    moved = effects["POST /parts/{id}/movements"]
    assert 'not(input.type in ["move"]) or input.to_shelf != null else out_of_range' in moved
    assert '>= input.quantity else conflict "too little"' in moved
    assert "delete Movement where .part_id = part.id" in effects["DELETE /parts/{id}"]
    assert "[where .quantity != 0, by .shelf]" in effects["GET /shelves"]
    operation = next(each for each in spec.operations if each.path == "/parts/{id}/movements")
    assert not next(each for each in operation.inputs if each.name == "to_shelf").required


CELLARS = """
# Wine cellars

| method | path | body | answer |
|---|---|---|---|
| POST | /wines | `name` (required), `minimum` (integer, 0 or more, default 0) | 201 wine |
| GET | /wines/{id} | | 200 wine; 404 |
| POST | /cellars | `name` (required) | 201 cellar |
| POST | /shipments | `wine_id`, `way` (`in`, `out` or `transfer`), `amount` (integer, >= 1), \
`from_cellar_id`, `to_cellar_id` | 201 shipment; 404; 409 not enough bottles there |
| GET | /wines/{id}/stock | | 200 `{"total": 3, "cellars": [{"cellar_id": 1, "amount": 3}]}` |
| GET | /cellars/{id}/contents | | 200 `[{"wine_id": 1, "name": "Rioja", "amount": 3}]` |
| GET | /scarce | | 200, wines whose total stock is below their `minimum` |

A wine is `{"id": 1, "name": "Rioja", "minimum": 6}`, a cellar `{"id": 1, "name": "North"}`.
A shipment is `{"id": 1, "wine_id": 1, "way": "in", "amount": 3, "from_cellar_id": null, \
"to_cellar_id": 1}`.
"""


def _effects(text: str) -> dict[str, str]:
    spec = read_sources((Source("told.md", text, "markdown"),))
    assert not [each for each in spec.unknowns if each.rank == "blocking"]
    return {f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations}


def test_movements_that_name_a_row_and_two_places_change_its_stock_there():
    effects = _effects(CELLARS)
    moved = effects["POST /shipments"]
    assert 'guard input.way in ["in"] or input.from_cellar_id != null else out_of_range' in moved
    assert 'guard input.way in ["out"] or input.to_cellar_id != null else out_of_range' in moved
    assert "one.from_cellar_id = input.from_cellar_id" in moved
    assert '>= input.amount else conflict "Not enough bottles there"' in moved
    stock = effects["GET /wines/{id}/stock"]
    assert 'if(one.way in ["transfer"], 0, 0 - one.amount)' in stock
    assert "each(cellar in Cellar: {cellar_id: cellar.id, amount: sum(" in stock
    there = effects["GET /cellars/{id}/contents"]
    assert "one.to_cellar_id = cellar.id" in there
    assert there.endswith("[where .amount != 0]")
    assert "[where .stock < .minimum]: wine.id)" in effects["GET /scarce"]


CUPBOARD = """
# Tea cupboard

## Data

**Tea**

| field | type | notes |
|---|---|---|
| id | integer | set by the server |
| name | string | required |
| refill_at | integer | optional, default 5 |
| stock | integer | read only; starts at 0 |

**Booking**

| field | type | notes |
|---|---|---|
| id | integer | set by the server |
| tea_id | integer | from the path |
| kind | string | required: `in` (bought) or `out` (brewed) |
| amount | integer | required, >= 1 |

## Requests

| method | path | what it does | success |
|---|---|---|---|
| POST | /teas | add a tea | 201, the tea |
| GET | /teas/{id} | one tea | 200, the tea |
| POST | /teas/{id}/bookings | book | 201, the booking plus `stock_after` |
| GET | /refills | teas whose stock is at or below their refill at | 200, array of \
`{"name", "stock", "refill_at", "missing"}` |

- `missing` in a refill is `refill_at - stock`. The refills are sorted by `missing`, largest first.
- An `out` of more than there is fails with 409.
"""


def test_what_is_left_after_a_movement_is_shown_and_what_is_missing_worked_out():
    effects = _effects(CUPBOARD)
    booked = effects["POST /teas/{id}/bookings"]
    assert 'guard input.kind in ["in"] or sum(' in booked
    assert (
        "stock_after: sum(each(one in Booking[where .tea_id = booking.tea_id and .id <=" in booked
    )
    assert "merge(tea, {stock: sum(" in effects["GET /teas/{id}"]
    short = effects["GET /refills"]
    assert "[where .stock <= .refill_at]" in short
    assert "missing: tea.refill_at - sum(" in short
    assert short.endswith("[by .missing down]")


def test_a_value_of_a_list_that_nothing_explains_is_told():
    text = CUPBOARD.replace(
        "- `missing` in a refill is `refill_at - stock`. The refills", "- The refills"
    )
    spec = read_sources((Source("told.md", text, "markdown"),))
    assert any("missing of GET /refills" in each.words for each in spec.unknowns)
