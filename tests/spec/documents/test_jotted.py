"""OpenAPI documents whose descriptions jot down what other documents have schemas for."""

import pytest

from beliefs.spec.documents import infer, read_openapi
from beliefs.spec.documents.jotting import jotted_body
from beliefs.spec.notation import write
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec


@pytest.mark.parametrize(
    ("words", "fields"),
    [
        ("day (YYYY-MM-DD) and fee (more than 0)", {"day": "date", "fee": "number"}),
        ("Add a note: title 1-80 chars, text 1-500 chars", {"title": "string", "text": "string"}),
        ("{name, age?} -> the pupil", {"name": "string", "age": "integer"}),
        ("staff only. {ids: [1, 2]} makes them paid", {"ids": "list"}),
        ("{room, locked: true/false}", {"room": "string", "locked": "boolean"}),
        ("parent = id of the note it answers (optional)", {"parent": "integer"}),
        ("Starts the engine and stops it later.", {}),
        ("Confirms the booking, 409 if it is paid", {}),
    ],
)
def test_bodies(words, fields):
    body = jotted_body(words)
    found = {each.name: each.shape.type.kind for each in body.properties} if body else {}
    assert found == fields


def test_what_is_required():
    body = jotted_body("day (YYYY-MM-DD), size (1-9), both required. wet is a bool. note optional")
    assert body is not None
    assert [each.name for each in body.properties if each.required] == ["day", "size"]


BOATS = """
openapi: 3.0.0
info:
  title: boats
  description: bad input is 400 with {"error":{"code":"INVALID","field":"<the field>"}},
    missing things are 404 with {"error":{"code":"NOT_FOUND"}}
paths:
  /boats:
    get:
      description: 'list, ?minScore=n for boats whose latest survey had at least that score'
      responses: {'200': {description: array of boats}}
    post:
      description: 'code must look like B-12 (B, a dash, two digits) and be unique
        (409 {"error":{"code":"TAKEN"}}), harbour is required'
      requestBody:
        content:
          application/json:
            schema: {properties: {code: {type: string}, harbour: {type: string}}}
      responses: {'201': {description: the boat}}
  /boats/{code}:
    get:
      description: 'the boat, with lastSurvey = the survey with the latest day, or null'
      responses: {'200': {description: the boat}}
    put:
      description: 'replaces harbour. code never changes'
      responses: {'200': {description: the boat}}
  /boats/{code}/surveys:
    post:
      description: 'day (YYYY-MM-DD), score (1-5 whole number), both required. passed is a bool,
        default false'
      responses: {'201': {description: the survey with id and boatCode}}
  /boats/{code}/fees:
    post:
      description: 'day (YYYY-MM-DD) and amount (more than 0)'
      responses: {'201': {description: the fee with id and boatCode}}
  /reports/fees:
    get:
      description: 'query year=2024 (required). amount by harbour and in total'
      responses:
        '200':
          description: ok
          content:
            application/json:
              example: {"year": 2024, "totalAmount": 3.5, "harbours": {"East": 3.5}}
  /reports/unsafe:
    get:
      description: 'codes (sorted) of the boats whose last survey was not passed'
      responses: {'200': {description: ok, content: {application/json: {example: ["B-01"]}}}}
"""


@pytest.fixture(scope="module")
def boats() -> Spec:
    return infer(read_openapi(BOATS, "boats.yaml"))


def _of(spec: Spec, method: str, path: str) -> Operation:
    return next(each for each in spec.operations if (each.method, each.path) == (method, path))


def test_everything_is_understood(boats):
    assert [each.words for each in boats.unknowns] == []


def test_failures_have_the_bodies_of_their_kind(boats):
    table = boats.failures
    assert table.of("missing").body == '{"error": {"code": "{code}", "field": "{field}"}}'
    assert (table.body, table.of("absent").code) == ('{"error": {"code": "{code}"}}', "NOT_FOUND")


def test_letters_that_always_stand_there(boats):
    code = _of(boats, "POST", "/boats").inputs[0]
    assert (code.required, code.type.pattern) == (True, "^B-[0-9]{2}$")


def test_conditions_on_the_last_row_below(boats):
    listed = write(_of(boats, "GET", "/boats").effect)
    assert 'group(Survey[by .day], "boatCode")' in listed
    assert "last(.items).score >= input.minScore" in listed
    kinds = {each.name: each.type.kind for each in _of(boats, "GET", "/boats").inputs}
    assert kinds == {"minScore": "integer"}


def test_one_value_of_some_rows(boats):
    told = write(_of(boats, "GET", "/reports/unsafe").effect)
    assert told.startswith("answer 200 each(one in Boat[where")
    assert "not(last(.items).passed)" in told
    assert "by .code]: one.code)" in told


def test_a_year_by_a_field_of_the_rows_above(boats):
    told = write(_of(boats, "GET", "/reports/fees").effect)
    assert 'number(at(split(.day, "-"), 0)) = input.year' in told
    assert "first(Boat[where .code = one.boatCode]).harbour" in told


def test_the_last_row_is_shown_with_its_owner(boats):
    assert "lastSurvey: last(each(" in write(_of(boats, "GET", "/boats/{code}").effect)


WALL = """
openapi: 3.0.0
info:
  title: wall
  description: 'Every error: {"ok": false, "err": "..."}; every success: {"ok": true, ...}'
paths:
  /notes:
    post:
      description: 'Pin a note: author 1-40 chars, text 1-500 chars, above = id of the note it
        hangs below (optional)'
      requestBody:
        content: {application/json: {example: {author: Ida, text: First!, above: null}}}
      responses:
        '201':
          description: ok
          content: {application/json: {example: {id: 1, author: Ida, text: First!, above: null}}}
"""


def test_words_bound_what_an_example_shows():
    spec = infer(read_openapi(WALL, "wall.yaml"))
    author, text, above = spec.operations[0].inputs
    assert (author.type.min_length, author.type.max_length, author.required) == (1, 40, True)
    assert (text.type.max_length, text.required) == (500, True)
    assert (above.type.kind, above.required) == ("integer", False)


def test_failures_and_successes_told_in_one_sentence():
    contract = read_openapi(WALL, "wall.yaml")
    assert contract.error == '{"ok": false, "err": "{message}"}'
    assert [text for _, text in contract.prose] == ['every success: {"ok": true, ...}']
