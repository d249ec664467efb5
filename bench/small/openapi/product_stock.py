"""A catalogue with stock that moves and never falls below nothing."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("product-stock", "service")


def _sku() -> str:
    return f"P-{token_hex(4).upper()}"


def _product(service: Service, **more: Any) -> str:
    given = {"sku": _sku(), "name": "Lamp", "price": 24.9, **more}
    service.post("/products", json=given).is_(201)
    return str(given["sku"])


def _move(service: Service, sku: str, quantity: object) -> Answer:
    return service.post(f"/products/{sku}/movements", json={"quantity": quantity})


def _read(service: Service, sku: str) -> Any:
    return service.get(f"/products/{sku}").is_(200).json()


def _browse(service: Service, **params: Any) -> tuple[int, list[str]]:
    told = service.get("/products", params=params).is_(200).json()
    return told["total"], [each["sku"] for each in told["items"]]


@suite.check("a product is made with stock 0, and misc without a category")
def made(service: Service) -> None:
    given = {"sku": _sku(), "name": "Desk lamp", "price": 24.9, "category": "light"}
    wanted = {**given, "stock": 0, "available": False}
    equal(service.post("/products", json=given).is_(201).json(), wanted, "the product")
    equal(_read(service, given["sku"]), wanted, "the product read")
    equal(_read(service, _product(service))["category"], "misc", "the category")


@suite.check("a sku is taken once, and an unknown one is 404")
def skus(service: Service) -> None:
    sku = _product(service)
    told = service.post("/products", json={"sku": sku, "name": "x", "price": 1}).is_(409).json()
    equal(told, {"error": "sku already exists"}, "the answer")
    nowhere = f"/products/{_sku()}"
    answers = [service.get(nowhere), service.patch(nowhere, json={"price": 1})]
    answers.append(service.post(f"{nowhere}/movements", json={"quantity": 1}))
    for answer in answers:
        equal(answer.is_(404).json(), {"error": "product not found"}, "the answer")


@suite.check("goods move in and out, but no more than there are")
def moved(service: Service) -> None:
    sku, other = _product(service), _product(service)
    told = _move(service, sku, 5).is_(201).json()
    equal((told["sku"], told["stock"], told["available"]), (sku, 5, True), "the product")
    equal(_move(service, sku, -3).is_(201).json()["stock"], 2, "the stock")
    told = _move(service, sku, -3).is_(409).json()
    equal(told, {"error": "not enough stock", "stock": 2}, "the answer")
    equal(_read(service, sku)["stock"], 2, "the stock")
    told = _move(service, sku, -2).is_(201).json()
    equal((told["stock"], told["available"]), (0, False), "the stock")
    equal(_read(service, other)["stock"], 0, "the stock of another")


@suite.check("only what is sent is changed, and neither sku nor stock")
def changed(service: Service) -> None:
    sku = _product(service, category="light")
    _move(service, sku, 4).is_(201)
    told = service.patch(f"/products/{sku}", json={"price": 19.5}).is_(200).json()
    wanted = {"sku": sku, "name": "Lamp", "price": 19.5, "category": "light"}
    wanted |= {"stock": 4, "available": True}
    equal(told, wanted, "the product")
    for wrong in ({"sku": _sku()}, {"stock": 9}, {"price": -1}, {"name": ""}):
        service.patch(f"/products/{sku}", json=wrong).is_(422)
    equal(_read(service, sku), wanted, "the product")


@suite.check("products are found by category, availability and price")
def filtered(service: Service) -> None:
    of = f"c{token_hex(4)}"
    a = _product(service, category=of, name="a", price=5)
    b = _product(service, category=of, name="b", price=10)
    c = _product(service, category=of, name="c", price=10.01)
    _move(service, b, 1).is_(201)
    equal(_browse(service, category=of), (3, [a, b, c]), "by category")
    equal(_browse(service, category=of, available="true"), (1, [b]), "with stock")
    equal(_browse(service, category=of, available="false"), (2, [a, c]), "without stock")
    equal(_browse(service, category=of, max_price=10), (2, [a, b]), "by price")
    equal(_browse(service, category=f"c{token_hex(4)}"), (0, []), "of no category")


@suite.check("products are sorted by name or price")
def ordered(service: Service) -> None:
    of = f"c{token_hex(4)}"
    b = _product(service, category=of, name="b", price=3)
    c = _product(service, category=of, name="c", price=1)
    a = _product(service, category=of, name="a", price=2)
    for sort, wanted in (("name", [a, b, c]), ("price", [c, a, b]), ("-price", [b, a, c])):
        equal(_browse(service, category=of, sort=sort), (3, wanted), f"by {sort}")
    equal(_browse(service, category=of), (3, [a, b, c]), "by default")
    service.get("/products", params={"sort": "colour"}).is_(422)


@suite.check("a page has ten products, or as many as are asked for")
def paged(service: Service) -> None:
    of = f"c{token_hex(4)}"
    made_ = [_product(service, category=of, name=f"n{n:02d}") for n in range(12)]
    equal(_browse(service, category=of), (12, made_[:10]), "the first page")
    equal(_browse(service, category=of, page=2), (12, made_[10:]), "the second page")
    equal(_browse(service, category=of, page=2, per_page=5), (12, made_[5:10]), "one of five")
    for wrong in ({"page": 0}, {"per_page": 0}, {"per_page": 51}):
        service.get("/products", params=wrong).is_(422)


@suite.check("what does not match the document is 422")
def malformed(service: Service) -> None:
    right = {"sku": _sku(), "name": "x", "price": 1}
    wrong: list[dict[str, Any]] = [
        {key: value for key, value in right.items() if key != name} for name in right
    ]
    wrong += [right | {"sku": each} for each in ("AB", "A" * 21, "lamp-1", "LAMP 1")]
    wrong += [right | {"price": each} for each in (-0.01, "cheap")]
    wrong += [right | {"name": ""}]
    for each in wrong:
        service.post("/products", json=each).is_(422)
    sku = _product(service, price=0)
    for quantity in (0, 1.5, "many", None):
        _move(service, sku, quantity).is_(422)
    equal(_read(service, sku)["stock"], 0, "the stock")


@suite.check("orders at the same moment take no more than there is")
def race(service: Service) -> None:
    sku = _product(service)
    _move(service, sku, 3).is_(201)
    answers = at_once([lambda: _move(service, sku, -1)] * 7)
    statuses = [answer.is_(201, 409).status for answer in answers]
    equal(statuses.count(201), 3, "how many got one")
    equal(_read(service, sku)["stock"], 0, "the stock")
