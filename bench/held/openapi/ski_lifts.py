"""A board of ski lifts: everybody reads, and whoever has the key writes."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("ski-lifts", "service")

_KEY = {"X-API-Key": "gondola-77"}
_DATA = {"name": "Kreuzboden", "kind": "chair", "capacity": 1800}


def _put(service: Service, code: str, **more: Any) -> Answer:
    return service.put(f"/lifts/{code}", json={**_DATA, **more}, headers=_KEY)


def _status(service: Service, code: str, **given: Any) -> Answer:
    return service.patch(f"/lifts/{code}/status", json=given, headers=_KEY)


def _codes(service: Service, **params: Any) -> list[str]:
    return [each["code"] for each in service.get("/lifts", params=params).is_(200).json()]


def _now(service: Service, code: str) -> tuple[Any, Any]:
    told = service.get(f"/lifts/{code}").is_(200).json()
    return told["open"], told["wait_minutes"]


@suite.check("a new lift is closed and can be read by everybody", fresh=True)
def created(service: Service) -> None:
    equal(_codes(service), [], "the lifts at first")
    told = _put(service, "K2").is_(201).json()
    wanted = {"code": "K2", **_DATA, "open": False, "wait_minutes": None}
    equal(told, wanted, "the lift")
    equal(service.get("/lifts/K2").is_(200).json(), wanted, "the lift read back")
    for code in ("A", "9", "ABCD", "1X2Y"):
        _put(service, code).is_(201)


@suite.check("new data replaces the old and leaves the status", fresh=True)
def replaced(service: Service) -> None:
    _put(service, "K2").is_(201)
    _status(service, "K2", open=True, wait_minutes=12).is_(200)
    told = _put(service, "K2", name="New", kind="drag", capacity=100).is_(200).json()
    wanted = {
        "code": "K2",
        "name": "New",
        "kind": "drag",
        "capacity": 100,
        "open": True,
        "wait_minutes": 12,
    }
    equal(told, wanted, "the lift")
    equal(service.get("/lifts/K2").is_(200).json(), wanted, "the lift read back")


@suite.check("without the right key nothing is written, before anything else is checked")
def key(service: Service) -> None:
    _put(service, "KEY").is_(201)
    for headers in ({}, {"X-API-Key": "gondola-78"}, {"X-API-Key": ""}):
        for answer in (
            service.put("/lifts/KEY", json={**_DATA, "name": "Hacked"}, headers=headers),
            service.put("/lifts/NEW", json=_DATA, headers=headers),
            service.put("/lifts/too-long", json={}, headers=headers),
            service.patch("/lifts/KEY/status", json={"open": True}, headers=headers),
            service.patch("/lifts/NONE/status", json={}, headers=headers),
            service.delete("/lifts/KEY", headers=headers),
            service.delete("/lifts/NONE", headers=headers),
        ):
            equal(answer.is_(401).json(), {"detail": "bad key"}, "the error")
    equal(service.get("/lifts/KEY").is_(200).json()["name"], "Kreuzboden", "the name")
    equal(_now(service, "KEY"), (False, None), "the status")
    service.get("/lifts/NEW").is_(404)


@suite.check("a lift opens with a waiting time and closes without")
def status(service: Service) -> None:
    _put(service, "S").is_(201)
    told = _status(service, "S", open=True).is_(200).json()
    seen = (told["code"], told["open"], told["wait_minutes"])
    equal(seen, ("S", True, 0), "the opened lift")
    _status(service, "S", open=True, wait_minutes=180).is_(200)
    equal(_now(service, "S"), (True, 180), "the status")
    _status(service, "S", open=True).is_(200)
    equal(_now(service, "S"), (True, 0), "the status without a waiting time")
    told = _status(service, "S", open=False, wait_minutes=30).is_(200).json()
    equal((told["open"], told["wait_minutes"]), (False, None), "the closed lift")
    equal(_now(service, "S"), (False, None), "the status in the end")


@suite.check("the lifts by code, open or not, of a kind", fresh=True)
def listed(service: Service) -> None:
    for code, kind, open_ in (
        ("C", "chair", True),
        ("A", "drag", False),
        ("B", "chair", False),
        ("A1", "gondola", True),
    ):
        _put(service, code, kind=kind).is_(201)
        _status(service, code, open=open_).is_(200)
    for params, wanted in (
        ({}, ["A", "A1", "B", "C"]),
        ({"open": "true"}, ["A1", "C"]),
        ({"open": "false"}, ["A", "B"]),
        ({"kind": "chair"}, ["B", "C"]),
        ({"kind": "chair", "open": "true"}, ["C"]),
        ({"kind": "gondola", "open": "false"}, []),
    ):
        equal(_codes(service, **params), wanted, f"the lifts of {params}")
    service.get("/lifts", params={"kind": "rope"}).is_(422)
    service.get("/lifts", params={"open": "maybe"}).is_(422)


@suite.check("the mountain at a glance", fresh=True)
def summary(service: Service) -> None:
    def told() -> Any:
        return service.get("/summary").is_(200).json()

    nothing = {"open": 0, "closed": 0, "capacity": 0, "longest_wait": None}
    equal(told(), nothing, "the empty mountain")
    for code, capacity in (("D", 1000), ("B", 2000), ("C", 400), ("A", 5000)):
        _put(service, code, capacity=capacity).is_(201)
    equal(told(), {**nothing, "closed": 4}, "the closed mountain")
    _status(service, "C", open=True).is_(200)
    longest = {"code": "C", "wait_minutes": 0}
    wanted = {"open": 1, "closed": 3, "capacity": 400, "longest_wait": longest}
    equal(told(), wanted, "one lift open")
    _status(service, "D", open=True, wait_minutes=7).is_(200)
    _status(service, "B", open=True, wait_minutes=7).is_(200)
    longest = {"code": "B", "wait_minutes": 7}
    wanted = {"open": 3, "closed": 1, "capacity": 3400, "longest_wait": longest}
    equal(told(), wanted, "three lifts open")


@suite.check("a lift is taken off the board, and what is not there is 404")
def removed(service: Service) -> None:
    _put(service, "GONE").is_(201)
    service.delete("/lifts/GONE", headers=_KEY).is_(204)
    for code in ("GONE", "NONE"):
        service.get(f"/lifts/{code}").is_(404)
        service.delete(f"/lifts/{code}", headers=_KEY).is_(404)
        _status(service, code, open=True).is_(404)
    _put(service, "GONE").is_(201)
    equal(_now(service, "GONE"), (False, None), "the new lift")


@suite.check("wrong input is 422", fresh=True)
def wrong(service: Service) -> None:
    for code in ("k2", "ABCDE", "A-1", "Ä"):
        _put(service, code).is_(422)
    for name in _DATA:
        given = {key_: value for key_, value in _DATA.items() if key_ != name}
        service.put("/lifts/X", json=given, headers=_KEY).is_(422)
    for name, value in (
        ("name", ""),
        ("name", 5),
        ("kind", "rope"),
        ("capacity", 99),
        ("capacity", 5001),
        ("capacity", "many"),
        ("capacity", 150.5),
    ):
        _put(service, "X", **{name: value}).is_(422)
    equal(_codes(service), [], "the lifts")
    _put(service, "X", capacity=5000).is_(201)
    for given in (
        {},
        {"open": "perhaps"},
        {"wait_minutes": 5},
        {"open": True, "wait_minutes": -1},
        {"open": True, "wait_minutes": 181},
        {"open": False, "wait_minutes": 181},
        {"open": True, "wait_minutes": "long"},
    ):
        _status(service, "X", **given).is_(422)
    equal(_now(service, "X"), (False, None), "the status")
