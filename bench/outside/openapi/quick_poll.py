"""Polls: one vote for everyone, which may be moved until the poll is closed."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("quick-poll", "service")

_OPTIONS = ["canteen", "noodle bar", "park"]


def _poll(service: Service) -> tuple[int, str]:
    given = {"question": "Lunch?", "options": _OPTIONS}
    told = service.post("/create_poll", json=given).is_(200).json()
    return told["poll_id"], told["admin_key"]


def _vote(service: Service, poll: int, voter: str, option: str) -> Answer:
    given = {"poll_id": poll, "voter": voter, "option": option}
    return service.post("/vote", json=given)


def _close(service: Service, poll: int, key: str) -> Answer:
    return service.post("/close_poll", json={"poll_id": poll, "admin_key": key})


def _results(service: Service, poll: int) -> dict[str, Any]:
    told: dict[str, Any] = service.get("/results", params={"poll_id": poll}).is_(200).json()
    return told


def _votes(service: Service, poll: int) -> list[tuple[str, int, float]]:
    told = _results(service, poll)["results"]
    return [(each["option"], each["votes"], each["percent"]) for each in told]


def _error(answer: Answer, status: int) -> None:
    expect(isinstance(answer.is_(status).json()["error"], str), "an error is said in `error`")


@suite.check("a new poll has no votes")
def made(service: Service) -> None:
    poll, key = _poll(service)
    wanted = {
        "question": "Lunch?",
        "closed": False,
        "total": 0,
        "results": [{"option": each, "votes": 0, "percent": 0} for each in _OPTIONS],
    }
    equal(_results(service, poll), wanted, "the results")
    answer = service.get("/results", params={"poll_id": poll})
    expect("admin_key" not in answer.text and key not in answer.text, "the key is told once")


@suite.check("votes are counted, most first, with percents of one decimal")
def counted(service: Service) -> None:
    poll, _ = _poll(service)
    for voter, option in (("ann", "park"), ("bob", "park"), ("cem", "canteen")):
        equal(_vote(service, poll, voter, option).is_(200).json(), {"changed": False}, "it")
    wanted = [("park", 2, 66.7), ("canteen", 1, 33.3), ("noodle bar", 0, 0)]
    equal(_votes(service, poll), wanted, "the results")
    equal(_results(service, poll)["total"], 3, "the total")


@suite.check("options with equally many votes are in the order they were given in")
def ties(service: Service) -> None:
    poll, _ = _poll(service)
    _vote(service, poll, "ann", "park").is_(200)
    _vote(service, poll, "bob", "noodle bar").is_(200)
    wanted = [("noodle bar", 1, 50), ("park", 1, 50), ("canteen", 0, 0)]
    equal(_votes(service, poll), wanted, "the results")


@suite.check("who votes again moves their vote")
def moved(service: Service) -> None:
    poll, _ = _poll(service)
    other, _ = _poll(service)
    equal(_vote(service, poll, "ann", "park").is_(200).json(), {"changed": False}, "first")
    equal(_vote(service, other, "ann", "park").is_(200).json(), {"changed": False}, "other poll")
    equal(_vote(service, poll, "ann", "canteen").is_(200).json(), {"changed": True}, "again")
    wanted = [("canteen", 1, 100), ("noodle bar", 0, 0), ("park", 0, 0)]
    equal(_votes(service, poll), wanted, "the results")
    equal(_results(service, other)["results"][0]["option"], "park", "the other poll")


@suite.check("a closed poll takes no votes and still tells its results")
def closed(service: Service) -> None:
    poll, key = _poll(service)
    _vote(service, poll, "ann", "park").is_(200)
    for _ in range(2):
        equal(_close(service, poll, key).is_(200).json(), {"closed": True}, "closing")
    _error(_vote(service, poll, "bob", "park"), 409)
    _error(_vote(service, poll, "ann", "canteen"), 409)
    told = _results(service, poll)
    equal((told["closed"], told["total"]), (True, 1), "closed and total")


@suite.check("only the key of the poll closes it")
def guarded(service: Service) -> None:
    poll, key = _poll(service)
    _, other = _poll(service)
    _error(_close(service, poll, other), 403)
    _error(_close(service, poll, key + "x"), 403)
    equal(_results(service, poll)["closed"], False, "closed")
    _vote(service, poll, "ann", "park").is_(200)


@suite.check("an option that the poll does not have is 400")
def options(service: Service) -> None:
    poll, _ = _poll(service)
    _error(_vote(service, poll, "ann", "bistro"), 400)
    equal(_results(service, poll)["total"], 0, "the total")


@suite.check("a poll that is not there is 404")
def absent(service: Service) -> None:
    poll, key = _poll(service)
    _error(_vote(service, unknown(poll), "ann", "park"), 404)
    _error(_close(service, unknown(poll), key), 404)
    _error(service.get("/results", params={"poll_id": unknown(poll)}), 404)


@suite.check("what is wrong in a request is 400")
def malformed(service: Service) -> None:
    for wrong in (
        {"question": "Q"},
        {"options": _OPTIONS},
        {"question": "", "options": _OPTIONS},
        {"question": "Q", "options": ["one"]},
        {"question": "Q", "options": ["one", "two", "one"]},
        {"question": "Q", "options": [str(each) for each in range(7)]},
        {"question": "Q", "options": "one"},
    ):
        _error(service.post("/create_poll", json=wrong), 400)
    poll, _ = _poll(service)
    _error(_vote(service, poll, "", "park"), 400)
    _error(service.post("/vote", json={"poll_id": poll, "option": "park"}), 400)
    _error(service.get("/results"), 400)
