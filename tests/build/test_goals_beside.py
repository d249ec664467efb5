"""Sentences beside a document add to it, change it, or are listed; both sides are shown."""

from __future__ import annotations

import pytest

from beliefs.build.wanted import understood, wanted
from beliefs.spec import notation
from beliefs.spec.service import TWO_THINGS, Spec, blocked
from beliefs.spec.understanding.reading import likeliest

NOTE = "{application/json: {schema: {$ref: '#/components/schemas/Note'}}}"
NOTES = "{application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}"
OPENAPI = f"""openapi: 3.0.3
info: {{title: Notes, version: "1"}}
paths:
  /notes:
    post:
      operationId: createNote
      requestBody:
        content: {{application/json: {{schema: {{$ref: '#/components/schemas/NoteInput'}}}}}}
      responses:
        '201': {{description: created, content: {NOTE}}}
        '422': {{description: invalid}}
    get:
      operationId: listNotes
      responses:
        '200': {{description: all, content: {NOTES}}}
  /notes/{{id}}:
    parameters: [{{name: id, in: path, required: true, schema: {{type: integer}}}}]
    get:
      operationId: getNote
      responses:
        '200': {{description: one, content: {NOTE}}}
        '404': {{description: none}}
    delete:
      operationId: deleteNote
      responses: {{'204': {{description: gone}}}}
components:
  schemas:
    NoteInput:
      type: object
      required: [title]
      properties:
        title: {{type: string, maxLength: 80}}
        done: {{type: boolean, default: false}}
    Note:
      type: object
      properties: {{id: {{type: integer}}, title: {{type: string}}, done: {{type: boolean}}}}
"""
MARKDOWN = """# Notes

## POST /notes

Creates a note.

```json
{"title": "string (required, max 80)", "done": "boolean (default false)"}
```

Answers 201 with the note.

## GET /notes

Lists all notes.

## GET /notes/{id}

One note, 404 if there is none.

## DELETE /notes/{id}

Removes it, 204.
"""
DOCUMENTS = [("x.yaml", OPENAPI, "openapi"), ("x.md", MARKDOWN, "markdown")]
both = pytest.mark.parametrize("document", DOCUMENTS, ids=["openapi", "markdown"])


def _spec(goal: str, document: tuple[str, str, str]) -> Spec:
    return understood(wanted([("goal", goal, "sentences"), document]), likeliest)


def _effect(spec: Spec, method: str, path: str) -> str:
    return next(
        notation.write(each.effect)
        for each in spec.operations
        if (each.method, each.path) == (method, path)
    )


def _unmet(spec: Spec) -> list[str]:
    return [each.words.rstrip(".") for each in spec.unknowns if each.rank != "narrative"]


def _two(spec: Spec) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {
        each.about.partition(",")[0]: (each.chosen, each.instead)
        for each in spec.assumptions
        if TWO_THINGS in each.about
    }


@both
def test_settings_and_a_fact(document):
    spec = _spec("Use Flask, port 9000, JSON file storage. Titles are unique.", document)
    assert (spec.framework, spec.port, spec.storage) == ("flask", 9000, "json")
    assert [each.unique for each in spec.entities[0].fields if each.name == "title"] == [True]
    assert not blocked(spec)
    assert _unmet(spec) == []
    assert _two(spec) == {}


@both
def test_a_key_from_the_environment(document):
    spec = _spec("API key in X-API-Key from env NOTES_KEY", document)
    assert spec.identity is not None
    assert (spec.identity.place, spec.identity.name) == ("header", "X-API-Key")
    assert "NOTES_KEY" in notation.expression(spec.identity.who)
    assert all(each.needs for each in spec.operations)
    assert _unmet(spec) == []


@both
@pytest.mark.parametrize(
    ("goal", "method", "path", "does"),
    [
        ("Add GET /stats with the number of notes", "GET", "/stats", "count("),
        ("GET /notes/search?q= finds notes by title.", "GET", "/notes/search", ".title"),
        ("Also PATCH /notes/{id} to change title or done.", "PATCH", "/notes/{id}", "patch"),
    ],
)
def test_a_request_more(document, goal, method, path, does):
    spec = _spec(goal, document)
    assert does in _effect(spec, method, path)
    assert len(spec.operations) == 5
    assert not blocked(spec)
    assert [
        each.source for each in spec.operations if each.path == path and each.method == method
    ] == ["goal:1"]


@both
@pytest.mark.parametrize(
    ("goal", "about", "chosen", "instead"),
    [
        ("Titles are at most 20 characters.", "the max length of title", "20", "80"),
        (
            'Deleting answers 200 with {"deleted": true}.',
            "the status of DELETE /notes/{id}",
            "200",
            "204",
        ),
        ("POST /notes answers 200.", "the status of POST /notes", "200", "201"),
    ],
)
def test_both_sides_of_a_contradiction_are_shown(document, goal, about, chosen, instead):
    assert _two(_spec(goal, document))[about] == (chosen, (instead,))


@both
def test_what_changes_requests_of_the_document_is_taken_or_listed(document):
    assert _spec("Rate limit: 10 requests per minute.", document).rates
    assert _spec("Enable CORS for https://example.com.", document).origins
    lost = "Users register and log in; everybody sees only their own notes"
    assert _unmet(_spec(f"{lost}.", document)) == [lost]
    assert "Notes expire after 7 days" in _unmet(_spec("Notes expire after 7 days.", document))
    assert any(
        "priority" in each for each in _unmet(_spec("Also add a priority to notes.", document))
    )
    assert _unmet(_spec("Use MongoDB.", document)) == ["Use MongoDB"]


@both
@pytest.mark.parametrize(
    "goal", ["Build this API.", "Please implement the attached API with FastAPI and SQLite."]
)
def test_that_it_is_to_be_built_is_in_nobodys_way(document, goal):
    alone = understood(wanted([document]), likeliest)
    spec = _spec(goal, document)
    assert not blocked(spec)
    assert _unmet(spec) == _unmet(alone)
    assert [each.path for each in spec.operations] == [each.path for each in alone.operations]
