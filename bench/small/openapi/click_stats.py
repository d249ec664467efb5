"""Campaign links that redirect, and count who came from where."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("click-stats", "service")

_URL = "https://example.com/sale?a=1&b=2"


def _put(service: Service, name: str, url: object = _URL) -> Answer:
    return service.put(f"/links/{name}", json={"url": url})


def _link(service: Service) -> str:
    name = f"l-{token_hex(4)}_X"
    _put(service, name).is_(201)
    return name


def _click(service: Service, name: str, times: int = 1, **params: str) -> None:
    for _ in range(times):
        service.get(f"/go/{name}", params=params, follow_redirects=False).is_(302)


def _stats(service: Service, name: str) -> Any:
    return service.get(f"/stats/{name}").is_(200).json()


@suite.check("a link is created, and nobody has clicked it")
def created(service: Service) -> None:
    name = f"spring-{token_hex(4)}"
    equal(_put(service, name).is_(201).json(), {"name": name, "url": _URL}, "the link")
    wanted = {"name": name, "url": _URL, "clicks": 0, "sources": {}}
    equal(_stats(service, name), wanted, "the clicks")


@suite.check("a click redirects to the target, and is not to be cached")
def redirected(service: Service) -> None:
    name = _link(service)
    answer = service.get(f"/go/{name}", follow_redirects=False).is_(302)
    equal(answer.headers["location"], _URL, "the target")
    expect("no-store" in answer.headers.get("cache-control", ""), "it is not to be cached")


@suite.check("clicks are counted for each source, of each link alone")
def counted(service: Service) -> None:
    name, other = _link(service), _link(service)
    _click(service, name, 2, src="newsletter")
    _click(service, name)
    wanted = {"name": name, "url": _URL, "clicks": 3, "sources": {"newsletter": 2, "direct": 1}}
    equal(_stats(service, name), wanted, "the clicks")
    equal(_stats(service, other)["clicks"], 0, "the clicks of another")


@suite.check("a new target keeps the clicks")
def changed(service: Service) -> None:
    name = _link(service)
    _click(service, name, 2)
    url = "http://example.org/new"
    equal(_put(service, name, url).is_(200).json(), {"name": name, "url": url}, "the link")
    wanted = {"name": name, "url": url, "clicks": 2, "sources": {"direct": 2}}
    equal(_stats(service, name), wanted, "the clicks")
    answer = service.get(f"/go/{name}", follow_redirects=False).is_(302)
    equal(answer.headers["location"], url, "the target")


@suite.check("all links are told, most clicks first and then by name", fresh=True)
def ranked(service: Service) -> None:
    equal(service.get("/stats").is_(200).json(), {"total": 0, "links": []}, "at first")
    for name, times in (("winter", 1), ("spring", 3), ("never", 0), ("autumn", 1)):
        _put(service, name).is_(201)
        _click(service, name, times)
    links = [("spring", 3), ("autumn", 1), ("winter", 1), ("never", 0)]
    told = [{"name": name, "clicks": clicks} for name, clicks in links]
    equal(service.get("/stats").is_(200).json(), {"total": 5, "links": told}, "all links")
    for least, count, total in ((1, 3, 5), (2, 1, 3), (4, 0, 0)):
        seen = service.get("/stats", params={"min_clicks": least}).is_(200).json()
        equal(seen, {"total": total, "links": told[:count]}, f"links with {least} clicks")


@suite.check("an unknown link is 404, and nothing is counted")
def absent(service: Service) -> None:
    name = f"l{token_hex(5)}"
    service.get(f"/go/{name}", follow_redirects=False).is_(404)
    service.get(f"/stats/{name}").is_(404)
    _put(service, name).is_(201)
    equal(_stats(service, name)["clicks"], 0, "the clicks")


@suite.check("a bad name or url is 400")
def malformed(service: Service) -> None:
    name = f"l{token_hex(5)}"
    for url in ("ftp://example.com", "example.com", "", None):
        _put(service, name, url).is_(400)
    service.put(f"/links/{name}", json={}).is_(400)
    for wrong in ("a.b", "a%20b", "a!"):
        _put(service, wrong).is_(400)
    service.get(f"/stats/{name}").is_(404)


@suite.check("no click at the same moment is lost")
def race(service: Service) -> None:
    name = _link(service)
    at_once([lambda: _click(service, name, src="ad")] * 8)
    equal(_stats(service, name)["sources"], {"ad": 8}, "the sources")
