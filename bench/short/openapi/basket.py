"""Carts are filled, summed up and checked out once."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("basket", "service")


def _cart(service: Service) -> str:
    number: str = service.post("/carts").is_(201).json()["id"]
    return number


def _item(
    sku: str = "apple", price: object = 120, quantity: object = 1, name: object = "Apples"
) -> dict[str, Any]:
    return {"sku": sku, "name": name, "price": price, "quantity": quantity}


def _put(service: Service, cart: str, **given: Any) -> Answer:
    return service.post(f"/carts/{cart}/items", json=_item(**given))


def _inside(told: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(each["sku"], each["name"], each["price"], each["quantity"]) for each in told["items"]]


@suite.check("a new cart is open and empty")
def new(service: Service) -> None:
    made = service.post("/carts").is_(201).json()
    expect(isinstance(made["id"], str) and made["id"], "an id that is a string")
    for told in (made, service.get(f"/carts/{made['id']}").is_(200).json()):
        equal((told["status"], told["items"], told["total"]), ("open", [], 0), "the cart")
    expect(_cart(service) != made["id"], "another id")


@suite.check("items are put in, and the total is right")
def filled(service: Service) -> None:
    cart = _cart(service)
    equal(
        _put(service, cart, sku="milk", name="Milk", price=149, quantity=2)
        .is_(200)
        .json()["total"],
        298,
        "the total",
    )
    _put(service, cart, sku="eggs", name="Eggs", price=399, quantity=1).is_(200)
    told = service.get(f"/carts/{cart}").is_(200).json()
    equal(_inside(told), [("milk", "Milk", 149, 2), ("eggs", "Eggs", 399, 1)], "the items")
    equal(told["total"], 697, "the total")
    equal(service.get(f"/carts/{_cart(service)}").is_(200).json()["items"], [], "another cart")


@suite.check("the same sku is added up")
def added(service: Service) -> None:
    cart = _cart(service)
    _put(service, cart, sku="milk", name="Milk", price=100, quantity=2).is_(200)
    _put(service, cart, sku="eggs", name="Eggs", price=10, quantity=1).is_(200)
    told = _put(service, cart, sku="milk", name="Fresh milk", price=110, quantity=3).is_(200).json()
    equal(_inside(told), [("milk", "Fresh milk", 110, 5), ("eggs", "Eggs", 10, 1)], "the items")
    equal(told["total"], 560, "the total")


@suite.check("an item is taken out")
def out(service: Service) -> None:
    cart = _cart(service)
    _put(service, cart, sku="a", price=5, quantity=4).is_(200)
    _put(service, cart, sku="b", price=7, quantity=1).is_(200)
    told = service.delete(f"/carts/{cart}/items/a").is_(200).json()
    equal(([each["sku"] for each in told["items"]], told["total"]), (["b"], 7), "the cart")
    service.delete(f"/carts/{cart}/items/a").is_(404)


@suite.check("a checked out cart cannot be changed")
def ordered(service: Service) -> None:
    cart = _cart(service)
    _put(service, cart, price=250, quantity=2).is_(200)
    told = service.post(f"/carts/{cart}/checkout").is_(200).json()
    equal((told["status"], told["total"]), ("ordered", 500), "the cart")
    _put(service, cart).is_(409)
    service.delete(f"/carts/{cart}/items/apple").is_(409)
    service.post(f"/carts/{cart}/checkout").is_(409)
    told = service.get(f"/carts/{cart}").is_(200).json()
    equal((told["status"], _inside(told)), ("ordered", [("apple", "Apples", 250, 2)]), "the cart")


@suite.check("an empty cart cannot be checked out")
def empty(service: Service) -> None:
    cart = _cart(service)
    service.post(f"/carts/{cart}/checkout").is_(409)
    equal(service.get(f"/carts/{cart}").is_(200).json()["status"], "open", "the status")


@suite.check("invalid items are 400")
def invalid(service: Service) -> None:
    cart = _cart(service)
    for name in ("sku", "name", "price", "quantity"):
        body = _item()
        del body[name]
        service.post(f"/carts/{cart}/items", json=body).is_(400)
    for wrong in (
        {"sku": ""},
        {"name": ""},
        {"price": -1},
        {"price": "cheap"},
        {"quantity": 0},
        {"quantity": 100},
    ):
        _put(service, cart, **wrong).is_(400)
    equal(service.get(f"/carts/{cart}").is_(200).json()["items"], [], "the items")
    _put(service, cart, price=0, quantity=99).is_(200)


@suite.check("an unknown cart is 404")
def unknown(service: Service) -> None:
    service.get("/carts/nosuch").is_(404)
    _put(service, "nosuch").is_(404)
    service.delete("/carts/nosuch/items/apple").is_(404)
    service.post("/carts/nosuch/checkout").is_(404)
