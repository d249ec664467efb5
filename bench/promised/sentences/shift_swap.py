"""Nurses offer shifts, ask for those of others, and owners decide."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("shift-swap", "service")

_PASSWORD = "long enough"


def _nurse(service: Service, name: str) -> dict[str, str]:
    given = {"username": name, "password": _PASSWORD}
    service.post("/register", json=given).is_(201)
    told = service.post("/login", json=given).is_(200).json()
    return {"Authorization": f"Bearer {told['token']}"}


def _shift(
    service: Service, who: dict[str, str], date: str = "2026-03-14", kind: str = "early"
) -> Any:
    return (
        service.post("/shifts", json={"date": date, "kind": kind}, headers=who)
        .is_(201)
        .json()["id"]
    )


def _status(service: Service, who: dict[str, str], shift: object) -> tuple[Any, Any]:
    for each in service.get("/shifts", headers=who).items():
        if each["id"] == shift:
            return each["status"], each["requested_by"]
    return None, None


@suite.check("a nurse registers once")
def registers(service: Service) -> None:
    given = {"username": "registering", "password": _PASSWORD}
    told = service.post("/register", json=given).is_(201).json()
    equal(told["username"], "registering", "the username")
    expect("id" in told and "password" not in told, "an id, and no password")
    service.post("/register", json=given).is_(409)
    service.post("/register", json={"username": "short", "password": "1234567"}).is_(422)
    service.post("/register", json={"username": "nothing"}).is_(422)


@suite.check("login wants what was registered")
def login(service: Service) -> None:
    _nurse(service, "logging-in")
    service.post("/login", json={"username": "logging-in", "password": "something else"}).is_(401)
    service.post("/login", json={"username": "nobody", "password": _PASSWORD}).is_(401)


@suite.check("shifts want a token")
def guarded(service: Service) -> None:
    shift = _shift(service, _nurse(service, "guarded"))
    for headers in ({}, {"Authorization": "Bearer nonsense"}):
        service.get("/shifts", headers=headers).is_(401)
        service.post("/shifts", json={"date": "2026-03-14", "kind": "late"}, headers=headers).is_(
            401
        )
        service.post(f"/shifts/{shift}/request", headers=headers).is_(401)
        service.delete(f"/shifts/{shift}", headers=headers).is_(401)


@suite.check("a shift is put on offer by its owner")
def offered(service: Service) -> None:
    who = _nurse(service, "offering")
    given = {"date": "2026-03-14", "kind": "night"}
    told = service.post("/shifts", json=given, headers=who).is_(201).json()
    wanted = {
        "id": told["id"],
        **given,
        "owner": "offering",
        "status": "open",
        "requested_by": None,
    }
    equal({key: told[key] for key in wanted}, wanted, "the shift")
    for wrong in (
        {"date": "2026-03-14", "kind": "noon"},
        {"date": "14.3.2026", "kind": "late"},
        {"kind": "late"},
    ):
        service.post("/shifts", json=wrong, headers=who).is_(422)


@suite.check("shifts are listed by date, by status, and one's own", fresh=True)
def listed(service: Service) -> None:
    ann, bob = _nurse(service, "ann"), _nurse(service, "bob")
    late = _shift(service, ann, "2026-05-01")
    soon = _shift(service, bob, "2026-02-01")
    mid = _shift(service, ann, "2026-03-01")
    service.post(f"/shifts/{mid}/request", headers=bob).is_(200)

    def ids(**params: str) -> list[Any]:
        return [e["id"] for e in service.get("/shifts", params=params, headers=ann).items()]

    equal(ids(), [soon, mid, late], "all")
    equal(ids(status="open"), [soon, late], "the open ones")
    equal(ids(status="requested"), [mid], "the requested ones")
    equal(ids(mine="true"), [mid, late], "ann's own")


@suite.check("another nurse asks for an open shift")
def asked(service: Service) -> None:
    own, other, third = (_nurse(service, name) for name in ("own-1", "other-1", "third-1"))
    shift = _shift(service, own)
    service.post(f"/shifts/{shift}/request", headers=own).is_(403)
    told = service.post(f"/shifts/{shift}/request", headers=other).is_(200).json()
    equal((told["status"], told["requested_by"]), ("requested", "other-1"), "the shift")
    service.post(f"/shifts/{shift}/request", headers=third).is_(409)
    equal(_status(service, own, shift), ("requested", "other-1"), "the shift then")


@suite.check("the owner approves, for good")
def approved(service: Service) -> None:
    own, other = _nurse(service, "own-2"), _nurse(service, "other-2")
    shift = _shift(service, own)
    service.post(f"/shifts/{shift}/approve", headers=own).is_(409)
    service.post(f"/shifts/{shift}/request", headers=other).is_(200)
    service.post(f"/shifts/{shift}/approve", headers=other).is_(403)
    told = service.post(f"/shifts/{shift}/approve", headers=own).is_(200).json()
    equal(told["status"], "swapped", "the status")
    for action in ("approve", "decline"):
        service.post(f"/shifts/{shift}/{action}", headers=own).is_(409)
    service.post(f"/shifts/{shift}/request", headers=other).is_(409)
    service.delete(f"/shifts/{shift}", headers=own).is_(409)


@suite.check("a declined shift is open again")
def declined(service: Service) -> None:
    own, other = _nurse(service, "own-3"), _nurse(service, "other-3")
    shift = _shift(service, own)
    service.post(f"/shifts/{shift}/request", headers=other).is_(200)
    service.post(f"/shifts/{shift}/decline", headers=other).is_(403)
    told = service.post(f"/shifts/{shift}/decline", headers=own).is_(200).json()
    equal((told["status"], told["requested_by"]), ("open", None), "the shift")
    service.post(f"/shifts/{shift}/request", headers=other).is_(200)


@suite.check("the owner takes a shift off the board")
def taken_off(service: Service) -> None:
    own, other = _nurse(service, "own-4"), _nurse(service, "other-4")
    shift = _shift(service, own)
    service.delete(f"/shifts/{shift}", headers=other).is_(403)
    equal(_status(service, own, shift), ("open", None), "the shift")
    service.delete(f"/shifts/{shift}", headers=own).is_(204)
    equal(_status(service, own, shift), (None, None), "the shift")


@suite.check("an unknown shift is 404")
def absent(service: Service) -> None:
    who = _nurse(service, "looking")
    never = unknown(_shift(service, who))
    for action in ("request", "approve", "decline"):
        service.post(f"/shifts/{never}/{action}", headers=who).is_(404)
    service.delete(f"/shifts/{never}", headers=who).is_(404)
