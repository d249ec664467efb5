"""Shared desks: one booking per desk and day, one desk per user and day, five a month."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("desk-share", "service")


def _me() -> dict[str, str]:
    return {"X-User": f"{token_hex(5)}@example.org"}


def _desks(service: Service, *codes: str, **more: Any) -> None:
    for code in codes:
        service.post("/desks", json={"code": code, "floor": 1, **more}).is_(201)


def _book(service: Service, me: dict[str, str], desk: Any, date: Any) -> Answer:
    return service.post("/bookings", json={"desk": desk, "date": date}, headers=me)


def _mine(service: Service, me: dict[str, str], **params: str) -> list[tuple[str, str]]:
    told = service.get("/bookings", params=params, headers=me).is_(200).json()
    return [(each["date"], each["desk"]) for each in told]


def _free(service: Service, date: str, **params: Any) -> list[str]:
    told = service.get("/desks/available", params={"date": date, **params}).is_(200).json()
    return [each["code"] for each in told]


@suite.check("a desk has a code of its own, a floor and perhaps a monitor", fresh=True)
def desks(service: Service) -> None:
    told = service.post("/desks", json={"code": "B07", "floor": 0}).is_(201).json()
    wanted = {"code": "B07", "floor": 0, "monitor": False}
    equal({name: told[name] for name in wanted}, wanted, "the desk")
    service.post("/desks", json={"code": "B07", "floor": 3}).is_(409)
    for wrong in (
        {"code": "b07"},
        {"code": "B7"},
        {"code": "B007"},
        {"floor": -1},
        {"floor": 10},
        {"floor": "top"},
        {"monitor": "perhaps"},
    ):
        service.post("/desks", json={"code": "C01", "floor": 1, **wrong}).is_(422)
    service.post("/desks", json={"floor": 1}).is_(422)
    service.post("/desks", json={"code": "C01"}).is_(422)
    equal(_free(service, "2024-05-06"), ["B07"], "the desks")


@suite.check("a desk has one booking per day, a user one desk per day", fresh=True)
def booked(service: Service) -> None:
    _desks(service, "A01", "A02")
    me, other = _me(), _me()
    told = _book(service, me, "A01", "2024-05-06").is_(201).json()
    wanted = {"desk": "A01", "date": "2024-05-06", "user": me["X-User"]}
    equal({name: told[name] for name in wanted}, wanted, "the booking")
    _book(service, other, "A01", "2024-05-06").is_(409)
    _book(service, me, "A02", "2024-05-06").is_(409)
    _book(service, other, "A02", "2024-05-06").is_(201)
    _book(service, me, "A01", "2024-05-07").is_(201)


@suite.check("a user has five bookings in a month, cancelled ones do not count", fresh=True)
def limited(service: Service) -> None:
    _desks(service, "A01")
    me = _me()
    dates = [f"2024-05-{day:02d}" for day in (1, 8, 15, 22, 31)]
    ids = [_book(service, me, "A01", date).is_(201).json()["id"] for date in dates]
    _book(service, me, "A01", "2024-05-02").is_(409)
    for date in ("2024-04-30", "2024-06-01", "2025-05-02"):
        _book(service, me, "A01", date).is_(201)
    _book(service, _me(), "A01", "2024-05-02").is_(201)
    service.delete(f"/bookings/{ids[0]}", headers=me).is_(204)
    _book(service, me, "A01", "2024-05-03").is_(201)
    _book(service, me, "A01", "2024-05-04").is_(409)


@suite.check("everyone sees the own bookings by date, all or of a month", fresh=True)
def mine(service: Service) -> None:
    _desks(service, "A01", "A02")
    me, other = _me(), _me()
    equal(_mine(service, me), [], "the bookings at first")
    made = [("2024-06-03", "A01"), ("2024-05-20", "A02"), ("2023-05-09", "A01")]
    made.append(("2024-05-02", "A01"))
    for date, desk in made:
        _book(service, me, desk, date).is_(201)
    _book(service, other, "A01", "2024-05-20").is_(201)
    equal(_mine(service, me), sorted(made), "my bookings")
    equal(_mine(service, me, month="2024-05"), sorted([made[1], made[3]]), "those in May")
    equal(_mine(service, other), [("2024-05-20", "A01")], "those of another")
    for wrong in ("2024-13", "May"):
        service.get("/bookings", params={"month": wrong}, headers=me).is_(422)


@suite.check("a booking is cancelled by its user only", fresh=True)
def cancelled(service: Service) -> None:
    _desks(service, "A01")
    me, other = _me(), _me()
    id_ = _book(service, me, "A01", "2024-05-06").is_(201).json()["id"]
    service.delete(f"/bookings/{id_}", headers=other).is_(403)
    equal(_free(service, "2024-05-06"), [], "the free desks")
    service.delete(f"/bookings/{id_}", headers=me).is_(204)
    equal(_free(service, "2024-05-06"), ["A01"], "the free desks afterwards")
    equal(_mine(service, me), [], "my bookings")
    service.delete(f"/bookings/{id_}", headers=me).is_(404)
    _book(service, other, "A01", "2024-05-06").is_(201)


@suite.check("free desks are found by day, floor and monitor", fresh=True)
def available(service: Service) -> None:
    _desks(service, "C03", "A01", floor=2)
    _desks(service, "B02", floor=2, monitor=True)
    _desks(service, "A09", floor=0, monitor=True)
    _book(service, _me(), "A01", "2024-05-06").is_(201)
    equal(_free(service, "2024-05-07"), ["A01", "A09", "B02", "C03"], "on an empty day")
    equal(_free(service, "2024-05-06"), ["A09", "B02", "C03"], "on the day")
    equal(_free(service, "2024-05-06", floor=2), ["B02", "C03"], "on the floor")
    equal(_free(service, "2024-05-06", floor=0), ["A09"], "on the ground floor")
    equal(_free(service, "2024-05-06", monitor="true"), ["A09", "B02"], "with a monitor")
    equal(_free(service, "2024-05-06", monitor="false", floor=2), ["C03"], "without one")
    service.get("/desks/available").is_(422)
    service.get("/desks/available", params={"date": "2024-02-30"}).is_(422)


@suite.check("the occupancy of a day", fresh=True)
def occupancy(service: Service) -> None:
    def told(date: str) -> dict[str, Any]:
        answer: dict[str, Any] = service.get("/occupancy", params={"date": date}).is_(200).json()
        return answer

    day = "2024-05-06"
    equal(told(day), {"date": day, "desks": 0, "booked": 0, "percent": 0}, "without desks")
    _desks(service, "A01", "A02", "A03")
    _book(service, _me(), "A01", day).is_(201)
    _book(service, _me(), "A03", day).is_(201)
    _book(service, _me(), "A03", "2024-05-07").is_(201)
    equal(told(day), {"date": day, "desks": 3, "booked": 2, "percent": 67}, "with two of three")
    equal(told("2024-05-07")["percent"], 33, "the percent of another day")
    service.get("/occupancy").is_(422)
    service.get("/occupancy", params={"date": "today"}).is_(422)


@suite.check("bookings need a user (401), a desk (404) and a date (422)", fresh=True)
def guarded(service: Service) -> None:
    _desks(service, "A01")
    me = _me()
    id_ = _book(service, me, "A01", "2024-05-06").is_(201).json()["id"]
    _book(service, {}, "A01", "2024-05-07").is_(401)
    service.get("/bookings").is_(401)
    service.delete(f"/bookings/{id_}").is_(401)
    _book(service, me, "Z99", "2024-05-07").is_(404)
    service.delete(f"/bookings/{unknown(id_)}", headers=me).is_(404)
    for wrong in ("2024-02-30", "tomorrow", None):
        _book(service, me, "A01", wrong).is_(422)
    service.post("/bookings", json={"date": "2024-05-07"}, headers=me).is_(422)
    equal(_mine(service, me), [("2024-05-06", "A01")], "my bookings")


@suite.check("one desk at the same moment is booked once", fresh=True)
def race(service: Service) -> None:
    _desks(service, "A01")
    answers = at_once([lambda: _book(service, _me(), "A01", "2024-05-06")] * 6)
    equal([each.is_(201, 409).status for each in answers].count(201), 1, "bookings made")
