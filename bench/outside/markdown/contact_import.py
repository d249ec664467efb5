"""Contacts that come and go as CSV."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("contact-import", "service")

_HEADER = "email,name,phone"


def _send(service: Service, text: str) -> Answer:
    return service.post("/contacts/import", content=text, headers={"content-type": "text/csv"})


def _import(service: Service, *lines: str) -> dict[str, Any]:
    told: dict[str, Any] = _send(service, "\n".join((_HEADER, *lines, ""))).is_(200).json()
    return told


def _find(service: Service, q: str) -> list[Any]:
    told: list[Any] = service.get("/contacts", params={"q": q}).items()
    return told


def _answer(created: int, updated: int, *rejected: tuple[int, str]) -> dict[str, Any]:
    wrong = [{"line": line, "reason": reason} for line, reason in rejected]
    return {"created": created, "updated": updated, "rejected": wrong}


@suite.check("without contacts only the header is exported", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/contacts").items(), [], "the contacts")
    told = service.get("/contacts/export").is_(200).text
    equal(told.splitlines(), [_HEADER], "the export")


@suite.check("new contacts are created")
def created(service: Service) -> None:
    at = f"{token_hex(5)}.org"
    told = _import(service, f"zoë@{at},Zoë,0171 22", f"Ada@{at}, Ada L. ,")
    equal(told, _answer(2, 0), "the answer")
    wanted = [
        {"email": f"ada@{at}", "name": "Ada L.", "phone": ""},
        {"email": f"zoë@{at}", "name": "Zoë", "phone": "0171 22"},
    ]
    equal(_find(service, at), wanted, "the contacts")


@suite.check("known contacts are updated, whatever the case of the email")
def updated(service: Service) -> None:
    at = f"{token_hex(5)}.org"
    _import(service, f"ada@{at},Ada,1")
    equal(_import(service, f"ADA@{at},Ada King,2", f"bo@{at},Bo,3"), _answer(1, 1), "it")
    wanted = [
        {"email": f"ada@{at}", "name": "Ada King", "phone": "2"},
        {"email": f"bo@{at}", "name": "Bo", "phone": "3"},
    ]
    equal(_find(service, at), wanted, "the contacts")


@suite.check("lines that are wrong are rejected with number and reason, the others imported")
def rejected(service: Service) -> None:
    at = f"{token_hex(5)}.org"
    told = _import(
        service,
        f"one@{at},One,1",
        f"two.{at},Two,2",
        "",
        f"three@{at},,3",
        f"four@{at},Four",
        f"five{at},,",
        f"six@{at},Six,6,6",
        f"seven@{at},Seven,7",
    )
    wanted = _answer(
        2,
        0,
        (3, "bad email"),
        (5, "no name"),
        (6, "wrong number of values"),
        (7, "bad email"),
        (8, "wrong number of values"),
    )
    equal(told, wanted, "the answer")
    names = [each["name"] for each in _find(service, at)]
    equal(names, ["One", "Seven"], "the contacts")


@suite.check("values with a comma are in double quotes, both ways")
def quoted(service: Service) -> None:
    at = f"{token_hex(5)}.org"
    line = f'kay@{at},"King, Kay",0171'
    equal(_import(service, line), _answer(1, 0), "the answer")
    equal([each["name"] for each in _find(service, at)], ["King, Kay"], "the name")
    expect(line in service.get("/contacts/export").is_(200).text.splitlines(), "it is exported so")


@suite.check("another header is 400 and nothing is imported")
def header(service: Service) -> None:
    at = f"{token_hex(5)}.org"
    for first in ("name,email,phone", "email,name", f"ada@{at},Ada,1"):
        _send(service, f"{first}\nada@{at},Ada,1\n").is_(400)
    _send(service, "").is_(400)
    equal(_find(service, at), [], "the contacts")


@suite.check("contacts are found by email and name, in upper or lower case")
def found(service: Service) -> None:
    one, two = token_hex(6), token_hex(6)
    _import(service, f"b@{one}.org,Tim {two.upper()},", f"a@{one}.org,Tom,")
    equal([each["name"] for each in _find(service, one.upper())][0], "Tom", "the first by email")
    equal([each["email"] for each in _find(service, two)], [f"b@{one}.org"], "by name")
    equal(_find(service, token_hex(8)), [], "nothing")


@suite.check("what is exported is ordered by email and can be imported again", fresh=True)
def exported(service: Service) -> None:
    _import(service, "c@x.org,C,3", "a@x.org,A,", "B@x.org,B,2")
    text = service.get("/contacts/export").is_(200).text
    equal(text.splitlines(), [_HEADER, "a@x.org,A,", "b@x.org,B,2", "c@x.org,C,3"], "the export")
    service.delete("/contacts/b@x.org").is_(204)
    equal(_send(service, text).is_(200).json(), _answer(1, 2), "the answer")
    equal(service.get("/contacts/export").is_(200).text, text, "the export")


@suite.check("a deleted contact is gone")
def deleted(service: Service) -> None:
    at = f"{token_hex(5)}.org"
    _import(service, f"ada@{at},Ada,1", f"bo@{at},Bo,2")
    service.delete(f"/contacts/ada@{at}").is_(204)
    service.delete(f"/contacts/ada@{at}").is_(404)
    equal([each["name"] for each in _find(service, at)], ["Bo"], "the contacts")
