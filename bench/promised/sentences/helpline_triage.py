"""Messages to a helpline, sorted by keyword rules; the desk has a session cookie."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("helpline-triage", "service")

_DESK = {"username": "desk", "password": "tenants-first"}


def _desk(service: Service) -> dict[str, str]:
    """The cookie, kept by hand: what the client keeps on its own would be sent everywhere."""
    answer = service.post("/login", json=_DESK).is_(200)
    service.client.cookies.clear()
    said = answer.headers.get_list("set-cookie")
    ours = [each for each in said if each.startswith("session=")]
    expect(ours, "a cookie named session is set")
    expect("httponly" in ours[0].lower(), "the cookie is HttpOnly")
    return {"Cookie": ours[0].split(";")[0]}


def _rule(
    service: Service, desk: dict[str, str], keyword: str, category: str, urgency: object
) -> Answer:
    given = {"keyword": keyword, "category": category, "urgency": urgency}
    return service.post("/addRule", json=given, headers=desk)


def _submit(service: Service, text: str) -> dict[str, Any]:
    told: dict[str, Any] = (
        service.post("/submitMessage", json={"from": "Ozan", "text": text}).is_(200).json()
    )
    return told


def _sorted(service: Service, text: str) -> tuple[str, int]:
    told = _submit(service, text)
    return told["category"], told["urgency"]


def _rules(service: Service, desk: dict[str, str]) -> None:
    _rule(service, desk, "heating", "repairs", 4).is_(200)
    _rule(service, desk, "leak", "emergency", 9).is_(200)


def _listed(service: Service, desk: dict[str, str], **params: str) -> list[Any]:
    told = service.get("/listMessages", params=params, headers=desk).is_(200).json()
    return [each["messageId"] for each in told["messages"]]


@suite.check("only the desk logs in")
def login(service: Service) -> None:
    _desk(service)
    service.post("/login", json={**_DESK, "password": "tenants-last"}).is_(401)
    service.post("/login", json={**_DESK, "username": "tenant"}).is_(401)


@suite.check("without a valid cookie there is nothing but submitting")
def guarded(service: Service) -> None:
    service.client.cookies.clear()
    for headers in ({}, {"Cookie": "session=nonsense"}):
        service.get("/listMessages", headers=headers).is_(401)
        service.get("/countByCategory", headers=headers).is_(401)
        _rule(service, headers, "noise", "neighbours", 2).is_(401)
        service.post("/removeRule", json={"ruleId": 1}, headers=headers).is_(401)
        service.post("/closeMessage", json={"messageId": 1}, headers=headers).is_(401)
    _submit(service, "Hello")


@suite.check("after logout the old cookie is worth nothing")
def logout(service: Service) -> None:
    desk = _desk(service)
    service.get("/listMessages", headers=desk).is_(200)
    service.post("/logout", headers=desk).done()
    service.client.cookies.clear()
    service.get("/listMessages", headers=desk).is_(401)


@suite.check("the most urgent rule decides, by whole words", fresh=True)
def decided(service: Service) -> None:
    desk = _desk(service)
    _rules(service, desk)
    equal(_sorted(service, "No HEATING since Monday"), ("repairs", 4), "heating")
    equal(_sorted(service, "Leak near the heating!"), ("emergency", 9), "both")
    equal(_sorted(service, "I said: (heating), please!"), ("repairs", 4), "between signs")
    equal(_sorted(service, "The tap is leaking"), ("general", 0), "leaking")
    equal(_sorted(service, "When is the office open?"), ("general", 0), "none")


@suite.check("of equally urgent rules the older decides", fresh=True)
def older(service: Service) -> None:
    desk = _desk(service)
    _rule(service, desk, "window", "glass", 5).is_(200)
    _rule(service, desk, "door", "locks", 5).is_(200)
    equal(_sorted(service, "door and window"), ("glass", 5), "the message")


@suite.check("a rule has its keyword alone, and can be removed", fresh=True)
def ruled(service: Service) -> None:
    desk = _desk(service)
    rule = _rule(service, desk, "mould", "health", 6).is_(200).json()["ruleId"]
    _rule(service, desk, "mould", "repairs", 3).is_(409)
    service.post("/removeRule", json={"ruleId": unknown(rule)}, headers=desk).is_(404)
    told = service.post("/removeRule", json={"ruleId": rule}, headers=desk).is_(200).json()
    equal(told, {"removed": True}, "the removal")
    equal(_sorted(service, "mould again"), ("general", 0), "the message")
    service.post("/removeRule", json={"ruleId": rule}, headers=desk).is_(404)


@suite.check("messages are listed by urgency, then by age, or of one category", fresh=True)
def listed(service: Service) -> None:
    desk = _desk(service)
    early = _submit(service, "leak before there was a rule")["messageId"]
    _rules(service, desk)
    warm = _submit(service, "heating")["messageId"]
    wet = _submit(service, "leak")["messageId"]
    cold = _submit(service, "heating")["messageId"]
    equal(_listed(service, desk), [wet, warm, cold, early], "all")
    equal(_listed(service, desk, category="repairs"), [warm, cold], "repairs")
    told = service.get("/listMessages", params={"category": "emergency"}, headers=desk).json()
    wanted = {
        "messageId": wet,
        "from": "Ozan",
        "text": "leak",
        "category": "emergency",
        "urgency": 9,
        "done": False,
    }
    got = told["messages"][0]
    equal({key: got[key] for key in wanted}, wanted, "the message")


@suite.check("what is done is left out unless asked for", fresh=True)
def closed(service: Service) -> None:
    desk = _desk(service)
    first, second = _submit(service, "a")["messageId"], _submit(service, "b")["messageId"]
    service.post("/closeMessage", json={"messageId": first}, headers=desk).done()
    service.post("/closeMessage", json={"messageId": first}, headers=desk).is_(409)
    service.post("/closeMessage", json={"messageId": unknown(first)}, headers=desk).is_(404)
    equal(_listed(service, desk), [second], "what is left")
    equal(_listed(service, desk, includeDone="true"), [first, second], "all")


@suite.check("messages not done are counted by category", fresh=True)
def counted(service: Service) -> None:
    desk = _desk(service)
    equal(service.get("/countByCategory", headers=desk).is_(200).json(), {}, "at first")
    _rules(service, desk)
    _submit(service, "heating")
    _submit(service, "hello")
    _submit(service, "heating")
    leak = _submit(service, "leak")["messageId"]
    wanted = {"repairs": 2, "general": 1, "emergency": 1}
    equal(service.get("/countByCategory", headers=desk).is_(200).json(), wanted, "then")
    service.post("/closeMessage", json={"messageId": leak}, headers=desk).done()
    wanted = {"repairs": 2, "general": 1}
    equal(service.get("/countByCategory", headers=desk).is_(200).json(), wanted, "at last")


@suite.check("bad input is 400 with an error")
def bad(service: Service) -> None:
    desk = _desk(service)
    answers = [
        service.post("/submitMessage", json={"from": "", "text": "hello"}),
        service.post("/submitMessage", json={"from": "Ozan"}),
        _rule(service, desk, "two words", "repairs", 3),
        _rule(service, desk, "roof", "repairs", 0),
        _rule(service, desk, "roof", "repairs", 11),
        _rule(service, desk, "roof", "repairs", "high"),
        service.post("/addRule", json={"keyword": "roof", "urgency": 3}, headers=desk),
    ]
    for answer in answers:
        expect(isinstance(answer.is_(400).json()["error"], str), "an error is said")
