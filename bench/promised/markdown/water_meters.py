"""Readings of water meters: by key, one by one or as CSV, and what was used."""

from __future__ import annotations

import csv
import io
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("water-meters", "service")

_CSV = "meter,date,value\nA-12,2026-02-28,110.25\nA-13,2026-02-28,abc\nA-12,2026-01-31,99\nB-01,2026-02-28,7\n"


def _key(service: Service) -> dict[str, str]:
    told = service.post("/keys", json={"owner": "caretaker"}).is_(201).json()
    return {"X-Api-Key": told["key"]}


def _read(service: Service, key: dict[str, str], meter: str, date: str, value: object) -> Answer:
    given = {"meter": meter, "date": date, "value": value}
    return service.post("/readings", json=given, headers=key)


def _import(service: Service, key: dict[str, str], text: str) -> Answer:
    headers = {**key, "Content-Type": "text/csv"}
    return service.post("/readings/import", content=text.encode(), headers=headers)


def _readings(service: Service, key: dict[str, str], **params: str) -> list[tuple[Any, ...]]:
    told = service.get("/readings", params=params, headers=key).is_(200).json()
    return [(each["meter"], each["date"], each["value"]) for each in told]


@suite.check("a key is given, and a key is needed")
def keyed(service: Service) -> None:
    told = service.post("/keys", json={"owner": "caretaker"}).is_(201).json()
    equal(told["owner"], "caretaker", "the owner")
    expect(told["key"].startswith("wm_"), "a key starts with wm_")
    for headers in ({}, {"X-Api-Key": "wm_nonsense"}):
        for path in ("/readings", "/meters", "/meters/A-12/consumption", "/readings/export.csv"):
            expect(service.get(path, headers=headers).is_(401).json()["error"], "an error is said")
        _read(service, headers, "A-12", "2026-01-31", 3).is_(401)
        _import(service, headers, _CSV).is_(401)
    service.get("/readings", headers={"X-Api-Key": told["key"]}).is_(200)


@suite.check("a key that was given back is invalid")
def given_back(service: Service) -> None:
    key, other = _key(service), _key(service)
    expect(key != other, "every key is another")
    service.delete("/keys/current", headers=key).is_(204)
    service.get("/readings", headers=key).is_(401)
    service.get("/readings", headers=other).is_(200)


@suite.check("a reading is entered once a day for each meter", fresh=True)
def entered(service: Service) -> None:
    key = _key(service)
    told = _read(service, key, "A-12", "2026-01-31", 103.5).is_(201).json()
    equal(told, {"meter": "A-12", "date": "2026-01-31", "value": 103.5}, "the reading")
    _read(service, key, "A-12", "2026-01-31", 104).is_(409)
    _read(service, key, "A-13", "2026-01-31", 0).is_(201)
    _read(service, key, "A-12", "2026-02-01", 104).is_(201)
    equal(len(_readings(service, key)), 3, "how many readings")


@suite.check("nonsense is 400")
def nonsense(service: Service) -> None:
    key = _key(service)
    for date, value in (
        ("2026-02-30", 3),
        ("today", 3),
        ("2026-03-01", -1),
        ("2026-03-01", "much"),
        ("2026-03-01", None),
    ):
        _read(service, key, "N-1", date, value).is_(400)
    service.post("/readings", json={"date": "2026-03-01", "value": 3}, headers=key).is_(400)
    equal(_readings(service, key, meter="N-1"), [], "the readings")


@suite.check("the good lines of a CSV are kept, the others told", fresh=True)
def imported(service: Service) -> None:
    key = _key(service)
    _read(service, key, "A-12", "2026-01-31", 103.5).is_(201)
    told = _import(service, key, _CSV).is_(200).json()
    equal((told["imported"], told["failed"]), (2, 2), "how many")
    equal([each["line"] for each in told["errors"]], [3, 4], "the lines")
    expect(all(isinstance(each["error"], str) for each in told["errors"]), "what was wrong is said")
    wanted = [("A-12", "2026-01-31", 103.5), ("A-12", "2026-02-28", 110.25)]
    equal(_readings(service, key, meter="A-12"), wanted, "the readings")
    equal(_readings(service, key, meter="B-01"), [("B-01", "2026-02-28", 7)], "of B-01")


