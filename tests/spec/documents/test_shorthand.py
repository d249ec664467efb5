"""Schemas that are only jotted down in OpenAPI documents are those that were meant, and told."""

import json
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs.spec.documents import Source, read_openapi, read_sources

NOTE = {"type": "object", "properties": {"id": {"type": "integer"}, "title": {"type": "string"}}}


def _document(schema: Any, more: Any = None) -> Any:
    return {
        "openapi": "3.0.3",
        "info": {"title": "Notes", "version": "1"},
        "paths": {
            "/notes": {
                "post": {
                    "operationId": "createNote",
                    "requestBody": {"content": {"application/json": {"schema": schema}}},
                    "responses": {"201": {"description": "made"}},
                }
            }
        },
        "components": {"schemas": {"Note": NOTE, **(more or {})}},
    }


def _read(schema: Any, more: Any = None) -> Any:
    return read_openapi(yaml.safe_dump(_document(schema, more), sort_keys=False), "a.yaml")


def _body(schema: Any, more: Any = None) -> Any:
    [route] = _read(schema, more).routes
    return _bare(route.body)


def _bare(shape: Any) -> Any:
    """What a shape allows, without the words that say so."""
    if shape is None:
        return None
    parts = [
        (each.name, _bare(each.shape), each.required, each.default, each.unique)
        for each in shape.properties
    ]
    return shape.type, parts, _bare(shape.item)


def _told(schema: Any, more: Any = None) -> Any:
    return [each.chosen for each in _read(schema, more).assumptions]


REQUIRED = {"type": "object", "required": ["title"]}


@pytest.mark.parametrize(
    ("jotted", "meant"),
    [
        (
            {"title": "string (required, 3-20 characters)"},
            REQUIRED
            | {"properties": {"title": {"type": "string", "minLength": 3, "maxLength": 20}}},
        ),
        (
            {"title": "string", "done": "boolean (default false)"},
            REQUIRED
            | {
                "properties": {
                    "title": {"type": "string"},
                    "done": {"type": "boolean", "default": False},
                }
            },
        ),
        (
            {"title": "string!", "stars": "int?"},
            REQUIRED | {"properties": {"title": {"type": "string"}, "stars": {"type": "integer"}}},
        ),
        (
            {"properties": {"title": "string, required", "stars": "integer >= 0"}},
            REQUIRED
            | {
                "properties": {
                    "title": {"type": "string"},
                    "stars": {"type": "integer", "minimum": 0},
                }
            },
        ),
        (
            {"type": "object", "properties": {"state": {"type": "open | done"}}},
            {
                "type": "object",
                "properties": {"state": {"type": "string", "enum": ["open", "done"]}},
            },
        ),
        (
            {"type": "object", "title": {"type": "string"}, "tags": {"type": "string[]"}},
            {
                "type": "object",
                "properties": {
                    "title": {"type": "string"},
                    "tags": {"type": "array", "items": {"type": "string"}},
                },
            },
        ),
        (
            {"type": "string", "name": "string"},
            {
                "type": "object",
                "required": ["type", "name"],
                "properties": {"type": {"type": "string"}, "name": {"type": "string"}},
            },
        ),
        (
            {"by": {"name": "string", "age": "integer, optional"}, "notes": ["Note"]},
            {
                "type": "object",
                "required": ["by"],
                "properties": {
                    "by": {
                        "type": "object",
                        "required": ["name"],
                        "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
                    },
                    "notes": {"type": "array", "items": {"$ref": "#/components/schemas/Note"}},
                },
            },
        ),
        ("Note", {"$ref": "#/components/schemas/Note"}),
        ("array of notes", {"type": "array", "items": {"$ref": "#/components/schemas/Note"}}),
        ("string (3-20 characters)", {"type": "string", "minLength": 3, "maxLength": 20}),
        (["Note"], {"type": "array", "items": {"$ref": "#/components/schemas/Note"}}),
    ],
)
def test_a_jotted_schema_is_the_one_that_was_meant(jotted: Any, meant: Any) -> None:
    assert _body(jotted) == _body(meant)
    assert _told(jotted)
    assert _told(meant) == []


