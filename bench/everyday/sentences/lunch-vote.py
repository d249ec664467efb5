"""Where to have lunch."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("lunch-vote", "service")


def _suggest(service: Service, name: str) -> Any:
    return service.post("/places", json={"name": name}).created()["id"]


def _vote(service: Service, place: Any, voter: str) -> None:
    service.post(f"/places/{place}/vote", json={"voter": voter}).is_(200, 201, 202, 204)


def _votes(service: Service) -> dict[str, int]:
    return {each["name"]: each["votes"] for each in service.get("/places").items()}


@suite.check("a suggested place is listed without votes", fresh=True)
def suggested(service: Service) -> None:
    equal(service.get("/places").items(), [], "no places")
    number = _suggest(service, "Pizza Roma")
    told = service.get("/places").items()
    equal([(each["id"], each["name"], each["votes"]) for each in told], [(number, "Pizza Roma", 0)], "the list")


@suite.check("a name is suggested once, however capitalised")
def once(service: Service) -> None:
    name = f"Curry {token_hex(3)}"
    _suggest(service, name)
    for again in (name, name.upper(), name.lower()):
        service.post("/places", json={"name": again}).is_(409)
    equal(len([each for each in _votes(service) if each.lower() == name.lower()]), 1, "how often it is listed")


@suite.check("votes are counted, the most first", fresh=True)
def counted(service: Service) -> None:
    one, two, three = (_suggest(service, name) for name in ("One", "Two", "Three"))
    for voter in ("anna", "ben", "carl"):
        _vote(service, three, voter)
    _vote(service, one, "dora")
    for voter in ("emil", "fritz"):
        _vote(service, two, voter)
    told = [(each["name"], each["votes"]) for each in service.get("/places").items()]
    equal(told, [("Three", 3), ("Two", 2), ("One", 1)], "the places")


@suite.check("one person has one vote, and voting elsewhere moves it", fresh=True)
def moved(service: Service) -> None:
    one, two = _suggest(service, "One"), _suggest(service, "Two")
    _vote(service, one, "anna")
    service.post(f"/places/{one}/vote", json={"voter": "anna"})
    equal(_votes(service), {"One": 1, "Two": 0}, "the votes")
    _vote(service, one, "ben")
    _vote(service, two, "anna")
    equal(_votes(service), {"One": 1, "Two": 1}, "the votes after one moved")
    _vote(service, two, "ben")
    equal([each["name"] for each in service.get("/places").items()], ["Two", "One"], "the order")
    equal(_votes(service), {"One": 0, "Two": 2}, "the votes after both moved")


@suite.check("a vote for no place is 404 and costs nothing")
def nowhere(service: Service) -> None:
    name, voter = f"Place {token_hex(3)}", token_hex(4)
    number = _suggest(service, name)
    _vote(service, number, voter)
    other = "99999999" if isinstance(number, int) else "0" * len(str(number))
    service.post(f"/places/{other}/vote", json={"voter": voter}).is_(404)
    equal(_votes(service)[name], 1, "the votes")


@suite.check("a place without a name and a vote without a voter are refused")
def malformed(service: Service) -> None:
    name = f"Place {token_hex(3)}"
    number, before = _suggest(service, name), len(_votes(service))
    service.post("/places", json={}).refused()
    service.post(f"/places/{number}/vote", json={}).refused()
    expect(len(_votes(service)) == before and _votes(service)[name] == 0, "nothing changed")
