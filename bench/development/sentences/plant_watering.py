"""Plants: kept, watered, and listed when they are due."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("plant-watering", "service")

_ACTED = (200, 201)


def _document(location: str = "kitchen", days: int = 3) -> dict[str, Any]:
    return {"name": f"fern {token_hex(4)}", "location": location, "interval_days": days}


def _make(service: Service, location: str = "kitchen", days: int = 3) -> dict[str, Any]:
    given = _document(location, days)
    made = service.post("/plants", json=given).created()
    return {"id": made["id"], **given}


def _holds(service: Service, plant: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"/plants/{plant['id']}").is_(200).json()
    equal({name: told[name] for name in plant}, plant, "the plant")
    return told


def _ids(told: list[Any]) -> list[str]:
    return [str(each["id"]) for each in told]


@suite.check("an empty store lists nothing and nothing is due", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/plants").items(), [], "the list")
    equal(service.get("/plants/due").items(), [], "what is due")


@suite.check("what was created can be read back and is listed, never watered")
def created(service: Service) -> None:
    made = [_make(service), _make(service, 'ba\'th "röom"', 1)]
    told = {str(each["id"]): each for each in service.get("/plants").items()}
    for each in made:
        equal(_holds(service, each)["last_watered"], None, "last_watered")
        listed = told[str(each["id"])]
        equal({name: listed[name] for name in each}, each, "the entry in the list")


@suite.check("watering answers with the plant and the time of it, and touches no other")
def watered(service: Service) -> None:
    made, other = _make(service), _make(service)
    told = service.post(f"/plants/{made['id']}/water").is_(*_ACTED).json()
    equal({name: told[name] for name in made}, made, "the plant that was watered")
    expect(told["last_watered"], "last_watered is set by watering")
    expect(_holds(service, made)["last_watered"], "last_watered is kept")
    equal(_holds(service, other)["last_watered"], None, "last_watered of another plant")


@suite.check("plants that were never watered are due, those watered just now are not")
def due(service: Service) -> None:
    dry, wet = _make(service, days=1), _make(service, days=1)
    service.post(f"/plants/{wet['id']}/water").is_(*_ACTED)
    told = _ids(service.get("/plants/due").items())
    expect(str(dry["id"]) in told, "a plant that was never watered is due")
    expect(str(wet["id"]) not in told, "a plant watered a moment ago is not due")
    service.post(f"/plants/{dry['id']}/water").is_(*_ACTED)
    told = _ids(service.get("/plants/due").items())
    expect(str(dry["id"]) not in told, "a plant is not due once it is watered")


@suite.check("the list is filtered by location")
def located(service: Service) -> None:
    place = f"balcony{token_hex(3)}"
    mine = sorted(str(_make(service, place)["id"]) for _ in range(2))
    _make(service, "kitchen")
    told = service.get("/plants", params={"location": place}).items()
    equal(sorted(_ids(told)), mine, "the plants of that location")
    equal(service.get("/plants", params={"location": token_hex(6)}).items(), [], "nowhere's plants")


@suite.check("an update changes that plant alone and does not undo its watering")
def updated(service: Service) -> None:
    made, other = _make(service), _make(service)
    service.post(f"/plants/{made['id']}/water").is_(*_ACTED)
    new = _document("hall", 9)
    path = f"/plants/{made['id']}"
    service.update(path, new).done()
    expect(_holds(service, {"id": made["id"], **new})["last_watered"], "it is still watered")
    _holds(service, other)
    if service.patched(path, {"location": "attic"}):
        _holds(service, {"id": made["id"], **new, "location": "attic"})


@suite.check("a deleted plant is gone from everywhere, and no other is")
def deleted(service: Service) -> None:
    gone, stays = _make(service), _make(service)
    path = f"/plants/{gone['id']}"
    service.delete(path).done()
    service.get(path).is_(404)
    service.delete(path).is_(404)
    for list_ in ("/plants", "/plants/due"):
        told = _ids(service.get(list_).items())
        expect(str(gone["id"]) not in told, f"the deleted plant is not in {list_}")
        expect(str(stays["id"]) in told, f"the other plant is in {list_}")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    path = f"/plants/{unknown(_make(service)['id'])}"
    service.get(path).is_(404)
    service.post(f"{path}/water").is_(404)
    service.update(path, _document()).is_(404)
    service.delete(path).is_(404)


@suite.check("interval_days is a whole number of at least 1")
def malformed(service: Service) -> None:
    made = _make(service)
    before = len(service.get("/plants").items())
    days: list[object] = [0, -3, 1.5, "often", [], None]
    refuses_malformed(
        service, "/plants", *({**_document(), "interval_days": each} for each in days)
    )
    service.update(f"/plants/{made['id']}", _document(days=0)).refused()
    equal(len(service.get("/plants").items()), before, "the number of plants")
    _holds(service, made)
    _make(service, days=1)


@suite.check("plants and waterings outlive a restart")
def kept(service: Service) -> None:
    wet, dry = _make(service), _make(service)
    service.post(f"/plants/{wet['id']}/water").is_(*_ACTED)
    service.restart()
    expect(_holds(service, wet)["last_watered"], "it is still watered")
    equal(_holds(service, dry)["last_watered"], None, "last_watered")
    expect(str(dry["id"]) in _ids(service.get("/plants/due").items()), "it is still due")
