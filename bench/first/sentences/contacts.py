"""An address book."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("contacts", "service")


def _email() -> str:
    return f"{token_hex(5)}@example.com"


def _add(service: Service, name: str, email: str, **more: object) -> dict[str, Any]:
    return service.post("/contacts", json={"name": name, "email": email, **more}).is_(201).json()


def _names(service: Service, **params: str) -> list[Any]:
    return [each["name"] for each in service.get("/contacts", params=params).is_(200).json()]


def _has(told: dict[str, Any], wanted: dict[str, Any], what: str) -> None:
    equal({name: told.get(name) for name in wanted}, wanted, what)


@suite.check("a contact is stored and read back")
def stored(service: Service) -> None:
    email = _email()
    told = _add(service, "Ann Smith", email, phone="+44 20 7946", company="Acme")
    wanted = {
        "id": told["id"],
        "name": "Ann Smith",
        "email": email,
        "phone": "+44 20 7946",
        "company": "Acme",
    }
    _has(told, wanted, "the contact")
    _has(service.get(f"/contacts/{told['id']}").is_(200).json(), wanted, "the contact read")


@suite.check("phone and company may be left out")
def short(service: Service) -> None:
    told = _add(service, "Bob", _email())
    read = service.get(f"/contacts/{told['id']}").is_(200).json()
    for each in (told, read):
        equal((each["phone"], each["company"]), (None, None), "phone and company")


@suite.check("a bad name or email is 400", fresh=True)
def malformed(service: Service) -> None:
    for given in (
        {"email": "a@example.com"},
        {"name": "", "email": "a@example.com"},
        {"name": "Ann"},
        {"name": "Ann", "email": "example.com"},
    ):
        service.post("/contacts", json=given).is_(400)
    equal(_names(service), [], "the contacts")
    path = f"/contacts/{_add(service, 'Ann', 'a@example.com')['id']}"
    service.put(path, json={"name": "Ann", "email": "nothing"}).is_(400)
    service.put(path, json={"email": "a@example.com"}).is_(400)
    equal(service.get(path).is_(200).json()["email"], "a@example.com", "the email")


@suite.check("an email is used once only")
def unique(service: Service) -> None:
    email = _email()
    first = _add(service, "Ann", email)
    service.post("/contacts", json={"name": "Other", "email": email}).is_(409)
    service.post("/contacts", json={"name": "Other", "email": email.upper()}).is_(409)
    mine = _email()
    second = _add(service, "Bob", mine)
    service.put(f"/contacts/{second['id']}", json={"name": "Bob", "email": email}).is_(409)
    equal(
        service.get(f"/contacts/{second['id']}").is_(200).json()["email"], mine, "the email of Bob"
    )
    told = (
        service.put(f"/contacts/{first['id']}", json={"name": "Anna", "email": email})
        .is_(200)
        .json()
    )
    equal(told["name"], "Anna", "the name, with the email kept")


@suite.check("a contact is replaced as a whole")
def replaced(service: Service) -> None:
    path = f"/contacts/{_add(service, 'Cid', _email(), phone='1', company='Acme')['id']}"
    email = _email()
    told = (
        service.put(path, json={"name": "Cid B", "email": email, "company": "Initech"})
        .is_(200)
        .json()
    )
    read = service.get(path).is_(200).json()
    for each in (told, read):
        seen = (each["name"], each["email"], each["phone"], each["company"])
        equal(seen, ("Cid B", email, None, "Initech"), "the contact")


@suite.check("contacts are sorted by name and searched", fresh=True)
def listed(service: Service) -> None:
    _add(service, "Zed", "zed@blacksmith.example")
    _add(service, "Ann Smith", "ann@example.com")
    _add(service, "Moe", "moe@example.com", company="SMILE Ltd")
    _add(service, "Bea", "bea@example.com", phone="5")
    equal(_names(service), ["Ann Smith", "Bea", "Moe", "Zed"], "the names")
    equal(_names(service, search="smi"), ["Ann Smith", "Moe", "Zed"], "the names found")
    equal(_names(service, search="BEA"), ["Bea"], "the names found")
    equal(_names(service, search="nobody"), [], "the names found")


@suite.check("a deleted contact is gone")
def deleted(service: Service) -> None:
    email = _email()
    path = f"/contacts/{_add(service, 'Dan', email)['id']}"
    service.delete(path).is_(204)
    service.get(path).is_(404)
    service.delete(path).is_(404)
    service.put(path, json={"name": "Dan", "email": email}).is_(404)
    _add(service, "Dan again", email)
