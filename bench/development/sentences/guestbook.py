"""A guestbook: entries wait for the moderator, and are shown once approved."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("guestbook", "service")

_KEY = {"X-Api-Key": "let-me-in"}
_DECIDED = (200, 201, 202, 204)


def _write(service: Service, message: str = "") -> str:
    message = message or f"m{token_hex(5)}"
    service.post("/entries", json={"author": "a guest", "message": message}).created()
    return message


def _pending(service: Service) -> dict[str, Any]:
    """The ids of the entries that wait, by message."""
    told = service.get("/moderation", headers=_KEY).items()
    return {each["message"]: each["id"] for each in told}


def _decide(service: Service, id_: object, verdict: str) -> Answer:
    return service.post(f"/moderation/{id_}/{verdict}", headers=_KEY)


def _shown(service: Service) -> list[str]:
    return [each["message"] for each in service.get("/entries").items()]


@suite.check("an empty guestbook shows nothing and nothing waits", fresh=True)
def empty(service: Service) -> None:
    equal(_shown(service), [], "the entries")
    equal(_pending(service), {}, "what waits")


@suite.check("a new entry waits for the moderator and is not visible")
def pending(service: Service) -> None:
    message = _write(service, 'Äll the "best"\n<b>x</b>')
    expect(message in _pending(service), "the entry is pending")
    expect(message not in _shown(service), "the entry is not visible")
    told = service.get("/moderation", headers=_KEY).items()
    authors = {each["message"]: each["author"] for each in told}
    equal(authors[message], "a guest", "its author")


@suite.check("an approved entry is shown and waits no more")
def approved(service: Service) -> None:
    message, other = _write(service), _write(service)
    _decide(service, _pending(service)[message], "approve").is_(*_DECIDED)
    told = {each["message"]: each for each in service.get("/entries").items()}
    expect(message in told, "the approved entry is shown")
    equal(told[message]["author"], "a guest", "its author")
    expect(message not in _pending(service), "it is not pending any more")
    expect(other in _pending(service), "the other one still is")
    expect(other not in told, "the other one is not shown")


@suite.check("a rejected entry is neither shown nor pending")
def rejected(service: Service) -> None:
    message = _write(service)
    _decide(service, _pending(service)[message], "reject").is_(*_DECIDED)
    expect(message not in _shown(service), "the rejected entry is not shown")
    expect(message not in _pending(service), "the rejected entry is not pending")


@suite.check("an entry is decided once; again, either way, is 409")
def once(service: Service) -> None:
    good, bad = _write(service), _write(service)
    ids = _pending(service)
    _decide(service, ids[good], "approve").is_(*_DECIDED)
    _decide(service, ids[bad], "reject").is_(*_DECIDED)
    for message in (good, bad):
        for verdict in ("approve", "reject"):
            _decide(service, ids[message], verdict).is_(409)
    expect(good in _shown(service), "the approved entry is still shown")
    expect(bad not in _shown(service), "the rejected entry is still not shown")


@suite.check("moderation needs the key: 401 without or with another, and nothing is decided")
def guarded(service: Service) -> None:
    message = _write(service)
    id_ = _pending(service)[message]
    for headers in ({}, {"X-Api-Key": "let-me-out"}, {"X-Api-Key": ""}):
        service.get("/moderation", headers=headers).is_(401)
        service.post(f"/moderation/{id_}/approve", headers=headers).is_(401)
        service.post(f"/moderation/{id_}/reject", headers=headers).is_(401)
    expect(message in _pending(service), "it is still pending")


@suite.check("the newest entry is shown first")
def newest(service: Service) -> None:
    messages = [_write(service) for _ in range(4)]
    ids = _pending(service)
    for message in messages:
        _decide(service, ids[message], "approve").is_(*_DECIDED)
    told = [each for each in _shown(service) if each in messages]
    equal(told, messages[::-1], "the order of entries")


@suite.check("an entry that is not there is 404")
def absent(service: Service) -> None:
    message = _write(service)
    id_ = unknown(_pending(service)[message])
    _decide(service, id_, "approve").is_(404)
    _decide(service, id_, "reject").is_(404)


@suite.check("a message has 1 to 500 characters")
def malformed(service: Service) -> None:
    before = len(_pending(service))
    messages: list[object] = ["", "m" * 501, None, []]
    wrong = [{"author": "a", "message": each} for each in messages]
    refuses_malformed(service, "/entries", *wrong, {"author": "a"})
    equal(len(_pending(service)), before, "the number of entries that wait")
    _write(service, "m" * 500)
    _write(service, "m")
    equal(len(_pending(service)), before + 2, "the number of entries that wait")
