"""What OpenAPI documents say, request by request: what schemas state, and what is described."""

from __future__ import annotations

import pytest

from beliefs.spec.brief.reading import read
from beliefs.spec.notation import write
from beliefs.spec.service import Spec, blocked

_PLANTS = """
openapi: 3.0.3
info: {title: Plants, version: '1', description: What grows where.}
servers: [{url: 'http://localhost:9000/api'}]
security: [{key: []}]
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key, description: Equals the environment variable PLANT_KEY}
  parameters:
    Id: {name: id, in: path, required: true, schema: {type: integer}}
  responses:
    Missing: {description: There is no such plant}
  schemas:
    Light: {type: string, enum: [sun, shade], default: shade}
    New:
      type: object
      required: [name]
      properties:
        name: {type: string, minLength: 1, maxLength: 40}
        days: {type: integer, minimum: 1, default: 7}
        light: {$ref: '#/components/schemas/Light'}
        room: {type: string, nullable: true, description: Where it stands}
    Plant:
      allOf:
        - $ref: '#/components/schemas/New'
        - {type: object, properties: {id: {type: integer}, watered: {type: boolean}}}
    Error: {type: object, required: [error], properties: {error: {type: string}}}
paths:
  /plants:
    get:
      summary: All plants, alphabetically by name
      parameters:
        - {name: room, in: query, schema: {type: string}, description: Only plants in this room}
        - {name: sort, in: query, schema: {type: string, enum: [name, -days], default: name}}
        - {name: page, in: query, schema: {type: integer, minimum: 1, default: 1}}
        - {name: per_page, in: query, schema: {type: integer, maximum: 50, default: 20}}
      responses:
        200:
          description: A page
          content:
            application/json:
              schema:
                type: object
                properties:
                  items: {type: array, items: {$ref: '#/components/schemas/Plant'}}
                  total: {type: integer}
                  pages: {type: integer, description: How many pages there are}
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/New'}}}}
      responses:
        201: {description: Added, content: {application/json: {schema: {$ref: '#/components/schemas/Plant'}}}}
        400: {description: Invalid plant, content: {application/json: {schema: {$ref: '#/components/schemas/Error'}}}}
        409: {description: A plant with this name already exists, content: {application/json: {example: {error: name in use}}}}
  /plants/{id}:
    parameters: [{$ref: '#/components/parameters/Id'}]
    patch:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/New'}}}}
      responses:
        200: {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Plant'}}}}
        404: {$ref: '#/components/responses/Missing'}
  /plants/{id}/water:
    parameters: [{$ref: '#/components/parameters/Id'}]
    post:
      responses:
        200: {description: 'The plant, watered', content: {application/json: {schema: {$ref: '#/components/schemas/Plant'}}}}
        404: {$ref: '#/components/responses/Missing'}
        409: {description: It is watered already}
"""


def _spec(text: str) -> Spec:
    return read(text, "api.yaml", "openapi")


