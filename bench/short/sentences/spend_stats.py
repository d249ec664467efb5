"""Expenses, and their statistics by category or month."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("spend-stats", "service")


def _spend(
    service: Service, category: str, amount: float, day: str = "2031-04-05", **more: str
) -> dict[str, Any]:
    given = {"category": category, "amount": amount, "day": day, **more}
    told: dict[str, Any] = service.post("/expenses", json=given).is_(201).json()
    return told


def _groups(
    service: Service, key: str = "category", **params: str
) -> tuple[list[tuple[Any, ...]], Any]:
    told = service.get("/stats", params=params).is_(200).json()
    return [
        tuple(each[name] for name in (key, "count", "sum", "average", "max"))
        for each in told["groups"]
    ], told["total"]


@suite.check("an expense is stored", fresh=True)
def stored(service: Service) -> None:
    told = _spend(service, "  Food ", 12.5, note="lunch")
    wanted = {"category": "food", "amount": 12.5, "day": "2031-04-05", "note": "lunch"}
    equal({name: told[name] for name in wanted}, wanted, "the expense")
    expect(_spend(service, "food", 1)["id"] != told["id"], "another id")


@suite.check("expenses are grouped by category, the highest sum first", fresh=True)
def grouped(service: Service) -> None:
    equal(_groups(service), ([], 0), "nothing yet")
    _spend(service, "food", 10.5)
    _spend(service, "rent", 800)
    _spend(service, "Food", 20)
    _spend(service, "fun", 15)
    wanted = [("rent", 1, 800, 800, 800), ("food", 2, 30.5, 15.25, 20), ("fun", 1, 15, 15, 15)]
    equal(_groups(service), (wanted, 845.5), "the statistics")


@suite.check("money is rounded to two decimals", fresh=True)
def rounded(service: Service) -> None:
    for amount in (0.1, 0.2, 10.4):
        _spend(service, "food", amount)
    equal(_groups(service), ([("food", 3, 10.7, 3.57, 10.4)], 10.7), "the statistics")


@suite.check("the days can be narrowed down", fresh=True)
def days(service: Service) -> None:
    for day, amount in (("2031-04-01", 1), ("2031-04-15", 2), ("2031-04-30", 4), ("2031-05-01", 8)):
        _spend(service, "food", amount, day)

    def total(**params: str) -> Any:
        return service.get("/stats", params=params).is_(200).json()["total"]

    equal(total(**{"from": "2031-04-15"}), 14, "from the 15th")
    equal(total(to="2031-04-30"), 7, "to the 30th")
    equal(total(**{"from": "2031-04-15", "to": "2031-04-30"}), 6, "between")
    equal(_groups(service, to="2030-01-01"), ([], 0), "before")


@suite.check("expenses are grouped by month, in order of time", fresh=True)
def months(service: Service) -> None:
    _spend(service, "food", 5, "2031-05-01")
    _spend(service, "food", 90, "2031-11-20")
    _spend(service, "fun", 10, "2031-05-31")
    _spend(service, "food", 7, "2030-12-31")
    wanted = [("2030-12", 1, 7, 7, 7), ("2031-05", 2, 15, 7.5, 10), ("2031-11", 1, 90, 90, 90)]
    equal(_groups(service, "month", by="month"), (wanted, 112), "the statistics")
    equal(len(_groups(service, by="category")[0]), 2, "the categories")
    service.get("/stats", params={"by": "year"}).is_(400)


@suite.check("an expense is taken back", fresh=True)
def deleted(service: Service) -> None:
    number = _spend(service, "food", 5)["id"]
    _spend(service, "food", 3)
    service.delete(f"/expenses/{number}").is_(204)
    service.delete(f"/expenses/{number}").is_(404)
    equal(_groups(service), ([("food", 1, 3, 3, 3)], 3), "the statistics")


@suite.check("every wrong field is told", fresh=True)
def wrong(service: Service) -> None:
    right = {"category": "food", "amount": 5, "day": "2031-04-05"}
    for bad in (
        {"amount": 0},
        {"amount": -3},
        {"amount": "much"},
        {"day": "today"},
        {"day": "2031-02-30"},
        {"category": "  "},
    ):
        told = service.post("/expenses", json={**right, **bad}).is_(400).json()["errors"]
        equal(set(told), set(bad), f"the errors of {bad}")
    told = service.post("/expenses", json={"amount": -1}).is_(400).json()["errors"]
    equal(set(told), {"category", "amount", "day"}, "the errors")
    expect(all(isinstance(each, str) and each for each in told.values()), "words for each")
    equal(_groups(service), ([], 0), "the statistics")
