"""Documents that are not valid are read as meant, and each repair is listed."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs.errors import InvalidInput
from beliefs.spec.documents import read_openapi
from beliefs.spec.documents.loading import load, relaxed

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
HEAD = "openapi: 3.0.0\ninfo: {title: A, version: '1'}\npaths:\n"


def mends(text: str) -> str:
    return " / ".join(each.chosen for each in read_openapi(text, "a.yaml").assumptions)


@settings(max_examples=30)
@given(JSON.filter(lambda value: isinstance(value, dict)))
def test_json_is_read_as_it_is(value):
    loaded = load(json.dumps(value))
    assert loaded.data == value
    assert loaded.mends == ()


@settings(max_examples=50)
@given(JSON)
def test_nothing_is_taken_out_of_valid_json_but_dots_outside_of_texts(value):
    assert json.loads(relaxed(json.dumps(value))) == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("paths:\n  /a:\n    get:\n      responses: {}", "does not say its version"),
        ("openapi: 3.0.0\npaths:\n  /a: {get: {}}", "no info"),
        (HEAD + "  a: {get: {}}", "the path a was read as /a"),
        (HEAD + "  /a: {GET: {}}", "GET was read as get"),
        (HEAD + "  /a:\n    get:\n      responses: {200: OK}", "only a sentence"),
        (HEAD + "  /a/{id}: {get: {}}", "the path parameter id was not described"),
        (HEAD + "  /a: {get: {parameters: [{name: q, schema: {type: int}}]}}", "query was taken"),
        (HEAD + "  /a: {get: {parameters: [{name: q, in: query, type: int}]}}", "read as integer"),
        (HEAD + "  /a:\n    get:\n      summary: One: two\n", "quoted"),
        (HEAD + "  /a:\n    get:\n      summary: x\n       description: y\n", "indented"),
        ("openapi: 3.0.0\ninfo: {title: A}\n/a: {get: {}}", "at the top"),
    ],
)
def test_a_repair_is_listed(text, said):
    assert said in mends(text)


def test_a_reference_with_a_typo_is_found():
    text = (
        HEAD + "  /a: {get: {responses: {'200': {description: x, content: {application/json: "
        "{schema: {$ref: '#/components/schemas/Boook'}}}}}}}\n"
        "components: {schemas: {Book: {type: object, properties: {id: {type: integer}}}}}"
    )
    contract = read_openapi(text, "a.yaml")
    good = contract.routes[0].good
    assert good is not None
    assert good.shape is not None
    assert good.shape.name == "Book"
    assert "was read as Book" in mends(text)


def test_what_is_no_document_is_refused_with_its_line():
    with pytest.raises(InvalidInput, match="no paths"):
        read_openapi("openapi: 3.0.0", "a.yaml")
    with pytest.raises(InvalidInput, match="line 2"):
        load("a: [1,\nb: {")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("openapi: 3.0.0\npaths:\n  /a:\n    get: [\n      summary: x\n", 4),
        ('{"openapi": "3.0.0",\n "paths": {"/a": {"get": {}}', 2),
    ],
)
def test_broken_yaml_is_told_as_such_and_with_its_line(text, line):
    with pytest.raises(InvalidInput, match=rf"not readable YAML: .*line {line}\b"):
        read_openapi(text, "a.yaml")


def test_yaml_whose_mending_loses_the_paths_is_told_as_broken():
    text = "openapi: 3.0.0\npaths:\n  /a\n    get: {}\n  'b: 1\n"
    with pytest.raises(InvalidInput, match="not readable YAML: line"):
        read_openapi(text, "a.yaml")


def test_every_repair_of_a_schema_is_listed_once_and_where_it_stands():
    text = """openapi: 3.0
info: {title: Shelves, version: "1"}
paths:
  /shelves:
    get:
      responses:
        '200': {description: x, content: {application/json: {schema: SHELF}}}
    post:
      requestBody: {content: {application/json: {schema: SHELF}}}
      responses: {'201': {description: x}}
components:
  schemas:
    Shelf:
      type: object
      required: [label, wood]
      properties:
        label: {type: str}
        boards: {type: int}
        depth: {type: int}
        books: {type: array}
""".replace("SHELF", "{$ref: '#/components/schemas/Shelf'}")
    told = [(each.chosen, each.source) for each in read_openapi(text, "s.yaml").assumptions]
    assert told == [
        ("`openapi: 3.0` is no text: it was read as '3.0'", "s.yaml:1"),
        (
            "GET /shelves and 1 more have no operationId: they are named by their paths",
            "s.yaml:5",
        ),
        ("wood is required and no property: it was left out", "s.yaml:13"),
        ("`type: str` was read as string", "s.yaml:17"),
        ("`type: int` was read as integer", "s.yaml:18"),
        ("`type: int` was read as integer", "s.yaml:19"),
        ("an array without items was read as one of anything", "s.yaml:20"),
    ]


@pytest.mark.parametrize("required", ["[label, wood]", "[label]"])
def test_a_name_that_another_part_has_is_no_absent_one(required):
    text = HEAD + (
        "  /a: {get: {responses: {'200': {description: x, content: {application/json: "
        "{schema: {allOf: [{type: object, properties: {label: {type: string}}}, "
        "{required: REQUIRED}]}}}}}}}\n"
    ).replace("REQUIRED", required)
    assert ("wood is required" in mends(text)) == ("wood" in required)


def test_properties_that_are_a_text_do_not_stop_the_reader():
    text = HEAD + (
        "  /a: {get: {responses: {'200': {description: x, content: {application/json: "
        "{schema: {type: object, properties: label}}}}}}}\n"
    )
    assert "were no mapping" in mends(text)
