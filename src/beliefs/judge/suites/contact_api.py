"""Contacts: kept, found by a part of them, carried out and in as CSV."""

from __future__ import annotations

import csv
import io
from secrets import randbelow, token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("contact-api", "service")

_FIELDS = ("name", "email", "phone")


def _person(name: str = "") -> dict[str, str]:
    mark = token_hex(5)
    phone = f"+49 30 {randbelow(10**9):09d}"
    return {"name": name or f"Ada {mark}", "email": f"{mark}@example.org", "phone": phone}


def _make(service: Service, person: dict[str, str]) -> dict[str, Any]:
    return {"id": service.post("/contacts", json=person).created()["id"], **person}


def _seen(told: dict[str, Any]) -> dict[str, Any]:
    return {name: told[name] for name in ("id", *_FIELDS)}


def _holds(service: Service, contact: dict[str, Any]) -> None:
    equal(_seen(service.get(f"/contacts/{contact['id']}").is_(200).json()), contact, "the contact")


def _found(service: Service, query: str) -> list[str]:
    told = service.get("/contacts/search", params={"q": query}).items()
    return sorted(each["email"] for each in told)


def _exported(service: Service) -> list[dict[str, str]]:
    text = service.get("/contacts/export").is_(200).body.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    return [{name: row[name] for name in _FIELDS} for row in rows]


def _upload(service: Service, content: bytes) -> Answer:
    return service.post("/contacts/import", files={"file": ("people.csv", content, "text/csv")})


def _csv(people: list[dict[str, str]], fields: tuple[str, ...] = _FIELDS) -> bytes:
    page = io.StringIO(newline="")
    writer = csv.DictWriter(page, fields)
    writer.writeheader()
    writer.writerows(people)
    return page.getvalue().encode()


def _by_email(people: list[dict[str, str]]) -> list[dict[str, str]]:
    return sorted(people, key=lambda each: each["email"])


@suite.check("an empty book lists nothing and exports its header only", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/contacts").items(), [], "the list")
    text = service.get("/contacts/export").is_(200).body.decode("utf-8-sig")
    lines = list(csv.reader(io.StringIO(text)))
    equal(len(lines), 1, "the number of lines exported")
    expect(set(_FIELDS) <= set(lines[0]), "the header names name, email and phone")


@suite.check("what was created can be read back and is listed, to the letter")
def created(service: Service) -> None:
    made = [_make(service, _person()), _make(service, _person('Zoë O\'Neill, "Z"'))]
    told = {str(each["id"]): _seen(each) for each in service.get("/contacts").items()}
    equal(len({str(each["id"]) for each in made}), 2, "the number of ids")
    for each in made:
        _holds(service, each)
        equal(told.get(str(each["id"])), each, "the entry in the list")


@suite.check("the export is what is in the book, commas, quotes and line ends included")
def exported(service: Service) -> None:
    _make(service, _person('Comma, "Quote" and\nline'))
    listed = [{name: each[name] for name in _FIELDS} for each in service.get("/contacts").items()]
    expect(len(listed) >= 3, "the list shows what was created")
    equal(_by_email(_exported(service)), _by_email(listed), "the export")


@suite.check("an import adds every row as a contact of its own, and touches no other")
def imported(service: Service) -> None:
    before = _exported(service)
    people = [_person(), _person("Müller, Jörg"), _person('A "B" C')]
    _upload(service, _csv(people)).is_(200, 201, 202, 204)
    equal(_by_email(_exported(service)), _by_email([*before, *people]), "the book afterwards")
    for each in people:
        equal(_found(service, each["email"]), [each["email"]], "what is found of the import")
    told = {each["email"]: each for each in service.get("/contacts").items()}
    _holds(service, {"id": told[people[1]["email"]]["id"], **people[1]})


@suite.check("an import goes by the header, not by the order of columns")
def columns(service: Service) -> None:
    person = _person()
    _upload(service, _csv([person], ("phone", "email", "name"))).is_(200, 201, 202, 204)
    equal([each for each in _exported(service) if each["email"] == person["email"]], [person], "it")


@suite.check("an import of something else adds nothing")
def misread(service: Service) -> None:
    before = len(_exported(service))
    service.post("/contacts/import").refused()
    for content in (b"\xff\xfe\x00\x81", b"colour,size\nred,7\n", b"", b"name,email,phone\n"):
        answer = _upload(service, content)
        expect(answer.status < 500, f"an import of {content!r} is answered, not {answer.status}")
    equal(len(_exported(service)), before, "the number of contacts")


@suite.check("search finds a part of name, email or phone, in any case, and nothing else")
def searched(service: Service) -> None:
    mark = token_hex(5)
    named = _make(service, _person(f"Grace {mark} Hopper"))
    mailed = _make(service, _person() | {"email": f"x{mark}y@example.org"})
    other = _make(service, _person())
    both = sorted(each["email"] for each in (named, mailed))
    equal(_found(service, mark), both, "what is found by name and email")
    equal(_found(service, f"ACE {mark}".upper()), [named["email"]], "what is found by a part")
    equal(_found(service, other["phone"][4:]), [other["email"]], "what is found by phone")
    equal(_found(service, token_hex(8)), [], "what is found for nobody")


@suite.check("an update changes that contact alone, and what is found")
def updated(service: Service) -> None:
    made, other, new = _make(service, _person()), _make(service, _person()), _person()
    path = f"/contacts/{made['id']}"
    service.update(path, new).done()
    _holds(service, {"id": made["id"], **new})
    _holds(service, other)
    equal(_found(service, made["email"]), [], "what is found by the old email")
    equal(_found(service, new["email"]), [new["email"]], "what is found by the new email")
    if service.patched(path, {"phone": "12345"}):
        _holds(service, {"id": made["id"], **new, "phone": "12345"})


@suite.check("a deleted contact is gone from everywhere, and no other is")
def deleted(service: Service) -> None:
    gone, stays = _make(service, _person()), _make(service, _person())
    path = f"/contacts/{gone['id']}"
    service.delete(path).done()
    service.get(path).is_(404)
    service.delete(path).is_(404)
    equal(_found(service, gone["email"]), [], "what is found of it")
    expect(all(each["email"] != gone["email"] for each in _exported(service)), "it is not exported")
    _holds(service, stays)


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    path = f"/contacts/{unknown(_make(service, _person())['id'])}"
    service.get(path).is_(404)
    service.update(path, _person()).is_(404)
    service.delete(path).is_(404)


@suite.check("a contact without a name, or with another type for a field, is refused and not kept")
def malformed(service: Service) -> None:
    made = _make(service, _person())
    before = len(_exported(service))
    nameless = {name: value for name, value in _person().items() if name != "name"}
    refuses_malformed(service, "/contacts", nameless, _person() | {"name": {}}, {"email": "a@b.c"})
    service.update(f"/contacts/{made['id']}", _person() | {"name": ["x"]}).refused()
    equal(len(_exported(service)), before, "the number of contacts")
    _holds(service, made)


@suite.check("contacts outlive a restart, imported ones too")
def kept(service: Service) -> None:
    before = _exported(service)
    people = [_person() for _ in range(12)]
    _upload(service, _csv(people)).is_(200, 201, 202, 204)
    before += people
    service.restart()
    equal(_by_email(_exported(service)), _by_email(before), "the book afterwards")
