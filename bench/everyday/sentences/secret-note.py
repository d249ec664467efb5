"""Secrets that are read once."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("secret-note", "service")


def _keep(service: Service, text: str, **more: Any) -> str:
    made = service.post("/secrets", json={"text": text, **more}).created()
    return str(made["id"])


@suite.check("a secret is read once")
def once(service: Service) -> None:
    text = f"pa$$ wörd\n{token_hex(4)}"
    number = _keep(service, text)
    equal(service.get(f"/secrets/{number}").is_(200).json()["text"], text, "the text")
    service.get(f"/secrets/{number}").is_(404)
    service.get(f"/secrets/{number}").is_(404)


@suite.check("reading one leaves the others")
def others(service: Service) -> None:
    one, two = _keep(service, "one"), _keep(service, "two")
    service.get(f"/secrets/{one}").is_(200)
    equal(service.get(f"/secrets/{two}").is_(200).json()["text"], "two", "the text")


@suite.check("ids differ and are too long to guess")
def unguessable(service: Service) -> None:
    made = [_keep(service, "same") for _ in range(5)]
    equal(len(set(made)), 5, "the number of ids")
    expect(all(len(each) >= 8 for each in made), f"ids are not short; they are {made}")


@suite.check("a passphrase is needed where one was given, and a wrong one does not use up the secret")
def guarded(service: Service) -> None:
    path = f"/secrets/{_keep(service, 'hidden', passphrase='open sesame')}"
    service.get(path).is_(403)
    service.get(path, headers={"X-Passphrase": "open"}).is_(403)
    expect("hidden" not in service.get(path).text, "nothing is given away")
    told = service.get(path, headers={"X-Passphrase": "open sesame"}).is_(200).json()
    equal(told["text"], "hidden", "the text")
    service.get(path, headers={"X-Passphrase": "open sesame"}).is_(404)


@suite.check("an unknown id is 404")
def absent(service: Service) -> None:
    service.get(f"/secrets/{token_hex(16)}").is_(404)


@suite.check("no text is refused")
def malformed(service: Service) -> None:
    service.post("/secrets", json={}).refused()
    service.post("/secrets", json={"passphrase": "x"}).refused()
    service.post("/secrets", json={"text": {"a": 1}}).refused()
