"""A tip calculator with a split."""

from __future__ import annotations

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("tip-calculator", "service")


def _tip(service: Service, **given: object) -> Answer:
    return service.get("/tip", params=given)


def _says(answer: Answer, tip: float, total: float, per_person: float) -> None:
    wanted = {"tip": tip, "total": total, "per_person": per_person}
    equal(answer.is_(200).json(), wanted, "the answer")


@suite.check("tip, total and share are told")
def told(service: Service) -> None:
    _says(_tip(service, bill=80, percent=10, people=4), 8, 88, 22)
    _says(_tip(service, bill=50, percent=20, people=2), 10, 60, 30)
    _says(_tip(service, bill=40, percent=12.5, people=1), 5, 45, 45)


@suite.check("15 percent and one person unless told")
def defaults(service: Service) -> None:
    _says(_tip(service, bill=100), 15, 115, 115)
    _says(_tip(service, bill=100, people=2), 15, 115, 57.5)
    _says(_tip(service, bill=100, percent=5), 5, 105, 105)


@suite.check("amounts are rounded to two decimals")
def rounded(service: Service) -> None:
    _says(_tip(service, bill=19.99, percent=18), 3.6, 23.59, 23.59)
    _says(_tip(service, bill=100, percent=0, people=3), 0, 100, 33.33)
    _says(_tip(service, bill=100, percent=100, people=3), 100, 200, 66.67)


@suite.check("a wrong parameter is 400, and named")
def malformed(service: Service) -> None:
    for name, given in (
        ("bill", {}),
        ("bill", {"bill": 0}),
        ("bill", {"bill": -5}),
        ("bill", {"bill": "lots"}),
        ("percent", {"bill": 10, "percent": -1}),
        ("percent", {"bill": 10, "percent": 101}),
        ("percent", {"bill": 10, "percent": "ten"}),
        ("people", {"bill": 10, "people": 0}),
        ("people", {"bill": 10, "people": 1.5}),
        ("people", {"bill": 10, "people": "us"}),
    ):
        error = _tip(service, **given).is_(400).json()["error"]
        expect(name in error, f"an error that names {name}, not {error!r}")
