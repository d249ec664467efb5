"""Bookmarks: saved by name, redirected to, visits counted."""

from __future__ import annotations

from secrets import token_hex

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("bookmarks", "service")


URL = "https://example.org/a?b=c"


def _save(service: Service, name: str, url: object = URL) -> Answer:
    return service.post("/bookmarks", json={"name": name, "url": url})


def _go(service: Service, name: str) -> Answer:
    return service.get(f"/go/{name}", follow_redirects=False)


@suite.check("a bookmark is saved without visits", fresh=True)
def saved(service: Service) -> None:
    equal(service.get("/bookmarks").is_(200).json(), [], "no bookmarks")
    wanted = {"name": "docs-1", "url": URL, "visits": 0}
    equal(_save(service, "docs-1").is_(201).json(), wanted, "the bookmark")
    equal(service.get("/bookmarks").is_(200).json(), [wanted], "the bookmarks")


@suite.check("going there redirects and counts")
def visited(service: Service) -> None:
    name = token_hex(4)
    _save(service, name).is_(201)
    for _ in range(2):
        equal(_go(service, name).is_(302).headers.get("location"), URL, "the location")
    visits = {e["name"]: e["visits"] for e in service.get("/bookmarks").is_(200).json()}
    equal(visits[name], 2, "the visits")


@suite.check("the most visited comes first", fresh=True)
def ordered(service: Service) -> None:
    for name, times in (("one", 1), ("three", 3), ("two", 2)):
        _save(service, name).is_(201)
        for _ in range(times):
            _go(service, name).is_(302)
    names = [e["name"] for e in service.get("/bookmarks").is_(200).json()]
    equal(names, ["three", "two", "one"], "the order")


@suite.check("a taken name is 409 and keeps its url")
def taken(service: Service) -> None:
    name = token_hex(4)
    _save(service, name).is_(201)
    told = _save(service, name, "http://other.example").is_(409).json()
    expect(isinstance(told["error"], str), "an error text")
    equal(_go(service, name).is_(302).headers.get("location"), URL, "the location")


@suite.check("an unknown name is 404, malformed input 400")
def malformed(service: Service) -> None:
    expect(_go(service, "nowhere").is_(404).json()["error"], "an error text")
    for name, url in (("Upper", URL), ("a b", URL), ("", URL), ("fine", "ftp://x.example")):
        _save(service, name, url).is_(400)
    service.post("/bookmarks", json={"url": URL}).is_(400)
    expect(service.post("/bookmarks", json={"name": "fine"}).is_(400).json()["error"], "an error")
    _go(service, "fine").is_(404)
