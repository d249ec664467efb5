"""Carts of a museum shop: lines, a discount for much, and a checkout."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("shop-cart", "service")


def _cart(service: Service, **quantities: int) -> str:
    path = f"/carts/{service.post('/carts').is_(201).json()['id']}"
    for sku, quantity in quantities.items():
        _set(service, path, sku, quantity).is_(200)
    return path


def _set(service: Service, path: str, sku: str, quantity: object) -> Answer:
    return service.put(f"{path}/lines/{sku}", json={"quantity": quantity})


def _see(service: Service, path: str) -> dict[str, Any]:
    told: dict[str, Any] = service.get(path).is_(200).json()
    return told


def _sums(cart: dict[str, Any]) -> tuple[int, int, int]:
    return cart["subtotal"], cart["discount"], cart["total"]


@suite.check("the assortment is listed by sku")
def products(service: Service) -> None:
    wanted = [
        {"sku": "MUG", "name": "Enamel mug", "unitPrice": 1250},
        {"sku": "PEN", "name": "Pencil set", "unitPrice": 340},
        {"sku": "TEE", "name": "T-shirt", "unitPrice": 1999},
    ]
    equal(service.get("/products").items(), wanted, "the products")


@suite.check("a new cart is open and empty")
def created(service: Service) -> None:
    made = service.post("/carts").is_(201).json()
    expect(isinstance(made["id"], str), "the id is a string")
    wanted = {"status": "open", "lines": [], "subtotal": 0, "discount": 0, "total": 0}
    equal({name: made[name] for name in wanted}, wanted, "the cart")
    equal(_see(service, f"/carts/{made['id']}"), made, "the cart that is got")


@suite.check("lines are in the order they were put in, with their totals")
def lines(service: Service) -> None:
    path = _cart(service, TEE=1, MUG=2)
    told = _set(service, path, "TEE", 3).is_(200).json()
    wanted = [
        {"sku": "TEE", "name": "T-shirt", "unitPrice": 1999, "quantity": 3, "lineTotal": 5997},
        {"sku": "MUG", "name": "Enamel mug", "unitPrice": 1250, "quantity": 2, "lineTotal": 2500},
    ]
    equal(told["lines"], wanted, "the lines")
    equal(_sums(told), (8497, 0, 8497), "the sums")
    equal(_see(service, path), told, "the cart that is got")
    equal(_see(service, _cart(service))["lines"], [], "the lines of another cart")


@suite.check("a quantity of 0 takes the product out")
def removed(service: Service) -> None:
    path = _cart(service, PEN=2, MUG=1)
    told = _set(service, path, "PEN", 0).is_(200).json()
    equal([each["sku"] for each in told["lines"]], ["MUG"], "what is left")
    equal(told["total"], 1250, "the total")


@suite.check("from 10000 on there are 10 percent off, rounded down")
def discount(service: Service) -> None:
    equal(_sums(_see(service, _cart(service, MUG=8))), (10000, 1000, 9000), "at 10000")
    equal(_sums(_see(service, _cart(service, TEE=5))), (9995, 0, 9995), "below 10000")
    path = _cart(service, TEE=5, PEN=1)
    equal(_sums(_see(service, path)), (10335, 1033, 9302), "above 10000")


@suite.check("an ordered cart never changes again")
def ordered(service: Service) -> None:
    path = _cart(service, MUG=1)
    told = service.post(f"{path}/checkout").is_(200).json()
    equal((told["status"], told["total"]), ("ordered", 1250), "status and total")
    service.post(f"{path}/checkout").is_(409)
    _set(service, path, "MUG", 2).is_(409)
    _set(service, path, "PEN", 1).is_(409)
    equal(_see(service, path), told, "the cart")


@suite.check("an empty cart is not ordered")
def nothing(service: Service) -> None:
    path = _cart(service)
    service.post(f"{path}/checkout").is_(409)
    _set(service, path, "MUG", 1).is_(200)
    _set(service, path, "MUG", 0).is_(200)
    service.post(f"{path}/checkout").is_(409)
    equal(_see(service, path)["status"], "open", "the status")


@suite.check("carts and products that are not there are 404")
def absent(service: Service) -> None:
    nowhere = f"/carts/{token_hex(12)}"
    service.get(nowhere).is_(404)
    service.post(f"{nowhere}/checkout").is_(404)
    _set(service, nowhere, "MUG", 1).is_(404)
    _set(service, _cart(service), "CAP", 1).is_(404)


@suite.check("a quantity is an integer from 0 to 20")
def malformed(service: Service) -> None:
    path = _cart(service)
    for wrong in (-1, 21, "some", None, 1.5):
        _set(service, path, "MUG", wrong).is_(422)
    service.put(f"{path}/lines/MUG", json={}).is_(422)
    equal(_see(service, path)["lines"], [], "the lines")
    _set(service, path, "MUG", 20).is_(200)
