"""Secrets are read as often as allowed, and then gone."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("oneshot-secret", "service")


def _store(service: Service, secret: str = "the wifi is hunter2", **more: Any) -> str:
    told: str = service.post("/secrets", json={"secret": secret, **more}).is_(201).json()["id"]
    return told


def _reveal(service: Service, number: str, passphrase: str | None = None) -> Answer:
    given = {} if passphrase is None else {"json": {"passphrase": passphrase}}
    return service.post(f"/secrets/{number}/reveal", **given)


@suite.check("a secret is read once")
def once(service: Service) -> None:
    told = service.post("/secrets", json={"secret": "pässword ✓"}).is_(201).json()
    equal(told["views_left"], 1, "the views left")
    expect(isinstance(told["id"], str) and len(told["id"]) >= 16, f"a long id, not {told['id']}")
    expect(_store(service) != told["id"], "another id")
    got = _reveal(service, told["id"]).is_(200).json()
    equal((got["secret"], got["views_left"]), ("pässword ✓", 0), "the secret")
    _reveal(service, told["id"]).is_(404)
    service.get(f"/secrets/{told['id']}").is_(404)


@suite.check("a secret with several views is read that often")
def several(service: Service) -> None:
    number = _store(service, "abc", views=3)
    for left in (2, 1, 0):
        got = _reveal(service, number).is_(200).json()
        equal((got["secret"], got["views_left"]), ("abc", left), "the secret")
    _reveal(service, number).is_(404)


@suite.check("looking at it does not reveal or use it up")
def looked(service: Service) -> None:
    number, locked = _store(service, views=2), _store(service, passphrase="sesame")
    for _ in range(3):
        answer = service.get(f"/secrets/{number}").is_(200)
        equal(answer.json(), {"views_left": 2, "needs_passphrase": False}, "what is told")
        equal(
            service.get(f"/secrets/{locked}").is_(200).json(),
            {"views_left": 1, "needs_passphrase": True},
            "what is told",
        )
    _reveal(service, number).is_(200)
    equal(service.get(f"/secrets/{number}").is_(200).json()["views_left"], 1, "the views left")


@suite.check("a passphrase is needed, a wrong one uses up no view")
def locked(service: Service) -> None:
    number = _store(service, "gold", passphrase="sesame")
    for wrong in ("simsim", None):
        answer = _reveal(service, number, wrong).is_(403)
        expect("gold" not in answer.text, "no secret in the refusal")
    equal(service.get(f"/secrets/{number}").is_(200).json()["views_left"], 1, "the views left")
    equal(_reveal(service, number, "sesame").is_(200).json()["secret"], "gold", "the secret")
    _reveal(service, number, "sesame").is_(404)


@suite.check("after three wrong tries it is deleted")
def tries(service: Service) -> None:
    number = _store(service, passphrase="sesame")
    for _ in range(3):
        _reveal(service, number, "wrong").is_(403)
    _reveal(service, number, "sesame").is_(404)
    service.get(f"/secrets/{number}").is_(404)


@suite.check("a deleted or unknown secret is 404")
def gone(service: Service) -> None:
    number = _store(service)
    service.delete(f"/secrets/{number}").is_(204)
    for each in (number, "neverexisted0000000"):
        service.get(f"/secrets/{each}").is_(404)
        _reveal(service, each).is_(404)
        service.delete(f"/secrets/{each}").is_(404)


@suite.check("what is invalid is 400")
def invalid(service: Service) -> None:
    for body in (
        {},
        {"secret": ""},
        {"secret": "x" * 1001},
        {"secret": 5},
        {"secret": "a", "views": 0},
        {"secret": "a", "views": 6},
        {"secret": "a", "views": "all"},
    ):
        told = service.post("/secrets", json=body).is_(400).json()
        expect(isinstance(told["error"], str) and told["error"], "an error")
    _store(service, "x" * 1000, views=5)
