"""An island ferry: sailings with seats, bookings by reference, and a line of those waiting."""

from __future__ import annotations

import re
from typing import Any

from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("island-ferry", "service")

_BASE = "/ferry"


def _sailing(service: Service, seats: int = 4, hour: int = 8, **more: Any) -> Any:
    given = {"departs_at": f"2031-06-01T{hour:02d}:00:00Z", "from_port": "Kiel"}
    given |= {"to_port": "Ærø", "seats": seats, "price": 12.5, **more}
    made = service.post(f"{_BASE}/sailings", json=given).is_(201).json()
    wanted = {name: given[name] for name in ("from_port", "to_port", "seats", "price")}
    wanted |= {"status": "scheduled", "free_seats": seats}
    equal({name: made[name] for name in wanted}, wanted, "the sailing")
    return made["id"]


def _book(service: Service, sailing: Any, seats: Any = 1, name: str = "Ida") -> Answer:
    given = {"name": name, "seats": seats}
    return service.post(f"{_BASE}/sailings/{sailing}/bookings", json=given)


def _confirmed(service: Service, sailing: Any, seats: int = 1) -> str:
    made = _book(service, sailing, seats).is_(201).json()
    equal(made["status"], "confirmed", "the status")
    told: str = made["reference"]
    return told


def _waiting(service: Service, sailing: Any, seats: int, position: int) -> str:
    made = _book(service, sailing, seats).is_(202).json()
    equal((made["status"], made["waiting_position"]), ("waiting", position), "the booking")
    told: str = made["reference"]
    return told


def _read(service: Service, reference: str) -> tuple[str, int | None]:
    told = service.get(f"{_BASE}/bookings/{reference}").is_(200).json()
    return told["status"], told["waiting_position"]


def _cancel(service: Service, reference: str) -> Answer:
    return service.delete(f"{_BASE}/bookings/{reference}")


def _ids(service: Service, **params: str) -> list[Any]:
    return [each["id"] for each in service.get(f"{_BASE}/sailings", params=params).items()]


def _failed(answer: Answer, status: int) -> None:
    told = answer.is_(status).json()["error"]
    equal(told["status"], status, "the status in the error")
    expect(isinstance(told["message"], str) and told["message"] != "", "there is a message")


@suite.check("a harbour without sailings lists none", fresh=True)
def empty(service: Service) -> None:
    equal(service.get(f"{_BASE}/sailings").items(), [], "the sailings")


@suite.check("sailings are found by ports, day and free seats, earliest first", fresh=True)
def found(service: Service) -> None:
    late, early = _sailing(service, 4, 17), _sailing(service, 1, 8)
    back = _sailing(service, 4, 12, from_port="Ærø", to_port="Kiel")
    other = _sailing(service, 4, departs_at="2031-06-02T00:30:00Z")
    gone = _sailing(service, 4, 20)
    _confirmed(service, early, 1)
    service.post(f"{_BASE}/sailings/{gone}/cancel").is_(200)
    for params, wanted in (
        ({}, [early, back, late, gone, other]),
        ({"from_port": "Kiel"}, [early, late, gone, other]),
        ({"to_port": "Kiel"}, [back]),
        ({"date": "2031-06-02"}, [other]),
        ({"date": "2031-06-01", "available": "true"}, [back, late]),
        ({"available": "true", "from_port": "Kiel"}, [late, other]),
    ):
        equal(_ids(service, **params), wanted, f"the sailings of {params}")


@suite.check("a booking with enough seats is confirmed, with a reference and a total")
def booked(service: Service) -> None:
    sailing = _sailing(service)
    made = _book(service, sailing, 3, "Ole").is_(201).json()
    seen = (made["name"], made["seats"], made["status"])
    equal(seen, ("Ole", 3, "confirmed"), "the booking")
    expect(abs(made["total"] - 37.5) < 1e-6, f"37.5 in total, not {made['total']}")
    reference = made["reference"]
    expect(re.fullmatch("[A-Z2-9]{6}", reference) is not None, f"not {reference}")
    for each in (reference, reference.lower()):
        told = service.get(f"{_BASE}/bookings/{each}").is_(200).json()
        equal((told["reference"], told["name"]), (reference, "Ole"), "the booking")
        expect(told["waiting_position"] is None, "it is not waiting")


@suite.check("without enough seats a booking waits in line (202)")
def waits(service: Service) -> None:
    sailing = _sailing(service, 4)
    _confirmed(service, sailing, 3)
    first = _waiting(service, sailing, 2, 1)
    second = _waiting(service, sailing, 5, 2)
    equal(_read(service, first), ("waiting", 1), "the first in line")
    equal(_read(service, second), ("waiting", 2), "the second in line")


