"""Feature flags: put under a key, toggled, and evaluated for an environment."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("feature-flags", "service")

_TOGGLED = (200, 201, 202, 204)
_NO_DOCUMENT = ("{", "[]", "null", "")


def _document(*environments: str, enabled: bool = True) -> dict[str, Any]:
    given = {"enabled": enabled, "description": f"d {token_hex(3)}"}
    return {**given, "environments": list(environments)}


def _put(service: Service, *environments: str, enabled: bool = True) -> str:
    key = f"new-flag-{token_hex(3)}"
    service.put(f"/flags/{key}", json=_document(*environments, enabled=enabled)).is_(201)
    return key


def _evaluate(service: Service, key: str, environment: str) -> Answer:
    return service.get(f"/flags/{key}/evaluate", params={"environment": environment})


def _is(service: Service, key: str, environment: str, *, active: bool) -> None:
    told = _evaluate(service, key, environment).is_(200).json()
    equal(told, {"key": key, "active": active}, f"the flag in {environment}")


@suite.check("a server without flags lists none", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/flags").items(), [], "the flags")


@suite.check("a PUT creates with 201 and replaces with 200")
def put(service: Service) -> None:
    path = f"/flags/dark-mode-{token_hex(3)}"
    for status, given in ((201, _document("prod", "staging")), (200, _document(enabled=False))):
        service.put(path, json=given).is_(status)
        told = service.get(path).is_(200).json()
        equal({name: told[name] for name in given}, given, "the flag")
        equal(told["key"], path[7:], "its key")


@suite.check("flags are listed, each once")
def listed(service: Service) -> None:
    keys = [_put(service, "prod"), _put(service)]
    service.put(f"/flags/{keys[0]}", json=_document()).is_(200)
    told = [each["key"] for each in service.get("/flags").items()]
    equal([told.count(each) for each in keys], [1, 1], "how often each is listed")


@suite.check("a toggle flips enabled, of that flag alone, and leaves the rest")
def toggled(service: Service) -> None:
    key, other = _put(service, "prod"), _put(service, "prod")
    before = service.get(f"/flags/{key}").is_(200).json()
    for enabled in (False, True, False):
        service.post(f"/flags/{key}/toggle").is_(*_TOGGLED)
        told = service.get(f"/flags/{key}").is_(200).json()
        equal(told["enabled"], enabled, "enabled")
        for name in ("description", "environments"):
            equal(told[name], before[name], name)
    expect(service.get(f"/flags/{other}").is_(200).json()["enabled"] is True, "the other stays")


@suite.check("a flag is active if it is enabled and lists the environment")
def evaluated(service: Service) -> None:
    key, off = _put(service, "prod", "staging"), _put(service, "prod", enabled=False)
    _is(service, key, "prod", active=True)
    _is(service, key, "staging", active=True)
    _is(service, key, "dev", active=False)
    _is(service, key, "pro", active=False)
    _is(service, off, "prod", active=False)
    _is(service, _put(service), "prod", active=False)
    service.post(f"/flags/{off}/toggle").is_(*_TOGGLED)
    _is(service, off, "prod", active=True)
    service.post(f"/flags/{key}/toggle").is_(*_TOGGLED)
    _is(service, key, "prod", active=False)


@suite.check("the environment parameter is required")
def needed(service: Service) -> None:
    service.get(f"/flags/{_put(service, 'prod')}/evaluate").refused()


@suite.check("a deleted flag is gone (204, then 404), and no other is")
def deleted(service: Service) -> None:
    gone, stays = _put(service, "prod"), _put(service)
    service.delete(f"/flags/{gone}").is_(204)
    service.get(f"/flags/{gone}").is_(404)
    told = [each["key"] for each in service.get("/flags").items()]
    expect(gone not in told, "the deleted flag is not listed")
    expect(stays in told, "the other flag is listed")
    service.put(f"/flags/{gone}", json=_document()).is_(201)


@suite.check("an unknown flag is 404")
def absent(service: Service) -> None:
    path = f"/flags/nothing-{token_hex(4)}"
    service.get(path).is_(404)
    service.delete(path).is_(404)
    service.post(f"{path}/toggle").is_(404)
    service.get(f"{path}/evaluate", params={"environment": "prod"}).is_(404)


@suite.check("keys are lowercase letters, digits and dashes, anything else is 422")
def keyed(service: Service) -> None:
    before = len(service.get("/flags").items())
    for key in ("Dark", "dark_mode", "dark.mode", "dark%20mode", "d%C3%A4rk", "a!"):
        service.put(f"/flags/{key}", json=_document("prod")).is_(422)
    equal(len(service.get("/flags").items()), before, "the number of flags")
    service.put(f"/flags/{token_hex(4)}-1-z", json=_document("prod")).is_(201)
    service.put("/flags/7", json=_document("prod")).is_(200, 201)


@suite.check("a body that is no flag is refused and changes nothing")
def malformed(service: Service) -> None:
    path = f"/flags/{_put(service, 'prod')}"
    before = service.get(path).is_(200).json()
    for body in _NO_DOCUMENT:
        service.put(path, content=body, headers={"content-type": "application/json"}).refused()
    wrong: list[dict[str, Any]] = [{"enabled": "perhaps"}, {"environments": 7}]
    for each in wrong:
        service.put(path, json=_document() | each).refused()
    equal(service.get(path).is_(200).json(), before, "the flag")
