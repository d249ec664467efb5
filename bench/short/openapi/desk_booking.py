"""Desks are booked by the hour, and never twice."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("desk-booking", "service")


def _given(desk: str, date: str, start: object, end: object, who: object = "Mia") -> dict[str, Any]:
    return {"desk": desk, "date": date, "from_hour": start, "to_hour": end, "who": who}


def _book(service: Service, *given: Any) -> Answer:
    return service.post("/bookings", json=_given(*given))


def _free(service: Service, date: str, start: int, end: int) -> list[str]:
    told: list[str] = (
        service.get("/desks", params={"date": date, "from_hour": start, "to_hour": end})
        .is_(200)
        .json()["free"]
    )
    return told


def _fails(answer: Answer, status: int, code: str) -> None:
    told = answer.is_(status).json()
    equal(told["code"], code, "the code")
    expect(isinstance(told["message"], str) and told["message"], "a message")


@suite.check("a desk is booked", fresh=True)
def booked(service: Service) -> None:
    wanted = _given("A1", "2031-05-02", 9, 12)
    told = service.post("/bookings", json=wanted).is_(201).json()
    equal({name: told[name] for name in wanted}, wanted, "the booking")
    expect(isinstance(told["id"], int), "an id that is a number")
    other = _book(service, "A2", "2031-05-02", 0, 24).is_(201).json()
    expect(other["id"] != told["id"], "another id")


@suite.check("overlapping times are taken")
def overlap(service: Service) -> None:
    _book(service, "A1", "2031-06-01", 10, 14).is_(201)
    for start, end in ((10, 14), (9, 11), (13, 15), (11, 12), (8, 20)):
        _fails(_book(service, "A1", "2031-06-01", start, end), 409, "taken")


@suite.check("another time, day or desk is not taken")
def apart(service: Service) -> None:
    _book(service, "B1", "2031-06-02", 10, 14).is_(201)
    _book(service, "B1", "2031-06-02", 14, 15).is_(201)
    _book(service, "B1", "2031-06-02", 9, 10).is_(201)
    _book(service, "B1", "2031-06-03", 10, 14).is_(201)
    _book(service, "B2", "2031-06-02", 10, 14).is_(201)


@suite.check("free desks are told")
def free(service: Service) -> None:
    day = "2031-07-01"
    equal(_free(service, day, 8, 18), ["A1", "A2", "B1", "B2"], "all desks")
    _book(service, "B1", day, 9, 11).is_(201)
    _book(service, "A1", day, 12, 13).is_(201)
    equal(_free(service, day, 8, 18), ["A2", "B2"], "the whole day")
    equal(_free(service, day, 11, 12), ["A1", "A2", "B1", "B2"], "the hour between")
    equal(_free(service, day, 10, 12), ["A1", "A2", "B2"], "from 10 to 12")


@suite.check("a cancelled booking leaves its time free")
def cancelled(service: Service) -> None:
    day = "2031-08-01"
    number = _book(service, "A2", day, 9, 11).is_(201).json()["id"]
    _book(service, "A2", day, 9, 11).is_(409)
    service.delete(f"/bookings/{number}").is_(204)
    expect("A2" in _free(service, day, 9, 11), "A2 is free")
    _book(service, "A2", day, 9, 11).is_(201)
    service.delete(f"/bookings/{number}").is_(404)
    service.delete("/bookings/99999").is_(404)


@suite.check("an unknown desk is 404")
def unknown(service: Service) -> None:
    _fails(_book(service, "C9", "2031-09-01", 9, 10), 404, "no_such_desk")


@suite.check("what is malformed is 400")
def malformed(service: Service) -> None:
    day = "2031-10-01"
    right = _given("A1", day, 9, 10)
    for name in right:
        body = {key: value for key, value in right.items() if key != name}
        _fails(service.post("/bookings", json=body), 400, "invalid")
    for given in (
        ("A1", "tomorrow", 9, 10),
        ("A1", "2031-02-30", 9, 10),
        ("A1", day, 10, 10),
        ("A1", day, 12, 9),
        ("A1", day, -1, 9),
        ("A1", day, 9, 25),
        ("A1", day, "nine", 10),
        ("A1", day, 9, 10, ""),
    ):
        _fails(_book(service, *given), 400, "invalid")
    service.get("/desks", params={"date": day, "from_hour": 9}).is_(400)
    service.get("/desks", params={"date": "soon", "from_hour": 9, "to_hour": 10}).is_(400)
    service.get("/desks", params={"date": day, "from_hour": 10, "to_hour": 9}).is_(400)
    equal(_free(service, day, 0, 24), ["A1", "A2", "B1", "B2"], "all desks")
