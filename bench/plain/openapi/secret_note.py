"""Accounts, tokens, and one private note each."""

from __future__ import annotations

from secrets import token_hex

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("secret-note", "service")


PASSWORD = "correct horse"


def _register(service: Service) -> str:
    name = f"u{token_hex(4)}"
    service.post("/register", json={"username": name, "password": PASSWORD}).is_(201)
    return name


def _login(service: Service, name: str) -> dict[str, str]:
    told = service.post("/login", json={"username": name, "password": PASSWORD}).is_(200).json()
    return {"Authorization": f"Bearer {told['token']}"}


@suite.check("an account is made once, and its password is not told")
def registered(service: Service) -> None:
    given = {"username": f"u{token_hex(4)}", "password": PASSWORD}
    answer = service.post("/register", json=given).is_(201)
    equal(answer.json()["username"], given["username"], "the username")
    expect(PASSWORD not in answer.text, "the password is not told")
    service.post("/register", json=given).is_(409)


@suite.check("only the right password logs in")
def login(service: Service) -> None:
    name = _register(service)
    service.post("/login", json={"username": name, "password": "wrong horse"}).is_(401)
    service.post("/login", json={"username": "nobody", "password": PASSWORD}).is_(401)
    expect(len(_login(service, name)["Authorization"]) > len("Bearer "), "a token")


@suite.check("the note is empty, then what was written")
def written(service: Service) -> None:
    me = _login(service, _register(service))
    equal(service.get("/note", headers=me).is_(200).json(), {"text": ""}, "the first note")
    told = service.put("/note", json={"text": "hi"}, headers=me).is_(200).json()
    equal(told, {"text": "hi"}, "the note written")
    equal(service.get("/note", headers=me).is_(200).json(), {"text": "hi"}, "the note read")


@suite.check("everybody has a note of their own, whichever token they use")
def private(service: Service) -> None:
    name = _register(service)
    me, other = _login(service, name), _login(service, _register(service))
    service.put("/note", json={"text": "mine"}, headers=me).is_(200)
    equal(service.get("/note", headers=other).is_(200).json(), {"text": ""}, "the other's note")
    again = _login(service, name)
    equal(service.get("/note", headers=again).is_(200).json(), {"text": "mine"}, "my note")


@suite.check("without a known token the note is 401")
def closed(service: Service) -> None:
    service.get("/note").is_(401)
    service.put("/note", json={"text": "x"}).is_(401)
    service.get("/note", headers={"Authorization": "Bearer made-up"}).is_(401)


@suite.check("bad input is 400")
def malformed(service: Service) -> None:
    name = f"u{token_hex(4)}"
    for wrong in (
        {"username": name},
        {"password": PASSWORD},
        {"username": "", "password": PASSWORD},
        {"username": name, "password": "7 chars"},
    ):
        service.post("/register", json=wrong).is_(400)
    service.put("/note", json={}, headers=_login(service, _register(service))).is_(400)
