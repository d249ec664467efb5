"""Services that work on files that they are brought: PDFs, pictures, archives, other programs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from beliefs.build import delivery
from beliefs.build.builder import program_of
from beliefs.build.project import project
from beliefs.judge import program
from beliefs.judge.verdict import judge
from beliefs.spec.documents import infer, read_markdown
from beliefs.spec.operations import Input, Operation
from beliefs.spec.parsing import read
from beliefs.spec.service import Spec
from beliefs.spec.types import Type

DESK = """# Paper desk

POST /join (multipart, field `files`) merges several PDF files into one PDF.

POST /words (multipart, field `file`) answers the text of an uploaded PDF.

POST /bundle (multipart, field `files`) sends several files back as one ZIP archive.

POST /small (multipart, field `file`) answers a thumbnail of the picture, at most 16 pixels.

POST /film (multipart, field `files`) makes an animated GIF of several pictures, 250 ms each.

POST /png (multipart, field `file`) converts the uploaded image to PNG, 20x30.

POST /staff (multipart, field `file`) imports employees from an XML file and answers 200
`{"imported": 2}`.

GET /employees answers `[{"id": 1, "name": "Ann", "position": "cook"}]`.

POST /documents (multipart, field `file`) stores a text file and answers 201
`{"id": 1, "name": "a.txt"}`.

GET /search?query=words gives all documents that contain every word:
`{"results": [{"id": 1, "name": "a.txt", "matches": 2}]}`, most matches first.

GET /documents/{id} downloads the file.
"""


SORTED = """let made = processed(input.file, "s", "text/plain", 9, "sort", "-o", "{out}", "{in}")
guard made != null else refused "It cannot be sorted"
answer 200 content(made)"""


def _spec(framework: Literal["fastapi", "flask"] = "fastapi") -> Spec:
    spec = infer(read_markdown(DESK, "desk.md"))
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    given = (Input("file", "file", Type("file")),)
    sort = Operation("sort", "POST", "/sort", read(SORTED), given, consumes="multipart/form-data")
    return replace(spec, framework=framework, operations=(*spec.operations, sort))


def _written(spec: Spec, folder: Path) -> Path:
    delivery.write(folder, project(spec))
    program.write(folder, program_of(spec))
    return folder


@pytest.mark.parametrize("framework", ["fastapi", "flask"])
def test_what_it_makes_of_files_is_what_was_asked_for(framework, tmp_path):
    spec = _spec(framework)
    verdict = judge(_written(spec, tmp_path), spec, seeds=(0,))
    assert verdict.word == "accepted", verdict.first_unmet


@pytest.mark.parametrize(
    ("module", "was", "now"),
    [
        ("made", "frames[1:]", "frames[:0:-1]"),
        ("markup", "for each in root", "for each in list(root)[1:]"),
    ],
)
def test_what_it_makes_wrongly_is_seen(module, was, now, tmp_path):
    spec = _spec()
    code = _written(spec, tmp_path) / f"app/{module}.py"
    text = code.read_text(encoding="utf-8")
    assert was in text
    code.write_text(text.replace(was, now), encoding="utf-8")
    assert judge(tmp_path, spec, seeds=(0,)).first_unmet.startswith("conversation")
