"""Rows that answer others of their kind, and what is left of one that goes."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Kind, Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_QUESTIONS = """# Q&A

### POST /questions/{id}/remarks

- `name` (required, up to 30 characters)
- `body` (required, up to 500 characters)
- `in_reply_to` (optional): id of the remark that is answered

201 and the remark. Answers to answers are refused with 422, and so is an unknown remark.

### GET /questions/{id}/remarks

```json
[{"id": 7, "name": "Ada", "body": "Why?", "deleted": false,
  "answers": [{"id": 9, "name": "Bo", "body": "Because", "deleted": false}]}]
```

### POST /questions

`{"title": "Why?"}` gives 201 `{"id": 1, "title": "Why?"}`.

### DELETE /remarks/{id}

A remark with answers is kept: its body becomes "[deleted]" and deleted true. Any other remark is
dropped. 204 either way; 404 for an unknown or deleted remark.
"""

_NOTES = """openapi: 3.0.0
info: {title: Margin notes}
paths:
  /notes:
    post:
      requestBody: {content: {application/json: {schema: {required: [text], properties: {
        text: {type: string}, replyTo: {type: integer, nullable: true}}}}}}
      responses: {"201": {description: ok, content: {application/json: {schema: {
        $ref: "#/components/schemas/Note"}}}}, "404": {description: no such note}}
    get:
      responses: {"200": {description: Threads, content: {application/json: {schema: {type: array,
        items: {$ref: "#/components/schemas/Note"}}}}}}
components:
  schemas:
    Note:
      properties:
        id: {type: integer}
        text: {type: string}
        replyTo: {type: integer, nullable: true}
        replies: {type: array, items: {type: object, properties: {
          id: {type: integer}, text: {type: string}}}}
"""


def _spec(text: str, kind: Kind) -> Spec:
    return read_sources((Source("a", text, kind),), lambda told: understand(told).spec)


def _effect(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_answers_stand_below_what_they_are_to() -> None:
    questions, notes = _spec(_QUESTIONS, "markdown"), _spec(_NOTES, "openapi")
    listed = _effect(questions, "GET", "/questions/{id}/remarks")
    assert ".in_reply_to = null" in listed
    assert "answers: " in listed
    assert "Remark[where .in_reply_to = remark.id]" in listed
    listed = _effect(notes, "GET", "/notes")
    assert "Note[where .replyTo = null]" in listed
    assert "Note[where .replyTo = note.id]" in listed
    assert not faults(questions)
    assert not faults(notes)


def test_an_answer_is_to_what_is_there() -> None:
    made = _effect(_spec(_QUESTIONS, "markdown"), "POST", "/questions/{id}/remarks")
    there = "Remark[where .id = input.in_reply_to and .question_id = question.id"
    assert f"{there} and .in_reply_to = null and not(.deleted)]" in made
    made = _effect(_spec(_NOTES, "openapi"), "POST", "/notes")
    assert "guard input.replyTo = null or count(Note[where .id = input.replyTo]) > 0" in made


def test_a_row_with_answers_leaves_what_words_say() -> None:
    spec = _spec(_QUESTIONS, "markdown")
    lines = _effect(spec, "DELETE", "/remarks/{id}").splitlines()
    assert lines[0] == "let remark = first(Remark[where .id = input.id and not(.deleted)])"
    assert lines[2:5] == [
        "if count(Remark[where .in_reply_to = remark.id]) > 0:",
        '    patch Remark remark {body: "[deleted]", deleted: true}',
        "    answer 204",
    ]
    assert "delete Remark where .id = remark.id" in lines
