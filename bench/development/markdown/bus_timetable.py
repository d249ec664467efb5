"""Stops, lines, departures, a board of them, and which lines go from here to there."""

from __future__ import annotations

from secrets import randbelow, token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("bus-timetable", "service")

_BASE = "/transit/v2"
_NO_DOCUMENT = ("{", "[]", "null", "")


def _code() -> str:
    return "".join(chr(65 + randbelow(26)) for _ in range(6))


def _stop(service: Service, zone: int = 1) -> str:
    code = _code()
    service.put(f"{_BASE}/stops/{code}", json={"name": f"at {code}", "zone": zone}).is_(201)
    return code


def _line(service: Service, *stops: str) -> str:
    number = token_hex(3)[:5]
    given = {"name": "ring", "stops": list(stops)}
    service.put(f"{_BASE}/lines/{number}", json=given).is_(201)
    return number


def _depart(
    service: Service, line: str, stop: str, time: str = "07:30", days: str = "weekday"
) -> Answer:
    given = {"stopCode": stop, "time": time, "days": days}
    return service.post(f"{_BASE}/lines/{line}/departures", json=given)


def _board(service: Service, stop: str, **params: Any) -> list[tuple[str, str]]:
    params = {"days": "weekday", **params}
    told = service.get(f"{_BASE}/stops/{stop}/board", params=params).is_(200).json()
    equal(told["stopCode"], stop, "the stop of the board")
    return [(each["time"], each["line"]) for each in told["departures"]]


def _error(answer: Answer, status: int, message: str = "") -> None:
    told = answer.is_(status).json()
    expect(isinstance(told["error"], str), "an error is said in `error`")
    if message:
        equal(told, {"error": message}, "the error")


@suite.check("without stops and lines none are listed", fresh=True)
def empty(service: Service) -> None:
    equal(service.get(f"{_BASE}/stops").items(), [], "the stops")
    equal(service.get(f"{_BASE}/lines").items(), [], "the lines")


@suite.check("a stop is put under its code: 201 when new, 200 when replaced")
def stops(service: Service) -> None:
    code = _code()
    path = f"{_BASE}/stops/{code}"
    for status, name, zone in ((201, "Old Märket", 9), (200, "New Market", 1)):
        service.put(path, json={"name": name, "zone": zone}).is_(status)
        told = service.get(path).is_(200).json()
        equal(told, {"stopCode": code, "name": name, "zone": zone}, "the stop")
    other = _stop(service, 2)
    told = [each["stopCode"] for each in service.get(f"{_BASE}/stops").items()]
    equal((told.count(code), told.count(other)), (1, 1), "how often they are listed")
    told = service.get(f"{_BASE}/stops", params={"zone": 2}).items()
    equal([each["stopCode"] for each in told], [other], "the stops of a zone")


@suite.check("a line is put under its number and keeps the order of its stops")
def lines(service: Service) -> None:
    a, b, c = (_stop(service) for _ in range(3))
    path = f"{_BASE}/lines/N12"
    for status, order in ((201, [c, a, b]), (200, [b, c])):
        service.put(path, json={"name": "night", "stops": order}).is_(status)
        told = service.get(path).is_(200).json()
        equal(told, {"number": "N12", "name": "night", "stops": order}, "the line")


@suite.check("lines are listed in order of number as text")
def ordered(service: Service) -> None:
    a, b = _stop(service), _stop(service)
    for number in ("7", "12", "N1", "100"):
        given = {"name": "x", "stops": [a, b]}
        service.put(f"{_BASE}/lines/{number}", json=given).is_(201)
    told = [each["number"] for each in service.get(f"{_BASE}/lines").items()]
    equal(
        [each for each in told if each in ("7", "12", "N1", "100")], ["100", "12", "7", "N1"], "it"
    )
    equal(told, sorted(told), "the order of lines")


