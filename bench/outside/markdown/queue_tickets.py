"""A queue of tickets for every branch of the town hall."""

from __future__ import annotations

from secrets import randbelow
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("queue-tickets", "service")


def _branch() -> str:
    return "/" + "".join(chr(97 + randbelow(26)) for _ in range(14))


def _draw(service: Service, branch: str, *topics: str) -> list[str]:
    return [
        service.post(f"{branch}/tickets", json={"topic": topic}).is_(201).json()["ticket"]
        for topic in topics
    ]


def _call(service: Service, branch: str, desk: int = 1, **more: str) -> Answer:
    return service.post(f"{branch}/call", json={"desk": desk, **more})


def _called(service: Service, branch: str, **more: str) -> str:
    return str(_call(service, branch, **more).is_(200).json()["ticket"])


def _see(service: Service, branch: str, ticket: str) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"{branch}/tickets/{ticket}").is_(200).json()
    return told


@suite.check("a ticket has the letter of its topic and a number of its own")
def drawn(service: Service) -> None:
    branch, other = _branch(), _branch()
    told = _draw(service, branch, "passport", "passport", "other", "parking", "passport")
    equal(told, ["A1", "A2", "C1", "B1", "A3"], "the tickets")
    equal(_draw(service, other, "passport"), ["A1"], "the ticket of another branch")


@suite.check("a ticket that waits tells how many are ahead of it")
def ahead(service: Service) -> None:
    branch = _branch()
    _draw(service, branch, "passport", "other")
    made = service.post(f"{branch}/tickets", json={"topic": "parking"}).is_(201).json()
    wanted = {"ticket": "B1", "topic": "parking", "status": "waiting", "ahead": 2, "desk": None}
    equal(made, wanted, "the ticket")
    _call(service, branch).is_(200)
    equal(_see(service, branch, "B1"), wanted | {"ahead": 1}, "the ticket")
    equal(_see(service, branch, "C1")["ahead"], 0, "ahead of the next one")


@suite.check("the one that was drawn first is called first, to the desk")
def called(service: Service) -> None:
    branch = _branch()
    _draw(service, branch, "other", "passport", "other")
    told = _call(service, branch, 7).is_(200).json()
    wanted = {"ticket": "C1", "topic": "other", "status": "called", "ahead": None, "desk": 7}
    equal(told, wanted, "the ticket")
    equal(_see(service, branch, "C1"), wanted, "the ticket")
    equal([_called(service, branch), _called(service, branch)], ["A1", "C2"], "the next ones")


@suite.check("a desk may call a topic")
def topics(service: Service) -> None:
    branch = _branch()
    _draw(service, branch, "other", "passport", "parking", "passport")
    equal(_called(service, branch, topic="passport"), "A1", "first")
    equal(_called(service, branch, topic="passport"), "A2", "second")
    _call(service, branch, topic="passport").is_(204)
    equal(_called(service, branch), "C1", "any topic")


@suite.check("when nobody waits it is 204")
def nobody(service: Service) -> None:
    branch = _branch()
    _call(service, branch).is_(204)
    _draw(service, branch, "other")
    _call(service, branch).is_(200)
    _call(service, branch).is_(204)


@suite.check("who leaves is not called, and the number not used again")
def leave(service: Service) -> None:
    branch = _branch()
    _draw(service, branch, "other", "other", "other")
    told = service.post(f"{branch}/tickets/C1/leave").is_(200).json()
    equal((told["status"], told["ahead"], told["desk"]), ("gone", None, None), "the ticket")
    equal(_see(service, branch, "C2")["ahead"], 0, "ahead of the second")
    service.post(f"{branch}/tickets/C3/leave").is_(200)
    equal(_draw(service, branch, "other"), ["C4"], "the next ticket")
    equal([_called(service, branch), _called(service, branch)], ["C2", "C4"], "the calls")
    for ticket in ("C1", "C2"):
        service.post(f"{branch}/tickets/{ticket}/leave").is_(409)


@suite.check("the screen shows the last four calls, the latest first")
def screen(service: Service) -> None:
    branch = _branch()
    equal(service.get(f"{branch}/screen").items(), [], "the screen at first")
    _draw(service, branch, *["parking"] * 6)
    for desk in range(1, 6):
        _call(service, branch, desk).is_(200)
    wanted = [{"ticket": f"B{each}", "desk": each} for each in (5, 4, 3, 2)]
    equal(service.get(f"{branch}/screen").items(), wanted, "the screen")
    equal(service.get(f"{_branch()}/screen").items(), [], "the screen of another branch")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    branch = _branch()
    _draw(service, branch, "passport")
    for ticket in ("A2", "B1", "X1"):
        service.get(f"{branch}/tickets/{ticket}").is_(404)
        service.post(f"{branch}/tickets/{ticket}/leave").is_(404)
    service.post("/North1/tickets", json={"topic": "other"}).is_(404)
    service.get("/North1/screen").is_(404)


@suite.check("what is invalid is 422")
def malformed(service: Service) -> None:
    branch = _branch()
    for wrong in ({}, {"topic": "dogs"}, {"topic": None}):
        service.post(f"{branch}/tickets", json=wrong).is_(422)
    _draw(service, branch, "passport")
    for given in ({}, {"desk": 0}, {"desk": 21}, {"desk": "x"}, {"desk": 1, "topic": "dogs"}):
        service.post(f"{branch}/call", json=given).is_(422)
    equal(_see(service, branch, "A1")["status"], "waiting", "the status")
