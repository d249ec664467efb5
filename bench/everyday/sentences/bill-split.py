"""A bill, split."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("bill-split", "service")


def _holds(service: Service, given: dict[str, Any], *wanted: float) -> None:
    told = service.post("/split", json=given).is_(200, 201).json()
    for name, value in zip(("tip", "grand_total", "per_person"), wanted, strict=True):
        got = told[name]
        expect(isinstance(got, int | float) and not isinstance(got, bool), f"{name} is a number, not {got!r}")
        expect(abs(got - value) < 1e-6, f"{name} of {given} is {value}; it is {got}")


@suite.check("a bill with a tip is split")
def split(service: Service) -> None:
    _holds(service, {"total": 80, "people": 4, "tip_percent": 10}, 8, 88, 22)
    _holds(service, {"total": 59.5, "people": 2, "tip_percent": 20}, 11.9, 71.4, 35.7)


@suite.check("without tip_percent there is no tip")
def plain(service: Service) -> None:
    _holds(service, {"total": 30, "people": 3}, 0, 30, 10)
    _holds(service, {"total": 30, "people": 3, "tip_percent": 0}, 0, 30, 10)


@suite.check("amounts are rounded to two decimals")
def rounded(service: Service) -> None:
    _holds(service, {"total": 100, "people": 3}, 0, 100, 33.33)
    _holds(service, {"total": 33.33, "people": 7, "tip_percent": 12.5}, 4.17, 37.5, 5.36)
    _holds(service, {"total": 20, "people": 3}, 0, 20, 6.67)


@suite.check("a single person and an empty bill are fine")
def edges(service: Service) -> None:
    _holds(service, {"total": 12.34, "people": 1}, 0, 12.34, 12.34)
    _holds(service, {"total": 0, "people": 2, "tip_percent": 15}, 0, 0, 0)


@suite.check("fewer than one person, or a part of one, is 422")
def people(service: Service) -> None:
    for wrong in (0, -2, 2.5):
        service.post("/split", json={"total": 10, "people": wrong}).is_(422)


@suite.check("a negative total or tip is 422")
def negative(service: Service) -> None:
    service.post("/split", json={"total": -0.01, "people": 2}).is_(422)
    service.post("/split", json={"total": 10, "people": 2, "tip_percent": -5}).is_(422)


@suite.check("a missing or unreadable field is refused")
def malformed(service: Service) -> None:
    for wrong in ({}, {"total": 10}, {"people": 2}, {"total": "much", "people": 2}):
        service.post("/split", json=wrong).refused()
    equal(service.post("/split", json={"total": 10, "people": 2}).is_(200, 201).status < 300, True, "up")
