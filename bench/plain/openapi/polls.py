"""Polls: options, one vote per voter, counts."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("polls", "service")


def _new(service: Service, *options: str) -> dict[str, Any]:
    given = {"question": "Lunch?", "options": list(options or ("soup", "salad"))}
    return service.post("/polls", json=given).is_(201).json()


def _vote(service: Service, poll: dict[str, Any], voter: str, option: object) -> Answer:
    return service.post(f"/polls/{poll['id']}/votes", json={"voter": voter, "option": option})


def _counts(poll: dict[str, Any]) -> list[tuple[str, int]]:
    return [(each["text"], each["votes"]) for each in poll["options"]]


@suite.check("a new poll has its options in order and no votes")
def new(service: Service) -> None:
    made = _new(service, "z", "a", "m")
    expect(isinstance(made["id"], str), "the id is a string")
    equal(made["question"], "Lunch?", "the question")
    equal(_counts(made), [("z", 0), ("a", 0), ("m", 0)], "the options")
    equal(made["total"], 0, "the total")
    equal(service.get(f"/polls/{made['id']}").is_(200).json(), made, "the poll read")


@suite.check("votes are counted")
def counted(service: Service) -> None:
    poll = _new(service)
    _vote(service, poll, "ann", "soup").is_(200)
    _vote(service, poll, "bob", "salad").is_(200)
    told = _vote(service, poll, "cem", "salad").is_(200).json()
    equal(_counts(told), [("soup", 1), ("salad", 2)], "the counts")
    equal(told["total"], 3, "the total")
    equal(service.get(f"/polls/{poll['id']}").is_(200).json(), told, "the poll read")


@suite.check("a voter votes once per poll")
def once(service: Service) -> None:
    one, other = _new(service), _new(service)
    _vote(service, one, "ann", "soup").is_(200)
    _vote(service, one, "ann", "soup").is_(409)
    _vote(service, one, "ann", "salad").is_(409)
    equal(service.get(f"/polls/{one['id']}").is_(200).json()["total"], 1, "the total")
    equal(_vote(service, other, "ann", "soup").is_(200).json()["total"], 1, "the other's total")


@suite.check("an option that the poll does not have is 422, and takes no vote")
def options(service: Service) -> None:
    poll = _new(service)
    _vote(service, poll, "ann", "cake").is_(422)
    service.post(f"/polls/{poll['id']}/votes", json={"option": "soup"}).is_(422)
    equal(service.get(f"/polls/{poll['id']}").is_(200).json()["total"], 0, "the total")
    _vote(service, poll, "ann", "soup").is_(200)


@suite.check("unknown polls are 404")
def unknown(service: Service) -> None:
    service.get("/polls/nope").is_(404)
    _vote(service, {"id": "nope"}, "ann", "soup").is_(404)


@suite.check("a poll without a question or with one option is 422")
def malformed(service: Service) -> None:
    for wrong in (
        {"options": ["a", "b"]},
        {"question": "", "options": ["a", "b"]},
        {"question": "q"},
        {"question": "q", "options": ["a"]},
        {"question": "q", "options": "a, b"},
    ):
        service.post("/polls", json=wrong).is_(422)
