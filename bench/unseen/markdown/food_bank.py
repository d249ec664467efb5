"""A food bank: donations raise the stock, parcels lower it, all or nothing."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("food-bank", "service")


def _sku() -> str:
    return f"S-{token_hex(4).upper()}"


def _product(service: Service, quantity: int = 0, category: str = "staples") -> str:
    sku = _sku()
    given = {"sku": sku, "name": f"Thing {sku}", "category": category}
    made = service.post("/v1/products", json=given).is_(201).json()
    equal({name: made[name] for name in given}, given, "the product")
    equal(made["quantity"], 0, "the quantity of a new product")
    if quantity:
        _donate(service, {sku: quantity}).is_(201)
    return sku


def _lines(amounts: dict[str, int]) -> list[dict[str, Any]]:
    return [{"sku": sku, "quantity": quantity} for sku, quantity in amounts.items()]


def _donate(service: Service, amounts: dict[str, int]) -> Answer:
    return service.post("/v1/donations", json={"donor": "Bakery", "lines": _lines(amounts)})


def _parcel(service: Service, amounts: dict[str, int], family: str = "F-1") -> Answer:
    return service.post("/v1/parcels", json={"family": family, "lines": _lines(amounts)})


def _stock(service: Service, sku: str) -> int:
    told: int = service.get(f"/v1/products/{sku}").is_(200).json()["quantity"]
    return told


@suite.check("an empty store lists nothing", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/v1/products").is_(200).json(), [], "the products")
    equal(service.get("/v1/stock/low").is_(200).json(), [], "what is low")


@suite.check("products are created, read by sku, and the same sku again is 409")
def products(service: Service) -> None:
    sku = _product(service)
    read = service.get(f"/v1/products/{sku}").is_(200).json()
    equal(read["name"], f"Thing {sku}", "the name")
    again = {"sku": sku, "name": "Other", "category": "fresh"}
    service.post("/v1/products", json=again).is_(409)
    equal(service.get(f"/v1/products/{sku}").is_(200).json()["name"], f"Thing {sku}", "the name")
    service.get(f"/v1/products/{_sku()}").is_(404)


@suite.check("products are listed by sku, of one category if wanted", fresh=True)
def listed(service: Service) -> None:
    made = [_product(service, category=each) for each in ("canned", "fresh", "canned", "hygiene")]
    told = [each["sku"] for each in service.get("/v1/products").is_(200).json()]
    equal(told, sorted(made), "all products")
    told_ = service.get("/v1/products", params={"category": "canned"}).is_(200).json()
    equal([each["sku"] for each in told_], sorted([made[0], made[2]]), "the canned ones")


@suite.check("a sku is 3 to 20 upper case letters, digits and dashes; anything else is 422")
def skus(service: Service) -> None:
    for sku in ("AB", "A" * 21, "abc", "RICE 1KG", "RICE_1", "", 7):
        given = {"sku": sku, "name": "x", "category": "fresh"}
        service.post("/v1/products", json=given).is_(422)
    for sku in (token_hex(2).upper()[:3], f"A-{token_hex(9).upper()}"):
        given = {"sku": sku, "name": "x", "category": "fresh"}
        service.post("/v1/products", json=given).is_(201)
    refuses_malformed(service, "/v1/products", {"sku": _sku(), "name": "x", "category": "toys"})


@suite.check("every line of a donation raises the quantity of its product")
def donated(service: Service) -> None:
    one, two, other = _product(service), _product(service), _product(service)
    made = _donate(service, {one: 12, two: 3}).is_(201).json()
    equal(made["donor"], "Bakery", "the donor")
    seen = [{name: each[name] for name in ("sku", "quantity")} for each in made["lines"]]
    equal(seen, _lines({one: 12, two: 3}), "the lines")
    expect(isinstance(made["received_at"], str) and "T" in made["received_at"], "received_at")
    _donate(service, {one: 1}).is_(201)
    equal([_stock(service, each) for each in (one, two, other)], [13, 3, 0], "the quantities")


@suite.check("a donation with an unknown sku is 404 as a whole and changes nothing")
def donation_unknown(service: Service) -> None:
    sku = _product(service, 4)
    _donate(service, {sku: 5, _sku(): 1}).is_(404)
    equal(_stock(service, sku), 4, "the quantity")


@suite.check("donations have at least one line of a whole number of at least 1")
def donation_malformed(service: Service) -> None:
    sku = _product(service, 2)
    for quantity in (0, -3, 1.5, "many"):
        given = {"donor": "x", "lines": [{"sku": sku, "quantity": quantity}]}
        service.post("/v1/donations", json=given).refused()
    service.post("/v1/donations", json={"donor": "x", "lines": []}).refused()
    service.post("/v1/donations", json={"donor": "x"}).refused()
    equal(_stock(service, sku), 2, "the quantity")


@suite.check("a parcel lowers the quantities, down to nothing")
def parcelled(service: Service) -> None:
    one, two = _product(service, 10), _product(service, 3)
    made = _parcel(service, {one: 2, two: 3}, "F-204").is_(201).json()
    equal(made["family"], "F-204", "the family")
    equal([_stock(service, each) for each in (one, two)], [8, 0], "the quantities")


@suite.check("a parcel with too little stock is 409, tells all that is short, changes nothing")
def short(service: Service) -> None:
    one, two, plenty = _product(service, 10), _product(service), _product(service, 50)
    told = _parcel(service, {one: 20, plenty: 5, two: 1}).is_(409).json()
    equal(told["error"], "insufficient_stock", "the error")
    told = sorted(told["short"], key=lambda each: str(each["sku"]))
    wanted = [
        {"sku": one, "requested": 20, "available": 10},
        {"sku": two, "requested": 1, "available": 0},
    ]
    equal(told, sorted(wanted, key=lambda each: str(each["sku"])), "what is short")
    equal([_stock(service, each) for each in (one, two, plenty)], [10, 0, 50], "the quantities")


@suite.check("many parcels at the same moment never take more than there is")
def race(service: Service) -> None:
    sku = _product(service, 5)
    answers = at_once([lambda: _parcel(service, {sku: 2})] * 6)
    equal([each.is_(201, 409).status for each in answers].count(201), 2, "the parcels made")
    equal(_stock(service, sku), 1, "the quantity")


@suite.check("the parcels of a family, oldest first")
def families(service: Service) -> None:
    sku, family = _product(service, 20), f"F-{token_hex(4)}"
    made = [_parcel(service, {sku: n}, family).is_(201).json()["id"] for n in (3, 1, 2)]
    _parcel(service, {sku: 1}, f"F-{token_hex(4)}").is_(201)
    told = service.get("/v1/parcels", params={"family": family}).is_(200).json()
    equal([each["id"] for each in told], made, "the parcels")


@suite.check("what is low, lowest first, under 10 unless said otherwise", fresh=True)
def low(service: Service) -> None:
    amounts = (9, 10, 4, 0, 5)
    made = {each: _product(service, each) for each in amounts}
    told = [each["sku"] for each in service.get("/v1/stock/low").is_(200).json()]
    equal(told, [made[each] for each in (0, 4, 5, 9)], "under 10")
    told_ = service.get("/v1/stock/low", params={"below": 5}).is_(200).json()
    equal([each["sku"] for each in told_], [made[0], made[4]], "under 5")
