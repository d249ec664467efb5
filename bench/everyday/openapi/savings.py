"""Interest and loans."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("savings", "service")


def _near(got: Any, wanted: float, what: str) -> None:
    expect(isinstance(got, int | float) and abs(got - wanted) < 1e-6, f"{what} is {wanted}; it is {got!r}")


def _grow(service: Service, **params: Any) -> dict[str, Any]:
    return service.get("/savings", params=params).is_(200).json()


def _loan(service: Service, **given: Any) -> dict[str, Any]:
    return service.post("/loan", json=given).is_(200).json()


@suite.check("a deposit grows year by year")
def grown(service: Service) -> None:
    told = _grow(service, deposit=1000, rate=5, years=2)
    _near(told["balance"], 1102.5, "the balance")
    _near(told["interest"], 102.5, "the interest")
    equal([each["year"] for each in told["by_year"]], [1, 2], "the years")
    for each, wanted in zip(told["by_year"], (1050, 1102.5), strict=True):
        _near(each["balance"], wanted, f"the balance after year {each['year']}")


@suite.check("amounts are rounded only at the end")
def rounded(service: Service) -> None:
    told = _grow(service, deposit=99.99, rate=3.3, years=30)
    exact = [99.99 * 1.033**year for year in range(1, 31)]
    _near(told["balance"], round(exact[-1], 2), "the balance")
    _near(told["interest"], round(exact[-1] - 99.99, 2), "the interest")
    equal(len(told["by_year"]), 30, "the number of years")
    _near(told["by_year"][9]["balance"], round(exact[9], 2), "the balance after 10 years")


@suite.check("no rate and no deposit earn nothing")
def nothing(service: Service) -> None:
    for deposit, rate in ((500, 0), (0, 7)):
        told = _grow(service, deposit=deposit, rate=rate, years=3)
        _near(told["balance"], deposit, "the balance")
        _near(told["interest"], 0, "the interest")


@suite.check("parameters missing or out of range are 400")
def bounds(service: Service) -> None:
    good: dict[str, Any] = {"deposit": 1000, "rate": 5, "years": 2}
    wrong: list[dict[str, Any]] = [
        {"deposit": -1}, {"rate": -0.1}, {"rate": 101}, {"years": 0}, {"years": 51}, {"years": 1.5}, {"deposit": "a"},
    ]
    for each in wrong:
        service.get("/savings", params={**good, **each}).is_(400)
    for name in good:
        service.get("/savings", params={k: v for k, v in good.items() if k != name}).is_(400)
    equal(len(_grow(service, deposit=1, rate=100, years=50)["by_year"]), 50, "the number of years")


@suite.check("a loan is paid back month by month")
def loan(service: Service) -> None:
    for amount, rate, months in ((10_000, 6, 12), (250_000, 3.5, 360), (1, 100, 1)):
        told = _loan(service, amount=amount, rate=rate, months=months)
        part = rate / 1200
        payment = amount * part / (1 - (1 + part) ** -months)
        _near(told["monthly_payment"], round(payment, 2), "the payment")
        _near(told["total"], round(payment * months, 2), "the total")


@suite.check("a loan without interest is divided")
def free(service: Service) -> None:
    told = _loan(service, amount=1000, rate=0, months=3)
    _near(told["monthly_payment"], 333.33, "the payment")
    _near(told["total"], 1000, "the total")


@suite.check("fields missing or out of range are 400")
def malformed(service: Service) -> None:
    good: dict[str, Any] = {"amount": 1000, "rate": 5, "months": 12}
    wrong: list[dict[str, Any]] = [
        {"amount": 0}, {"amount": -5}, {"rate": -1}, {"rate": 100.5}, {"months": 0}, {"months": 481}, {"amount": "x"},
    ]
    for each in wrong:
        service.post("/loan", json={**good, **each}).is_(400)
    for name in good:
        service.post("/loan", json={k: v for k, v in good.items() if k != name}).is_(400)
