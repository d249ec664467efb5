"""Answers that are right or wrong, and shapes that comments in one fence tell apart."""

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.documents.clauses import clauses
from beliefs.spec.documents.samples import sample
from beliefs.spec.service import Spec

EXAM = """# Driving theory

```jsonc
// what the school sends (POST /exams)
{
  "name": "Signs",                 // required
  "passScore": 3,                  // default 1
  "tasks": [                       // at least two
    {"prompt": "Stop?", "choices": ["yes", "no"], "correctIndex": 0, "marks": 2}
  ]
}

// Exam, as learners see it (GET /exams/:examId)
{
  "id": 1, "name": "Signs", "passScore": 3, "maxMarks": 2,
  "tasks": [ {"id": 1, "prompt": "Stop?", "choices": ["yes", "no"], "marks": 2} ]
}

// Sitting (POST /exams/:examId/sittings)
{ "learner": "kim", "replies": [ {"taskId": 1, "picked": 0} ] }

// the response (201)
{
  "id": 1, "examId": 1, "learner": "kim", "score": 2, "passed": true,
  "tasks": [ {"taskId": 1, "correct": true, "points": 2} ]
}
```

* `POST /exams` → 201
* `GET /exams/:examId`
* `POST /exams/:examId/sittings`
* `GET /exams/:examId/board` → `[{place, learner, score}]`: the highest score per learner

Rules:

* a task that is answered twice or picked where there is no such choice → 422
* at most 2 sittings per learner, otherwise 409
* invalid input → 422; unknown exam or sitting → 404
"""


@pytest.fixture(scope="module")
def spec() -> Spec:
    return read_sources((Source("exam.md", EXAM),))


def written(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_nothing_is_left_open(spec):
    assert [each for each in spec.unknowns if each.rank != "narrative"] == []


def test_what_is_right_is_never_shown(spec):
    task = next(each for each in spec.entities if each.name == "Task")
    assert [each.name for each in task.fields if each.hidden] == ["correctIndex", "exam_id"]
    assert "maxMarks: sum(each(one in Task" in written(spec, "GET", "/exams/{examId}")


def test_answers_are_scored_when_they_are_handed_in(spec):
    made = written(spec, "POST", "/exams/{examId}/sittings")
    assert "count(Sitting[where .examId = exam.id and .learner = input.learner]) < 2 else" in made
    assert ".taskId = task.id and .picked = task.correctIndex" in made
    assert "passed: scored >= exam.passScore" in made
    assert "count(distinct(each(one in input.replies: one.taskId)))" in made


def test_a_board_has_the_best_of_each(spec):
    board = written(spec, "GET", "/exams/{examId}/board")
    assert "score: most(each(one in part.items: one.score))" in board
    assert "place: count(found[where .score > one.score]) + 1" in board


def test_a_record_inside_of_another_has_its_own_required_fields():
    made = sample(
        '{\n"a": 1, // required\n"b": 2,\n"c": [{"d": 1}] // at least one\n}', brought=True
    )
    assert made is not None
    assert [(each.name, each.required) for each in made.shape.properties] == [
        ("a", True),
        ("b", False),
        ("c", True),
    ]
    inner = made.shape.properties[2].shape.item
    assert inner is not None
    assert inner.properties[0].required


def test_a_semicolon_parts_statuses_before_a_word_does():
    told = clauses("invalid exam → 400; unknown exam or sitting → 404")
    assert [(each.status, each.words) for each in told] == [
        (400, "invalid exam"),
        (404, "unknown exam or sitting"),
    ]
