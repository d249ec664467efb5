"""A drawer of secrets for each person, opened by a token."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("user-secrets", "service")

_PASSWORD = "open sesame"


def _sign(service: Service, how: str, name: object, password: object = _PASSWORD) -> Answer:
    return service.post(f"/{how}", json={"name": name, "password": password})


def _person(service: Service) -> dict[str, str]:
    """The header of a new person."""
    name = f"p{token_hex(5)}"
    _sign(service, "signup", name).is_(201)
    return {"Authorization": f"Bearer {_sign(service, 'signin', name).is_(200).json()['token']}"}


def _put(service: Service, who: dict[str, str], key: str, value: object) -> Answer:
    return service.put(f"/secrets/{key}", json={"value": value}, headers=who)


def _get(service: Service, who: dict[str, str], key: str) -> Answer:
    return service.get(f"/secrets/{key}", headers=who)


def _keys(service: Service, who: dict[str, str]) -> Any:
    return service.get("/secrets", headers=who).is_(200).json()


@suite.check("a person signs up once, and signs in")
def signed(service: Service) -> None:
    name = f"p{token_hex(5)}"
    equal(_sign(service, "signup", name).is_(201).json(), {"name": name}, "the answer")
    _sign(service, "signup", name, "something else").is_(409)
    expect(_sign(service, "signin", name).is_(200).json()["token"], "there is a token")
    _sign(service, "signin", name, "something else").is_(401)


@suite.check("a wrong name and a wrong password are 401 alike")
def wrong(service: Service) -> None:
    name = f"p{token_hex(5)}"
    _sign(service, "signup", name).is_(201)
    one = _sign(service, "signin", name, "not the one").is_(401)
    other = _sign(service, "signin", f"p{token_hex(5)}").is_(401)
    equal(one.text, other.text, "what is said to a wrong password and to a wrong name")


@suite.check("a secret is put in, read, and overwritten")
def put(service: Service) -> None:
    who = _person(service)
    wanted = {"key": "door", "value": "4711 ä"}
    equal(_put(service, who, "door", "4711 ä").is_(201).json(), wanted, "the secret")
    equal(_get(service, who, "door").is_(200).json(), wanted, "the secret read")
    wanted = {"key": "door", "value": "0815"}
    equal(_put(service, who, "door", "0815").is_(200).json(), wanted, "the new secret")
    equal(_get(service, who, "door").is_(200).json(), wanted, "the new secret read")


@suite.check("the keys alone are listed, in alphabetical order")
def listed(service: Service) -> None:
    who = _person(service)
    equal(_keys(service, who), [], "the keys of an empty drawer")
    for key in ("mail", "door", "safe"):
        _put(service, who, key, "x").is_(201)
    equal(_keys(service, who), ["door", "mail", "safe"], "the keys")


@suite.check("nobody sees, overwrites or deletes what another has")
def apart(service: Service) -> None:
    one, other = _person(service), _person(service)
    _put(service, one, "door", "mine").is_(201)
    _get(service, other, "door").is_(404)
    service.delete("/secrets/door", headers=other).is_(404)
    equal(_keys(service, other), [], "the keys of the other")
    _put(service, other, "door", "theirs").is_(201)
    equal(_get(service, one, "door").is_(200).json()["value"], "mine", "the secret")


@suite.check("without a token, or with a made up one, all is 401")
def guarded(service: Service) -> None:
    who = _person(service)
    _put(service, who, "door", "x").is_(201)
    for headers in ({}, {"Authorization": f"Bearer {token_hex(16)}"}):
        service.get("/secrets", headers=headers).is_(401)
        _get(service, headers, "door").is_(401)
        _put(service, headers, "door", "y").is_(401)
        service.delete("/secrets/door", headers=headers).is_(401)
    equal(_get(service, who, "door").is_(200).json()["value"], "x", "the secret")


@suite.check("a deleted secret is gone")
def deleted(service: Service) -> None:
    who = _person(service)
    _put(service, who, "door", "x").is_(201)
    service.delete("/secrets/door", headers=who).is_(204)
    _get(service, who, "door").is_(404)
    service.delete("/secrets/door", headers=who).is_(404)
    equal(_keys(service, who), [], "the keys")
    _put(service, who, "door", "y").is_(201)


@suite.check("input that breaks a rule is 422")
def malformed(service: Service) -> None:
    for name in ("ab", "a" * 31, None):
        _sign(service, "signup", name).is_(422)
    for password in ("12345", None):
        _sign(service, "signup", f"p{token_hex(5)}", password).is_(422)
    service.post("/signup", json={"name": f"p{token_hex(5)}"}).is_(422)
    _sign(service, "signup", token_hex(15), "123456").is_(201)
    who = _person(service)
    for value in ("", "v" * 501, 7, None):
        _put(service, who, "door", value).is_(422)
    service.put("/secrets/door", json={}, headers=who).is_(422)
    equal(_keys(service, who), [], "the keys")
    _put(service, who, "door", "v" * 500).is_(201)
