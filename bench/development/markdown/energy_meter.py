"""Meters and their readings, which never run backwards, and what was consumed."""

from __future__ import annotations

import csv
import io
from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("energy-meter", "service")


def _serial() -> str:
    return f"E{token_hex(5)}".upper()


def _meter(service: Service, kind: str = "electricity", installed: str = "2025-01-01") -> str:
    """The path of a new meter."""
    given = {"serial": _serial(), "kind": kind, "installed_on": installed}
    made = service.post("/meters", json=given).is_(201).json()
    equal({name: made[name] for name in given}, given, "the meter")
    return f"/meters/{given['serial']}"


def _add(service: Service, meter: str, date: str, value: object) -> Answer:
    return service.post(f"{meter}/readings", json={"date": date, "value": value})


def _read(service: Service, meter: str, *readings: tuple[str, float]) -> list[Any]:
    return [_add(service, meter, date, value).is_(201).json()["id"] for date, value in readings]


def _listed(service: Service, meter: str, **params: str) -> list[tuple[str, float]]:
    told = service.get(f"{meter}/readings", params=params).items()
    return [(each["date"], each["value"]) for each in told]


def _used(service: Service, meter: str, from_: str, to: str) -> Answer:
    return service.get(f"{meter}/consumption", params={"from": from_, "to": to})


def _says(answer: Answer, status: int, message: str) -> None:
    equal(answer.is_(status).json()["message"], message, "the message")


