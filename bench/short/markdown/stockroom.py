"""Products, and the movements that change their stock."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("stockroom", "service")


def _sku() -> str:
    return "S" + token_hex(4).upper()


def _product(service: Service, **more: Any) -> str:
    given = {"sku": _sku(), "name": "Bolt", "price": 1.25, **more}
    service.post("/products", json=given).is_(201)
    return str(given["sku"])


def _move(service: Service, sku: str, change: object, **more: Any) -> Answer:
    return service.post(f"/products/{sku}/movements", json={"change": change, **more})


def _stock(service: Service, sku: str) -> int:
    told: int = service.get(f"/products/{sku}").is_(200).json()["stock"]
    return told


@suite.check("a product is made with its defaults, and read")
def made(service: Service) -> None:
    sku = _sku()
    wanted = {"sku": sku, "name": "Bolt", "price": 1.25, "stock": 0, "reorder_at": 5}
    told = (
        service.post("/products", json={"sku": sku, "name": "Bolt", "price": 1.25}).is_(201).json()
    )
    equal({name: told[name] for name in wanted}, wanted, "the product")
    told = service.get(f"/products/{sku}").is_(200).json()
    equal({name: told[name] for name in wanted}, wanted, "the product, read")
    service.post("/products", json={"sku": sku, "name": "Nut", "price": 2}).is_(409)
    equal(service.get(f"/products/{sku}").is_(200).json()["name"], "Bolt", "the name")


@suite.check("movements change the stock")
def moved(service: Service) -> None:
    sku = _product(service, stock=10)
    told = _move(service, sku, 5, reason="purchase").is_(201).json()
    wanted = {"sku": sku, "change": 5, "reason": "purchase", "stock": 15}
    equal({name: told[name] for name in wanted}, wanted, "the movement")
    told = _move(service, sku, -15, reason="sale").is_(201).json()
    equal(told["stock"], 0, "the stock")
    equal(_move(service, sku, 1).is_(201).json()["reason"], "correction", "the reason")
    equal(_stock(service, sku), 1, "the stock")


@suite.check("there is never less than nothing")
def enough(service: Service) -> None:
    sku = _product(service, stock=2)
    told = _move(service, sku, -3, reason="sale").is_(409).json()
    equal(told, {"error": "not enough stock", "available": 2}, "the refusal")
    equal(_stock(service, sku), 2, "the stock")
    equal(service.get(f"/products/{sku}/movements").is_(200).json(), [], "the movements")


@suite.check("movements are listed, oldest first")
def movements(service: Service) -> None:
    sku, other = _product(service, stock=4), _product(service)
    for change, reason in ((6, "purchase"), (-1, "sale"), (-2, "sale")):
        _move(service, sku, change, reason=reason).is_(201)
    _move(service, other, 1).is_(201)
    told = service.get(f"/products/{sku}/movements").is_(200).json()
    got = [(each["change"], each["reason"], each["stock"]) for each in told]
    equal(got, [(6, "purchase", 10), (-1, "sale", 9), (-2, "sale", 7)], "the movements")


@suite.check("products are listed by sku, in pages, and the low ones", fresh=True)
def listed(service: Service) -> None:
    for sku, stock in (("CC", 6), ("AA", 5), ("DD", 0), ("BB", 9)):
        _product(service, sku=sku, stock=stock)
    _product(service, sku="EE", stock=9, reorder_at=10)

    def skus(**params: Any) -> tuple[list[str], int]:
        told = service.get("/products", params=params).is_(200).json()
        return [each["sku"] for each in told["items"]], told["total"]

    equal(skus(), (["AA", "BB", "CC", "DD", "EE"], 5), "all products")
    equal(skus(limit=2, offset=1), (["BB", "CC"], 5), "a page")
    equal(skus(low="true"), (["AA", "DD", "EE"], 3), "the low ones")
    equal(skus(low="true", limit=1), (["AA"], 3), "the first low one")
    for wrong in ({"limit": 0}, {"limit": 101}, {"offset": -1}, {"limit": "all"}):
        service.get("/products", params=wrong).is_(422)


@suite.check("what is invalid is 422")
def invalid(service: Service) -> None:
    right = {"sku": _sku(), "name": "Bolt", "price": 1}
    for name in right:
        service.post(
            "/products", json={key: value for key, value in right.items() if key != name}
        ).is_(422)
    for bad in (
        {"sku": "A"},
        {"sku": "A" * 13},
        {"sku": "ab-1"},
        {"price": -1},
        {"price": "free"},
        {"stock": -1},
        {"stock": 1.5},
        {"reorder_at": -1},
    ):
        service.post("/products", json={**right, **bad}).is_(422)
    sku = _product(service, stock=5)
    for change in (0, 1.5, "two", None):
        _move(service, sku, change).is_(422)
    service.post(f"/products/{sku}/movements", json={"reason": "sale"}).is_(422)
    _move(service, sku, 1, reason="theft").is_(422)
    equal(_stock(service, sku), 5, "the stock")


@suite.check("an unknown product is 404")
def unknown(service: Service) -> None:
    sku = _sku()
    service.get(f"/products/{sku}").is_(404)
    _move(service, sku, 1).is_(404)
    service.get(f"/products/{sku}/movements").is_(404)


@suite.check("stock and movements survive a restart")
def kept(service: Service) -> None:
    sku = _product(service, stock=3)
    _move(service, sku, 4).is_(201)
    service.restart()
    equal(_stock(service, sku), 7, "the stock")
    equal(len(service.get(f"/products/{sku}/movements").is_(200).json()), 1, "the movements")
