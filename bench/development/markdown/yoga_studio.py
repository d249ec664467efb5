"""A yoga studio: teachers in one place at a time, classes that fill up, and waiting lists."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("yoga-studio", "service")


def _teacher(service: Service) -> Any:
    return service.post("/teachers", json={"name": f"t{token_hex(4)}"}).is_(201).json()["id"]


def _document(teacher: object, **more: Any) -> dict[str, Any]:
    given = {"title": "Flow", "teacher_id": teacher, "starts_at": "2030-01-15T18:00:00"}
    return {**given, "duration_minutes": 60, "capacity": 10, **more}


def _class(service: Service, capacity: int = 10, **more: Any) -> dict[str, Any]:
    given = _document(more.pop("teacher", 0) or _teacher(service), capacity=capacity, **more)
    made: dict[str, Any] = service.post("/classes", json=given).is_(201).json()
    return made


def _book(service: Service, class_: dict[str, Any], student: str = "") -> Answer:
    given = {"student": student or f"s{token_hex(4)}"}
    return service.post(f"/classes/{class_['id']}/bookings", json=given)


def _shows(service: Service, class_: dict[str, Any], booked: int, waiting: int) -> None:
    told = service.get(f"/classes/{class_['id']}").is_(200).json()
    equal((told["booked"], told["waiting"]), (booked, waiting), "booked and waiting")


def _state(service: Service, booking: object) -> tuple[str, int | None]:
    told = service.get(f"/bookings/{booking}").is_(200).json()
    return told["status"], told["position"]


@suite.check("an empty studio is used by nobody", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/teachers").items(), [], "the teachers")
    equal(service.get("/classes").items(), [], "the classes")
    told = service.get("/stats/utilisation").is_(200).json()
    wanted = {"classes": 0, "places": 0, "booked": 0, "percent": 0}
    equal({name: told[name] for name in wanted}, wanted, "the utilisation")


@suite.check("utilisation counts classes, places and confirmed bookings, with one decimal")
def utilised(service: Service) -> None:
    full, half = _class(service, 1), _class(service, 5)
    for _ in range(3):
        _book(service, full).is_(201)
    _book(service, half).is_(201)
    told = service.get("/stats/utilisation").is_(200).json()
    wanted = {"classes": 2, "places": 6, "booked": 2, "percent": 33.3}
    equal({name: told[name] for name in wanted}, wanted, "the utilisation")


@suite.check("teachers and classes are created, read back and listed")
def created(service: Service) -> None:
    teacher = _teacher(service)
    expect(service.get(f"/teachers/{teacher}").is_(200).json()["name"], "the teacher has a name")
    expect(teacher in [each["id"] for each in service.get("/teachers").items()], "it is listed")
    made = _class(service, 7, teacher=teacher)
    told = service.get(f"/classes/{made['id']}").is_(200).json()
    wanted = {"title": "Flow", "teacher_id": teacher, "duration_minutes": 60, "capacity": 7}
    for seen in (made, told):
        equal({name: seen[name] for name in wanted}, wanted, "the class")
        equal((seen["booked"], seen["waiting"]), (0, 0), "booked and waiting")
        expect(seen["starts_at"].startswith("2030-01-15T18:00"), "starts_at is what was given")


@suite.check("classes are sorted by their start, and narrowed down by teacher and date")
def listed(service: Service) -> None:
    teacher, other = _teacher(service), _teacher(service)
    starts = ("2030-03-02T08:00:00", "2030-03-01T18:00:00", "2030-03-02T07:00:00")
    late, first, early = (_class(service, teacher=teacher, starts_at=each)["id"] for each in starts)
    foreign = _class(service, teacher=other, starts_at="2030-03-02T07:30:00")["id"]

    def ids(**params: Any) -> list[int]:
        return [each["id"] for each in service.get("/classes", params=params).items()]

    equal(ids(teacher_id=teacher), [first, early, late], "the classes of the teacher")
    equal(ids(date="2030-03-02"), [early, foreign, late], "the classes of the day")
    equal(ids(date="2030-03-02", teacher_id=other), [foreign], "the classes of both")


@suite.check('a teacher cannot give two classes at a time: 409 {"detail": "teacher is busy"}')
def busy(service: Service) -> None:
    teacher = _teacher(service)
    _class(service, teacher=teacher, starts_at="2030-02-01T10:00:00")
    for start, minutes in (
        ("2030-02-01T10:00:00", 60),
        ("2030-02-01T09:30:00", 31),
        ("2030-02-01T10:59:00", 60),
        ("2030-02-01T09:30:00", 120),
        ("2030-02-01T10:20:00", 15),
    ):
        given = _document(teacher, starts_at=start, duration_minutes=minutes)
        answer = service.post("/classes", json=given).is_(409)
        equal(answer.json(), {"detail": "teacher is busy"}, "the answer")
    _class(service, teacher=teacher, starts_at="2030-02-01T11:00:00")
    _class(service, teacher=teacher, starts_at="2030-02-01T09:30:00", duration_minutes=30)
    _class(service, starts_at="2030-02-01T10:00:00")


@suite.check("a booking is confirmed while there are places, and waits in order afterwards")
def booked(service: Service) -> None:
    class_ = _class(service, 2)
    told = _book(service, class_, "mat 1").is_(201).json()
    wanted = {"class_id": class_["id"], "student": "mat 1", "status": "confirmed"}
    wanted["position"] = None
    equal({name: told[name] for name in wanted}, wanted, "the booking")
    _book(service, class_).is_(201)
    for position in (1, 2, 3):
        told = _book(service, class_).is_(201).json()
        equal((told["status"], told["position"]), ("waiting", position), "status and position")
    _shows(service, class_, 2, 3)


@suite.check('who is booked or waiting already gets 409 {"detail": "already booked"}')
def once(service: Service) -> None:
    class_, other = _class(service, 1), _class(service)
    for student in ("mat 1", "mat 2"):
        _book(service, class_, student).is_(201)
        told = _book(service, class_, student).is_(409).json()
        equal(told, {"detail": "already booked"}, "the answer")
    _book(service, other, "mat 1").is_(201)
    _shows(service, class_, 1, 1)


@suite.check("when a confirmed booking is cancelled, the first of the waiting list moves up")
def cancelled(service: Service) -> None:
    class_ = _class(service, 1)
    first, second, third, fourth = (_book(service, class_).is_(201).json()["id"] for _ in range(4))
    service.delete(f"/bookings/{first}").is_(204)
    service.get(f"/bookings/{first}").is_(404)
    states = [_state(service, each) for each in (second, third, fourth)]
    equal(states, [("confirmed", None), ("waiting", 1), ("waiting", 2)], "the others")
    _shows(service, class_, 1, 2)
    service.delete(f"/bookings/{third}").is_(204)
    equal(_state(service, second), ("confirmed", None), "the one that is confirmed")
    service.delete(f"/bookings/{second}").is_(204)
    equal(_state(service, fourth), ("confirmed", None), "the last one")
    _shows(service, class_, 1, 0)


@suite.check("bookings of a class are listed confirmed first, then the waiting list in order")
def of_class(service: Service) -> None:
    class_, other = _class(service, 2), _class(service)
    made = [_book(service, class_).is_(201).json()["id"] for _ in range(5)]
    _book(service, other).is_(201)
    service.delete(f"/bookings/{made[0]}").is_(204)
    told = service.get(f"/classes/{class_['id']}/bookings").items()
    equal({each["id"] for each in told[:2]}, {made[1], made[2]}, "those confirmed")
    equal([each["id"] for each in told[2:]], made[3:], "the waiting list")


@suite.check("a student's bookings are everything booked or waited for")
def of_student(service: Service) -> None:
    student = f"s{token_hex(4)}"
    free, full, gone = _class(service), _class(service, 1), _class(service)
    _book(service, full).is_(201)
    mine = {_book(service, each, student).is_(201).json()["id"] for each in (free, full)}
    cancelled_ = _book(service, gone, student).is_(201).json()["id"]
    service.delete(f"/bookings/{cancelled_}").is_(204)
    told = service.get(f"/students/{student}/bookings").items()
    equal({each["id"] for each in told}, mine, "the bookings of the student")


@suite.check("many at the same moment: as many are confirmed as there are places")
def race(service: Service) -> None:
    class_ = _class(service, 2)
    answers = [each.is_(201).json() for each in at_once([lambda: _book(service, class_)] * 6)]
    equal([each["status"] for each in answers].count("confirmed"), 2, "those confirmed")
    _shows(service, class_, 2, 4)
    positions = sorted(each["position"] for each in answers if each["position"])
    equal(positions, [1, 2, 3, 4], "the positions of those who wait")


@suite.check("a deleted class is gone with its bookings")
def deleted(service: Service) -> None:
    teacher = _teacher(service)
    class_, stays = _class(service, teacher=teacher), _class(service)
    booking = _book(service, class_).is_(201).json()["id"]
    service.delete(f"/classes/{class_['id']}").is_(204)
    service.get(f"/classes/{class_['id']}").is_(404)
    service.get(f"/bookings/{booking}").is_(404)
    _shows(service, stays, 0, 0)
    _class(service, teacher=teacher)


@suite.check("unknown ids are 404")
def absent(service: Service) -> None:
    class_ = _class(service)
    booking = unknown(_book(service, class_).is_(201).json()["id"])
    teacher, nowhere = unknown(class_["teacher_id"]), {"id": unknown(class_["id"])}
    service.get(f"/teachers/{teacher}").is_(404)
    service.post("/classes", json=_document(teacher)).is_(404)
    service.get(f"/classes/{nowhere['id']}").is_(404)
    service.delete(f"/classes/{nowhere['id']}").is_(404)
    service.get(f"/classes/{nowhere['id']}/bookings").is_(404)
    _book(service, nowhere).is_(404)
    service.get(f"/bookings/{booking}").is_(404)
    service.delete(f"/bookings/{booking}").is_(404)


@suite.check("invalid bodies are 422")
def malformed(service: Service) -> None:
    refuses_malformed(service, "/teachers")
    service.post("/teachers", json={}).is_(422)
    right = _document(_teacher(service))
    for name in right:
        part = {each: value for each, value in right.items() if each != name}
        service.post("/classes", json=part).is_(422)
    for wrong in (
        {"duration_minutes": 14},
        {"duration_minutes": 181},
        {"capacity": 0},
        {"capacity": 41},
        {"starts_at": "tonight"},
    ):
        service.post("/classes", json=right | wrong).is_(422)
    class_ = _class(service, teacher=right["teacher_id"])
    service.post(f"/classes/{class_['id']}/bookings", json={}).is_(422)
    _shows(service, class_, 0, 0)


@suite.check("classes and bookings outlive a restart")
def kept(service: Service) -> None:
    class_ = _class(service, 1)
    first, second = (_book(service, class_).is_(201).json()["id"] for _ in range(2))
    service.restart()
    _shows(service, class_, 1, 1)
    service.delete(f"/bookings/{first}").is_(204)
    equal(_state(service, second), ("confirmed", None), "the one that waited")
