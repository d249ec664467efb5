"""What a file that is brought must be, by the words about its route."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

_CLIPS = """Sound clips.
1. POST /boards {{"name": "Funny"}} -> 201 {{"id", "name", "clip_count": 0, "total_bytes": 0}}.
2. POST /boards/{{id}}/clips as multipart/form-data: the audio is in the field "sound", and there
may be a text field "label". {rules} The answer is 201 with {{"id", "board_id", "filename",
"content_type", "size", "label", "checksum"}}, checksum is the hex digest of the bytes.
3. GET /boards/{{id}}/clips lists them. ?format=wav shows only those.
4. GET /clips/{{id}}/data gives the bytes back as an attachment.
5. Clips have to be kept over a restart."""


def _read(rules: str) -> Spec:
    goal = Source("goal", _CLIPS.format(rules=rules), "sentences")
    return read_sources((goal,), lambda told: understand(told).spec)


def _effect(spec: Spec, way: str) -> str:
    return next(
        notation.write(each.effect)
        for each in spec.operations
        if f"{each.method} {each.path}" == way
    )


@pytest.mark.parametrize(
    ("rules", "guard"),
    [
        (
            "Only audio/wav and audio/ogg, anything else is 415.",
            'guard input.sound.type in ["audio/wav", "audio/ogg"] else unsupported_type',
        ),
        (
            "Only names that end in .wav or .OGG are taken, otherwise 415.",
            'guard matches(lower(input.sound.name), ".*\\\\.(wav|ogg)") else unsupported_type',
        ),
        ("MP3 only, else 415.", 'guard input.sound.type in ["audio/mpeg"] else unsupported_type'),
        ("Larger than 2 MB is 413.", "guard input.sound.size <= 2097152 else too_large"),
        ("At most 500 KB (413).", "guard input.sound.size <= 512000 else too_large"),
        (
            "The same file again on one board is 409.",
            "hash(input.sound) and .board_id = board.id])\nguard same = null else conflict",
        ),
        (
            'The same bytes twice on one board: 409 and {"error": "twice", "clip_id": <that>}.',
            'if same != null:\n    answer 409 {error: "twice", clip_id: same.id}',
        ),
    ],
)
def test_files_are_refused_as_words_say(rules: str, guard: str) -> None:
    spec = _read(rules)
    assert guard in _effect(spec, "POST /boards/{id}/clips")
    assert not [each for each in spec.unknowns if each.rank != "narrative"]


def test_what_a_file_says_of_itself_is_kept_and_sent_back() -> None:
    spec = _read("")
    assert "checksum: hash(input.sound)" in _effect(spec, "POST /boards/{id}/clips")
    assert "content(clip.sound)" in _effect(spec, "GET /clips/{id}/data")
    assert 'contains(.content_type, "/" + input.format)' in _effect(spec, "GET /boards/{id}/clips")
    given = {each.name: each for each in spec.operations[1].inputs}
    assert (given["sound"].place, given["label"].required) == ("file", False)


_AGAIN = """openapi: 3.0.0
info: {title: Clips, version: "1"}
paths:
  /clips:
    post:
      summary: Upload a clip
      description: If the same bytes were uploaded before, the first clip is answered with 200.
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: {type: object, properties: {file: {type: string, format: binary}}}
      responses:
        "201": {description: Kept, content: {application/json: {schema: CLIP}}}
        "200": {description: Was there, content: {application/json: {schema: CLIP}}}
  /clips/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses:
        "200": {description: One, content: {application/json: {schema: CLIP}}}
components:
  schemas:
    Clip:
      type: object
      properties: {id: {type: integer}, size: {type: integer}, sha256: {type: string}}
""".replace("CLIP", "{$ref: '#/components/schemas/Clip'}")


def test_a_file_that_was_there_before_is_shown_where_that_is_no_failure() -> None:
    spec = read_sources((Source("clips.yaml", _AGAIN),))
    effect = _effect(spec, "POST /clips")
    assert "if same != null:\n    answer 200 same\n" in effect
    assert effect.endswith("answer 201 clip")
