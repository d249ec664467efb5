"""What OpenAPI documents say beside schemas: keys, steps of numbers, states, other faults."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec

LOCKERS = """
openapi: 3.0.3
info: {title: Lockers, version: "1"}
security: [{SCHEME: []}]
paths:
  /rentals:
    post:
      summary: Rent a locker
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [name, hours]
              properties:
                name: {type: string}
                hours: {type: integer, enum: [1, 4, 24]}
                deposit: {type: number, multipleOf: 0.5}
      responses:
        '201': {description: Rented, content: {application/json: {schema: {$ref: '#/components/schemas/Rental'}}}}
        '422': {description: Invalid, content: {application/json: {schema: {type: object, properties: {errors: {type: object, additionalProperties: {type: string}}}}}}}
  /rentals/{id}/state:
    put:
      summary: Change the state
      description: rented → open → returned, nothing else. A returned rental has no name.
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      requestBody:
        content:
          application/json: {schema: {type: object, required: [state], properties: {state: {$ref: '#/components/schemas/State'}}}}
      responses:
        '200': {description: Changed, content: {application/json: {schema: {$ref: '#/components/schemas/Rental'}}}}
        '404': {description: Unknown rental}
        '409': {description: Not possible}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key, description: Compared with LOCKER_KEY}
    token: {type: http, scheme: bearer, description: 'The token is "sesame" unless LOCKER_TOKEN is set'}
    desk: {type: http, scheme: basic, description: User desk, password from DESK_PASSWORD}
  schemas:
    State: {type: string, enum: [rented, open, returned]}
    Rental:
      type: object
      properties:
        id: {type: integer}
        name: {type: string, nullable: true}
        hours: {type: integer}
        deposit: {type: number, nullable: true}
        state: {$ref: '#/components/schemas/State'}
"""  # noqa: E501


def lockers(scheme: str = "key") -> Spec:
    return read_sources((Source("lockers.yaml", LOCKERS.replace("SCHEME", scheme), "openapi"),))


def effect(spec: Spec, method: str) -> str:
    return next(notation.write(each.effect) for each in spec.operations if each.method == method)


@pytest.mark.parametrize(
    ("scheme", "place", "held"),
    [
        ("key", "header", 'env("LOCKER_KEY")'),
        ("token", "bearer", 'or_else(env("LOCKER_TOKEN"), "sesame")'),
        ("desk", "basic", 'base64("desk:" + env("DESK_PASSWORD"))'),
    ],
)
def test_a_scheme_says_what_callers_show(scheme, place, held):
    spec = lockers(scheme)
    assert spec.identity is not None
    assert spec.identity.place == place
    assert held in notation.expression(spec.identity.who)


def test_numbers_between_those_that_are_allowed_are_refused():
    made = effect(lockers(), "POST")
    assert "input.hours in [1, 4, 24]" in made
    assert "round(input.deposit / 0.5, 6) = floor(round(input.deposit / 0.5, 6))" in made
    assert not [each for each in lockers().unknowns if each.rank != "narrative"]


def test_arrows_say_which_state_follows_on_which():
    moved = effect(lockers(), "PUT")
    assert 'input.state = "open" and rental.state = "rented"' in moved
    assert 'input.state = "returned" and rental.state = "open"' in moved
    assert 'name: if(input.state = "returned", null, rental.name)' in moved


def test_faults_of_inputs_may_have_a_body_of_their_own():
    table = lockers().failures
    assert table.of("missing").body == '{"errors": "{fields}"}'
    assert table.body == '{"detail": "{message}"}'
