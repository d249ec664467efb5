"""Contacts, sorted and searched."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("contacts", "service")


def _add(service: Service, name: str, email: str = "", **more: Any) -> dict[str, Any]:
    email = email or f"m{token_hex(5)}@example.com"
    made = service.post("/contacts", json={"name": name, "email": email, **more}).created()
    equal((made["name"], made["email"]), (name, email), "the answer")
    return made


def _names(service: Service, **params: str) -> list[str]:
    return [each["name"] for each in service.get("/contacts", params=params).items()]


@suite.check("a contact is created, read and listed; the phone may be left out")
def created(service: Service) -> None:
    full = _add(service, "Zoe Full", phone="+49 30 1234")
    bare = _add(service, "Zoe Bare")
    told = service.get(f"/contacts/{full['id']}").is_(200).json()
    equal((told["name"], told["email"], told["phone"]), ("Zoe Full", full["email"], "+49 30 1234"), "it")
    equal(service.get(f"/contacts/{bare['id']}").is_(200).json()["email"], bare["email"], "the email")
    expect({"Zoe Full", "Zoe Bare"} <= set(_names(service)), "both are listed")


@suite.check("the list goes by name", fresh=True)
def ordered(service: Service) -> None:
    for name in ("Mia", "Carl", "Tom", "Berta"):
        _add(service, name)
    equal(_names(service), ["Berta", "Carl", "Mia", "Tom"], "the names")


@suite.check("q finds parts of names and emails in any case", fresh=True)
def searched(service: Service) -> None:
    _add(service, "Joanna Smith", "js@example.com")
    _add(service, "Peter", "hannes.peter@example.com")
    _add(service, "ANNE", "a.n@example.com")
    _add(service, "Bob", "bob@example.com")
    wanted = ["ANNE", "Joanna Smith", "Peter"]
    equal(_names(service, q="ann"), wanted, "what is found")
    equal(_names(service, q="ANN"), wanted, "what is found in capitals")
    equal(_names(service, q="xyz"), [], "what is found for nothing")


@suite.check("an email is there once")
def unique(service: Service) -> None:
    made, other = _add(service, "First"), _add(service, "Second")
    service.post("/contacts", json={"name": "Copy", "email": made["email"]}).is_(409)
    service.update(f"/contacts/{other['id']}", {"name": "Second", "email": made["email"]}).is_(409)
    expect("Copy" not in _names(service), "the copy is not kept")
    same = {"name": "First again", "email": made["email"]}
    service.update(f"/contacts/{made['id']}", same).done()
    equal(service.get(f"/contacts/{made['id']}").is_(200).json()["name"], "First again", "the name")


@suite.check("an email that isn't one is a 400, and so is a missing one or a missing name")
def malformed(service: Service) -> None:
    before = len(_names(service))
    for wrong in ("nobody", "a@", "@example.com"):
        service.post("/contacts", json={"name": "Bad", "email": wrong}).is_(400)
    service.post("/contacts", json={"name": "Bad"}).refused()
    service.post("/contacts", json={"email": f"{token_hex(4)}@example.com"}).refused()
    equal(len(_names(service)), before, "the number of contacts")


@suite.check("updates and deletions take effect")
def altered(service: Service) -> None:
    made = _add(service, "Old")
    path = f"/contacts/{made['id']}"
    new = {"name": "New", "email": f"{token_hex(4)}@example.org", "phone": "555"}
    service.update(path, new).done()
    told = service.get(path).is_(200).json()
    equal({name: told[name] for name in new}, new, "the contact")
    service.delete(path).done()
    service.get(path).is_(404)
    service.delete(path).is_(404)
    service.update(path, new).is_(404)


@suite.check("contacts outlive a restart")
def kept(service: Service) -> None:
    made, gone = _add(service, "Stays", phone="1"), _add(service, "Goes")
    service.delete(f"/contacts/{gone['id']}").done()
    service.restart()
    equal(service.get(f"/contacts/{made['id']}").is_(200).json()["email"], made["email"], "the email")
    service.get(f"/contacts/{gone['id']}").is_(404)
