"""Schemas as people jot them down."""

import pytest

from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.documents.samples import sample


@pytest.mark.parametrize(
    ("text", "kind", "bounds"),
    [
        ("string (required, 3-20 characters)", "string", {"min_length": 3, "max_length": 20}),
        ("integer, min 1", "integer", {"minimum": 1}),
        ("int between 1 and 5", "integer", {"minimum": 1, "maximum": 5}),
        ("number > 0", "number", {"above": 0}),
        ("decimal, must be positive", "number", {"above": 0}),
        ("string, up to 200 chars", "string", {"max_length": 200}),
        ("string, at least 8 characters", "string", {"min_length": 8}),
        ("enum: a | b", "string", {"choices": ("a", "b")}),
        ("one of low, normal or high", "string", {"choices": ("low", "normal", "high")}),
        ('"open" | "closed"', "string", {"choices": ("open", "closed")}),
        ("array of strings", "list", {}),
        ("string[]", "list", {}),
        ("ISO 8601 timestamp", "datetime", {}),
        ("date (YYYY-MM-DD)", "date", {}),
        ("email address, unique", "email", {}),
        ("UUID", "uuid", {}),
        ("bool", "boolean", {}),
    ],
)
def test_types_and_bounds(text, kind, bounds):
    found = jotted(text).shape.type
    assert found.kind == kind
    assert {name: getattr(found, name) for name in bounds} == bounds


@pytest.mark.parametrize(
    ("text", "required", "default"),
    [
        ("string, required", True, ""),
        ("string, optional, default draft", False, '"draft"'),
        ("integer (default: 20)", None, "20"),
        ("boolean, defaults to false", None, "false"),
    ],
)
def test_whether_it_must_be_there(text, required, default):
    told = jotted(text)
    assert (told.required, told.default) == (required, default)


def test_comments_in_json_are_read():
    found = sample('{\n  "a": "x", // required, max 5 chars\n  "b": 1 // optional\n}', brought=True)
    assert found is not None
    a, b = found.shape.properties
    assert (a.required, a.shape.type.max_length, b.required) == (True, 5, False)
    assert found.example == '{"a": "x", "b": 1}'
