"""Signs along trails: short links that count visits, by key, with limits."""

from __future__ import annotations

import re
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("trail-signs", "service")

_TARGET = "https://club.example/waterfall"


def _key(service: Service, **more: int) -> dict[str, str]:
    told = service.post("/keys", json={"club": "Ridge Walkers", **more}).is_(201).json()
    return {"X-API-Key": told["key"]}


def _sign(service: Service, key: dict[str, str], **other: object) -> Answer:
    given = {"target": _TARGET, "trail": "Falls", **other}
    return service.post("/signs", json=given, headers=key)


def _visit(service: Service, code: str) -> Answer:
    return service.get(f"/t/{code}", follow_redirects=False)


def _error(answer: Answer, status: int, code: str) -> None:
    told = answer.is_(status).json()
    equal(told["code"], code, "the code of the error")
    expect(isinstance(told["message"], str), "the error has a message")


@suite.check("a key is given")
def keyed(service: Service) -> None:
    told = service.post("/keys", json={"club": "Ridge Walkers"}).is_(201).json()
    equal((told["club"], told["max_signs"]), ("Ridge Walkers", 100), "club and limit")
    expect(isinstance(told["key"], str) and told["key"], "a key")
    for wrong in (
        {},
        {"club": ""},
        {"club": "A", "max_signs": 0},
        {"club": "A", "max_signs": 1001},
    ):
        _error(service.post("/keys", json=wrong), 422, "invalid")


@suite.check("signs need a key")
def guarded(service: Service) -> None:
    for headers in ({}, {"X-API-Key": "nonsense"}):
        _error(_sign(service, headers), 401, "unauthorized")
        _error(service.get("/signs", headers=headers), 401, "unauthorized")
        _error(service.get("/signs/falls1", headers=headers), 401, "unauthorized")


@suite.check("a sign has a code, made up or chosen")
def made(service: Service) -> None:
    key = _key(service)
    told = _sign(service, key).is_(201).json()
    expect(re.fullmatch("[a-z0-9]{6}", told["code"]), "six small letters and digits")
    wanted = {
        "code": told["code"],
        "target": _TARGET,
        "trail": "Falls",
        "visits": 0,
        "last_visit": None,
        "link": f"/t/{told['code']}",
    }
    equal({each: told[each] for each in wanted}, wanted, "the sign")
    equal(_sign(service, key, code="chosen1").is_(201).json()["code"], "chosen1", "the chosen code")
    _error(_sign(service, key, code="chosen1"), 409, "code_taken")
    _error(_sign(service, _key(service), code="chosen1"), 409, "code_taken")


@suite.check("a visit is led to the target and counted")
def visited(service: Service) -> None:
    key = _key(service)
    code = _sign(service, key).is_(201).json()["code"]
    for _ in range(3):
        equal(_visit(service, code).is_(302).headers["location"], _TARGET, "the Location")
    told = service.get(f"/signs/{code}", headers=key).is_(200).json()
    equal(told["visits"], 3, "the visits")
    expect(isinstance(told["last_visit"], str), "when the last visit was")
    _error(_visit(service, unknown(code)), 404, "not_found")  # type: ignore[arg-type]


@suite.check("own signs are listed, most visited first")
def listed(service: Service) -> None:
    key, other = _key(service), _key(service)
    _sign(service, key, code="bbbb").is_(201)
    _sign(service, key, code="aaaa").is_(201)
    _sign(service, key, code="cccc", trail="Ridge").is_(201)
    _sign(service, other, code="dddd").is_(201)
    for code in ("cccc", "cccc", "bbbb", "dddd"):
        _visit(service, code).is_(302)
    _visit(service, "aaaa").is_(302)

    def told(**params: str) -> tuple[list[str], Any]:
        answer = service.get("/signs", params=params, headers=key).is_(200).json()
        return [each["code"] for each in answer["signs"]], answer["total_visits"]

    equal(told(), (["cccc", "aaaa", "bbbb"], 4), "all")
    equal(told(trail="Falls"), (["aaaa", "bbbb"], 2), "of one trail")


@suite.check("a sign leads somewhere else, and keeps its visits")
def changed(service: Service) -> None:
    key = _key(service)
    code = _sign(service, key).is_(201).json()["code"]
    _visit(service, code).is_(302)
    told = (
        service.patch(f"/signs/{code}", json={"target": "http://new.example/"}, headers=key)
        .is_(200)
        .json()
    )
    equal(
        (told["target"], told["trail"], told["visits"]),
        ("http://new.example/", "Falls", 1),
        "the sign",
    )
    equal(_visit(service, code).is_(302).headers["location"], "http://new.example/", "the Location")
    told = service.patch(f"/signs/{code}", json={"trail": "Ridge"}, headers=key).is_(200).json()
    equal((told["target"], told["trail"]), ("http://new.example/", "Ridge"), "the sign then")
    _error(
        service.patch(f"/signs/{code}", json={"target": "ftp://x.example"}, headers=key),
        422,
        "invalid",
    )


@suite.check("a sign that is gone leads nowhere, and its code is free")
def gone(service: Service) -> None:
    key = _key(service)
    _sign(service, key, code="gone12").is_(201)
    service.delete("/signs/gone12", headers=key).is_(204)
    _error(_visit(service, "gone12"), 404, "not_found")
    _error(service.get("/signs/gone12", headers=key), 404, "not_found")
    _error(service.delete("/signs/gone12", headers=key), 404, "not_found")
    _sign(service, _key(service), code="gone12").is_(201)


@suite.check("the signs of others are 404")
def others(service: Service) -> None:
    key, other = _key(service), _key(service)
    code = _sign(service, key).is_(201).json()["code"]
    _error(service.get(f"/signs/{code}", headers=other), 404, "not_found")
    _error(service.patch(f"/signs/{code}", json={"trail": "X"}, headers=other), 404, "not_found")
    _error(service.delete(f"/signs/{code}", headers=other), 404, "not_found")
    service.get(f"/signs/{code}", headers=key).is_(200)


@suite.check("what is invalid is 422")
def invalid(service: Service) -> None:
    for wrong in (
        {"target": "waterfall"},
        {"target": "javascript:alert(1)"},
        {"trail": ""},
        {"code": "abc"},
        {"code": "UPPER"},
        {"code": "a" * 13},
    ):
        _error(_sign(service, _key(service), **wrong), 422, "invalid")
    _error(service.post("/signs", json={"trail": "Falls"}, headers=_key(service)), 422, "invalid")


@suite.check("a key has only so many signs")
def quota(service: Service) -> None:
    key = _key(service, max_signs=2)
    first = _sign(service, key).is_(201).json()["code"]
    _sign(service, key).is_(201)
    _error(_sign(service, key), 403, "quota")
    service.delete(f"/signs/{first}", headers=key).is_(204)
    _sign(service, key).is_(201)


@suite.check("six signs are created within a minute, by a key")
def limited(service: Service) -> None:
    key = _key(service)
    for _ in range(6):
        _sign(service, key).is_(201)
    answer = _sign(service, key)
    _error(answer, 429, "rate_limited")
    expect(0 <= int(answer.headers["retry-after"]) <= 60, "Retry-After in seconds")
    service.get("/signs", headers=key).is_(200)
    _sign(service, _key(service)).is_(201)
