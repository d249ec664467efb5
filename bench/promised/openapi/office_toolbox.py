"""Helpers for a chat bot: time zones, a calculator, units, and an echo."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("office-toolbox", "service")


def _error(answer: Answer) -> None:
    expect(isinstance(answer.is_(400).json()["error"], str), "an error is said in `error`")


def _meet(service: Service, when: str, from_: str, to: str) -> Answer:
    return service.get("/convert-time", params={"when": when, "from": from_, "to": to})


def _calc(service: Service, expression: Any) -> Answer:
    return service.post("/calc", json={"expression": expression})


def _unit(service: Service, value: object, from_: str, to: str) -> Answer:
    return service.get("/units", params={"value": str(value), "from": from_, "to": to})


@suite.check("it says that it is well")
def health(service: Service) -> None:
    equal(service.get("/health").is_(200).json()["status"], "ok", "status")


@suite.check("the time is told with the offset of the zone, UTC if none is named")
def now(service: Service) -> None:
    for asked, zone, offset in (
        ({"tz": "Asia/Kolkata"}, "Asia/Kolkata", timedelta(hours=5, minutes=30)),
        ({}, "UTC", timedelta(0)),
    ):
        told = service.get("/now", params=asked).is_(200).json()
        equal(told["tz"], zone, "tz")
        read = datetime.fromisoformat(told["now"].replace("Z", "+00:00"))
        equal((read.utcoffset(), read.microsecond), (offset, 0), "offset and fractions")
        away = abs((datetime.now(timezone.utc) - read).total_seconds())
        expect(away < 60, "it is the time of now")
    _error(service.get("/now", params={"tz": "Moon/Crater"}))


@suite.check("a meeting is told in another zone, summer time included")
def meetings(service: Service) -> None:
    for when, from_, to, wanted, change in (
        ("2026-07-01T09:00", "Europe/Zurich", "America/New_York", "2026-07-01T03:00:00-04:00", 0),
        ("2026-03-20T09:00", "Europe/Zurich", "America/New_York", "2026-03-20T04:00:00-04:00", 0),
        ("2026-01-10T20:00", "Europe/Zurich", "Asia/Tokyo", "2026-01-11T04:00:00+09:00", 1),
        ("2026-01-10T02:00", "Europe/Zurich", "America/New_York", "2026-01-09T20:00:00-05:00", -1),
    ):
        told = _meet(service, when, from_, to).is_(200).json()
        equal(told, {"when": wanted, "tz": to, "day_change": change}, f"{when} {from_} {to}")


@suite.check("an unknown zone or a time that is none is 400")
def wrong_meetings(service: Service) -> None:
    _error(_meet(service, "2026-07-01T09:00", "Europe/Nowhere", "Asia/Tokyo"))
    _error(_meet(service, "2026-07-01T09:00", "Asia/Tokyo", "Nowhere"))
    _error(_meet(service, "tomorrow", "Europe/Zurich", "Asia/Tokyo"))
    _error(_meet(service, "2026-02-30T09:00", "Europe/Zurich", "Asia/Tokyo"))
    _error(service.get("/convert-time", params={"when": "2026-07-01T09:00"}))


@suite.check("expressions are calculated with the usual precedence")
def calculated(service: Service) -> None:
    for expression, wanted in (
        ("2 * (3 + 4) - 1 / 2", 13.5),
        ("2+3*4", 14),
        ("10-4-3", 3),
        ("-(2+3)*-2", 10),
        ("1.5*4", 6),
        ("8/4/2", 1),
    ):
        told = _calc(service, expression).is_(200).json()
        equal(told["expression"], expression, "the expression")
        expect(abs(told["result"] - wanted) < 1e-9, f"{expression} is {wanted}, not {told}")


@suite.check("nothing else is calculated")
def refused(service: Service) -> None:
    for wrong in ("2**9", "abs(1)", "__import__('os')", "a+1", "1+", "(1", "", "1/0", "2/(3-3)"):
        _error(_calc(service, wrong))
    _error(_calc(service, "+".join("1" * 101)))
    _error(service.post("/calc", json={}))
    equal(_calc(service, "+".join("1" * 100)).is_(200).json()["result"], 100, "199 characters")


@suite.check("units are converted within their kind")
def units(service: Service) -> None:
    told = _unit(service, 3.5, "km", "mi").is_(200).json()
    equal(told, {"value": 3.5, "from": "km", "to": "mi", "result": 2.1748}, "the answer")
    for value, from_, to, wanted in (
        (6, "ft", "cm", 182.88),
        (1, "mi", "ft", 5280),
        (10, "lb", "kg", 4.5359),
        (8, "oz", "g", 226.7962),
        (100, "C", "F", 212),
        (-40, "F", "C", -40),
        (50, "F", "C", 10),
    ):
        got = _unit(service, value, from_, to).is_(200).json()["result"]
        equal(got, wanted, f"{value} {from_} in {to}")


@suite.check("units that are unknown or of another kind are 400")
def wrong_units(service: Service) -> None:
    _error(_unit(service, 1, "kg", "m"))
    _error(_unit(service, 1, "C", "m"))
    _error(_unit(service, 1, "yd", "m"))
    _error(_unit(service, "much", "km", "m"))
    _error(service.get("/units", params={"from": "km", "to": "m"}))


@suite.check("the echo gives back what it got")
def echo(service: Service) -> None:
    for given in ({"hello": ["bot", 1, None, {"x": 1.5}]}, [1, "two", False], {"ü": "ß"}):
        equal(service.post("/echo", json=given).is_(200).json(), given, "the echo")
