"""Secrets that may be looked at only so many times."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("one-time-secret", "service")


def _keep(service: Service, **more: object) -> str:
    given = {"text": "s3cr3t", **more}
    return f"/secrets/{service.post('/secrets', json=given).is_(201).json()['key']}"


def _reveal(service: Service, path: str, passphrase: str | None = None) -> Answer:
    given: dict[str, Any] = {} if passphrase is None else {"passphrase": passphrase}
    return service.post(f"{path}/reveal", json=given)


def _gone(service: Service, path: str, status: int = 410) -> None:
    service.get(path).is_(status)
    _reveal(service, path).is_(status)
    service.delete(path).is_(status)


@suite.check("a secret is kept under a long key, and not told then")
def kept(service: Service) -> None:
    text = token_hex(8)
    answer = service.post("/secrets", json={"text": text}).is_(201)
    made = answer.json()
    expect(len(made["key"]) >= 16, "the key has 16 characters or more")
    equal((made["views_left"], made["protected"]), (1, False), "views and protection")
    expect(text not in answer.text, "the text is not told")
    other = service.post("/secrets", json={"text": text}).is_(201).json()
    expect(other["key"] != made["key"], "keys differ")


@suite.check("a secret is revealed once by default")
def once(service: Service) -> None:
    path = _keep(service, text="Pässword\n#1")
    told = _reveal(service, path).is_(200).json()
    equal(told, {"text": "Pässword\n#1", "views_left": 0}, "what is revealed")
    _gone(service, path)


@suite.check("or as many times as was said")
def several(service: Service) -> None:
    path = _keep(service, views=3)
    for left in (2, 1, 0):
        told = _reveal(service, path).is_(200).json()
        equal(told, {"text": "s3cr3t", "views_left": left}, "what is revealed")
    _gone(service, path)


@suite.check("asking about a secret uses up no view")
def asked(service: Service) -> None:
    path = _keep(service, views=2)
    for _ in range(3):
        answer = service.get(path).is_(200)
        wanted = {"key": path.rpartition("/")[2], "views_left": 2, "protected": False}
        equal(answer.json(), wanted, "what is told")
    _reveal(service, path).is_(200)
    equal(service.get(path).is_(200).json()["views_left"], 1, "the views left")


@suite.check("a protected secret needs its passphrase")
def protected(service: Service) -> None:
    path = _keep(service, passphrase="tulip")
    equal(service.get(path).is_(200).json()["protected"], True, "protected")
    _reveal(service, path, "rose").is_(403)
    _reveal(service, path).is_(403)
    equal(service.get(path).is_(200).json()["views_left"], 1, "the views left")
    equal(_reveal(service, path, "tulip").is_(200).json()["text"], "s3cr3t", "the text")


@suite.check("the third wrong attempt destroys the secret")
def attempts(service: Service) -> None:
    path = _keep(service, passphrase="tulip", views=5)
    _reveal(service, path, "rose").is_(403)
    _reveal(service, path, "tulip").is_(200)
    _reveal(service, path).is_(403)
    _reveal(service, path, "lily").is_(403)
    _reveal(service, path, "tulip").is_(410)
    _gone(service, path)


@suite.check("a deleted secret is gone")
def deleted(service: Service) -> None:
    path, stays = _keep(service, views=5), _keep(service)
    service.delete(path).is_(204)
    _gone(service, path)
    service.get(stays).is_(200)


@suite.check("a key that never existed is 404")
def absent(service: Service) -> None:
    _gone(service, f"/secrets/{token_hex(16)}", 404)


@suite.check("invalid input is 422")
def malformed(service: Service) -> None:
    for text in ("", "t" * 1001, None, 5):
        service.post("/secrets", json={"text": text}).is_(422)
    service.post("/secrets", json={}).is_(422)
    for views in (0, 11, "many"):
        service.post("/secrets", json={"text": "t", "views": views}).is_(422)
    _keep(service, text="t" * 1000, views=10)
