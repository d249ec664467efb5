"""Hours of a joinery: booked in batches, grouped by month, as a spreadsheet and on paper."""

from __future__ import annotations

import io
from typing import Any

from openpyxl import load_workbook

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("timesheets", "service")

_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def _entry(person: object, job: object, date: object, hours: object) -> dict[str, object]:
    return {"person": person, "job": job, "date": date, "hours": hours}


def _book(service: Service, *entries: object) -> dict[str, Any]:
    told: dict[str, Any] = (
        service.post("/entries/batch", json={"entries": list(entries)}).is_(200).json()
    )
    return told


def _month(service: Service) -> list[Any]:
    told = _book(
        service,
        _entry("Ida", "Stairs", "2026-03-03", 4),
        _entry("Ida", "Workshop", "2026-03-02", 2.5),
        _entry("Bo", "Stairs", "2026-03-03", 8),
        _entry("Ida", "Stairs", "2026-03-02", 6),
        _entry("Ida", "Stairs", "2026-04-01", 7),
    )
    equal((told["booked"], told["rejected"]), (5, 0), "what was booked")
    return [each["id"] for each in told["results"]]


def _error(answer: Answer) -> None:
    expect(answer.is_(400).json()["error"], "an error is said in `error`")


@suite.check("every item of a batch is looked at on its own")
def booked(service: Service) -> None:
    told = _book(
        service,
        _entry("Una", "Stairs", "2026-03-02", 6.5),
        _entry("", "Stairs", "2026-03-02", 1),
        _entry("Una", "Stairs", "2026-02-30", 1),
        _entry("Una", "Stairs", "2026-03-04", 0),
        _entry("Una", "Stairs", "2026-03-04", 12.5),
        {"person": "Una", "date": "2026-03-04", "hours": 1},
        _entry("Una", "Stairs", "2026-03-04", "two"),
        _entry("Una", "Workshop", "2026-03-05", 12),
    )
    equal((told["booked"], told["rejected"]), (2, 6), "how many")
    results = told["results"]
    equal([each["index"] for each in results], list(range(8)), "the indexes")
    equal(
        [each["status"] for each in results],
        ["booked"] + ["rejected"] * 6 + ["booked"],
        "the statuses",
    )
    expect(all(isinstance(each["error"], str) for each in results[1:7]), "what is wrong is said")
    listed = service.get("/entries", params={"person": "Una"}).is_(200).json()["entries"]
    equal([each["id"] for each in listed], [results[0]["id"], results[7]["id"]], "what was booked")


@suite.check("nobody has more than 12 hours on one day")
def twelve(service: Service) -> None:
    told = _book(
        service,
        _entry("Max", "A", "2026-03-02", 7),
        _entry("Max", "B", "2026-03-02", 5.5),
        _entry("Max", "C", "2026-03-02", 5),
        _entry("Eve", "B", "2026-03-02", 5.5),
    )
    equal(
        [each["status"] for each in told["results"]],
        ["booked", "rejected", "booked", "booked"],
        "in one batch",
    )
    equal(_book(service, _entry("Max", "D", "2026-03-02", 0.5))["rejected"], 1, "in the next batch")
    equal(_book(service, _entry("Max", "D", "2026-03-03", 0.5))["booked"], 1, "on the next day")


@suite.check("what is no batch is 400")
def no_batch(service: Service) -> None:
    _error(service.post("/entries/batch", json={"entries": []}))
    _error(service.post("/entries/batch", json={}))
    _error(
        service.post(
            "/entries/batch", json={"entries": [_entry("Too", "Many", "2026-03-02", 0.01)] * 201}
        )
    )
    _error(service.ask("DELETE", "/entries/batch", json={"ids": []}))
    _error(service.ask("DELETE", "/entries/batch", json={}))


@suite.check("bookings are listed in order, with their sum", fresh=True)
def listed(service: Service) -> None:
    a, b, c, d, e = _month(service)

    def told(**params: str) -> tuple[list[Any], float]:
        answer = service.get("/entries", params=params).is_(200).json()
        return [each["id"] for each in answer["entries"]], answer["hours"]

    equal(told(), ([b, d, c, a, e], 27.5), "all")
    equal(told(person="Ida", job="Stairs"), ([d, a, e], 17), "Ida on the stairs")
    equal(told(**{"from": "2026-03-03", "to": "2026-04-01"}), ([c, a, e], 19), "between dates")
    equal(told(person="Nobody"), ([], 0), "of nobody")
    first = service.get("/entries").json()["entries"][0]
    equal(first, {"id": b, **_entry("Ida", "Workshop", "2026-03-02", 2.5)}, "a booking")


