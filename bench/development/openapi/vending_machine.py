"""A vending machine: slots, coins, change, and what was sold."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("vending-machine", "service")

_NO_DOCUMENT = ("{", "[]", "null", "")


def _slot(service: Service, slot: str, *, count: int = 0, **more: Any) -> dict[str, Any]:
    given = {"slot": slot, "product": f"Water {slot}", "price": 120, "capacity": 10, **more}
    made = service.post("/machine/slots", json=given).is_(201).json()
    equal(made, {**given, "count": 0}, "the slot")
    if count:
        _refill(service, slot, count).is_(200)
    return given


def _refill(service: Service, slot: str, count: object) -> Answer:
    return service.post(f"/machine/slots/{slot}/refill", json={"count": count})


def _count(service: Service, slot: str) -> int:
    return int(service.get(f"/machine/slots/{slot}").is_(200).json()["count"])


def _insert(service: Service, *coins: int) -> int:
    credit = 0
    for coin in coins:
        told = service.post("/machine/coins", json={"coin": coin}).is_(200).json()
        credit = told["credit"]
    return credit


def _credit(service: Service) -> int:
    return int(service.get("/machine/credit").is_(200).json()["credit"])


def _fails(answer: Answer, status: int, code: str) -> None:
    told = answer.is_(status).json()
    equal(told["code"], code, "the code")
    expect(isinstance(told["detail"], str), "there is a detail")


@suite.check("a new machine is empty: no slots, no credit, no sales", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/machine/slots").is_(200).json(), [], "the slots")
    equal(_credit(service), 0, "the credit")
    told = service.get("/machine/sales").is_(200).json()
    wanted = {"sold": 0, "revenue": 0, "by_product": {}}
    equal({name: told[name] for name in wanted}, wanted, "the sales")


@suite.check("slots are set up empty, each once, and listed alphabetically", fresh=True)
def slots(service: Service) -> None:
    for slot in ("B2", "A9", "F1", "A1"):
        _slot(service, slot)
    told = service.get("/machine/slots").is_(200).json()
    equal([each["slot"] for each in told], ["A1", "A9", "B2", "F1"], "the slots")
    again = {"slot": "A1", "product": "Nuts", "price": 50, "capacity": 5}
    _fails(service.post("/machine/slots", json=again), 409, "SLOT_EXISTS")
    equal(service.get("/machine/slots/A1").is_(200).json()["price"], 120, "the price")


@suite.check("a slot is refilled up to its capacity; beyond is SLOT_FULL and puts nothing in")
def refilled(service: Service) -> None:
    _slot(service, "C1")
    equal(_refill(service, "C1", 7).is_(200).json()["count"], 7, "the count")
    _fails(_refill(service, "C1", 4), 409, "SLOT_FULL")
    equal(_count(service, "C1"), 7, "the count")
    _refill(service, "C1", 3).is_(200)
    equal(_count(service, "C1"), 10, "the count")
    for wrong in (0, -1, "some", 1.5):
        _fails(_refill(service, "C1", wrong), 400, "INVALID")


@suite.check("the price of a slot is changed, in steps of 5")
def priced(service: Service) -> None:
    _slot(service, "C2")
    path = "/machine/slots/C2/price"
    equal(service.put(path, json={"price": 95}).is_(200).json()["price"], 95, "the price")
    for wrong in (0, 7, -5, "free"):
        _fails(service.put(path, json={"price": wrong}), 400, "INVALID")
    equal(service.get("/machine/slots/C2").is_(200).json()["price"], 95, "the price")


@suite.check("coins add up to the credit; what is none of them is BAD_COIN")
def coins(service: Service) -> None:
    service.post("/machine/refund").is_(200)
    equal([_insert(service, each) for each in (5, 10, 20)], [5, 15, 35], "the credit")
    equal([_insert(service, each) for each in (50, 100, 200)], [85, 185, 385], "the credit")
    for wrong in (1, 2, 25, 500, 0, -5):
        answer = service.post("/machine/coins", json={"coin": wrong})
        _fails(answer, 406, "BAD_COIN")
    equal(_credit(service), 385, "the credit")
    told = service.post("/machine/refund").is_(200).json()
    wanted = {"refunded": 385, "coins": [200, 100, 50, 20, 10, 5]}
    equal({name: told[name] for name in wanted}, wanted, "the refund")


@suite.check("a refund is as few coins as possible, largest first, and leaves no credit")
def refunded(service: Service) -> None:
    service.post("/machine/refund").is_(200)
    _insert(service, 20, 20, 10, 50, 20, 20)
    told = service.post("/machine/refund").is_(200).json()
    wanted = {"refunded": 140, "coins": [100, 20, 20]}
    equal({name: told[name] for name in wanted}, wanted, "the refund")
    equal(_credit(service), 0, "the credit")
    told = service.post("/machine/refund").is_(200).json()
    equal((told["refunded"], told["coins"]), (0, []), "the refund of nothing")


@suite.check("buying takes a piece and gives change; the credit is 0 then")
def bought(service: Service) -> None:
    service.post("/machine/refund").is_(200)
    _slot(service, "D1", count=2)
    _insert(service, 100, 50)
    told = service.post("/machine/buy/D1").is_(200).json()
    wanted = {"slot": "D1", "product": "Water D1", "price": 120, "change": 30, "coins": [20, 10]}
    equal({name: told[name] for name in wanted}, wanted, "what is bought")
    equal((_count(service, "D1"), _credit(service)), (1, 0), "count and credit")
    _insert(service, 100, 20)
    told = service.post("/machine/buy/D1").is_(200).json()
    equal((told["change"], told["coins"]), (0, []), "the change of what is paid exactly")


@suite.check("unknown slot, then sold out, then not enough money, in this order")
def not_bought(service: Service) -> None:
    service.post("/machine/refund").is_(200)
    _slot(service, "E1")
    _slot(service, "E2", count=1)
    _fails(service.post("/machine/buy/F9"), 404, "UNKNOWN_SLOT")
    _fails(service.post("/machine/buy/E1"), 410, "SOLD_OUT")
    _insert(service, 100)
    _fails(service.post("/machine/buy/E2"), 402, "NOT_ENOUGH_MONEY")
    equal((_credit(service), _count(service, "E2")), (100, 1), "credit and count")
    _insert(service, 100)
    _fails(service.post("/machine/buy/E1"), 410, "SOLD_OUT")
    equal(_credit(service), 200, "the credit")
    service.post("/machine/buy/E2").is_(200)
    _insert(service, 200)
    _fails(service.post("/machine/buy/E2"), 410, "SOLD_OUT")


@suite.check("sales count pieces and revenue, by product too", fresh=True)
def sold(service: Service) -> None:
    _slot(service, "A1", count=5, product="Water", price=120)
    _slot(service, "A2", count=5, product="Nuts", price=95)
    _slot(service, "A3", count=5, product="Water", price=100)
    for slot in ("A1", "A2", "A3"):
        _insert(service, 200)
        service.post(f"/machine/buy/{slot}").is_(200)
    service.post("/machine/buy/A1").is_(402)
    told = service.get("/machine/sales").is_(200).json()
    wanted = {"sold": 3, "revenue": 315, "by_product": {"Water": 2, "Nuts": 1}}
    equal({name: told[name] for name in wanted}, wanted, "the sales")


@suite.check("a slot that is not there is 404 UNKNOWN_SLOT")
def absent(service: Service) -> None:
    _fails(service.get("/machine/slots/F8"), 404, "UNKNOWN_SLOT")
    _fails(_refill(service, "F8", 1), 404, "UNKNOWN_SLOT")
    answer = service.put("/machine/slots/F8/price", json={"price": 50})
    _fails(answer, 404, "UNKNOWN_SLOT")


@suite.check("what breaks a rule is 400 INVALID")
def malformed(service: Service) -> None:
    headers = {"content-type": "application/json"}
    for path in ("/machine/slots", "/machine/coins"):
        for body in _NO_DOCUMENT:
            _fails(service.post(path, content=body, headers=headers), 400, "INVALID")
    right: dict[str, Any] = {"slot": "F7", "product": "x", "price": 50, "capacity": 5}
    wrong = [{name: right[name] for name in right if name != left} for left in right]
    wrong += [right | {"slot": each} for each in ("G1", "A0", "a1", "A11")]
    wrong += [right | {"price": each} for each in (0, 51, "cheap")]
    wrong += [right | {"capacity": each} for each in (0, 21)]
    wrong.append(right | {"product": ""})
    for each in wrong:
        _fails(service.post("/machine/slots", json=each), 400, "INVALID")
    _fails(service.get("/machine/slots/F7"), 404, "UNKNOWN_SLOT")
    _fails(service.post("/machine/coins", json={}), 400, "INVALID")
