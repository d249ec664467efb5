"""Services that work on files that they are brought: PDFs, pictures, archives, other programs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from beliefs.build import delivery
from beliefs.build.project import project
from beliefs.judge import program
from beliefs.judge.program import Program
from beliefs.judge.verdict import judge
from beliefs.spec.documents import infer, read_markdown
from beliefs.spec.service import Spec

DESK = """# Paper desk

POST /join (multipart, field `files`) merges several PDF files into one PDF.

POST /words (multipart, field `file`) answers the text of an uploaded PDF.

POST /bundle (multipart, field `files`) sends several files back as one ZIP archive.

POST /small (multipart, field `file`) answers a thumbnail of the picture, at most 16 pixels.

POST /film (multipart, field `files`) makes an animated GIF of several pictures, 250 ms each.

POST /png (multipart, field `file`) converts the uploaded image to PNG, 20x30.
"""


def _spec(framework: str = "fastapi") -> Spec:
    spec = infer(read_markdown(DESK, "desk.md"))
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    return replace(spec, framework=framework)


def _written(spec: Spec, folder: Path) -> Path:
    delivery.write(folder, project(spec))
    program.write(folder, Program("service", start=("python", "main.py"), port=spec.port))
    return folder


@pytest.mark.parametrize("framework", ["fastapi", "flask"])
def test_what_it_makes_of_files_is_what_was_asked_for(framework, tmp_path):
    spec = _spec(framework)
    verdict = judge(_written(spec, tmp_path), spec, seeds=(0,))
    assert verdict.word == "accepted", verdict.first_unmet


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (
            "for each in files:\n            for page",
            "for each in files[::-1]:\n            for page",
        ),
        ("each.extract_text().strip()", "each.extract_text().upper()"),
        ("across, down = width, height", "across, down = height, width"),
        ("frames[1:]", "frames[:0:-1]"),
        ("duration=shown", "duration=2 * shown"),
    ],
)
def test_what_it_makes_wrongly_is_seen(was, now, tmp_path):
    spec = _spec()
    code = _written(spec, tmp_path) / "app/made.py"
    text = code.read_text(encoding="utf-8")
    assert was in text
    code.write_text(text.replace(was, now), encoding="utf-8")
    assert judge(tmp_path, spec, seeds=(0,)).word == "not accepted"
