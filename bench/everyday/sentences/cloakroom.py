"""Coats and tickets."""

from __future__ import annotations

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("cloakroom", "service")


def _hand_in(service: Service, description: str) -> int:
    return service.post("/coats", json={"description": description}).is_(201).json()["ticket"]


def _hanging(service: Service) -> list[tuple[int, str]]:
    return sorted((each["ticket"], each["description"]) for each in service.get("/coats").items())


@suite.check("tickets are 1, 2, 3", fresh=True)
def numbered(service: Service) -> None:
    equal(service.get("/coats").items(), [], "an empty cloakroom")
    equal([_hand_in(service, each) for each in "abc"], [1, 2, 3], "the tickets")
    equal(_hanging(service), [(1, "a"), (2, "b"), (3, "c")], "what hangs")


@suite.check("a picked up coat no longer hangs there, and the others do", fresh=True)
def picked(service: Service) -> None:
    for each in ("red parka", "blue raincoat", "fur"):
        _hand_in(service, each)
    service.post("/coats/2/pickup").is_(200, 201, 202, 204)
    equal(_hanging(service), [(1, "red parka"), (3, "fur")], "what hangs")


@suite.check("a coat is picked up once")
def once(service: Service) -> None:
    ticket = _hand_in(service, "green")
    service.post(f"/coats/{ticket}/pickup").is_(200, 201, 202, 204)
    service.post(f"/coats/{ticket}/pickup").is_(409)
    service.post(f"/coats/{ticket}/pickup").is_(409)


@suite.check("a ticket is not issued twice", fresh=True)
def unused(service: Service) -> None:
    equal(_hand_in(service, "a"), 1, "the first ticket")
    service.post("/coats/1/pickup").is_(200, 201, 202, 204)
    equal(_hand_in(service, "b"), 2, "the ticket after a pickup")
    service.post("/coats/1/pickup").is_(409)
    equal(_hanging(service), [(2, "b")], "what hangs")


@suite.check("a ticket that was never issued is 404")
def never(service: Service) -> None:
    for ticket in (_hand_in(service, "x") + 1, 99999, 0):
        service.post(f"/coats/{ticket}/pickup").is_(404)


@suite.check("a coat without a description is refused and takes no place")
def malformed(service: Service) -> None:
    before = _hanging(service)
    service.post("/coats", json={}).refused()
    equal(_hanging(service), before, "what hangs")
