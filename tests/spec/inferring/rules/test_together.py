"""Which inputs go together: by sentences, and by keywords of schemas."""

from __future__ import annotations

import json

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec


def _spec(schema: dict[str, object], words: str = "", method: str = "post") -> Spec:
    text = {"type": "string"}
    row = {
        "type": "object",
        "properties": {
            "id": {"type": "integer"},
            **dict.fromkeys(("title", "email", "phone", "reason"), text),
            "starts": {"type": "integer"},
            "ends": {"type": "integer"},
            "status": {"type": "string", "enum": ["open", "refused"]},
        },
    }
    shown = {"application/json": {"schema": row}}
    listed = {"application/json": {"schema": {"type": "array", "items": row}}}
    body = {"content": {"application/json": {"schema": schema}}}
    told = {"description": words, "requestBody": body}
    told["responses"] = {"200": {"description": "ok", "content": shown}, "422": {"description": ""}}
    paths: dict[str, object] = {
        "/visits": {"get": {"responses": {"200": {"description": "", "content": listed}}}}
    }
    if method == "post":
        paths["/visits"] = {**paths["/visits"], "post": told}  # type: ignore[dict-item]
    else:
        paths["/visits/{id}"] = {method: told}
    document = {"openapi": "3.1.0", "info": {"title": "Visits", "version": "1"}, "paths": paths}
    return read_sources((Source("visits.json", json.dumps(document), "openapi"),))


def _effect(spec: Spec, method: str) -> str:
    return next(notation.write(each.effect) for each in spec.operations if each.method == method)


def _record(*names: str, **more: object) -> dict[str, object]:
    kinds: dict[str, object] = {key: {"type": "integer"} for key in ("starts", "ends")}
    kinds["status"] = {"type": "string", "enum": ["open", "refused"]}
    parts = {each: kinds.get(each, {"type": "string"}) for each in names}
    return {"type": "object", "properties": parts, **more}


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        (_record("title", "phone", minProperties=1), ""),
        (_record("title", "phone"), "Changes a visit. At least one field must be given."),
        (_record("title", "phone"), "An empty body is 422."),
        (_record("title", "phone"), "A patch without any field is refused."),
        (_record("title", "phone"), "Nothing to change is 422."),
    ],
)
def test_something_must_be_given(schema: dict[str, object], words: str) -> None:
    """A body with none of its fields is refused, by the schema or by words."""
    effect = _effect(_spec(schema, words, "patch"), "PATCH")
    assert "guard count(given(input)) >= 1 else out_of_range" in effect


_ANY = [{"required": ["email"]}, {"required": ["phone"]}]


@pytest.mark.parametrize(
    ("more", "words", "guard"),
    [
        ({"anyOf": _ANY}, "", "input.email != null or input.phone != null"),
        (
            {},
            "Either `email` or `phone` is required.",
            "input.email != null or input.phone != null",
        ),
        ({}, "At least one of email and phone must be sent.", "input.email != null or"),
        ({"oneOf": _ANY}, "", "count([input.email, input.phone][where row != null]) = 1"),
        ({}, "`email` or `phone` must be given, but not both.", "[where row != null]) = 1"),
        ({"not": {"required": ["email", "phone"]}}, "", "[where row != null]) <= 1"),
        (
            {"dependentRequired": {"starts": ["ends"]}},
            "",
            "input.starts = null or input.ends != null",
        ),
        ({}, "`ends` is required when `starts` is given.", "input.starts = null or input.ends !="),
        ({}, "starts and ends must be given together.", "[where row != null]) in [0, 2]"),
        ({}, "reason is mandatory if status is refused.", 'input.status != "refused" or input.rea'),
        (
            {
                "if": {"properties": {"status": {"const": "refused"}}},
                "then": {"required": ["reason"]},
            },
            "",
            'input.status != "refused" or input.reason != null',
        ),
    ],
)
def test_fields_are_tied_to_each_other(more: dict[str, object], words: str, guard: str) -> None:
    """The same rule by a keyword and by a sentence, and none of the fields is needed alone."""
    names = ("title", "email", "phone", "starts", "ends", "status", "reason")
    spec = _spec(_record(*names, **more), words)
    assert guard in _effect(spec, "POST")
    made = next(each for each in spec.operations if each.method == "POST")
    assert not any(each.required for each in made.inputs)
    assert not spec.unknowns


@pytest.mark.parametrize(
    "words",
    [
        "Changes the email or the phone.",
        "Lists visits with at least two fields of the form.",
        "Sends email or phone to whoever asks.",
    ],
)
def test_no_rule_is_made_up(words: str) -> None:
    """Sentences that only name fields tie nothing."""
    assert "guard" not in _effect(_spec(_record("title", "email", "phone"), words), "POST")


def test_other_keywords_are_listed() -> None:
    """What nobody reads of a schema is not lost in silence."""
    schema = _record(
        "title",
        maxProperties=2,
        patternProperties={"^x-": {"type": "string"}},
        dependentSchemas={"title": {"required": ["phone"]}},
    )
    listed = {each.words for each in _spec(schema).unknowns}
    assert {"maxProperties", "patternProperties", "dependentSchemas"} <= listed


@pytest.mark.parametrize(
    ("told", "guard"),
    [
        ({"type": "boolean", "const": True}, "input.title = true"),
        ({"type": "number", "enum": [0.5, 1.5]}, "input.title in [0.5, 1.5]"),
    ],
)
def test_values_are_those_that_are_named(told: dict[str, object], guard: str) -> None:
    """Constants of truth and choices of fractions hold, too."""
    schema: dict[str, object] = {"type": "object", "properties": {"title": told}}
    assert f"guard input.title = null or {guard} else" in _effect(_spec(schema), "POST")


def test_bounds_beside_a_reference_hold() -> None:
    """What stands beside a reference, or in another part of `allOf`, narrows it."""
    name = {"type": "string", "minLength": 2}
    schema = _record("title", "email", "phone")
    schema["properties"] = {
        "title": {"allOf": [name, {"maxLength": 9}]},
        "email": {"type": "string", "format": "ipv4"},
    }
    made = next(each for each in _spec(schema).operations if each.method == "POST")
    title, email = (each.type for each in made.inputs)
    assert (title.min_length, title.max_length) == (2, 9)
    assert email.pattern.startswith("^((25[0-5]")
