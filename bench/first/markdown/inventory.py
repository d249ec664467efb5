"""Stock of a warehouse."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("inventory", "service")


def _sku() -> str:
    return f"SKU-{token_hex(4)}"


def _add(service: Service, sku: str, **more: object) -> dict[str, Any]:
    return service.post("/items", json={"sku": sku, "name": "Bolt", **more}).is_(201).json()


def _adjust(service: Service, sku: str, change: object, reason: object = "count") -> Answer:
    return service.post(f"/items/{sku}/adjust", json={"change": change, "reason": reason})


def _quantity(service: Service, sku: str) -> Any:
    return service.get(f"/items/{sku}").is_(200).json()["quantity"]


def _has(told: dict[str, Any], wanted: dict[str, Any], what: str) -> None:
    equal({name: told.get(name) for name in wanted}, wanted, what)


@suite.check("an item is stored and read back")
def stored(service: Service) -> None:
    sku = _sku()
    wanted = {"sku": sku, "name": "Bolt", "quantity": 10, "min_quantity": 4}
    _has(_add(service, sku, quantity=10, min_quantity=4), wanted, "the item")
    _has(service.get(f"/items/{sku}").is_(200).json(), wanted, "the item read")
    bare = _sku()
    wanted = {"sku": bare, "name": "Bolt", "quantity": 0, "min_quantity": 0}
    _has(_add(service, bare), wanted, "the item with defaults")
    service.get(f"/items/{_sku()}").is_(404)


@suite.check("an invalid item is 400, a known sku 409")
def malformed(service: Service) -> None:
    sku = _sku()
    for given in (
        {"name": "Bolt"},
        {"sku": sku},
        {"sku": sku, "name": ""},
        {"sku": sku, "name": "Bolt", "quantity": -1},
        {"sku": sku, "name": "Bolt", "quantity": "many"},
        {"sku": sku, "name": "Bolt", "min_quantity": -1},
    ):
        service.post("/items", json=given).is_(400)
    service.get(f"/items/{sku}").is_(404)
    _add(service, sku)
    service.post("/items", json={"sku": sku, "name": "Nut"}).is_(409)
    equal(service.get(f"/items/{sku}").is_(200).json()["name"], "Bolt", "the name")


@suite.check("items are sorted by sku, low ones can be singled out", fresh=True)
def listed(service: Service) -> None:
    equal(service.get("/items").is_(200).json(), [], "no items")
    for sku, quantity, least in (("C3", 1, 5), ("A1", 5, 5), ("D4", 0, 0), ("B2", 4, 5)):
        _add(service, sku, quantity=quantity, min_quantity=least)
    equal(
        [each["sku"] for each in service.get("/items").is_(200).json()],
        ["A1", "B2", "C3", "D4"],
        "all",
    )
    low = service.get("/items", params={"low": "true"}).is_(200).json()
    equal([each["sku"] for each in low], ["B2", "C3"], "the low ones")


@suite.check("an adjustment changes the quantity")
def adjusted(service: Service) -> None:
    sku = _sku()
    _add(service, sku, quantity=10)
    told = _adjust(service, sku, -3, "sold").is_(200).json()
    equal((told["sku"], told["quantity"]), (sku, 7), "the item")
    equal(_adjust(service, sku, 5).is_(200).json()["quantity"], 12, "the quantity told")
    equal(_quantity(service, sku), 12, "the quantity")
    _adjust(service, _sku(), 1).is_(404)


@suite.check("a bad adjustment is 400")
def invalid(service: Service) -> None:
    sku = _sku()
    _add(service, sku, quantity=10)
    for change, reason in ((0, "x"), (1.5, "x"), ("two", "x"), (2, "")):
        _adjust(service, sku, change, reason).is_(400)
    service.post(f"/items/{sku}/adjust", json={"change": 2}).is_(400)
    service.post(f"/items/{sku}/adjust", json={"reason": "x"}).is_(400)
    equal(_quantity(service, sku), 10, "the quantity")


@suite.check("stock never gets negative")
def floor(service: Service) -> None:
    sku = _sku()
    _add(service, sku, quantity=2)
    _adjust(service, sku, -3).is_(409)
    equal(_quantity(service, sku), 2, "the quantity")
    equal(service.get(f"/items/{sku}/history").is_(200).json(), [], "the history")
    equal(_adjust(service, sku, -2).is_(200).json()["quantity"], 0, "the quantity")


@suite.check("adjustments are remembered, newest first")
def history(service: Service) -> None:
    sku = _sku()
    _add(service, sku, quantity=10)
    equal(service.get(f"/items/{sku}/history").is_(200).json(), [], "the history of a new item")
    _adjust(service, sku, -3, "sold").is_(200)
    _adjust(service, sku, 20, "delivery").is_(200)
    wanted = [(20, "delivery", 27), (-3, "sold", 7)]
    told = service.get(f"/items/{sku}/history").is_(200).json()
    equal(
        [(each["change"], each["reason"], each["quantity"]) for each in told], wanted, "the history"
    )
    service.get(f"/items/{_sku()}/history").is_(404)


@suite.check("only an empty item is deleted")
def deleted(service: Service) -> None:
    sku = _sku()
    _add(service, sku, quantity=1)
    service.delete(f"/items/{sku}").is_(409)
    equal(_quantity(service, sku), 1, "the quantity")
    _adjust(service, sku, -1).is_(200)
    service.delete(f"/items/{sku}").is_(204)
    service.get(f"/items/{sku}").is_(404)
    service.delete(f"/items/{sku}").is_(404)


@suite.check("stock and history survive a restart")
def kept(service: Service) -> None:
    sku = _sku()
    _add(service, sku, quantity=3)
    _adjust(service, sku, 4, "found").is_(200)
    service.restart()
    equal(_quantity(service, sku), 7, "the quantity")
    equal(service.get(f"/items/{sku}/history").is_(200).json()[0]["reason"], "found", "the reason")
