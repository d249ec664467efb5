"""Guests of events, and a waiting list from which they move up."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("event-rsvp", "service")


def _event(service: Service, capacity: int = 4) -> str:
    given = {"title": "Club evening", "capacity": capacity}
    return f"/events/{service.post('/events', json=given).is_(201, 200).json()['id']}"


def _sign(service: Service, event: str, name: str, seats: object = None) -> Answer:
    given = {"name": name} if seats is None else {"name": name, "seats": seats}
    return service.post(f"{event}/guests", json=given)


def _signed(service: Service, event: str, **guests: int) -> None:
    for name, seats in guests.items():
        _sign(service, event, name, seats).is_(201)


def _off(service: Service, event: str, name: str) -> Answer:
    return service.delete(f"{event}/guests/{name}")


def _see(service: Service, event: str) -> dict[str, Any]:
    told: dict[str, Any] = service.get(event).is_(200).json()
    return told


def _stands(service: Service, event: str, free: int, confirmed: str, waiting: str) -> None:
    told = _see(service, event)
    lists = [" ".join(each["name"] for each in told[name]) for name in ("confirmed", "waiting")]
    equal((told["free"], *lists), (free, confirmed, waiting), "free, confirmed and waiting")


@suite.check("a new event has all its seats free")
def made(service: Service) -> None:
    told = _see(service, _event(service, 20))
    wanted = {
        "title": "Club evening",
        "capacity": 20,
        "free": 20,
        "confirmed": [],
        "waiting": [],
    }
    equal({name: told[name] for name in wanted}, wanted, "the event")


@suite.check("guests are confirmed while there are seats, and wait then")
def signed(service: Service) -> None:
    event = _event(service)
    for name, seats, status in (("ann", 3, "confirmed"), ("bob", 2, "waiting")):
        told = _sign(service, event, name, seats).is_(201).json()
        wanted = {"name": name, "seats": seats, "status": status}
        equal({each: told[each] for each in wanted}, wanted, "the guest")
    told = _sign(service, event, "cem").is_(201).json()
    equal((told["seats"], told["status"]), (1, "confirmed"), "who needs one seat")
    told = _see(service, event)
    equal(told["free"], 0, "the free seats")
    wanted_ = [("ann", 3), ("cem", 1)]
    equal([(each["name"], each["seats"]) for each in told["confirmed"]], wanted_, "confirmed")
    equal([(each["name"], each["seats"]) for each in told["waiting"]], [("bob", 2)], "waiting")


@suite.check("a name signs up once for an event, in whatever case")
def twice(service: Service) -> None:
    event, other = _event(service, 1), _event(service, 1)
    _signed(service, event, ann=1, bob=1)
    for name in ("ann", "Ann", "BOB"):
        _sign(service, event, name).is_(409)
    _sign(service, other, "ann").is_(201)
    _stands(service, event, 0, "ann", "bob")


@suite.check("who signs off makes room for those who wait, the oldest first")
def moved(service: Service) -> None:
    event = _event(service, 2)
    _signed(service, event, ann=1, bob=1, cem=1, dan=1)
    _off(service, event, "ann").is_(204)
    _stands(service, event, 0, "bob cem", "dan")
    _off(service, event, "dan").is_(204)
    _stands(service, event, 0, "bob cem", "")
    _off(service, event, "ann").is_(404)


@suite.check("who does not fit keeps waiting and does not hold up the others")
def skipped(service: Service) -> None:
    event = _event(service, 4)
    _signed(service, event, ann=2, bob=2, cem=3, dan=1, eve=2, fay=1)
    _stands(service, event, 0, "ann bob", "cem dan eve fay")
    _off(service, event, "bob").is_(204)
    _stands(service, event, 0, "ann dan fay", "cem eve")
    _off(service, event, "ann").is_(204)
    _stands(service, event, 0, "dan eve fay", "cem")


@suite.check("raising the capacity lets people move up")
def raised(service: Service) -> None:
    event = _event(service, 2)
    _signed(service, event, ann=2, bob=2, cem=1)
    told = service.put(f"{event}/capacity", json={"capacity": 5}).is_(200).json()
    equal((told["capacity"], told["free"], told["waiting"]), (5, 0, []), "the event")
    _stands(service, event, 0, "ann bob cem", "")


@suite.check("the capacity is not lowered below what is confirmed")
def lowered(service: Service) -> None:
    event = _event(service, 6)
    _signed(service, event, ann=2, bob=1)
    service.put(f"{event}/capacity", json={"capacity": 2}).is_(409)
    equal(_see(service, event)["capacity"], 6, "the capacity")
    service.put(f"{event}/capacity", json={"capacity": 3}).is_(200)
    _stands(service, event, 0, "ann bob", "")


@suite.check("unknown events are 404")
def absent(service: Service) -> None:
    made_ = service.post("/events", json={"title": "x", "capacity": 1}).is_(201, 200).json()
    event = f"/events/{unknown(made_['id'])}"
    service.get(event).is_(404)
    _sign(service, event, "ann").is_(404)
    _off(service, event, "ann").is_(404)
    service.put(f"{event}/capacity", json={"capacity": 5}).is_(404)


@suite.check("invalid input is 422, also more seats than there are at all")
def malformed(service: Service) -> None:
    wrong: list[dict[str, object]] = [
        {"title": "x"},
        {"capacity": 5},
        {"title": "x", "capacity": 0},
        {"title": "x", "capacity": "big"},
    ]
    for each in wrong:
        service.post("/events", json=each).is_(422)
    event = _event(service, 3)
    for seats in (0, 5, 4, "all"):
        _sign(service, event, "ann", seats).is_(422)
    service.post(f"{event}/guests", json={"seats": 1}).is_(422)
    service.put(f"{event}/capacity", json={"capacity": 0}).is_(422)
    _stands(service, event, 3, "", "")
