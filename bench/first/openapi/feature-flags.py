"""Feature flags that are evaluated for a user."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("feature-flags", "service")


def _key() -> str:
    return f"f-{token_hex(4)}"


def _flag(service: Service, **given: object) -> str:
    key = _key()
    service.post("/flags", json={"key": key, **given}).is_(201)
    return key


def _evaluate(service: Service, key: str, user: str) -> tuple[Any, Any]:
    told = service.get(f"/flags/{key}/evaluate", params={"user": user}).is_(200).json()
    return told["on"], told["reason"]


def _has(told: dict[str, Any], wanted: dict[str, Any], what: str) -> None:
    equal({name: told.get(name) for name in wanted}, wanted, what)


@suite.check("a flag is made and read back")
def made(service: Service) -> None:
    key = _key()
    wanted = {
        "key": key,
        "description": "New cart",
        "enabled": True,
        "rollout": 25,
        "users": ["ann", "bob"],
    }
    _has(service.post("/flags", json=wanted).is_(201).json(), wanted, "the flag")
    _has(service.get(f"/flags/{key}").is_(200).json(), wanted, "the flag read")


@suite.check("a flag has defaults and one key")
def defaults(service: Service) -> None:
    key = _key()
    wanted = {"key": key, "description": "", "enabled": False, "rollout": 0, "users": []}
    _has(service.post("/flags", json={"key": key}).is_(201).json(), wanted, "the flag")
    service.post("/flags", json={"key": key, "enabled": True}).is_(409)
    _has(service.get(f"/flags/{key}").is_(200).json(), wanted, "the flag read")


@suite.check("an invalid flag is 422", fresh=True)
def malformed(service: Service) -> None:
    for given in (
        {},
        {"key": ""},
        {"key": "New Cart"},
        {"key": "1st"},
        {"key": "a" * 41},
        {"key": "ok", "rollout": 101},
        {"key": "ok", "rollout": -1},
        {"key": "ok", "rollout": "half"},
        {"key": "ok", "users": "ann"},
    ):
        service.post("/flags", json=given).is_(422)
    equal(service.get("/flags").is_(200).json(), [], "the flags")


@suite.check("flags are sorted by key", fresh=True)
def listed(service: Service) -> None:
    for key in ("search", "beta", "dark-mode"):
        service.post("/flags", json={"key": key}).is_(201)
    told = [each["key"] for each in service.get("/flags").is_(200).json()]
    equal(told, ["beta", "dark-mode", "search"], "the keys")


@suite.check("a flag is changed in part")
def changed(service: Service) -> None:
    key = _flag(service, description="Cart", rollout=10, users=["ann"])
    told = service.patch(f"/flags/{key}", json={"enabled": True, "rollout": 50}).is_(200).json()
    wanted = {"key": key, "description": "Cart", "enabled": True, "rollout": 50, "users": ["ann"]}
    _has(told, wanted, "the flag")
    service.patch(f"/flags/{key}", json={"rollout": 200}).is_(422)
    _has(service.get(f"/flags/{key}").is_(200).json(), wanted, "the flag read")
    equal(
        service.patch(f"/flags/{key}", json={"users": []}).is_(200).json()["users"], [], "the users"
    )


@suite.check("a flag is on for its users only when enabled")
def users(service: Service) -> None:
    key = _flag(service, users=["ann"], rollout=100)
    equal(_evaluate(service, key, "ann"), (False, "disabled"), "ann, disabled")
    equal(_evaluate(service, key, "bob"), (False, "disabled"), "bob, disabled")
    service.patch(f"/flags/{key}", json={"enabled": True, "rollout": 0}).is_(200)
    equal(_evaluate(service, key, "ann"), (True, "user"), "ann, enabled")
    equal(_evaluate(service, key, "bob"), (False, "rollout"), "bob, enabled")


@suite.check("a rollout reaches nobody, some or everybody")
def rollout(service: Service) -> None:
    none, half, full = (_flag(service, enabled=True, rollout=percent) for percent in (0, 50, 100))
    names = [token_hex(6) for _ in range(60)]
    for name in names[:10]:
        equal(_evaluate(service, none, name), (False, "rollout"), "0 percent")
        equal(_evaluate(service, full, name), (True, "rollout"), "100 percent")
    first = [_evaluate(service, half, name) for name in names]
    equal([_evaluate(service, half, name) for name in names], first, "the answers asked again")
    expect(0 < sum(on for on, _ in first) < 60, "some but not all are on by half a rollout")


@suite.check("evaluating without a user is 422")
def userless(service: Service) -> None:
    key = _flag(service, enabled=True)
    service.get(f"/flags/{key}/evaluate").is_(422)
    service.get(f"/flags/{key}/evaluate", params={"user": ""}).is_(422)


@suite.check("a deleted flag is gone")
def deleted(service: Service) -> None:
    key = _flag(service)
    service.delete(f"/flags/{key}").is_(204)
    service.get(f"/flags/{key}").is_(404)
    service.patch(f"/flags/{key}", json={"enabled": True}).is_(404)
    service.get(f"/flags/{key}/evaluate", params={"user": "ann"}).is_(404)
    service.delete(f"/flags/{key}").is_(404)