@suite.check("a line has two stops or more, none twice, and all of them exist: else 400")
def line_rules(service: Service) -> None:
    a, b = _stop(service), _stop(service)
    nowhere = _code()
    path = f"{_BASE}/lines/{token_hex(3)[:5]}"
    for wrong in ([], [a], [a, b, a]):
        _error(service.put(path, json={"name": "x", "stops": wrong}), 400)
    answer = service.put(path, json={"name": "x", "stops": [a, nowhere]})
    _error(answer, 400, f"unknown stop: {nowhere}")
    _error(service.get(path), 404)
    long = service.put(f"{_BASE}/lines/{token_hex(3)}", json={"name": "x", "stops": [a, b]})
    _error(long, 400)


@suite.check("a stop that a line uses is not deleted (409), another is")
def stop_deleted(service: Service) -> None:
    a, b, idle = (_stop(service) for _ in range(3))
    line = _line(service, a, b)
    _error(service.delete(f"{_BASE}/stops/{a}"), 409)
    service.delete(f"{_BASE}/stops/{idle}").is_(204)
    _error(service.get(f"{_BASE}/stops/{idle}"), 404)
    service.delete(f"{_BASE}/lines/{line}").is_(204)
    service.delete(f"{_BASE}/stops/{a}").is_(204)


@suite.check("departures belong to a line and one of its stops, each once")
def departures(service: Service) -> None:
    a, b, off = (_stop(service) for _ in range(3))
    line, other = _line(service, a, b), _line(service, a, b)
    made = _depart(service, line, a, "23:59", "sunday").is_(201).json()
    wanted = {"line": line, "stopCode": a, "time": "23:59", "days": "sunday"}
    equal({name: made[name] for name in wanted}, wanted, "the departure")
    _error(_depart(service, line, a, "23:59", "sunday"), 409)
    for stop, time, days, number in (
        (b, "23:59", "sunday", line),
        (a, "00:00", "sunday", line),
        (a, "23:59", "saturday", line),
        (a, "23:59", "sunday", other),
    ):
        _depart(service, number, stop, time, days).is_(201)
    _error(_depart(service, line, off), 400, "stop not on line")
    told = service.get(f"{_BASE}/lines/{line}/departures").items()
    equal(len(told), 4, "the departures of the line")
    service.delete(f"{_BASE}/departures/{made['id']}").is_(204)
    _error(service.delete(f"{_BASE}/departures/{made['id']}"), 404)
    told = [each["id"] for each in service.get(f"{_BASE}/lines/{line}/departures").items()]
    equal(len(told), 3, "the departures of the line")
    expect(made["id"] not in told, "the deleted one is gone")


@suite.check("the board shows all lines at the stop at or after a time, earliest first")
def board(service: Service) -> None:
    a, b = _stop(service), _stop(service)
    one, two = _line(service, a, b), _line(service, b, a)
    for line, time in ((one, "07:31"), (two, "07:30"), (one, "06:00"), (two, "22:10")):
        _depart(service, line, a, time).is_(201)
    _depart(service, one, a, "07:45", "sunday").is_(201)
    _depart(service, one, b, "07:50").is_(201)
    whole = [("06:00", one), ("07:30", two), ("07:31", one), ("22:10", two)]
    equal(_board(service, a), whole, "the board")
    equal(_board(service, a, after="07:30"), whole[1:], "the board at or after 07:30")
    equal(_board(service, a, after="07:31", limit=1), whole[2:3], "a board of one")
    equal(_board(service, a, days="sunday"), [("07:45", one)], "the board of sunday")
    equal(_board(service, a, days="saturday"), [], "the board of saturday")
    for minute in range(12):
        _depart(service, two, b, f"10:{minute:02d}").is_(201)
    equal(len(_board(service, b)), 10, "a board has ten unless said")
    equal(len(_board(service, b, limit=50)), 13, "a board of fifty")


@suite.check("the board needs days, a time and a limit that are some: else 400")
def board_rules(service: Service) -> None:
    path = f"{_BASE}/stops/{_stop(service)}/board"
    right = {"days": "weekday"}
    for wrong in ({}, {"days": "monday"}, right | {"after": "7"}, right | {"after": "25:00"}):
        _error(service.get(path, params=wrong), 400)
    for limit in ("0", "51", "few"):
        _error(service.get(path, params=right | {"limit": limit}), 400)


