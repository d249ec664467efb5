"""Trips of field staff: pages, sums by group, and tables in and out."""

from __future__ import annotations

import csv
import io
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect
from openpyxl import load_workbook

suite: Suite[Service] = Suite("mileage", "service")

_HEADER = ["id", "driver", "date", "km", "purpose", "cost"]
_TRIPS = (
    ("Noor", "2026-03-14", 40.5, "customer, Bern"),
    ("Jens", "2026-02-01", 100, 'fair "Expo"'),
    ("Noor", "2026-03-31", 21, "depot"),
    ("Jens", "2026-04-01", 7.77, "post"),
)


def _trip(service: Service, driver: str, date: str, km: float, purpose: str) -> Any:
    given = {"driver": driver, "date": date, "km": km, "purpose": purpose}
    return service.post("/trips", json=given).is_(201).json()


def _all(service: Service) -> None:
    for each in _TRIPS:
        _trip(service, *each)


def _dates(service: Service, **asked: str) -> list[str]:
    return [e["date"] for e in service.get("/trips", params=asked).is_(200).json()["items"]]


def _rows(answer: Answer) -> list[list[str]]:
    kind = answer.is_(200).headers.get("content-type", "")
    expect(kind.startswith("text/csv"), "it is text/csv")
    return list(csv.reader(io.StringIO(answer.text)))


def _import(service: Service, text: str) -> Answer:
    head = {"Content-Type": "text/csv"}
    return service.post("/trips/import", content=text.encode(), headers=head)


@suite.check("a trip is recorded with its cost")
def recorded(service: Service) -> None:
    told = _trip(service, "Noor", "2026-03-14", 40.5, "customer")
    wanted = {"driver": "Noor", "date": "2026-03-14", "km": 40.5, "purpose": "customer"}
    equal(told, {**wanted, "id": told["id"], "cost": 12.15}, "the trip")
    given = {"driver": "Jens", "date": "2026-03-15", "km": 7.77}
    told = service.post("/trips", json=given).is_(201).json()
    equal((told["purpose"], told["cost"]), ("", 2.33), "purpose and cost")


@suite.check("wrong or missing fields are 400")
def wrong(service: Service) -> None:
    good = {"driver": "Noor", "date": "2026-03-14", "km": 40.5}
    for part in (
        {"km": 0},
        {"km": -3},
        {"km": "far"},
        {"date": "14.3.2026"},
        {"date": "2026-13-01"},
    ):
        service.post("/trips", json={**good, **part}).is_(400)
    for name in good:
        less = {key: value for key, value in good.items() if key != name}
        service.post("/trips", json=less).is_(400)


@suite.check("trips are listed with the latest first and narrowed", fresh=True)
def listed(service: Service) -> None:
    _all(service)
    equal(_dates(service), ["2026-04-01", "2026-03-31", "2026-03-14", "2026-02-01"], "all")
    equal(_dates(service, driver="Noor"), ["2026-03-31", "2026-03-14"], "Noor's")
    march = {"from": "2026-03-01", "to": "2026-03-31"}
    equal(_dates(service, **march), ["2026-03-31", "2026-03-14"], "of March")
    equal(_dates(service, driver="Jens", **march), [], "Jens's of March")


@suite.check("the list comes in pages", fresh=True)
def pages(service: Service) -> None:
    for day in range(1, 26):
        _trip(service, "Noor", f"2026-01-{day:02}", 1, "")
    told = service.get("/trips").is_(200).json()
    equal((told["total"], told["page"], told["per_page"]), (25, 1, 20), "the first page")
    equal(len(told["items"]), 20, "its length")
    told = service.get("/trips", params={"page": "3", "per_page": "10"}).is_(200).json()
    equal((told["total"], told["page"], told["per_page"]), (25, 3, 10), "the third page")
    days = [each["date"][-2:] for each in told["items"]]
    equal(days, ["05", "04", "03", "02", "01"], "its days")
    for asked in ({"per_page": "101"}, {"per_page": "0"}):
        service.get("/trips", params=asked).is_(400)
    service.get("/trips", params={"per_page": "100"}).is_(200)


