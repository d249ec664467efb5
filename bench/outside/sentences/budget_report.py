"""A household budget with limits and a report for every month."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("budget-report", "service")


def _add(service: Service, date: str, category: str, amount: object, **more: str) -> Answer:
    given = {"date": date, "category": category, "amount": amount, **more}
    return service.post("/entries", json=given)


def _report(service: Service, month: str) -> dict[str, Any]:
    told: dict[str, Any] = service.get("/report", params={"month": month}).is_(200).json()
    return told


def _spent(category: str, spent: float, limit: float | None = None, over: bool = False) -> Any:
    return {"category": category, "spent": spent, "limit": limit, "over": over}


@suite.check("a month without entries has zeros")
def empty(service: Service) -> None:
    wanted = {"month": "1999-12", "income": 0, "spent": 0, "balance": 0, "categories": []}
    equal(_report(service, "1999-12"), wanted, "the report")


@suite.check("an entry is told as it was added")
def added(service: Service) -> None:
    told = _add(service, "2026-01-31", "food", -12.35, note="cheese").is_(201).json()
    wanted = {"date": "2026-01-31", "category": "food", "amount": -12.35, "note": "cheese"}
    equal({name: told[name] for name in wanted}, wanted, "the entry")
    _add(service, "2026-01-31", "food", 5).is_(201)


@suite.check("income, spending and balance are summed up for the month")
def summed(service: Service) -> None:
    for date, amount in (
        ("2024-02-01", 2500),
        ("2024-02-29", -812.4),
        ("2024-02-10", -0.6),
        ("2024-01-31", -99),
        ("2024-03-01", 77),
        ("2023-02-10", -55),
    ):
        _add(service, date, "all", amount).is_(201)
    told = _report(service, "2024-02")
    sums = (told["income"], told["spent"], told["balance"])
    equal(sums, (2500, 813, 1687), "the sums")


@suite.check("sums are exact to the cent")
def exact(service: Service) -> None:
    for _ in range(3):
        _add(service, "2022-05-05", "gum", -0.1).is_(201)
    _add(service, "2022-05-05", "gum", 0.7).is_(201)
    _add(service, "2022-05-06", "gum", 0.1).is_(201)
    told = _report(service, "2022-05")
    equal((told["income"], told["spent"], told["balance"]), (0.8, 0.3, 0.5), "the sums")
    equal(told["categories"], [_spent("gum", 0.3)], "the categories")


@suite.check("categories in which money was spent are told, most money first")
def categories(service: Service) -> None:
    a, b, c, d = (f"{each}{token_hex(3)}" for each in "abcd")
    for category, amount in ((b, -20), (a, -20), (c, -30), (c, -15.5), (d, 100), (a, 500)):
        _add(service, "2021-07-07", category, amount).is_(201)
    wanted = [_spent(c, 45.5), _spent(a, 20), _spent(b, 20)]
    equal(_report(service, "2021-07")["categories"], wanted, "the categories")


@suite.check("a category is over when more than its limit is spent in the month")
def limits(service: Service) -> None:
    one, two = f"a{token_hex(4)}", f"b{token_hex(4)}"
    for each in (one, two):
        service.put(f"/limits/{each}", json={"limit": 40}).is_(200)
    _add(service, "2020-07-07", one, -40).is_(201)
    _add(service, "2020-07-07", two, -40.01).is_(201)
    _add(service, "2020-07-08", two, 30).is_(201)
    wanted = [_spent(two, 40.01, 40, True), _spent(one, 40, 40)]
    equal(_report(service, "2020-07")["categories"], wanted, "the categories")
    service.put(f"/limits/{one}", json={"limit": 39.5}).is_(200)
    service.put(f"/limits/{two}", json={"limit": 50}).is_(200)
    wanted = [_spent(two, 40.01, 50), _spent(one, 40, 39.5, True)]
    equal(_report(service, "2020-07")["categories"], wanted, "with other limits")


@suite.check("an entry that is removed does not count")
def removed(service: Service) -> None:
    first = _add(service, "2019-07-07", "x", -10).is_(201).json()["id"]
    second = _add(service, "2019-07-07", "x", -5).is_(201).json()["id"]
    service.delete(f"/entries/{first}").is_(204)
    service.delete(f"/entries/{first}").is_(404)
    service.delete(f"/entries/{unknown(second)}").is_(404)
    equal(_report(service, "2019-07")["spent"], 5, "what was spent")


@suite.check("bad input is 422")
def malformed(service: Service) -> None:
    for amount in (0, 1.234, "much", None):
        _add(service, "2018-07-07", "x", amount).is_(422)
    for date in ("2018-02-30", "7.7.2018", "2018-07"):
        _add(service, date, "x", 1).is_(422)
    right: dict[str, object] = {"date": "2018-07-07", "category": "x", "amount": 1}
    for name in right:
        part = {k: v for k, v in right.items() if k != name}
        service.post("/entries", json=part).is_(422)
    equal(_report(service, "2018-07")["income"], 0, "the income")
    for limit in (0, -1, "much"):
        service.put("/limits/x", json={"limit": limit}).is_(400, 422)


@suite.check("a month that is missing or not a month is 422")
def months(service: Service) -> None:
    service.get("/report").is_(422)
    for month in ("2026-13", "2026", "march", "2026-03-01"):
        service.get("/report", params={"month": month}).is_(422)
