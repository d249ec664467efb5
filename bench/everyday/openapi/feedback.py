"""Course feedback and its numbers."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("feedback", "service")


def _rate(service: Service, course: str, stars: Any, **more: Any) -> Answer:
    given = {"email": f"p{token_hex(5)}@example.com", "stars": stars, **more}
    return service.post(f"/courses/{course}/feedback", json=given)


def _course() -> str:
    return f"course-{token_hex(4)}"


def _comments(service: Service, course: str, **params: int) -> list[str]:
    told = service.get(f"/courses/{course}/feedback", params=params).is_(200).json()
    return [each["comment"] for each in told]


def _stats(service: Service, course: str) -> dict[str, Any]:
    return service.get(f"/courses/{course}/stats").is_(200).json()


@suite.check("feedback is saved and returned without the email")
def saved(service: Service) -> None:
    course, email = _course(), f"p{token_hex(5)}@example.com"
    answer = _rate(service, course, 4, comment="Nice", email=email).is_(201)
    listed = service.get(f"/courses/{course}/feedback").is_(200)
    for told in (answer.json(), listed.json()[0]):
        equal((told["course"], told["stars"], told["comment"]), (course, 4, "Nice"), "the feedback")
        expect(told["created_at"] and told["id"] is not None, "it has an id and a time")
    expect(email not in answer.text + listed.text, "the email is not shown")


@suite.check("an email rates a course once")
def once(service: Service) -> None:
    course, email = _course(), f"p{token_hex(5)}@example.com"
    _rate(service, course, 4, email=email).is_(201)
    _rate(service, course, 1, email=email).is_(409)
    equal(_stats(service, course)["average"], 4, "the average")
    _rate(service, _course(), 1, email=email).is_(201)


@suite.check("comments come newest first, and feedback without one is left out")
def comments(service: Service) -> None:
    course = _course()
    equal(_comments(service, course), [], "no comments")
    _rate(service, course, 3, comment="first").is_(201)
    _rate(service, course, 5).is_(201)
    _rate(service, course, 5, comment="second").is_(201)
    _rate(service, course, 4, comment="third").is_(201)
    _rate(service, _course(), 4, comment="elsewhere").is_(201)
    equal(_comments(service, course), ["third", "second", "first"], "the comments")
    equal(_comments(service, course, min_stars=4), ["third", "second"], "with four stars or more")
    equal(_comments(service, course, min_stars=5), ["second"], "with five stars")


@suite.check("the numbers of a course are right")
def stats(service: Service) -> None:
    course = _course()
    for stars in (5, 4, 4):
        _rate(service, course, stars).is_(201)
    told = _stats(service, course)
    equal((told["course"], told["count"], told["average"]), (course, 3, 4.33), "the numbers")
    equal(told["distribution"], {"1": 0, "2": 0, "3": 0, "4": 2, "5": 1}, "the distribution")


@suite.check("a course without feedback has no average")
def empty(service: Service) -> None:
    told = _stats(service, _course())
    equal((told["count"], told["average"]), (0, None), "the numbers")
    equal(told["distribution"], {str(stars): 0 for stars in range(1, 6)}, "the distribution")


@suite.check("bad feedback is 400 and counts for nothing")
def malformed(service: Service) -> None:
    course = _course()
    for stars in (0, 6, "good"):
        _rate(service, course, stars).is_(400)
    _rate(service, course, 3, comment="x" * 301).is_(400)
    service.post(f"/courses/{course}/feedback", json={"stars": 3}).is_(400)
    service.post(f"/courses/{course}/feedback", json={"email": "a@example.com"}).is_(400)
    equal(_stats(service, course)["count"], 0, "the count")
    _rate(service, course, 1, comment="x" * 300).is_(201)