@suite.check("freed seats go to those waiting, in their order")
def moved_up(service: Service) -> None:
    sailing = _sailing(service, 4)
    gone = _confirmed(service, sailing, 4)
    first, second = _waiting(service, sailing, 2, 1), _waiting(service, sailing, 2, 2)
    third = _waiting(service, sailing, 1, 3)
    told = _cancel(service, gone).is_(200).json()
    equal((told["reference"], told["status"]), (gone, "cancelled"), "the booking")
    equal(_read(service, first), ("confirmed", None), "the first")
    equal(_read(service, second), ("confirmed", None), "the second")
    equal(_read(service, third), ("waiting", 1), "the third")


@suite.check("one that does not fit is passed over, and stays in line")
def passed_over(service: Service) -> None:
    sailing = _sailing(service, 4)
    two, other = _confirmed(service, sailing, 2), _confirmed(service, sailing, 2)
    big, small = _waiting(service, sailing, 4, 1), _waiting(service, sailing, 1, 2)
    _cancel(service, two).is_(200)
    equal(_read(service, big), ("waiting", 1), "the big one")
    equal(_read(service, small), ("confirmed", None), "the small one")
    _cancel(service, small).is_(200)
    _cancel(service, other).is_(200)
    equal(_read(service, big), ("confirmed", None), "the big one")


@suite.check("who gives up waiting leaves the line; cancelling twice is 409")
def left_line(service: Service) -> None:
    sailing = _sailing(service, 1)
    _confirmed(service, sailing)
    first, second = _waiting(service, sailing, 1, 1), _waiting(service, sailing, 1, 2)
    _cancel(service, first).is_(200)
    _failed(_cancel(service, first), 409)
    equal(_read(service, first), ("cancelled", None), "the first")
    equal(_read(service, second), ("waiting", 1), "the second")


@suite.check("many who want the last seats at once: never more than there are")
def race(service: Service) -> None:
    sailing = _sailing(service, 3)
    answers = at_once([lambda: _book(service, sailing)] * 8)
    told = [each.is_(201, 202).status for each in answers]
    equal(told.count(201), 3, "the confirmed ones")
    references = {each.json()["reference"] for each in answers}
    equal(len(references), 8, "the number of references")


@suite.check("the manifest has who is confirmed and who waits, in order")
def manifest(service: Service) -> None:
    sailing = _sailing(service, 5)
    a, gone, b = (_confirmed(service, sailing, each) for each in (2, 1, 1))
    c, d = _waiting(service, sailing, 9, 1), _waiting(service, sailing, 8, 2)
    _cancel(service, gone).is_(200)
    told = service.get(f"{_BASE}/sailings/{sailing}/manifest").is_(200).json()
    equal((told["sailing_id"], told["seats_taken"], told["free_seats"]), (sailing, 3, 2), "seats")
    equal([each["reference"] for each in told["confirmed"]], [a, b], "the confirmed")
    equal([each["reference"] for each in told["waiting"]], [c, d], "the waiting")


@suite.check("a cancelled sailing cancels its bookings and takes none (409)")
def cancelled(service: Service) -> None:
    sailing = _sailing(service, 1)
    taken, line = _confirmed(service, sailing), _waiting(service, sailing, 1, 1)
    told = service.post(f"{_BASE}/sailings/{sailing}/cancel").is_(200).json()
    equal(told["status"], "cancelled", "the status")
    for each in (taken, line):
        equal(_read(service, each)[0], "cancelled", "the status of a booking")
    _failed(_book(service, sailing), 409)


@suite.check("unknown sailings and references are 404")
def absent(service: Service) -> None:
    sailing = unknown(_sailing(service))
    _failed(_book(service, sailing), 404)
    _failed(service.get(f"{_BASE}/sailings/{sailing}/manifest"), 404)
    _failed(service.post(f"{_BASE}/sailings/{sailing}/cancel"), 404)
    _failed(service.get(f"{_BASE}/bookings/AAAAA1"), 404)
    _failed(_cancel(service, "AAAAA1"), 404)


@suite.check("invalid input is 400")
def malformed(service: Service) -> None:
    right: dict[str, Any] = {"departs_at": "2031-06-01T08:00:00Z", "from_port": "Kiel"}
    right |= {"to_port": "Ærø", "seats": 4, "price": 1}
    for each in (
        {"to_port": "Kiel"},
        {"seats": 0},
        {"seats": 501},
        {"seats": "many"},
        {"price": -1},
        {"departs_at": "at noon"},
    ):
        _failed(service.post(f"{_BASE}/sailings", json={**right, **each}), 400)
    for left in right:
        part = {name: right[name] for name in right if name != left}
        _failed(service.post(f"{_BASE}/sailings", json=part), 400)
    sailing = _sailing(service)
    for seats in (0, 10, 1.5, "two", None):
        _failed(_book(service, sailing, seats), 400)
    _failed(service.post(f"{_BASE}/sailings/{sailing}/bookings", json={"seats": 1}), 400)
