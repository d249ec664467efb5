"""A ferry with so many places: booked, waiting, moved up, checked in."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("ferry-manifest", "service")


def _sailing(
    service: Service,
    capacity: int = 2,
    harbour: str = "North Pier",
    departs: str = "2026-07-01T09:30:00",
) -> Any:
    given = {"harbour": harbour, "departs": departs, "capacity": capacity}
    return service.post("/sailings", json=given).is_(201).json()["id"]


def _add(service: Service, sailing: object, name: str) -> dict[str, Any]:
    given = {"name": name, "document": f"ID-{name}"}
    told: dict[str, Any] = (
        service.post(f"/sailings/{sailing}/passengers", json=given).is_(201).json()
    )
    return told


def _people(service: Service, sailing: object, **params: str) -> list[tuple[str, str]]:
    told = service.get(f"/sailings/{sailing}/passengers", params=params).items()
    return [(each["name"], each["status"]) for each in told]


def _error(answer: Answer, status: int) -> None:
    expect(isinstance(answer.is_(status).json()["error"], str), "an error is said in `error`")


@suite.check("a sailing is created without passengers")
def sailing(service: Service) -> None:
    given = {"harbour": "North Pier", "departs": "2026-07-01T09:30:00", "capacity": 40}
    told = service.post("/sailings", json=given).is_(201).json()
    shown = service.get(f"/sailings/{told['id']}").is_(200).json()
    for each in (told, shown):
        seen = {key: each[key] for key in ("harbour", "capacity", "booked", "waiting")}
        equal(seen, {"harbour": "North Pier", "capacity": 40, "booked": 0, "waiting": 0}, "it")
        expect(each["departs"].startswith("2026-07-01T09:30"), "the departure")


@suite.check("sailings are listed by departure, or those from one harbour", fresh=True)
def listed(service: Service) -> None:
    late = _sailing(service, departs="2026-07-02T09:30:00")
    early = _sailing(service, departs="2026-07-01T18:00:00")
    south = _sailing(service, harbour="South", departs="2026-07-01T20:00:00")
    equal([e["id"] for e in service.get("/sailings").is_(200).json()], [early, south, late], "all")
    told = service.get("/sailings", params={"harbour": "North Pier"}).is_(200).json()
    equal([each["id"] for each in told], [early, late], "from North Pier")


@suite.check("when it is full, people wait")
def full(service: Service) -> None:
    boat = _sailing(service)
    first = _add(service, boat, "Ada")
    seen = {key: first[key] for key in ("name", "document", "status", "checked_in")}
    equal(
        seen,
        {"name": "Ada", "document": "ID-Ada", "status": "booked", "checked_in": False},
        "the first",
    )
    equal(_add(service, boat, "Ben")["status"], "booked", "the second")
    equal(_add(service, boat, "Cleo")["status"], "waiting", "the third")
    told = service.get(f"/sailings/{boat}").is_(200).json()
    equal((told["booked"], told["waiting"]), (2, 1), "booked and waiting")


@suite.check("passengers are listed in order, or by status")
def people(service: Service) -> None:
    boat = _sailing(service, 1)
    for name in ("Zoe", "Ada", "Max"):
        _add(service, boat, name)
    equal(
        _people(service, boat), [("Zoe", "booked"), ("Ada", "waiting"), ("Max", "waiting")], "all"
    )
    equal(_people(service, boat, status="booked"), [("Zoe", "booked")], "booked")
    equal(
        _people(service, boat, status="waiting"),
        [("Ada", "waiting"), ("Max", "waiting")],
        "waiting",
    )


@suite.check("a document is on a sailing once")
def once(service: Service) -> None:
    boat, other = _sailing(service), _sailing(service)
    _add(service, boat, "Ada")
    again = {"name": "Somebody", "document": "ID-Ada"}
    _error(service.post(f"/sailings/{boat}/passengers", json=again), 409)
    service.post(f"/sailings/{other}/passengers", json=again).is_(201)
    equal(len(_people(service, boat)), 1, "how many are on the list")


@suite.check("who waited longest moves up when a booked person cancels")
def moved_up(service: Service) -> None:
    boat = _sailing(service, 1)
    ada = _add(service, boat, "Ada")["id"]
    ben = _add(service, boat, "Ben")["id"]
    for name in ("Cleo", "Dan"):
        _add(service, boat, name)
    service.delete(f"/sailings/{boat}/passengers/{ben}").is_(204)
    equal(
        _people(service, boat),
        [("Ada", "booked"), ("Cleo", "waiting"), ("Dan", "waiting")],
        "after Ben",
    )
    service.delete(f"/sailings/{boat}/passengers/{ada}").is_(204)
    equal(_people(service, boat), [("Cleo", "booked"), ("Dan", "waiting")], "after Ada")
    told = service.get(f"/sailings/{boat}").is_(200).json()
    equal((told["booked"], told["waiting"]), (1, 1), "booked and waiting")


@suite.check("a booked passenger checks in once and then cannot cancel")
def checks_in(service: Service) -> None:
    boat = _sailing(service)
    ada = _add(service, boat, "Ada")["id"]
    told = service.post(f"/sailings/{boat}/passengers/{ada}/check-in").is_(200).json()
    equal((told["id"], told["checked_in"]), (ada, True), "the passenger")
    _error(service.post(f"/sailings/{boat}/passengers/{ada}/check-in"), 409)
    _error(service.delete(f"/sailings/{boat}/passengers/{ada}"), 409)
    equal(_people(service, boat), [("Ada", "booked")], "the list")


@suite.check("who is waiting cannot check in until moved up")
def waits(service: Service) -> None:
    boat = _sailing(service, 1)
    ada, ben = _add(service, boat, "Ada")["id"], _add(service, boat, "Ben")["id"]
    _error(service.post(f"/sailings/{boat}/passengers/{ben}/check-in"), 409)
    service.delete(f"/sailings/{boat}/passengers/{ada}").is_(204)
    service.post(f"/sailings/{boat}/passengers/{ben}/check-in").is_(200)


@suite.check("what is unknown is 404")
def absent(service: Service) -> None:
    boat = _sailing(service)
    ada = _add(service, boat, "Ada")["id"]
    never = unknown(boat)
    _error(service.get(f"/sailings/{never}"), 404)
    _error(service.get(f"/sailings/{never}/passengers"), 404)
    _error(service.post(f"/sailings/{never}/passengers", json={"name": "A", "document": "B"}), 404)
    _error(service.delete(f"/sailings/{boat}/passengers/{unknown(ada)}"), 404)
    _error(service.post(f"/sailings/{boat}/passengers/{unknown(ada)}/check-in"), 404)


@suite.check("invalid input is 422")
def invalid(service: Service) -> None:
    good = {"harbour": "North", "departs": "2026-07-01T09:30:00", "capacity": 2}
    for wrong in (
        {"harbour": ""},
        {"departs": "tomorrow"},
        {"capacity": 0},
        {"capacity": "many"},
        {"capacity": 2.5},
    ):
        _error(service.post("/sailings", json={**good, **wrong}), 422)
    _error(service.post("/sailings", json={"harbour": "North", "capacity": 2}), 422)
    boat = _sailing(service)
    for wrong in ({"name": "Ada"}, {"document": "X"}, {"name": "", "document": "X"}):
        _error(service.post(f"/sailings/{boat}/passengers", json=wrong), 422)
