"""Meeting rooms: booked, never twice at a time, and found when they are free."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("room-booking", "service")


def _room(service: Service, seats: int = 8) -> dict[str, Any]:
    given = {"name": f"room {token_hex(4)}", "seats": seats}
    return {"id": service.post("/rooms", json=given).created()["id"], **given}


def _at(clock: str) -> str:
    return f"2031-05-06T{clock}:00"


def _book(service: Service, room: dict[str, Any], start: str, end: str) -> Answer:
    given = {"title": f"t{token_hex(4)}", "start": _at(start), "end": _at(end)}
    return service.post(f"/rooms/{room['id']}/bookings", json=given)


def _bookings(service: Service, room: dict[str, Any]) -> list[Any]:
    return service.get(f"/rooms/{room['id']}/bookings").items()


def _free(service: Service, start: str, end: str, **more: Any) -> set[str]:
    params = {"start": _at(start), "end": _at(end), **more}
    return {str(each["id"]) for each in service.get("/rooms/available", params=params).items()}


@suite.check("rooms are created and listed with name and seats", fresh=True)
def rooms(service: Service) -> None:
    equal(service.get("/rooms").items(), [], "the rooms at first")
    made = [_room(service, 4), _room(service, 30)]
    told = {str(each["id"]): each for each in service.get("/rooms").items()}
    for each in made:
        seen = told[str(each["id"])]
        equal({name: seen[name] for name in each}, each, "the room in the list")


@suite.check("a booking belongs to its room and has title, start and end")
def booked(service: Service) -> None:
    room, other = _room(service), _room(service)
    title = f"t{token_hex(4)}"
    given = {"title": title, "start": _at("09:00"), "end": _at("10:00")}
    made = service.post(f"/rooms/{room['id']}/bookings", json=given).created()
    told = _bookings(service, room)
    equal([(each["id"], each["title"]) for each in told], [(made["id"], title)], "the bookings")
    expect(told[0]["start"].startswith("2031-05-06T09:00"), "the start is the one given")
    expect(told[0]["end"].startswith("2031-05-06T10:00"), "the end is the one given")
    equal(_bookings(service, other), [], "the bookings of another room")


@suite.check("bookings of one room that overlap are 409, however they do")
def overlapping(service: Service) -> None:
    room = _room(service)
    _book(service, room, "10:00", "12:00").created()
    for start, end in (
        ("10:00", "12:00"),
        ("09:00", "10:01"),
        ("11:59", "13:00"),
        ("10:30", "11:00"),
        ("09:00", "13:00"),
    ):
        _book(service, room, start, end).is_(409)
    equal(len(_bookings(service, room)), 1, "the number of bookings")


@suite.check("a booking may begin the moment another ends, and other rooms are another matter")
def touching(service: Service) -> None:
    room, other = _room(service), _room(service)
    _book(service, room, "10:00", "12:00").created()
    _book(service, room, "12:00", "13:00").created()
    _book(service, room, "09:00", "10:00").created()
    _book(service, other, "10:00", "12:00").created()
    equal(len(_bookings(service, room)), 3, "the number of bookings")


@suite.check("end must be after start: 422")
def backwards(service: Service) -> None:
    room = _room(service)
    _book(service, room, "12:00", "11:00").is_(422)
    _book(service, room, "12:00", "12:00").is_(422)
    equal(_bookings(service, room), [], "the bookings")


@suite.check("many who book the same time at the same moment: one has it")
def race(service: Service) -> None:
    room = _room(service)
    answers = at_once([lambda: _book(service, room, "15:00", "16:00")] * 6)
    taken = [answer.is_(200, 201, 409).status != 409 for answer in answers]
    equal(sum(taken), 1, "the number of bookings taken")
    equal(len(_bookings(service, room)), 1, "the number of bookings")


@suite.check("a deleted booking is gone and its time is free again")
def deleted(service: Service) -> None:
    room = _room(service)
    made = _book(service, room, "10:00", "12:00").created()
    stays = _book(service, room, "14:00", "15:00").created()
    service.delete(f"/bookings/{made['id']}").done()
    service.delete(f"/bookings/{made['id']}").is_(404)
    equal([each["id"] for each in _bookings(service, room)], [stays["id"]], "the bookings")
    _book(service, room, "10:30", "11:30").created()


@suite.check("rooms without a booking in that time are available")
def available(service: Service) -> None:
    busy, idle = _room(service), _room(service)
    _book(service, busy, "10:00", "12:00").created()
    for start, end in (("11:00", "13:00"), ("09:00", "18:00"), ("10:30", "10:45")):
        told = _free(service, start, end)
        expect(str(idle["id"]) in told, f"the idle room is free from {start} to {end}")
        expect(str(busy["id"]) not in told, f"the busy room is not free from {start} to {end}")
    for start, end in (("12:00", "13:00"), ("08:00", "10:00")):
        told = _free(service, start, end)
        expect({str(busy["id"]), str(idle["id"])} <= told, f"both are free from {start} to {end}")


@suite.check("min_seats leaves out rooms with fewer seats")
def seated(service: Service) -> None:
    small, right, large = (_room(service, seats) for seats in (5, 6, 7))
    told = _free(service, "20:00", "21:00", min_seats=6)
    expect({str(right["id"]), str(large["id"])} <= told, "six and seven seats are enough")
    expect(str(small["id"]) not in told, "five seats are not enough")
    _book(service, large, "20:30", "21:30").created()
    expect(str(large["id"]) not in _free(service, "20:00", "21:00", min_seats=6), "it is booked")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    room = _room(service)
    nowhere = {"id": unknown(room["id"])}
    _book(service, nowhere, "10:00", "11:00").is_(404)
    service.get(f"/rooms/{nowhere['id']}/bookings").is_(404)
    made = _book(service, room, "10:00", "11:00").created()
    service.delete(f"/bookings/{unknown(made['id'])}").is_(404)


@suite.check("start and end are needed, and are date-times")
def malformed(service: Service) -> None:
    room = _room(service)
    right = {"title": "t", "start": _at("09:00"), "end": _at("10:00")}
    wrong: list[dict[str, Any]] = [
        {"title": "t", "start": right["start"]},
        {"title": "t", "end": right["end"]},
        right | {"start": "tomorrow"},
        right | {"end": "2031-05-06T27:00:00"},
    ]
    refuses_malformed(service, f"/rooms/{room['id']}/bookings", *wrong)
    refuses_malformed(service, "/rooms", {"name": "x", "seats": "many"})
    equal(_bookings(service, room), [], "the bookings")