@suite.check("several bookings are cancelled")
def cancelled(service: Service) -> None:
    told = _book(service, *[_entry("Can", "A", f"2026-05-0{day}", 1) for day in (1, 2, 3)])
    one, two, three = (each["id"] for each in told["results"])
    never = unknown(three)
    answer = (
        service.ask("DELETE", "/entries/batch", json={"ids": [two, never, one]}).is_(200).json()
    )
    wanted = [
        {"id": two, "status": "deleted"},
        {"id": never, "status": "not_found"},
        {"id": one, "status": "deleted"},
    ]
    equal(answer["results"], wanted, "the results")
    left = service.get("/entries", params={"person": "Can"}).is_(200).json()["entries"]
    equal([each["id"] for each in left], [three], "what is left")


@suite.check("hours of a month are grouped", fresh=True)
def grouped(service: Service) -> None:
    _month(service)

    def told(by: str, month: str = "2026-03") -> tuple[list[Any], float]:
        answer = service.get("/summary", params={"month": month, "by": by}).is_(200).json()
        equal((answer["month"], answer["by"]), (month, by), "what was asked")
        return [(each["name"], each["hours"], each["days"]) for each in answer["groups"]], answer[
            "total"
        ]

    equal(told("person"), ([("Bo", 8, 1), ("Ida", 12.5, 2)], 20.5), "by person")
    equal(told("job"), ([("Stairs", 18, 2), ("Workshop", 2.5, 1)], 20.5), "by job")
    equal(told("date"), ([("2026-03-02", 8.5, 1), ("2026-03-03", 12, 1)], 20.5), "by date")
    equal(told("person", "2026-07"), ([], 0), "of an empty month")


@suite.check("a summary needs a month and what to group by")
def summary(service: Service) -> None:
    for params in (
        {"by": "person"},
        {"month": "2026-03"},
        {"month": "2026-03", "by": "colour"},
        {"month": "March", "by": "job"},
        {"month": "2026-13", "by": "job"},
    ):
        _error(service.get("/summary", params=params))


@suite.check("the month is exported as a spreadsheet", fresh=True)
def exported(service: Service) -> None:
    _month(service)
    answer = service.get("/export.xlsx", params={"month": "2026-03"}).is_(200)
    expect(answer.headers["content-type"].startswith(_XLSX), "the type of a spreadsheet")
    expect(
        "hours-2026-03.xlsx" in answer.headers["content-disposition"], "the name of the download"
    )
    book = load_workbook(io.BytesIO(answer.body))
    equal(book.sheetnames, ["Hours"], "the sheets")
    wanted = [
        ("Date", "Person", "Job", "Hours"),
        ("2026-03-02", "Ida", "Workshop", 2.5),
        ("2026-03-02", "Ida", "Stairs", 6),
        ("2026-03-03", "Bo", "Stairs", 8),
        ("2026-03-03", "Ida", "Stairs", 4),
    ]
    equal([tuple(row) for row in book["Hours"].iter_rows(values_only=True)], wanted, "the rows")
    _error(service.get("/export.xlsx"))
    _error(service.get("/export.xlsx", params={"month": "2026-3"}))


@suite.check("a person's month is a PDF", fresh=True)
def printed(service: Service) -> None:
    _month(service)
    answer = service.get("/people/Ida/timesheet.pdf", params={"month": "2026-03"}).is_(200)
    expect(answer.headers["content-type"].startswith("application/pdf"), "application/pdf")
    expect(answer.body.startswith(b"%PDF-") and b"%%EOF" in answer.body[-64:], "a whole PDF")
    service.get("/people/Bo/timesheet.pdf", params={"month": "2026-04"}).is_(404)
    service.get("/people/Nobody/timesheet.pdf", params={"month": "2026-03"}).is_(404)
    _error(service.get("/people/Ida/timesheet.pdf"))
