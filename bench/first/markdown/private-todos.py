"""Todos of users who log in."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("private-todos", "service")

PASSWORD = "correct horse"


def _login(service: Service, username: str) -> dict[str, str]:
    given = {"username": username, "password": PASSWORD}
    token = service.post("/login", json=given).is_(200).json()["token"]
    return {"Authorization": f"Bearer {token}"}


def _name() -> str:
    return f"user{token_hex(4)}"


def _user(service: Service) -> dict[str, str]:
    name = _name()
    service.post("/register", json={"username": name, "password": PASSWORD}).is_(201)
    return _login(service, name)


def _add(service: Service, user: dict[str, str], title: str) -> dict[str, Any]:
    return service.post("/todos", json={"title": title}, headers=user).is_(201).json()


def _titles(service: Service, user: dict[str, str], **params: str) -> list[Any]:
    told = service.get("/todos", headers=user, params=params).is_(200).json()
    return [each["title"] for each in told]


def _has(told: dict[str, Any], wanted: dict[str, Any], what: str) -> None:
    equal({name: told.get(name) for name in wanted}, wanted, what)


@suite.check("a user registers once")
def registered(service: Service) -> None:
    name = _name()
    told = service.post("/register", json={"username": name, "password": PASSWORD}).is_(201).json()
    equal(told["username"], name, "the username")
    expect("id" in told, "there is an id")
    expect("password" not in told, "the password is not returned")
    service.post("/register", json={"username": name, "password": "another password"}).is_(409)
    _login(service, name)


@suite.check("a bad registration is 400")
def malformed(service: Service) -> None:
    name = _name()
    for given in (
        {"password": PASSWORD},
        {"username": "", "password": PASSWORD},
        {"username": name},
        {"username": name, "password": "1234567"},
    ):
        service.post("/register", json=given).is_(400)
    service.post("/register", json={"username": name, "password": "12345678"}).is_(201)


@suite.check("a wrong login is 401")
def refused(service: Service) -> None:
    name = _name()
    service.post("/register", json={"username": name, "password": PASSWORD}).is_(201)
    service.post("/login", json={"username": name, "password": "wrong horse"}).is_(401)
    service.post("/login", json={"username": _name(), "password": PASSWORD}).is_(401)


@suite.check("without a valid token it is 401")
def locked(service: Service) -> None:
    user = _user(service)
    todo = _add(service, user, "secret")
    for headers in ({}, {"Authorization": f"Bearer {token_hex(16)}"}):
        service.get("/todos", headers=headers).is_(401)
        service.post("/todos", json={"title": "x"}, headers=headers).is_(401)
        service.patch(f"/todos/{todo['id']}", json={"done": True}, headers=headers).is_(401)
        service.delete(f"/todos/{todo['id']}", headers=headers).is_(401)
        service.post("/logout", headers=headers).is_(401)
    equal(_titles(service, user), ["secret"], "the todos")


@suite.check("a logout ends one token only")
def left(service: Service) -> None:
    name = _name()
    service.post("/register", json={"username": name, "password": PASSWORD}).is_(201)
    first, second = _login(service, name), _login(service, name)
    expect(first != second, "the tokens differ")
    service.post("/logout", headers=first).is_(204)
    service.get("/todos", headers=first).is_(401)
    equal(_titles(service, second), [], "the todos by the other token")


@suite.check("todos are added and listed, oldest first")
def listed(service: Service) -> None:
    user = _user(service)
    equal(_titles(service, user), [], "no todos")
    todo = _add(service, user, "one")
    _has(todo, {"id": todo["id"], "title": "one", "done": False}, "the todo")
    second = _add(service, user, "two")
    _add(service, user, "three")
    service.patch(f"/todos/{second['id']}", json={"done": True}, headers=user).is_(200)
    equal(_titles(service, user), ["one", "two", "three"], "the todos")
    equal(_titles(service, user, done="true"), ["two"], "the todos done")
    equal(_titles(service, user, done="false"), ["one", "three"], "the todos not done")
    for given in ({}, {"title": ""}):
        service.post("/todos", json=given, headers=user).is_(400)


@suite.check("a todo is changed and deleted")
def changed(service: Service) -> None:
    user = _user(service)
    todo = _add(service, user, "one")
    path = f"/todos/{todo['id']}"
    told = service.patch(path, json={"done": True}, headers=user).is_(200).json()
    _has(told, {"id": todo["id"], "title": "one", "done": True}, "the todo done")
    told = service.patch(path, json={"title": "uno"}, headers=user).is_(200).json()
    _has(told, {"id": todo["id"], "title": "uno", "done": True}, "the todo renamed")
    service.patch(path, json={"title": ""}, headers=user).is_(400)
    equal(_titles(service, user), ["uno"], "the todos")
    service.delete(path, headers=user).is_(204)
    service.delete(path, headers=user).is_(404)
    service.patch(path, json={"done": False}, headers=user).is_(404)
    equal(_titles(service, user), [], "the todos left")


@suite.check("users have their own todos")
def private(service: Service) -> None:
    ann, bob = _user(service), _user(service)
    todo = _add(service, ann, "of ann")
    _add(service, bob, "of bob")
    equal(_titles(service, bob), ["of bob"], "the todos of bob")
    service.patch(f"/todos/{todo['id']}", json={"done": True}, headers=bob).is_(404)
    service.delete(f"/todos/{todo['id']}", headers=bob).is_(404)
    told = service.get("/todos", headers=ann).is_(200).json()
    equal([(each["title"], each["done"]) for each in told], [("of ann", False)], "the todos of ann")
