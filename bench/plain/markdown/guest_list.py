"""A guest list: guests, their status, the seats needed."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("guest-list", "service")


def _new(service: Service, name: str = "Ann", **more: Any) -> dict[str, Any]:
    return service.post("/guests", json={"name": name, **more}).is_(201).json()


def _set(service: Service, guest: dict[str, Any], status: object) -> Answer:
    return service.put(f"/guests/{guest['id']}/status", json={"status": status})


@suite.check("a guest is invited at first, and brings nobody unless told")
def new(service: Service) -> None:
    made = _new(service)
    expect(isinstance(made["id"], int), "the id is an integer")
    wanted = {"id": made["id"], "name": "Ann", "plus": 0, "status": "invited"}
    equal(made, wanted, "the guest")
    equal(_new(service, plus=5)["plus"], 5, "plus")


@suite.check("guests are listed by name", fresh=True)
def listed(service: Service) -> None:
    made = [_new(service, name) for name in ("Cem", "Ann", "Bob")]
    wanted = [made[1], made[2], made[0]]
    equal(service.get("/guests").is_(200).json(), wanted, "the guests")


@suite.check("the status can be set, and set again")
def status(service: Service) -> None:
    guest = _new(service, plus=2)
    for each in ("coming", "declined", "invited"):
        equal(_set(service, guest, each).is_(200).json(), guest | {"status": each}, "the guest")
        expect(
            guest | {"status": each} in service.get("/guests").is_(200).json(), "it is listed so"
        )


@suite.check("the summary counts guests and seats", fresh=True)
def summary(service: Service) -> None:
    wanted = {"invited": 0, "coming": 0, "declined": 0, "seats": 0}
    equal(service.get("/summary").is_(200).json(), wanted, "the summary of nobody")
    for plus, each in ((2, "coming"), (0, "coming"), (4, "declined")):
        _set(service, _new(service, plus=plus), each).is_(200)
    _new(service, plus=3)
    wanted = {"invited": 1, "coming": 2, "declined": 1, "seats": 4}
    equal(service.get("/summary").is_(200).json(), wanted, "the summary")


@suite.check("invalid input is 400, an unknown id 404")
def malformed(service: Service) -> None:
    for wrong in ({}, {"name": ""}, {"name": "Eve", "plus": 6}, {"name": "Eve", "plus": -1}):
        service.post("/guests", json=wrong).is_(400)
    guest = _new(service)
    _set(service, guest, "maybe").is_(400)
    service.put(f"/guests/{guest['id']}/status", json={}).is_(400)
    _set(service, {"id": 999999}, "coming").is_(404)
