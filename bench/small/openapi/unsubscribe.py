"""Unsubscribe links: a page that asks, a page that says it is done."""

from __future__ import annotations

import re
from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("unsubscribe", "service")

_INVALID = "This link is not valid."
_DONE = "You have been unsubscribed."


def _email() -> str:
    return f"{token_hex(5)}@example.com"


def _add(service: Service, email: str) -> str:
    """The path that unsubscribes."""
    made = service.post("/subscribers", json={"email": email}).is_(201).json()
    return str(made["unsubscribe_path"])


def _active(service: Service) -> Any:
    return service.get("/subscribers").is_(200).json()


def _page(answer: Answer, status: int, says: str) -> str:
    answer.is_(status)
    expect(answer.headers["content-type"].startswith("text/html"), "the page is HTML")
    expect(says in answer.text, f"the page says {says}")
    return answer.text


@suite.check("without subscribers none are listed", fresh=True)
def empty(service: Service) -> None:
    equal(_active(service), [], "the subscribers")


@suite.check("a subscriber is active and has a link")
def added(service: Service) -> None:
    email = _email()
    made = service.post("/subscribers", json={"email": email}).is_(201).json()
    equal((made["email"], made["active"]), (email, True), "the subscriber")
    expect(made["unsubscribe_path"].startswith("/u/"), "the link is a path under /u/")
    expect(email in _active(service), "the subscriber is listed")
    expect(_add(service, _email()) != made["unsubscribe_path"], "every link is different")


@suite.check("an active email is 409")
def twice(service: Service) -> None:
    email = _email()
    path = _add(service, email)
    service.post("/subscribers", json={"email": email}).is_(409)
    equal(_active(service).count(email), 1, "how often it is listed")
    _page(service.get(path), 200, email)


@suite.check("active subscribers are told in alphabetical order", fresh=True)
def listed(service: Service) -> None:
    for email in ("jo@example.com", "al@example.com", "zoe@example.com"):
        _add(service, email)
    equal(_active(service), ["al@example.com", "jo@example.com", "zoe@example.com"], "they")


@suite.check("the page asks with a form, and unsubscribes nobody")
def asks(service: Service) -> None:
    email = _email()
    path = _add(service, email)
    text = _page(service.get(path), 200, email)
    form = re.search(r"<form[^>]*\bmethod\s*=\s*[\"']?post\b", text, re.IGNORECASE)
    expect(form, "the page has a form with method post")
    expect("Unsubscribe" in text, "the page has a button Unsubscribe")
    expect(email in _active(service), "the subscriber is still active")


@suite.check("unsubscribing removes that subscriber alone, and twice does no harm")
def done(service: Service) -> None:
    email, other = _email(), _email()
    path = _add(service, email)
    _add(service, other)
    for _ in range(2):
        _page(service.post(path), 200, _DONE)
        expect(email not in _active(service), "the subscriber is not active any more")
    expect(other in _active(service), "the other one is")


@suite.check("who comes back gets a new link, and the old one is not valid")
def again(service: Service) -> None:
    email = _email()
    old = _add(service, email)
    _page(service.post(old), 200, _DONE)
    new = _add(service, email)
    expect(new != old, "the link is a new one")
    _page(service.get(old), 404, _INVALID)
    _page(service.post(old), 404, _INVALID)
    expect(email in _active(service), "the subscriber is active again")
    _page(service.post(new), 200, _DONE)
    expect(email not in _active(service), "the subscriber is not active any more")


@suite.check("a link that was never given is 404 with a page")
def absent(service: Service) -> None:
    _page(service.get(f"/u/{token_hex(8)}"), 404, _INVALID)
    _page(service.post(f"/u/{token_hex(8)}"), 404, _INVALID)


@suite.check("what is no email is 422")
def malformed(service: Service) -> None:
    before = len(_active(service))
    for email in ("", "nobody", "a@", None):
        service.post("/subscribers", json={"email": email}).is_(422)
    service.post("/subscribers", json={}).is_(422)
    equal(len(_active(service)), before, "the number of subscribers")
