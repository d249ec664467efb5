"""Short links that belong to API keys, with counters and a quota."""

from __future__ import annotations

import re
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("campaign-links", "service")

_URL = "https://shop.example/spring?x=1"


def _key(service: Service, owner: str = "Marta") -> dict[str, str]:
    return {"X-API-Key": service.post("/keys", json={"owner": owner}).is_(201).json()["key"]}


def _link(service: Service, key: dict[str, str], **given: Any) -> Any:
    return service.post("/links", json={"url": _URL, **given}, headers=key).is_(201).json()


def _error(answer: Answer, status: int) -> None:
    expect(isinstance(answer.is_(status).json()["error"], str), "an error is said in `error`")


@suite.check("whoever names themselves gets a key of their own")
def keys(service: Service) -> None:
    one = service.post("/keys", json={"owner": "Marta"}).is_(201).json()
    two = service.post("/keys", json={"owner": "Piet"}).is_(201).json()
    equal((one["owner"], one["limit"], two["owner"]), ("Marta", 5, "Piet"), "the keys")
    expect(one["key"] and one["key"] != two["key"], "the keys are different")
    for wrong in ({}, {"owner": "M"}, {"owner": "m" * 41}, {"owner": 12}):
        _error(service.post("/keys", json=wrong), 400)


@suite.check("a link gets the code that was chosen, or one that fits the pattern")
def created(service: Service) -> None:
    key = _key(service)
    told = _link(service, key, code="spring-25")
    equal(told, {"code": "spring-25", "url": _URL, "hits": 0}, "the link")
    code = _link(service, key)["code"]
    expect(re.fullmatch(r"[a-z0-9-]{3,12}", code), f"the code {code!r} fits the pattern")


@suite.check("visits are redirected without a key and counted")
def visited(service: Service) -> None:
    key = _key(service)
    code = _link(service, key)["code"]
    service.get(f"/links/{code}/stats", headers=key).is_(200)
    for referer in ({}, {"Referer": "https://news.example/"}, {}):
        answer = service.get(f"/r/{code}", headers=referer).is_(302)
        equal(answer.headers.get("location"), _URL, "Location")
    told = service.get(f"/links/{code}/stats", headers=key).is_(200).json()
    wanted = {"code": code, "hits": 3, "by_referer": {"direct": 2, "https://news.example/": 1}}
    equal(told, wanted, "the statistics")
    equal(service.get("/links", headers=key).is_(200).json()[0]["hits"], 3, "hits in the list")
    _error(service.get("/r/no-such-one"), 404)


@suite.check("the list has the links of the key, the newest first")
def listed(service: Service) -> None:
    key, other = _key(service), _key(service, "Piet")
    codes = [_link(service, key)["code"] for _ in range(3)]
    _link(service, other)
    told = service.get("/links", headers=key).is_(200).json()
    equal([each["code"] for each in told], codes[::-1], "the codes")


@suite.check("without a key, or with an unknown one, it is 401")
def unauthorized(service: Service) -> None:
    code = _link(service, _key(service))["code"]
    for headers in ({}, {"X-API-Key": "nobody-has-this"}):
        _error(service.post("/links", json={"url": _URL}, headers=headers), 401)
        _error(service.get("/links", headers=headers), 401)
        _error(service.get(f"/links/{code}/stats", headers=headers), 401)
        _error(service.delete(f"/links/{code}", headers=headers), 401)


@suite.check("the link of another key is 403, one that is not there 404")
def foreign(service: Service) -> None:
    key, other = _key(service), _key(service, "Piet")
    code = _link(service, key)["code"]
    _error(service.get(f"/links/{code}/stats", headers=other), 403)
    _error(service.delete(f"/links/{code}", headers=other), 403)
    _error(service.get("/links/no-such-one/stats", headers=key), 404)
    _error(service.delete("/links/no-such-one", headers=key), 404)
    service.get(f"/r/{code}").is_(302)


@suite.check("a removed link is gone and its code free")
def removed(service: Service) -> None:
    key, other = _key(service), _key(service, "Piet")
    _link(service, key, code="autumn")
    _error(service.post("/links", json={"url": _URL, "code": "autumn"}, headers=other), 409)
    _error(service.post("/links", json={"url": _URL, "code": "autumn"}, headers=key), 409)
    service.delete("/links/autumn", headers=key).is_(204)
    _error(service.get("/r/autumn"), 404)
    _link(service, other, code="autumn")


@suite.check("a key owns at most five links at a time")
def quota(service: Service) -> None:
    key, other = _key(service), _key(service, "Piet")
    codes = [_link(service, key)["code"] for _ in range(5)]
    _error(service.post("/links", json={"url": _URL}, headers=key), 429)
    _link(service, other)
    service.delete(f"/links/{codes[0]}", headers=key).is_(204)
    _link(service, key)
    equal(len(service.get("/links", headers=key).is_(200).json()), 5, "the number of links")


@suite.check("an invalid url or code is 400")
def invalid(service: Service) -> None:
    key = _key(service)
    for wrong in (
        {},
        {"url": "ftp://files.example/"},
        {"url": "shop.example"},
        {"url": _URL, "code": "ab"},
        {"url": _URL, "code": "Spring"},
        {"url": _URL, "code": "a" * 13},
    ):
        _error(service.post("/links", json=wrong, headers=key), 400)
    equal(service.get("/links", headers=key).is_(200).json(), [], "the links")
