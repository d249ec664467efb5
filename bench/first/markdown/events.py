"""Events with sign-up and a waiting list."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("events", "service")

START = "2030-05-01T18:00:00Z"


def _event(
    service: Service, title: str = "Meetup", starts_at: str = START, capacity: int = 2
) -> dict[str, Any]:
    given = {"title": title, "starts_at": starts_at, "capacity": capacity}
    return service.post("/events", json=given).is_(201).json()


def _join(service: Service, event: dict[str, Any], *names: str) -> list[Any]:
    told = []
    for name in names:
        given = {"name": name, "email": f"{name.lower()}@example.com"}
        told.append(
            service.post(f"/events/{event['id']}/rsvps", json=given).is_(201).json()["status"]
        )
    return told


def _people(service: Service, event: dict[str, Any]) -> list[tuple[Any, Any]]:
    told = service.get(f"/events/{event['id']}/rsvps").is_(200).json()
    return [(each["name"], each["status"]) for each in told]


def _numbers(service: Service, event: dict[str, Any]) -> tuple[Any, Any, Any]:
    told = service.get(f"/events/{event['id']}").is_(200).json()
    return told["going"], told["waiting"], told["spots_left"]


@suite.check("an event is made and read back")
def made(service: Service) -> None:
    event = _event(service, "Python evening", capacity=20)
    read = service.get(f"/events/{event['id']}").is_(200).json()
    for each in (event, read):
        equal((each["title"], each["capacity"]), ("Python evening", 20), "the event")
        equal((each["going"], each["waiting"], each["spots_left"]), (0, 0, 20), "the numbers")
    equal(read["starts_at"][:16], START[:16], "the start")


@suite.check("a wrong event is 400", fresh=True)
def malformed(service: Service) -> None:
    right: dict[str, object] = {"title": "Meetup", "starts_at": START, "capacity": 2}
    for name in right:
        service.post("/events", json={k: v for k, v in right.items() if k != name}).is_(400)
    for wrong in (
        {"capacity": 0},
        {"capacity": -1},
        {"capacity": "many"},
        {"starts_at": "tomorrow"},
    ):
        service.post("/events", json={**right, **wrong}).is_(400)
    equal(service.get("/events").is_(200).json(), [], "the events")


@suite.check("events are listed, earliest first", fresh=True)
def listed(service: Service) -> None:
    _event(service, "June", "2030-06-01T18:00:00Z")
    _event(service, "May, late", "2030-05-01T20:00:00Z")
    _join(service, _event(service, "May, early", "2030-05-01T09:00:00Z"), "Ann")
    told = service.get("/events").is_(200).json()
    equal([each["title"] for each in told], ["May, early", "May, late", "June"], "the titles")
    equal([each["spots_left"] for each in told], [1, 2, 2], "the spots left")


@suite.check("people sign up until it is full, then they wait")
def joined(service: Service) -> None:
    event = _event(service)
    given = {"name": "Ann", "email": "ann@example.com"}
    told = service.post(f"/events/{event['id']}/rsvps", json=given).is_(201).json()
    equal(told, {**given, "status": "going"}, "the answer")
    equal(_numbers(service, event), (1, 0, 1), "the numbers")
    equal(
        _join(service, event, "Bob", "Cid", "Dan"), ["going", "waiting", "waiting"], "the statuses"
    )
    equal(_numbers(service, event), (2, 2, 0), "the numbers")
    wanted = [("Ann", "going"), ("Bob", "going"), ("Cid", "waiting"), ("Dan", "waiting")]
    equal(_people(service, event), wanted, "the people")


@suite.check("nobody signs up twice for an event")
def once(service: Service) -> None:
    event, other = _event(service), _event(service)
    _join(service, event, "Ann")
    given = {"name": "Ann B", "email": "ann@example.com"}
    service.post(f"/events/{event['id']}/rsvps", json=given).is_(409)
    equal(_people(service, event), [("Ann", "going")], "the people")
    equal(_join(service, other, "Ann"), ["going"], "the status for the other event")


@suite.check("a sign-up without name or email is 400")
def invalid(service: Service) -> None:
    event = _event(service)
    for given in ({"name": "Ann"}, {"email": "ann@example.com"}, {}):
        service.post(f"/events/{event['id']}/rsvps", json=given).is_(400)
    equal(_people(service, event), [], "the people")


@suite.check("who waits longest moves up when somebody cancels")
def moved(service: Service) -> None:
    event = _event(service)
    _join(service, event, "Ann", "Bob", "Cid", "Dan", "Eve")
    service.delete(f"/events/{event['id']}/rsvps/ann@example.com").is_(204)
    wanted = [("Bob", "going"), ("Cid", "going"), ("Dan", "waiting"), ("Eve", "waiting")]
    equal(_people(service, event), wanted, "the people")
    service.delete(f"/events/{event['id']}/rsvps/dan@example.com").is_(204)
    equal(
        _people(service, event),
        [("Bob", "going"), ("Cid", "going"), ("Eve", "waiting")],
        "the people",
    )
    equal(_numbers(service, event), (2, 1, 0), "the numbers")
    service.delete(f"/events/{event['id']}/rsvps/ann@example.com").is_(404)


@suite.check("an unknown event is 404", fresh=True)
def unknown(service: Service) -> None:
    service.get("/events/987654").is_(404)
    service.get("/events/987654/rsvps").is_(404)
    service.post("/events/987654/rsvps", json={"name": "Ann", "email": "a@example.com"}).is_(404)
    service.delete("/events/987654/rsvps/a@example.com").is_(404)
