"""Polls: one vote each that may be changed, a winner unless it is a tie."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("team-poll", "service")

_OPTIONS = ["Pizza", "Ramen", "Salad"]


def _poll(service: Service, options: list[str] = _OPTIONS) -> Any:
    given = {"question": "Where do we eat?", "options": options}
    return service.post("/polls", json=given).is_(201).json()["id"]


def _vote(service: Service, poll: object, voter: object, option: object) -> Answer:
    return service.post(f"/polls/{poll}/votes", json={"voter": voter, "option": option})


def _votes(service: Service, poll: object, *options: str) -> None:
    for n, option in enumerate(options):
        _vote(service, poll, f"voter {n}", option).is_(201)


def _results(service: Service, poll: object) -> Any:
    return service.get(f"/polls/{poll}/results").is_(200).json()


def _counts(service: Service, poll: object) -> list[int]:
    return [each["votes"] for each in _results(service, poll)["results"]]


@suite.check("a poll is made open, and nobody has voted")
def new(service: Service) -> None:
    given = {"question": "Where do we eat?", "options": _OPTIONS}
    made = service.post("/polls", json=given).is_(201).json()
    equal(made, {"id": made["id"], **given, "closed": False}, "the poll")
    wanted: dict[str, Any] = {"question": given["question"], "closed": False, "total": 0}
    wanted["winner"] = None
    wanted["results"] = [{"option": each, "votes": 0, "percent": 0} for each in _OPTIONS]
    equal(_results(service, made["id"]), wanted, "the results")


@suite.check("votes are counted, with their share and the winner")
def counted(service: Service) -> None:
    poll, other = _poll(service), _poll(service)
    told = _vote(service, poll, "kim", "Ramen").is_(201).json()
    equal(told, {"voter": "kim", "option": "Ramen"}, "the vote")
    _votes(service, poll, "Pizza", "Ramen")
    wanted: dict[str, Any] = {"question": "Where do we eat?", "closed": False, "total": 3}
    wanted["winner"] = "Ramen"
    wanted["results"] = [
        {"option": "Pizza", "votes": 1, "percent": 33.3},
        {"option": "Ramen", "votes": 2, "percent": 66.7},
        {"option": "Salad", "votes": 0, "percent": 0},
    ]
    equal(_results(service, poll), wanted, "the results")
    equal(_counts(service, other), [0, 0, 0], "the votes of another poll")


@suite.check("who votes again changes their mind: 200, and one vote counts")
def changed(service: Service) -> None:
    poll, other = _poll(service), _poll(service)
    _vote(service, poll, "kim", "Pizza").is_(201)
    told = _vote(service, poll, "kim", "Salad").is_(200).json()
    equal(told, {"voter": "kim", "option": "Salad"}, "the vote")
    equal(_counts(service, poll), [0, 0, 1], "the votes")
    equal(_results(service, poll)["total"], 1, "the total")
    _vote(service, other, "kim", "Pizza").is_(201)


@suite.check("a tie has no winner")
def tie(service: Service) -> None:
    poll = _poll(service)
    _votes(service, poll, "Pizza", "Salad")
    told = _results(service, poll)
    equal(told["winner"], None, "the winner")
    equal([each["percent"] for each in told["results"]], [50, 0, 50], "the shares")
    _vote(service, poll, "last", "Salad").is_(201)
    equal(_results(service, poll)["winner"], "Salad", "the winner")


@suite.check("a closed poll takes no votes, and is closed once")
def closed(service: Service) -> None:
    poll = _poll(service)
    _votes(service, poll, "Pizza")
    told = service.post(f"/polls/{poll}/close").is_(200).json()
    equal((told["closed"], told["winner"], told["total"]), (True, "Pizza", 1), "the results")
    _vote(service, poll, "late", "Salad").is_(409)
    _vote(service, poll, "voter 0", "Salad").is_(409)
    service.post(f"/polls/{poll}/close").is_(409)
    equal(_results(service, poll), told, "the results afterwards")


@suite.check("a poll that is not there is 404")
def absent(service: Service) -> None:
    nowhere = unknown(_poll(service))
    _vote(service, nowhere, "kim", "Pizza").is_(404)
    service.get(f"/polls/{nowhere}/results").is_(404)
    service.post(f"/polls/{nowhere}/close").is_(404)


@suite.check("a poll has a question and 2 to 6 different options: else 422")
def malformed(service: Service) -> None:
    right = {"question": "q", "options": ["a", "b"]}
    wrong: list[dict[str, Any]] = [
        {"question": "q"},
        {"options": ["a", "b"]},
        right | {"question": ""},
        right | {"question": "q" * 201},
        right | {"options": ["a"]},
        right | {"options": list("abcdefg")},
        right | {"options": ["a", "b", "a"]},
        right | {"options": ["a", ""]},
        right | {"options": "ab"},
    ]
    for each in wrong:
        service.post("/polls", json=each).is_(422)
    service.post("/polls", json={"question": "q" * 200, "options": list("abcdef")}).is_(201)


@suite.check("a vote is for one of the options, by somebody: else 422")
def malformed_votes(service: Service) -> None:
    poll = _poll(service)
    _vote(service, poll, "kim", "Burger").is_(422)
    _vote(service, poll, "", "Pizza").is_(422)
    service.post(f"/polls/{poll}/votes", json={"voter": "kim"}).is_(422)
    service.post(f"/polls/{poll}/votes", json={"option": "Pizza"}).is_(422)
    equal(_counts(service, poll), [0, 0, 0], "the votes")
