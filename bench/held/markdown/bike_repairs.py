"""A bicycle workshop: repairs pushed from state to state, their history and the takings."""

from __future__ import annotations

from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("bike-repairs", "service")

_WAYS: dict[str, tuple[str, ...]] = {
    "received": (),
    "diagnosed": ("diagnose",),
    "approved": ("diagnose", "approve"),
    "declined": ("diagnose", "decline"),
    "finished": ("diagnose", "approve", "finish"),
    "collected": ("diagnose", "approve", "finish", "collect"),
}
_POSSIBLE: dict[str, list[str]] = {
    "received": ["diagnose"],
    "diagnosed": ["approve", "decline"],
    "approved": ["finish"],
    "declined": ["collect"],
    "finished": ["collect"],
    "collected": [],
}


def _do(service: Service, number: int, action: str, price: int = 4000) -> Answer:
    given = {"json": {"price_cents": price}} if action == "diagnose" else {}
    return service.post(f"/repairs/{number}/{action}", **given)


def _repair(service: Service, *actions: str, price: int = 4000) -> int:
    given = {"customer": "Jo", "bike": "red tandem"}
    number: int = service.post("/repairs", json=given).is_(201).json()["id"]
    for action in actions:
        _do(service, number, action, price).is_(200)
    return number


def _ids(service: Service, **params: Any) -> list[int]:
    return [each["id"] for each in service.get("/repairs", params=params).is_(200).json()]


@suite.check("a repair is registered as received, without a price", fresh=True)
def registered(service: Service) -> None:
    equal(_ids(service), [], "the repairs at first")
    made = service.post("/repairs", json={"customer": "Jo", "bike": "tandem"}).is_(201).json()
    wanted = {
        "id": 1,
        "customer": "Jo",
        "bike": "tandem",
        "state": "received",
        "price_cents": None,
        "history": ["received"],
    }
    equal({key: made[key] for key in wanted}, wanted, "the repair")
    told = service.get("/repairs/1").is_(200).json()
    equal({key: told[key] for key in wanted}, wanted, "the repair read back")
    equal(_repair(service), 2, "the next id")


@suite.check("an approved repair goes its way, with price and history")
def approved(service: Service) -> None:
    number = _repair(service)
    for action, state in (
        ("diagnose", "diagnosed"),
        ("approve", "approved"),
        ("finish", "finished"),
        ("collect", "collected"),
    ):
        told = _do(service, number, action, 6550).is_(200).json()
        equal((told["id"], told["state"], told["price_cents"]), (number, state, 6550), "the repair")
    wanted = ["received", "diagnosed", "approved", "finished", "collected"]
    equal(told["history"], wanted, "the history")
    equal(service.get(f"/repairs/{number}").is_(200).json()["history"], wanted, "the history")


@suite.check("a declined repair costs the diagnosis when it is collected")
def declined(service: Service) -> None:
    for price in (9900, 0, 1000):
        number = _repair(service, "diagnose", price=price)
        told = _do(service, number, "decline").is_(200).json()
        equal((told["state"], told["price_cents"]), ("declined", price), "the declined one")
        told = _do(service, number, "collect").is_(200).json()
        equal((told["state"], told["price_cents"]), ("collected", 1500), "the collected one")
        wanted = ["received", "diagnosed", "declined", "collected"]
        equal(told["history"], wanted, "the history")


@suite.check("what is not possible in a state is 409 and tells what is")
def conflicts(service: Service) -> None:
    for state, way in _WAYS.items():
        number = _repair(service, *way)
        for action in ("diagnose", "approve", "decline", "finish", "collect"):
            if action in _POSSIBLE[state]:
                continue
            wanted = {"error": "not possible", "state": state, "possible": _POSSIBLE[state]}
            answer = _do(service, number, action)
            equal(answer.is_(409).json(), wanted, f"the answer to {action}")
        told = service.get(f"/repairs/{number}").is_(200).json()
        equal((told["state"], len(told["history"])), (state, len(way) + 1), "the repair")


@suite.check("diagnose looks at the state first and then at the price")
def prices(service: Service) -> None:
    number = _repair(service)
    path = f"/repairs/{number}/diagnose"
    bad: list[dict[str, Any]] = [{}, {"price_cents": -1}, {"price_cents": 1.5}]
    bad += [{"price_cents": "free"}, {"price_cents": None}]
    for given in bad:
        service.post(path, json=given).is_(422)
    service.post(path).is_(422)
    told = service.get(f"/repairs/{number}").is_(200).json()
    equal((told["state"], told["price_cents"]), ("received", None), "the repair")
    equal(_do(service, number, "diagnose", 0).is_(200).json()["price_cents"], 0, "the price")
    for given in bad:
        service.post(path, json=given).is_(409)


@suite.check("the list goes by id, of a state if wanted", fresh=True)
def listed(service: Service) -> None:
    for state in ("finished", "received", "declined", "approved", "received", "collected"):
        _repair(service, *_WAYS[state])
    equal(_ids(service), [1, 2, 3, 4, 5, 6], "all repairs")
    for state, wanted in (
        ("received", [2, 5]),
        ("diagnosed", []),
        ("approved", [4]),
        ("declined", [3]),
        ("finished", [1]),
        ("collected", [6]),
    ):
        equal(_ids(service, state=state), wanted, f"those {state}")
    service.get("/repairs", params={"state": "lost"}).is_(422)


@suite.check("the takings are what was collected", fresh=True)
def takings(service: Service) -> None:
    wanted = {"collected": 0, "total_cents": 0}
    equal(service.get("/takings").is_(200).json(), wanted, "the takings at first")
    for price in (4000, 250):
        _repair(service, *_WAYS["collected"], price=price)
    _repair(service, "diagnose", "decline", "collect", price=8000)
    _repair(service, *_WAYS["finished"], price=7000)
    wanted = {"collected": 3, "total_cents": 5750}
    equal(service.get("/takings").is_(200).json(), wanted, "the takings")


@suite.check("unknown repairs and actions are 404")
def absent(service: Service) -> None:
    service.get("/repairs/9999").is_(404)
    _do(service, 9999, "approve").is_(404)
    _do(service, 9999, "diagnose").is_(404)
    number = _repair(service)
    _do(service, number, "steal").is_(404)
    equal(service.get(f"/repairs/{number}").is_(200).json()["state"], "received", "the state")


@suite.check("a bad registration is 422", fresh=True)
def wrong(service: Service) -> None:
    bad: list[dict[str, Any]] = [{}, {"customer": "x"}, {"bike": "x"}]
    bad += [
        {"customer": "", "bike": "x"},
        {"customer": "x", "bike": ""},
        {"customer": 1, "bike": "x"},
    ]
    for given in bad:
        service.post("/repairs", json=given).is_(422)
    refuses_malformed(service, "/repairs")
    equal(_ids(service), [], "the repairs")
