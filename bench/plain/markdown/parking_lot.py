"""A parking lot of ten spaces."""

from __future__ import annotations

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("parking-lot", "service")


def _enter(service: Service, plate: object) -> Answer:
    return service.post("/enter", json={"plate": plate})


def _leave(service: Service, plate: str) -> Answer:
    return service.post("/leave", json={"plate": plate})


@suite.check("cars get the lowest spaces", fresh=True)
def entered(service: Service) -> None:
    equal(service.get("/lot").is_(200).json(), {"free": 10, "cars": []}, "the empty lot")
    for space, plate in enumerate(("B-AB123", "A-1", "C-2"), 1):
        wanted = {"plate": plate, "space": space}
        equal(_enter(service, plate).is_(201).json(), wanted, "the stay")
        equal(service.get(f"/cars/{plate}").is_(200).json(), wanted, "the car")


@suite.check("a freed space is given again, and the lot is in order", fresh=True)
def freed(service: Service) -> None:
    for plate in ("A-1", "B-2", "C-3"):
        _enter(service, plate).is_(201)
    equal(_leave(service, "A-1").is_(200).json(), {"plate": "A-1", "space": 1}, "the stay ended")
    service.get("/cars/A-1").is_(404)
    equal(_enter(service, "D-4").is_(201).json()["space"], 1, "the space given again")
    told = service.get("/lot").is_(200).json()
    equal(told["free"], 7, "the free spaces")
    cars = [(each["space"], each["plate"]) for each in told["cars"]]
    equal(cars, [(1, "D-4"), (2, "B-2"), (3, "C-3")], "the cars")


@suite.check("a full lot takes nobody", fresh=True)
def full(service: Service) -> None:
    for number in range(1, 11):
        equal(_enter(service, f"F-{number}").is_(201).json()["space"], number, "the space")
    _enter(service, "F-11").is_(409)
    equal(service.get("/lot").is_(200).json()["free"], 0, "the free spaces")
    _leave(service, "F-6").is_(200)
    equal(_enter(service, "F-11").is_(201).json()["space"], 6, "the space")


@suite.check("a car is inside once", fresh=True)
def once(service: Service) -> None:
    _enter(service, "A-1").is_(201)
    _enter(service, "A-1").is_(409)
    equal(service.get("/lot").is_(200).json()["free"], 9, "the free spaces")
    _leave(service, "A-1").is_(200)
    _leave(service, "A-1").is_(404)
    _enter(service, "A-1").is_(201)


@suite.check("bad plates are 400, absent cars 404")
def malformed(service: Service) -> None:
    for wrong in ("", "A 1", "A_1!", None):
        _enter(service, wrong).is_(400)
    service.post("/enter", json={}).is_(400)
    service.get("/cars/Z-99").is_(404)
    _leave(service, "Z-99").is_(404)
