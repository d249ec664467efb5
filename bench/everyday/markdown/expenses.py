"""What was spent, summed up and exported."""

from __future__ import annotations

import csv
import io
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("expenses", "service")


def _spend(service: Service, date: str, category: str, amount: float, **more: Any) -> dict[str, Any]:
    given = {"date": date, "category": category, "amount": amount, **more}
    return service.post("/expenses", json=given).is_(201).json()


def _dates(service: Service, **params: str) -> list[str]:
    return [each["date"] for each in service.get("/expenses", params=params).is_(200).json()]


@suite.check("an expense is kept whole", fresh=True)
def kept(service: Service) -> None:
    equal(service.get("/expenses").is_(200).json(), [], "an empty book")
    made = _spend(service, "2024-05-02", "food", 12.5, note="market")
    wanted = {"id": made["id"], "date": "2024-05-02", "category": "food", "amount": 12.5, "note": "market"}
    for told in (made, service.get("/expenses").is_(200).json()[0]):
        equal({name: told[name] for name in wanted}, wanted, "the expense")
    equal(_spend(service, "2024-05-03", "food", 1)["note"], "", "a note left out")


@suite.check("the latest come first, filtered by date and category", fresh=True)
def listed(service: Service) -> None:
    for date, category in (
        ("2024-03-10", "food"), ("2024-05-01", "rent"), ("2023-12-31", "food"), ("2024-04-15", "food"),
    ):
        _spend(service, date, category, 10)
    equal(_dates(service), ["2024-05-01", "2024-04-15", "2024-03-10", "2023-12-31"], "the dates")
    equal(_dates(service, **{"from": "2024-03-10"}), ["2024-05-01", "2024-04-15", "2024-03-10"], "from")
    equal(_dates(service, to="2024-03-10"), ["2024-03-10", "2023-12-31"], "to")
    equal(_dates(service, **{"from": "2024-01-01", "to": "2024-04-30"}), ["2024-04-15", "2024-03-10"], "both")
    equal(_dates(service, category="rent"), ["2024-05-01"], "the rent")
    equal(_dates(service, category="food", to="2023-12-31"), ["2023-12-31"], "food of the year before")
    equal(_dates(service, category="foo"), [], "part of a category")


@suite.check("a month is summed up by category", fresh=True)
def summed(service: Service) -> None:
    _spend(service, "2024-05-01", "food", 11.5)
    _spend(service, "2024-05-31", "food", 30)
    _spend(service, "2024-05-12", "travel", 20)
    _spend(service, "2024-06-01", "food", 99)
    _spend(service, "2023-05-12", "food", 99)
    told = service.get("/expenses/summary", params={"month": "2024-05"}).is_(200).json()
    equal((told["month"], told["count"]), ("2024-05", 3), "the month and the count")
    expect(abs(told["total"] - 61.5) < 0.001, f"the total is 61.5; it is {told['total']}")
    wanted = {"food": 41.5, "travel": 20}
    equal({name: round(value, 4) for name, value in told["by_category"].items()}, wanted, "by category")


@suite.check("a month without expenses is empty", fresh=True)
def nothing(service: Service) -> None:
    _spend(service, "2024-05-01", "food", 11.5)
    told = service.get("/expenses/summary", params={"month": "2024-04"}).is_(200).json()
    equal((told["count"], told["total"], told["by_category"]), (0, 0, {}), "the summary")


@suite.check("a missing or malformed month is 422")
def months(service: Service) -> None:
    service.get("/expenses/summary").is_(422)
    for wrong in ("May", "2024", "2024-13", "2024-05-01"):
        service.get("/expenses/summary", params={"month": wrong}).is_(422)


@suite.check("what breaks the rules is 422 and not kept")
def malformed(service: Service) -> None:
    before = len(_dates(service))
    good = {"date": "2024-05-01", "category": "food", "amount": 3.5}
    wrong: list[dict[str, Any]] = [
        {"date": "2024-02-30"}, {"date": "01.05.2024"}, {"category": "f"}, {"category": "f" * 31},
        {"amount": 0}, {"amount": -4}, {"amount": "much"}, {"note": "x" * 201},
    ]
    for each in wrong:
        service.post("/expenses", json={**good, **each}).is_(422)
    for missing in good:
        service.post("/expenses", json={k: v for k, v in good.items() if k != missing}).is_(422)
    equal(len(_dates(service)), before, "the number of expenses")
    _spend(service, "2024-02-29", "ab", 0.01, note="x" * 200)


@suite.check("the export is CSV that a spreadsheet reads", fresh=True)
def exported(service: Service) -> None:
    late = _spend(service, "2024-05-02", "food", 4.5, note='pears, "ripe" ones')
    early = _spend(service, "2024-01-02", "travel", 120)
    answer = service.get("/expenses.csv").is_(200)
    expect("text/csv" in answer.headers.get("content-type", ""), "the content type is text/csv")
    equal(answer.text.splitlines()[0], "id,date,category,amount,note", "the first line")
    rows = [row for row in csv.reader(io.StringIO(answer.text, newline="")) if row][1:]
    wanted = [
        [str(early["id"]), "2024-01-02", "travel", "120.00", ""],
        [str(late["id"]), "2024-05-02", "food", "4.50", 'pears, "ripe" ones'],
    ]
    equal(rows, wanted, "the rows")


@suite.check("an export of nothing has the first line alone", fresh=True)
def blank(service: Service) -> None:
    equal(service.get("/expenses.csv").is_(200).text.strip(), "id,date,category,amount,note", "the export")
