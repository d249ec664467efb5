"""Notes that only their owner sees."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("private-notes", "service")

Headers = dict[str, str]


def _name() -> str:
    return "u" + token_hex(5)


def _user(service: Service) -> Headers:
    given = {"username": _name(), "password": "sesame1"}
    service.post("/signup", json=given).is_(201)
    token = service.post("/login", json=given).is_(200).json()["token"]
    return {"Authorization": f"Bearer {token}"}


def _note(service: Service, who: Headers, title: str, **more: str) -> Any:
    return service.post("/notes", json={"title": title, **more}, headers=who).is_(201).json()["id"]


def _titles(service: Service, who: Headers, **params: str) -> list[str]:
    return [
        each["title"] for each in service.get("/notes", headers=who, params=params).is_(200).json()
    ]


@suite.check("users sign up once and log in")
def users(service: Service) -> None:
    given = {"username": _name(), "password": "sesame1"}
    equal(
        service.post("/signup", json=given).is_(201).json()["username"],
        given["username"],
        "the name",
    )
    told = service.post("/signup", json=given).is_(409).json()
    expect(isinstance(told["error"], str), "an error")
    for wrong in ({**given, "password": "sesame2"}, {**given, "username": _name()}):
        expect(
            isinstance(service.post("/login", json=wrong).is_(401).json()["error"], str), "an error"
        )
    expect(service.post("/login", json=given).is_(200).json()["token"], "a token")
    for wrong in (
        {**given, "username": "ab"},
        {**given, "username": "a" * 21},
        {**given, "username": "a b c"},
        {"username": _name(), "password": "12345"},
        {"username": _name()},
    ):
        service.post("/signup", json=wrong).is_(400)


@suite.check("a note is written and read")
def written(service: Service) -> None:
    me = _user(service)
    told = service.post("/notes", json={"title": "Milk", "body": "two"}, headers=me).is_(201).json()
    wanted = {"id": told["id"], "title": "Milk", "body": "two", "pinned": False}
    equal({name: told[name] for name in wanted}, wanted, "the note")
    short = service.post("/notes", json={"title": "Only"}, headers=me).is_(201).json()
    equal(short["body"], "", "the body")
    equal(_titles(service, me), ["Only", "Milk"], "my notes")
    for body in ({}, {"title": ""}):
        expect(
            isinstance(service.post("/notes", json=body, headers=me).is_(400).json()["error"], str),
            "an error",
        )


@suite.check("pinned notes come first, then the newest")
def pinned(service: Service) -> None:
    me = _user(service)
    for title, pin in (("a", True), ("b", False), ("c", True), ("d", False)):
        told = (
            service.post("/notes", json={"title": title, "pinned": pin}, headers=me).is_(201).json()
        )
        equal((told["title"], told["pinned"]), (title, pin), "the note")
    equal(_titles(service, me), ["c", "a", "d", "b"], "my notes")


@suite.check("a note is deleted")
def deleted(service: Service) -> None:
    me = _user(service)
    number, _ = _note(service, me, "Old"), _note(service, me, "New")
    service.delete(f"/notes/{number}", headers=me).is_(204)
    told = service.delete(f"/notes/{number}", headers=me).is_(404).json()
    expect(isinstance(told["error"], str), "an error")
    equal(_titles(service, me), ["New"], "my notes")


@suite.check("notes are found by a word")
def found(service: Service) -> None:
    me = _user(service)
    _note(service, me, "Shopping", body="bread and MILK")
    _note(service, me, "Milky way")
    _note(service, me, "Other", body="nothing")
    equal(_titles(service, me, q="milk"), ["Milky way", "Shopping"], "the notes")
    equal(_titles(service, me, q="zebra"), [], "the notes")


@suite.check("notes of others do not exist")
def others(service: Service) -> None:
    me, you = _user(service), _user(service)
    number = _note(service, me, "Mine")
    equal(_titles(service, you), [], "your notes")
    one = service.delete(f"/notes/{number}", headers=you).is_(404).json()
    other = service.delete("/notes/99999", headers=you).is_(404).json()
    equal(one, other, "the answer for a note of somebody else")
    equal(_titles(service, me), ["Mine"], "my notes")


@suite.check("without a valid token it is 401")
def tokens(service: Service) -> None:
    me = _user(service)
    number = _note(service, me, "Mine")
    for headers in ({}, {"Authorization": "Bearer nonsense"}):
        told = service.get("/notes", headers=headers).is_(401).json()
        expect(isinstance(told["error"], str), "an error")
        service.post("/notes", json={"title": "x"}, headers=headers).is_(401)
        service.delete(f"/notes/{number}", headers=headers).is_(401)
    equal(_titles(service, me), ["Mine"], "my notes")


@suite.check("users and notes survive a restart")
def kept(service: Service) -> None:
    given = {"username": _name(), "password": "sesame1"}
    service.post("/signup", json=given).is_(201)
    for restarted in (False, True):
        if restarted:
            service.restart()
        token = service.post("/login", json=given).is_(200).json()["token"]
        me = {"Authorization": f"Bearer {token}"}
        if not restarted:
            _note(service, me, "Stay")
        equal(_titles(service, me), ["Stay"], "my notes")
