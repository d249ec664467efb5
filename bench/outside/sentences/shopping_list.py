"""Shopping lists that are shared by a code."""

from __future__ import annotations

import re
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("shopping-list", "service")


def _list(service: Service) -> str:
    return f"/lists/{service.post('/lists').is_(201).json()['code']}"


def _add(service: Service, path: str, name: str, status: int = 201, **more: int) -> dict[str, Any]:
    answer = service.post(f"{path}/items", json={"name": name, **more})
    told: dict[str, Any] = answer.is_(status).json()
    return told


def _toggle(service: Service, path: str, item: dict[str, Any]) -> dict[str, Any]:
    answer = service.post(f"{path}/items/{item['id']}/toggle")
    told: dict[str, Any] = answer.is_(200).json()
    return told


def _items(service: Service, path: str) -> list[tuple[str, int, bool]]:
    told = service.get(f"{path}/items").items()
    return [(each["name"], each["quantity"], each["bought"]) for each in told]


@suite.check("a list has a code of six letters and is empty")
def made(service: Service) -> None:
    path = _list(service)
    code = path.rpartition("/")[2]
    expect(re.fullmatch("[A-Z]{6}", code) is not None, f"{code} is six upper case letters")
    equal(_items(service, path), [], "the items")
    expect(_list(service) != path, "codes differ")


@suite.check("an item is put on that list")
def added(service: Service) -> None:
    path, other = _list(service), _list(service)
    told = _add(service, path, "  Oat milk ", quantity=2)
    wanted = {"name": "Oat milk", "quantity": 2, "bought": False}
    equal({name: told[name] for name in wanted}, wanted, "the item")
    equal(_add(service, path, "Salt")["quantity"], 1, "the quantity if left out")
    equal(_items(service, path), [("Oat milk", 2, False), ("Salt", 1, False)], "the items")
    equal(_items(service, other), [], "the items of another list")


@suite.check("the same name again adds to the quantity, up to 99")
def again(service: Service) -> None:
    path = _list(service)
    first = _add(service, path, "Milk", quantity=2)
    equal(_add(service, path, "milk", 200), first | {"quantity": 3}, "one more")
    equal(_add(service, path, " MILK ", 200, quantity=90)["quantity"], 93, "90 more")
    equal(_add(service, path, "Milk", 200, quantity=10)["quantity"], 99, "10 more")
    equal(_items(service, path), [("Milk", 99, False)], "the items")


@suite.check("an item that is bought is not added to")
def bought(service: Service) -> None:
    path = _list(service)
    first = _toggle(service, path, _add(service, path, "Milk", quantity=2))
    equal(first["bought"], True, "bought")
    second = _add(service, path, "Milk", quantity=5)
    expect(second["id"] != first["id"], "it is another item")
    equal(_items(service, path), [("Milk", 5, False), ("Milk", 2, True)], "the items")


@suite.check("bought is switched on and off")
def toggled(service: Service) -> None:
    path = _list(service)
    item = _add(service, path, "Milk")
    for wanted in (True, False, True):
        equal(_toggle(service, path, item), item | {"bought": wanted}, "the item")


@suite.check("what is not bought comes first, by name in any case")
def ordered(service: Service) -> None:
    path = _list(service)
    for name in ("pears", "Zest", "apples", "Bread", "yeast", "Ale"):
        item = _add(service, path, name)
        if name in ("pears", "Ale", "Bread"):
            _toggle(service, path, item)
    told = [each[0] for each in _items(service, path)]
    equal(told, ["apples", "yeast", "Zest", "Ale", "Bread", "pears"], "the items")


@suite.check("what is bought is thrown out")
def thrown(service: Service) -> None:
    path, other = _list(service), _list(service)
    for name in ("a", "b", "c"):
        _toggle(service, path, _add(service, path, name))
    _toggle(service, other, _add(service, other, "x"))
    _add(service, path, "d")
    for removed in (3, 0):
        told = service.delete(f"{path}/bought").is_(200).json()
        equal(told, {"removed": removed}, "what is removed")
    equal(_items(service, path), [("d", 1, False)], "the items")
    equal(_items(service, other), [("x", 1, True)], "the other list")


@suite.check("an unknown code is 404 everywhere, and so is an item of another list")
def absent(service: Service) -> None:
    path, other = _list(service), _list(service)
    item = _add(service, path, "Milk")
    nowhere = "/lists/none"
    service.get(f"{nowhere}/items").is_(404)
    service.post(f"{nowhere}/items", json={"name": "Milk"}).is_(404)
    service.post(f"{nowhere}/items/{item['id']}/toggle").is_(404)
    service.delete(f"{nowhere}/bought").is_(404)
    service.post(f"{other}/items/{item['id']}/toggle").is_(404)
    service.post(f"{path}/items/{unknown(item['id'])}/toggle").is_(404)


@suite.check("bad input is 422")
def malformed(service: Service) -> None:
    path = _list(service)
    for name in ("", "   ", "n" * 41, None, []):
        service.post(f"{path}/items", json={"name": name}).is_(422)
    service.post(f"{path}/items", json={"quantity": 1}).is_(422)
    for quantity in (0, 100, 1.5, "some"):
        service.post(f"{path}/items", json={"name": "x", "quantity": quantity}).is_(422)
    equal(_items(service, path), [], "the items")
    _add(service, path, "n" * 40, quantity=99)
