"""A diary of gardeners: sign up, log in, own entries, and what is shared."""

from __future__ import annotations

from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("allotment-diary", "service")

_users = 0
_PASSWORD = "correct horse 7"
Auth = dict[str, str]


def _login(service: Service, name: str) -> Auth:
    given = {"name": name, "password": _PASSWORD}
    token = service.post("/login", json=given).is_(200).json()["token"]
    expect(isinstance(token, str) and token, "a token")
    return {"Authorization": f"Bearer {token}"}


def _user(service: Service) -> tuple[str, Auth]:
    global _users  # noqa: PLW0603 - names are given once
    _users += 1
    name = f"user_{_users}"
    answer = service.post("/signup", json={"name": name, "password": _PASSWORD}).is_(201)
    equal(answer.json()["name"], name, "the name")
    expect(_PASSWORD not in answer.text, "no password in the answer")
    return name, _login(service, name)


def _entry(service: Service, who: Auth, text: str = "sowed peas", **more: Any) -> int:
    given = {"plot": 7, "text": text, **more}
    made = service.post("/entries", json=given, headers=who).is_(201).json()
    equal((made["plot"], made["text"]), (7, text), "the entry")
    equal(made["shared"], more.get("shared", False), "whether it is shared")
    number: int = made["id"]
    return number


def _ids(service: Service, who: Auth, **params: Any) -> list[int]:
    told = service.get("/entries", headers=who, params=params).is_(200).json()
    return [each["id"] for each in told]


@suite.check("a name is signed up once, and names and passwords have their form")
def signup(service: Service) -> None:
    for name in ("abc", "a" * 20, "x_9"):
        service.post("/signup", json={"name": name, "password": "12345678"}).is_(201)
        service.post("/signup", json={"name": name, "password": "another one"}).is_(409)
    right = {"name": "fresh_one", "password": "12345678"}
    for change in (
        {"name": "ab"},
        {"name": "a" * 21},
        {"name": "Anna"},
        {"name": "an na"},
        {"name": 12345},
        {"password": "1234567"},
        {"password": "x" * 101},
        {"password": 123456789},
    ):
        service.post("/signup", json={**right, **change}).is_(422)
    service.post("/signup", json={"name": "fresh_one"}).is_(422)
    service.post("/signup", json={"password": "12345678"}).is_(422)
    refuses_malformed(service, "/signup")
    service.post("/signup", json=right).is_(201)


@suite.check("a login wants name and password, and says the same whichever is wrong")
def login(service: Service) -> None:
    name, one = _user(service)
    two = _login(service, name)
    expect(one != two, "another token for every login")
    bad = service.post("/login", json={"name": name, "password": "wrong horse 7"}).is_(401)
    unknown = service.post("/login", json={"name": "nobody_here", "password": _PASSWORD}).is_(401)
    equal(bad.text, unknown.text, "the two answers")


@suite.check("without a good token everything is 401, before anything else")
def unauthorized(service: Service) -> None:
    _, who = _user(service)
    number = _entry(service, who)
    token = who["Authorization"].split()[1]
    for headers in ({}, {"Authorization": "Bearer nonsense"}, {"Authorization": token}):
        service.post("/entries", json={"plot": 1, "text": "x"}, headers=headers).is_(401)
        service.post("/entries", json={"plot": 99}, headers=headers).is_(401)
        service.get("/entries", headers=headers).is_(401)
        service.get(f"/entries/{number}", headers=headers).is_(401)
        service.get("/entries/9999", headers=headers).is_(401)
        service.put(f"/entries/{number}", json={"plot": 1, "text": "x"}, headers=headers).is_(401)
        service.delete(f"/entries/{number}", headers=headers).is_(401)
        service.post("/logout", headers=headers).is_(401)
    equal(_ids(service, who), [number], "the entries")


@suite.check("a logout ends one token and no other")
def logout(service: Service) -> None:
    name, one = _user(service)
    two = _login(service, name)
    service.post("/logout", headers=one).is_(204)
    service.get("/entries", headers=one).is_(401)
    service.post("/logout", headers=one).is_(401)
    equal(_ids(service, two), [], "the entries with the other token")


