"""A warehouse: products, stock at several places, and movements that never make it negative."""

from __future__ import annotations

import uuid
from secrets import randbelow, token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("warehouse", "service")


def _sku() -> str:
    return "".join(chr(65 + randbelow(26)) for _ in range(3)) + f"-{randbelow(10_000):04d}"


def _make(service: Service, **more: Any) -> dict[str, Any]:
    given = {"sku": _sku(), "name": f"n{token_hex(4)}", "reorder_level": 0, **more}
    made = service.post("/products", json=given).is_(201).json()
    uuid.UUID(made["id"])
    wanted = {**given, "total": 0, "stock": {}}
    equal({name: made[name] for name in wanted}, wanted, "the product")
    return {**given, "id": made["id"]}


def _move(service: Service, product: dict[str, Any], type_: str, count: int, *at: str) -> Answer:
    given = {"type": type_, "location": at[0], "quantity": count}
    given |= {"to_location": at[1]} if len(at) > 1 else {}
    return service.post(f"/products/{product['id']}/movements", json=given)


def _stock(service: Service, product: dict[str, Any], **wanted: int) -> None:
    told = service.get(f"/products/{product['id']}").is_(200).json()
    equal(told["stock"], wanted, "the stock by location")
    equal(told["total"], sum(wanted.values()), "the total")


def _error(answer: Answer, status: int) -> str:
    told = answer.is_(status).json()["error"]
    expect(isinstance(told, str), "an error is a string")
    return str(told)


def _listed(service: Service, **params: str) -> list[str]:
    told = service.get("/products", params=params).is_(200).json()
    expect(isinstance(told, list), "products are listed as an array")
    return [each["id"] for each in told]


