"""Readers leave by a signed link, and only by their own."""

from __future__ import annotations

from secrets import token_hex
from typing import Any
from urllib.parse import parse_qs, urlsplit

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("mail-optout", "service")


def _email() -> str:
    return f"r{token_hex(5)}@example.org"


def _add(service: Service, email: str) -> dict[str, Any]:
    told: dict[str, Any] = service.post("/subscribers", json={"email": email}).is_(201).json()
    return told


def _subscribed(service: Service, email: str) -> bool:
    told: bool = service.get(f"/subscribers/{email}").is_(200).json()["subscribed"]
    return told


def _bye(answer: Answer) -> None:
    expect(answer.is_(200).headers["content-type"].startswith("text/html"), "an HTML page")
    expect("You have been unsubscribed." in answer.text, f"the sentence in {answer.text}")


@suite.check("a reader is added, and gets a signed link")
def added(service: Service) -> None:
    email = _email()
    told = _add(service, email)
    equal((told["email"], told["subscribed"]), (email, True), "the reader")
    link = urlsplit(told["unsubscribe_link"])
    equal((link.scheme, link.path), ("", "/unsubscribe"), "the link")
    query = parse_qs(link.query)
    equal(query["email"], [email], "the email in the link")
    expect(query["sig"][0], "a signature in the link")
    equal(service.get(f"/subscribers/{email}").is_(200).json(), told, "the reader, read")


@suite.check("the link unsubscribes, also twice")
def left(service: Service) -> None:
    email, other = _email(), _email()
    link = _add(service, email)["unsubscribe_link"]
    _add(service, other)
    for _ in range(2):
        _bye(service.get(link))
        equal(_subscribed(service, email), False, "whether subscribed")
    equal(_subscribed(service, other), True, "whether the other is subscribed")


@suite.check("a wrong or missing signature is 403")
def forged(service: Service) -> None:
    mine, other = _email(), _email()
    link = _add(service, mine)["unsubscribe_link"]
    _add(service, other)
    sig = parse_qs(urlsplit(link).query)["sig"][0]
    for query in (
        {"email": other, "sig": sig},
        {"email": other, "sig": "0" * 64},
        {"email": other, "sig": ""},
        {"email": other},
    ):
        service.get("/unsubscribe", params=query).is_(403)
    equal(
        (_subscribed(service, mine), _subscribed(service, other)),
        (True, True),
        "whether subscribed",
    )


@suite.check("subscribing again: 409 while subscribed, the same link afterwards")
def again(service: Service) -> None:
    email = f"with.plus+{token_hex(4)}@example.org"
    link = _add(service, email)["unsubscribe_link"]
    service.post("/subscribers", json={"email": email}).is_(409)
    _bye(service.get(link))
    told = _add(service, email)
    equal((told["subscribed"], told["unsubscribe_link"]), (True, link), "the reader")
    _bye(service.get(link))


@suite.check("only the subscribed are listed", fresh=True)
def listed(service: Service) -> None:
    equal(service.get("/subscribers").is_(200).json(), {"count": 0, "emails": []}, "nobody")
    links = {
        name: _add(service, f"{name}@x.test")["unsubscribe_link"] for name in ("zoe", "bob", "ann")
    }
    _bye(service.get(links["bob"]))
    wanted = {"count": 2, "emails": ["ann@x.test", "zoe@x.test"]}
    equal(service.get("/subscribers").is_(200).json(), wanted, "the list")


@suite.check("bad and unknown addresses")
def wrong(service: Service) -> None:
    for body in ({"email": "nobody"}, {"email": ""}, {}):
        service.post("/subscribers", json=body).is_(422)
    service.get(f"/subscribers/{_email()}").is_(404)


@suite.check("links work after a restart")
def kept(service: Service) -> None:
    email = _email()
    link = _add(service, email)["unsubscribe_link"]
    service.restart()
    equal(_subscribed(service, email), True, "whether subscribed")
    _bye(service.get(link))
    equal(_subscribed(service, email), False, "whether subscribed")
