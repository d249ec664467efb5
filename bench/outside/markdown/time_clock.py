"""A time clock: in, out, who is there and who worked how long."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("time-clock", "service")


def _who() -> str:
    return f"W{token_hex(5)}"


def _in(service: Service, worker: str, at: str) -> Answer:
    return service.post("/clock-in", json={"worker": worker, "at": at})


def _out(service: Service, worker: str, at: str) -> Answer:
    return service.post("/clock-out", json={"worker": worker, "at": at})


def _shift(service: Service, worker: str, one: str, two: str) -> dict[str, Any]:
    _in(service, worker, one).is_(200)
    told: dict[str, Any] = _out(service, worker, two).is_(200).json()
    return told


def _hours(service: Service, worker: str, **params: str) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"/hours/{worker}", params=params).is_(200).json()
    return told


@suite.check("at first nobody is present", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/present").items(), [], "who is present")


@suite.check("who clocked in is present until clocking out")
def present(service: Service) -> None:
    base = token_hex(4)
    names = [f"{each}{base}" for each in "cab"]
    for each in names:
        told = _in(service, each, "2026-05-04T08:30").is_(200).json()
        equal(told, {"worker": each, "since": "2026-05-04T08:30"}, "the answer")
    told = [each for each in service.get("/present").items() if each in names]
    equal(told, sorted(names), "who is present")
    _out(service, names[0], "2026-05-04T09:00").is_(200)
    told = [each for each in service.get("/present").items() if each in names]
    equal(told, sorted(names[1:]), "who is present")


@suite.check("a shift of more than 6 hours has a break of 30 minutes taken off")
def breaks(service: Service) -> None:
    who = _who()
    wanted = {
        "worker": who,
        "in": "2026-05-04T08:30",
        "out": "2026-05-04T17:00",
        "break": 30,
        "minutes": 480,
    }
    equal(_shift(service, who, "2026-05-04T08:30", "2026-05-04T17:00"), wanted, "the shift")
    told = _shift(service, _who(), "2026-05-04T08:00", "2026-05-04T14:00")
    equal((told["break"], told["minutes"]), (0, 360), "6 hours")
    told = _shift(service, _who(), "2026-05-04T08:00", "2026-05-04T14:01")
    equal((told["break"], told["minutes"]), (30, 331), "a minute more")


@suite.check("hours are the finished shifts, earliest first, and their sum")
def hours(service: Service) -> None:
    who = _who()
    one = _shift(service, who, "2026-05-04T08:00", "2026-05-04T12:00")
    two = _shift(service, who, "2026-05-04T12:00", "2026-05-04T12:45")
    _in(service, who, "2026-05-05T08:00").is_(200)
    _shift(service, _who(), "2026-05-04T08:00", "2026-05-04T09:00")
    wanted = {"worker": who, "minutes": 285, "shifts": [one, two]}
    equal(_hours(service, who), wanted, "the hours")


@suite.check("hours are told from one date to another, by the date of clocking in")
def period(service: Service) -> None:
    who = _who()
    for one, two in (("04T22:00", "05T02:00"), ("05T22:00", "06T01:00"), ("07T10:00", "07T11:00")):
        _shift(service, who, f"2026-05-{one}", f"2026-05-{two}")
    for params, wanted in (
        ({"from": "2026-05-05"}, 240),
        ({"to": "2026-05-05"}, 420),
        ({"from": "2026-05-05", "to": "2026-05-06"}, 180),
        ({"from": "2026-05-04", "to": "2026-05-07"}, 480),
        ({"from": "2026-05-08"}, 0),
    ):
        equal(_hours(service, who, **params)["minutes"], wanted, f"the minutes {params}")


@suite.check("nobody is clocked in twice, or out who is not in")
def conflicts(service: Service) -> None:
    who = _who()
    _out(service, who, "2026-05-04T08:00").is_(409)
    _in(service, who, "2026-05-04T08:00").is_(200)
    _in(service, who, "2026-05-04T09:00").is_(409)
    _out(service, who, "2026-05-04T10:00").is_(200)
    _out(service, who, "2026-05-04T11:00").is_(409)
    equal(_hours(service, who)["minutes"], 120, "the minutes")


@suite.check("times go forward")
def order(service: Service) -> None:
    who = _who()
    _in(service, who, "2026-05-04T08:00").is_(200)
    for at in ("2026-05-04T08:00", "2026-05-04T07:59", "2026-05-03T12:00"):
        _out(service, who, at).is_(422)
    _out(service, who, "2026-05-04T10:00").is_(200)
    _in(service, who, "2026-05-04T09:59").is_(422)
    expect(who not in service.get("/present").items(), "they are not present")
    _in(service, who, "2026-05-04T10:00").is_(200)


@suite.check("who never clocked in has no hours (404), who only clocked in has none finished")
def absent(service: Service) -> None:
    who = _who()
    service.get(f"/hours/{who}").is_(404)
    _in(service, who, "2026-05-04T08:00").is_(200)
    equal(_hours(service, who), {"worker": who, "minutes": 0, "shifts": []}, "the hours")


@suite.check("bad input is 422")
def malformed(service: Service) -> None:
    who = _who()
    for at in (
        "08:30",
        "2026-05-04",
        "2026-02-30T08:30",
        "2026-05-04T24:30",
        "4.5.2026 08:30",
        None,
    ):
        service.post("/clock-in", json={"worker": who, "at": at}).is_(422)
    service.post("/clock-in", json={"worker": who}).is_(422)
    service.post("/clock-in", json={"at": "2026-05-04T08:30"}).is_(422)
    _in(service, "", "2026-05-04T08:30").is_(422)
    _in(service, "w" * 41, "2026-05-04T08:30").is_(422)
    service.get(f"/hours/{who}").is_(404)
