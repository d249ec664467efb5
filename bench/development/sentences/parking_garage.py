"""A parking garage: levels with so many spaces, and cars that are in it once."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("parking-garage", "service")

_LEFT = (200, 201, 202, 204)


def _level(service: Service, capacity: int = 3) -> dict[str, Any]:
    given = {"name": f"level {token_hex(4)}", "capacity": capacity}
    return {"id": service.post("/levels", json=given).created()["id"], **given}


def _plate() -> str:
    return f"B-{token_hex(2).upper()} {token_hex(2).upper()}"


def _enter(service: Service, level: dict[str, Any], plate: str = "") -> Answer:
    return service.post(f"/levels/{level['id']}/enter", json={"plate": plate or _plate()})


def _leave(service: Service, level: dict[str, Any], plate: str) -> Answer:
    return service.post(f"/levels/{level['id']}/leave", json={"plate": plate})


def _shows(service: Service, level: dict[str, Any], occupied: int) -> None:
    told = {str(each["id"]): each for each in service.get("/levels").items()}
    wanted = {**level, "occupied": occupied, "free": level["capacity"] - occupied}
    seen = told.get(str(level["id"]), {})
    equal({name: seen.get(name) for name in wanted}, wanted, "the level in the list")


@suite.check("a garage without levels lists none", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/levels").items(), [], "the levels")


@suite.check("levels are listed with id, name, capacity, occupied and free")
def levels(service: Service) -> None:
    made = [_level(service, 1), _level(service, 50)]
    for each in made:
        _shows(service, each, 0)


@suite.check("a name that is taken is 409")
def unique(service: Service) -> None:
    made = _level(service)
    before = len(service.get("/levels").items())
    service.post("/levels", json={"name": made["name"], "capacity": 9}).is_(409)
    equal(len(service.get("/levels").items()), before, "the number of levels")
    _shows(service, made, 0)


@suite.check("a car enters with 201 and takes one space of its level")
def entered(service: Service) -> None:
    made, other = _level(service), _level(service)
    _enter(service, made).is_(201)
    _enter(service, made, "B-XY 123").is_(201)
    _shows(service, made, 2)
    _shows(service, other, 0)


@suite.check('a full level answers 409 {"error": "level full"}')
def full(service: Service) -> None:
    made = _level(service, 2)
    plate = _plate()
    _enter(service, made, plate).is_(201)
    _enter(service, made).is_(201)
    late = _plate()
    equal(_enter(service, made, late).is_(409).json(), {"error": "level full"}, "the answer")
    _shows(service, made, 2)
    _leave(service, made, plate).is_(*_LEFT)
    _enter(service, made, late).is_(201)
    _shows(service, made, 2)


@suite.check('a plate that is on any level answers 409 {"error": "already parked"}')
def twice(service: Service) -> None:
    made, other = _level(service), _level(service)
    plate = _plate()
    _enter(service, made, plate).is_(201)
    for level in (made, other):
        told = _enter(service, level, plate).is_(409).json()
        equal(told, {"error": "already parked"}, "the answer")
    _shows(service, made, 1)
    _shows(service, other, 0)
    _leave(service, made, plate).is_(*_LEFT)
    _enter(service, other, plate).is_(201)


@suite.check("a car that is not on the level cannot leave it: 404")
def left(service: Service) -> None:
    made, other = _level(service), _level(service)
    plate = _plate()
    _enter(service, made, plate).is_(201)
    _leave(service, other, plate).is_(404)
    _leave(service, made, _plate()).is_(404)
    _shows(service, made, 1)
    _leave(service, made, plate).is_(*_LEFT)
    _shows(service, made, 0)
    _leave(service, made, plate).is_(404)


@suite.check("many cars at the same moment take no more spaces than there are")
def race(service: Service) -> None:
    made = _level(service, 3)
    answers = at_once([lambda: _enter(service, made)] * 8)
    statuses = [answer.is_(201, 409).status for answer in answers]
    equal(statuses.count(201), 3, "the number of cars let in")
    _shows(service, made, 3)


@suite.check("a level that is not there is 404")
def absent(service: Service) -> None:
    nowhere = {"id": unknown(_level(service)["id"])}
    _enter(service, nowhere).is_(404)
    _leave(service, nowhere, _plate()).is_(404)


@suite.check("a level needs a name and a positive capacity, a car a plate")
def malformed(service: Service) -> None:
    before = len(service.get("/levels").items())
    wrong: list[dict[str, Any]] = [{"name": f"x{token_hex(4)}"}, {"capacity": 3}]
    capacities: list[object] = [0, -1, 2.5, "many"]
    wrong += [{"name": f"x{token_hex(4)}", "capacity": each} for each in capacities]
    refuses_malformed(service, "/levels", *wrong)
    equal(len(service.get("/levels").items()), before, "the number of levels")
    made = _level(service)
    refuses_malformed(service, f"/levels/{made['id']}/enter", {}, {"plate": []})
    _shows(service, made, 0)


@suite.check("levels and parked cars outlive a restart")
def kept(service: Service) -> None:
    made = _level(service)
    plate = _plate()
    _enter(service, made, plate).is_(201)
    service.restart()
    _shows(service, made, 1)
    equal(_enter(service, made, plate).is_(409).json(), {"error": "already parked"}, "the answer")
    expect(_leave(service, made, plate).is_(*_LEFT), "it can leave")
    _shows(service, made, 0)
