"""Slow letters: signed up, logged in by cookie, written, read, put away, and blocked."""

from __future__ import annotations

import re
from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("pen-pals", "service")


def _told(answer: Answer, *names: str) -> Any:
    """A member of an answer, be it a value or a method."""
    for name in names:
        if hasattr(answer, name):
            told = getattr(answer, name)
            return told() if callable(told) else told
    raise AttributeError(f"an answer has none of {names}")


def _text(answer: Answer) -> str:
    told = _told(answer, "text", "content", "body")
    return told.decode() if isinstance(told, bytes) else str(told)


def _header(answer: Answer, name: str) -> str:
    told = {str(key).lower(): str(value) for key, value in dict(_told(answer, "headers")).items()}
    return told.get(name.lower(), "")


_PASSWORD = "sesame-42"


def _handle() -> str:
    return f"h{token_hex(5)}"


def _sign_up(service: Service, handle: str, country: str = "SE") -> Answer:
    given = {"handle": handle, "password": _PASSWORD, "country": country}
    return service.post("/signup", json=given)


def _log_in(service: Service, handle: str, password: str = _PASSWORD) -> Answer:
    return service.post("/login", json={"handle": handle, "password": password})


def _cookie(answer: Answer) -> str:
    told = _header(answer, "set-cookie")
    found = re.search(r"\bsession=([^;,\s]+)", told)
    expect(found is not None, f"there is a session in {told}")
    expect("httponly" in told.lower(), "the cookie is HttpOnly")
    return f"session={found.group(1)}" if found else ""


class _Pal:
    def __init__(self, service: Service, country: str = "SE") -> None:
        self.service, self.handle = service, _handle()
        told = _sign_up(service, self.handle, country).is_(200, 201)
        expect(_PASSWORD not in _text(told), "the password is not told")
        self.headers = {"Cookie": _cookie(_log_in(service, self.handle).is_(200, 204))}

    def get(self, path: str, **params: str) -> Answer:
        return self.service.get(path, params=params, headers=self.headers)

    def delete(self, path: str) -> Answer:
        return self.service.delete(path, headers=self.headers)

    def write(self, to: str, body: Any = "Dear friend") -> Answer:
        given = {"to": to, "body": body}
        return self.service.post("/letters", json=given, headers=self.headers)

    def wrote(self, to: str) -> Any:
        return self.write(to).is_(201).json()["id"]

    def block(self, handle: str) -> Answer:
        return self.service.put(f"/blocks/{handle}", headers=self.headers)

    def box(self, name: str, **params: str) -> list[Any]:
        return [each["id"] for each in self.get(f"/{name}", **params).items()]


@suite.check("one signs up, logs in and sees oneself")
def signed_up(service: Service) -> None:
    pal = _Pal(service, "NO")
    told = pal.get("/me").is_(200).json()
    wanted = {"handle": pal.handle, "country": "NO", "sent": 0, "received": 0}
    equal({name: told[name] for name in wanted}, wanted, "me")
    expect("password" not in told, "the password is not told")
    _sign_up(service, pal.handle).is_(409)


@suite.check("wrong credentials are 401")
def credentials(service: Service) -> None:
    pal = _Pal(service)
    _log_in(service, pal.handle, "wrong-one").is_(401)
    _log_in(service, _handle()).is_(401)


@suite.check("without the cookie everything is 401")
def anonymous(service: Service) -> None:
    pal = _Pal(service)
    headers = {"Cookie": "session=nonsense"}
    for path in ("/me", "/people", "/inbox", "/outbox", "/blocks", "/letters/1"):
        service.get(path, headers=headers).is_(401)
    given = {"to": pal.handle, "body": "x"}
    service.post("/letters", json=given, headers=headers).is_(401)
    service.put(f"/blocks/{pal.handle}", headers=headers).is_(401)


@suite.check("a logout ends that session for good, and no other")
def logged_out(service: Service) -> None:
    pal = _Pal(service)
    other = {"Cookie": _cookie(_log_in(service, pal.handle).is_(200, 204))}
    service.post("/logout", headers=pal.headers).is_(200, 204)
    pal.get("/me").is_(401)
    service.get("/me", headers=other).is_(200)


@suite.check("all the others are listed, of one country if wanted", fresh=True)
def people(service: Service) -> None:
    me, swede, finn = _Pal(service), _Pal(service), _Pal(service, "FI")
    told = {each["handle"]: each["country"] for each in me.get("/people").items()}
    equal(told, {swede.handle: "SE", finn.handle: "FI"}, "the people")
    told_ = me.get("/people", country="FI").items()
    equal([each["handle"] for each in told_], [finn.handle], "the people in Finland")
    expect("password" not in str(told_), "no passwords")


