"""A gradebook: students, weighted assignments, grades, report cards and statistics."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("gradebook", "service")


def _email() -> str:
    return f"{token_hex(5)}@example.org"


def _student(service: Service, name: str = "Ann") -> Any:
    given = {"name": name, "email": _email()}
    return service.post("/students", json=given).is_(201).json()["id"]


def _assignment(service: Service, max_points: int = 20, **more: Any) -> Any:
    given = {"title": "Essay", "max_points": max_points, **more}
    return service.post("/assignments", json=given).is_(201).json()["id"]


def _grade(service: Service, assignment: Any, student: Any, points: Any) -> Answer:
    return service.put(f"/assignments/{assignment}/grades/{student}", json={"points": points})


def _report(service: Service, student: Any) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"/students/{student}/report").is_(200).json()
    return told


def _stats(service: Service, assignment: Any) -> dict[str, Any]:
    told = service.get(f"/assignments/{assignment}/stats").is_(200).json()
    return {name: told[name] for name in ("graded", "missing", "best", "worst", "mean")}


@suite.check("a student is enrolled once per email address")
def enrolled(service: Service) -> None:
    email = _email()
    told = service.post("/students", json={"name": "Ann", "email": email}).is_(201).json()
    equal((told["name"], told["email"]), ("Ann", email), "the student")
    for again in (email, email.upper(), email.title()):
        service.post("/students", json={"name": "Bob", "email": again}).is_(409)


@suite.check("students that break a rule are 422")
def students(service: Service) -> None:
    wrongs: tuple[dict[str, Any], ...] = (
        {"name": "Ann"},
        {"email": _email()},
        {"name": "n" * 81, "email": _email()},
        {"name": "Ann", "email": "nobody"},
        {"name": "Ann", "email": ""},
        {"name": None, "email": _email()},
    )
    for wrong in wrongs:
        service.post("/students", json=wrong).is_(422)
    _student(service, "n" * 80)


@suite.check("an assignment has a title, points and a weight of 1 unless given")
def assignments(service: Service) -> None:
    for given in (
        {"title": "Quiz", "max_points": 1},
        {"title": "Exam", "max_points": 200, "weight": 10},
    ):
        told = service.post("/assignments", json=given).is_(201).json()
        wanted = {"weight": 1, **given}
        equal({name: told[name] for name in wanted}, wanted, "the assignment")
    good = {"title": "Quiz", "max_points": 10}
    wrongs: tuple[dict[str, Any], ...] = (
        {"max_points": 0},
        {"max_points": 201},
        {"max_points": "many"},
        {"weight": 0},
        {"weight": 11},
        {"title": None},
    )
    for wrong in wrongs:
        service.post("/assignments", json={**good, **wrong}).is_(422)
    service.post("/assignments", json={"title": "Quiz"}).is_(422)
    service.post("/assignments", json={"max_points": 10}).is_(422)


@suite.check("a grade is entered (201) and corrected (200)")
def graded(service: Service) -> None:
    student, assignment = _student(service), _assignment(service)
    wanted = {"assignment_id": assignment, "student_id": student}
    for points, status in ((20, 201), (0, 200), (17, 200)):
        told = _grade(service, assignment, student, points).is_(status).json()
        told = {name: told[name] for name in ("assignment_id", "student_id", "points")}
        equal(told, {**wanted, "points": points}, "the grade")
    equal([each["points"] for each in _report(service, student)["grades"]], [17], "the points")


@suite.check("points are integers from 0 to the most of the assignment")
def points(service: Service) -> None:
    student, assignment = _student(service), _assignment(service, 20)
    for wrong in (-1, 21, 3.5, "ten", None):
        _grade(service, assignment, student, wrong).is_(422)
    service.put(f"/assignments/{assignment}/grades/{student}", json={}).is_(422)
    equal(_report(service, student)["grades"], [], "the grades")


@suite.check("the report lists the grades in order with their percents")
def report(service: Service) -> None:
    student = _student(service, "Cleo")
    first = _assignment(service, 3, title="One")
    second = _assignment(service, 40, title="Two")
    _assignment(service, 10, title="Three")
    _grade(service, second, student, 30).is_(201)
    _grade(service, first, student, 2).is_(201)
    _grade(service, first, _student(service), 1).is_(201)
    told = _report(service, student)
    equal((told["student_id"], told["name"]), (student, "Cleo"), "the student")
    wanted = [
        {"assignment_id": first, "title": "One", "points": 2, "percent": 66.7},
        {"assignment_id": second, "title": "Two", "points": 30, "percent": 75},
    ]
    seen = [{name: each[name] for name in wanted[0]} for each in told["grades"]]
    equal(seen, wanted, "the grades")


@suite.check("the average goes by weight over what is graded")
def average(service: Service) -> None:
    student = _student(service)
    equal(_report(service, student)["average"], None, "the average of nothing")
    light, heavy = _assignment(service, 10), _assignment(service, 50, weight=3)
    _assignment(service, 100, weight=10)
    _grade(service, light, student, 10).is_(201)
    equal(_report(service, student)["average"], 100, "the average of one")
    _grade(service, heavy, student, 30).is_(201)
    equal(_report(service, student)["average"], 70, "the average of two")
    _grade(service, heavy, student, 31).is_(200)
    equal(_report(service, student)["average"], 71.5, "the average after a correction")


@suite.check("the statistics of an assignment", fresh=True)
def stats(service: Service) -> None:
    assignment, other = _assignment(service), _assignment(service)
    nothing = {"graded": 0, "missing": 0, "best": None, "worst": None, "mean": None}
    equal(_stats(service, assignment), nothing, "without students")
    pupils = [_student(service) for _ in range(4)]
    equal(_stats(service, assignment), {**nothing, "missing": 4}, "without grades")
    for pupil, number in zip(pupils, (20, 11, 12), strict=False):
        _grade(service, assignment, pupil, number).is_(201)
    wanted = {"graded": 3, "missing": 1, "best": 20, "worst": 11, "mean": 14.3}
    equal(_stats(service, assignment), wanted, "the statistics")
    equal(_stats(service, other), {**nothing, "missing": 4}, "those of another")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    student, assignment = _student(service), _assignment(service)
    _grade(service, unknown(assignment), student, 1).is_(404)
    _grade(service, assignment, unknown(student), 1).is_(404)
    service.get(f"/students/{unknown(student)}/report").is_(404)
    service.get(f"/assignments/{unknown(assignment)}/stats").is_(404)
