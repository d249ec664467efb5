"""Names for a playground: one vote per voter, taken back if wanted, and a winner."""

from __future__ import annotations

from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("playground-vote", "service")


def _name(service: Service, name: str) -> int:
    made = service.post("/names", json={"name": name}).is_(201).json()
    equal((made["name"], made["votes"]), (name.strip(), 0), "the name")
    number: int = made["id"]
    return number


def _vote(service: Service, number: int, voter: str) -> Answer:
    return service.post(f"/names/{number}/vote", headers={"X-Voter": voter})


def _listed(service: Service) -> list[tuple[Any, ...]]:
    told = service.get("/names").is_(200).json()
    return [(each["id"], each["name"], each["votes"]) for each in told]


@suite.check("names are proposed, counted from 1, cut and without votes", fresh=True)
def proposed(service: Service) -> None:
    equal(_listed(service), [], "the names at first")
    equal([_name(service, "  Frog Hill "), _name(service, "Ää")], [1, 2], "the ids")
    equal(_name(service, "x" * 40), 3, "the third id")
    wanted = [(1, "Frog Hill", 0), (2, "Ää", 0), (3, "x" * 40, 0)]
    equal(_listed(service), wanted, "the names")


@suite.check("a name is there once, in whatever case", fresh=True)
def twice(service: Service) -> None:
    _name(service, "Frog Hill")
    for name in ("Frog Hill", "frog hill", " FROG HILL  "):
        service.post("/names", json={"name": name}).is_(409)
    equal(len(_listed(service)), 1, "the number of names")


@suite.check("missing, short, long and other names are 400", fresh=True)
def wrong(service: Service) -> None:
    for given in ({}, {"name": "x"}, {"name": "  x  "}, {"name": "x" * 41}, {"name": 42}):
        service.post("/names", json=given).is_(400)
    refuses_malformed(service, "/names")
    equal(_listed(service), [], "the names")


@suite.check("everyone votes once in all; again is 409 and not counted", fresh=True)
def once(service: Service) -> None:
    one, two = _name(service, "Frog Hill"), _name(service, "Sandy")
    told = _vote(service, one, "ana").is_(200).json()
    wanted = {"id": one, "name": "Frog Hill", "votes": 1}
    equal({key: told[key] for key in wanted}, wanted, "the name voted for")
    equal(_vote(service, one, "bo").is_(200).json()["votes"], 2, "the votes")
    for number in (one, two):
        answer = _vote(service, number, "ana").is_(409)
        equal(answer.json(), {"error": "already voted"}, "the error")
    equal(_listed(service), [(one, "Frog Hill", 2), (two, "Sandy", 0)], "the names")


@suite.check("a vote is taken back and given anew", fresh=True)
def back(service: Service) -> None:
    one, two = _name(service, "Frog Hill"), _name(service, "Sandy")
    _vote(service, one, "ana").is_(200)
    _vote(service, one, "bo").is_(200)
    service.delete("/vote", headers={"X-Voter": "ana"}).is_(204)
    service.delete("/vote", headers={"X-Voter": "ana"}).is_(404)
    service.delete("/vote", headers={"X-Voter": "cy"}).is_(404)
    equal(_listed(service), [(one, "Frog Hill", 1), (two, "Sandy", 0)], "the names")
    equal(_vote(service, two, "ana").is_(200).json()["votes"], 1, "the votes of the other")
    _vote(service, two, "bo").is_(409)


@suite.check("most votes first, then by id", fresh=True)
def ordered(service: Service) -> None:
    for name in ("Zebra", "Apple", "Mill", "Brook"):
        _name(service, name)
    for number, voter in ((3, "a"), (3, "b"), (4, "c"), (2, "d")):
        _vote(service, number, voter).is_(200)
    wanted = [(3, "Mill", 2), (2, "Apple", 1), (4, "Brook", 1), (1, "Zebra", 0)]
    equal(_listed(service), wanted, "the names")


@suite.check("a winner stands alone at the top", fresh=True)
def winner(service: Service) -> None:
    undecided = {"error": "undecided"}
    equal(service.get("/winner").is_(409).json(), undecided, "without names")
    one = _name(service, "Frog Hill")
    equal(service.get("/winner").is_(409).json(), undecided, "without votes")
    two = _name(service, "Sandy")
    equal(service.get("/winner").is_(409).json(), undecided, "still without votes")
    _vote(service, two, "a").is_(200)
    told = service.get("/winner").is_(200).json()
    equal((told["name"], told["votes"]), ("Sandy", 1), "the winner")
    _vote(service, one, "b").is_(200)
    equal(service.get("/winner").is_(409).json(), undecided, "while shared")
    _vote(service, one, "c").is_(200)
    told = service.get("/winner").is_(200).json()
    equal((told["name"], told["votes"]), ("Frog Hill", 2), "the winner")


@suite.check("no voter is 401, no such name is 404")
def refused(service: Service) -> None:
    number = _name(service, "Willow Yard")
    service.post(f"/names/{number}/vote").is_(401)
    _vote(service, number, "").is_(401)
    service.delete("/vote").is_(401)
    service.delete("/vote", headers={"X-Voter": ""}).is_(401)
    _vote(service, 9999, "newcomer").is_(404)
    equal(_vote(service, number, "newcomer").is_(200).json()["votes"], 1, "the votes")
