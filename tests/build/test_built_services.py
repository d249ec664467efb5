"""What is built does what its Spec says, and a judge sees when it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from beliefs.build import delivery
from beliefs.build.builder import program_of
from beliefs.build.project import project
from beliefs.judge import program
from beliefs.judge.description import described
from beliefs.judge.program import read
from beliefs.judge.serving import serving
from beliefs.judge.verdict import judge
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand
from tests.build.samples import ALL, BOOKMARKS


def _written(spec: Spec, folder: Path) -> Path:
    delivery.write(folder, project(spec))
    program.write(folder, program_of(spec))
    return folder


@pytest.mark.parametrize("name", ALL)
def test_a_built_service_is_accepted(name, tmp_path):
    verdict = judge(_written(ALL[name], tmp_path), ALL[name], seeds=(0,))
    assert verdict.word == "accepted", verdict.first_unmet


@pytest.mark.parametrize(
    ("file", "was", "now"),
    [
        ("app/routes/bookmarks.py", "status_code=201", "status_code=200"),
        ("app/routes/bookmarks.py", "body.model_dump(exclude_unset=True)", "{}"),
        ("app/store.py", 'db.execute("COMMIT")', 'db.execute("ROLLBACK")'),
        ("app/routes/random.py", 'raise Refusal("absent"', 'raise Refusal("malformed"'),
        ("main.py", "app.main:app", "app.nothing:app"),
    ],
)
def test_a_service_with_a_fault_is_not_accepted(file, was, now, tmp_path):
    code = _written(BOOKMARKS, tmp_path) / file
    text = code.read_text(encoding="utf-8")
    assert was in text
    code.write_text(text.replace(was, now), encoding="utf-8")
    assert judge(tmp_path, BOOKMARKS, seeds=(0,)).first_unmet.startswith("conversation")


@pytest.mark.parametrize(
    ("file", "was", "now", "check"),
    [
        ("app/routes/bookmarks.py", 'documented("absent")', "{}", "status_code_conformance"),
        ("app/inputs.py", "le=LARGEST", "le=2**70", "not_a_server_error"),
    ],
)
def test_a_service_that_is_not_as_it_says_is_not_accepted(file, was, now, check, tmp_path):
    code = _written(BOOKMARKS, tmp_path) / file
    text = code.read_text(encoding="utf-8")
    assert was in text
    code.write_text(text.replace(was, now), encoding="utf-8")
    with serving(tmp_path, read(tmp_path)) as stage:
        # By cases, not by time: how many fit into a few seconds is the machine's affair.
        assert check in described(BOOKMARKS, stage.anew, thorough=True).unmet


def test_what_may_come_back_is_not_held_to_stay_away(tmp_path):
    goal = (
        "A books API with Flask: books with title, soft delete, POST /books/{id}/restore restores."
    )
    spec = understand(goal).spec
    _written(spec, tmp_path)
    with serving(tmp_path, read(tmp_path)) as stage:
        tried = described(spec, stage.anew, thorough=True)
    assert tried.unmet == ""
    assert any(note.startswith("use_after_free is off for GET /books/{id}") for note in tried.notes)