@suite.check("an empty house: no meters, and an overview of zeros", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/meters").items(), [], "the meters")
    nothing = {"meters": 0, "readings": 0}
    wanted = {"electricity": nothing, "gas": nothing, "water": nothing}
    equal(service.get("/overview").is_(200).json(), wanted, "the overview")


@suite.check("the overview counts meters and readings per kind")
def overview(service: Service) -> None:
    one, two = _meter(service), _meter(service)
    water = _meter(service, "water")
    _read(service, one, ("2025-01-01", 1), ("2025-01-02", 2))
    _read(service, two, ("2025-01-01", 1))
    _read(service, water, ("2025-01-01", 1))
    wanted = {"electricity": {"meters": 2, "readings": 3}, "gas": {"meters": 0, "readings": 0}}
    wanted["water"] = {"meters": 1, "readings": 1}
    equal(service.get("/overview").is_(200).json(), wanted, "the overview")


@suite.check("a meter has the unit of its kind, and is listed by kind")
def meters(service: Service) -> None:
    made = {kind: _meter(service, kind) for kind in ("electricity", "gas", "water")}
    for kind, unit in (("electricity", "kWh"), ("gas", "m3"), ("water", "m3")):
        told = service.get(made[kind]).is_(200).json()
        equal((told["kind"], told["unit"]), (kind, unit), "kind and unit")
        equal(told["last_reading"], None, "the last reading of a new meter")
    told = {f"/meters/{each['serial']}" for each in service.get("/meters").items()}
    expect(set(made.values()) <= told, "all are listed")
    told = service.get("/meters", params={"kind": "gas"}).items()
    equal([f"/meters/{each['serial']}" for each in told], [made["gas"]], "the gas meters")


@suite.check("a serial that exists is 409")
def unique(service: Service) -> None:
    serial = _meter(service).rpartition("/")[2]
    again = {"serial": serial, "kind": "gas", "installed_on": "2025-01-01"}
    service.post("/meters", json=again).is_(409)
    equal(service.get(f"/meters/{serial}").is_(200).json()["kind"], "electricity", "the kind")


@suite.check("readings are listed by date, within limits that are included")
def listed(service: Service) -> None:
    meter, other = _meter(service), _meter(service)
    whole = [("2025-01-01", 1), ("2025-01-15", 2.125), ("2025-02-01", 3)]
    _read(service, meter, whole[2], whole[0], whole[1])
    _read(service, other, ("2025-01-03", 9))
    equal(_listed(service, meter), whole, "the readings")
    equal(_listed(service, meter, **{"from": "2025-01-15"}), whole[1:], "from a day on")
    equal(_listed(service, meter, to="2025-01-15"), whole[:2], "until a day")
    within = {"from": "2025-01-02", "to": "2025-01-31"}
    equal(_listed(service, meter, **within), whole[1:2], "within limits")
    told = service.get(meter).is_(200).json()["last_reading"]
    equal((told["date"], told["value"]), ("2025-02-01", 3), "the last reading")


@suite.check('a reading before the installation is 422 "reading before installation"')
def too_early(service: Service) -> None:
    meter = _meter(service, installed="2025-03-10")
    _says(_add(service, meter, "2025-03-09", 1), 422, "reading before installation")
    equal(_listed(service, meter), [], "the readings")
    _add(service, meter, "2025-03-10", 0).is_(201)


@suite.check('a second reading of a day is 409 "reading exists for this date"')
def same_day(service: Service) -> None:
    meter = _meter(service)
    _read(service, meter, ("2025-01-05", 10))
    _says(_add(service, meter, "2025-01-05", 10), 409, "reading exists for this date")
    equal(_listed(service, meter), [("2025-01-05", 10)], "the readings")


@suite.check('a meter never runs backwards: 422 "value out of order"')
def backwards(service: Service) -> None:
    meter = _meter(service)
    _read(service, meter, ("2025-01-10", 100), ("2025-01-20", 200))
    for date, value in (
        ("2025-01-25", 199.999),
        ("2025-01-15", 99),
        ("2025-01-15", 201),
        ("2025-01-05", 100.5),
    ):
        _says(_add(service, meter, date, value), 422, "value out of order")
    _read(service, meter, ("2025-01-15", 100), ("2025-01-16", 200), ("2025-01-25", 200))
    equal(len(_listed(service, meter)), 5, "the number of readings")


@suite.check("a deleted reading is gone, and a meter with its readings")
def deleted(service: Service) -> None:
    meter, stays = _meter(service), _meter(service)
    first, last = _read(service, meter, ("2025-01-10", 100), ("2025-01-20", 200))
    service.delete(f"{meter}/readings/{last}").is_(204)
    equal(_listed(service, meter), [("2025-01-10", 100)], "the readings")
    _says(service.delete(f"{meter}/readings/{last}"), 404, "not found")
    _says(service.delete(f"{stays}/readings/{first}"), 404, "not found")
    told = service.get(meter).is_(200).json()["last_reading"]
    equal((told["date"], told["value"]), ("2025-01-10", 100), "the last reading")
    service.delete(meter).is_(204)
    _says(service.get(meter), 404, "not found")
    service.get(stays).is_(200)


@suite.check("consumption is between the first and the last reading of the period")
def consumed(service: Service) -> None:
    meter = _meter(service)
    _read(service, meter, ("2025-01-01", 100), ("2025-01-11", 107), ("2025-02-01", 162))
    told = _used(service, meter, "2025-01-01", "2025-02-01").is_(200).json()
    wanted: dict[str, Any] = {"serial": meter.rpartition("/")[2], "unit": "kWh"}
    wanted |= {"from": "2025-01-01"}
    wanted |= {"to": "2025-02-01", "consumption": 62.0, "days": 31, "per_day": 2.0}
    equal({name: told[name] for name in wanted}, wanted, "the consumption")
    told = _used(service, meter, "2025-01-05", "2025-03-01").is_(200).json()
    seen = (told["consumption"], told["days"], told["per_day"])
    equal(seen, (55, 21, 2.619), "the consumption of a part")
    equal((told["from"], told["to"]), ("2025-01-05", "2025-03-01"), "the period asked for")


@suite.check("consumption needs both limits in order (400) and two readings (409)")
def not_consumed(service: Service) -> None:
    meter = _meter(service)
    _read(service, meter, ("2025-01-01", 100), ("2025-02-01", 162))
    answer = _used(service, meter, "2025-01-02", "2025-02-01")
    _says(answer, 409, "not enough readings")
    _used(service, meter, "2025-03-01", "2025-01-01").is_(400)
    path = f"{meter}/consumption"
    service.get(path, params={"from": "2025-01-01"}).is_(400)
    service.get(path, params={"to": "2025-01-01"}).is_(400)
    service.get(path).is_(400)


@suite.check("readings are exported as CSV with their header, by date")
def exported(service: Service) -> None:
    meter = _meter(service)
    _read(service, meter, ("2025-02-01", 3.5), ("2025-01-01", 1.25))
    answer = service.get(f"{meter}/readings.csv").is_(200)
    kind = answer.headers.get("content-type", "")
    expect(kind.startswith("text/csv"), f"text/csv, not {kind}")
    header, *rows = csv.reader(io.StringIO(answer.text, newline=""))
    equal(header, ["date", "value"], "the header")
    told = [(date, float(value)) for date, value in rows]
    equal(told, [("2025-01-01", 1.25), ("2025-02-01", 3.5)], "the rows")


@suite.check('an unknown meter or reading is 404 with the message "not found"')
def absent(service: Service) -> None:
    meter = f"/meters/{_serial()}"
    _says(service.get(meter), 404, "not found")
    _says(service.delete(meter), 404, "not found")
    _says(service.get(f"{meter}/readings"), 404, "not found")
    _says(service.get(f"{meter}/readings.csv"), 404, "not found")
    _says(_add(service, meter, "2025-01-01", 1), 404, "not found")
    _says(_used(service, meter, "2025-01-01", "2025-02-01"), 404, "not found")
    known = _meter(service)
    (reading,) = _read(service, known, ("2025-01-01", 1))
    _says(service.delete(f"{known}/readings/{unknown(reading)}"), 404, "not found")


@suite.check("a body that is invalid otherwise is 422")
def malformed(service: Service) -> None:
    refuses_malformed(service, "/meters")
    right = {"serial": _serial(), "kind": "gas", "installed_on": "2025-01-01"}
    wrong: list[dict[str, Any]] = [
        {name: right[name] for name in right if name != left} for left in ("serial", "kind")
    ]
    wrong += [right | {"serial": each} for each in ("E10", "E" * 17, "E-1000", "")]
    wrong += [right | {"kind": "steam"}, right | {"installed_on": "2025-02-30"}]
    for each in wrong:
        service.post("/meters", json=each).is_(422)
    service.get(f"/meters/{right['serial']}").is_(404)
    meter = _meter(service)
    values: list[object] = [-1, "much", None]
    for value in values:
        _add(service, meter, "2025-01-05", value).is_(422)
    _add(service, meter, "someday", 5).is_(422)
    for part in ({"date": "2025-01-05"}, {"value": 5}):
        service.post(f"{meter}/readings", json=part).is_(422)
    equal(_listed(service, meter), [], "the readings")


@suite.check("meters and readings outlive a restart")
def kept(service: Service) -> None:
    meter = _meter(service, "water")
    _read(service, meter, ("2025-01-01", 1), ("2025-01-03", 2))
    service.restart()
    equal(service.get(meter).is_(200).json()["unit"], "m3", "the unit")
    equal(_listed(service, meter), [("2025-01-01", 1), ("2025-01-03", 2)], "the readings")
