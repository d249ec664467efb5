"""A shopping cart: quantities are set, sums are told, and a paid cart is closed."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("cart-checkout", "service")


def _cart(service: Service) -> Any:
    return service.post("/carts").is_(201).json()["id"]


def _set(service: Service, cart: object, sku: str, quantity: object) -> Answer:
    return service.put(f"/carts/{cart}/items/{sku}", json={"quantity": quantity})


def _sums(told: dict[str, Any]) -> tuple[int, int, int]:
    return told["subtotal_cents"], told["shipping_cents"], told["total_cents"]


@suite.check("a new cart is open and empty, and ships nothing")
def new(service: Service) -> None:
    made = service.post("/carts").is_(201).json()
    wanted = {"id": made["id"], "status": "open", "items": [], "subtotal_cents": 0}
    wanted |= {"shipping_cents": 0, "total_cents": 0}
    equal(made, wanted, "the cart")
    equal(service.get(f"/carts/{made['id']}").is_(200).json(), wanted, "the cart read")


@suite.check("items are told by sku with their sums")
def items(service: Service) -> None:
    cart, other = _cart(service), _cart(service)
    _set(service, cart, "TEE-02", 1).is_(200)
    told = _set(service, cart, "PEN-03", 3).is_(200).json()
    wanted = [
        {"sku": "PEN-03", "name": "Pen", "quantity": 3, "line_cents": 450},
        {"sku": "TEE-02", "name": "T-shirt", "quantity": 1, "line_cents": 1999},
    ]
    for seen in (told, service.get(f"/carts/{cart}").is_(200).json()):
        equal(seen["items"], wanted, "the items")
        equal(_sums(seen), (2449, 490, 2939), "the sums")
    equal(service.get(f"/carts/{other}").is_(200).json()["items"], [], "another cart")


@suite.check("PUT sets the quantity, and 0 takes the item out")
def quantity(service: Service) -> None:
    cart = _cart(service)
    _set(service, cart, "MUG-01", 2).is_(200)
    told = _set(service, cart, "MUG-01", 3).is_(200).json()
    equal([each["quantity"] for each in told["items"]], [3], "the quantities")
    _set(service, cart, "PEN-03", 1).is_(200)
    told = _set(service, cart, "MUG-01", 0).is_(200).json()
    equal([each["sku"] for each in told["items"]], ["PEN-03"], "what is left")
    equal(_sums(_set(service, cart, "PEN-03", 0).is_(200).json()), (0, 0, 0), "the sums")


@suite.check("shipping is free from 5000 cents on")
def shipping(service: Service) -> None:
    cart = _cart(service)
    equal(_sums(_set(service, cart, "MUG-01", 4).is_(200).json()), (5000, 0, 5000), "at 5000")
    cart = _cart(service)
    _set(service, cart, "MUG-01", 3).is_(200)
    told = _set(service, cart, "PEN-03", 8).is_(200).json()
    equal(_sums(told), (4950, 490, 5440), "below 5000")


@suite.check("a checked out cart is paid, and closed")
def paid(service: Service) -> None:
    cart = _cart(service)
    _set(service, cart, "PEN-03", 2).is_(200)
    told = service.post(f"/carts/{cart}/checkout").is_(200).json()
    equal((told["status"], told["total_cents"]), ("paid", 790), "the cart")
    service.post(f"/carts/{cart}/checkout").is_(409)
    _set(service, cart, "PEN-03", 5).is_(409)
    seen = service.get(f"/carts/{cart}").is_(200).json()
    equal(seen, told, "the cart afterwards")


@suite.check("an empty cart cannot be checked out")
def empty(service: Service) -> None:
    cart = _cart(service)
    service.post(f"/carts/{cart}/checkout").is_(409)
    _set(service, cart, "PEN-03", 2).is_(200)
    _set(service, cart, "PEN-03", 0).is_(200)
    service.post(f"/carts/{cart}/checkout").is_(409)
    equal(service.get(f"/carts/{cart}").is_(200).json()["status"], "open", "the status")


@suite.check("a quantity is a whole number from 0 to 20")
def malformed(service: Service) -> None:
    cart = _cart(service)
    for wrong in (-1, 21, 1.5, "two", None):
        _set(service, cart, "PEN-03", wrong).is_(400)
    service.put(f"/carts/{cart}/items/PEN-03", json={}).is_(400)
    equal(service.get(f"/carts/{cart}").is_(200).json()["items"], [], "the items")
    _set(service, cart, "PEN-03", 20).is_(200)


@suite.check("an unknown cart or sku is 404")
def absent(service: Service) -> None:
    cart = _cart(service)
    _set(service, cart, "HAT-04", 1).is_(404)
    nowhere = unknown(cart)
    service.get(f"/carts/{nowhere}").is_(404)
    _set(service, nowhere, "PEN-03", 1).is_(404)
    service.post(f"/carts/{nowhere}/checkout").is_(404)