@suite.check("an empty warehouse lists nothing", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/products").is_(200).json(), [], "the products")
    equal(service.get("/locations").is_(200).json(), [], "the locations")


@suite.check("a product is created without stock and can be read back and listed")
def created(service: Service) -> None:
    made = _make(service, reorder_level=4)
    read = service.get(f"/products/{made['id']}").is_(200).json()
    equal({name: read[name] for name in made}, made, "the product")
    expect(made["id"] in _listed(service), "it is listed")
    plain = service.post("/products", json={"sku": _sku(), "name": "x"}).is_(201).json()
    equal(plain["reorder_level"], 0, "the reorder_level when not given")


@suite.check("a SKU is unique: a second one is 409, in a PUT too")
def unique(service: Service) -> None:
    made, other = _make(service), _make(service)
    _error(service.post("/products", json={"sku": made["sku"], "name": "x"}), 409)
    given = {"sku": made["sku"], "name": "x"}
    _error(service.put(f"/products/{other['id']}", json=given), 409)
    service.put(f"/products/{made['id']}", json=given).is_(200)


@suite.check("movements in, out and transfer change the stock where they say")
def moved(service: Service) -> None:
    made, other = _make(service), _make(service)
    told = _move(service, made, "in", 10, "north").is_(201).json()
    uuid.UUID(told["id"])
    wanted = {"type": "in", "location": "north", "quantity": 10}
    equal({name: told[name] for name in wanted}, wanted, "the movement")
    expect(told["booked_at"], "booked_at is there")
    _stock(service, made, north=10)
    _move(service, made, "out", 3, "north").is_(201)
    told = _move(service, made, "transfer", 4, "north", "south").is_(201).json()
    equal(told["to_location"], "south", "to_location")
    _stock(service, made, north=3, south=4)
    _stock(service, other)
    _move(service, made, "out", 3, "north").is_(201)
    _stock(service, made, south=4)


@suite.check("more than there is at a location is 409 `insufficient stock`, and nothing is booked")
def insufficient(service: Service) -> None:
    made = _make(service)
    _move(service, made, "in", 2, "east").is_(201)
    _move(service, made, "in", 9, "west").is_(201)
    for answer in (
        _move(service, made, "out", 3, "east"),
        _move(service, made, "transfer", 3, "east", "west"),
        _move(service, made, "out", 1, "nowhere"),
    ):
        equal(_error(answer, 409), "insufficient stock", "the error")
    _stock(service, made, east=2, west=9)
    equal(len(service.get(f"/products/{made['id']}/movements").items()), 2, "the movements")


@suite.check("many at the same moment cannot take more than there is")
def race(service: Service) -> None:
    made = _make(service)
    _move(service, made, "in", 3, "dock").is_(201)
    answers = at_once([lambda: _move(service, made, "out", 1, "dock")] * 8)
    taken = [answer.is_(201, 409).status for answer in answers]
    equal(taken.count(201), 3, "the number of movements booked")
    _stock(service, made)


@suite.check("movements are listed oldest first, those of the product alone")
def history(service: Service) -> None:
    made, other = _make(service), _make(service)
    _move(service, other, "in", 1, "a").is_(201)
    for count in (5, 7, 6):
        _move(service, made, "in", count, "a").is_(201)
    told = service.get(f"/products/{made['id']}/movements").is_(200).json()
    equal([each["quantity"] for each in told], [5, 7, 6], "the quantities")


@suite.check("q finds a part of name or SKU in any case; low_stock those below their level")
def searched(service: Service) -> None:
    mark = token_hex(5)
    named, coded = _make(service, name=f"Big {mark} Box"), _make(service)
    equal(_listed(service, q=f"BIG {mark}".upper()), [named["id"]], "what is found by name")
    expect(coded["id"] in _listed(service, q=coded["sku"][1:].lower()), "found by SKU")
    equal(_listed(service, q=token_hex(9)), [], "what is found for nothing")
    low, level, none = (_make(service, reorder_level=each) for each in (3, 3, 0))
    _move(service, low, "in", 1, "a").is_(201)
    _move(service, low, "in", 1, "b").is_(201)
    _move(service, level, "in", 3, "a").is_(201)
    told = _listed(service, low_stock="true")
    expect(low["id"] in told, "two of three is low")
    expect(level["id"] not in told, "three of three is not low")
    expect(none["id"] not in told, "none of none is not low")


@suite.check("locations are alphabetical, with the sum of their stock, and only those with any")
def locations(service: Service) -> None:
    places = [f"{each}{token_hex(4)}" for each in "cab"]
    made, other = _make(service), _make(service)
    for place in places:
        _move(service, made, "in", 2, place).is_(201)
    _move(service, other, "in", 5, places[1]).is_(201)
    _move(service, made, "out", 2, places[2]).is_(201)
    told = service.get("/locations").is_(200).json()
    equal([each["location"] for each in told], sorted(each["location"] for each in told), "order")
    sums = {each["location"]: each["quantity"] for each in told}
    equal([sums.get(each) for each in places], [2, 7, None], "the sums")


@suite.check("a PUT replaces the product and keeps its stock")
def replaced(service: Service) -> None:
    made = _make(service, reorder_level=4)
    _move(service, made, "in", 2, "a").is_(201)
    new = {"sku": _sku(), "name": "new", "reorder_level": 1}
    service.put(f"/products/{made['id']}", json=new).is_(200)
    read = service.get(f"/products/{made['id']}").is_(200).json()
    equal({name: read[name] for name in new}, new, "the product")
    _stock(service, made, a=2)


@suite.check("a product with stock cannot be deleted (409), one without can")
def deleted(service: Service) -> None:
    made = _make(service)
    path = f"/products/{made['id']}"
    _move(service, made, "in", 1, "a").is_(201)
    _error(service.delete(path), 409)
    _move(service, made, "out", 1, "a").is_(201)
    service.delete(path).is_(204)
    _error(service.get(path), 404)
    expect(made["id"] not in _listed(service), "it is not listed")


@suite.check("a product that is not there is 404")
def absent(service: Service) -> None:
    nobody = {"id": str(uuid.uuid4())}
    path = f"/products/{nobody['id']}"
    _error(service.get(path), 404)
    _error(service.put(path, json={"sku": _sku(), "name": "x"}), 404)
    _error(service.delete(path), 404)
    _error(service.get(f"{path}/movements"), 404)
    _error(_move(service, nobody, "in", 1, "a"), 404)


@suite.check("bodies that break a rule are 422, and nothing is kept of them")
def malformed(service: Service) -> None:
    before = len(_listed(service))
    refuses_malformed(service, "/products")
    for wrong in (
        {"sku": "abc-1234"},
        {"sku": "ABC-12345"},
        {"sku": "xABC-1234"},
        {"name": ""},
        {"name": "n" * 121},
        {"reorder_level": -1},
        {"reorder_level": "many"},
    ):
        _error(service.post("/products", json={"sku": _sku(), "name": "x", **wrong}), 422)
    for part in ({"sku": _sku()}, {"name": "x"}):
        _error(service.post("/products", json=part), 422)
    equal(len(_listed(service)), before, "the number of products")
    made = _make(service)
    right = {"type": "in", "location": "a", "quantity": 1}
    for fault in (
        {"quantity": 0},
        {"quantity": 1.5},
        {"type": "steal"},
        {"location": ""},
        {"type": "transfer"},
    ):
        _error(service.post(f"/products/{made['id']}/movements", json={**right, **fault}), 422)
    _stock(service, made)
