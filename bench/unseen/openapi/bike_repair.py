"""A bike workshop: orders move from received to collected, and by the actions alone."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("bike-repair", "service")

_PATH = "/shop/orders"

_QUOTE = {"hours": 1.5, "hourly_rate": 40, "parts": [{"name": "tube", "price": 7.25, "count": 2}]}


def _order(service: Service, **more: str) -> dict[str, Any]:
    given = {"customer": f"c{token_hex(4)}", "bike": "red", "problem": "flat tyre", **more}
    made: dict[str, Any] = service.post(_PATH, json=given).is_(201).json()
    equal({name: made[name] for name in given}, given, "the order")
    equal(made["state"], "received", "the state of a new order")
    expect(made.get("total") is None, "there is no total before the quote")
    return made


def _act(service: Service, order: object, action: str) -> Answer:
    path = f"{_PATH}/{order}/{action}"
    return service.post(path, json=_QUOTE) if action == "quote" else service.post(path)


def _in(service: Service, *actions: str) -> int:
    order: int = _order(service)["id"]
    for each in actions:
        _act(service, order, each).is_(200)
    return order


def _state(service: Service, order: object) -> str:
    told: str = service.get(f"{_PATH}/{order}").is_(200).json()["state"]
    return told


_ACTIONS = ("quote", "accept", "decline", "finish", "collect")


def _fits_only(service: Service, order: int, *fitting: str) -> None:
    before = _state(service, order)
    for each in _ACTIONS:
        if each not in fitting:
            _act(service, order, each).is_(409)
    equal(_state(service, order), before, "the state")


@suite.check("an empty shop has no orders and no revenue", fresh=True)
def empty(service: Service) -> None:
    equal(service.get(_PATH).is_(200).json(), [], "the orders")
    equal(service.get("/shop/stats").is_(200).json()["revenue"], 0, "the revenue")


@suite.check("an order is taken in as received and read back")
def received(service: Service) -> None:
    made = _order(service)
    read = service.get(f"{_PATH}/{made['id']}").is_(200).json()
    for name in ("id", "customer", "bike", "problem", "state"):
        equal(read[name], made[name], name)


@suite.check("a quote has the total of hours and parts; a count left out is 1")
def quoted(service: Service) -> None:
    order = _order(service)["id"]
    told = _act(service, order, "quote").is_(200).json()
    equal(told["state"], "quoted", "the state")
    expect(abs(told["total"] - 74.5) < 1e-6, f"74.5 in total, not {told['total']}")
    order = _order(service)["id"]
    given = {"hours": 0.5, "hourly_rate": 30, "parts": [{"name": "bell", "price": 9.5}]}
    told = service.post(f"{_PATH}/{order}/quote", json=given).is_(200).json()
    expect(abs(told["total"] - 24.5) < 1e-6, f"24.5 in total, not {told['total']}")
    order = _order(service)["id"]
    given = {"hours": 2, "hourly_rate": 30}
    service.post(f"{_PATH}/{order}/quote", json=given).is_(200)
    total = service.get(f"{_PATH}/{order}").is_(200).json()["total"]
    expect(abs(total - 60) < 1e-6, f"60 in total, not {total}")


@suite.check("an order goes all the way to collected")
def whole(service: Service) -> None:
    order = _order(service)["id"]
    for action, state in (
        ("quote", "quoted"),
        ("accept", "in_progress"),
        ("finish", "ready"),
        ("collect", "collected"),
    ):
        _act(service, order, action).is_(200)
        equal(_state(service, order), state, f"the state after {action}")


@suite.check("a received or a quoted order may be declined, and nothing follows")
def declined(service: Service) -> None:
    for actions in ((), ("quote",)):
        order = _in(service, *actions)
        _act(service, order, "decline").is_(200)
        equal(_state(service, order), "declined", "the state")
        _fits_only(service, order)


@suite.check("an action that does not fit the state is 409")
def unfit(service: Service) -> None:
    _fits_only(service, _in(service), "quote", "decline")
    _fits_only(service, _in(service, "quote"), "accept", "decline")
    _fits_only(service, _in(service, "quote", "accept"), "finish")
    _fits_only(service, _in(service, "quote", "accept", "finish"), "collect")
    _fits_only(service, _in(service, "quote", "accept", "finish", "collect"))


@suite.check("orders are listed newest first, by state and by part of the name", fresh=True)
def listed(service: Service) -> None:
    first, second = _order(service, customer="Anna Meier")["id"], _in(service, "quote")
    third = _order(service, customer="Hannah")["id"]
    told = [each["id"] for each in service.get(_PATH).is_(200).json()]
    equal(told, [third, second, first], "all orders")
    told = service.get(_PATH, params={"state": "quoted"}).is_(200).json()
    equal([each["id"] for each in told], [second], "the quoted orders")
    for part, wanted in (("ANNA", [third, first]), ("meier", [first])):
        told = service.get(_PATH, params={"customer": part}).is_(200).json()
        equal([each["id"] for each in told], wanted, f"those of {part}")
    params = {"customer": "anna", "state": "quoted"}
    equal(service.get(_PATH, params=params).is_(200).json(), [], "both at once")


@suite.check("stats count by state and sum what was collected", fresh=True)
def stats(service: Service) -> None:
    _in(service)
    _in(service, "quote", "accept", "finish")
    for _ in range(2):
        _in(service, "quote", "accept", "finish", "collect")
    told = service.get("/shop/stats").is_(200).json()
    counted = {name: number for name, number in told["orders"].items() if number}
    equal(counted, {"received": 1, "ready": 1, "collected": 2}, "the orders by state")
    expect(abs(told["revenue"] - 149) < 1e-6, f"a revenue of 149, not {told['revenue']}")


@suite.check("an unknown order is 404")
def absent(service: Service) -> None:
    order = unknown(_order(service)["id"])
    service.get(f"{_PATH}/{order}").is_(404)
    for each in _ACTIONS:
        _act(service, order, each).is_(404)


@suite.check("invalid input is 400")
def malformed(service: Service) -> None:
    right = {"customer": "c", "bike": "b", "problem": "p"}
    for left in right:
        part = {name: right[name] for name in right if name != left}
        service.post(_PATH, json=part).is_(400)
    for each in ({"customer": ""}, {"bike": ""}, {"problem": "p" * 501}, {"bike": 7}):
        service.post(_PATH, json={**right, **each}).is_(400)
    order = _order(service)["id"]
    wrong: list[dict[str, Any]] = [{"hours": 1}, {"hourly_rate": 1}, {**_QUOTE, "hours": -1}]
    wrong += [{**_QUOTE, "parts": [{"name": "x", "price": 1, "count": 0}]}]
    wrong += [{**_QUOTE, "parts": [{"name": "x"}]}, {**_QUOTE, "hourly_rate": "much"}]
    for each_ in wrong:
        service.post(f"{_PATH}/{order}/quote", json=each_).is_(400)
    equal(_state(service, order), "received", "the state")
