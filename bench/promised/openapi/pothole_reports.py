"""Potholes: reported by citizens, supported once by each, dealt with by officers."""

from __future__ import annotations

import base64
import json
import time
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("pothole-reports", "service")

_PASSWORD = "long-enough-1"
_CODE = "asphalt-1907"
_JPEG = b"\xff\xd8\xff\xe0" + bytes(range(256)) + b"\xff\xd9"


def _register(service: Service, name: str, **more: str) -> Answer:
    given = {"email": f"{name}@example.com", "password": _PASSWORD, **more}
    return service.post("/auth/register", json=given)


def _tokens(service: Service, name: str) -> dict[str, Any]:
    given = {"email": f"{name}@example.com", "password": _PASSWORD}
    told: dict[str, Any] = service.post("/auth/login", json=given).is_(200).json()
    return told


def _user(service: Service, name: str, **more: str) -> dict[str, str]:
    _register(service, name, **more).is_(201)
    return {"Authorization": f"Bearer {_tokens(service, name)['access_token']}"}


def _report(service: Service, who: dict[str, str], street: str = "Mill Lane", **more: str) -> int:
    given = {"street": street, "description": "Deep hole", **more}
    made: int = service.post("/reports", json=given, headers=who).is_(201).json()["id"]
    return made


def _support(service: Service, who: dict[str, str], report: object) -> Answer:
    return service.put(f"/reports/{report}/support", headers=who)


def _step(service: Service, who: dict[str, str], report: object, status: str) -> Answer:
    return service.put(f"/reports/{report}/status", json={"status": status}, headers=who)


def _error(answer: Answer, status: int) -> None:
    expect(isinstance(answer.is_(status).json()["error"], str), "an error is said in `error`")


@suite.check("citizens and officers register")
def registered(service: Service) -> None:
    told = _register(service, "reg-citizen").is_(201).json()
    equal((told["email"], told["role"]), ("reg-citizen@example.com", "citizen"), "a citizen")
    expect("password" not in told, "the password is not told")
    equal(
        _register(service, "reg-officer", officer_code=_CODE).is_(201).json()["role"],
        "officer",
        "an officer",
    )
    _error(_register(service, "reg-citizen"), 409)
    _error(_register(service, "reg-wrong", officer_code="guess"), 403)
    equal(_register(service, "reg-wrong").is_(201).json()["role"], "citizen", "after a wrong code")
    _error(
        service.post(
            "/auth/register", json={"email": "short@example.com", "password": "123456789"}
        ),
        422,
    )
    _error(service.post("/auth/register", json={"email": "nonsense", "password": _PASSWORD}), 422)


