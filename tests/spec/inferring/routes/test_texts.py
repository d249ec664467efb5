"""Bodies that are a text or hold a file in base64, and links that lead to a file for a while."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.soundness import sound
from beliefs.spec.understanding import understand

_PASTES = """# Pastebin
- `POST /pastes` takes the raw request body as text/plain and returns 201
  `{"id": "abc123", "url": "http://localhost:8000/pastes/abc123"}`. An empty body is 400. More than
  10 KB is 413.
- `GET /pastes/{id}` returns the text as text/plain; 404 if unknown.
"""
_AVATARS = """# Avatars
POST /avatars `{"name": "me.png", "data": "<base64>"}` -> 201 `{"id": 1, "name": "me.png",
"size": 3}`; 400 if data is not valid base64.
GET /avatars/{id} -> the image bytes, inline.
GET /avatars/{id}/base64 -> `{"data": "<base64>"}`
"""
_LINKS = """# Drop

## POST /files
multipart field `file`. 201 `{"id": "...", "name": "a.txt", "size": 3}`; id is a uuid.

## POST /files/{id}/links
`{"expires_in": 3600}` (seconds, 60 to 86400, default 3600) -> 201
`{"token": "...", "url": "http://host/s/<token>", "expires_at": "2030-01-01T00:00:00Z"}`

## GET /s/{token}
Downloads the file without anything else. 410 once it has expired, 404 for an unknown token.
"""
_CONTACTS = """# Contacts
POST /contacts {"name": "string"} -> 201
GET /contacts/export.csv -> text/csv, attachment "contacts.csv", header line id,name
"""


def _read(text: str) -> tuple[Spec, dict[str, str]]:
    source = Source("goal.md", text, "markdown")
    spec = sound(read_sources((source,), lambda told: understand(told).spec))
    assert [each for each in spec.unknowns if each.rank != "narrative"] == []
    ways = {f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations}
    return spec, ways


def test_a_raw_body_is_kept_and_comes_back_as_it_was() -> None:
    spec, effects = _read(_PASTES)
    given = spec.operations[0].inputs[0]
    assert (given.place, given.type.min_length) == ("body", 1)
    assert "guard byte_count(input.content) <= 10240 else too_large" in effects["POST /pastes"]
    assert effects["GET /pastes/{id}"].endswith('answer 200 as "text/plain" paste.content')


def test_base64_is_checked_told_of_and_sent_as_bytes() -> None:
    effects = _read(_AVATARS)[1]
    assert "guard came != null else" in effects["POST /avatars"]
    assert "size: came.size" in effects["POST /avatars"]
    assert (
        "answer 200 inline(from_base64(avatar.data, avatar.name, " in effects["GET /avatars/{id}"]
    )
    assert effects["GET /avatars/{id}/base64"].endswith("answer 200 {data: avatar.data}")


def test_links_lead_to_the_file_until_they_end() -> None:
    spec, effects = _read(_LINKS)
    assert spec.entities[0].key.style == "uuid"
    lasts = spec.operations[1].inputs[1]
    assert (lasts.required, lasts.default) == (False, "3600")
    assert (lasts.type.minimum, lasts.type.maximum) == (60, 86400)
    assert "expires_at: later(now(), input.expires_in)" in effects["POST /files/{id}/links"]
    followed = effects["GET /s/{token}"]
    assert "now() < link.expires_at else gone" in followed
    assert followed.endswith("answer 200 content(file.file)")


def test_a_csv_file_is_saved_under_its_name() -> None:
    told = 'headers {"Content-Disposition": "attachment; filename=\\"contacts.csv\\""}'
    assert _read(_CONTACTS)[1]["GET /contacts/export.csv"].endswith(told)
