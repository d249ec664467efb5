"""Rowing clubs: captains, coxes and rowers, and what each of them may do."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("rowing-club", "service")

_CODES = {
    401: "unauthenticated",
    403: "forbidden",
    404: "not_found",
    409: "last_captain",
    422: "invalid",
}


def _as(user: str) -> dict[str, dict[str, str]]:
    return {"headers": {"X-User": user}}


def _refused(answer: Answer, status: int) -> None:
    equal(answer.is_(status).json()["code"], _CODES[status], "the code")


def _put(service: Service, club: int, user: str, role: Any, by: str = "cap") -> Answer:
    return service.put(f"/clubs/{club}/members/{user}", json={"role": role}, **_as(by))


def _drop(service: Service, club: int, user: str, by: str = "cap") -> Answer:
    return service.delete(f"/clubs/{club}/members/{user}", **_as(by))


def _club(service: Service, **members: str) -> int:
    made = service.post("/clubs", json={"name": "Swans"}, **_as("cap")).is_(201).json()
    equal(
        (made["name"], made["members"]), ("Swans", [{"user": "cap", "role": "captain"}]), "the club"
    )
    number: int = made["id"]
    for user, role in members.items():
        told = _put(service, number, user, role).is_(200).json()
        equal(told, {"user": user, "role": role}, "the member")
    return number


def _members(service: Service, club: int, by: str = "cap") -> list[Any]:
    told = service.get(f"/clubs/{club}", **_as(by)).is_(200).json()["members"]
    return [(each["user"], each["role"]) for each in told]


def _outing(service: Service, club: int, by: str, date: str = "2025-06-01") -> Answer:
    return service.post(f"/clubs/{club}/outings", json={"date": date, "seats": 4}, **_as(by))


@suite.check("clubs count from 1 and start with their founder as captain", fresh=True)
def founded(service: Service) -> None:
    equal([_club(service), _club(service)], [1, 2], "the ids")
    told = service.get("/clubs/2", **_as("cap")).is_(200).json()
    wanted = {"id": 2, "name": "Swans", "members": [{"user": "cap", "role": "captain"}]}
    equal(told, wanted, "the club")
    for name in ("", "x" * 61, 7):
        _refused(service.post("/clubs", json={"name": name}, **_as("cap")), 422)
    _refused(service.post("/clubs", json={}, **_as("cap")), 422)


@suite.check("members are added and changed, and keep their place")
def members(service: Service) -> None:
    club = _club(service, zoe="rower", ben="cox", amy="rower")
    _put(service, club, "zoe", "cox").is_(200)
    wanted = [("cap", "captain"), ("zoe", "cox"), ("ben", "cox"), ("amy", "rower")]
    equal(_members(service, club, "amy"), wanted, "the members")
    _drop(service, club, "ben").is_(204)
    _put(service, club, "ben", "rower").is_(200)
    wanted = [("cap", "captain"), ("zoe", "cox"), ("amy", "rower"), ("ben", "rower")]
    equal(_members(service, club), wanted, "the members afterwards")
    _refused(_put(service, club, "kim", "boss"), 422)
    _refused(service.put(f"/clubs/{club}/members/kim", json={}, **_as("cap")), 422)


@suite.check("only captains set roles; new captains can do so at once")
def captains(service: Service) -> None:
    club = _club(service, cox="cox", row="rower")
    for by in ("cox", "row", "stranger"):
        _refused(_put(service, club, "row", "captain", by), 403)
        _refused(_put(service, club, by, "captain", by), 403)
    _put(service, club, "row", "captain").is_(200)
    _put(service, club, "cap", "rower", "row").is_(200)
    _refused(_put(service, club, "cox", "captain", "cap"), 403)
    wanted = [("cap", "rower"), ("cox", "cox"), ("row", "captain")]
    equal(_members(service, club), wanted, "the members")


@suite.check("captains remove anybody, others only themselves")
def removed(service: Service) -> None:
    club = _club(service, cox="cox", one="rower", two="rower")
    for user, by in (("one", "two"), ("one", "cox"), ("cap", "one"), ("one", "stranger")):
        _refused(_drop(service, club, user, by), 403)
    _refused(_drop(service, club, "nobody", "one"), 403)
    _drop(service, club, "one", "one").is_(204)
    _refused(service.get(f"/clubs/{club}", **_as("one")), 403)
    _drop(service, club, "cox").is_(204)
    _refused(_drop(service, club, "cox"), 404)
    equal(_members(service, club), [("cap", "captain"), ("two", "rower")], "the members")


@suite.check("the only captain stays captain")
def last_captain(service: Service) -> None:
    club = _club(service, row="rower")
    _refused(_put(service, club, "cap", "rower"), 409)
    _refused(_drop(service, club, "cap"), 409)
    _put(service, club, "cap", "captain").is_(200)
    _put(service, club, "row", "captain").is_(200)
    _drop(service, club, "cap").is_(204)
    _refused(_drop(service, club, "row", "row"), 409)
    equal(_members(service, club, "row"), [("row", "captain")], "the members")


@suite.check("outings are planned by captains and coxes and seen by members", fresh=True)
def outings(service: Service) -> None:
    club, other = _club(service, cox="cox", row="rower"), _club(service)
    path = f"/clubs/{club}/outings"
    equal(service.get(path, **_as("row")).is_(200).json(), [], "the outings at first")
    told = _outing(service, club, "cox", "2025-07-01").is_(201).json()
    wanted = {"id": 1, "date": "2025-07-01", "seats": 4, "planned_by": "cox"}
    equal(told, wanted, "the outing")
    _outing(service, other, "cap").is_(201)
    _outing(service, club, "cap", "2025-06-30").is_(201)
    _outing(service, club, "cap", "2025-07-01").is_(201)
    _refused(_outing(service, club, "row"), 403)
    _refused(_outing(service, club, "stranger"), 403)
    told = service.get(path, **_as("row")).is_(200).json()
    equal([each["id"] for each in told], [3, 1, 4], "the outings")
    _refused(service.get(path, **_as("stranger")), 403)


@suite.check("a bad outing is invalid")
def bad_outing(service: Service) -> None:
    club = _club(service)
    path = f"/clubs/{club}/outings"
    for given in (
        {"date": "2025-06-01"},
        {"seats": 3},
        {"date": "2025-02-30", "seats": 3},
        {"date": "soon", "seats": 3},
        {"date": "2025-06-01", "seats": 0},
        {"date": "2025-06-01", "seats": 9},
        {"date": "2025-06-01", "seats": 2.5},
    ):
        _refused(service.post(path, json=given, **_as("cap")), 422)
    equal(service.get(path, **_as("cap")).is_(200).json(), [], "the outings")


@suite.check("nobody, nothing, not allowed, not valid: in this order")
def order(service: Service) -> None:
    club = _club(service, row="rower")
    _refused(service.post("/clubs", json={"name": ""}), 401)
    _refused(service.get("/clubs/9999"), 401)
    _refused(service.get(f"/clubs/{club}", headers={"X-User": ""}), 401)
    _refused(service.put(f"/clubs/{club}/members/x", json={"role": "cox"}), 401)
    _refused(service.delete(f"/clubs/{club}/members/row"), 401)
    _refused(service.post(f"/clubs/{club}/outings", json={}), 401)
    _refused(service.get(f"/clubs/{club}/outings"), 401)
    _refused(service.get("/clubs/9999", **_as("cap")), 404)
    _refused(_put(service, 9999, "x", "boss"), 404)
    _refused(_drop(service, 9999, "x"), 404)
    _refused(service.post("/clubs/9999/outings", json={}, **_as("cap")), 404)
    _refused(service.get("/clubs/9999/outings", **_as("cap")), 404)
    _refused(_put(service, club, "x", "boss", "row"), 403)
    _refused(service.post(f"/clubs/{club}/outings", json={}, **_as("row")), 403)
