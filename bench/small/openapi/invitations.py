"""Invitations: sent by members, accepted once by whoever has the code, or taken back."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("invitations", "service")

_ROOT = {"X-Member": "root"}


def _email() -> str:
    return f"{token_hex(5)}@example.com"


def _name() -> str:
    return f"m{token_hex(5)}"


def _invite(service: Service, who: dict[str, str], email: str = "", **more: str) -> Any:
    given = {"email": email or _email(), **more}
    return service.post("/invitations", json=given, headers=who).is_(201).json()


def _accept(service: Service, code: str, name: str) -> Answer:
    return service.post(f"/invitations/{code}/accept", json={"name": name})


def _member(service: Service) -> dict[str, str]:
    """The header of a new member."""
    name = _name()
    _accept(service, _invite(service, _ROOT)["code"], name).is_(201)
    return {"X-Member": name}


def _states(service: Service, who: dict[str, str]) -> dict[str, str]:
    told = service.get("/invitations", headers=who).is_(200).json()
    return {each["code"]: each["state"] for each in told}


def _revoke(service: Service, code: str, who: dict[str, str]) -> Answer:
    return service.delete(f"/invitations/{code}", headers=who)


@suite.check("root is the first member", fresh=True)
def root(service: Service) -> None:
    told = service.get("/members").is_(200).json()
    equal(told, [{"name": "root", "invited_by": None}], "the members")
    equal(service.get("/invitations", headers=_ROOT).is_(200).json(), [], "the invitations")


@suite.check("an invitation is open, with a code and its message")
def invited(service: Service) -> None:
    email = _email()
    made = _invite(service, _ROOT, email, message="Come in!")
    wanted = {"code": made["code"], "email": email, "message": "Come in!", "state": "open"}
    equal(made, wanted, "the invitation")
    expect(len(made["code"]) >= 8, "the code has at least 8 characters")
    other = _invite(service, _ROOT)
    equal(other["message"], "", "the message when there is none")
    expect(other["code"] != made["code"], "the codes are different")


@suite.check("who accepts is a member, and can invite others")
def accepted(service: Service) -> None:
    code, name = _invite(service, _ROOT)["code"], _name()
    told = _accept(service, code, name).is_(201).json()
    equal(told, {"name": name, "invited_by": "root"}, "the member")
    equal(_states(service, _ROOT)[code], "accepted", "the state")
    other = _name()
    _accept(service, _invite(service, {"X-Member": name})["code"], other).is_(201)
    by = {each["name"]: each["invited_by"] for each in service.get("/members").is_(200).json()}
    equal((by.get(name), by.get(other)), ("root", name), "who invited them")
    equal(list(by), sorted(by), "the order of the members")


@suite.check("an invitation is accepted once")
def once(service: Service) -> None:
    code, late = _invite(service, _ROOT)["code"], _name()
    _accept(service, code, _name()).is_(201)
    _accept(service, code, late).is_(410)
    _revoke(service, code, _ROOT).is_(410)
    names = [each["name"] for each in service.get("/members").is_(200).json()]
    expect(late not in names, "who came late is no member")


@suite.check("one invitation per email is open, and another after it was taken back")
def one(service: Service) -> None:
    email = _email()
    code = _invite(service, _ROOT, email)["code"]
    member = _member(service)
    for who in (_ROOT, member):
        service.post("/invitations", json={"email": email}, headers=who).is_(409)
    _revoke(service, code, _ROOT).is_(204)
    _invite(service, member, email)


@suite.check("only who sent an invitation takes it back, once")
def revoked(service: Service) -> None:
    member = _member(service)
    code = _invite(service, member)["code"]
    _revoke(service, code, _ROOT).is_(403)
    equal(_states(service, member)[code], "open", "the state")
    _revoke(service, code, member).is_(204)
    equal(_states(service, member)[code], "revoked", "the state")
    _accept(service, code, _name()).is_(410)
    _revoke(service, code, member).is_(410)


@suite.check("members see the invitations that they sent, oldest first")
def mine(service: Service) -> None:
    one_, other = _member(service), _member(service)
    codes = [_invite(service, one_)["code"] for _ in range(3)]
    _invite(service, other)
    _accept(service, codes[1], _name()).is_(201)
    told = _states(service, one_)
    equal(list(told), codes, "the invitations")
    equal(list(told.values()), ["open", "accepted", "open"], "their states")


@suite.check("without the header, or for no member, it is 401")
def guarded(service: Service) -> None:
    code = _invite(service, _ROOT)["code"]
    for headers in ({}, {"X-Member": _name()}):
        service.post("/invitations", json={"email": _email()}, headers=headers).is_(401)
        service.get("/invitations", headers=headers).is_(401)
        _revoke(service, code, headers).is_(401)
    equal(_states(service, _ROOT)[code], "open", "the state")


@suite.check("an unknown code is 404, a name that is taken 409")
def absent(service: Service) -> None:
    nowhere = token_hex(8)
    _accept(service, nowhere, _name()).is_(404)
    _revoke(service, nowhere, _ROOT).is_(404)
    code, name = _invite(service, _ROOT)["code"], _member(service)["X-Member"]
    _accept(service, code, name).is_(409)
    _accept(service, code, "root").is_(409)
    _accept(service, code, _name()).is_(201)


@suite.check("a bad email, message or name is 400")
def malformed(service: Service) -> None:
    wrong: list[dict[str, Any]] = [{}, {"email": "nobody"}, {"email": ""}]
    wrong.append({"email": _email(), "message": "m" * 301})
    for each in wrong:
        service.post("/invitations", json=each, headers=_ROOT).is_(400)
    code = _invite(service, _ROOT, message="m" * 300)["code"]
    for name in ("x", "x" * 21, ""):
        _accept(service, code, name).is_(400)
    service.post(f"/invitations/{code}/accept", json={}).is_(400)
    equal(_states(service, _ROOT)[code], "open", "the state")
