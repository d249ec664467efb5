"""Small help in a workshop: units, sums, time zones, across origins."""

from __future__ import annotations

import datetime as dt
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("workshop-calc", "service")


def _wrong(answer: Answer) -> None:
    expect(isinstance(answer.is_(400).json()["error"], str), "an error is said in `error`")


def _convert(service: Service, value: object, from_: str, to: str) -> Answer:
    return service.get("/convert", params={"value": str(value), "from": from_, "to": to})


def _calc(service: Service, expression: object) -> Answer:
    return service.post("/calc", json={"expression": expression})


@suite.check("it is alive")
def alive(service: Service) -> None:
    equal(service.get("/health").is_(200).json(), {"status": "ok"}, "the answer")


@suite.check("every answer may be read from another origin")
def origins(service: Service) -> None:
    headers = {"Origin": "http://tablet.example"}
    for answer in (
        service.get("/health", headers=headers).is_(200),
        service.post("/echo", json=1, headers=headers).is_(200),
        service.get("/time", params={"zone": "Nowhere/Land"}, headers=headers).is_(400),
    ):
        equal(answer.headers["access-control-allow-origin"], "*", "the origin allowed")


@suite.check("OPTIONS is 204 and says what is allowed")
def options(service: Service) -> None:
    headers = {
        "Origin": "http://tablet.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    for path in ("/calc", "/echo", "/convert/many"):
        answer = service.ask("OPTIONS", path, headers=headers).is_(204)
        equal(answer.headers["access-control-allow-origin"], "*", "the origin allowed")
        methods = answer.headers["access-control-allow-methods"]
        expect("POST" in methods or methods == "*", "POST is allowed")
        expect(
            "content-type" in answer.headers["access-control-allow-headers"].lower(),
            "Content-Type is allowed",
        )


@suite.check("units are converted")
def converted(service: Service) -> None:
    told = _convert(service, 2.5, "in", "mm").is_(200).json()
    equal(told, {"value": 2.5, "from": "in", "to": "mm", "result": 63.5}, "the answer")
    for value, from_, to, wanted in (
        (3, "ft", "in", 36),
        (1, "m", "ft", 3.2808),
        (1, "lb", "g", 453.5924),
        (1, "lb", "oz", 16),
        (2, "kg", "lb", 4.4092),
        (100, "C", "F", 212),
        (-40, "F", "C", -40),
        (0, "cm", "m", 0),
    ):
        result = _convert(service, value, from_, to).is_(200).json()["result"]
        expect(abs(result - wanted) < 0.00001, f"{value} {from_} are {wanted} {to}, not {result}")


@suite.check("what cannot be converted is 400")
def unconverted(service: Service) -> None:
    for value, from_, to in (
        (1, "kg", "mm"),
        (1, "C", "g"),
        (1, "mile", "m"),
        ("two", "m", "cm"),
        (-1, "m", "cm"),
        (-1, "oz", "g"),
    ):
        _wrong(_convert(service, value, from_, to))
    _wrong(service.get("/convert", params={"value": "1", "from": "m"}))


@suite.check("many are converted, each with its own result")
def many(service: Service) -> None:
    items: list[dict[str, Any]] = [
        {"value": 1, "from": "kg", "to": "g"},
        {"value": 1, "from": "kg", "to": "mm"},
        {"value": 32, "from": "F", "to": "C"},
    ]
    told = service.post("/convert/many", json={"items": items}).is_(200).json()
    equal((told["good"], told["bad"]), (2, 1), "how many")
    results = told["results"]
    equal([each["ok"] for each in results], [True, False, True], "which are good")
    equal((results[0]["result"], results[2]["result"]), (1000, 0), "the results")
    expect(isinstance(results[1]["error"], str), "what is wrong is said")
    _wrong(service.post("/convert/many", json={"items": []}))
    _wrong(service.post("/convert/many", json={"items": items[:1] * 101}))
    _wrong(service.post("/convert/many", json={}))


@suite.check("sums are worked out")
def calculated(service: Service) -> None:
    told = _calc(service, "2 * (3 + 4.5) - -1").is_(200).json()
    equal(told, {"expression": "2 * (3 + 4.5) - -1", "result": 16}, "the answer")
    for expression, wanted in (
        ("1+2*3", 7),
        ("(1+2)*3", 9),
        ("10/4", 2.5),
        ("8-3-2", 3),
        ("-(2+3)", -5),
        ("2/3", 0.666667),
        ("0.1+0.2", 0.3),
    ):
        equal(_calc(service, expression).is_(200).json()["result"], wanted, expression)


@suite.check("what is no sum is 400")
def no_sum(service: Service) -> None:
    for expression in (
        "",
        "2 +",
        "(1",
        "1/0",
        "2**3",
        "abs(-1)",
        "__import__('os')",
        "x",
        "1 2",
        "1" + "+1" * 100,
        7,
    ):
        _wrong(_calc(service, expression))
    _wrong(service.post("/calc", json={}))


@suite.check("the time is told in a time zone")
def now(service: Service) -> None:
    told = service.get("/time", params={"zone": "Asia/Kathmandu"}).is_(200).json()
    equal(told["zone"], "Asia/Kathmandu", "the zone")
    time = dt.datetime.fromisoformat(told["time"])
    equal(time.utcoffset(), dt.timedelta(hours=5, minutes=45), "the offset")
    told = service.get("/time").is_(200).json()
    utc = dt.datetime.fromisoformat(told["time"].replace("Z", "+00:00"))
    equal((told["zone"], utc.utcoffset()), ("UTC", dt.timedelta(0)), "without a zone")
    expect(abs((utc - time).total_seconds()) < 30, "both are now")
    _wrong(service.get("/time", params={"zone": "Nowhere/Land"}))


@suite.check("a local time is told in another zone")
def elsewhere(service: Service) -> None:
    for time, from_, to, wanted in (
        ("2026-07-01T12:00:00", "Europe/Berlin", "America/New_York", "2026-07-01T06:00:00-04:00"),
        ("2026-01-15T22:30:00", "Europe/Berlin", "Asia/Tokyo", "2026-01-16T06:30:00+09:00"),
    ):
        given = {"time": time, "from": from_, "to": to}
        equal(service.post("/time/convert", json=given).is_(200).json()["time"], wanted, "the time")
    good = {"time": "2026-07-01T12:00:00", "from": "Europe/Berlin", "to": "Asia/Tokyo"}
    for wrong in ({"time": "noon"}, {"from": "Nowhere/Land"}, {"to": "Nowhere/Land"}):
        _wrong(service.post("/time/convert", json={**good, **wrong}))


@suite.check("what is sent is given back")
def echoed(service: Service) -> None:
    for given in ({"a": [1, None, "ü"]}, [1, 2.5, {"x": True}], "text", 42, None):
        sent = (
            service.ask("POST", "/echo", json=given)
            if given is not None
            else service.post(
                "/echo", content=b"null", headers={"Content-Type": "application/json"}
            )
        )
        equal(sent.is_(200).json(), given, "the echo")
    _wrong(service.post("/echo", content=b"{no json", headers={"Content-Type": "application/json"}))
