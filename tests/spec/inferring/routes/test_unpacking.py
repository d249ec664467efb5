"""ZIP files that are brought: listed, looked into, taken apart, and refused where they do harm."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Kind, Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.soundness import sound
from beliefs.spec.understanding import understand

_KEPT = """# Archive inspector

`POST /archives` — multipart upload of a zip file (part `file`). 201 →
`{"id": 1, "filename": "a.zip", "entries": 3}`. 422 if it is not a zip archive.

`GET /archives/{id}/entries` — lists the entries: `[{"name": "docs/a.txt", "size": 12}]`.

`GET /archives/{id}/entries/{name}` — the content of one entry; 404 if there is none of that name.
"""
_TOLD = (
    "POST /unzip takes a zip file and answers with the list of its entries (name, size, compressed "
    "size). Archives that would unpack to more than 10 MB are refused with 413, entries that climb "
    "out of the folder (../) with 422."
)
_APART = (
    "A file service: POST /files/extract uploads a zip archive, stores every entry as a file of "
    "its own, and answers 201 with the list of files. GET /files lists them, GET "
    "/files/{id}/download sends one. Unsafe paths are refused with 400."
)
_BOTH = """# Zipper

POST /zip with several files (multipart field `files`) returns a ZIP archive `bundle.zip`.

POST /zip/list with one ZIP (field `archive`) returns JSON
`{"count": 2, "entries": [{"name": "a.txt", "size": 3}]}`; what is no ZIP is 400.
"""


def _effects(text: str, kind: Kind) -> tuple[Spec, dict[str, str]]:
    spec = sound(read_sources((Source("goal", text, kind),), lambda told: understand(told).spec))
    assert [each for each in spec.unknowns if each.rank != "narrative"] == []
    return spec, {
        f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations
    }


@pytest.mark.parametrize(
    ("text", "kind", "way", "file"),
    [
        (_KEPT, "markdown", "POST /archives", "file"),
        (_TOLD, "sentences", "POST /unzip", "file"),
        (_APART, "sentences", "POST /files/extract", "file"),
        (_BOTH, "markdown", "POST /zip/list", "archive"),
    ],
)
def test_whatever_is_no_archive_or_does_harm_is_refused(
    text: str, kind: Kind, way: str, file: str
) -> None:
    lines = _effects(text, kind)[1][way].split("\n")
    assert lines[0] == f"let entries = zip_entries(input.{file})"
    assert lines[1].startswith("guard entries != null else ")
    assert lines[2].startswith("guard count(entries[where not(matches(.path, ")
    assert lines[3].startswith("guard sum(each(one in entries: one.size)) <= ")


def test_kept_archives_are_listed_and_looked_into() -> None:
    effects = _effects(_KEPT, "markdown")[1]
    assert "entries: count(entries)}" in effects["POST /archives"]
    listed = "answer 200 each(one in entries: {name: one.path, size: one.size})"
    assert effects["GET /archives/{id}/entries"].endswith(listed)
    one = effects["GET /archives/{id}/entries/{name}"]
    assert "let entry = zip_entry(the_archive.file, input.name)" in one
    assert one.endswith("answer 200 content(entry)")


def test_words_say_what_is_told_of_entries_and_how_much_they_may_be() -> None:
    spec, effects = _effects(_TOLD, "sentences")
    assert "<= 10485760 else too_large" in effects["POST /unzip"]
    told = "{name: one.path, size: one.size, compressed_size: one.packed})"
    assert effects["POST /unzip"].endswith(told)
    assert spec.failures.of("too_large").status == 413


def test_an_archive_is_taken_apart() -> None:
    effect = _effects(_APART, "sentences")[1]["POST /files/extract"]
    assert "for one in entries:\n    let part = zip_entry(whole, one.path)" in effect
    assert "{file: part, filename: part.name, size: part.size, content_type: part.type}" in effect
    assert effect.endswith("answer 201 kept")


def test_what_is_made_is_called_as_the_words_say() -> None:
    effects = _effects(_BOTH, "markdown")[1]
    assert effects["POST /zip"] == 'answer 200 content(archive("bundle.zip", input.files))'
    assert effects["POST /zip/list"].endswith(
        "each(one in entries: {name: one.path, size: one.size})}"
    )


def test_names_alone_are_answered_where_words_ask_for_them() -> None:
    said = "Upload a zip file (multipart field `file`). Answers 200 with the names of its entries."
    effects = _effects(f"# Files\n\n## POST /files\n\n{said}\n", "markdown")[1]
    assert effects["POST /files"].endswith("answer 200 each(one in entries: one.path)")
