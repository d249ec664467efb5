"""Tickets behind verbs: created, assigned, resolved, reopened."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("support-tickets", "service")

_ACTED = (200, 201, 202, 204)
_INVALID = {"error": "invalid transition"}
_MISSING = {"error": "ticket not found"}


def _create(service: Service, **more: str) -> Any:
    given = {"subject": f"s{token_hex(4)}", "body": "b", **more}
    return service.post("/createTicket", json=given).created()["id"]


def _get(service: Service, id_: object) -> dict[str, Any]:
    told: dict[str, Any] = service.get("/getTicket", params={"id": id_}).is_(200).json()
    return told


def _list(service: Service, **params: str) -> list[Any]:
    return [each["id"] for each in service.get("/listTickets", params=params).items()]


def _assign(service: Service, id_: object, agent: str = "desk 2") -> Answer:
    return service.post("/assignTicket", json={"id": id_, "agent": agent})


def _resolve(service: Service, id_: object) -> Answer:
    return service.post("/resolveTicket", json={"id": id_, "resolution": "restarted"})


def _reopen(service: Service, id_: object) -> Answer:
    return service.post("/reopenTicket", json={"id": id_})


def _invalid(answer: Answer) -> None:
    equal(answer.is_(409).json(), _INVALID, "the answer")


@suite.check("without tickets the list is empty", fresh=True)
def empty(service: Service) -> None:
    equal(_list(service), [], "the tickets")


@suite.check("a ticket starts as new, with priority normal unless given")
def created(service: Service) -> None:
    given = {"subject": 'It\'s "broken"', "body": "ü\nx", "priority": "high"}
    id_ = service.post("/createTicket", json=given).created()["id"]
    told = _get(service, id_)
    equal({name: told[name] for name in given}, given, "the ticket")
    equal(told["status"], "new", "the status")
    for priority in ("low", "normal"):
        equal(_get(service, _create(service, priority=priority))["priority"], priority, "priority")
    equal(_get(service, _create(service))["priority"], "normal", "the priority when not given")


@suite.check("assignTicket makes it assigned to the agent, and no other")
def assigned(service: Service) -> None:
    id_, other = _create(service), _create(service)
    _assign(service, id_).is_(*_ACTED)
    told = _get(service, id_)
    equal((told["status"], told["agent"]), ("assigned", "desk 2"), "status and agent")
    equal(_get(service, other)["status"], "new", "the status of another ticket")


@suite.check("resolveTicket resolves an assigned ticket")
def resolved(service: Service) -> None:
    id_ = _create(service)
    _assign(service, id_).is_(*_ACTED)
    _resolve(service, id_).is_(*_ACTED)
    told = _get(service, id_)
    equal((told["status"], told["resolution"]), ("resolved", "restarted"), "status, resolution")


@suite.check("reopenTicket makes a resolved ticket new again, without agent and resolution")
def reopened(service: Service) -> None:
    id_ = _create(service)
    _assign(service, id_).is_(*_ACTED)
    _resolve(service, id_).is_(*_ACTED)
    _reopen(service, id_).is_(*_ACTED)
    told = _get(service, id_)
    equal(told["status"], "new", "the status")
    expect(not told.get("agent"), "there is no agent")
    expect(not told.get("resolution"), "there is no resolution")
    _assign(service, id_, "desk 7").is_(*_ACTED)
    equal(_get(service, id_)["agent"], "desk 7", "the agent")


@suite.check('any other transition is 409 {"error": "invalid transition"} and changes nothing')
def transitions(service: Service) -> None:
    id_ = _create(service)
    _invalid(_resolve(service, id_))
    _invalid(_reopen(service, id_))
    equal(_get(service, id_)["status"], "new", "the status")
    _assign(service, id_).is_(*_ACTED)
    _invalid(_reopen(service, id_))
    equal(_get(service, id_)["status"], "assigned", "the status")
    _resolve(service, id_).is_(*_ACTED)
    _invalid(_resolve(service, id_))
    _invalid(_assign(service, id_, "desk 9"))
    told = _get(service, id_)
    equal((told["status"], told["agent"]), ("resolved", "desk 2"), "status and agent")


@suite.check("the list is filtered by status, by priority, and by both")
def listed(service: Service) -> None:
    high, low, new = (_create(service, priority=each) for each in ("high", "low", "high"))
    for id_ in (high, low):
        _assign(service, id_).is_(*_ACTED)
    told = _list(service)
    expect({high, low, new} <= set(told), "all are listed")
    told = _list(service, status="assigned")
    expect({high, low} <= set(told), "those assigned are listed")
    expect(new not in told, "a new one is not among those assigned")
    told = _list(service, priority="high")
    expect({high, new} <= set(told), "those of high priority are listed")
    expect(low not in told, "a low one is not among those of high priority")
    told = _list(service, priority="high", status="new")
    expect(new in told, "what is both is listed")
    expect(high not in told, "what is one of them is not listed")
    expect(low not in told, "what is none of them is not listed")


@suite.check("a deleted ticket is gone, and no other is")
def deleted(service: Service) -> None:
    gone, stays = _create(service), _create(service)
    service.post("/deleteTicket", json={"id": gone}).is_(*_ACTED)
    equal(service.get("/getTicket", params={"id": gone}).is_(404).json(), _MISSING, "the answer")
    told = _list(service)
    expect(gone not in told, "it is not listed")
    expect(stays in told, "the other one is")


@suite.check('a missing ticket is 404 {"error": "ticket not found"}')
def absent(service: Service) -> None:
    id_ = unknown(_create(service))
    for answer in (
        service.get("/getTicket", params={"id": id_}),
        _assign(service, id_),
        _resolve(service, id_),
        _reopen(service, id_),
        service.post("/deleteTicket", json={"id": id_}),
    ):
        equal(answer.is_(404).json(), _MISSING, "the answer")


@suite.check("a ticket needs its subject, and a priority that there is")
def malformed(service: Service) -> None:
    before = len(_list(service))
    wrong: list[dict[str, Any]] = [
        {},
        {"body": "b"},
        {"subject": "s", "body": "b", "priority": "urgent"},
        {"subject": [], "body": "b"},
    ]
    refuses_malformed(service, "/createTicket", *wrong)
    equal(len(_list(service)), before, "the number of tickets")
    id_ = _create(service)
    refuses_malformed(service, "/assignTicket", {"agent": "desk 2"}, {"id": id_})
    equal(_get(service, id_)["status"], "new", "the status")
