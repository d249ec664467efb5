"""Parcels on their way, step by step."""

from __future__ import annotations

import re
from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("parcel-tracking", "service")

_GIVEN: dict[str, Any] = {"recipient": "R. Salas", "city": "Lugo", "weightKg": 2.4}
_WAY = ("picked_up", "in_transit", "out_for_delivery", "delivered")


def _parcel(service: Service, *steps: str, city: str = "Lugo") -> str:
    made = service.post("/parcels", json=_GIVEN | {"city": city}).is_(201).json()
    path = f"/parcels/{made['trackingNumber']}"
    for step in steps:
        _report(service, path, step).is_(201)
    return path


def _report(service: Service, path: str, status: str, place: str = "depot") -> Answer:
    return service.post(f"{path}/events", json={"status": status, "place": place})


def _see(service: Service, path: str) -> dict[str, Any]:
    told: dict[str, Any] = service.get(path).is_(200).json()
    return told


@suite.check("without parcels none are found", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/parcels").items(), [], "the parcels")


@suite.check("a parcel is registered under a tracking number")
def registered(service: Service) -> None:
    made = service.post("/parcels", json=_GIVEN).is_(201).json()
    number = made["trackingNumber"]
    expect(re.fullmatch("TRK[0-9]{8}", number) is not None, f"{number} is TRK and 8 digits")
    wanted = _GIVEN | {"status": "created", "attempts": 0, "events": []}
    equal({name: made[name] for name in wanted}, wanted, "the parcel")
    equal(_see(service, f"/parcels/{number}"), made, "the parcel that is tracked")
    other = service.post("/parcels", json=_GIVEN).is_(201).json()
    expect(other["trackingNumber"] != number, "numbers differ")


@suite.check("a parcel goes its way step by step, and its events are told oldest first")
def way(service: Service) -> None:
    path = _parcel(service)
    for place, status in zip("abcd", _WAY, strict=True):
        told = _report(service, path, status, place).is_(201).json()
        equal(told["status"], status, "the status")
    wanted = [{"status": s, "place": p} for p, s in zip("abcd", _WAY, strict=True)]
    told = _see(service, path)
    equal((told["status"], told["events"]), ("delivered", wanted), "status and events")


@suite.check("a parcel may be in transit several times in a row")
def transit(service: Service) -> None:
    path = _parcel(service, "picked_up", "in_transit", "in_transit", "in_transit")
    equal(len(_see(service, path)["events"]), 4, "the number of events")


@suite.check("after a failed delivery it is in transit again, and attempts are counted")
def attempts(service: Service) -> None:
    path = _parcel(service, *_WAY[:3])
    equal(_see(service, path)["attempts"], 1, "attempts")
    _report(service, path, "in_transit").is_(201)
    told = _report(service, path, "out_for_delivery").is_(201).json()
    equal((told["status"], told["attempts"]), ("out_for_delivery", 2), "status and attempts")


@suite.check("no other step is possible (409), and nothing changes then")
def steps(service: Service) -> None:
    for done, wrong in (
        ((), ("in_transit", "out_for_delivery", "delivered")),
        (_WAY[:1], ("picked_up", "out_for_delivery", "delivered")),
        (_WAY[:2], ("picked_up", "delivered")),
        (_WAY[:3], ("picked_up", "out_for_delivery")),
        (_WAY, _WAY),
    ):
        path = _parcel(service, *done)
        before = _see(service, path)
        for status in wrong:
            _report(service, path, status).is_(409)
        equal(_see(service, path), before, "the parcel")


@suite.check("parcels are found by status and city, in order of registration")
def found(service: Service) -> None:
    here, there = token_hex(6), token_hex(6)
    a, b = _parcel(service, city=here), _parcel(service, "picked_up", city=here)
    c, d = _parcel(service, city=here), _parcel(service, city=there)
    for params, wanted in (
        ({"city": here}, [a, b, c]),
        ({"city": here, "status": "created"}, [a, c]),
        ({"city": there, "status": "picked_up"}, []),
        ({"city": here.upper() + "X"}, []),
    ):
        told = service.get("/parcels", params=params).items()
        equal([f"/parcels/{each['trackingNumber']}" for each in told], wanted, f"{params}")
    told = service.get("/parcels", params={"status": "created"}).items()
    told = [f"/parcels/{each['trackingNumber']}" for each in told]
    equal([each for each in told if each in (a, b, c, d)], [a, c, d], "those created")


@suite.check("an unknown tracking number is 404")
def absent(service: Service) -> None:
    service.get("/parcels/TRK").is_(404)
    _report(service, "/parcels/nothing", "picked_up").is_(404)


@suite.check("input that is not valid is 422")
def malformed(service: Service) -> None:
    wrong: list[dict[str, object]] = [
        {"recipient": ""},
        {"recipient": "r" * 81},
        {"city": ""},
        {"weightKg": 0.05},
        {"weightKg": 31.6},
        {"weightKg": "heavy"},
    ]
    for each in wrong:
        service.post("/parcels", json=_GIVEN | each).is_(422)
    for name in _GIVEN:
        service.post("/parcels", json={k: v for k, v in _GIVEN.items() if k != name}).is_(422)
    path = _parcel(service)
    for given in ({"status": "picked_up"}, {"place": "x"}, {"status": "lost", "place": "x"}):
        service.post(f"{path}/events", json=given).is_(422)
    _report(service, path, "created").is_(422)
    _report(service, path, "picked_up", "").is_(422)
    equal(_see(service, path)["events"], [], "the events")
