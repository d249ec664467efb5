"""Expenses and what a month has cost."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("expenses", "service")


def _spend(
    service: Service, amount: float, category: str, date: str, **more: object
) -> dict[str, Any]:
    given = {"amount": amount, "category": category, "date": date, **more}
    return service.post("/expenses", json=given).is_(201).json()


def _amounts(service: Service, **params: str) -> list[Any]:
    return [each["amount"] for each in service.get("/expenses", params=params).is_(200).json()]


def _has(told: dict[str, Any], wanted: dict[str, Any], what: str) -> None:
    equal({name: told.get(name) for name in wanted}, wanted, what)


@suite.check("an expense is stored and read back")
def stored(service: Service) -> None:
    told = _spend(service, 12.5, "food", "2024-03-09", note="lunch")
    wanted = {
        "id": told["id"],
        "amount": 12.5,
        "category": "food",
        "date": "2024-03-09",
        "note": "lunch",
    }
    _has(told, wanted, "the expense")
    _has(service.get(f"/expenses/{told['id']}").is_(200).json(), wanted, "the expense read")


@suite.check("without a note it is null")
def noteless(service: Service) -> None:
    told = _spend(service, 3, "fun", "2024-03-09")
    equal(told["note"], None, "the note")
    equal(service.get(f"/expenses/{told['id']}").is_(200).json()["note"], None, "the note read")


@suite.check("a wrong expense is 422 and not stored", fresh=True)
def malformed(service: Service) -> None:
    right: dict[str, object] = {"amount": 5, "category": "food", "date": "2024-03-09"}
    for name in right:
        service.post("/expenses", json={k: v for k, v in right.items() if k != name}).is_(422)
    for wrong in (
        {"amount": 0},
        {"amount": -2},
        {"amount": "a lot"},
        {"category": ""},
        {"date": "2024-02-30"},
        {"date": "09.03.2024"},
        {"date": "soon"},
    ):
        service.post("/expenses", json={**right, **wrong}).is_(422)
    equal(service.get("/expenses").is_(200).json(), [], "the expenses")


@suite.check("expenses are listed latest date first and narrowed", fresh=True)
def listed(service: Service) -> None:
    _spend(service, 1, "food", "2024-01-31")
    _spend(service, 2, "fun", "2024-02-01")
    _spend(service, 3, "food", "2023-12-31")
    _spend(service, 4, "food", "2024-01-01")
    equal(_amounts(service), [2, 1, 4, 3], "all")
    equal(_amounts(service, category="food"), [1, 4, 3], "food")
    equal(_amounts(service, **{"from": "2024-01-01", "to": "2024-01-31"}), [1, 4], "January")
    equal(_amounts(service, **{"from": "2024-01-31"}), [2, 1], "from the 31st")
    equal(_amounts(service, to="2024-01-01"), [4, 3], "to the 1st")
    equal(_amounts(service, category="food", to="2023-12-31"), [3], "food in 2023")


@suite.check("a removed expense is gone")
def removed(service: Service) -> None:
    path = f"/expenses/{_spend(service, 9, 'rent', '2022-05-05')['id']}"
    service.delete(path).is_(204)
    service.get(path).is_(404)
    service.delete(path).is_(404)


@suite.check("a month is summed up by category", fresh=True)
def summed(service: Service) -> None:
    _spend(service, 40, "food", "2024-03-01")
    _spend(service, 1.5, "food", "2024-03-31")
    _spend(service, 20, "fun", "2024-03-15")
    _spend(service, 7, "fun", "2024-04-01")
    _spend(service, 8, "fun", "2023-03-15")
    told = service.get("/summary", params={"month": "2024-03"}).is_(200).json()
    equal(told, {"month": "2024-03", "total": 61.5, "by_category": {"food": 41.5, "fun": 20}}, "it")
    told = service.get("/summary", params={"month": "2021-01"}).is_(200).json()
    equal(told, {"month": "2021-01", "total": 0, "by_category": {}}, "an empty month")


@suite.check("a summary without a proper month is 422")
def monthless(service: Service) -> None:
    service.get("/summary").is_(422)
    for wrong in ("March", "2024", "2024-03-01"):
        service.get("/summary", params={"month": wrong}).is_(422)
