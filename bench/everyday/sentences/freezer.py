"""What is in the freezer."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("freezer", "service")


def _other(known: Any) -> str:
    return "99999999" if isinstance(known, int) else str(known)[:-1] + ("0" if str(known)[-1] != "0" else "1")


def _add(service: Service, **given: Any) -> dict[str, Any]:
    return service.post("/items", json=given).created()


def _seen(told: dict[str, Any]) -> tuple[Any, Any, Any]:
    return told["name"], told["quantity"], told["category"]


@suite.check("an added item is read back and listed")
def added(service: Service) -> None:
    name = f"peas {token_hex(3)}"
    made = _add(service, name=name, quantity=3, category="veg")
    equal(_seen(made), (name, 3, "veg"), "the answer")
    equal(_seen(service.get(f"/items/{made['id']}").is_(200).json()), (name, 3, "veg"), "the item")
    expect(name in [each["name"] for each in service.get("/items").items()], "it is listed")


@suite.check("the quantity is 1 unless given, and may be zero")
def defaulted(service: Service) -> None:
    made = _add(service, name="ice", category="other")
    equal(service.get(f"/items/{made['id']}").is_(200).json()["quantity"], 1, "the quantity")
    made = _add(service, name="ice", quantity=0, category="other")
    equal(service.get(f"/items/{made['id']}").is_(200).json()["quantity"], 0, "the quantity")


@suite.check("a list of one category has nothing else", fresh=True)
def filtered(service: Service) -> None:
    equal(service.get("/items").items(), [], "an empty freezer")
    for name, category in (("steak", "meat"), ("beans", "veg"), ("corn", "veg")):
        _add(service, name=name, quantity=1, category=category)
    equal(len(service.get("/items").items()), 3, "the number of items")
    told = service.get("/items", params={"category": "veg"}).items()
    equal(sorted(each["name"] for each in told), ["beans", "corn"], "the veg")
    equal(service.get("/items", params={"category": "bread"}).items(), [], "the bread")


@suite.check("an item can be changed, and no other changes")
def changed(service: Service) -> None:
    one = _add(service, name="soup", quantity=2, category="meals")
    two = _add(service, name="stew", quantity=2, category="meals")
    service.update(f"/items/{one['id']}", {"name": "soup", "quantity": 1, "category": "old"}).done()
    equal(_seen(service.get(f"/items/{one['id']}").is_(200).json()), ("soup", 1, "old"), "the item")
    equal(_seen(service.get(f"/items/{two['id']}").is_(200).json()), ("stew", 2, "meals"), "the other")


@suite.check("a thrown out item is gone")
def gone(service: Service) -> None:
    made = _add(service, name="fish", quantity=2, category="meat")
    path = f"/items/{made['id']}"
    service.delete(path).done()
    service.get(path).is_(404)
    service.delete(path).is_(404)
    expect(made["id"] not in [each["id"] for each in service.get("/items").items()], "it is not listed")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    path = f"/items/{_other(_add(service, name='x', quantity=1, category='y')['id'])}"
    service.get(path).is_(404)
    service.update(path, {"name": "x", "quantity": 1, "category": "y"}).is_(404)
    service.delete(path).is_(404)


@suite.check("no name, a negative or broken quantity is refused and not kept")
def refused(service: Service) -> None:
    made = _add(service, name="pie", quantity=4, category="cake")
    before = len(service.get("/items").items())
    service.post("/items", json={"quantity": 1, "category": "veg"}).refused()
    for wrong in (-1, 1.5, "lots"):
        service.post("/items", json={"name": "a", "quantity": wrong, "category": "veg"}).refused()
    service.update(f"/items/{made['id']}", {"name": "pie", "quantity": -2, "category": "cake"}).refused()
    equal(len(service.get("/items").items()), before, "the number of items")
    equal(service.get(f"/items/{made['id']}").is_(200).json()["quantity"], 4, "the quantity")
