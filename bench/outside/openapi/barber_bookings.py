"""Appointments with two barbers that must not overlap."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("barber-bookings", "service")

_SUNDAY = "2026-03-01"


def _book(
    service: Service, date: str, time: str, minutes: object = 30, barber: str = "ana"
) -> Answer:
    given = {"barber": barber, "customer": "Iker", "date": date, "time": time, "minutes": minutes}
    return service.post("/appointments", json=given)


def _day(service: Service, date: str, **more: str) -> list[tuple[str, str]]:
    told = service.get("/appointments", params={"date": date, **more}).items()
    return [(each["time"], each["barber"]) for each in told]


def _free(service: Service, date: str, **more: Any) -> list[str]:
    params = {"date": date, "barber": "ana", **more}
    told: list[str] = service.get("/free", params=params).items()
    return told


def _times(first: int, last: int) -> list[str]:
    """Quarter hours from one to another, given in minutes of the day."""
    return [f"{at // 60:02}:{at % 60:02}" for at in range(first, last + 1, 15)]


@suite.check("an appointment is booked as it was asked for")
def booked(service: Service) -> None:
    made = _book(service, "2026-03-02", "09:15", 45).is_(201).json()
    wanted = {
        "barber": "ana",
        "customer": "Iker",
        "date": "2026-03-02",
        "time": "09:15",
        "minutes": 45,
    }
    equal({name: made[name] for name in wanted}, wanted, "the appointment")
    told = service.get("/appointments", params={"date": "2026-03-02"}).items()
    equal(told, [made], "the appointments of the day")


@suite.check("a day is told earliest first, ana before bo, and by barber")
def day(service: Service) -> None:
    date = "2026-03-03"
    for time, barber in (("14:00", "bo"), ("10:00", "bo"), ("10:00", "ana"), ("16:00", "ana")):
        _book(service, date, time, barber=barber).is_(201)
    _book(service, "2026-03-04", "11:00").is_(201)
    wanted = [("10:00", "ana"), ("10:00", "bo"), ("14:00", "bo"), ("16:00", "ana")]
    equal(_day(service, date), wanted, "the day")
    equal(_day(service, date, barber="bo"), [wanted[1], wanted[2]], "the day of bo")
    equal(_day(service, "2026-03-05"), [], "a day without appointments")


@suite.check("appointments of a barber do not overlap")
def overlap(service: Service) -> None:
    date = "2026-03-06"
    _book(service, date, "10:00", 60).is_(201)
    for time, minutes in (
        ("10:00", 60),
        ("09:30", 45),
        ("10:45", 15),
        ("10:15", 30),
        ("09:45", 60),
    ):
        _book(service, date, time, minutes).is_(409)
    _book(service, date, "10:15", 30, "bo").is_(201)
    _book(service, "2026-03-07", "10:15", 30).is_(201)
    equal(len(_day(service, date, barber="ana")), 1, "the number of appointments of ana")


@suite.check("one may start when another ends")
def adjacent(service: Service) -> None:
    date = "2026-03-09"
    for time, minutes in (("10:00", 60), ("11:00", 30), ("09:45", 15)):
        _book(service, date, time, minutes).is_(201)


@suite.check("an appointment lies within the opening hours")
def hours(service: Service) -> None:
    date = "2026-03-10"
    for time, minutes in (
        ("08:45", 15),
        ("08:45", 30),
        ("17:00", 15),
        ("16:45", 30),
        ("16:15", 60),
    ):
        _book(service, date, time, minutes).is_(422)
    _book(service, _SUNDAY, "10:00").is_(422)
    _book(service, date, "09:00", 15).is_(201)
    _book(service, date, "16:00", 60).is_(201)


@suite.check("a cancelled appointment frees the time")
def cancelled(service: Service) -> None:
    date = "2026-03-11"
    id_ = _book(service, date, "12:00").is_(201).json()["id"]
    _book(service, date, "12:00").is_(409)
    service.delete(f"/appointments/{id_}").is_(204)
    equal(_day(service, date), [], "the day")
    service.delete(f"/appointments/{id_}").is_(404)
    again = _book(service, date, "12:00").is_(201).json()["id"]
    service.delete(f"/appointments/{unknown(again)}").is_(404)


@suite.check("free are the times at which it could be booked")
def free(service: Service) -> None:
    date = "2026-03-12"
    equal(_free(service, date), _times(540, 990), "an empty day, half an hour")
    equal(_free(service, date, minutes=60), _times(540, 960), "an empty day, an hour")
    _book(service, date, "10:00", 60).is_(201)
    _book(service, date, "12:00", 30, "bo").is_(201)
    equal(_free(service, date), _times(540, 570) + _times(660, 990), "half an hour")
    equal(_free(service, date, minutes=15), _times(540, 585) + _times(660, 1005), "a quarter")
    wanted = _times(540, 690) + _times(750, 990)
    equal(_free(service, date, barber="bo"), wanted, "when bo is free")
    equal(_free(service, _SUNDAY), [], "a Sunday")


@suite.check("input that is invalid is 422")
def malformed(service: Service) -> None:
    date = "2026-03-13"
    for time in ("10:10", "9:15", "noon", "29:00"):
        _book(service, date, time).is_(422)
    for minutes in (0, 20, 75, "long"):
        _book(service, date, "10:00", minutes).is_(422)
    _book(service, date, "10:00", barber="cy").is_(422)
    _book(service, "2026-02-30", "10:00").is_(422)
    right = {"barber": "bo", "customer": "I", "date": date, "time": "10:00", "minutes": 30}
    for name in right:
        part = {k: v for k, v in right.items() if k != name}
        service.post("/appointments", json=part).is_(422)
    service.post("/appointments", json=right | {"customer": ""}).is_(422)
    equal(_day(service, date), [], "the day")
    for params in ({}, {"date": "soon"}, {"date": date, "barber": "cy"}):
        service.get("/appointments", params=params).is_(422)
    for more in ({"minutes": 20}, {"barber": "cy"}, {"date": "soon"}):
        service.get("/free", params={"date": date, "barber": "bo", **more}).is_(422)