@pytest.mark.parametrize(
    "schema",
    [
        NOTE,
        {"type": "string", "format": "email", "description": "string that is an address"},
        {"description": "text of the note"},
        {"title": "Note", "type": "object", "properties": {"type": {"type": "string"}}},
        {"title": "Note", "description": "A note", "enum": ["a", "b"]},
        {"oneOf": [{"type": "string"}, {"type": "integer"}]},
        {"additionalProperties": {"type": "integer"}},
        {"example": {"title": "string"}},
    ],
)
def test_what_is_a_schema_stays_one(schema: Any) -> None:
    assert _told(schema) == []


def test_a_reference_that_is_lost_is_still_told() -> None:
    assert "#/components/schemas/Nite is nowhere" not in " ".join(_told("string"))
    told = _told({"$ref": "#/components/schemas/Zebra"})
    assert told[0] == "#/components/schemas/Zebra is nowhere: anything is allowed there"
    assert any("Zebra is nowhere" in each for each in _told("array of Zebra"))


def test_each_is_told_once_where_it_stands() -> None:
    text = yaml.safe_dump(
        _document(
            {"$ref": "#/components/schemas/Cat"}, {"Cat": {"name": "string!", "age": "int?"}}
        ),
        sort_keys=False,
    )
    told = {each.chosen: each.source for each in read_openapi(text, "a.yaml").assumptions}
    lines = text.split("\n")
    [name] = [source for said, source in told.items() if "string!" in said]
    assert lines[int(name.partition(":")[2]) - 1].strip() == "name: string!"
    assert len(told) == 3


def test_answers_and_bodies_in_other_places_are_found() -> None:
    text = """openapi: 3.0.3
info: {title: Notes, version: "1"}
paths:
  /notes:
    post:
      body: {title: "string, required, max 80", done: "bool = false"}
      responses:
        "201": Note
    get:
      query: {done: bool, limit: "int (1-50, default 10)"}
      responses:
        "200": Note[]
components:
  schemas:
    Note: {id: integer, title: string, done: boolean}
"""
    spec = read_sources((Source("a.yaml", text, "openapi"),))
    create, browse = spec.operations
    assert [(each.wire, each.required, each.type.max_length) for each in create.inputs] == [
        ("title", True, 80),
        ("done", False, None),
    ]
    limit = next(each for each in browse.inputs if each.wire == "limit")
    assert (limit.type.minimum, limit.type.maximum, limit.default) == (1, 50, "10")
    assert not [each for each in spec.unknowns if each.rank != "narrative"]


KINDS = st.sampled_from(["string", "integer", "number", "boolean"])


@st.composite
def fields(draw: Any) -> Any:
    """A field as JSON Schema and as somebody jots it down."""
    kind, many = draw(KINDS), draw(st.integers(1, 9))
    required, bounded = draw(st.booleans()), draw(st.booleans())
    schema, words = {"type": kind}, []
    if bounded and kind == "string":
        schema["maxLength"], words = many, [f"max {many} characters"]
    if bounded and kind in {"integer", "number"}:
        schema["minimum"], words = many, [f"min {many}"]
    words += ["required" if required else "optional"]
    joined = draw(st.sampled_from(["{} ({})", "{}, {}"]))
    return schema, required, joined.format(kind, ", ".join(words))


@given(st.dictionaries(st.sampled_from("abcdefgh"), fields(), min_size=1))
@settings(max_examples=60, deadline=None)
def test_a_record_may_be_jotted_or_written_out(named: Any) -> None:
    written = {
        "type": "object",
        "required": [name for name, (_, required, _) in named.items() if required],
        "properties": {name: schema for name, (schema, _, _) in named.items()},
    }
    jotted = {name: text for name, (_, _, text) in named.items()}
    assert _body(jotted) == _body(written)
    assert _body({"type": "object", "properties": jotted}) == _body(written)
    for text in jotted.values():
        assert any(f"`{text}`" in each for each in _told(jotted)), json.dumps(jotted)
