"""A guestbook with a brake."""

from __future__ import annotations

from secrets import token_hex

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("guestbook", "service")


def _post(service: Service, name: str, message: str) -> Answer:
    return service.post("/messages", json={"name": name, "message": message})


def _name() -> str:
    return f"Guest {token_hex(4)}"


@suite.check("a message is kept with its id and time", fresh=True)
def kept(service: Service) -> None:
    equal(service.get("/messages").items(), [], "an empty book")
    _post(service, "Äda", "Alles Gute & <3").created()
    (told,) = service.get("/messages").items()
    equal((told["name"], told["message"]), ("Äda", "Alles Gute & <3"), "the message")
    expect(told["id"] is not None and told["created_at"], "it has an id and created_at")


@suite.check("the newest comes first", fresh=True)
def newest(service: Service) -> None:
    for each in ("first", "second", "third", "fourth"):
        _post(service, _name(), each).created()
    told = [each["message"] for each in service.get("/messages").items()]
    equal(told, ["fourth", "third", "second", "first"], "the messages")


@suite.check("the fourth message in a minute gets 429 and is not kept")
def braked(service: Service) -> None:
    name = _name()
    for each in ("a", "b", "c"):
        _post(service, name, each).created()
    _post(service, name, "d").is_(429)
    _post(service, name, "e").is_(429)
    told = [each["message"] for each in service.get("/messages").items() if each["name"] == name]
    equal(sorted(told), ["a", "b", "c"], "what is kept")


@suite.check("the brake is on one name only")
def others(service: Service) -> None:
    one, two = _name(), _name()
    for _ in range(3):
        _post(service, one, "me").created()
    _post(service, one, "me").is_(429)
    for _ in range(3):
        _post(service, two, "you").created()
    _post(service, two, "you").is_(429)


@suite.check("500 characters are fine, 501 are not")
def long(service: Service) -> None:
    _post(service, _name(), "x" * 500).created()
    _post(service, _name(), "x" * 501).is_(400, 413, 422)


@suite.check("blank messages and missing fields are refused and not kept")
def blank(service: Service) -> None:
    before = len(service.get("/messages").items())
    for message in ("", "   "):
        _post(service, _name(), message).refused()
    service.post("/messages", json={"name": _name()}).refused()
    service.post("/messages", json={"message": "hello"}).refused()
    equal(len(service.get("/messages").items()), before, "the number of messages")
