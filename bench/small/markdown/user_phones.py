"""Contacts: users with up to three phones, found by number."""

from __future__ import annotations

from secrets import randbelow, token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("user-phones", "service")


def _email() -> str:
    return f"{token_hex(5)}@example.org"


def _number() -> str:
    return f"+49{10**9 + randbelow(9 * 10**9)}"


def _user(service: Service) -> Any:
    return service.post("/users", json={"name": "Ada", "email": _email()}).is_(201).json()


def _add(service: Service, user: Any, number: object, **more: object) -> Answer:
    return service.post(f"/users/{user['id']}/phones", json={"number": number, **more})


def _read(service: Service, user: Any) -> Any:
    return service.get(f"/users/{user['id']}").is_(200).json()


@suite.check("a user is made without phones")
def users(service: Service) -> None:
    given = {"name": "Grace Hopper", "email": _email()}
    made = service.post("/users", json=given).is_(201).json()
    equal(made, {"id": made["id"], **given, "phones": []}, "the user")
    equal(isinstance(made["id"], int), True, "whether the id is an integer")
    equal(_read(service, made), made, "the user read")


@suite.check("phones are told with their user, in the order they were added")
def phones(service: Service) -> None:
    user, other = _user(service), _user(service)
    numbers = sorted((_number() for _ in range(3)), reverse=True)
    labels: list[dict[str, str]] = [{"label": "work"}, {}, {"label": "home"}]
    made = [
        _add(service, user, number, **label).is_(201).json()
        for number, label in zip(numbers, labels, strict=True)
    ]
    equal([each["number"] for each in made], numbers, "the numbers")
    equal([each["label"] for each in made], ["work", "mobile", "home"], "the labels")
    equal(_read(service, user)["phones"], made, "the phones of the user")
    equal(_read(service, other)["phones"], [], "the phones of another")


@suite.check("an email or a number in use is 409")
def unique(service: Service) -> None:
    user, other = _user(service), _user(service)
    service.post("/users", json={"name": "Bob", "email": user["email"]}).is_(409)
    number = _number()
    _add(service, user, number).is_(201)
    _add(service, user, number).is_(409)
    _add(service, other, number).is_(409)
    equal(_read(service, other)["phones"], [], "the phones of the other")


@suite.check("three phones are the most")
def three(service: Service) -> None:
    user = _user(service)
    ids = [_add(service, user, _number()).is_(201).json()["id"] for _ in range(3)]
    _add(service, user, _number()).is_(409)
    equal([each["id"] for each in _read(service, user)["phones"]], ids, "the phones")
    service.delete(f"/users/{user['id']}/phones/{ids[0]}").is_(204)
    _add(service, user, _number()).is_(201)


@suite.check("a number finds its user, and none when nobody has it")
def lookup(service: Service) -> None:
    user, number = _user(service), _number()
    _add(service, user, number).is_(201)
    told = service.get("/lookup", params={"number": number}).is_(200).json()
    equal(told, _read(service, user), "the user found")
    for wrong in (_number(), number[:-1]):
        service.get("/lookup", params={"number": wrong}).is_(404)


@suite.check("a deleted phone is gone, and its number free again")
def deleted(service: Service) -> None:
    user, other, number = _user(service), _user(service), _number()
    made = _add(service, user, number).is_(201).json()
    path = f"/users/{user['id']}/phones/{made['id']}"
    service.delete(f"/users/{other['id']}/phones/{made['id']}").is_(404)
    service.delete(path).is_(204)
    service.delete(path).is_(404)
    equal(_read(service, user)["phones"], [], "the phones")
    service.get("/lookup", params={"number": number}).is_(404)
    _add(service, other, number).is_(201)
    equal(service.get("/lookup", params={"number": number}).json()["id"], other["id"], "its user")


@suite.check("a user that is not there is 404")
def absent(service: Service) -> None:
    user = _user(service)
    nobody = {"id": unknown(user["id"])}
    service.get(f"/users/{nobody['id']}").is_(404)
    _add(service, nobody, _number()).is_(404)
    service.delete(f"/users/{user['id']}/phones/999983").is_(404)


@suite.check("what does not fit the types is 400")
def malformed(service: Service) -> None:
    right = {"name": "Ada", "email": _email()}
    wrong: list[dict[str, Any]] = [
        {"name": "Ada"},
        {"email": right["email"]},
        right | {"name": "A"},
        right | {"name": "A" * 41},
        right | {"email": "nobody"},
        right | {"name": 5},
    ]
    for each in wrong:
        service.post("/users", json=each).is_(400)
    service.post("/users", json=right | {"name": "A" * 40}).is_(201)
    user = _user(service)
    for number in ("4912345678", "+123456", "+1234567890123456", "+49 1234567", "", None):
        _add(service, user, number).is_(400)
    _add(service, user, _number(), label="fax").is_(400)
    service.post(f"/users/{user['id']}/phones", json={"label": "home"}).is_(400)
    equal(_read(service, user)["phones"], [], "the phones")
    _add(service, user, f"+{10**6 + randbelow(9 * 10**6)}").is_(201)


@suite.check("everything survives a restart")
def kept(service: Service) -> None:
    user, number = _user(service), _number()
    _add(service, user, number, label="work").is_(201)
    before = _read(service, user)
    service.restart()
    equal(_read(service, user), before, "the user")
    _add(service, user, number).is_(409)
