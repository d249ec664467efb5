"""A lost and found desk: items are handed in, claimed, and given back by the desk."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("lost-and-found", "service")

_DESK = {"X-Desk-Key": "desk-key"}


def _post(service: Service, **more: Any) -> Answer:
    given = {"title": "Scarf", "category": "clothing", "found_on": "2024-03-09", **more}
    return service.post("/items", json=given)


def _item(service: Service, **more: Any) -> Any:
    return _post(service, **more).is_(201).json()["id"]


def _claim(service: Service, item: Any, name: Any = "Ines", proof: Any = "x" * 10) -> Answer:
    return service.post(f"/items/{item}/claim", json={"name": name, "proof": proof})


def _decide(service: Service, item: Any, accept: Any) -> Answer:
    return service.post(f"/items/{item}/decision", json={"accept": accept}, headers=_DESK)


def _read(service: Service, item: Any) -> tuple[str, str | None]:
    told = service.get(f"/items/{item}").is_(200).json()
    return told["status"], told["claimed_by"]


def _told(answer: Answer, status: int) -> None:
    error = answer.is_(status).json()["error"]
    expect(isinstance(error, str) and error != "", "error is some text")


def _found(service: Service, **params: str) -> list[Any]:
    return [each["id"] for each in service.get("/items", params=params).is_(200).json()]


@suite.check("an item that is handed in is stored and read back")
def handed_in(service: Service) -> None:
    given = {
        "title": "Blue umbrella",
        "category": "clothing",
        "found_at": "Hall B",
        "found_on": "2024-03-09",
    }
    told = service.post("/items", json=given).is_(201).json()
    wanted = {**given, "id": told["id"], "status": "stored", "claimed_by": None}
    equal({name: told[name] for name in wanted}, wanted, "the answer")
    seen = service.get(f"/items/{told['id']}").is_(200).json()
    equal({name: seen[name] for name in wanted}, wanted, "the item")
    equal(_post(service).is_(201).json()["found_at"], None, "found_at when left out")


@suite.check("invalid items are 400 with a text in error")
def invalid(service: Service) -> None:
    for wrong in (
        {"title": ""},
        {"title": None},
        {"category": "food"},
        {"found_on": "last week"},
        {"found_on": "2024-02-30"},
    ):
        _told(_post(service, **wrong), 400)
    whole = {"title": "t", "category": "keys", "found_on": "2024-03-09"}
    for name in whole:
        part = {each: value for each, value in whole.items() if each != name}
        _told(service.post("/items", json=part), 400)
    for category in ("clothing", "electronics", "keys", "documents", "other"):
        _item(service, category=category)


@suite.check("items come by the date, latest first", fresh=True)
def ordered(service: Service) -> None:
    dates = ("2024-03-09", "2023-12-31", "2024-10-01", "2024-03-10")
    made = {date: _item(service, found_on=date) for date in dates}
    equal(_found(service), [made[date] for date in sorted(dates)[::-1]], "the items")


@suite.check("items are found by a part of the title, category and status")
def searched(service: Service) -> None:
    mark = token_hex(5)
    first = _item(service, title=f"Old {mark} Bag", category="other", found_on="2024-05-03")
    second = _item(service, title=f"{mark.upper()}", category="keys", found_on="2024-05-02")
    third = _item(service, title=f"a{mark}", category="other", found_on="2024-05-01")
    _item(service, category="other")
    _claim(service, third).is_(200)
    equal(_found(service, q=mark), [first, second, third], "by the title")
    equal(_found(service, q=f"OLD {mark}"), [first], "in another case")
    equal(_found(service, q=mark, category="other"), [first, third], "and the category")
    equal(_found(service, q=mark, status="stored"), [first, second], "and the status")
    equal(_found(service, q=mark, status="claimed", category="other"), [third], "all three")
    equal(_found(service, q=mark, status="returned"), [], "what is returned")


@suite.check("an item is claimed once")
def claimed(service: Service) -> None:
    item = _item(service)
    told = _claim(service, item).is_(200).json()
    wanted = (item, "claimed", "Ines")
    equal((told["id"], told["status"], told["claimed_by"]), wanted, "the answer")
    _told(_claim(service, item, "Tom"), 409)
    equal(_read(service, item), ("claimed", "Ines"), "the item")


@suite.check("a claim needs a name and a proof of 10 characters")
def proof(service: Service) -> None:
    item = _item(service)
    for name, text in (("", "x" * 10), ("Ines", "x" * 9), ("Ines", None), (None, "x" * 10)):
        _told(_claim(service, item, name, text), 400)
    equal(_read(service, item), ("stored", None), "the item")


@suite.check("the desk gives an item back, and then all is over")
def accepted(service: Service) -> None:
    item = _item(service)
    _told(_decide(service, item, True), 409)
    _claim(service, item).is_(200)
    told = _decide(service, item, True).is_(200).json()
    equal((told["status"], told["claimed_by"]), ("returned", "Ines"), "the answer")
    equal(_read(service, item), ("returned", "Ines"), "the item")
    _told(_decide(service, item, True), 409)
    _told(_decide(service, item, False), 409)
    _told(_claim(service, item, "Tom"), 409)


@suite.check("a rejected claim leaves the item to the next")
def rejected(service: Service) -> None:
    item = _item(service)
    _claim(service, item, "Tom").is_(200)
    told = _decide(service, item, False).is_(200).json()
    equal((told["status"], told["claimed_by"]), ("stored", None), "the answer")
    _claim(service, item, "Ines").is_(200)
    equal(_read(service, item), ("claimed", "Ines"), "the item")


@suite.check("only the desk decides (401)")
def key(service: Service) -> None:
    item = _item(service)
    _claim(service, item).is_(200)
    for headers in ({}, {"X-Desk-Key": "wrong"}, {"X-Desk-Key": ""}):
        path = f"/items/{item}/decision"
        _told(service.post(path, json={"accept": True}, headers=headers), 401)
    equal(_read(service, item), ("claimed", "Ines"), "the item")
    _told(service.post(f"/items/{item}/decision", json={}, headers=_DESK), 400)


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    nowhere = unknown(_item(service))
    _told(service.get(f"/items/{nowhere}"), 404)
    _told(_claim(service, nowhere), 404)
    _told(_decide(service, nowhere, True), 404)
