"""Messages between people who say who they are in a header."""

from __future__ import annotations

from secrets import randbelow
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("direct-messages", "service")


def _name(first: str = "n") -> str:
    return first + "".join(chr(97 + randbelow(26)) for _ in range(12))


def _me(name: str) -> dict[str, str]:
    return {"X-User": name}


def _send(service: Service, me: str, to: str, text: str = "hi") -> dict[str, Any]:
    answer = service.post("/messages", json={"to": to, "text": text}, headers=_me(me))
    told: dict[str, Any] = answer.is_(201).json()
    return told


def _read(service: Service, me: str, id_: object) -> Answer:
    return service.post(f"/messages/{id_}/read", headers=_me(me))


def _inbox(service: Service, me: str, **params: str) -> list[Any]:
    told: list[Any] = service.get("/inbox", params=params, headers=_me(me)).items()
    return told


@suite.check("a message goes from the caller to the recipient, unread")
def sent(service: Service) -> None:
    me, you = _name(), _name()
    made = _send(service, me, you, 'Olá, "you"')
    wanted = {"from": me, "to": you, "text": 'Olá, "you"', "read": False}
    equal({name: made[name] for name in wanted}, wanted, "the message")
    equal(_inbox(service, you), [made], "the inbox of the recipient")
    equal(_inbox(service, me), [], "the inbox of the sender")


@suite.check("the inbox is newest first, from all senders")
def inbox(service: Service) -> None:
    me, one, two = _name(), _name(), _name()
    for who, text in ((one, "a"), (two, "b"), (one, "c")):
        _send(service, who, me, text)
    equal([each["text"] for each in _inbox(service, me)], ["c", "b", "a"], "the inbox")


@suite.check("what is read is read, and not among the unread")
def read(service: Service) -> None:
    me, you = _name(), _name()
    first, second = _send(service, me, you), _send(service, me, you)
    for _ in range(2):
        equal(_read(service, you, first["id"]).is_(200).json(), first | {"read": True}, "it")
    equal(_inbox(service, you, unread="true"), [second], "the unread")
    equal(_inbox(service, you, unread="false"), [second, first | {"read": True}], "all of them")


@suite.check("only the recipient marks it as read")
def others(service: Service) -> None:
    me, you, else_ = _name(), _name(), _name()
    made = _send(service, me, you)
    _read(service, me, made["id"]).is_(403)
    _read(service, else_, made["id"]).is_(404)
    _read(service, you, unknown(made["id"])).is_(404)
    equal(_inbox(service, you), [made], "the inbox")


@suite.check("a conversation is told in both directions, oldest first, alike for both")
def conversation(service: Service) -> None:
    me, you, else_ = _name(), _name(), _name()
    made = [
        _send(service, me, you, "1"),
        _send(service, you, me, "2"),
        _send(service, me, you, "3"),
    ]
    _send(service, else_, me, "x")
    for one, two in ((me, you), (you, me)):
        told = service.get(f"/conversations/{two}", headers=_me(one)).items()
        equal(told, made, "the conversation")
    equal(service.get(f"/conversations/{else_}", headers=_me(you)).items(), [], "no conversation")


@suite.check("contacts are told by name with the number of unread messages")
def contacts(service: Service) -> None:
    me, a, b, c = _name(), _name("a"), _name("b"), _name("c")
    equal(service.get("/contacts", headers=_me(me)).items(), [], "no contacts")
    _send(service, me, c)
    first = _send(service, b, me)
    _send(service, b, me)
    _send(service, b, me)
    _read(service, me, first["id"]).is_(200)
    _read(service, me, _send(service, a, me)["id"]).is_(200)
    wanted = [{"name": a, "unread": 0}, {"name": b, "unread": 2}, {"name": c, "unread": 0}]
    equal(service.get("/contacts", headers=_me(me)).items(), wanted, "the contacts")
    equal(service.get("/contacts", headers=_me(c)).items(), [{"name": me, "unread": 1}], "theirs")


@suite.check("who does not say a name is 401")
def guarded(service: Service) -> None:
    me, you = _name(), _name()
    id_ = _send(service, me, you)["id"]
    for headers in ({}, {"X-User": "Anna"}, {"X-User": "a1"}, {"X-User": "a" * 31}):
        service.get("/inbox", headers=headers).is_(401)
        service.get("/contacts", headers=headers).is_(401)
        service.get(f"/conversations/{you}", headers=headers).is_(401)
        service.post(f"/messages/{id_}/read", headers=headers).is_(401)
        service.post("/messages", json={"to": you, "text": "x"}, headers=headers).is_(401)
    equal(len(_inbox(service, you)), 1, "the number of messages")


@suite.check("recipients and texts that break a rule are 422")
def malformed(service: Service) -> None:
    me, you = _name(), _name()
    right: dict[str, object] = {"to": you, "text": "hi"}
    wrong: list[dict[str, object]] = [
        right | {"to": me},
        right | {"to": ""},
        right | {"to": "Anna"},
        right | {"to": "a" * 31},
        right | {"text": ""},
        right | {"text": "t" * 281},
        {"to": you},
        {"text": "hi"},
    ]
    for each in wrong:
        service.post("/messages", json=each, headers=_me(me)).is_(422)
    equal(_inbox(service, you), [], "the inbox")
    _send(service, me, you, "t" * 280)
