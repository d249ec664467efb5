"""Rooms, booked without overlap."""

from __future__ import annotations

from datetime import datetime, timezone
from secrets import token_hex

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("room-bookings", "service")


def _at(hour: str, day: str = "2024-06-03") -> str:
    return f"{day}T{hour}:00Z"


def _book(service: Service, room: str, start: str, end: str, day: str = "2024-06-03") -> Answer:
    given = {"room": room, "start": _at(start, day), "end": _at(end, day), "booked_by": "Pat"}
    return service.post("/bookings", json=given)


def _room() -> str:
    return f"Room {token_hex(4)}"


def _moment(text: str) -> datetime:
    told = datetime.fromisoformat(text)
    return told if told.tzinfo else told.replace(tzinfo=timezone.utc)


def _ids(service: Service, **params: str) -> list[int]:
    return [each["id"] for each in service.get("/bookings", params=params).is_(200).json()]


@suite.check("a booking is kept and listed", fresh=True)
def booked(service: Service) -> None:
    equal(service.get("/bookings").is_(200).json(), [], "no bookings")
    made = _book(service, "Aquarium", "09:00", "10:30").is_(201).json()
    for told in (made, service.get("/bookings").is_(200).json()[0]):
        equal((told["id"], told["room"], told["booked_by"]), (made["id"], "Aquarium", "Pat"), "the booking")
        equal(_moment(told["start"]), _moment(_at("09:00")), "the start")
        equal(_moment(told["end"]), _moment(_at("10:30")), "the end")


@suite.check("what overlaps is 409")
def overlap(service: Service) -> None:
    room = _room()
    made = _book(service, room, "10:00", "12:00").is_(201).json()
    for start, end in (("10:00", "12:00"), ("09:00", "10:01"), ("11:59", "13:00"), ("10:30", "11:00"), ("09:00", "13:00")):
        _book(service, room, start, end).is_(409)
    equal(_ids(service, room=room), [made["id"]], "the bookings of the room")


@suite.check("back to back, on another day or in another room is fine")
def beside(service: Service) -> None:
    room = _room()
    _book(service, room, "10:00", "12:00").is_(201)
    _book(service, room, "12:00", "13:00").is_(201)
    _book(service, room, "09:00", "10:00").is_(201)
    _book(service, room, "10:00", "12:00", "2024-06-04").is_(201)
    _book(service, _room(), "10:00", "12:00").is_(201)


@suite.check("the list goes by start, and can be of one room or one day", fresh=True)
def listed(service: Service) -> None:
    late = _book(service, "A", "15:00", "16:00").is_(201).json()["id"]
    early = _book(service, "A", "08:00", "09:00").is_(201).json()["id"]
    other = _book(service, "B", "11:00", "12:00").is_(201).json()["id"]
    before = _book(service, "A", "20:00", "21:00", "2024-06-02").is_(201).json()["id"]
    equal(_ids(service), [before, early, other, late], "all")
    equal(_ids(service, room="A"), [before, early, late], "the room")
    equal(_ids(service, date="2024-06-03"), [early, other, late], "the day")
    equal(_ids(service, room="A", date="2024-06-03"), [early, late], "the room on that day")
    equal(_ids(service, date="2024-07-01"), [], "a day without any")


@suite.check("a cancelled booking frees the room")
def cancelled(service: Service) -> None:
    room = _room()
    made = _book(service, room, "10:00", "12:00").is_(201).json()["id"]
    service.delete(f"/bookings/{made}").is_(204)
    service.delete(f"/bookings/{made}").is_(404)
    service.delete("/bookings/999999").is_(404)
    equal(_ids(service, room=room), [], "the bookings of the room")
    _book(service, room, "11:00", "13:00").is_(201)


@suite.check("an invalid booking is 422")
def malformed(service: Service) -> None:
    room = _room()
    _book(service, room, "12:00", "10:00").is_(422)
    _book(service, room, "12:00", "12:00").is_(422)
    good = {"room": room, "start": _at("09:00"), "end": _at("10:00"), "booked_by": "Pat"}
    for name in good:
        service.post("/bookings", json={k: v for k, v in good.items() if k != name}).is_(422)
    for wrong in ({"room": ""}, {"start": "tomorrow"}, {"booked_by": ""}):
        service.post("/bookings", json={**good, **wrong}).is_(422)
    equal(_ids(service, room=room), [], "the bookings of the room")


@suite.check("bookings outlive a restart")
def kept(service: Service) -> None:
    room = _room()
    made = _book(service, room, "10:00", "12:00").is_(201).json()["id"]
    service.restart()
    equal(_ids(service, room=room), [made], "the bookings of the room")
    _book(service, room, "11:00", "13:00").is_(409)
