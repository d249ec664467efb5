"""Notes of several users: everyone signs in, and sees their own."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("private-notes", "service")

_ACTED = (200, 201, 202, 204)


def _register(service: Service, username: str, password: str) -> Answer:
    return service.post("/register", json={"username": username, "password": password})


def _login(service: Service, username: str, password: str) -> Answer:
    return service.post("/login", json={"username": username, "password": password})


def _user(service: Service) -> dict[str, str]:
    """The header that speaks for a new user."""
    username, password = f"u{token_hex(4)}", f"p{token_hex(8)}"
    _register(service, username, password).is_(201)
    token = _login(service, username, password).is_(200, 201).json()["token"]
    return {"Authorization": f"Bearer {token}"}


def _make(service: Service, me: dict[str, str], **more: Any) -> dict[str, Any]:
    given = {"title": f"t{token_hex(4)}", "body": "b", **more}
    made = service.post("/notes", json=given, headers=me).created()
    return {**given, "id": made["id"]}


def _holds(service: Service, me: dict[str, str], note: dict[str, Any]) -> None:
    told = service.get(f"/notes/{note['id']}", headers=me).is_(200).json()
    equal({name: told[name] for name in note}, note, "the note")


def _titles(service: Service, me: dict[str, str], **params: str) -> list[str]:
    return [each["title"] for each in service.get("/notes", params=params, headers=me).items()]


@suite.check("a user registers once and signs in with the right password", fresh=True)
def registered(service: Service) -> None:
    username, password = f"u{token_hex(4)}", f"p{token_hex(8)}"
    answers = [_register(service, username, password).is_(201)]
    _register(service, username, f"x{password}").is_(409)
    answers.append(_login(service, username, password).is_(200, 201))
    expect(isinstance(answers[1].json()["token"], str), "the token is a text")
    _login(service, username, f"x{password}").is_(401)
    _login(service, f"{username}x", password).is_(401)
    for answer in answers:
        expect(password not in answer.text, "no answer tells the password")
        expect("password" not in answer.text, "no answer has a password")


@suite.check("a username has 3 to 30 characters, a password at least 8")
def rules(service: Service) -> None:
    good = f"p{token_hex(8)}"
    wrong = [
        {"username": "ab", "password": good},
        {"username": "u" * 31, "password": good},
        {"username": f"u{token_hex(4)}", "password": "1234567"},
        {"username": f"u{token_hex(4)}"},
        {"password": good},
    ]
    refuses_malformed(service, "/register", *wrong)
    for username, password in ((token_hex(2)[:3], "12345678"), (token_hex(15), good)):
        _register(service, username, password).is_(201)
        _login(service, username, password).is_(200, 201)


@suite.check("notes need a token: 401 without, with another, or after logout")
def guarded(service: Service) -> None:
    me = _user(service)
    note = _make(service, me)
    path = f"/notes/{note['id']}"
    wrong = [{}, {"Authorization": f"Bearer {token_hex(16)}"}, {"Authorization": "Bearer"}]
    for headers in wrong:
        service.get("/notes", headers=headers).is_(401)
        service.post("/notes", json={"title": "x", "body": "y"}, headers=headers).is_(401)
        service.get(path, headers=headers).is_(401)
        service.delete(path, headers=headers).is_(401)
    other = _user(service)
    service.post("/logout", headers=me).is_(*_ACTED)
    service.get("/notes", headers=me).is_(401)
    service.get("/notes", headers=other).is_(200)


@suite.check("a note is read back and listed, not pinned unless said")
def created(service: Service) -> None:
    me = _user(service)
    equal(_titles(service, me), [], "the notes of a new user")
    plain, pinned = _make(service, me, body='ü "q"\n'), _make(service, me, pinned=True)
    _holds(service, me, plain | {"pinned": False})
    _holds(service, me, pinned)
    equal(sorted(_titles(service, me)), sorted([plain["title"], pinned["title"]]), "the list")


@suite.check("everyone sees their own notes only, and gets 404 for those of others")
def private(service: Service) -> None:
    me, other = _user(service), _user(service)
    note = _make(service, me)
    path = f"/notes/{note['id']}"
    equal(_titles(service, other), [], "the notes of another")
    service.get(path, headers=other).is_(404)
    service.delete(path, headers=other).is_(404)
    _update(service, path, other, {"title": "x", "body": "y", "pinned": True}).is_(404)
    equal(_titles(service, other, q=note["title"]), [], "what another finds")
    _holds(service, me, note)


def _update(service: Service, path: str, me: dict[str, str], whole: dict[str, Any]) -> Answer:
    answer = service.put(path, json=whole, headers=me)
    return service.patch(path, json=whole, headers=me) if answer.status == 405 else answer


@suite.check("a note is changed and deleted by its owner")
def changed(service: Service) -> None:
    me = _user(service)
    note, other = _make(service, me), _make(service, me)
    path = f"/notes/{note['id']}"
    new = {"title": "new", "body": "text", "pinned": True}
    _update(service, path, me, new).done()
    _holds(service, me, {**new, "id": note["id"]})
    _holds(service, me, other)
    service.delete(path, headers=me).done()
    service.get(path, headers=me).is_(404)
    equal(_titles(service, me), [other["title"]], "the list")


@suite.check("pinned notes come first")
def pinned(service: Service) -> None:
    me = _user(service)
    for pin in (False, True, False, True, False):
        _make(service, me, pinned=pin)
    told = [each["pinned"] for each in service.get("/notes", headers=me).items()]
    equal(told, [True, True, False, False, False], "pinned in the order of the list")


@suite.check("q searches title and body")
def searched(service: Service) -> None:
    me = _user(service)
    word = f"w{token_hex(4)}"
    titled, bodied = _make(service, me, title=f"a {word} b"), _make(service, me, body=f"c {word}")
    _make(service, me)
    wanted = sorted([titled["title"], bodied["title"]])
    equal(sorted(_titles(service, me, q=word)), wanted, "what is found")
    equal(_titles(service, me, q=token_hex(6)), [], "what is found for nothing")


@suite.check("passwords are not kept as they are")
def hashed(service: Service) -> None:
    password = f"plain{token_hex(12)}"
    _register(service, f"u{token_hex(4)}", password).is_(201)
    files = [each for each in service.folder.rglob("*") if each.is_file()]
    found = [each.name for each in files if password.encode() in each.read_bytes()]
    equal(found, [], "the files with the password in them")


@suite.check("what is not there is 404, what is no note is refused")
def absent(service: Service) -> None:
    me = _user(service)
    path = f"/notes/{unknown(_make(service, me)['id'])}"
    service.get(path, headers=me).is_(404)
    service.delete(path, headers=me).is_(404)
    _update(service, path, me, {"title": "x", "body": "y", "pinned": False}).is_(404)
    for wrong in ({"title": [], "body": "b"}, {"title": "x", "body": "b", "pinned": "perhaps"}):
        service.post("/notes", json=wrong, headers=me).refused()
