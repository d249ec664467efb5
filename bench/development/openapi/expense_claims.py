"""Expense claims: employees write and submit them, managers decide."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("expense-claims", "service")

_PASSWORD = "correct horse"  # noqa: S105 - made up for the checks
_ITEM = {"description": "train", "amount": 49.9, "date": "2025-03-01", "category": "travel"}


def _email() -> str:
    return f"{token_hex(5)}@example.org"


def _account(service: Service, role: str = "employee") -> tuple[dict[str, Any], dict[str, str]]:
    """A new account, and the header that speaks for it."""
    given = {"email": _email(), "password": _PASSWORD, "role": role}
    made = service.post("/auth/signup", json=given).is_(201).json()
    return made, _login(service, given["email"])


def _login(service: Service, email: str) -> dict[str, str]:
    given = {"email": email, "password": _PASSWORD}
    told = service.post("/auth/token", json=given).is_(200).json()
    equal(told["token_type"], "bearer", "token_type")
    return {"Authorization": f"Bearer {told['access_token']}"}


def _who(service: Service, role: str = "employee") -> dict[str, str]:
    return _account(service, role)[1]


def _claim(service: Service, me: dict[str, str], items: int = 0) -> str:
    """The path of a new claim."""
    made = service.post("/claims", json={"title": "Trip"}, headers=me).is_(201).json()
    path = f"/claims/{made['id']}"
    for _ in range(items):
        service.post(f"{path}/items", json=_ITEM, headers=me).is_(201)
    return path


def _submitted(service: Service, me: dict[str, str]) -> str:
    path = _claim(service, me, 1)
    service.post(f"{path}/submit", headers=me).is_(200)
    return path


def _status(service: Service, path: str, me: dict[str, str]) -> str:
    return str(service.get(path, headers=me).is_(200).json()["status"])


def _reject(service: Service, path: str, me: dict[str, str], **given: str) -> Answer:
    return service.post(f"{path}/reject", json=given or {"reason": "no receipt"}, headers=me)


@suite.check("an account is made without telling the password; its email is taken then", fresh=True)
def signup(service: Service) -> None:
    email = _email()
    given = {"email": email, "password": _PASSWORD, "role": "manager"}
    answer = service.post("/auth/signup", json=given).is_(201)
    expect(_PASSWORD not in answer.text, "the password is not told")
    expect("password" not in answer.json(), "the account has no password")
    equal((answer.json()["email"], answer.json()["role"]), (email, "manager"), "email and role")
    service.post("/auth/signup", json=given).is_(409)
    told = service.get("/me", headers=_login(service, email)).is_(200).json()
    equal((told["email"], told["role"]), (email, "manager"), "the account of the token")
    equal(told["id"], answer.json()["id"], "its id")


@suite.check("signup refuses what is invalid (422), a token needs the right password (401)")
def login(service: Service) -> None:
    right = {"email": _email(), "password": _PASSWORD, "role": "employee"}
    for wrong in ({"email": "nobody"}, {"password": "seven77"}, {"role": "boss"}):
        service.post("/auth/signup", json=right | wrong).is_(422)
    for name in right:
        part = {each: value for each, value in right.items() if each != name}
        service.post("/auth/signup", json=part).is_(422)
    account, _ = _account(service)
    for email, password in ((account["email"], "wrong horse"), (_email(), _PASSWORD)):
        service.post("/auth/token", json={"email": email, "password": password}).is_(401)


@suite.check("everything else needs a token: 401 without or with another")
def guarded(service: Service) -> None:
    path = _claim(service, _who(service), 1)
    for headers in ({}, {"Authorization": f"Bearer {token_hex(16)}"}):
        for method, where in (
            ("GET", "/me"),
            ("GET", "/claims"),
            ("GET", path),
            ("DELETE", path),
            ("POST", f"{path}/submit"),
            ("POST", f"{path}/approve"),
        ):
            service.ask(method, where, headers=headers).is_(401)
        service.post("/claims", json={"title": "x"}, headers=headers).is_(401)
        service.post(f"{path}/items", json=_ITEM, headers=headers).is_(401)
        _reject(service, path, headers).is_(401)


@suite.check("a claim is a draft at first, and its total is the sum of its items")
def drafted(service: Service) -> None:
    me = _who(service)
    made = service.post("/claims", json={"title": "Fair"}, headers=me).is_(201).json()
    wanted = {"title": "Fair", "status": "draft", "items": [], "total": 0}
    equal({name: made[name] for name in wanted}, wanted, "the claim")
    path = f"/claims/{made['id']}"
    service.post(f"{path}/items", json=_ITEM, headers=me).is_(201)
    plain = {"description": "lunch", "amount": 10.25, "date": "2025-03-02"}
    told = service.post(f"{path}/items", json=plain, headers=me).is_(201).json()
    for seen in (told, service.get(path, headers=me).is_(200).json()):
        expect(abs(seen["total"] - 60.15) < 1e-6, f"the total is 60.15, not {seen['total']}")
        items = [{name: each[name] for name in _ITEM} for each in seen["items"]]
        equal(items, [_ITEM, plain | {"category": "other"}], "the items")


@suite.check("an employee sees their own claims only, a manager all of them")
def seen_by(service: Service) -> None:
    me, other, boss = _who(service), _who(service), _who(service, "manager")
    mine, theirs = _claim(service, me), _claim(service, other)
    service.get(theirs, headers=me).is_(404)
    service.delete(theirs, headers=me).is_(404)
    service.post(f"{theirs}/items", json=_ITEM, headers=me).is_(404)
    service.post(f"{theirs}/submit", headers=me).is_(404)
    told = [each["id"] for each in service.get("/claims", headers=me).is_(200).json()]
    equal([f"/claims/{each}" for each in told], [mine], "my claims")
    told = [each["id"] for each in service.get("/claims", headers=boss).is_(200).json()]
    expect({mine, theirs} <= {f"/claims/{each}" for each in told}, "a manager sees both")
    service.get(mine, headers=boss).is_(200)


@suite.check("claims are listed by status")
def listed(service: Service) -> None:
    me = _who(service)
    draft, sent = _claim(service, me), _submitted(service, me)
    for status, wanted in (("draft", [draft]), ("submitted", [sent]), ("approved", [])):
        told = service.get("/claims", params={"status": status}, headers=me).is_(200).json()
        equal([f"/claims/{each['id']}" for each in told], wanted, f"those {status}")


@suite.check("a draft with items is submitted, and changed no more")
def submitted(service: Service) -> None:
    me = _who(service)
    path = _claim(service, me)
    service.post(f"{path}/submit", headers=me).is_(409)
    service.post(f"{path}/items", json=_ITEM, headers=me).is_(201)
    told = service.post(f"{path}/submit", headers=me).is_(200).json()
    equal(told["status"], "submitted", "the status")
    service.post(f"{path}/submit", headers=me).is_(409)
    service.post(f"{path}/items", json=_ITEM, headers=me).is_(409)
    service.delete(path, headers=me).is_(409)
    equal(len(service.get(path, headers=me).is_(200).json()["items"]), 1, "the number of items")


@suite.check("a manager approves what is submitted, once")
def approved(service: Service) -> None:
    me, boss = _who(service), _who(service, "manager")
    path, draft = _submitted(service, me), _claim(service, me, 1)
    service.post(f"{draft}/approve", headers=boss).is_(409)
    told = service.post(f"{path}/approve", headers=boss).is_(200).json()
    equal(told["status"], "approved", "the status")
    equal(_status(service, path, me), "approved", "the status its owner sees")
    service.post(f"{path}/approve", headers=boss).is_(409)
    _reject(service, path, boss).is_(409)
    equal(_status(service, path, me), "approved", "the status")


@suite.check("a manager rejects what is submitted, with a reason")
def rejected(service: Service) -> None:
    me, boss = _who(service), _who(service, "manager")
    path = _submitted(service, me)
    service.post(f"{path}/reject", json={}, headers=boss).is_(422)
    _reject(service, path, boss, reason="").is_(422)
    equal(_status(service, path, me), "submitted", "the status")
    _reject(service, path, boss).is_(200)
    told = service.get(path, headers=me).is_(200).json()
    equal((told["status"], told["reason"]), ("rejected", "no receipt"), "status and reason")
    service.post(f"{path}/approve", headers=boss).is_(409)
    _reject(service, path, boss).is_(409)


@suite.check("an employee neither approves nor rejects (403)")
def forbidden(service: Service) -> None:
    me = _who(service)
    path = _submitted(service, me)
    service.post(f"{path}/approve", headers=me).is_(403)
    _reject(service, path, me).is_(403)
    equal(_status(service, path, me), "submitted", "the status")


@suite.check("a draft is deleted by its owner, and gone")
def deleted(service: Service) -> None:
    me = _who(service)
    path, stays = _claim(service, me, 1), _claim(service, me)
    service.delete(path, headers=me).is_(204)
    service.get(path, headers=me).is_(404)
    service.get(stays, headers=me).is_(200)


@suite.check("a claim that is not there is 404")
def absent(service: Service) -> None:
    me, boss = _who(service), _who(service, "manager")
    path = f"/claims/{unknown(int(_claim(service, me).rpartition('/')[2]))}"
    service.get(path, headers=me).is_(404)
    service.delete(path, headers=me).is_(404)
    service.post(f"{path}/items", json=_ITEM, headers=me).is_(404)
    service.post(f"{path}/submit", headers=me).is_(404)
    service.post(f"{path}/approve", headers=boss).is_(404)
    _reject(service, path, boss).is_(404)


@suite.check("titles and items that break a rule are 422")
def malformed(service: Service) -> None:
    me = _who(service)
    titles: list[object] = ["", "t" * 101, None, []]
    for title in titles:
        service.post("/claims", json={"title": title}, headers=me).is_(422)
    service.post("/claims", json={}, headers=me).is_(422)
    path = _claim(service, me)
    for wrong in (
        {"description": ""},
        {"amount": 0},
        {"amount": -1},
        {"amount": "much"},
        {"date": "2025-02-30"},
        {"category": "gifts"},
    ):
        service.post(f"{path}/items", json=_ITEM | wrong, headers=me).is_(422)
    for name in ("description", "amount", "date"):
        part = {each: value for each, value in _ITEM.items() if each != name}
        service.post(f"{path}/items", json=part, headers=me).is_(422)
    equal(service.get(path, headers=me).is_(200).json()["items"], [], "the items")