@suite.check("a letter is in the outbox of one and the inbox of the other")
def letters(service: Service) -> None:
    one, two = _Pal(service), _Pal(service)
    made = one.write(two.handle, "Kära vän!\nHej.").is_(201).json()
    wanted = {"from": one.handle, "to": two.handle, "body": "Kära vän!\nHej.", "read": False}
    equal({name: made[name] for name in wanted}, wanted, "the letter")
    expect(isinstance(made["sent_at"], str), "sent_at is a time")
    equal((one.box("outbox"), two.box("inbox")), ([made["id"]], [made["id"]]), "the boxes")
    equal((two.box("outbox"), one.box("inbox")), ([], []), "the other boxes")
    later = one.wrote(two.handle)
    equal(two.box("inbox"), [later, made["id"]], "the inbox, newest first")
    equal(one.box("outbox"), [later, made["id"]], "the outbox, newest first")
    equal(one.get("/me").is_(200).json()["sent"], 2, "sent")
    equal(two.get("/me").is_(200).json()["received"], 2, "received")


@suite.check("a letter is read once the receiver opens it, not the sender")
def opened(service: Service) -> None:
    one, two = _Pal(service), _Pal(service)
    first, second = one.wrote(two.handle), one.wrote(two.handle)
    expect(one.get(f"/letters/{first}").is_(200).json()["read"] is False, "not by the sender")
    equal(two.box("inbox", unread="true"), [second, first], "the unread")
    two.get(f"/letters/{first}").is_(200)
    expect(one.get(f"/letters/{first}").is_(200).json()["read"] is True, "it is read")
    equal(two.box("inbox", unread="true"), [second], "the unread")
    equal(two.box("inbox"), [second, first], "the inbox")


@suite.check("nobody else sees a letter (404), and nobody edits one")
def private(service: Service) -> None:
    one, two, three = _Pal(service), _Pal(service), _Pal(service)
    letter = one.wrote(two.handle)
    three.get(f"/letters/{letter}").is_(404)
    three.delete(f"/letters/{letter}").is_(404)
    path = f"/letters/{letter}"
    service.put(path, json={"body": "x"}, headers=one.headers).is_(404, 405)
    equal(one.get(path).is_(200).json()["body"], "Dear friend", "the body")
    one.get(f"/letters/{unknown(letter)}").is_(404)


@suite.check("a letter is removed from the own box only")
def removed(service: Service) -> None:
    one, two = _Pal(service), _Pal(service)
    letter, other = one.wrote(two.handle), one.wrote(two.handle)
    one.delete(f"/letters/{letter}").is_(204)
    equal(one.box("outbox"), [other], "the outbox")
    equal(two.box("inbox"), [other, letter], "the inbox")
    two.get(f"/letters/{letter}").is_(200)
    two.delete(f"/letters/{other}").is_(204)
    equal(two.box("inbox"), [letter], "the inbox")
    equal(one.box("outbox"), [other], "the outbox")


@suite.check("who is blocked gets 403 when writing, until unblocked")
def blocked(service: Service) -> None:
    one, two, three = _Pal(service), _Pal(service), _Pal(service)
    one.block(two.handle).is_(204)
    two.write(one.handle).is_(403)
    three.write(one.handle).is_(201)
    one.write(two.handle).is_(201)
    equal(one.get("/blocks").is_(200).json(), [two.handle], "the blocks")
    equal(two.get("/blocks").is_(200).json(), [], "the blocks of the other")
    one.delete(f"/blocks/{two.handle}").is_(204)
    two.write(one.handle).is_(201)
    equal(one.get("/blocks").is_(200).json(), [], "the blocks")


@suite.check("letters to nobody are 404, to oneself 400, and have 1 to 2000 characters")
def malformed_letter(service: Service) -> None:
    one, two = _Pal(service), _Pal(service)
    one.write(_handle()).is_(404)
    one.write(one.handle).is_(400)
    for body in ("", "b" * 2001, None, 7):
        one.write(two.handle, body).is_(400)
    service.post("/letters", json={"to": two.handle}, headers=one.headers).is_(400)
    equal(two.box("inbox"), [], "the inbox")
    one.write(two.handle, "b" * 2000).is_(201)


@suite.check("a sign-up that breaks a rule is 400")
def malformed(service: Service) -> None:
    right = {"handle": _handle(), "password": _PASSWORD, "country": "SE"}
    for each in (
        {"handle": "ab"},
        {"handle": "h" * 16},
        {"handle": "Upper"},
        {"handle": "a_b_c"},
        {"password": "12345"},
        {"country": "Sweden"},
        {"country": ""},
    ):
        service.post("/signup", json={**right, **each}).is_(400)
    for left in right:
        part = {name: right[name] for name in right if name != left}
        service.post("/signup", json=part).is_(400)
    _log_in(service, right["handle"]).is_(401)