def _effect(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return write(found.effect, "").strip()


def test_what_schemas_state_survives() -> None:
    spec = _spec(_PLANTS)
    assert not [each.words for each in spec.unknowns if each.rank != "narrative"]
    assert (spec.base, spec.port, spec.failures.body) == ("/api", 9000, '{"error": "{message}"}')
    plant = spec.entity("Plant")
    assert plant is not None
    named = {each.name: each for each in plant.fields}
    assert (named["name"].type.min_length, named["name"].type.max_length) == (1, 40)
    assert (named["days"].type.minimum, named["days"].default) == (1, "7")
    assert (named["light"].type.choices, named["light"].default) == (("sun", "shade"), '"shade"')
    assert named["room"].type.nullable
    assert not named["name"].type.nullable


def test_a_change_by_the_schema_of_a_whole_row_may_leave_any_of_it_out() -> None:
    spec = _spec(_PLANTS)
    change = next(each for each in spec.operations if each.method == "PATCH")
    made = next(
        each for each in spec.operations if each.path == "/api/plants" and each.method == "POST"
    )
    assert [each.name for each in made.inputs if each.required] == ["name"]
    assert [each.name for each in change.inputs if each.required] == ["id"]
    assert not any(each.default for each in change.inputs)


def test_what_fails_is_read_of_its_description() -> None:
    spec = _spec(_PLANTS)
    assert (
        'guard count(Plant[where .name = input.name]) = 0 else conflict "name in use"'
        in _effect(spec, "POST", "/api/plants")
    )
    watered = _effect(spec, "POST", "/api/plants/{id}/water")
    assert "guard not(plant.watered) else conflict" in watered
    assert "patch Plant plant {watered: true}" in watered


def test_lists_are_sorted_narrowed_and_paged_by_parameters() -> None:
    found = _effect(_spec(_PLANTS), "GET", "/api/plants")
    assert "where input.room = null or .room = input.room" in found
    assert 'by if(input.sort = "-days", .days, null) down' in found
    assert "skip (input.page - 1) * input.per_page, limit input.per_page" in found
    assert "+ input.per_page - 1) / input.per_page)" in found


def test_a_key_of_the_environment_is_asked_for() -> None:
    spec = _spec(_PLANTS)
    assert spec.identity is not None
    assert (spec.identity.place, spec.identity.name) == ("header", "X-Key")
    assert {each.needs for each in spec.operations} == {"caller"}


_READINGS = """
openapi: 3.1.0
info: {title: Readings, version: '1'}
paths:
  /sensors/{sensor}/readings:
    parameters: [{name: sensor, in: path, required: true, schema: {type: string}}]
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Reading'}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Reading'}}}}}
    get:
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Reading'}}}}}
        '404': {description: No reading of this sensor}
  /links:
    post:
      requestBody: {content: {application/json: {schema: {type: object, required: [url], properties: {url: {type: string}}}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Link'}}}}}
  /go/{code}:
    get: {responses: {'302': {description: To the url, headers: {Location: {schema: {type: string}}}}}}
components:
  schemas:
    Reading: {type: object, required: [celsius, at], properties: {celsius: {type: number}, at: {type: string, format: date-time, example: '2024-05-01T10:00:00Z'}}}
    Link: {type: object, properties: {code: {type: string}, url: {type: string}}}
"""


def test_rows_go_by_what_paths_have_in_a_place_of_their_own() -> None:
    spec = _spec(_READINGS)
    assert "sensor: input.sensor" in _effect(spec, "POST", "/sensors/{sensor}/readings")
    listed = _effect(spec, "GET", "/sensors/{sensor}/readings")
    assert "guard count(Reading[where .sensor = input.sensor]) > 0 else absent" in listed
    assert 'at: replace(one.at, ".000000Z", "Z")' in listed
    assert "first(Link[where .code = input.code])" in _effect(spec, "GET", "/go/{code}")


_ONE = """
openapi: 3.0.0
info: {{title: T, version: '1', description: {about}}}
paths:
  /notes:
    post:
      {more}
      requestBody: {{content: {{{media}: {{schema: {{type: object, required: [text], properties: {{text: {{type: string}}}}}}}}}}}}
      responses:
        '201': {{description: ok, content: {{application/json: {{schema: {{type: object, properties: {{id: {{type: integer}}, text: {{type: string}}, {shown}}}}}}}}}}}
        {fails}
"""


def _one(**told: str) -> Spec:
    usual = {
        "about": "Notes.",
        "more": "summary: Add a note",
        "media": "application/json",
        "shown": "at: {type: string, format: date-time}",
        "fails": "",
    }
    return _spec(_ONE.format(**{**usual, **told}))


def _listed(spec: Spec) -> list[str]:
    return [each.words for each in spec.unknowns if each.rank != "narrative"]


def test_the_plain_document_lists_nothing() -> None:
    assert _listed(_one()) == []


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (
            {"about": "Nobody may add more than three a day."},
            "Nobody may add more than three a day.",
        ),
        ({"fails": "'409': {description: The moon is full}"}, "409 The moon is full"),
        ({"fails": "'409': {description: Conflict}"}, "409"),
        ({"fails": "'422': {description: Too many words in text}"}, "422"),
        (
            {"shown": "mood: {type: string, description: how the text sounds}"},
            "how the text sounds",
        ),
        ({"shown": "mood: {type: string}"}, "mood of note"),
        (
            {
                "shown": "x: {type: string, default: a}",
                "more": "summary: Add a note that is not rude",
            },
            "Add a note that is not rude",
        ),
    ],
)
def test_what_is_not_understood_is_listed(told: dict[str, str], words: str) -> None:
    assert any(each.startswith(words) for each in _listed(_one(**told))), _listed(_one(**told))


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"media": "multipart/form-data"}, "multipart/form-data"),
        (
            {"more": "parameters: [{name: X-User, in: header, schema: {type: string}}]"},
            "the header X-User",
        ),
        ({"more": "security: [{jwt: []}]"}, "security"),
    ],
)
def test_what_no_reader_knows_is_left_open(told: dict[str, str], why: str) -> None:
    assert why in blocked(_one(**told))
