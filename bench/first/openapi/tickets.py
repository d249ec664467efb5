"""Helpdesk tickets that are assigned, resolved and reopened."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("tickets", "service")


def _open(service: Service, subject: str = "Help", **more: object) -> dict[str, Any]:
    given = {"subject": subject, "email": "ann@example.com", **more}
    return service.post("/tickets", json=given).is_(201).json()


def _do(service: Service, ticket: dict[str, Any], what: str, **given: object) -> Answer:
    return service.post(f"/tickets/{ticket['id']}/{what}", json=given)


def _state(ticket: dict[str, Any]) -> tuple[Any, Any]:
    return ticket["status"], ticket["assignee"]


def _read(service: Service, ticket: dict[str, Any]) -> dict[str, Any]:
    return service.get(f"/tickets/{ticket['id']}").is_(200).json()


def _wrong(answer: Answer, status: int) -> None:
    expect(isinstance(answer.is_(status).json()["error"], str), "there is an error text")


def _has(told: dict[str, Any], wanted: dict[str, Any], what: str) -> None:
    equal({name: told.get(name) for name in wanted}, wanted, what)


@suite.check("a ticket is opened and shown")
def opened(service: Service) -> None:
    ticket = _open(service, "Printer on fire", priority="high")
    wanted = {
        "id": ticket["id"],
        "subject": "Printer on fire",
        "email": "ann@example.com",
        "priority": "high",
        "status": "open",
        "assignee": None,
    }
    expect(isinstance(ticket["id"], str), "the id is a string")
    _has(ticket, wanted, "the ticket")
    _has(_read(service, ticket), wanted, "the ticket shown")
    equal(_open(service)["priority"], "normal", "the priority by default")


@suite.check("a bad ticket is 400", fresh=True)
def malformed(service: Service) -> None:
    for given in (
        {"subject": "Help"},
        {"email": "ann@example.com"},
        {"subject": "", "email": "ann@example.com"},
        {"subject": "Help", "email": "nowhere"},
        {"subject": "Help", "email": "ann@example.com", "priority": "urgent"},
    ):
        _wrong(service.post("/tickets", json=given), 400)
    equal(service.get("/tickets").is_(200).json(), [], "the tickets")


@suite.check("tickets are listed by priority and filtered", fresh=True)
def listed(service: Service) -> None:
    made = [
        _open(service, name, priority=priority)
        for name, priority in (
            ("a", "low"),
            ("b", "high"),
            ("c", "normal"),
            ("d", "high"),
            ("e", "normal"),
        )
    ]
    _do(service, made[4], "assign", assignee="bob").is_(200)
    _do(service, made[0], "assign", assignee="bob").is_(200)
    _do(service, made[3], "assign", assignee="eve").is_(200)
    _do(service, made[4], "resolve").is_(200)
    for params, wanted in (
        ({}, ["b", "d", "c", "e", "a"]),
        ({"status": "open"}, ["b", "c"]),
        ({"assignee": "bob"}, ["e", "a"]),
        ({"assignee": "bob", "status": "in_progress"}, ["a"]),
    ):
        told = service.get("/tickets", params=params).is_(200).json()
        equal([each["subject"] for each in told], wanted, f"the tickets for {params}")


@suite.check("a ticket is assigned")
def assigned(service: Service) -> None:
    ticket = _open(service)
    for given in ({}, {"assignee": ""}):
        _wrong(_do(service, ticket, "assign", **given), 400)
    equal(_state(_read(service, ticket)), ("open", None), "the ticket")
    equal(
        _state(_do(service, ticket, "assign", assignee="bob").is_(200).json()),
        ("in_progress", "bob"),
        "it",
    )
    equal(
        _state(_do(service, ticket, "assign", assignee="eve").is_(200).json()),
        ("in_progress", "eve"),
        "it",
    )
    equal(_state(_read(service, ticket)), ("in_progress", "eve"), "the ticket shown")


@suite.check("a ticket is resolved")
def resolved(service: Service) -> None:
    ticket = _open(service)
    _wrong(_do(service, ticket, "resolve"), 409)
    _do(service, ticket, "assign", assignee="bob").is_(200)
    equal(
        _state(_do(service, ticket, "resolve").is_(200).json()), ("resolved", "bob"), "the ticket"
    )
    _wrong(_do(service, ticket, "resolve"), 409)
    _wrong(_do(service, ticket, "assign", assignee="eve"), 409)
    equal(_state(_read(service, ticket)), ("resolved", "bob"), "the ticket shown")


@suite.check("a ticket is reopened")
def reopened(service: Service) -> None:
    ticket = _open(service)
    _wrong(_do(service, ticket, "reopen"), 409)
    _do(service, ticket, "assign", assignee="bob").is_(200)
    _wrong(_do(service, ticket, "reopen"), 409)
    _do(service, ticket, "resolve").is_(200)
    equal(_state(_do(service, ticket, "reopen").is_(200).json()), ("open", None), "the ticket")
    equal(_state(_read(service, ticket)), ("open", None), "the ticket shown")


@suite.check("tickets are counted by status", fresh=True)
def counted(service: Service) -> None:
    equal(
        service.get("/stats").is_(200).json(), {"open": 0, "in_progress": 0, "resolved": 0}, "none"
    )
    made = [_open(service) for _ in range(4)]
    _do(service, made[1], "assign", assignee="bob").is_(200)
    _do(service, made[2], "assign", assignee="bob").is_(200)
    _do(service, made[2], "resolve").is_(200)
    equal(
        service.get("/stats").is_(200).json(), {"open": 2, "in_progress": 1, "resolved": 1}, "some"
    )


@suite.check("an unknown ticket is 404")
def unknown(service: Service) -> None:
    ticket = {"id": "987654"}
    _wrong(service.get("/tickets/987654"), 404)
    _wrong(_do(service, ticket, "assign", assignee="bob"), 404)
    _wrong(_do(service, ticket, "resolve"), 404)
    _wrong(_do(service, ticket, "reopen"), 404)
