"""Events: seats that are never sold twice, and a waitlist that moves up."""

from __future__ import annotations

from collections.abc import Callable
from secrets import randbelow, token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("event-system", "service")

_DONE = (200, 201, 202, 204)


def _document(capacity: int) -> dict[str, Any]:
    date = f"{2031 + randbelow(40)}-0{1 + randbelow(9)}-1{randbelow(10)}"
    return {"title": f"e{token_hex(4)}", "date": date, "capacity": capacity}


def _event(service: Service, capacity: int) -> str:
    return f"/events/{service.post('/events', json=_document(capacity)).created()['id']}"


def _person() -> dict[str, str]:
    mark = token_hex(5)
    return {"name": f"n{mark}", "email": f"{mark}@example.org"}


def _ask(service: Service, event: str, person: dict[str, str] | None = None) -> Answer:
    return service.post(f"{event}/register", json=person or _person())


def _register(service: Service, event: str) -> str:
    """The path of a new registration."""
    return f"/registrations/{_ask(service, event).created()['id']}"


def _status(service: Service, registration: str) -> str:
    return str(service.get(registration).is_(200).json()["status"])


def _statuses(service: Service, registrations: list[str]) -> list[str]:
    return [_status(service, each) for each in registrations]


def _counts(service: Service, event: str, capacity: int, *wanted: int) -> None:
    """Hold the analytics to confirmed, waitlisted and checked in."""
    told = service.get(f"{event}/analytics").is_(200).json()
    counts = tuple(told[name] for name in ("confirmed", "waitlisted", "checked_in"))
    equal(counts, wanted, "confirmed, waitlisted and checked_in")
    rate = wanted[0] / capacity
    expect(abs(told["fill_rate"] - rate) <= 0.006, f"fill_rate {rate:.3f}, not {told['fill_rate']}")


@suite.check("an event can be read back, and nobody is registered", fresh=True)
def created(service: Service) -> None:
    given = _document(7)
    event = f"/events/{service.post('/events', json=given).created()['id']}"
    told = service.get(event).is_(200).json()
    equal((told["title"], told["capacity"]), (given["title"], 7), "title and capacity")
    equal(told["date"][:10], given["date"], "date")
    expect(_event(service, 1) != event, "each event has an id of its own")
    _counts(service, event, 7, 0, 0, 0)


@suite.check("registrations are confirmed until the capacity is reached, then waitlisted")
def filled(service: Service) -> None:
    event, other = _event(service, 3), _event(service, 1)
    told = [_ask(service, event).created() for _ in range(5)]
    wanted = ["confirmed"] * 3 + ["waitlisted"] * 2
    equal([each["status"] for each in told], wanted, "the statuses told")
    mine = [f"/registrations/{each['id']}" for each in told]
    equal(_statuses(service, mine), wanted, "the statuses read back")
    _counts(service, event, 3, 3, 2, 0)
    equal(_status(service, _register(service, other)), "confirmed", "the status at another event")
    _counts(service, other, 1, 1, 0, 0)


@suite.check("the same email twice is 409, confirmed or waitlisted, and at another event it is not")
def twice(service: Service) -> None:
    event, other = _event(service, 1), _event(service, 1)
    first, second = _person(), _person()
    _ask(service, event, first).created()
    _ask(service, event, second).created()
    _ask(service, event, first).is_(409)
    _ask(service, event, {**second, "name": "another"}).is_(409)
    _ask(service, other, first).created()
    _counts(service, event, 1, 1, 1, 0)


@suite.check("registering at the same moment overbooks nothing, and one email gets one place")
def race(service: Service) -> None:
    event, other, person = _event(service, 3), _event(service, 5), _person()
    many: Callable[[], Answer] = lambda: _ask(service, event)  # noqa: E731
    same: Callable[[], Answer] = lambda: _ask(service, other, person)  # noqa: E731
    answers = at_once([many] * 9 + [same] * 6)
    told = sorted(each.created()["status"] for each in answers[:9])
    equal(told, ["confirmed"] * 3 + ["waitlisted"] * 6, "the statuses of nine for three seats")
    statuses = [each.is_(200, 201, 409).status for each in answers[9:]]
    equal(statuses.count(409), 5, "how often the same email is 409, of six at once")
    _counts(service, event, 3, 3, 6, 0)
    _counts(service, other, 5, 1, 0, 0)


