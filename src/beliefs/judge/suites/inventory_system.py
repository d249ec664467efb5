"""Stock: moved in, out and about, never below zero, and told of when it runs low."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from secrets import randbelow, token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("inventory-system", "service")

_NOWHERE = (400, 404, 422)
_STEPS = 18


def _document(reorder_level: int = 0) -> dict[str, Any]:
    mark = token_hex(4)
    return {"name": f"n{mark}", "sku": f"SKU-{mark}", "reorder_level": reorder_level}


def _product(service: Service, reorder_level: int = 0) -> Any:
    return service.post("/products", json=_document(reorder_level)).created()["id"]


def _place(service: Service) -> Any:
    return service.post("/locations", json={"name": f"l{token_hex(4)}"}).created()["id"]


def _movement(product: Any, quantity: Any, source: Any, target: Any) -> dict[str, Any]:
    """A movement between two places; without a source it comes in, without a target it goes out."""
    ways = {"from_location_id": source, "to_location_id": target}
    kind = "in" if source is None else "out" if target is None else "transfer"
    given = {name: place for name, place in ways.items() if place is not None}
    return {"type": kind, "product_id": product, "quantity": quantity, **given}


def _move(service: Service, product: Any, quantity: Any, source: Any, target: Any) -> Answer:
    return service.post("/movements", json=_movement(product, quantity, source, target))


def _stock(service: Service, product: Any) -> tuple[int, dict[str, int]]:
    """The total, and what is at each place where something is."""
    told = service.get(f"/products/{product}/stock").is_(200).json()
    places = {str(each["location_id"]): each["quantity"] for each in told["locations"]}
    equal(len(places), len(told["locations"]), "the number of locations, each told once")
    return told["total"], {place: quantity for place, quantity in places.items() if quantity}


def _holds(service: Service, product: Any, *places: tuple[Any, int]) -> None:
    held = {str(place): quantity for place, quantity in places if quantity}
    equal(_stock(service, product), (sum(held.values()), held), "the stock")


def _history(service: Service, product: Any) -> list[tuple[Any, ...]]:
    told = service.get("/movements", params={"product_id": product}).items("movements")
    return [
        (
            each["type"],
            each["quantity"],
            str(each.get("from_location_id")),
            str(each.get("to_location_id")),
        )
        for each in told
    ]


def _alerts(service: Service) -> set[str]:
    return {each["sku"] for each in service.get("/alerts").items()}


@suite.check("a new product has no stock and no history", fresh=True)
def new(service: Service) -> None:
    equal(_alerts(service), set(), "the alerts")
    product = _product(service)
    _holds(service, product)
    equal(_history(service, product), [], "the history")


@suite.check("stock comes in, goes out and moves about, by product and place")
def moved(service: Service) -> None:
    product, other = _product(service), _product(service)
    here, there = _place(service), _place(service)
    _move(service, product, 10, None, here).created()
    _move(service, product, 4, None, there).created()
    _move(service, other, 2, None, here).created()
    _holds(service, product, (here, 10), (there, 4))
    _move(service, product, 3, here, None).created()
    _move(service, product, 5, here, there).created()
    _holds(service, product, (here, 2), (there, 9))
    _holds(service, other, (here, 2))


@suite.check("no place goes below zero: 409, nothing moves, and history says nothing of it")
def short(service: Service) -> None:
    product, here, there = _product(service), _place(service), _place(service)
    _move(service, product, 5, None, here).created()
    _move(service, product, 9, None, there).created()
    _move(service, product, 6, here, None).is_(409)
    _move(service, product, 6, here, there).is_(409)
    _holds(service, product, (here, 5), (there, 9))
    equal(len(_history(service, product)), 2, "the number of movements in the history")
    _move(service, product, 5, here, None).created()
    _move(service, product, 1, here, there).is_(409)
    _move(service, product, 9, there, here).created()
    _holds(service, product, (here, 9))


@suite.check("any mix of movements leaves the stock that they add up to")
def mixed(service: Service) -> None:
    product, places = _product(service), [_place(service) for _ in range(3)]
    held: Counter[str] = Counter()
    done = []
    for _ in range(_STEPS):
        quantity, way = 1 + randbelow(9), randbelow(4)
        place, other = places[randbelow(3)], randbelow(2)
        source = None if way < 2 else place
        target = None if way == 2 else place
        if way == 3:
            target = [each for each in places if each != place][other]
        answer = _move(service, product, quantity, source, target)
        if source is not None and held[str(source)] < quantity:
            answer.is_(409)
            continue
        answer.created()
        if source is not None:
            held[str(source)] -= quantity
        if target is not None:
            held[str(target)] += quantity
        kind = "in" if source is None else "out" if target is None else "transfer"
        done.append((kind, quantity, str(source), str(target)))
    _holds(service, product, *held.items())
    equal(Counter(_history(service, product)), Counter(done), "the history")


@suite.check("the history of a product is its own, in the order of time or against it")
def history(service: Service) -> None:
    product, other, here = _product(service), _product(service), _place(service)
    _move(service, other, 7, None, here).created()
    for quantity in (5, 3, 8, 1):
        _move(service, product, quantity, None, here).created()
    _move(service, product, 2, here, None).created()
    told = [quantity for _, quantity, _, _ in _history(service, product)]
    if told[:1] == [2]:
        told.reverse()
    equal(told, [5, 3, 8, 1, 2], "the quantities moved")
    equal([each[:2] for each in _history(service, other)], [("in", 7)], "the other's history")


@suite.check("products below their reorder level are told of, those at it are not")
def alerted(service: Service) -> None:
    here, there = _place(service), _place(service)
    low, enough, none = _document(5), _document(5), _document(0)
    ids = [service.post("/products", json=each).created()["id"] for each in (low, enough, none)]
    mine = {each["sku"] for each in (low, enough, none)}
    equal(_alerts(service) & mine, {low["sku"], enough["sku"]}, "the alerts before any stock")
    for product, quantity in zip(ids[:2], (2, 3), strict=True):
        _move(service, product, quantity, None, here).created()
        _move(service, product, 2, None, there).created()
    equal(_alerts(service) & mine, {low["sku"]}, "the alerts with 4 and 5 of 5, in two places")
    _move(service, ids[1], 1, here, there).created()
    equal(_alerts(service) & mine, {low["sku"]}, "the alerts after a transfer")
    _move(service, ids[1], 1, here, None).created()
    _move(service, ids[0], 1, None, here).created()
    equal(_alerts(service) & mine, {enough["sku"]}, "the alerts after one went out, one came in")


@suite.check("a sku is given once")
def unique(service: Service) -> None:
    given = _document()
    service.post("/products", json=given).created()
    service.post("/products", json={**_document(), "sku": given["sku"]}).is_(409)
    at_moment = _document()
    make: Callable[[], Answer] = lambda: service.post("/products", json=at_moment)  # noqa: E731
    statuses = [each.is_(200, 201, 409).status for each in at_once([make] * 6)]
    equal(statuses.count(409), 5, "how often the same sku is 409, of six at once")


@suite.check("taking out at the same moment takes no more than there is")
def race(service: Service) -> None:
    product, here, there = _product(service), _place(service), _place(service)
    _move(service, product, 5, None, here).created()
    out: Callable[[], Answer] = lambda: _move(service, product, 1, here, None)  # noqa: E731
    over: Callable[[], Answer] = lambda: _move(service, product, 1, here, there)  # noqa: E731
    answers = [each.is_(200, 201, 409).status != 409 for each in at_once([out, over] * 5)]
    equal(sum(answers), 5, "how many of ten movements at once were carried out")
    _holds(service, product, (there, sum(answers[1::2])))


@suite.check("products and places that are not there move nothing")
def absent(service: Service) -> None:
    product, here = _product(service), _place(service)
    _move(service, product, 5, None, here).created()
    nothing, nowhere = unknown(product), unknown(here)
    service.get(f"/products/{nothing}/stock").is_(404)
    for given in (
        (nothing, 1, None, here),
        (product, 1, None, nowhere),
        (product, 1, here, nowhere),
    ):
        _move(service, *given).is_(*_NOWHERE)
    _move(service, product, 1, nowhere, None).is_(*_NOWHERE, 409)
    _holds(service, product, (here, 5))


@suite.check("what is no product, place or movement is refused, and nothing moves")
def malformed(service: Service) -> None:
    good = _document()
    nameless = [{name: good[name] for name in good if name != left} for left in ("name", "sku")]
    refuses_malformed(service, "/products", *nameless, good | {"reorder_level": "low"})
    refuses_malformed(service, "/locations", {}, {"name": []})
    product, here = _product(service), _place(service)
    _move(service, product, 5, None, here).created()
    fine = _movement(product, 1, None, here)
    wrong: list[dict[str, Any]] = [{"quantity": each} for each in (0, -1, "x", None)]
    wrong += [{"type": "lost"}, {"type": None}, {"product_id": {}}]
    pathless = [
        _movement(product, 1, None, None),
        {**_movement(product, 1, here, None), "type": "in"},
    ]
    halves = [{**fine, "type": "transfer"}, {**fine, "type": "out"}]
    documents = [fine | each for each in wrong] + pathless + halves
    refuses_malformed(service, "/movements", *documents)
    _holds(service, product, (here, 5))
    equal(len(_history(service, product)), 1, "the number of movements in the history")


@suite.check("stock, history and skus outlive a restart")
def kept(service: Service) -> None:
    given, here = _document(9), _place(service)
    product = service.post("/products", json=given).created()["id"]
    _move(service, product, 8, None, here).created()
    _move(service, product, 2, here, None).created()
    service.restart()
    _holds(service, product, (here, 6))
    equal(len(_history(service, product)), 2, "the number of movements in the history")
    equal(_alerts(service) & {given["sku"]}, {given["sku"]}, "the alerts")
    service.post("/products", json=given).is_(409)
