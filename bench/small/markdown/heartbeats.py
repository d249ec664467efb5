"""Heartbeats: services that promise to call, and which of them went silent."""

from __future__ import annotations

import time
from datetime import datetime
from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("heartbeats", "service")

_NONE = {"error": "no such service"}


def _post(service: Service, name: object, every: object = 3600) -> Answer:
    return service.post("/services", json={"name": name, "every": every})


def _new(service: Service, every: int = 3600, name: str = "") -> str:
    name = name or f"job-{token_hex(4)}"
    _post(service, name, every).is_(201)
    return name


def _beat(service: Service, name: str) -> Answer:
    return service.post(f"/services/{name}/beat")


def _seen(service: Service, name: str) -> Any:
    return service.get(f"/services/{name}").is_(200).json()


def _names(service: Service, **params: str) -> list[str]:
    return [each["name"] for each in service.get("/services", params=params).is_(200).json()]


@suite.check("without services none are listed", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/services").is_(200).json(), [], "the services")


@suite.check("a new service is unknown")
def new(service: Service) -> None:
    name = f"job-{token_hex(4)}"
    wanted = {"name": name, "every": 60, "status": "unknown", "last_seen": None}
    equal(_post(service, name, 60).is_(201).json(), wanted, "the service")
    equal(_seen(service, name), wanted, "the service read")


@suite.check("the same name again is 409, and changes nothing")
def twice(service: Service) -> None:
    name = _new(service, 60)
    equal(_post(service, name, 5).is_(409).json(), {"error": "service exists"}, "the answer")
    equal(_seen(service, name)["every"], 60, "every")


@suite.check("a service that beat is up, with the time in UTC as in the example")
def up(service: Service) -> None:
    name, silent = _new(service), _new(service)
    _beat(service, name).is_(204)
    told = _seen(service, name)
    equal((told["status"], told["every"]), ("up", 3600), "the service")
    at = datetime.strptime(told["last_seen"], "%Y-%m-%dT%H:%M:%SZ")
    expect(at.year >= 2024, "the time is one of now")
    equal(_seen(service, silent)["status"], "unknown", "the status of another")


@suite.check("a service whose last beat is too long ago is down, until it beats again")
def down(service: Service) -> None:
    name = _new(service, 1)
    _beat(service, name).is_(204)
    time.sleep(3.2)
    told = _seen(service, name)
    equal(told["status"], "down", "the status")
    expect(told["last_seen"], "the time of the last beat is still told")
    expect(name in _names(service, status="down"), "it is listed as down")
    expect(name not in _names(service, status="up"), "it is not listed as up")


@suite.check("services are listed by name, and by status where one is asked for", fresh=True)
def listed(service: Service) -> None:
    for name in ("mail", "backup", "zfs", "dns-2"):
        _new(service, 3600, name)
    _beat(service, "zfs").is_(204)
    _beat(service, "backup").is_(204)
    equal(_names(service), ["backup", "dns-2", "mail", "zfs"], "all of them")
    equal(_names(service, status="up"), ["backup", "zfs"], "those that are up")
    equal(_names(service, status="unknown"), ["dns-2", "mail"], "those never heard of")
    equal(_names(service, status="down"), [], "those that are down")


@suite.check("a service that is not there is 404 with its message")
def absent(service: Service) -> None:
    equal(_beat(service, "typo").is_(404).json(), _NONE, "the answer")
    equal(service.get("/services/typo").is_(404).json(), _NONE, "the answer")


@suite.check("a name or a promise that breaks its rule is 422")
def malformed(service: Service) -> None:
    for name in ("", "a" * 31, "Backup", "under_score", "two words", None):
        _post(service, name).is_(422)
    for every in (0, -1, 86401, 1.5, "often", None):
        _post(service, f"job-{token_hex(4)}", every).is_(422)
    service.post("/services", json={"every": 5}).is_(422)
    _post(service, token_hex(15), 86400).is_(201)
    _post(service, f"x{token_hex(3)}", 1).is_(201)