@suite.check("cancelling promotes the first of the waitlist, one for one, and only for a seat")
def promoted(service: Service) -> None:
    event = _event(service, 2)
    mine = [_register(service, event) for _ in range(6)]
    c, w, x = "confirmed", "waitlisted", "cancelled"
    service.post(f"{mine[3]}/cancel").is_(*_DONE)
    equal(_statuses(service, mine), [c, c, w, x, w, w], "after one of the waitlist cancelled")
    service.post(f"{mine[0]}/cancel").is_(*_DONE)
    equal(_statuses(service, mine), [x, c, c, x, w, w], "after a confirmed one cancelled")
    again = service.post(f"{mine[0]}/cancel")
    again.is_(*_DONE, 400, 404, 409, 410, 422)
    equal(_statuses(service, mine), [x, c, c, x, w, w], "after it cancelled once more")
    service.post(f"{mine[2]}/cancel").is_(*_DONE)
    equal(_statuses(service, mine), [x, c, x, x, c, w], "after a promoted one cancelled")
    _counts(service, event, 2, 2, 1, 0)


@suite.check("a seat given back with nobody waiting is free for the next")
def freed(service: Service) -> None:
    event = _event(service, 1)
    first = _register(service, event)
    service.post(f"{first}/cancel").is_(*_DONE)
    _counts(service, event, 1, 0, 0, 0)
    second, third = _register(service, event), _register(service, event)
    equal(_statuses(service, [second, third]), ["confirmed", "waitlisted"], "the next two")


@suite.check("a check-in works once, and only if confirmed")
def checked_in(service: Service) -> None:
    event = _event(service, 2)
    here, gone, promoted_, waiting = (_register(service, event) for _ in range(4))
    service.post(f"{promoted_}/check-in").declined()
    service.post(f"{gone}/cancel").is_(*_DONE)
    service.post(f"{gone}/check-in").declined()
    service.post(f"{here}/check-in").is_(*_DONE)
    service.post(f"{here}/check-in").declined()
    service.post(f"{waiting}/check-in").declined()
    _counts(service, event, 2, 2, 1, 1)
    service.post(f"{promoted_}/check-in").is_(*_DONE)
    _counts(service, event, 2, 2, 1, 2)
    extra = _ask(service, event).created()
    equal(extra["status"], "waitlisted", "the status of one more, when all have checked in")


@suite.check("of check-ins at the same moment one works")
def one_check_in(service: Service) -> None:
    here = _register(service, _event(service, 1))
    knock: Callable[[], Answer] = lambda: service.post(f"{here}/check-in")  # noqa: E731
    answers = at_once([knock] * 6)
    equal(sum(each.status in _DONE for each in answers), 1, "how many of six work")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    event = _event(service, 1)
    registration = _register(service, event)
    nowhere = f"/events/{unknown(event.rpartition('/')[2])}"
    service.get(nowhere).is_(404)
    service.get(f"{nowhere}/analytics").is_(404)
    _ask(service, nowhere).is_(404)
    nobody = f"/registrations/{unknown(registration.rpartition('/')[2])}"
    service.get(nobody).is_(404)
    service.post(f"{nobody}/cancel").is_(404)
    service.post(f"{nobody}/check-in").is_(404)


@suite.check("what is no event or no person is refused and takes no seat")
def malformed(service: Service) -> None:
    good = _document(3)
    short = [{name: good[name] for name in good if name != left} for left in good]
    wrong: list[dict[str, Any]] = [{"capacity": -1}, {"capacity": "many"}, {"date": "soon"}]
    refuses_malformed(service, "/events", *short, *(good | each for each in wrong))
    event = _event(service, 1)
    refuses_malformed(service, f"{event}/register", {"name": "n"}, {"name": "n", "email": 7})
    _counts(service, event, 1, 0, 0, 0)


@suite.check("events, registrations and check-ins outlive a restart")
def kept(service: Service) -> None:
    event, person = _event(service, 2), _person()
    first, second = _register(service, event), _register(service, event)
    _ask(service, event, person).created()
    service.post(f"{second}/check-in").is_(*_DONE)
    service.restart()
    _counts(service, event, 2, 2, 1, 1)
    _ask(service, event, person).is_(409)
    service.post(f"{second}/check-in").declined()
    service.post(f"{first}/cancel").is_(*_DONE)
    _counts(service, event, 2, 2, 0, 1)