@suite.check("a connection is a line where the one stop comes after the other")
def connections(service: Service) -> None:
    a, b, c = (_stop(service) for _ in range(3))
    there, back, both = _line(service, a, c, b), _line(service, b, a), _line(service, a, b)
    path = f"{_BASE}/connections"
    told = service.get(path, params={"from": a, "to": b}).is_(200).json()
    equal((told["from"], told["to"]), (a, b), "from and to")
    equal(sorted(told["lines"]), sorted([there, both]), "the lines there")
    told = service.get(path, params={"from": b, "to": a}).is_(200).json()
    equal(told["lines"], [back], "the lines back")
    told = service.get(path, params={"from": b, "to": c}).is_(200).json()
    equal(told["lines"], [], "lines that there are none of")
    _error(service.get(path, params={"from": a, "to": _code()}), 404)
    _error(service.get(path, params={"from": _code(), "to": a}), 404)
    _error(service.get(path, params={"from": a, "to": a}), 400)


@suite.check("a deleted line is gone with its departures")
def line_deleted(service: Service) -> None:
    a, b = _stop(service), _stop(service)
    line = _line(service, a, b)
    made = _depart(service, line, a).is_(201).json()
    service.delete(f"{_BASE}/lines/{line}").is_(204)
    _error(service.get(f"{_BASE}/lines/{line}"), 404)
    equal(_board(service, a), [], "the board")
    _error(service.delete(f"{_BASE}/departures/{made['id']}"), 404)


@suite.check("what is missing is 404 in the form of an error")
def absent(service: Service) -> None:
    a, b = _stop(service), _stop(service)
    line = _line(service, a, b)
    made = _depart(service, line, a).is_(201).json()
    stop, number = f"{_BASE}/stops/{_code()}", f"{_BASE}/lines/zzz{token_hex(1)}"
    _error(service.get(stop), 404)
    _error(service.delete(stop), 404)
    _error(service.get(f"{stop}/board", params={"days": "weekday"}), 404)
    _error(service.get(number), 404)
    _error(service.delete(number), 404)
    _error(service.get(f"{number}/departures"), 404)
    _error(_depart(service, number.rpartition("/")[2], a), 404)
    _error(service.delete(f"{_BASE}/departures/{unknown(made['id'])}"), 404)


@suite.check("what is invalid is 400 in the form of an error")
def malformed(service: Service) -> None:
    code = _code()
    path = f"{_BASE}/stops/{code}"
    right: dict[str, Any] = {"name": "x", "zone": 1}
    for body in _NO_DOCUMENT:
        headers = {"content-type": "application/json"}
        _error(service.put(path, content=body, headers=headers), 400)
    for wrong in ({"name": "x"}, {"zone": 1}, right | {"zone": 0}, right | {"zone": 10}):
        _error(service.put(path, json=wrong), 400)
    _error(service.put(path, json=right | {"zone": "far"}), 400)
    for bad in ("AB", "ABCDEFG", "cent", "AB1"):
        _error(service.put(f"{_BASE}/stops/{bad}", json=right), 400)
    _error(service.get(path), 404)
    a, b = _stop(service), _stop(service)
    line = _line(service, a, b)
    for time in ("24:00", "7:30", "12:60", "noon"):
        _error(_depart(service, line, a, time), 400)
    _error(_depart(service, line, a, days="monday"), 400)
    equal(service.get(f"{_BASE}/lines/{line}/departures").items(), [], "the departures")


@suite.check("stops, lines and departures outlive a restart")
def kept(service: Service) -> None:
    a, b = _stop(service), _stop(service)
    line = _line(service, b, a)
    _depart(service, line, a, "05:05").is_(201)
    service.restart()
    equal(service.get(f"{_BASE}/lines/{line}").is_(200).json()["stops"], [b, a], "the stops")
    equal(_board(service, a), [("05:05", line)], "the board")