@suite.check("another header imports nothing", fresh=True)
def header(service: Service) -> None:
    key = _key(service)
    _import(service, key, "meter,day,value\nA-12,2026-02-28,110.25\n").is_(400)
    _import(service, key, "date,meter,value\n2026-02-28,A-12,110.25\n").is_(400)
    equal(_readings(service, key), [], "the readings")


@suite.check("readings are looked up by meter and dates, oldest first")
def looked_up(service: Service) -> None:
    key = _key(service)
    for date, value in (("2026-03-31", 30), ("2026-01-31", 10), ("2026-02-28", 20)):
        _read(service, key, "L-1", date, value).is_(201)
    _read(service, key, "L-2", "2026-02-28", 5).is_(201)
    first, second, third = (
        ("L-1", "2026-01-31", 10),
        ("L-1", "2026-02-28", 20),
        ("L-1", "2026-03-31", 30),
    )
    equal(_readings(service, key, meter="L-1"), [first, second, third], "of L-1")
    equal(_readings(service, key, meter="L-1", to="2026-02-28"), [first, second], "until then")
    equal(
        _readings(service, key, meter="L-1", **{"from": "2026-02-28"}),
        [second, third],
        "since then",
    )


@suite.check("consumption is the last reading minus the first")
def used(service: Service) -> None:
    key = _key(service)
    for date, value in (("2026-02-28", 110.25), ("2026-01-31", 103.5), ("2026-03-31", 120)):
        _read(service, key, "C-1", date, value).is_(201)

    def consumption(**params: str) -> tuple[int, float]:
        told = service.get("/meters/C-1/consumption", params=params, headers=key).is_(200).json()
        equal(told["meter"], "C-1", "the meter")
        return told["readings"], round(told["consumption"], 6)

    equal(consumption(), (3, 16.5), "of all")
    equal(consumption(to="2026-02-28"), (2, 6.75), "until then")
    equal(consumption(**{"from": "2026-03-01"}), (1, 0), "of one reading")
    equal(consumption(**{"from": "2027-01-01"}), (0, 0), "of none")
    service.get("/meters/C-9/consumption", headers=key).is_(404)


@suite.check("meters are listed with their newest reading", fresh=True)
def meters(service: Service) -> None:
    key = _key(service)
    for meter, date, value in (
        ("B-01", "2026-02-28", 7),
        ("A-12", "2026-02-28", 110.25),
        ("A-12", "2026-01-31", 103.5),
    ):
        _read(service, key, meter, date, value).is_(201)
    wanted = [
        {"meter": "A-12", "last_date": "2026-02-28", "last_value": 110.25},
        {"meter": "B-01", "last_date": "2026-02-28", "last_value": 7},
    ]
    equal(service.get("/meters", headers=key).is_(200).json(), wanted, "the meters")


@suite.check("everything is exported in the format that goes in", fresh=True)
def exported(service: Service) -> None:
    key = _key(service)
    for meter, date, value in (
        ("B-01", "2026-02-28", 7),
        ("A-12", "2026-02-28", 110.25),
        ("A-12", "2026-01-31", 103.5),
    ):
        _read(service, key, meter, date, value).is_(201)
    answer = service.get("/readings/export.csv", headers=key).is_(200)
    disposition = answer.headers["content-disposition"]
    expect(
        "attachment" in disposition and "readings.csv" in disposition, "a download, readings.csv"
    )
    rows = [row for row in csv.reader(io.StringIO(answer.text)) if row]
    equal(rows[0], ["meter", "date", "value"], "the header")
    wanted = [
        ("A-12", "2026-01-31", 103.5),
        ("A-12", "2026-02-28", 110.25),
        ("B-01", "2026-02-28", 7.0),
    ]
    equal([(row[0], row[1], float(row[2])) for row in rows[1:]], wanted, "the rows")
