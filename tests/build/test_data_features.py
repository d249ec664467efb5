"""What data features of a goal become is accepted in the sandbox, and a fault in each is seen.

The goals hold several features each, since starting a sandbox is what costs time. A fault is made
where the code of a feature says what it does: none of them may pass.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from beliefs.build.builder import write
from beliefs.judge.examination import Examination
from beliefs.judge.program import read
from beliefs.judge.serving import serving
from beliefs.judge.verdict import judge
from beliefs.judge.wire import Wire
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

GOALS = {
    "studies": """with FastAPI. Students have name; courses have title. Status of a course moves
        draft → open → closed; other moves are 409. POST /courses/{id}/status with status.
        Many-to-many: POST /students/{id}/courses/{course_id} enrolls, DELETE
        /students/{id}/courses/{course_id} unenrolls, GET /students/{id}/courses and
        GET /courses/{id}/students list them.""",
    "shelf": """A books API with Flask: books with title and author, soft delete, GET /books/trash
        lists deleted books, POST /books/{id}/restore restores. The list is paged with page and
        per_page, with absolute next and previous links. POST /books/batch creates many with
        per-item results.""",
    "talk": """with FastAPI. Posts with title; comments on posts with author and text; replies to
        comments, nested. GET /posts/{id}/comments returns the thread as a tree.
        POST /counters/{name}/increment adds one, GET /counters/{name} shows it.""",
    "files": """Paste API with Flask: POST /pastes with the raw text body (text/plain) stores the
        text; GET /pastes/{id}/raw returns it as plain text. GET /time?tz=Europe/Berlin returns
        the current time in that zone.""",
}
# Of each goal: a file, what its code says, and what a fault makes of it.
FAULTS = {
    "studies": [
        ("app/routes/courses.py", '"draft": ["open"]', '"draft": ["open", "closed"]'),
        ("app/routes/students.py", '"course_id": course["id"]}', '"course_id": student["id"]}'),
    ],
    "shelf": [
        ("app/routes/books.py", "values.query(", "str("),
        ("app/routes/books.py", "is not None", "is None"),
    ],
    "talk": [
        ("app/routes/posts.py", '"replies"', '"answers"'),
        ("app/routes/counters.py", "+ 1", "+ 2"),
    ],
    "files": [
        ("app/routes/pastes.py", "text/plain", "text/html"),
        ("app/values.py", "astimezone(place)", "astimezone(UTC)"),
    ],
}


def _spec(name: str) -> Spec:
    spec = understand(" ".join(GOALS[name].split())).spec
    assert {each.rank for each in spec.unknowns} <= {"narrative"}, spec.unknowns
    return spec


@pytest.mark.parametrize("name", GOALS)
def test_the_features_are_built_and_their_faults_are_seen(name, tmp_path):
    spec = _spec(name)
    write(spec, tmp_path / "right")
    verdict = judge(tmp_path / "right", spec, seeds=(0,))
    assert verdict.word == "accepted", verdict.first_unmet
    for number, (file, was, now) in enumerate(FAULTS[name]):
        folder = tmp_path / str(number)
        write(spec, folder)
        code = folder / file
        text = code.read_text(encoding="utf-8")
        assert was in text, (file, was)
        code.write_text(text.replace(was, now, 1), encoding="utf-8")
        assert _falls_short(folder, spec), (file, was, now)


def _falls_short(folder: Path, spec: Spec) -> bool:
    """Whether one of three conversations sees the fault."""
    with serving(folder, read(folder)) as stage:
        for seed in range(3):
            service = stage.anew()
            examination = Examination(spec, Wire(service), seed)
            examination.oracle.base = str(service.client.base_url).rstrip("/")
            if examination.run() is not None:
                return True
    return False