@suite.check("entries count from 1 over all users and know their owner", fresh=True)
def entries(service: Service) -> None:
    (ana, her), (_, his) = _user(service), _user(service)
    ids = [_entry(service, her), _entry(service, his), _entry(service, her, shared=True)]
    equal(ids, [1, 2, 3], "the ids")
    answer = service.get("/entries/3", headers=her).is_(200)
    wanted = {"id": 3, "owner": ana, "plot": 7, "text": "sowed peas", "shared": True}
    equal(answer.json(), wanted, "the entry")
    equal(_ids(service, her), [3, 1], "her entries")
    equal(_ids(service, his), [2], "his entries")
    given = {"plot": 7, "text": "x", "owner": ana, "id": 77}
    told = service.post("/entries", json=given, headers=his).is_(201).json()
    equal((told["id"], told["owner"] != ana), (4, True), "what cannot be given")


@suite.check("shared entries are everybody's to read, others are not there", fresh=True)
def shared(service: Service) -> None:
    (_, her), (_, his) = _user(service), _user(service)
    hers, open_ = _entry(service, her), _entry(service, her, shared=True)
    own = _entry(service, his, shared=True)
    for who in (her, his):
        equal(_ids(service, who, shared="true"), [own, open_], "what is shared")
        equal(service.get(f"/entries/{open_}", headers=who).is_(200).json()["id"], open_, "it")
    service.get(f"/entries/{hers}", headers=his).is_(404)
    service.get("/entries/9999", headers=his).is_(404)


@suite.check("only the owner changes an entry: 403 if shared, 404 if not")
def ownership(service: Service) -> None:
    (_, her), (_, his) = _user(service), _user(service)
    hers, open_ = _entry(service, her), _entry(service, her, shared=True)
    for given in ({"plot": 1, "text": "mine"}, {"plot": 0}):
        service.put(f"/entries/{hers}", json=given, headers=his).is_(404)
        service.put(f"/entries/{open_}", json=given, headers=his).is_(403)
        service.put("/entries/9999", json=given, headers=his).is_(404)
    service.delete(f"/entries/{hers}", headers=his).is_(404)
    service.delete(f"/entries/{open_}", headers=his).is_(403)
    service.delete("/entries/9999", headers=his).is_(404)
    told = service.get(f"/entries/{open_}", headers=her).is_(200).json()
    equal(told["text"], "sowed peas", "the text")


@suite.check("the owner replaces and deletes")
def changed(service: Service) -> None:
    (name, her), (_, his) = _user(service), _user(service)
    number = _entry(service, her, shared=True)
    told = service.put(f"/entries/{number}", json={"plot": 40, "text": "dug"}, headers=her)
    wanted = {"id": number, "owner": name, "plot": 40, "text": "dug", "shared": False}
    equal(told.is_(200).json(), wanted, "the entry")
    service.get(f"/entries/{number}", headers=his).is_(404)
    service.put(f"/entries/{number}", json={"plot": 41, "text": "x"}, headers=her).is_(422)
    service.delete(f"/entries/{number}", headers=her).is_(204)
    service.get(f"/entries/{number}", headers=her).is_(404)
    service.delete(f"/entries/{number}", headers=her).is_(404)
    equal(_ids(service, her), [], "her entries")


@suite.check("an entry that breaks a type is 422")
def wrong(service: Service) -> None:
    _, who = _user(service)
    for given in (
        {"plot": 1},
        {"text": "x"},
        {"plot": 0, "text": "x"},
        {"plot": 41, "text": "x"},
        {"plot": 1.5, "text": "x"},
        {"plot": "first", "text": "x"},
        {"plot": 1, "text": ""},
        {"plot": 1, "text": "x" * 501},
        {"plot": 1, "text": 5},
        {"plot": 1, "text": "x", "shared": "perhaps"},
        [],
    ):
        service.post("/entries", json=given, headers=who).is_(422)
    equal(_ids(service, who), [], "the entries")
    _entry(service, who, "x" * 500)
