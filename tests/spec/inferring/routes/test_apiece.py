"""Several files of one request, a row each, below the row that their path names."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Kind, Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.soundness import sound
from beliefs.spec.understanding import understand

_TICKETS = """# Helpdesk

## POST /tickets
Body: `{"subject": "string (required)"}` → 201 with the ticket.

## POST /tickets/{id}/attachments
multipart/form-data, one or more parts named `files`. 201 with a list of
`{"id", "filename", "size", "content_type"}`. 404 if there is no such ticket.

## GET /tickets/{id}/attachments/{attachment_id}
Downloads the file with its content type and name.
"""
_RECIPES = """# Recipe box

| Method | Path | What |
|---|---|---|
| POST | /recipes | create a recipe `{name, steps}` |
| GET | /recipes/{id} | one recipe, with `photos`: list of `{id, name, size}` |
| POST | /recipes/{id}/photos | upload several pictures at once (multipart field `photos`) |
| GET | /recipes/{id}/photos/{photoId} | the picture itself |
"""
_PAPERS = """# Applications

`POST /applications` `{"name": "string"}` -> 201 `{"id": 1, "name": "Ada"}`

`POST /applications/{id}/papers` multipart with one or several `papers` (at most 2 MB each, else
413; at most 5 papers per application, else 409) -> 201 `{"papers": [{"id": 1, "name": "cv.pdf"}]}`

`GET /papers/{id}` -> the file
"""
_SENTENCES = (
    "POST /bugs creates a bug with title and text. POST /bugs/{id}/shots uploads one or more files "
    '(multipart field "shots") to a bug and answers 201 with their id, filename and size. '
    "GET /shots/{id} downloads a shot."
)
_ALBUMS = """
openapi: 3.0.0
info: {title: Albums, version: "1"}
paths:
  /albums:
    post:
      requestBody: {content: {application/json: {schema: {type: object, required: [name],
        properties: {name: {type: string}}}}}}
      responses: {"201": {description: made}}
  /albums/{id}/photos:
    post:
      requestBody: {content: {multipart/form-data: {schema: {type: object, required: [files],
        properties: {files: {type: array, items: {type: string, format: binary}}}}}}}
      responses:
        "201":
          description: the photos
          content: {application/json: {schema: {type: object, properties: {
            uploaded: {type: integer},
            photos: {type: array, items: {$ref: "#/components/schemas/Photo"}}}}}}
components:
  schemas:
    Photo: {type: object, properties: {id: {type: integer}, filename: {type: string}}}
"""


def _read(text: str, kind: Kind) -> Spec:
    return sound(read_sources((Source("goal", text, kind),), lambda told: understand(told).spec))


def _effect(spec: Spec, way: str) -> str:
    return next(
        notation.write(each.effect)
        for each in spec.operations
        if f"{each.method} {each.path}" == way
    )


@pytest.mark.parametrize(
    ("text", "kind", "way", "kept", "answer"),
    [
        (
            *(_TICKETS, "markdown", "POST /tickets/{id}/attachments"),
            "{ticket_id: ticket.id, file: part, filename: part.name, size: part.size, content_type: part.type}",  # noqa: E501
            "answer 201 kept",
        ),
        (
            *(_RECIPES, "markdown", "POST /recipes/{id}/photos"),
            "{recipe_id: recipe.id, photo: part, name: part.name, size: part.size}",
            "answer 201 kept",
        ),
        (
            *(_PAPERS, "markdown", "POST /applications/{id}/papers"),
            "{application_id: application.id, name: part.name, paper: part}",
            "answer 201 {papers: kept}",
        ),
        (
            *(_SENTENCES, "sentences", "POST /bugs/{id}/shots"),
            "{bug_id: bug.id, shot: part, filename: part.name, size: part.size}",
            "answer 201 kept",
        ),
        (
            *(_ALBUMS, "openapi", "POST /albums/{id}/photos"),
            "{album_id: album.id, file: part, filename: part.name}",
            "answer 201 {uploaded: count(kept), photos: kept}",
        ),
    ],
)
def test_each_file_is_a_row(text: str, kind: Kind, way: str, kept: str, answer: str) -> None:
    spec = _read(text, kind)
    assert [each for each in spec.unknowns if each.rank != "narrative"] == []
    effect = _effect(spec, way)
    assert "for part in input." in effect
    assert f" {kept} as " in effect
    assert effect.endswith(answer)


@pytest.mark.parametrize(
    ("text", "way"),
    [
        (_TICKETS, "GET /tickets/{id}/attachments/{attachment_id}"),
        (_RECIPES, "GET /recipes/{id}/photos/{photoId}"),
        (_PAPERS, "GET /papers/{id}"),
        (_SENTENCES, "GET /shots/{id}"),
    ],
)
def test_each_is_sent_back(text: str, way: str) -> None:
    kind: Kind = "sentences" if text is _SENTENCES else "markdown"
    assert "answer 200 content(" in _effect(_read(text, kind), way)


def test_rules_hold_for_each_of_them() -> None:
    effect = _effect(_read(_PAPERS, "markdown"), "POST /applications/{id}/papers")
    inside = effect.partition("for part in input.papers:\n")[2]
    assert "    guard part.size <= 2097152 else too_large" in inside
    assert "    guard count(Paper[where .application_id = application.id]) < 5 else" in inside


def test_the_rows_above_show_them() -> None:
    effect = _effect(_read(_RECIPES, "markdown"), "GET /recipes/{id}")
    assert "photos: Photo[where .recipe_id = recipe.id]" in effect
