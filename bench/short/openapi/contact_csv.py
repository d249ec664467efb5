"""Contacts come in and go out as CSV."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("contact-csv", "service")


def _import(service: Service, text: str) -> Answer:
    return service.post(
        "/contacts/import", content=text.encode(), headers={"Content-Type": "text/csv"}
    )


def _report(service: Service, text: str) -> tuple[Any, ...]:
    told = _import(service, text).is_(200).json()
    return told["created"], told["updated"], told["skipped"]


def _contacts(service: Service, **params: str) -> list[tuple[str, ...]]:
    told = service.get("/contacts", params=params).is_(200).json()
    return [(each["name"], each["email"], each["city"]) for each in told]


@suite.check("contacts are imported and listed by email", fresh=True)
def imported(service: Service) -> None:
    equal(_contacts(service), [], "no contacts")
    text = "name,email,city\nZed,zed@club.test,Oslo\nAnn,ann@club.test,Bergen\n"
    equal(_report(service, text), (2, 0, []), "created, updated, skipped")
    wanted = [("Ann", "ann@club.test", "Bergen"), ("Zed", "zed@club.test", "Oslo")]
    equal(_contacts(service), wanted, "the contacts")


@suite.check("a known email is updated", fresh=True)
def updated(service: Service) -> None:
    _report(service, "name,email,city\nAnn,ann@club.test,Bergen\n")
    text = "name,email,city\nAnna,ann@club.test,Oslo\nBo,bo@club.test,\n"
    equal(_report(service, text), (1, 1, []), "created, updated, skipped")
    equal(
        _contacts(service),
        [("Anna", "ann@club.test", "Oslo"), ("Bo", "bo@club.test", "")],
        "the contacts",
    )


@suite.check("columns in another order and quoted fields are read", fresh=True)
def columns(service: Service) -> None:
    text = 'email,city,name\nann@club.test,"Oslo, East","Ann ""Annie"" Åse"\n'
    equal(_report(service, text), (1, 0, []), "created, updated, skipped")
    equal(_contacts(service), [('Ann "Annie" Åse', "ann@club.test", "Oslo, East")], "the contacts")


@suite.check("lines that are wrong are skipped", fresh=True)
def skipped(service: Service) -> None:
    text = "name,email,city\nAnn,ann@club.test,Oslo\n,no@name.test,Oslo\nBo,nomail,Oslo\nCy,cy@club.test,Oslo\n"
    equal(_report(service, text), (2, 0, [3, 4]), "created, updated, skipped")
    equal([each[0] for each in _contacts(service)], ["Ann", "Cy"], "the names")


@suite.check("contacts are listed by city", fresh=True)
def city(service: Service) -> None:
    _report(service, "name,email,city\nA,a@c.test,Oslo\nB,b@c.test,Bergen\nC,c@c.test,Oslo\n")
    equal([each[0] for each in _contacts(service, city="Oslo")], ["A", "C"], "those in Oslo")
    equal(_contacts(service, city="Os"), [], "those in Os")


@suite.check("everything is exported as CSV", fresh=True)
def exported(service: Service) -> None:
    text = 'name,email,city\nZoë,zoe@c.test,Oslo\n"Doe, Jo",jo@c.test,"The ""Hill"""\n'
    _report(service, text)
    answer = service.get("/contacts/export").is_(200)
    equal(answer.headers["content-type"].split(";")[0], "text/csv", "the content type")
    told = answer.headers["content-disposition"]
    expect(told.startswith("attachment") and "contacts.csv" in told, f"an attachment, not {told}")
    rows = list(csv.reader(StringIO(answer.body.decode("utf-8"))))
    wanted = [
        ["name", "email", "city"],
        ["Doe, Jo", "jo@c.test", 'The "Hill"'],
        ["Zoë", "zoe@c.test", "Oslo"],
    ]
    equal(rows, wanted, "the rows")
    equal(_report(service, answer.text), (0, 2, []), "importing what was exported")


@suite.check("without a body or a column it is 400", fresh=True)
def wrong(service: Service) -> None:
    _import(service, "").is_(400)
    _import(service, "name,email\nAnn,ann@club.test\n").is_(400)
    _import(service, "Ann,ann@club.test,Oslo\n").is_(400)
    equal(_contacts(service), [], "no contacts")
