"""Tickets that rules put into queues, with states and threads."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("helpdesk", "service")


def _rule(service: Service, keyword: str, queue: str) -> Any:
    given = {"keyword": keyword, "queue": queue}
    told = service.post("/rules", json=given).is_(201).json()
    equal(told, {**given, "id": told["id"]}, "the rule")
    return told["id"]


def _ticket(service: Service, subject: str = "Printer", text: str = "it smokes") -> Any:
    return service.post("/tickets", json={"subject": subject, "text": text}).is_(201).json()


def _to(service: Service, ticket: Any, state: str) -> Answer:
    return service.post(f"/tickets/{ticket}/state", json={"to": state})


def _say(service: Service, ticket: Any, text: str, parent: Any = None) -> Answer:
    given = {"author": "Lea", "text": text}
    if parent is not None:
        given["parent_id"] = parent
    return service.post(f"/tickets/{ticket}/comments", json=given)


def _error(answer: Answer, status: int) -> None:
    expect(isinstance(answer.is_(status).json()["error"], str), "an error is said in `error`")


@suite.check("rules are made, listed with the oldest first, and deleted", fresh=True)
def rules(service: Service) -> None:
    one, two = _rule(service, "invoice", "billing"), _rule(service, "password", "it")
    wanted = [
        {"id": one, "keyword": "invoice", "queue": "billing"},
        {"id": two, "keyword": "password", "queue": "it"},
    ]
    equal(service.get("/rules").is_(200).json(), wanted, "the rules")
    service.delete(f"/rules/{two}").is_(204)
    equal(service.get("/rules").is_(200).json(), wanted[:1], "the rules left")
    _error(service.delete(f"/rules/{two}"), 404)
    _error(service.post("/rules", json={"keyword": "invoice"}), 400)
    _error(service.post("/rules", json={"queue": "billing"}), 400)


@suite.check("the oldest rule with a whole word of the ticket decides its queue", fresh=True)
def queues(service: Service) -> None:
    early = _ticket(service, "My invoice")
    equal(early["queue"], "general", "the queue without rules")
    first = _rule(service, "invoice", "billing")
    _rule(service, "password", "it")
    wanted = {"subject": "Wrong INVOICE", "text": "you billed me twice"}
    told = _ticket(service, **wanted)
    equal(told, {**wanted, "id": told["id"], "queue": "billing", "state": "open"}, "the ticket")
    for subject, text, queue in (
        ("Hello", "I forgot my Password!", "it"),
        ("password", "and the invoice, please", "billing"),
        ("Two invoices", "both of them", "general"),
        ("Nothing", "at all", "general"),
    ):
        equal(_ticket(service, subject, text)["queue"], queue, f"queue of {subject}")
    equal(service.get(f"/tickets/{early['id']}").is_(200).json()["queue"], "general", "old ticket")
    service.delete(f"/rules/{first}").is_(204)
    equal(_ticket(service, "invoice")["queue"], "general", "queue without the rule")


@suite.check("tickets are listed by queue and state", fresh=True)
def listed(service: Service) -> None:
    _rule(service, "invoice", "billing")
    one, two = _ticket(service, "invoice")["id"], _ticket(service, "invoice again")["id"]
    three = _ticket(service, "lamp")["id"]
    _to(service, two, "in_progress").is_(200)

    def ids(**asked: str) -> list[Any]:
        return sorted(each["id"] for each in service.get("/tickets", params=asked).is_(200).json())

    equal(ids(), sorted([one, two, three]), "all")
    equal(ids(queue="billing"), sorted([one, two]), "of billing")
    equal(ids(state="open"), sorted([one, three]), "open")
    equal(ids(queue="billing", state="open"), [one], "open of billing")


@suite.check("a ticket goes through its states")
def states(service: Service) -> None:
    ticket = _ticket(service)["id"]
    for state in ("in_progress", "resolved", "in_progress", "resolved", "closed"):
        told = _to(service, ticket, state).is_(200).json()
        equal((told["id"], told["state"]), (ticket, state), "the ticket")
    equal(service.get(f"/tickets/{ticket}").is_(200).json()["state"], "closed", "state")


@suite.check("other steps are 409 and say which are allowed")
def steps(service: Service) -> None:
    ticket = _ticket(service)["id"]

    def declined(state: str, allowed: list[str]) -> None:
        answer = _to(service, ticket, state)
        _error(answer, 409)
        equal(answer.json()["allowed"], allowed, "allowed")

    declined("closed", ["in_progress"])
    _to(service, ticket, "in_progress").is_(200)
    declined("open", ["resolved"])
    _to(service, ticket, "resolved").is_(200)
    declined("open", ["closed", "in_progress"])
    _to(service, ticket, "closed").is_(200)
    declined("open", [])
    _error(_to(service, ticket, "banana"), 400)
    equal(service.get(f"/tickets/{ticket}").is_(200).json()["state"], "closed", "state")


@suite.check("comments are told as threads")
def threads(service: Service) -> None:
    ticket = _ticket(service)["id"]
    told = _say(service, ticket, "looking into it").is_(201).json()
    first = told["id"]
    wanted = {"id": first, "author": "Lea", "text": "looking into it", "parent_id": None}
    equal(told, wanted, "the comment")
    second = _say(service, ticket, "me too").is_(201).json()["id"]
    told = _say(service, ticket, "thanks", first).is_(201).json()
    equal(told["parent_id"], first, "parent_id")
    _say(service, ticket, "bitte", told["id"]).is_(201)
    _say(service, ticket, "and?", first).is_(201)

    def shape(comments: list[Any]) -> list[Any]:
        return [(each["text"], shape(each["replies"])) for each in comments]

    told = service.get(f"/tickets/{ticket}/comments").is_(200).json()
    threads = [("looking into it", [("thanks", [("bitte", [])]), ("and?", [])]), ("me too", [])]
    equal(shape(told), threads, "the threads")
    equal((told[1]["id"], told[1]["author"]), (second, "Lea"), "the second comment")


@suite.check("a parent of another ticket is 400, a comment on a closed ticket 409")
def no_comment(service: Service) -> None:
    ticket, other = _ticket(service)["id"], _ticket(service)["id"]
    foreign = _say(service, other, "here").is_(201).json()["id"]
    _error(_say(service, ticket, "there", foreign), 400)
    _error(_say(service, ticket, "there", unknown(foreign)), 400)
    for state in ("in_progress", "resolved", "closed"):
        _to(service, ticket, state).is_(200)
    _error(_say(service, ticket, "too late"), 409)
    equal(service.get(f"/tickets/{ticket}/comments").is_(200).json(), [], "the comments")


@suite.check("a ticket needs subject and text, and an unknown id is 404")
def wrong(service: Service) -> None:
    _error(service.post("/tickets", json={"text": "hello?"}), 400)
    _error(service.post("/tickets", json={"subject": "hello?"}), 400)
    gone = unknown(_ticket(service)["id"])
    _error(service.get(f"/tickets/{gone}"), 404)
    _error(_to(service, gone, "in_progress"), 404)
    _error(_say(service, gone, "hm"), 404)
    _error(service.get(f"/tickets/{gone}/comments"), 404)
