"""A food bank: stock by movements in, out and counted, and what runs low."""

from __future__ import annotations

from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("food-bank", "service")


def _good(service: Service, name: str, unit: str = "kg", minimum: int = 0) -> int:
    given = {"name": name, "unit": unit, "minimum": minimum}
    made = service.post("/goods", json=given).is_(201).json()
    wanted = {**given, "stock": 0}
    equal({key: made[key] for key in wanted}, wanted, "the good")
    number: int = made["id"]
    return number


def _move(service: Service, good: int, kind: str, amount: Any) -> Answer:
    return service.post(f"/goods/{good}/movements", json={"kind": kind, "amount": amount})


def _moved(service: Service, good: int, kind: str, amount: int) -> tuple[int, int]:
    told = _move(service, good, kind, amount).is_(201).json()
    equal((told["kind"], told["amount"]), (kind, amount), "the movement")
    return told["change"], told["stock_after"]


def _stock(service: Service, good: int) -> int:
    number: int = service.get(f"/goods/{good}").is_(200).json()["stock"]
    return number


def _names(service: Service, **params: Any) -> list[str]:
    return [each["name"] for each in service.get("/goods", params=params).is_(200).json()]


@suite.check("goods are added once by name, counted from 1 and read back", fresh=True)
def added(service: Service) -> None:
    equal(_names(service), [], "the goods at first")
    equal([_good(service, "rice", "kg", 5), _good(service, "oil", "l")], [1, 2], "the ids")
    service.post("/goods", json={"name": "rice", "unit": "pcs"}).is_(409)
    made = service.post("/goods", json={"name": "eggs", "unit": "pcs"}).is_(201).json()
    equal(made["minimum"], 0, "the minimum left out")
    told = service.get("/goods/1").is_(200).json()
    wanted = {"id": 1, "name": "rice", "unit": "kg", "minimum": 5, "stock": 0}
    equal({key: told[key] for key in wanted}, wanted, "the good")
    equal(_names(service), ["eggs", "oil", "rice"], "the goods by name")


@suite.check("in adds, out takes off, count sets")
def moved(service: Service) -> None:
    good = _good(service, "flour")
    equal(_moved(service, good, "in", 40), (40, 40), "change and stock after in")
    equal(_moved(service, good, "out", 15), (-15, 25), "change and stock after out")
    equal(_moved(service, good, "count", 22), (-3, 22), "change and stock after count")
    equal(_moved(service, good, "count", 30), (8, 30), "change and stock after another")
    equal(_stock(service, good), 30, "the stock")
    equal(_moved(service, good, "out", 30), (-30, 0), "change and stock after all is out")
    equal(_moved(service, good, "count", 0), (0, 0), "change and stock of nothing")


@suite.check("no more goes out than there is")
def short(service: Service) -> None:
    good = _good(service, "beans")
    _moved(service, good, "in", 10)
    answer = _move(service, good, "out", 11).is_(409)
    equal(answer.json(), {"error": "not enough", "available": 10}, "the error")
    equal(_stock(service, good), 10, "the stock")
    told = service.get(f"/goods/{good}/movements").is_(200).json()
    equal(len(told), 1, "the number of movements")


@suite.check("movements are listed newest first, of a kind if wanted", fresh=True)
def listed(service: Service) -> None:
    one, two = _good(service, "tea"), _good(service, "jam")
    equal(service.get(f"/goods/{one}/movements").is_(200).json(), [], "the movements at first")
    _moved(service, one, "in", 5)
    _moved(service, two, "in", 9)
    _moved(service, one, "out", 2)
    _moved(service, one, "count", 7)
    _moved(service, one, "out", 1)
    keys = ("id", "kind", "amount", "change", "stock_after")

    def told(**params: Any) -> list[tuple[Any, ...]]:
        answer = service.get(f"/goods/{one}/movements", params=params).is_(200).json()
        return [tuple(each[key] for key in keys) for each in answer]

    wanted = [
        (5, "out", 1, -1, 6),
        (4, "count", 7, 4, 7),
        (3, "out", 2, -2, 3),
        (1, "in", 5, 5, 5),
    ]
    equal(told(), wanted, "the movements")
    equal(told(kind="out"), [wanted[0], wanted[2]], "those out")
    equal(told(kind="in"), [wanted[3]], "those in")
    equal(told(kind="count"), [wanted[1]], "those counted")
    service.get(f"/goods/{one}/movements", params={"kind": "lost"}).is_(400)


@suite.check("low are those below their minimum", fresh=True)
def low(service: Service) -> None:
    for name, minimum, stock in (("salt", 3, 3), ("peas", 3, 2), ("milk", 0, 0), ("corn", 1, 0)):
        good = _good(service, name, "pcs", minimum)
        if stock:
            _moved(service, good, "in", stock)
    equal(_names(service, low="true"), ["corn", "peas"], "what runs low")
    equal(_names(service), ["corn", "milk", "peas", "salt"], "all goods")


@suite.check("the report sums up all goods", fresh=True)
def report(service: Service) -> None:
    told = service.get("/report").is_(200).json()
    equal((told["in"], told["out"], told["corrected"]), (0, 0, 0), "the report at first")
    one, two = _good(service, "tea"), _good(service, "jam")
    for good, kind, amount in (
        (one, "in", 10),
        (two, "in", 5),
        (one, "out", 4),
        (two, "count", 3),
        (one, "count", 1),
        (two, "count", 4),
        (two, "out", 1),
    ):
        _moved(service, good, kind, amount)
    _move(service, one, "out", 99).is_(409)
    told = service.get("/report").is_(200).json()
    equal((told["in"], told["out"], told["corrected"]), (15, 5, -6), "the report")


@suite.check("unknown goods are 404")
def absent(service: Service) -> None:
    service.get("/goods/9999").is_(404)
    service.get("/goods/9999/movements").is_(404)
    _move(service, 9999, "in", 1).is_(404)


@suite.check("invalid bodies are 400", fresh=True)
def wrong(service: Service) -> None:
    right = {"name": "x", "unit": "kg"}
    for given in (
        {"unit": "kg"},
        {"name": "x"},
        {**right, "name": ""},
        {**right, "name": 3},
        {**right, "unit": "tons"},
        {**right, "minimum": -1},
        {**right, "minimum": 1.5},
        {**right, "minimum": "few"},
    ):
        service.post("/goods", json=given).is_(400)
    refuses_malformed(service, "/goods")
    equal(_names(service), [], "the goods")
    good = _good(service, "soup")
    for kind, amount in (
        ("in", 0),
        ("out", 0),
        ("in", -2),
        ("count", -1),
        ("in", 1.5),
        ("in", "x"),
    ):
        _move(service, good, kind, amount).is_(400)
    _move(service, good, "lost", 3).is_(400)
    service.post(f"/goods/{good}/movements", json={"amount": 3}).is_(400)
    service.post(f"/goods/{good}/movements", json={"kind": "in"}).is_(400)
    equal(_stock(service, good), 0, "the stock")
