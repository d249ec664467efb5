"""Offers that outdo each other, and what documents of such services have beside them."""

import pytest

from beliefs.spec.documents import infer, read_openapi
from beliefs.spec.documents.openapi.pieces import codes_in
from beliefs.spec.notation import write
from beliefs.spec.service import Spec

SALE = """
openapi: 3.0.3
info:
  title: Sale
  description: |
    - The first offer must be at least `floor`, every further one at least `currentOffer + step`.
      A lower offer is 409 with `{"code": "TOO_LOW", "least": <what would do>}`.
    - Nobody makes an offer for an own car: 403 `{"code": "OWN_CAR"}`.
    - Whoever made the highest offer may not offer again: 409 `{"code": "LEADING"}`.
    - An offer of `fixed` or more ends the sale and sells the car.
    - The winner is whoever has the highest offer. A car with offers cannot be changed or deleted:
      409 `{"code": "HAS_OFFERS"}`.
    - Offers for a closed car are 409 `{"code": "OVER"}`.

    All other errors have a `code`, too.
security: [{bearer: []}]
paths:
  /people:
    post:
      security: []
      requestBody: {content: {application/json: {schema: {
        required: [name, password],
        properties: {name: {type: string}, password: {type: string}}}}}}
      responses:
        '201': {description: ok, content: {application/json: {schema: {
          properties: {id: {type: integer}, name: {type: string}, token: {type: string}}}}}}
        '409': {description: TAKEN (the name)}
  /sessions:
    post:
      security: []
      summary: A token for name and password
      responses: {'201': {description: '{"token": "..."}'}, '401': {description: UNAUTHORIZED}}
  /cars:
    get:
      security: []
      description: |
        Newest first. `seller=<name>`, `maxPrice` (currentOffer, or floor if there is none).
        `sort=price` sorts by that price.
      responses: {'200': {description: ok, content: {application/json: {schema: {
        type: array, items: {$ref: '#/components/schemas/Car'}}}}}}
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/CarIn'}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {
        $ref: '#/components/schemas/Car'}}}}}
  /cars/{id}:
    patch:
      responses:
        '200': {description: ok, content: {application/json: {schema: {
          $ref: '#/components/schemas/Car'}}}}
        '403': {description: NOT_SELLER}
        '409': {description: HAS_OFFERS}
  /cars/{id}/offers:
    get:
      security: []
      responses: {'200': {description: ok, content: {application/json: {
        example: [{"offerer": "ida", "amount": 3, "at": "2024-01-01T12:00:00Z"}]}}}}
    post:
      requestBody: {content: {application/json: {schema: {
        required: [amount], properties: {amount: {type: integer}}}}}}
      responses:
        '201': {description: the car, content: {application/json: {schema: {
          $ref: '#/components/schemas/Car'}}}}
        '403': {description: OWN_CAR}
        '409': {description: 'TOO_LOW, LEADING or OVER'}
  /cars/{id}/close:
    post:
      responses:
        '200': {description: ok, content: {application/json: {schema: {
          $ref: '#/components/schemas/Car'}}}}
        '403': {description: NOT_SELLER}
components:
  securitySchemes: {bearer: {type: http, scheme: bearer}}
  schemas:
    CarIn:
      required: [title, floor]
      properties:
        title: {type: string}
        floor: {type: integer}
        step: {type: integer, default: 1}
        fixed: {type: integer, nullable: true, description: not below floor}
    Car:
      allOf:
        - $ref: '#/components/schemas/CarIn'
        - properties:
            id: {type: integer}
            seller: {type: string, description: name}
            open: {type: boolean}
            currentOffer: {type: integer, nullable: true}
            winner: {type: string, nullable: true}
"""


@pytest.fixture(scope="module")
def sale() -> Spec:
    return infer(read_openapi(SALE, "sale.yaml"))


def _effect(spec: Spec, method: str, path: str) -> str:
    return next(
        write(each.effect) for each in spec.operations if (each.method, each.path) == (method, path)
    )


def test_codes_stand_where_words_do():
    assert codes_in("TOO_LOW, LEADING or OVER") == [
        ("TOO_LOW", "too low"),
        ("LEADING", "leading"),
        ("OVER", "over"),
    ]
    assert codes_in("Not found") == codes_in("the URL is bad") == []


def test_a_new_offer(sale):
    told = _effect(sale, "POST", "/cars/{id}/offers")
    for line in (
        "guard car.person_id != me.id else forbidden",
        "guard car.open else",
        "guard last(Offer[where .car_id = car.id, by .amount]).person_id != me.id else",
        "car.floor, last(Offer[where .car_id = car.id, by .at]).amount + car.step)",
        'answer 409 {code: "TOO_LOW", least: minimum}',
        "if car.fixed != null and input.amount >= car.fixed:",
    ):
        assert line in told


def test_every_rule_has_its_code(sale):
    made = next(
        each for each in sale.operations if each.path == "/cars/{id}/offers" and each.inputs[1:]
    )
    assert {each.code for each in made.failures} >= {"OWN_CAR", "OVER", "LEADING"}
    assert [each.words for each in sale.unknowns] == []


def test_who_wins_is_worked_out(sale):
    assert "winner: if(car.open, null, first(Person[" in _effect(sale, "POST", "/cars/{id}/close")


def test_rows_with_others_below_stay_as_they_are(sale):
    told = _effect(sale, "PATCH", "/cars/{id}")
    assert "guard count(Offer[where .car_id = car.id]) = 0 else conflict" in told
    assert "or_else(input.fixed, car.fixed) = null or" in told


def test_lists_look_at_whichever_value_is_there(sale):
    told = _effect(sale, "GET", "/cars")
    assert "or_else(.currentOffer, .floor) <= input.maxPrice" in told
    assert ".person_id in each(one in Person[where .name = input.seller]: one.id)" in told
    assert told.endswith("null), by .id down]")


def test_a_login_brings_what_the_account_was_made_with(sale):
    session = next(each for each in sale.operations if each.path == "/sessions")
    assert [each.name for each in session.inputs] == ["name", "password"]
    assert "answer 201 {token: made}" in write(session.effect)
