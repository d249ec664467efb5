"""Messages between colleagues."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("team-messages", "service")


def _me(name: str) -> dict[str, str]:
    return {"X-User": name}


def _names(*names: str) -> list[str]:
    return [f"{each}-{token_hex(4)}" for each in names]


def _send(service: Service, sender: str, to: str, text: str) -> dict[str, Any]:
    return service.post("/messages", json={"to": to, "text": text}, headers=_me(sender)).is_(201).json()


def _texts(service: Service, path: str, name: str, **params: str) -> list[str]:
    told = service.get(path, headers=_me(name), params=params).is_(200).json()
    return [each["text"] for each in told]


@suite.check("a message arrives in the inbox of the other, and in no one else's")
def sent(service: Service) -> None:
    lena, omar = _names("lena", "omar")
    made = _send(service, lena, omar, "Coffee at 3?")
    wanted = {"id": made["id"], "from": lena, "to": omar, "text": "Coffee at 3?", "read": False}
    equal({name: made[name] for name in wanted}, wanted, "the answer")
    (told,) = service.get("/inbox", headers=_me(omar)).is_(200).json()
    equal({name: told[name] for name in wanted}, wanted, "the message")
    equal(_texts(service, "/inbox", lena), [], "the sender's inbox")


@suite.check("the inbox has the newest first, or the unread alone")
def inbox(service: Service) -> None:
    lena, omar, ines = _names("lena", "omar", "ines")
    _send(service, lena, omar, "one")
    second = _send(service, ines, omar, "two")
    _send(service, lena, omar, "three")
    equal(_texts(service, "/inbox", omar), ["three", "two", "one"], "the inbox")
    service.post(f"/messages/{second['id']}/read", headers=_me(omar)).is_(200)
    equal(_texts(service, "/inbox", omar, unread="true"), ["three", "one"], "the unread")
    equal(_texts(service, "/inbox", omar), ["three", "two", "one"], "the inbox still")


@suite.check("only the receiver marks a message as read")
def marked(service: Service) -> None:
    lena, omar, ines = _names("lena", "omar", "ines")
    made = _send(service, lena, omar, "hello")
    path = f"/messages/{made['id']}/read"
    for other in (lena, ines):
        service.post(path, headers=_me(other)).is_(403)
    equal(_texts(service, "/inbox", omar, unread="true"), ["hello"], "the unread")
    for _ in range(2):
        equal(service.post(path, headers=_me(omar)).is_(200).json()["read"], True, "read")
    equal(_texts(service, "/inbox", omar, unread="true"), [], "the unread")
    service.post("/messages/999999/read", headers=_me(omar)).is_(404)


@suite.check("a conversation has both directions, oldest first, and nobody else")
def conversation(service: Service) -> None:
    lena, omar, ines = _names("lena", "omar", "ines")
    _send(service, lena, omar, "a")
    _send(service, ines, omar, "x")
    _send(service, omar, lena, "b")
    _send(service, lena, ines, "y")
    _send(service, lena, omar, "c")
    equal(_texts(service, f"/conversations/{omar}", lena), ["a", "b", "c"], "seen by one")
    equal(_texts(service, f"/conversations/{lena}", omar), ["a", "b", "c"], "seen by the other")
    equal(_texts(service, f"/conversations/{omar}", ines), ["x"], "seen by a third")


@suite.check("the unread are counted")
def counted(service: Service) -> None:
    lena, omar = _names("lena", "omar")
    equal(service.get("/inbox/count", headers=_me(omar)).is_(200).json()["unread"], 0, "the unread")
    made = [_send(service, lena, omar, each) for each in "abc"]
    equal(service.get("/inbox/count", headers=_me(omar)).is_(200).json()["unread"], 3, "the unread")
    service.post(f"/messages/{made[0]['id']}/read", headers=_me(omar)).is_(200)
    equal(service.get("/inbox/count", headers=_me(omar)).is_(200).json()["unread"], 2, "the unread")
    equal(service.get("/inbox/count", headers=_me(lena)).is_(200).json()["unread"], 0, "the sender's")


@suite.check("without X-User it is 401")
def nobody(service: Service) -> None:
    lena, omar = _names("lena", "omar")
    made = _send(service, lena, omar, "a")
    service.post("/messages", json={"to": omar, "text": "b"}).is_(401)
    service.post(f"/messages/{made['id']}/read").is_(401)
    for path in ("/inbox", "/inbox/count", f"/conversations/{omar}"):
        service.get(path).is_(401)
    equal(_texts(service, "/inbox", omar), ["a"], "the inbox")


@suite.check("what may not be sent is 400")
def malformed(service: Service) -> None:
    lena, omar = _names("lena", "omar")
    wrong = [
        {"to": lena, "text": "me"}, {"to": omar, "text": ""}, {"to": omar}, {"text": "who"},
        {"to": omar, "text": "x" * 1001},
    ]
    for each in wrong:
        service.post("/messages", json=each, headers=_me(lena)).is_(400)
    equal(_texts(service, "/inbox", omar), [], "the inbox")
    _send(service, lena, omar, "x" * 1000)