@suite.check("sums are told by month or by driver", fresh=True)
def summed(service: Service) -> None:
    _all(service)
    told = service.get("/trips/summary", params={"group": "month"}).is_(200).json()
    wanted = [
        {"group": "2026-02", "trips": 1, "km": 100, "cost": 30},
        {"group": "2026-03", "trips": 2, "km": 61.5, "cost": 18.45},
        {"group": "2026-04", "trips": 1, "km": 7.77, "cost": 2.33},
    ]
    equal(told, wanted, "by month")
    asked = {"group": "driver", "from": "2026-03-01", "to": "2026-03-31"}
    told = service.get("/trips/summary", params=asked).is_(200).json()
    equal(told, [{"group": "Noor", "trips": 2, "km": 61.5, "cost": 18.45}], "by driver")
    service.get("/trips/summary", params={"group": "week"}).is_(400)


@suite.check("the CSV has a header, all trips by date, and what needs quoting quoted", fresh=True)
def exported(service: Service) -> None:
    equal(_rows(service.get("/trips.csv")), [_HEADER], "without trips")
    _all(service)
    answer = service.get("/trips.csv")
    rows = _rows(answer)
    equal(rows[0], _HEADER, "the header")
    wanted = [("Jens", "2026-02-01", 100.0, 'fair "Expo"', 30.0)]
    wanted += [("Noor", "2026-03-14", 40.5, "customer, Bern", 12.15)]
    wanted += [
        ("Noor", "2026-03-31", 21.0, "depot", 6.3),
        ("Jens", "2026-04-01", 7.77, "post", 2.33),
    ]
    told = [(r[1], r[2], float(r[3]), r[4], float(r[5])) for r in rows[1:]]
    equal(told, wanted, "the rows")
    expect("trips.csv" in answer.headers.get("content-disposition", ""), "saved as trips.csv")
    narrow = _rows(service.get("/trips.csv", params={"driver": "Noor", "from": "2026-03-20"}))
    equal([row[2] for row in narrow[1:]], ["2026-03-31"], "narrowed")


@suite.check("the Excel file has the same table", fresh=True)
def excel(service: Service) -> None:
    _all(service)
    book = load_workbook(io.BytesIO(service.get("/trips.xlsx").is_(200).body))
    rows = list(book.worksheets[0].iter_rows(values_only=True))
    equal(list(rows[0]), _HEADER, "the header")
    told = [(row[1], float(row[3])) for row in rows[1:]]  # type: ignore[arg-type]
    equal(told, [("Jens", 100.0), ("Noor", 40.5), ("Noor", 21.0), ("Jens", 7.77)], "the rows")


@suite.check("a CSV is imported, and its bad lines reported", fresh=True)
def imported(service: Service) -> None:
    lines = [
        "driver,date,km,purpose",
        'Noor,2026-05-01,10,"site, north"',
        "Noor,2026-05-02,-4,depot",
        "Jens,2026-05-03,20.5,",
        "Jens,someday,5,post",
    ]
    told = _import(service, "\n".join(lines) + "\n").is_(200).json()
    equal(told["imported"], 2, "imported")
    equal([each["line"] for each in told["errors"]], [3, 5], "the bad lines")
    expect(all(isinstance(e["error"], str) for e in told["errors"]), "each says why")
    items = service.get("/trips").is_(200).json()["items"]
    got = [(e["driver"], e["km"], e["purpose"], e["cost"]) for e in items]
    equal(got, [("Jens", 20.5, "", 6.15), ("Noor", 10, "site, north", 3)], "the trips")


@suite.check("a CSV with another header is 400 and imports nothing", fresh=True)
def wrong_header(service: Service) -> None:
    _import(service, "who,date,km,purpose\nNoor,2026-05-01,10,x\n").is_(400)
    equal(service.get("/trips").is_(200).json()["total"], 0, "total")
