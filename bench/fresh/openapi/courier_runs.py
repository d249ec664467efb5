"""Couriers with a capacity, and deliveries that go through their states."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("courier-runs", "service")


def _courier(service: Service, capacity: float = 20) -> Any:
    given = {"name": "Bo", "capacity_kg": capacity}
    return service.post("/couriers", json=given).is_(201).json()["id"]


def _post(service: Service, **more: Any) -> Answer:
    return service.post("/deliveries", json={"from": "A", "to": "B", "weight_kg": 5, **more})


def _order(service: Service, **more: Any) -> Any:
    return _post(service, **more).is_(201).json()["id"]


def _assign(service: Service, delivery: Any, courier: Any) -> Answer:
    return service.post(f"/deliveries/{delivery}/assign", json={"courier_id": courier})


def _move(service: Service, delivery: Any, status: Any) -> Answer:
    return service.put(f"/deliveries/{delivery}/status", json={"status": status})


def _load(service: Service, courier: Any) -> float:
    told: float = service.get(f"/couriers/{courier}").is_(200).json()["load_kg"]
    return told


def _found(service: Service, **params: Any) -> list[Any]:
    return [each["id"] for each in service.get("/deliveries", params=params).is_(200).json()]


def _problem(answer: Answer, status: int) -> None:
    expect(isinstance(answer.is_(status).json()["message"], str), "the message is a text")


@suite.check("a courier is registered without a load")
def registered(service: Service) -> None:
    given = {"name": "Bo", "capacity_kg": 12.5}
    told = service.post("/couriers", json=given).is_(201).json()
    wanted = {**given, "id": told["id"], "load_kg": 0}
    equal({name: told[name] for name in wanted}, wanted, "the answer")
    seen = service.get(f"/couriers/{told['id']}").is_(200).json()
    equal({name: seen[name] for name in wanted}, wanted, "the courier")


@suite.check("couriers and deliveries that break a rule are 400 with a message")
def malformed(service: Service) -> None:
    for wrong in (
        {"name": "Bo"},
        {"capacity_kg": 5},
        {"name": "", "capacity_kg": 5},
        {"name": "n" * 51, "capacity_kg": 5},
        {"name": "Bo", "capacity_kg": 0},
        {"name": "Bo", "capacity_kg": 100.5},
    ):
        _problem(service.post("/couriers", json=wrong), 400)
    for more in (
        {"from": ""},
        {"to": "A"},
        {"weight_kg": 0},
        {"weight_kg": 51},
        {"weight_kg": "heavy"},
        {"express": "perhaps"},
        {"to": None},
    ):
        _problem(_post(service, **more), 400)
    _problem(service.post("/deliveries", json={"from": "A", "to": "B"}), 400)
    _courier(service, 100)
    _order(service, weight_kg=50)


@suite.check("a new delivery is ordered, and nobody has it")
def ordered(service: Service) -> None:
    given = {"from": "Main St 1", "to": "Hill Rd 2", "weight_kg": 0.5}
    told = service.post("/deliveries", json=given).is_(201).json()
    wanted = {**given, "express": False, "status": "ordered", "courier_id": None}
    equal({name: told[name] for name in wanted}, wanted, "the delivery")


@suite.check("express deliveries come first, then as they were ordered", fresh=True)
def listed(service: Service) -> None:
    made = [_order(service, express=express) for express in (False, True, False, True)]
    wanted = [made[index] for index in (1, 3, 0, 2)]
    equal(_found(service), wanted, "all")
    courier = _courier(service)
    _assign(service, made[0], courier).is_(200)
    _assign(service, made[3], courier).is_(200)
    _move(service, made[3], "picked_up").is_(200)
    equal(_found(service, status="ordered"), [made[1], made[2]], "those ordered")
    equal(_found(service, courier_id=courier), [made[3], made[0]], "those of the courier")
    equal(_found(service, courier_id=courier, status="assigned"), [made[0]], "both")
    _problem(service.get("/deliveries", params={"status": "lost"}), 400)


@suite.check("a courier carries no more than the capacity")
def capacity(service: Service) -> None:
    courier = _courier(service, 10)
    first, second, third = (_order(service, weight_kg=weight) for weight in (6, 4.5, 4))
    told = _assign(service, first, courier).is_(200).json()
    equal((told["status"], told["courier_id"]), ("assigned", courier), "the delivery")
    _problem(_assign(service, second, courier), 409)
    equal(_load(service, courier), 6, "the load")
    expect(second in _found(service, status="ordered"), "the second is still ordered")
    _assign(service, third, courier).is_(200)
    equal(_load(service, courier), 10, "the full load")


@suite.check("the load goes down with delivery and cancellation, not with picking up")
def load(service: Service) -> None:
    courier = _courier(service, 10)
    first, second, third = _order(service), _order(service), _order(service)
    for each in (first, second):
        _assign(service, each, courier).is_(200)
    _move(service, first, "picked_up").is_(200)
    equal(_load(service, courier), 10, "the load after picking up")
    _assign(service, third, courier).is_(409)
    told = _move(service, first, "delivered").is_(200).json()
    equal((told["status"], told["courier_id"]), ("delivered", courier), "the delivered one")
    equal(_load(service, courier), 5, "the load after delivery")
    told = _move(service, second, "cancelled").is_(200).json()
    equal((told["status"], told["courier_id"]), ("cancelled", None), "the cancelled one")
    equal(_load(service, courier), 0, "the load after cancellation")
    _assign(service, third, courier).is_(200)


@suite.check("a delivery moves only as allowed (409)")
def moves(service: Service) -> None:
    courier = _courier(service, 100)
    delivery = _order(service)
    for status in ("picked_up", "delivered"):
        _problem(_move(service, delivery, status), 409)
    _assign(service, delivery, courier).is_(200)
    _problem(_assign(service, delivery, courier), 409)
    _problem(_move(service, delivery, "delivered"), 409)
    _move(service, delivery, "picked_up").is_(200)
    for status in ("picked_up", "cancelled"):
        _problem(_move(service, delivery, status), 409)
    _move(service, delivery, "delivered").is_(200)
    for status in ("picked_up", "delivered", "cancelled"):
        _problem(_move(service, delivery, status), 409)
    gone = _order(service)
    _move(service, gone, "cancelled").is_(200)
    for status in ("picked_up", "delivered", "cancelled"):
        _problem(_move(service, gone, status), 409)
    _problem(_assign(service, gone, courier), 409)


@suite.check("a status or courier that does not exist is 400")
def wrong(service: Service) -> None:
    courier, delivery = _courier(service), _order(service)
    for status in ("lost", "ordered", "assigned", None):
        _problem(_move(service, delivery, status), 400)
    for other in (unknown(courier), "Bo", None):
        _problem(_assign(service, delivery, other), 400)
    expect(delivery in _found(service, status="ordered"), "the delivery is still ordered")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    courier, delivery = _courier(service), _order(service)
    _problem(service.get(f"/couriers/{unknown(courier)}"), 404)
    _problem(_assign(service, unknown(delivery), courier), 404)
    _problem(_move(service, unknown(delivery), "cancelled"), 404)
