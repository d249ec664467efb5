"""A beekeeping club: hives by code, inspections, harvests, and two reports."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("apiary", "service")

_BASE = "/apiary/v2"
_HIVES = f"{_BASE}/hives/"
_used: set[int] = set()


def _code() -> str:
    number = next(n for n in range(1, 1000) if n not in _used)
    _used.add(number)
    return f"H-{number:03d}"


def _hive(service: Service, site: str = "North", **more: Any) -> str:
    code = _code()
    given = {"code": code, "site": site, **more}
    made = service.post(_HIVES, json=given).is_(201).json()
    equal({name: made[name] for name in given}, given, "the hive")
    return code


def _inspect(service: Service, hive: str, date: str, strength: int = 5, **more: Any) -> Any:
    given = {"date": date, "strength": strength, **more}
    made = service.post(f"{_HIVES}{hive}/inspections/", json=given).is_(201).json()
    wanted = {**given, "hiveCode": hive}
    equal({name: made[name] for name in wanted}, wanted, "the inspection")
    return made["id"]


def _harvest(service: Service, hive: str, date: str, kg: float) -> None:
    given = {"date": date, "kg": kg}
    made = service.post(f"{_HIVES}{hive}/harvests/", json=given).is_(201).json()
    equal((made["kg"], made["hiveCode"]), (kg, hive), "the harvest")


def _codes(service: Service, **params: Any) -> list[str]:
    told = service.get(_HIVES, params=params).is_(200).json()
    return [each["code"] for each in told]


def _invalid(answer: Answer, field: str) -> None:
    equal(answer.is_(400).json(), {"error": {"code": "VALIDATION", "field": field}}, "the error")


def _missing(answer: Answer) -> None:
    equal(answer.is_(404).json()["error"]["code"], "NOT_FOUND", "the code of the error")


@suite.check("a new club has no hives, no honey and no alarm", fresh=True)
def empty(service: Service) -> None:
    equal(_codes(service), [], "the hives")
    told = service.get(f"{_BASE}/reports/honey/", params={"year": 2023}).is_(200).json()
    equal(told, {"year": 2023, "totalKg": 0, "sites": {}}, "the honey")
    equal(service.get(f"{_BASE}/reports/varroa-alarm/").is_(200).json(), [], "the alarm")


@suite.check("a hive is read by its code, without an inspection at first")
def created(service: Service) -> None:
    code, plain = _hive(service, "South", queenYear=2022), _hive(service)
    told = service.get(f"{_HIVES}{code}/").is_(200).json()
    seen = (told["code"], told["site"], told["queenYear"], told["lastInspection"])
    equal(seen, (code, "South", 2022, None), "the hive")
    told = service.get(f"{_HIVES}{plain}/").is_(200).json()
    expect(told.get("queenYear") is None, "no queenYear")


@suite.check("a code is unique (409 DUPLICATE)")
def duplicate(service: Service) -> None:
    code = _hive(service)
    answer = service.post(_HIVES, json={"code": code, "site": "South"})
    equal(answer.is_(409).json(), {"error": {"code": "DUPLICATE"}}, "the error")


@suite.check("the last inspection is the one with the latest date")
def last(service: Service) -> None:
    code = _hive(service)
    _inspect(service, code, "2024-05-01", 4)
    latest = _inspect(service, code, "2024-06-01", 7, notes="queen seen", varroaCount=3)
    _inspect(service, code, "2024-04-01", 2)
    told = service.get(f"{_HIVES}{code}/").is_(200).json()["lastInspection"]
    seen = (told["id"], told["date"], told["strength"])
    equal(seen, (latest, "2024-06-01", 7), "the last inspection")
    expect(told["treated"] is False, "not treated unless said")


@suite.check("inspections are listed latest first, within dates if wanted")
def inspections(service: Service) -> None:
    code, path = _hive(service), ""
    path = f"{_HIVES}{code}/inspections/"
    dates = ("2024-05-01", "2024-06-30", "2024-04-01", "2024-06-01")
    for each in dates:
        _inspect(service, code, each)
    for params, wanted in (
        ({}, sorted(dates, reverse=True)),
        ({"from": "2024-05-01"}, ["2024-06-30", "2024-06-01", "2024-05-01"]),
        ({"to": "2024-05-01"}, ["2024-05-01", "2024-04-01"]),
        ({"from": "2024-05-01", "to": "2024-06-01"}, ["2024-06-01", "2024-05-01"]),
    ):
        told = service.get(path, params=params).is_(200).json()
        equal([each["date"] for each in told], wanted, f"the dates of {params}")


@suite.check("hives are listed by code, of a site, or strong enough", fresh=True)
def listed(service: Service) -> None:
    one, two, three = _hive(service), _hive(service, "South"), _hive(service)
    _inspect(service, one, "2024-05-01", 9)
    _inspect(service, one, "2024-06-01", 3)
    _inspect(service, two, "2024-06-01", 6)
    equal(_codes(service), sorted([one, two, three]), "all hives")
    equal(_codes(service, site="North"), sorted([one, three]), "those in the north")
    equal(_codes(service, minStrength=6), [two], "the strong ones")
    equal(_codes(service, minStrength=3), sorted([one, two]), "those of 3 and more")
    equal(_codes(service, minStrength=3, site="North"), [one], "both at once")


@suite.check("a PUT replaces site and queenYear, never the code")
def replaced(service: Service) -> None:
    code = _hive(service, queenYear=2022)
    path = f"{_HIVES}{code}/"
    given = {"code": "H-999", "site": "West", "queenYear": 2024}
    told = service.put(path, json=given).is_(200).json()
    equal((told["code"], told["site"], told["queenYear"]), (code, "West", 2024), "the hive")
    service.put(path, json={"site": "East"}).is_(200)
    told = service.get(path).is_(200).json()
    equal((told["site"], told["queenYear"]), ("East", None), "the hive")
    _invalid(service.put(path, json={"queenYear": 2024}), "site")


@suite.check("honey of a year by site and in total", fresh=True)
def honey(service: Service) -> None:
    north, north2, south = _hive(service), _hive(service), _hive(service, "South")
    west = _hive(service, "West")
    for hive, date, kg in (
        (north, "2023-06-01", 12.5),
        (north, "2023-12-31", 2.5),
        (north2, "2023-01-01", 5),
        (south, "2023-07-01", 11.5),
        (south, "2022-12-31", 100),
        (west, "2024-01-01", 40),
    ):
        _harvest(service, hive, date, kg)
    told = service.get(f"{_BASE}/reports/honey/", params={"year": 2023}).is_(200).json()
    wanted = {"year": 2023, "totalKg": 31.5, "sites": {"North": 20, "South": 11.5}}
    equal(told, wanted, "the honey of 2023")
    service.get(f"{_BASE}/reports/honey/").is_(400)


@suite.check("the alarm is for the last inspection: over 30 and not treated", fresh=True)
def alarm(service: Service) -> None:
    bad, limit, treated, better, worse, unknown_ = (_hive(service) for _ in range(6))
    _inspect(service, worse, "2024-06-01", varroaCount=50)
    _inspect(service, worse, "2024-05-01", varroaCount=0)
    _inspect(service, bad, "2024-06-01", varroaCount=31)
    _inspect(service, limit, "2024-06-01", varroaCount=30)
    _inspect(service, treated, "2024-06-01", varroaCount=90, treated=True)
    _inspect(service, better, "2024-05-01", varroaCount=90)
    _inspect(service, better, "2024-06-01", varroaCount=1)
    _inspect(service, unknown_, "2024-06-01")
    told = service.get(f"{_BASE}/reports/varroa-alarm/").is_(200).json()
    equal(told, sorted([bad, worse]), "the alarm")


@suite.check("a hive goes with its inspections and harvests", fresh=True)
def deleted(service: Service) -> None:
    gone, stays = _hive(service), _hive(service)
    _inspect(service, gone, "2024-06-01", varroaCount=99)
    _harvest(service, gone, "2024-06-01", 5)
    _harvest(service, stays, "2024-06-01", 7)
    service.delete(f"{_HIVES}{gone}/").is_(204)
    _missing(service.get(f"{_HIVES}{gone}/"))
    equal(_codes(service), [stays], "the hives")
    told = service.get(f"{_BASE}/reports/honey/", params={"year": 2024}).is_(200).json()
    equal(told["totalKg"], 7, "the honey")
    equal(service.get(f"{_BASE}/reports/varroa-alarm/").is_(200).json(), [], "the alarm")


@suite.check("missing hives are 404 NOT_FOUND")
def absent(service: Service) -> None:
    path = f"{_HIVES}{_code()}/"
    _missing(service.get(path))
    _missing(service.put(path, json={"site": "x"}))
    _missing(service.delete(path))
    _missing(service.get(f"{path}inspections/"))
    _missing(service.post(f"{path}inspections/", json={"date": "2024-01-01", "strength": 3}))
    _missing(service.post(f"{path}harvests/", json={"date": "2024-01-01", "kg": 3}))


@suite.check("bad input is 400 with the name of the field")
def malformed(service: Service) -> None:
    for code in ("H-1", "h-001", "X-001", "H-0001", 7):
        _invalid(service.post(_HIVES, json={"code": code, "site": "x"}), "code")
    _invalid(service.post(_HIVES, json={"site": "x"}), "code")
    _invalid(service.post(_HIVES, json={"code": _code()}), "site")
    given = {"code": _code(), "site": "x", "queenYear": "old"}
    _invalid(service.post(_HIVES, json=given), "queenYear")
    hive = _hive(service)
    path = f"{_HIVES}{hive}/inspections/"
    right = {"date": "2024-05-01", "strength": 5}
    for field, value in (
        ("strength", 0),
        ("strength", 11),
        ("strength", 2.5),
        ("date", "2024-02-30"),
        ("date", "May"),
        ("varroaCount", -1),
        ("treated", "perhaps"),
    ):
        _invalid(service.post(path, json={**right, field: value}), field)
    for left in right:
        part = {name: right[name] for name in right if name != left}
        _invalid(service.post(path, json=part), left)
    equal(service.get(path).is_(200).json(), [], "the inspections")
    for kg in (0, -1, "lots", None):
        given = {"date": "2024-05-01", "kg": kg}
        _invalid(service.post(f"{_HIVES}{hive}/harvests/", json=given), "kg")
