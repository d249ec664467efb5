"""Accounts with refresh tokens, and choirs whose members have roles."""

from __future__ import annotations

import itertools
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("choir", "service")

_WORD = "do-re-mi-fa"
_count = itertools.count(1)


def _email(name: str) -> str:
    return f"{name.lower()}{next(_count)}@choir.example"


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _login(service: Service, email: str) -> Any:
    given = {"email": email, "password": _WORD}
    return service.post("/auth/login", json=given).is_(200).json()


def _user(service: Service, name: str) -> tuple[str, dict[str, str], int]:
    """Email, headers and id of somebody new."""
    email = _email(name)
    given = {"email": email, "name": name, "password": _WORD}
    told = service.post("/auth/register", json=given).is_(201).json()
    return email, _bearer(_login(service, email)["access_token"]), told["id"]


def _choir(service: Service, headers: dict[str, str], name: str = "Alto") -> int:
    told = service.post("/choirs", json={"name": name}, headers=headers).is_(201).json()
    equal((told["name"], told["role"]), (name, "director"), "the choir")
    number: int = told["id"]
    return number


def _error(answer: Answer, status: int) -> None:
    expect("detail" in answer.is_(status).json(), "an error has a detail")


@suite.check("an account is registered, logged in, and told to whoever it is")
def accounts(service: Service) -> None:
    email = _email("Ruth")
    given = {"email": email, "name": "Ruth", "password": _WORD}
    answer = service.post("/auth/register", json=given).is_(201)
    told = answer.json()
    equal((told["email"], told["name"]), (email, "Ruth"), "the account")
    expect(_WORD not in answer.text, "the password is not told")
    tokens = _login(service, email)
    equal(tokens["token_type"], "bearer", "token_type")
    me = service.get("/me", headers=_bearer(tokens["access_token"])).is_(200).json()
    equal(me, {"id": told["id"], "email": email, "name": "Ruth"}, "me")


@suite.check("an email has one account, and what does not fit the schema is 422")
def registration(service: Service) -> None:
    email, _, _ = _user(service, "Ruth")
    good = {"email": email, "name": "Other", "password": _WORD}
    _error(service.post("/auth/register", json=good), 409)
    good["email"] = _email("Otto")
    for wrong in ({"email": "otto"}, {"password": "short"}, {"name": ""}, {"name": "n" * 61}):
        service.post("/auth/register", json={**good, **wrong}).is_(422)
    service.post("/auth/register", json={"email": good["email"], "password": _WORD}).is_(422)


@suite.check("without a good token, or with wrong credentials, it is 401")
def unauthorized(service: Service) -> None:
    email, headers, _ = _user(service, "Ruth")
    choir = _choir(service, headers)
    wrong = {"email": email, "password": "la-la-la-la"}
    _error(service.post("/auth/login", json=wrong), 401)
    nobody = {"email": _email("nobody"), "password": _WORD}
    _error(service.post("/auth/login", json=nobody), 401)
    for bad in ({}, _bearer("nonsense")):
        _error(service.get("/me", headers=bad), 401)
        _error(service.post("/choirs", json={"name": "Alto"}, headers=bad), 401)
        _error(service.get("/choirs", headers=bad), 401)
        _error(service.get(f"/choirs/{choir}/members", headers=bad), 401)


@suite.check("a refresh token gives a new pair once")
def refreshed(service: Service) -> None:
    email, _, _ = _user(service, "Ruth")
    old = _login(service, email)["refresh_token"]
    told = service.post("/auth/refresh", json={"refresh_token": old}).is_(200).json()
    headers = _bearer(told["access_token"])
    equal(service.get("/me", headers=headers).is_(200).json()["email"], email, "me")
    _error(service.post("/auth/refresh", json={"refresh_token": old}), 401)
    _error(service.post("/auth/refresh", json={"refresh_token": "nonsense"}), 401)
    again = {"refresh_token": told["refresh_token"]}
    service.post("/auth/refresh", json=again).is_(200)


