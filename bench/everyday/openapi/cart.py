"""A cart and its totals."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("cart", "service")


def _cart(service: Service) -> str:
    return f"/carts/{service.post('/carts').is_(201).json()['id']}"


def _put(service: Service, cart: str, sku: str, price: int, quantity: int) -> Answer:
    return service.post(f"{cart}/items", json={"sku": sku, "price": price, "quantity": quantity})


def _sums(told: dict[str, Any]) -> tuple[int, int, int]:
    return told["subtotal"], told["discount"], told["total"]


def _items(told: dict[str, Any]) -> list[tuple[Any, ...]]:
    return sorted((each["sku"], each["price"], each["quantity"]) for each in told["items"])


@suite.check("a new cart is open and empty")
def empty(service: Service) -> None:
    made = service.post("/carts").is_(201).json()
    for told in (made, service.get(f"/carts/{made['id']}").is_(200).json()):
        equal((told["id"], told["status"], told["items"]), (made["id"], "open", []), "the cart")
        equal(_sums(told), (0, 0, 0), "the sums")


@suite.check("items are put in, added up and kept apart from other carts")
def added(service: Service) -> None:
    cart, other = _cart(service), _cart(service)
    _put(service, cart, "rye-500", 420, 2).is_(200)
    told = _put(service, cart, "bun", 65, 10).is_(200).json()
    for each in (told, service.get(cart).is_(200).json()):
        equal(_items(each), [("bun", 65, 10), ("rye-500", 420, 2)], "the items")
        equal(_sums(each), (1490, 0, 1490), "the sums")
    equal(service.get(other).is_(200).json()["items"], [], "the other cart")


@suite.check("the same sku adds to its quantity")
def again(service: Service) -> None:
    cart = _cart(service)
    _put(service, cart, "bun", 65, 3).is_(200)
    told = _put(service, cart, "bun", 65, 4).is_(200).json()
    equal(_items(told), [("bun", 65, 7)], "the items")
    equal(_sums(told), (455, 0, 455), "the sums")


@suite.check("from 5000 cents on there are ten percent off, rounded down")
def discount(service: Service) -> None:
    for price, wanted in ((4999, (4999, 0, 4999)), (5000, (5000, 500, 4500)), (5019, (5019, 501, 4518))):
        equal(_sums(_put(service, _cart(service), "cake", price, 1).is_(200).json()), wanted, "the sums")


@suite.check("an item is taken out as a whole")
def removed(service: Service) -> None:
    cart = _cart(service)
    _put(service, cart, "bun", 65, 5).is_(200)
    _put(service, cart, "cake", 2000, 3).is_(200)
    service.delete(f"{cart}/items/cake").is_(204)
    service.delete(f"{cart}/items/cake").is_(404)
    told = service.get(cart).is_(200).json()
    equal((_items(told), _sums(told)), ([("bun", 65, 5)], (325, 0, 325)), "the cart")


@suite.check("after checkout nothing changes")
def closed(service: Service) -> None:
    cart = _cart(service)
    service.post(f"{cart}/checkout").is_(409)
    _put(service, cart, "bun", 65, 5).is_(200)
    told = service.post(f"{cart}/checkout").is_(200).json()
    equal((told["status"], told["total"]), ("checked_out", 325), "the cart")
    service.post(f"{cart}/checkout").is_(409)
    _put(service, cart, "bun", 65, 1).is_(409)
    service.delete(f"{cart}/items/bun").is_(409)
    told = service.get(cart).is_(200).json()
    equal((told["status"], _items(told)), ("checked_out", [("bun", 65, 5)]), "the cart")


@suite.check("an invalid item is 400")
def malformed(service: Service) -> None:
    cart = _cart(service)
    good = {"sku": "bun", "price": 65, "quantity": 1}
    wrong: list[dict[str, Any]] = [
        {"sku": ""}, {"price": 0}, {"price": "free"}, {"quantity": 0}, {"quantity": 100}, {"quantity": -1},
    ]
    for each in wrong:
        service.post(f"{cart}/items", json={**good, **each}).is_(400)
    for name in good:
        service.post(f"{cart}/items", json={k: v for k, v in good.items() if k != name}).is_(400)
    equal(service.get(cart).is_(200).json()["items"], [], "the items")


@suite.check("an unknown cart is 404")
def absent(service: Service) -> None:
    path = "/carts/no-such-cart"
    service.get(path).is_(404)
    _put(service, path, "bun", 65, 1).is_(404)
    service.delete(f"{path}/items/bun").is_(404)
    service.post(f"{path}/checkout").is_(404)