@suite.check("logging in gives a JWT")
def jwt(service: Service) -> None:
    user = _register(service, "jwt", officer_code=_CODE).is_(201).json()
    told = _tokens(service, "jwt")
    equal((told["token_type"], told["expires_in"]), ("bearer", 900), "type and time")
    parts = told["access_token"].split(".")
    equal(len(parts), 3, "the parts of a JWT")
    payload = json.loads(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
    equal((payload["sub"], payload["role"]), (str(user["id"]), "officer"), "sub and role")
    expect(abs(payload["exp"] - time.time() - 900) < 60, "it expires in 900 seconds")
    given = {"email": "jwt@example.com", "password": "something else"}
    _error(service.post("/auth/login", json=given), 401)
    _error(service.post("/auth/login", json={**given, "email": "nobody@example.com"}), 401)


@suite.check("a refresh token works once")
def refreshed(service: Service) -> None:
    _register(service, "refresh").is_(201)
    old = _tokens(service, "refresh")["refresh_token"]
    told = service.post("/auth/refresh", json={"refresh_token": old}).is_(200).json()
    expect(told["refresh_token"] != old, "another refresh token")
    _report(service, {"Authorization": f"Bearer {told['access_token']}"})
    _error(service.post("/auth/refresh", json={"refresh_token": old}), 401)
    _error(service.post("/auth/refresh", json={"refresh_token": "nonsense"}), 401)
    _error(service.post("/auth/refresh", json={}), 422)


@suite.check("a pothole is reported, and read by anybody")
def reported(service: Service) -> None:
    user = _register(service, "reporter").is_(201).json()
    who = {"Authorization": f"Bearer {_tokens(service, 'reporter')['access_token']}"}
    made = _report(service, who)
    told = service.get(f"/reports/{made}").is_(200).json()
    wanted = {
        "id": made,
        "street": "Mill Lane",
        "description": "Deep hole",
        "status": "reported",
        "supporters": 0,
        "has_photo": False,
        "reported_by": user["id"],
    }
    equal({key: told[key] for key in wanted}, wanted, "the report")
    _error(service.get(f"/reports/{made}/photo"), 404)
    for wrong in (
        {"street": ""},
        {"description": "hole"},
        {"street": "x" * 101},
        {"photo": "no base64!"},
    ):
        given = {"street": "Mill Lane", "description": "Deep hole", **wrong}
        _error(service.post("/reports", json=given, headers=who), 422)


@suite.check("what changes something needs a token")
def guarded(service: Service) -> None:
    made = _report(service, _user(service, "guarded"))
    for headers in ({}, {"Authorization": "Bearer a.b.c"}):
        given = {"street": "Mill Lane", "description": "Deep hole"}
        _error(service.post("/reports", json=given, headers=headers), 401)
        _error(_support(service, headers, made), 401)
        _error(_step(service, headers, made, "scheduled"), 401)
        _error(service.delete(f"/reports/{made}", headers=headers), 401)


@suite.check("the photo comes back decoded")
def photo(service: Service) -> None:
    who = _user(service, "photo")
    made = _report(service, who, photo=base64.b64encode(_JPEG).decode())
    equal(service.get(f"/reports/{made}").is_(200).json()["has_photo"], True, "has_photo")
    answer = service.get(f"/reports/{made}/photo").is_(200)
    expect(answer.body == _JPEG, "the same bytes")
    expect(answer.headers["content-type"].startswith("image/jpeg"), "image/jpeg")


@suite.check("every user supports a report once, and never their own")
def supported(service: Service) -> None:
    own, one, two = (_user(service, f"support-{each}") for each in ("own", "one", "two"))
    made = _report(service, own)
    equal(_support(service, one, made).is_(200).json()["supporters"], 1, "with one")
    equal(_support(service, one, made).is_(200).json()["supporters"], 1, "with one again")
    equal(_support(service, two, made).is_(200).json()["supporters"], 2, "with two")
    _error(_support(service, own, made), 403)
    equal(service.get(f"/reports/{made}").is_(200).json()["supporters"], 2, "in the report")


@suite.check("reports are listed, most supported first", fresh=True)
def listed(service: Service) -> None:
    own, other, officer = (
        _user(service, "own"),
        _user(service, "other"),
        _user(service, "off", officer_code=_CODE),
    )
    first, second, third = (
        _report(service, own, street) for street in ("Mill Lane", "High Street", "mill lane")
    )
    _support(service, other, second).is_(200)
    _step(service, officer, third, "scheduled").is_(200)

    def ids(**params: str) -> list[int]:
        told = service.get("/reports", params=params).is_(200).json()
        equal(told["count"], len(told["reports"]), "the count")
        return [each["id"] for each in told["reports"]]

    equal(ids(), [second, first, third], "all")
    equal(ids(street="MILL LANE"), [first, third], "in a street")
    equal(ids(status="reported"), [second, first], "reported")
    equal(ids(status="scheduled", street="High Street"), [], "of both")
    _error(service.get("/reports", params={"status": "forgotten"}), 422)


@suite.check("officers deal with reports, step by step")
def dealt_with(service: Service) -> None:
    own, officer = _user(service, "steps-own"), _user(service, "steps-off", officer_code=_CODE)
    made, other = _report(service, own), _report(service, own)
    _error(_step(service, own, made, "scheduled"), 403)
    _error(_step(service, officer, made, "fixed"), 409)
    _error(_step(service, officer, made, "ignored"), 422)
    for status in ("scheduled", "reported", "scheduled", "fixed"):
        equal(_step(service, officer, made, status).is_(200).json()["status"], status, "the status")
    for status in ("reported", "scheduled", "rejected"):
        _error(_step(service, officer, made, status), 409)
    _step(service, officer, other, "rejected").is_(200)
    _error(_step(service, officer, other, "reported"), 409)


@suite.check("who reported a pothole withdraws it while nobody deals with it")
def withdrawn(service: Service) -> None:
    own, other, officer = (
        _user(service, "with-own"),
        _user(service, "with-other"),
        _user(service, "with-off", officer_code=_CODE),
    )
    made, kept = _report(service, own), _report(service, own)
    _error(service.delete(f"/reports/{made}", headers=other), 403)
    service.delete(f"/reports/{made}", headers=own).is_(204)
    _error(service.get(f"/reports/{made}"), 404)
    _step(service, officer, kept, "scheduled").is_(200)
    _error(service.delete(f"/reports/{kept}", headers=own), 409)


@suite.check("no such report is 404")
def absent(service: Service) -> None:
    officer = _user(service, "absent", officer_code=_CODE)
    never = unknown(_report(service, officer))
    _error(service.get(f"/reports/{never}"), 404)
    _error(service.get(f"/reports/{never}/photo"), 404)
    _error(service.delete(f"/reports/{never}", headers=officer), 404)
    _error(_support(service, officer, never), 404)
    _error(_step(service, officer, never, "scheduled"), 404)
