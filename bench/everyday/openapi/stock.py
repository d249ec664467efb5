"""Parts, searched, sorted and paged."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("stock", "service")


def _add(service: Service, name: str, price: float, stock: int) -> None:
    service.post("/parts", json={"name": name, "price": price, "stock": stock}).is_(201)


def _shelf(service: Service) -> None:
    _add(service, "Saddle", 39.9, 4)
    _add(service, "Chain", 19.5, 0)
    _add(service, "Brake pads", 8, 25)
    _add(service, "Chain guard", 12.25, 2)


def _names(service: Service, **params: Any) -> list[str]:
    told = service.get("/parts", params=params).is_(200).json()
    return [each["name"] for each in told["items"]]


@suite.check("a part is added with its defaults", fresh=True)
def added(service: Service) -> None:
    told = service.get("/parts").is_(200).json()
    equal((told["items"], told["total"]), ([], 0), "an empty stock")
    made = service.post("/parts", json={"name": "Bell", "price": 6.5}).is_(201).json()
    (told,) = service.get("/parts").is_(200).json()["items"]
    for each in (made, told):
        values = tuple(each[name] for name in ("id", "name", "price", "stock"))
        equal(values, (made["id"], "Bell", 6.5, 0), "the part")


@suite.check("parts are sorted by name unless told otherwise", fresh=True)
def ordered(service: Service) -> None:
    _shelf(service)
    by_name = ["Brake pads", "Chain", "Chain guard", "Saddle"]
    by_price = ["Brake pads", "Chain guard", "Chain", "Saddle"]
    by_stock = ["Chain", "Chain guard", "Saddle", "Brake pads"]
    equal(_names(service), by_name, "unsorted")
    for field, wanted in (("name", by_name), ("price", by_price), ("stock", by_stock)):
        equal(_names(service, sort=field), wanted, f"sorted by {field}")
        equal(_names(service, sort=f"-{field}"), wanted[::-1], f"sorted by -{field}")


@suite.check("parts are found by name, price and stock, also together", fresh=True)
def found(service: Service) -> None:
    _shelf(service)
    equal(_names(service, q="CHAIN"), ["Chain", "Chain guard"], "by name")
    equal(_names(service, min_price=12.25), ["Chain", "Chain guard", "Saddle"], "by least price")
    equal(_names(service, max_price=12.25), ["Brake pads", "Chain guard"], "by most price")
    equal(_names(service, in_stock="true"), ["Brake pads", "Chain guard", "Saddle"], "in stock")
    equal(_names(service, in_stock="false"), ["Chain"], "out of stock")
    equal(_names(service, q="a", min_price=10, in_stock="true", sort="-price"), ["Saddle", "Chain guard"], "all")
    equal(_names(service, q="%"), [], "by a sign")


@suite.check("results are paged", fresh=True)
def paged(service: Service) -> None:
    for number in range(23):
        _add(service, f"Screw {number:02}", 1, 1)
    told = service.get("/parts").is_(200).json()
    equal((len(told["items"]), told["total"], told["page"], told["pages"]), (20, 23, 1, 2), "the first page")
    told = service.get("/parts", params={"page": 3, "per_page": 10}).is_(200).json()
    equal([each["name"] for each in told["items"]], ["Screw 20", "Screw 21", "Screw 22"], "the third")
    equal((told["total"], told["page"], told["pages"]), (23, 3, 3), "the numbers")
    told = service.get("/parts", params={"q": "screw 1", "per_page": 4, "page": 2}).is_(200).json()
    equal((told["total"], told["pages"]), (10, 3), "the numbers of a search")
    equal(told["items"][0]["name"], "Screw 14", "the first of the second page")


@suite.check("parameters out of range are 422")
def bounds(service: Service) -> None:
    wrong = ({"page": 0}, {"per_page": 0}, {"per_page": 51}, {"sort": "colour"}, {"min_price": "cheap"})
    for params in wrong:
        service.get("/parts", params=params).is_(422)
    service.get("/parts", params={"per_page": 50}).is_(200)


@suite.check("an invalid part is 422 and not kept")
def malformed(service: Service) -> None:
    before = service.get("/parts").is_(200).json()["total"]
    wrong: list[dict[str, Any]] = [
        {"price": 1}, {"name": "Tube"}, {"name": "T", "price": 1}, {"name": "T" * 81, "price": 1},
        {"name": "Tube", "price": -1}, {"name": "Tube", "price": 1, "stock": -1},
        {"name": "Tube", "price": 1, "stock": 1.5}, {"name": "Tube", "price": "much"},
    ]
    for each in wrong:
        service.post("/parts", json=each).is_(422)
    equal(service.get("/parts").is_(200).json()["total"], before, "the total")
