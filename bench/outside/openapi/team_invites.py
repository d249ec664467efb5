"""Invitations to a team: made, accepted, revoked."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("team-invites", "service")


def _email() -> str:
    return f"{token_hex(5)}@example.org"


def _invite(service: Service, email: str = "", **more: str) -> dict[str, Any]:
    given = {"email": email or _email(), **more}
    told: dict[str, Any] = service.post("/invitations", json=given).is_(201).json()
    return told


def _accept(service: Service, code: str, name: str = "Kim") -> Answer:
    return service.post(f"/invitations/{code}/accept", json={"name": name})


def _revoke(service: Service, code: str) -> Answer:
    return service.post(f"/invitations/{code}/revoke")


@suite.check("at first there are neither invitations nor members", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/invitations").items(), [], "the invitations")
    equal(service.get("/members").items(), [], "the members")


@suite.check("an invitation is pending, for a member unless said otherwise")
def invited(service: Service) -> None:
    email = _email()
    made = _invite(service, email)
    wanted = {"email": email, "role": "member", "status": "pending"}
    equal({name: made[name] for name in wanted}, wanted, "the invitation")
    expect(len(made["code"]) >= 8, "the code has 8 characters or more")
    other = _invite(service, role="admin")
    equal(other["role"], "admin", "the role")
    expect(other["code"] != made["code"], "codes differ")


@suite.check("an accepted invitation makes a member")
def accepted(service: Service) -> None:
    made = _invite(service, role="admin")
    told = _accept(service, made["code"], "Ólafur").is_(200).json()
    wanted = {"name": "Ólafur", "email": made["email"], "role": "admin"}
    equal({name: told[name] for name in wanted}, wanted, "the member")
    expect(told in service.get("/members").items(), "the member is listed")
    _accept(service, made["code"]).is_(409)
    _revoke(service, made["code"]).is_(409)


@suite.check("one pending invitation per address, and none for members, whatever the case")
def twice(service: Service) -> None:
    made = _invite(service)
    for email in (made["email"], made["email"].upper()):
        service.post("/invitations", json={"email": email}).is_(409)
    _accept(service, made["code"]).is_(200)
    for email in (made["email"], made["email"].upper()):
        service.post("/invitations", json={"email": email}).is_(409)


@suite.check("a revoked invitation can not be accepted, but the address be invited again")
def revoked(service: Service) -> None:
    made = _invite(service)
    equal(_revoke(service, made["code"]).is_(200).json(), made | {"status": "revoked"}, "it")
    _accept(service, made["code"]).is_(410)
    _revoke(service, made["code"]).is_(409)
    again = _invite(service, made["email"])
    _accept(service, again["code"]).is_(200)


@suite.check("invitations are listed oldest first, and by status")
def listed(service: Service) -> None:
    made = [_invite(service)["code"] for _ in range(4)]
    _accept(service, made[1]).is_(200)
    _revoke(service, made[2]).is_(200)
    for status, wanted in (
        ("", made),
        ("pending", [made[0], made[3]]),
        ("accepted", [made[1]]),
        ("revoked", [made[2]]),
    ):
        params = {"status": status} if status else {}
        told = service.get("/invitations", params=params).items()
        codes = [each["code"] for each in told if each["code"] in made]
        equal(codes, wanted, f"invitations {status}")
    service.get("/invitations", params={"status": "lost"}).is_(422)


@suite.check("members are listed in order of their names", fresh=True)
def members(service: Service) -> None:
    for name in ("Mona", "Abel", "Zoe", "Carl"):
        _accept(service, _invite(service)["code"], name).is_(200)
    told = [each["name"] for each in service.get("/members").items()]
    equal(told, ["Abel", "Carl", "Mona", "Zoe"], "the members")


@suite.check("a code that is unknown is 404")
def absent(service: Service) -> None:
    _accept(service, token_hex(16)).is_(404)
    _revoke(service, token_hex(16)).is_(404)


@suite.check("addresses, roles and names that break a rule are 422")
def malformed(service: Service) -> None:
    for wrong in ({}, {"email": "nobody"}, {"email": _email(), "role": "boss"}, {"email": None}):
        service.post("/invitations", json=wrong).is_(422)
    code = _invite(service)["code"]
    _accept(service, code, "").is_(422)
    _accept(service, code, "n" * 61).is_(422)
    service.post(f"/invitations/{code}/accept", json={}).is_(422)
    _accept(service, code, "n" * 60).is_(200)
