"""Files that rows keep, sent together, made small, or one of several: ZIPs, thumbnails, lists."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.features.form_parts import told_parts
from beliefs.spec.operations import Input
from beliefs.spec.service import Spec, blocked
from beliefs.spec.soundness import sound

_KEPT = """# Papers

- `POST /cases` `{"name": "x"}` → 201 `{"id": 1, "name": "x"}`
- `POST /cases/{id}/exhibits` multipart, field `exhibit` → 201 `{"id": 1, "filename": "a"}`
"""


def _read(text: str) -> Spec:
    return sound(read_sources((Source("goal.md", text, "markdown"),)))


def _effect(spec: Spec, path: str) -> str:
    return next(
        notation.write(each.effect)
        for each in spec.operations
        if each.path == path and each.effect and each.method in {"GET", "POST"}
    )


@pytest.mark.parametrize(
    ("line", "path", "answer"),
    [
        (
            "- `GET /cases/{id}/exhibits.zip` → all exhibits in one ZIP",
            "/cases/{id}/exhibits.zip",
            'archive("exhibits.zip", files)',
        ),
        (
            "- `GET /cases/{id}/download` → every exhibit of the case as a zip, `case-<id>.zip`",
            "/cases/{id}/download",
            'archive("case-" + text(input.id) + ".zip", files)',
        ),
        (
            "- `GET /exhibits.zip` → all of them (application/zip), named by the id, 3.png",
            "/exhibits.zip",
            'merge(exhibit.exhibit, {name: text(exhibit.id) + "."',
        ),
        (
            "- `GET /cases/{id}/archive` → a zip of its exhibits. 404 for a case without any",
            "/cases/{id}/archive",
            "guard count(files) > 0 else absent",
        ),
    ],
)
def test_all_files_come_in_one(line: str, path: str, answer: str) -> None:
    spec = _read(f"{_KEPT}{line}\n")
    assert not blocked(spec)
    assert answer in _effect(spec, path)


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ("thumb` → a PNG of at most 90x90 pixels", "thumbnail(exhibit.exhibit, 90)"),
        ("preview` → scaled down to 200 pixels on the longer side", ".exhibit, 200)"),
        ("small?px=9` → a thumbnail of px pixels; px is 8 to 99, 50 if not given", "input.px)"),
    ],
)
def test_pictures_are_made_small(line: str, made: str) -> None:
    spec = _read(f"{_KEPT}- `GET /exhibits/{{id}}/{line}\n")
    assert not blocked(spec)
    (found,) = [each for each in spec.operations if each.path.startswith("/exhibits/{id}/")]
    assert made in notation.write(found.effect)
    for each in found.inputs[1:]:
        assert (each.type.minimum, each.type.maximum, each.default) == (8, 99, "50")


def test_a_row_may_keep_several_files() -> None:
    spec = _read(
        "# Kits\n\n### POST /kits\n\nmultipart/form-data with one or more files in `sheets` and an "
        'optional text field `label`.\n\n201:\n\n```json\n{"id": 1, "label": "", "sheets": '
        '[{"name": "a.txt", "size": 3, "sha256": "ab"}]}\n```\n\nTwice the same name in one '
        "request: 400. More than 1000 bytes for one file: 413.\n\n"
        "### GET /kits/{id}/sheets/{name}\n\n"
        "The bytes of that file.\n"
    )
    assert not blocked(spec)
    made = _effect(spec, "/kits")
    assert "count(distinct(each(part in input.sheets: part.name))) = count(input.sheets)" in made
    assert "    guard part.size <= 1000 else too_large" in made
    assert "{name: file.name, size: file.size, sha256: hash(file)}" in made
    assert "first(kit.sheets[where .name = input.name])" in _effect(
        spec, "/kits/{id}/sheets/{name}"
    )


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("a multipart form with the scan in the field page and a text field author", "page author"),
        ("multipart/form-data: `map` (the picture), `scale` (integer)", "map scale"),
        (
            "multipart, the form field is called `sheets` and can appear more than once",
            "sheets*",
        ),
        ('as multipart in the field "shots", which may come several times', "shots*"),
        ("multipart `deed` -> 201", "deed"),
        ("part `image` is the picture, part `caption` an optional text", "image caption?"),
        ("judged by the content type of the part, image/jpeg", ""),
    ],
)
def test_parts_of_a_form(said: str, parts: str) -> None:
    def told(each: Input) -> str:
        return f"{each.name}{'*' * (each.type.kind == 'list')}{'?' * (not each.required)}"

    assert " ".join(map(told, told_parts(said))) == parts


def test_a_file_may_be_left_out() -> None:
    spec = _read(
        "# Cats\n\n- `POST /cats`, multipart: a text field `place`, an optional file `photo`. 201 "
        'with `{"id": 1, "place": "park", "has_photo": true}`. 400 if the photo is no picture that '
        "can be read.\n- `GET /cats/{id}/photo` → the photo as sent; 404 if it has no photo\n"
        "- `GET /cats?q=` → the cats; every word of `q` must be in the place\n"
    )
    assert not blocked(spec)
    made = notation.write(spec.operations[0].effect)
    assert "guard input.photo = null or thumbnail(input.photo, 16) != null else" in made
    assert "has_photo: cat.photo != null" in made
    assert "guard cat.photo != null else absent" in _effect(spec, "/cats/{id}/photo")
    listed = notation.write(spec.operations[-1].effect)
    assert "not(false in each(word in words_in(input.q): contains(.place, word)))" in listed
