"""Services that make files: archives, sheets, pages, pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from beliefs.build import delivery
from beliefs.build.builder import program_of
from beliefs.build.project import project
from beliefs.judge import program
from beliefs.judge.verdict import judge
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

PHOTOS = (
    "A photo service with {framework}: POST /photos uploads a photo, GET /photos/{{id}}/download "
    "downloads it, GET /photos/{{id}}/thumbnail returns a thumbnail of at most 64 pixels, "
    "GET /photos/archive downloads all photos as a ZIP."
)
INVOICES = (
    "An invoice API with {framework}: CRUD for invoices with number, customer, amount: number and "
    "paid: boolean. GET /invoices/{{id}}/pdf returns the invoice as a PDF, GET /invoices.pdf all "
    "of them as a PDF, and GET /invoices/export.xlsx exports all invoices as an Excel spreadsheet."
)


def _spec(goal: str, framework: str) -> Spec:
    spec = understand(goal.format(framework=framework)).spec
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    return spec


def _written(spec: Spec, folder: Path) -> Path:
    delivery.write(folder, project(spec))
    program.write(folder, program_of(spec))
    return folder


@pytest.mark.parametrize("framework", ["FastAPI", "Flask"])
@pytest.mark.parametrize("goal", [PHOTOS, INVOICES], ids=["photos", "invoices"])
def test_what_it_makes_is_what_was_asked_for(goal, framework, tmp_path):
    spec = _spec(goal, framework)
    verdict = judge(_written(spec, tmp_path), spec, seeds=(0,))
    assert verdict.word == "accepted", verdict.first_unmet


@pytest.mark.parametrize(
    ("goal", "was", "now"),
    [
        (PHOTOS, "(pixels, pixels)", "(pixels // 2, pixels // 2)"),
        (PHOTOS, 'target.writestr(told, each["content"])', 'target.writestr(told, b"")'),
        (INVOICES, 'cell.data_type = "s"', "pass"),
        (
            INVOICES,
            "for number, line in enumerate(lines)",
            "for number, line in enumerate(lines[1:])",
        ),
    ],
)
def test_what_it_makes_wrongly_is_seen(goal, was, now, tmp_path):
    spec = _spec(goal, "FastAPI")
    code = _written(spec, tmp_path) / "app/made.py"
    text = code.read_text(encoding="utf-8")
    assert was in text
    code.write_text(text.replace(was, now), encoding="utf-8")
    unmet = judge(tmp_path, spec, seeds=(0,)).first_unmet
    assert unmet.startswith(("conversation", "hostile words")), unmet
