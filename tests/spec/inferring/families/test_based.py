"""Edits that say which state they began with: that of now, or nothing is saved."""

from __future__ import annotations

import pytest

from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.notation import write
from beliefs.spec.service import Spec

_SHEETS = """openapi: 3.0.3
info: {title: Songs, version: "1"}
paths:
  /songs:
    get:
      summary: All songs by their title, each with its latest version
      responses:
        "200":
          description: all
          content:
            application/json:
              schema: {type: array, items: {$ref: "#/components/schemas/Song"}}
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [title, cells]
              properties: {title: {type: string}, cells: {type: string}}
      responses:
        "201":
          description: made
          content: {application/json: {schema: {$ref: "#/components/schemas/Song"}}}
  /songs/{id}:
    put:
      summary: Save a song
      description: SAID
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [cells]
              properties: {cells: {type: string}, NAME: {type: integer}}
      responses:
        "200":
          description: saved
          content: {application/json: {schema: {$ref: "#/components/schemas/Song"}}}
        "404": {description: none}
        "409": {description: Somebody saved it meanwhile}
components:
  schemas:
    Song:
      type: object
      properties:
        id: {type: integer}
        title: {type: string}
        cells: {type: string}
        version: {type: integer, description: 1 at first}
"""


def _effect(spec: Spec, method: str) -> str:
    return write(next(each for each in spec.operations if each.method == method).effect)


@pytest.mark.parametrize(
    ("name", "said", "free"),
    [
        ("base_version", "`base_version` must be the present one, else 409.", False),
        ("expected_version", "An `expected_version` that is not the present one is a 409.", True),
    ],
)
def test_an_edit_begins_with_the_present_state(name: str, said: str, free: bool) -> None:
    spec = read_sources((Source("a.yaml", _SHEETS.replace("NAME", name).replace("SAID", said)),))
    saved = _effect(spec, "PUT")
    test = f"input.{name} = song.version"
    test = f"input.{name} = null or {test}" if free else test
    assert f'guard {test} else conflict "Somebody saved it meanwhile"' in saved
    assert saved.index("guard input.") < saved.index("patch Song")
    assert "version: song.version + 1" in saved
    [song] = [each for each in spec.entities if each.name == "Song"]
    assert name not in [each.name for each in song.fields]


def test_what_each_row_is_shown_with_says_no_order() -> None:
    text = _SHEETS.replace("NAME", "base_version").replace("SAID", "Saves it.")
    assert "Song[by .title]" in _effect(read_sources((Source("a.yaml", text),)), "GET")


def test_a_described_row_is_made_or_edited_from_its_present_state() -> None:
    text = """# Drafts

### PUT /drafts/{name}
Body:
- `text`: string, required
- `base_revision`: integer

Creates the draft (201) or adds a revision to it (200). Whoever edits a draft must say in
`base_revision` which revision they began with; 409 if it is not the latest one.

### GET /drafts/{name}
Returns 200 and

```json
{"name": "intro", "text": "Hello", "revision": 1, "saved_at": "2031-01-01T10:00:00Z"}
```

### GET /drafts/{name}/revisions
All revisions, newest first: `[{"revision": 1, "text": "Hello"}]`
"""
    spec = read_sources((Source("a.md", text),))
    saved = _effect(spec, "PUT")
    assert "guard input.base_revision = draft.revision else conflict" in saved
    assert saved.index("insert Draft") < saved.index("guard input.base_revision")
    assert "saved_at: now()" in saved.partition("patch Draft")[2].splitlines()[0]
    assert "base_revision" not in [one.name for each in spec.entities for one in each.fields]
