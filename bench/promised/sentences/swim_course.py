"""Courses with seats, a waiting list that moves up, and checking in."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("swim-course", "service")


def _course(service: Service, capacity: int = 2, **other: Any) -> Any:
    given = {"title": "Seahorse", "starts_on": "2026-03-02", "capacity": capacity, **other}
    return service.post("/courses", json=given).is_(201).json()["id"]


def _sign(service: Service, course: Any, child: str) -> Any:
    given = {"child": child, "email": f"{child.lower()}@home.example"}
    return service.post(f"/courses/{course}/signups", json=given).is_(201).json()


def _list(service: Service, course: Any) -> list[tuple[Any, Any, Any]]:
    told = service.get(f"/courses/{course}/signups").items("signups")
    return [(each["child"], each["status"], each["position"]) for each in told]


@suite.check("a course is created with all its seats left")
def created(service: Service) -> None:
    given = {"title": "Otter", "starts_on": "2026-04-01", "capacity": 8}
    told = service.post("/courses", json=given).is_(201).json()
    equal(told, {**given, "id": told["id"], "seats_left": 8}, "the course")
    equal(service.get(f"/courses/{told['id']}").is_(200).json(), told, "the course read")


@suite.check("courses are listed by their start, and by a range of dates", fresh=True)
def listed(service: Service) -> None:
    for title, day in (("B", "2026-03-10"), ("C", "2026-04-01"), ("A", "2026-02-28")):
        _course(service, title=title, starts_on=day)

    def titles(**asked: str) -> list[str]:
        return [each["title"] for each in service.get("/courses", params=asked).is_(200).json()]

    equal(titles(), ["A", "B", "C"], "all")
    equal(titles(**{"from": "2026-03-10"}), ["B", "C"], "from")
    equal(titles(to="2026-03-10"), ["A", "B"], "to")
    equal(titles(**{"from": "2026-03-01", "to": "2026-03-31"}), ["B"], "from and to")


@suite.check("seats are confirmed until the course is full, then children wait")
def full(service: Service) -> None:
    course = _course(service, 2)
    told = _sign(service, course, "Ada")
    wanted = {
        "id": told["id"],
        "child": "Ada",
        "email": "ada@home.example",
        "status": "confirmed",
        "position": None,
        "checked_in": False,
    }
    equal({key: told[key] for key in wanted}, wanted, "the signup")
    equal(service.get(f"/courses/{course}").is_(200).json()["seats_left"], 1, "seats_left")
    for child in ("Ben", "Cleo", "Dan"):
        _sign(service, course, child)
    wanted_list = [
        ("Ada", "confirmed", None),
        ("Ben", "confirmed", None),
        ("Cleo", "waiting", 1),
        ("Dan", "waiting", 2),
    ]
    equal(_list(service, course), wanted_list, "the signups")
    equal(service.get(f"/courses/{course}").is_(200).json()["seats_left"], 0, "seats_left")


@suite.check("a confirmed one who cancels makes room for the first who waits")
def moved_up(service: Service) -> None:
    course = _course(service, 1)
    first = _sign(service, course, "Ada")["id"]
    for child in ("Ben", "Cleo"):
        _sign(service, course, child)
    service.delete(f"/signups/{first}").is_(204)
    equal(_list(service, course), [("Ben", "confirmed", None), ("Cleo", "waiting", 1)], "signups")
    service.delete(f"/signups/{first}").is_(404)


@suite.check("one who waits and cancels only lets the others move up")
def left(service: Service) -> None:
    course = _course(service, 1)
    _sign(service, course, "Ada")
    waiting = _sign(service, course, "Ben")["id"]
    _sign(service, course, "Cleo")
    service.delete(f"/signups/{waiting}").is_(204)
    equal(_list(service, course), [("Ada", "confirmed", None), ("Cleo", "waiting", 1)], "signups")


@suite.check("the same child with the same email is signed up once for a course")
def once(service: Service) -> None:
    course, other = _course(service), _course(service)
    _sign(service, course, "Ada")
    given = {"child": "Ada", "email": "ada@home.example"}
    service.post(f"/courses/{course}/signups", json=given).is_(409)
    service.post(f"/courses/{other}/signups", json=given).is_(201)
    given["child"] = "Eva"
    service.post(f"/courses/{course}/signups", json=given).is_(201)
    equal(len(_list(service, course)), 2, "the number of signups")


@suite.check("a confirmed child is checked in once, a waiting one not at all")
def checked_in(service: Service) -> None:
    course = _course(service, 1)
    sure, waits = _sign(service, course, "Ada")["id"], _sign(service, course, "Ben")["id"]
    told = service.post(f"/signups/{sure}/checkin").is_(200).json()
    equal((told["id"], told["checked_in"]), (sure, True), "the signup")
    service.post(f"/signups/{sure}/checkin").is_(409)
    service.post(f"/signups/{waits}/checkin").is_(409)
    told = service.get(f"/courses/{course}/signups").items("signups")
    equal([each["checked_in"] for each in told], [True, False], "who is checked in")


@suite.check("what is missing or malformed is 422")
def malformed(service: Service) -> None:
    good = {"title": "Otter", "starts_on": "2026-04-01", "capacity": 8}
    for wrong in (
        {"capacity": 0},
        {"capacity": 2.5},
        {"capacity": "many"},
        {"starts_on": "April"},
        {"starts_on": "2026-02-30"},
    ):
        service.post("/courses", json={**good, **wrong}).is_(422)
    service.post("/courses", json={"title": "Otter", "capacity": 3}).is_(422)
    course = _course(service)
    service.post(f"/courses/{course}/signups", json={"child": "Ada"}).is_(422)
    service.post(f"/courses/{course}/signups", json={"email": "ada@home.example"}).is_(422)


@suite.check("an id that does not exist is 404")
def absent(service: Service) -> None:
    course = _course(service)
    signup = _sign(service, course, "Ada")["id"]
    gone = unknown(course)
    service.get(f"/courses/{gone}").is_(404)
    service.get(f"/courses/{gone}/signups").is_(404)
    given = {"child": "Ada", "email": "ada@home.example"}
    service.post(f"/courses/{gone}/signups", json=given).is_(404)
    service.post(f"/signups/{unknown(signup)}/checkin").is_(404)
    service.delete(f"/signups/{unknown(signup)}").is_(404)
