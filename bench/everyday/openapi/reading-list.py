"""Private reading lists."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("reading-list", "service")


def _account() -> dict[str, str]:
    return {"email": f"r{token_hex(5)}@example.com", "password": f"pw-{token_hex(5)}"}


def _login(service: Service, account: dict[str, str]) -> dict[str, str]:
    told = service.post("/login", json=account).is_(200).json()
    return {"Authorization": f"Bearer {told['access_token']}"}


def _reader(service: Service) -> dict[str, str]:
    account = _account()
    service.post("/register", json=account).is_(201)
    return _login(service, account)


def _add(service: Service, head: dict[str, str], title: str, **more: Any) -> dict[str, Any]:
    return service.post("/books", json={"title": title, **more}, headers=head).is_(201).json()


def _titles(service: Service, head: dict[str, str], **params: str) -> list[str]:
    return [each["title"] for each in service.get("/books", headers=head, params=params).is_(200).json()]


@suite.check("books are added and listed in order")
def added(service: Service) -> None:
    head = _reader(service)
    equal(_titles(service, head), [], "a new list")
    made = _add(service, head, "Momo", author="Michael Ende")
    equal((made["title"], made["author"], made["status"]), ("Momo", "Michael Ende", "want"), "the book")
    _add(service, head, "Emma")
    _add(service, head, "Beloved")
    equal(_titles(service, head), ["Momo", "Emma", "Beloved"], "the titles")


@suite.check("a status is changed and filtered by")
def changed(service: Service) -> None:
    head = _reader(service)
    one, _, three = (_add(service, head, title) for title in ("One", "Two", "Three"))
    told = service.patch(f"/books/{one['id']}", json={"status": "reading"}, headers=head).is_(200).json()
    equal((told["id"], told["title"], told["status"]), (one["id"], "One", "reading"), "the book")
    service.patch(f"/books/{three['id']}", json={"status": "done"}, headers=head).is_(200)
    for status, wanted in (("want", ["Two"]), ("reading", ["One"]), ("done", ["Three"])):
        equal(_titles(service, head, status=status), wanted, f"the {status} books")


@suite.check("lists are private")
def private(service: Service) -> None:
    mine, theirs = _reader(service), _reader(service)
    made = _add(service, mine, "Diary")
    equal(_titles(service, theirs), [], "the other list")
    service.patch(f"/books/{made['id']}", json={"status": "done"}, headers=theirs).is_(404)
    equal(service.get("/books", headers=mine).is_(200).json()[0]["status"], "want", "the status")


@suite.check("who is not logged in gets 401")
def stranger(service: Service) -> None:
    made = _add(service, _reader(service), "Diary")
    for head in ({}, {"Authorization": "Bearer made-up"}):
        service.get("/books", headers=head).is_(401)
        service.post("/books", json={"title": "x"}, headers=head).is_(401)
        service.patch(f"/books/{made['id']}", json={"status": "done"}, headers=head).is_(401)


@suite.check("a wrong email or password is 401")
def wrong(service: Service) -> None:
    account = _account()
    service.post("/login", json=account).is_(401)
    service.post("/register", json=account).is_(201)
    service.post("/login", json={**account, "password": "not-that-one"}).is_(401)
    _login(service, account)


@suite.check("an email has one account")
def twice(service: Service) -> None:
    account = _account()
    service.post("/register", json=account).is_(201)
    service.post("/register", json={**account, "password": "another one"}).is_(409)
    service.post("/login", json={**account, "password": "another one"}).is_(401)


@suite.check("an invalid account is 400")
def accounts(service: Service) -> None:
    good = _account()
    for bad in ({"email": "nobody"}, {"password": "five5"}):
        service.post("/register", json={**good, **bad}).is_(400)
    service.post("/register", json={"email": good["email"]}).is_(400)
    service.post("/register", json={**good, "password": "sixsix"}).is_(201)


@suite.check("an invalid book or status is 400, an unknown book 404")
def malformed(service: Service) -> None:
    head = _reader(service)
    for bad in ({}, {"title": ""}, {"author": "Ende"}):
        service.post("/books", json=bad, headers=head).is_(400)
    made = _add(service, head, "Momo")
    for bad in ({"status": "burnt"}, {}):
        service.patch(f"/books/{made['id']}", json=bad, headers=head).is_(400)
    service.patch("/books/999999", json={"status": "done"}, headers=head).is_(404)
    equal(_titles(service, head, status="want"), ["Momo"], "the list")