@suite.check("everyone sees the choirs they belong to, with their role")
def choirs(service: Service) -> None:
    _, ruth, _ = _user(service, "Ruth")
    email, otto, _ = _user(service, "Otto")
    first, second = _choir(service, ruth, "Alto"), _choir(service, ruth, "Bass")
    own = _choir(service, otto, "Duo")
    path = f"/choirs/{first}/members"
    service.post(path, json={"email": email}, headers=ruth).is_(201)
    wanted = [
        {"id": first, "name": "Alto", "role": "director"},
        {"id": second, "name": "Bass", "role": "director"},
    ]
    equal(service.get("/choirs", headers=ruth).is_(200).json(), wanted, "Ruth's choirs")
    wanted = [
        {"id": first, "name": "Alto", "role": "singer"},
        {"id": own, "name": "Duo", "role": "director"},
    ]
    equal(service.get("/choirs", headers=otto).is_(200).json(), wanted, "Otto's choirs")


@suite.check("directors add members, each once")
def members(service: Service) -> None:
    _, ruth, ruth_id = _user(service, "Ruth")
    email, otto, otto_id = _user(service, "Otto")
    path = f"/choirs/{_choir(service, ruth)}/members"
    told = service.post(path, json={"email": email}, headers=ruth).is_(201).json()
    equal(told, {"user_id": otto_id, "name": "Otto", "role": "singer"}, "the member")
    wanted = [{"user_id": ruth_id, "name": "Ruth", "role": "director"}, told]
    equal(service.get(path, headers=otto).is_(200).json(), wanted, "the members")
    _error(service.post(path, json={"email": email}, headers=ruth), 409)
    _error(service.post(path, json={"email": _email("nobody")}, headers=ruth), 404)
    third = _user(service, "Vera")[0]
    service.post(path, json={"email": third, "role": "king"}, headers=ruth).is_(422)


@suite.check("singers read, directors also write, others do neither")
def roles(service: Service) -> None:
    _, ruth, _ = _user(service, "Ruth")
    email, otto, _ = _user(service, "Otto")
    other, vera, _ = _user(service, "Vera")
    choir = _choir(service, ruth)
    base = f"/choirs/{choir}"
    service.post(f"{base}/members", json={"email": email}, headers=ruth).is_(201)
    plan = {"date": "2026-05-06", "place": "Parish hall"}
    for headers in (otto, vera):
        _error(service.post(f"{base}/members", json={"email": other}, headers=headers), 403)
        _error(service.post(f"{base}/rehearsals", json=plan, headers=headers), 403)
    for part in ("members", "rehearsals"):
        service.get(f"{base}/{part}", headers=otto).is_(200)
        _error(service.get(f"{base}/{part}", headers=vera), 403)
        _error(service.get(f"/choirs/{unknown(choir)}/{part}", headers=ruth), 404)
    given = {"email": other, "role": "director"}
    service.post(f"{base}/members", json=given, headers=ruth).is_(201)
    service.post(f"{base}/rehearsals", json=plan, headers=vera).is_(201)


@suite.check("rehearsals are listed with the earliest first")
def rehearsals(service: Service) -> None:
    _, ruth, _ = _user(service, "Ruth")
    path = f"/choirs/{_choir(service, ruth)}/rehearsals"
    for date, place in (("2026-05-06", "Hall"), ("2026-04-29", "School"), ("2026-05-01", "Park")):
        given = {"date": date, "place": place}
        told = service.post(path, json=given, headers=ruth).is_(201).json()
        equal(told, {**given, "id": told["id"]}, "the rehearsal")
    places = [each["place"] for each in service.get(path, headers=ruth).is_(200).json()]
    equal(places, ["School", "Park", "Hall"], "the places")
    for wrong in ({"date": "soon", "place": "Hall"}, {"date": "2026-05-06"}):
        service.post(path, json=wrong, headers=ruth).is_(422)
