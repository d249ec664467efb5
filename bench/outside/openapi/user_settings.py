"""Settings of users who log in with tokens."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("user-settings", "service")

_PASSWORD = "correct horse"  # noqa: S105 - made up for the checks
_DEFAULT = {"theme": "system", "language": "en", "itemsPerPage": 25, "newsletter": False}


def _user(service: Service) -> dict[str, str]:
    given = {"username": f"u{token_hex(5)}", "password": _PASSWORD}
    service.post("/register", json=given).is_(201)
    return given


def _login(service: Service, given: dict[str, str]) -> dict[str, str]:
    token = service.post("/login", json=given).is_(200).json()["token"]
    return {"Authorization": f"Bearer {token}"}


def _change(service: Service, me: dict[str, str], **given: object) -> Answer:
    return service.ask("PATCH", "/settings", json=given, headers=me)


def _see(service: Service, me: dict[str, str]) -> dict[str, Any]:
    told: dict[str, Any] = service.get("/settings", headers=me).is_(200).json()
    return told


@suite.check("an account is made once, and its password not told")
def registered(service: Service) -> None:
    given = {"username": f"u{token_hex(5)}", "password": _PASSWORD}
    answer = service.post("/register", json=given).is_(201)
    equal(answer.json()["username"], given["username"], "the username")
    expect(_PASSWORD not in answer.text, "the password is not told")
    service.post("/register", json=given | {"password": "another one"}).is_(409)


@suite.check("usernames and passwords that break a rule are 422")
def malformed(service: Service) -> None:
    right = {"username": f"u{token_hex(5)}", "password": _PASSWORD}
    for wrong in (
        {"username": "ab"},
        {"username": "a" * 21},
        {"username": "Anna"},
        {"username": "an na"},
        {"password": "seven77"},
    ):
        service.post("/register", json=right | wrong).is_(422)
    for name in right:
        service.post("/register", json={name: right[name]}).is_(422)


@suite.check("a login needs the right password")
def login(service: Service) -> None:
    given = _user(service)
    service.post("/login", json=given | {"password": "wrong horse"}).is_(401)
    service.post("/login", json=given | {"username": f"u{token_hex(5)}"}).is_(401)


@suite.check("settings are the defaults at first")
def defaults(service: Service) -> None:
    equal(_see(service, _login(service, _user(service))), _DEFAULT, "the settings")


@suite.check("only what is given changes, for that user alone, whatever the token")
def changed(service: Service) -> None:
    given = _user(service)
    me, again, other = _login(service, given), _login(service, given), _user(service)
    told = _change(service, me, theme="dark", itemsPerPage=100).is_(200).json()
    equal(told, _DEFAULT | {"theme": "dark", "itemsPerPage": 100}, "the settings")
    told = _change(service, me, newsletter=True, language="gl").is_(200).json()
    wanted = {"theme": "dark", "language": "gl", "itemsPerPage": 100, "newsletter": True}
    equal(told, wanted, "the settings")
    equal(_see(service, again), wanted, "the settings by another token")
    equal(_see(service, _login(service, other)), _DEFAULT, "the settings of another")


@suite.check("null puts a setting back to its default")
def reset(service: Service) -> None:
    me = _login(service, _user(service))
    _change(service, me, theme="light", language="de", itemsPerPage=10).is_(200)
    told = _change(service, me, language=None, itemsPerPage=None, newsletter=True).is_(200).json()
    equal(told, _DEFAULT | {"theme": "light", "newsletter": True}, "the settings")


@suite.check("if anything is invalid nothing changes")
def invalid(service: Service) -> None:
    me = _login(service, _user(service))
    wrong: list[dict[str, object]] = [
        {"theme": "pink"},
        {"language": "eng"},
        {"language": "EN"},
        {"itemsPerPage": 9},
        {"itemsPerPage": 101},
        {"itemsPerPage": "many"},
        {"newsletter": "perhaps"},
        {"colour": "red"},
    ]
    for each in wrong:
        right: dict[str, object] = {"theme": "dark", "newsletter": True}
        _change(service, me, **(right | each)).is_(422)
    equal(_see(service, me), _DEFAULT, "the settings")


@suite.check("a logout ends that token alone")
def logout(service: Service) -> None:
    given = _user(service)
    one, two = _login(service, given), _login(service, given)
    expect(one != two, "every login gives another token")
    service.post("/logout", headers=one).is_(204)
    service.get("/settings", headers=one).is_(401)
    service.post("/logout", headers=one).is_(401)
    _see(service, two)


@suite.check("without a token that is valid it is 401")
def guarded(service: Service) -> None:
    for headers in ({}, {"Authorization": f"Bearer {token_hex(16)}"}):
        service.get("/settings", headers=headers).is_(401)
        _change(service, headers, theme="dark").is_(401)
        service.post("/logout", headers=headers).is_(401)
