"""What answers of one service show differently, and what is told of them beside other things."""

from __future__ import annotations

from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.notation import write
from beliefs.spec.service import Spec

_TAPES = """# Mixtapes

### POST /tapes
Body `{"title": "Rain"}`. 201 with `{"id": 1, "title": "Rain", "songs": 0}`.

### POST /tapes/{id}/songs
Body `{"name": "One", "seconds": 200}`. 201 with the song.

### GET /tapes
All tapes: `[{"id": 1, "title": "Rain", "songs": 2}]` where songs is the number of songs.

### GET /tapes/{id}
One tape with its songs, longest first:
`{"id": 1, "title": "Rain", "songs": [{"id": 1, "name": "One", "seconds": 200}]}`.
"""
_BILLS = """openapi: 3.0.3
info: {title: Garage bills, version: "1"}
paths:
  /bills:
    get:
      description: All bills, each with how many parts it has.
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: array
                items:
                  type: object
                  properties:
                    id: {type: integer}
                    client: {type: string}
                    parts: {type: integer, description: how many parts it has}
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: object, required: [client], properties: {client: {type: string}}}
      responses:
        '201':
          description: the bill
          content: {application/json: {schema: {$ref: '#/components/schemas/Bill'}}}
  /bills/{id}/parts:
    post:
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Part'}}}
      responses:
        '201':
          description: the part
          content: {application/json: {schema: {$ref: '#/components/schemas/Part'}}}
  /bills/{id}:
    get:
      description: The bill with its parts, dearest first, and total is the sum of their cents.
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: object
                properties:
                  id: {type: integer}
                  client: {type: string}
                  parts: {type: array, items: {$ref: '#/components/schemas/Part'}}
                  total: {type: integer}
components:
  schemas:
    Bill: {type: object, properties: {id: {type: integer}, client: {type: string}}}
    Part:
      type: object
      required: [name, cents]
      properties:
        id: {type: integer, readOnly: true}
        name: {type: string}
        cents: {type: integer, minimum: 0}
"""


def _read(name: str, text: str) -> Spec:
    return read_sources((Source(name, text),))


def _effect(spec: Spec, way: str) -> str:
    return next(
        write(each.effect) for each in spec.operations if f"{each.method} {each.path}" == way
    )


def _unmet(spec: Spec) -> list[str]:
    return [each.words for each in spec.unknowns if each.rank != "narrative"]


def test_rows_are_shown_in_one_answer_and_counted_in_another():
    spec = _read("tapes.md", _TAPES)
    assert _unmet(spec) == []
    assert "{songs: count(Song[where .tape_id = tape.id])}" in _effect(spec, "GET /tapes")
    assert "{songs: count(Song[where" in _effect(spec, "POST /tapes")
    spec = _read("bills.yaml", _BILLS)
    assert "parts: count(Part[where .bill_id = bill.id" in _effect(spec, "GET /bills")


def test_rows_within_a_row_are_sorted_as_words_say_of_them():
    shown = _effect(_read("tapes.md", _TAPES), "GET /tapes/{id}")
    assert "songs: Song[where .tape_id = tape.id, by .seconds down]" in shown
    shown = _effect(_read("bills.yaml", _BILLS), "GET /bills/{id}")
    assert "parts: Part[where .bill_id = bill.id, by .cents down]" in shown
    assert "total: sum(each(" in shown


def test_an_order_within_a_row_that_nothing_knows_is_listed():
    spec = _read("tapes.md", _TAPES.replace("longest first", "saddest first"))
    assert any("saddest first" in each for each in _unmet(spec))


def test_what_is_answered_stands_before_how_it_fails():
    spec = _read(
        "clubs.md",
        "# Clubs\n\n"
        '- `POST /clubs` `{"name": "Go"}` → 201 `{"id": 1, "name": "Go"}`\n'
        '- `POST /clubs/{id}/members` `{"name": "Ada", "fee": 10}` → 201 the member\n'
        '- `GET /clubs/{id}/report` → `{"members": 2, "fees": 20}`: how many members there are, '
        "and fees is the sum of their fees; 404 for unknown clubs\n",
    )
    assert "members: count(Member[where" in _effect(spec, "GET /clubs/{id}/report")
    assert "fees: sum(each(" in _effect(spec, "GET /clubs/{id}/report")


def test_a_conflict_about_what_is_in_a_list_is_no_conflict_about_the_row():
    spec = _read(
        "carts.md",
        "# Carts\n\n"
        '- `POST /carts` `{"customer": "ada", "lines": [{"sku": "a1", "quantity": 2}]}` → 201 '
        '`{"id": 1, "customer": "ada", "status": "open", "lines": [{"sku": "a1", "quantity": 2}]}`'
        "; 409 if this sku is already in an open cart\n"
        "- `GET /carts` → all carts\n"
        "- `POST /carts/{id}/close` → 200, the cart becomes `closed`\n",
    )
    assert "customer = input.customer" not in _effect(spec, "POST /carts")
    assert any("this sku is already in an open cart" in each for each in _unmet(spec))


def test_commas_in_quotes_of_a_header_are_listed():
    spec = _read(
        "books.md",
        "# Books\n\n"
        '- `POST /books` `{"title": "Emma", "author": "Austen, Jane"}` → 201 the book\n'
        "- `GET /books/export` → CSV (`text/csv`) with the header "
        '`title,"author, in full"`\n',
    )
    assert any('"author, in full"' in each for each in _unmet(spec))
