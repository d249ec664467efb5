"""Accounts: register, log in, and a token that travels in the body."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("token-login", "service")

_PASSWORD = "correct horse 9"


def _name() -> str:
    return f"u{token_hex(5)}"


def _register(service: Service, username: object, password: object = _PASSWORD) -> Answer:
    return service.post("/register", json={"username": username, "password": password})


def _login(service: Service, username: str, password: str = _PASSWORD) -> Answer:
    return service.post("/login", json={"username": username, "password": password})


def _user(service: Service) -> str:
    name = _name()
    _register(service, name).is_(201)
    return name


def _token(service: Service, name: str) -> str:
    token = _login(service, name).is_(200).json()["token"]
    expect(isinstance(token, str) and token, "the token is a text")
    return str(token)


def _profile(service: Service, token: str) -> Answer:
    return service.post("/profile", json={"token": token})


@suite.check("a person registers, and the password is never sent back")
def registered(service: Service) -> None:
    name = _name()
    answer = _register(service, name).is_(201)
    equal(answer.json(), {"username": name}, "the answer")
    expect(_PASSWORD not in answer.text, "the password is not sent back")


@suite.check("a username that is taken is 409, and the first password stays")
def taken(service: Service) -> None:
    name = _user(service)
    _register(service, name, "another password").is_(409)
    _login(service, name).is_(200)
    _login(service, name, "another password").is_(401)


@suite.check("a username has 3 to 20 letters or digits, a password 8 characters: else 400")
def malformed(service: Service) -> None:
    for username in ("ab", "a" * 21, "with space", "under_score", ""):
        _register(service, username).is_(400)
    for password in ("1234567", ""):
        _register(service, _name(), password).is_(400)
    service.post("/register", json={"username": _name()}).is_(400)
    service.post("/register", json={"password": _PASSWORD}).is_(400)
    _register(service, token_hex(10)).is_(201)
    _register(service, token_hex(2)[:3], "12345678").is_(201, 409)


@suite.check("wrong credentials are 401 with their message")
def credentials(service: Service) -> None:
    name = _user(service)
    for answer in (_login(service, name, "not the password"), _login(service, _name())):
        equal(answer.is_(401).json(), {"error": "bad credentials"}, "the answer")


@suite.check("the profile tells the username and how often it logged in successfully")
def profile(service: Service) -> None:
    name = _user(service)
    first = _token(service, name)
    equal(_profile(service, first).is_(200).json(), {"username": name, "logins": 1}, "it")
    _login(service, name, "wrong password").is_(401)
    second = _token(service, name)
    for token in (first, second):
        told: Any = _profile(service, token).is_(200).json()
        equal(told, {"username": name, "logins": 2}, "the profile")


@suite.check("each user has a count of its own")
def apart(service: Service) -> None:
    one, other = _user(service), _user(service)
    _token(service, one)
    _token(service, one)
    told = _profile(service, _token(service, other)).is_(200).json()
    equal(told, {"username": other, "logins": 1}, "the profile of the other")


@suite.check("an unknown token is 401")
def unknown_token(service: Service) -> None:
    _profile(service, token_hex(16)).is_(401)


@suite.check("logging out ends exactly that token")
def logout(service: Service) -> None:
    name = _user(service)
    first, second = _token(service, name), _token(service, name)
    service.post("/logout", json={"token": first}).is_(204)
    _profile(service, first).is_(401)
    _profile(service, second).is_(200)
    _profile(service, _token(service, name)).is_(200)
