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
