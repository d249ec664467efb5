"""Codes beside exhibits: made up or wished for, redirecting, counted and retired."""

from __future__ import annotations

from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("museum-codes", "service")

_URL = "https://museum.example/audio?id=7&lang=de"
_LETTERS = set("abcdefghijkmnpqrstuvwxyz23456789")


def _make(service: Service, **given: Any) -> Any:
    return service.post("/exhibits", json={"title": "Urn", "url": _URL, **given}).is_(201).json()


def _scan(service: Service, code: str) -> Answer:
    return service.get(f"/e/{code}", follow_redirects=False)


def _codes(service: Service) -> list[str]:
    return [each["code"] for each in service.get("/exhibits").is_(200).json()]


@suite.check("codes made up have 5 clear characters and differ")
def made_up(service: Service) -> None:
    made = [_make(service) for _ in range(30)]
    for each in made:
        code = each["code"]
        expect(len(code) == 5 and set(code) <= _LETTERS, f"a code of 5 clear characters: {code}")
    equal(len({each["code"] for each in made}), 30, "the number of codes")
    equal((made[0]["title"], made[0]["url"], made[0]["scans"]), ("Urn", _URL, 0), "the exhibit")


@suite.check("a code of one's own is taken as it is, and only once")
def wished(service: Service) -> None:
    for code in ("own", "a-0-l1o", "x" * 12, "007"):
        equal(_make(service, code=code)["code"], code, "the code")
    service.post("/exhibits", json={"title": "b", "url": _URL, "code": "own"}).is_(409)
    equal(service.get("/exhibits/own").is_(200).json()["title"], "Urn", "the title")


@suite.check("/e/CODE redirects with 302 and counts; looking at the exhibit does not")
def redirects(service: Service) -> None:
    code = _make(service, code="vase")["code"]
    for _ in range(3):
        equal(_scan(service, code).is_(302).headers["location"], _URL, "the place")
    for _ in range(2):
        told = service.get("/exhibits/vase").is_(200).json()
        wanted = {"code": "vase", "title": "Urn", "url": _URL, "scans": 3}
        equal({key: told[key] for key in wanted}, wanted, "the exhibit")


@suite.check("title and url can be changed, code and scans cannot")
def changed(service: Service) -> None:
    _make(service, code="mask")
    _scan(service, "mask").is_(302)
    told = service.patch("/exhibits/mask", json={"title": "Mask"}).is_(200).json()
    equal((told["title"], told["url"], told["scans"]), ("Mask", _URL, 1), "the exhibit")
    given = {"url": "http://other.example/", "code": "mummy", "scans": 50}
    told = service.patch("/exhibits/mask", json=given).is_(200).json()
    seen = (told["code"], told["title"], told["url"], told["scans"])
    equal(seen, ("mask", "Mask", "http://other.example/", 1), "the exhibit")
    equal(_scan(service, "mask").is_(302).headers["location"], "http://other.example/", "the place")
    for wrong in ({"title": ""}, {"title": "x" * 81}, {"url": "ftp://x"}):
        service.patch("/exhibits/mask", json=wrong).is_(400)
    equal(service.get("/exhibits/mask").is_(200).json()["title"], "Mask", "the title")


@suite.check("a retired code is 410, hidden, and stays taken")
def retired(service: Service) -> None:
    _make(service, code="coin")
    service.delete("/exhibits/coin").is_(204)
    _scan(service, "coin").is_(410)
    service.get("/exhibits/coin").is_(404)
    service.patch("/exhibits/coin", json={"title": "x"}).is_(404)
    service.delete("/exhibits/coin").is_(404)
    expect("coin" not in _codes(service), "a retired code is not listed")
    service.post("/exhibits", json={"title": "b", "url": _URL, "code": "coin"}).is_(409)


@suite.check("the list has most scans first and then goes by code", fresh=True)
def listed(service: Service) -> None:
    equal(_codes(service), [], "the codes at first")
    for code, scans in (("pot", 1), ("axe", 0), ("urn", 2), ("jug", 1), ("zip", 0)):
        _make(service, code=code)
        for _ in range(scans):
            _scan(service, code).is_(302)
    equal(_codes(service), ["urn", "jug", "pot", "axe", "zip"], "the codes")
    service.delete("/exhibits/jug").is_(204)
    equal(_codes(service), ["urn", "pot", "axe", "zip"], "the codes without a retired one")


@suite.check("codes that never were are 404")
def absent(service: Service) -> None:
    _scan(service, "never-was").is_(404)
    service.get("/exhibits/never-was").is_(404)
    service.patch("/exhibits/never-was", json={"title": "x"}).is_(404)
    service.delete("/exhibits/never-was").is_(404)


@suite.check("bad and missing fields are 400", fresh=True)
def wrong(service: Service) -> None:
    right = {"title": "Urn", "url": _URL}
    for given in (
        {"title": "Urn"},
        {"url": _URL},
        {**right, "title": ""},
        {**right, "title": "x" * 81},
        {**right, "title": 5},
        {**right, "url": "museum.example"},
        {**right, "url": "javascript:alert(1)"},
        {**right, "url": 5},
        {**right, "code": "ab"},
        {**right, "code": "x" * 13},
        {**right, "code": "Vase"},
        {**right, "code": "va se"},
        {**right, "code": "v_1"},
    ):
        service.post("/exhibits", json=given).is_(400)
    refuses_malformed(service, "/exhibits")
    equal(_codes(service), [], "the codes")
    _make(service, title="x" * 80)
