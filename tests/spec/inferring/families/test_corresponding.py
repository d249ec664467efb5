"""What two people wrote to each other, with whom somebody writes, and who may do what to it."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Kind, Source, read_sources
from beliefs.spec.understanding import understand

_CHAT = """# Pigeon

Every request says who asks in the header `X-Member` (3 to 12 lower-case letters); without it, or
with a bad one, it gets 401.

## Notes

A note is `{"id": 1, "sender": "ada", "recipient": "bob", "body": "hi", "seen": false}`.

### POST /notes

Body `{"recipient": "bob", "body": "hi"}`. Answers 201 with the note. Sending a note to yourself is
answered with 400.

### GET /notes/with/{member}

All notes exchanged with that member, newest first.

### POST /notes/{id}/seen

Marks the note as seen. Only its recipient may do that, anybody else gets 403. 404 if there is no
such note.

### GET /partners

Lists everyone the caller has exchanged notes with, the most recent first:
`[{"member": "bob", "unseen": 1, "lastBody": "hi"}]`.
"""

_LETTERS = """
openapi: 3.0.0
info: {title: letters, version: '1', description: X-User names the caller (2 to 8 letters a-z).}
paths:
  /letters:
    post:
      parameters: [{$ref: '#/components/parameters/Who'}]
      requestBody:
        content:
          application/json:
            schema: {type: object, required: [to], properties: {to: {type: string}}}
      responses:
        '201':
          description: ok
          content: {application/json: {schema: {$ref: '#/components/schemas/Letter'}}}
        '409': {description: a letter to yourself}
  /chats/{a}/{b}:
    get:
      summary: The conversation between two pupils, newest first
      parameters:
        - {name: a, in: path, required: true, schema: {type: string}}
        - {name: b, in: path, required: true, schema: {type: string}}
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: {type: array, items: {$ref: '#/components/schemas/Letter'}}
  /letters/{id}:
    delete:
      summary: Take a letter back
      description: Only the sender can; the recipient gets 403, and for all others it is 404.
      parameters:
        - {$ref: '#/components/parameters/Who'}
        - {name: id, in: path, required: true, schema: {type: integer}}
      responses:
        '204': {description: gone}
        '403': {description: you got it}
        '404': {description: no such letter}
  /friends:
    get:
      summary: All people I have written with, names only, alphabetically
      parameters: [{$ref: '#/components/parameters/Who'}]
      responses:
        '200':
          description: ok
          content: {application/json: {schema: {type: array, items: {type: string}}}}
components:
  parameters:
    Who: {name: X-User, in: header, required: true, schema: {type: string}}
  schemas:
    Letter:
      type: object
      properties: {id: {type: integer}, from: {type: string}, to: {type: string}}
"""


def _effects(text: str, kind: Kind) -> dict[str, str]:
    spec = read_sources((Source("document", text, kind),), lambda told: understand(told).spec)
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    return {f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations}


@pytest.fixture(scope="module")
def chat() -> dict[str, str]:
    return _effects(_CHAT, "markdown")


@pytest.fixture(scope="module")
def letters() -> dict[str, str]:
    return _effects(_LETTERS, "openapi")


def test_a_name_is_spelled_as_words_say(chat: dict[str, str]) -> None:
    guard = 'guard matches(input.x_member, "[a-z]{3,12}") else unauthenticated'
    assert all(guard in each for each in chat.values())


def test_nobody_writes_to_themselves(chat: dict[str, str], letters: dict[str, str]) -> None:
    assert "guard input.recipient != input.x_member else refused" in chat["POST /notes"]
    assert "guard input.to != input.x_user else conflict" in letters["POST /letters"]


def test_both_directions_are_told(chat: dict[str, str], letters: dict[str, str]) -> None:
    told = chat["GET /notes/with/{member}"]
    assert ".sender = input.x_member and .recipient = input.member or" in told
    assert (
        ".from = input.a and .to = input.b or .from = input.b and" in letters["GET /chats/{a}/{b}"]
    )


def test_only_one_side_may_do_it(chat: dict[str, str], letters: dict[str, str]) -> None:
    told = chat["POST /notes/{id}/seen"]
    assert "let note = first(Note[where .id = input.id])" in told
    assert "guard note.recipient = input.x_member else forbidden" in told
    told = letters["DELETE /letters/{id}"]
    assert "(.to = input.x_user or .from = input.x_user)" in told
    assert "guard letter.from = input.x_user else forbidden" in told


def test_everybody_with_whom_one_wrote_is_told_once(
    chat: dict[str, str], letters: dict[str, str]
) -> None:
    told = chat["GET /partners"]
    assert "by .id down]: if(one.sender = input.x_member, one.recipient, one.sender)))" in told
    assert "{member: other, unseen: count(Note[where .sender = other and" in told
    assert letters["GET /friends"].endswith("answer 200 others[by row]")
