"""Named counters."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("tally", "service")


def _name() -> str:
    return f"c-{token_hex(4)}"


def _hit(service: Service, name: str, *by: int) -> dict[str, Any]:
    given = {"json": {"by": by[0]}} if by else {}
    return service.post(f"/counters/{name}/hit", **given).is_(200).json()


def _seen(told: dict[str, Any]) -> tuple[Any, Any, Any]:
    return told["name"], told["value"], told["hits"]


def _holds(service: Service, name: str, value: int, hits: int) -> None:
    equal(_seen(service.get(f"/counters/{name}").is_(200).json()), (name, value, hits), "the counter")


@suite.check("the first hit makes a counter")
def first(service: Service) -> None:
    name = _name()
    service.get(f"/counters/{name}").is_(404)
    equal(_seen(_hit(service, name)), (name, 1, 1), "the answer")
    _holds(service, name, 1, 1)


@suite.check("hits add what they are told, by default 1")
def added(service: Service) -> None:
    name, other = _name(), _name()
    _hit(service, other, 7)
    _hit(service, name, 5)
    _hit(service, name)
    equal(service.post(f"/counters/{name}/hit", json={}).is_(200).json()["value"], 7, "the value")
    equal(_seen(_hit(service, name, -3)), (name, 4, 4), "the answer")
    _holds(service, name, 4, 4)
    _holds(service, other, 7, 1)


@suite.check("a value never goes below zero")
def floor(service: Service) -> None:
    name, new = _name(), _name()
    _hit(service, name, 2)
    service.post(f"/counters/{name}/hit", json={"by": -3}).is_(409)
    _holds(service, name, 2, 1)
    equal(_hit(service, name, -2)["value"], 0, "the value")
    service.post(f"/counters/{new}/hit", json={"by": -1}).is_(409)
    service.get(f"/counters/{new}").is_(404)


@suite.check("zero or no whole number is 400")
def malformed(service: Service) -> None:
    name = _name()
    for wrong in (0, 1.5, "two"):
        service.post(f"/counters/{name}/hit", json={"by": wrong}).is_(400)
    service.get(f"/counters/{name}").is_(404)


@suite.check("counters are listed, highest first, and by prefix", fresh=True)
def listed(service: Service) -> None:
    equal(service.get("/counters").is_(200).json(), [], "no counters")
    for name, by in (("page.home", 3), ("signup", 10), ("page.about", 8), ("my.page", 1)):
        _hit(service, name, by)
    told = [each["name"] for each in service.get("/counters").is_(200).json()]
    equal(told, ["signup", "page.about", "page.home", "my.page"], "the counters")
    told = [_seen(each) for each in service.get("/counters", params={"prefix": "page"}).is_(200).json()]
    equal(told, [("page.about", 8, 1), ("page.home", 3, 1)], "the counters of pages")


@suite.check("a reset sets value and hits back")
def reset(service: Service) -> None:
    name = _name()
    service.post(f"/counters/{name}/reset").is_(404)
    _hit(service, name, 4)
    equal(_seen(service.post(f"/counters/{name}/reset").is_(200).json()), (name, 0, 0), "the answer")
    _holds(service, name, 0, 0)
    equal(_seen(_hit(service, name)), (name, 1, 1), "the counter hit again")


@suite.check("a forgotten counter starts anew")
def forgotten(service: Service) -> None:
    name = _name()
    service.delete(f"/counters/{name}").is_(404)
    _hit(service, name, 4)
    service.delete(f"/counters/{name}").is_(204)
    service.get(f"/counters/{name}").is_(404)
    service.delete(f"/counters/{name}").is_(404)
    equal(_seen(_hit(service, name)), (name, 1, 1), "the counter hit again")
