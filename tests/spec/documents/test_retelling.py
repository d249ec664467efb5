"""Documents whose routes explain each other, and documents that nobody can make sense of."""

from __future__ import annotations

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import blocked
from beliefs.spec.understanding import understand

SCHOOL = """# School API

Students: name (string, required). Courses: title (string, required).
A student can enroll in many courses and a course has many students.

| Method | Path | What |
|---|---|---|
| POST | /students | create a student |
| GET | /students | list students |
| POST | /courses | create a course |
| POST | /students/{id}/courses/{course_id} | enroll a student in a course |
| DELETE | /students/{id}/courses/{course_id} | unenroll |
| GET | /students/{id}/courses | courses of a student |
| GET | /courses/{id}/students | students of a course |
"""


def _read(text: str):
    return read_sources((Source("api.md", text),), lambda told: understand(told).spec)


def test_routes_that_explain_each_other_are_understood_together():
    spec = _read(SCHOOL)
    assert not blocked(spec)
    assert {each.name for each in spec.entities} == {"Student", "Course", "StudentCourse"}
    ways = {f"{each.method} {each.path}" for each in spec.operations} - {"GET /health"}
    assert len(ways) == 7  # nothing that the document does not have
    assert all(each.source.startswith("api.md:") for each in spec.operations if "{" in each.path)
    assert any(each.chosen == "read as sentences" for each in spec.assumptions)


def test_a_route_that_sentences_do_not_explain_either_stays_a_hole():
    assert blocked(_read(SCHOOL + "| POST | /courses/{id}/frobnicate | frobnicates the course |\n"))


def test_a_body_that_would_be_lost_keeps_the_hole():
    spec = _read(SCHOOL.replace("enroll a student in a course", 'enroll, body `{"grade": "A"}`'))
    route = next(each for each in spec.operations if each.path.endswith("{course_id}"))
    assert blocked(spec) or "grade" in {each.wire for each in route.inputs}
