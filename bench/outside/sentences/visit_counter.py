"""Visits of pages, by how many different visitors."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("visit-counter", "service")


def _page() -> str:
    return f"/{token_hex(6)}"


def _hit(service: Service, page: str, *visitors: str | None) -> Any:
    told: Any = None
    for visitor in visitors:
        given = {"page": page, "visitor": visitor}
        told = service.post("/hit", json=given).is_(200).json()
    return told


def _stats(service: Service, page: str) -> Any:
    return service.get("/stats", params={"page": page}).is_(200).json()


def _is(page: str, visits: int, visitors: int) -> dict[str, Any]:
    return {"page": page, "visits": visits, "visitors": visitors}


@suite.check("at first no page is at the top", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/top").items(), [], "the top")


@suite.check("visits and different visitors are counted for every page")
def counted(service: Service) -> None:
    one, two = _page(), _page()
    equal(_hit(service, one, "a"), _is(one, 1, 1), "the first hit")
    equal(_hit(service, one, "b", "a", "a"), _is(one, 4, 2), "the hits")
    equal(_hit(service, two, "a"), _is(two, 1, 1), "another page")
    equal(_stats(service, one), _is(one, 4, 2), "the stats")


@suite.check("a visit without visitor counts as a visit alone")
def nameless(service: Service) -> None:
    page = _page()
    equal(_hit(service, page, "a", None), _is(page, 2, 1), "with null")
    told = service.post("/hit", json={"page": page}).is_(200).json()
    equal(told, _is(page, 3, 1), "without the field")


@suite.check("a slash at the end is ignored, save for the start page")
def slashes(service: Service) -> None:
    page = _page()
    _hit(service, page, "a")
    equal(_hit(service, f"{page}/", "a", "b"), _is(page, 3, 2), "with a slash")
    equal(_stats(service, f"{page}/"), _is(page, 3, 2), "the stats")
    before = _stats(service, "/")["visits"]
    told = _hit(service, "/", "a")
    equal((told["page"], told["visits"]), ("/", before + 1), "the start page")


@suite.check("a page nobody visited has zeros")
def zeros(service: Service) -> None:
    page = _page()
    equal(_stats(service, page), _is(page, 0, 0), "the stats")


@suite.check("the top has most visits first, then by page", fresh=True)
def top(service: Service) -> None:
    for page, visits in (("/c", 2), ("/a", 1), ("/b", 2), ("/d", 4)):
        _hit(service, page, *["v"] * visits)
    wanted = [_is("/d", 4, 1), _is("/b", 2, 1), _is("/c", 2, 1), _is("/a", 1, 1)]
    equal(service.get("/top").items(), wanted, "the top")
    equal(service.get("/top", params={"limit": 2}).items(), wanted[:2], "the top two")
    for each in range(10):
        _hit(service, f"/x{each}", "v")
    equal(len(service.get("/top").items()), 10, "how many without a limit")
    equal(len(service.get("/top", params={"limit": 50}).items()), 14, "how many with a high one")


@suite.check("a reset forgets the page, with its visitors")
def reset(service: Service) -> None:
    page, other = _page(), _page()
    _hit(service, page, "a", "b")
    _hit(service, other, "a")
    service.post("/reset", json={"page": page}).is_(204)
    equal(_stats(service, page), _is(page, 0, 0), "the stats")
    equal(_stats(service, other), _is(other, 1, 1), "the other page")
    service.post("/reset", json={"page": page}).is_(404)
    equal(_hit(service, page, "a"), _is(page, 1, 1), "anew")


@suite.check("pages and limits that break a rule are 422")
def malformed(service: Service) -> None:
    for page in ("about", "", "/" + "x" * 200, None):
        service.post("/hit", json={"page": page}).is_(422)
    service.post("/hit", json={"visitor": "a"}).is_(422)
    service.post("/hit", json={"page": "/" + "x" * 199}).is_(200)
    for limit in ("0", "51", "few"):
        service.get("/top", params={"limit": limit}).is_(422)


@suite.check("the counts survive a restart")
def kept(service: Service) -> None:
    page = _page()
    _hit(service, page, "a", "b", "a")
    service.restart()
    equal(_stats(service, page), _is(page, 3, 2), "the stats")
    equal(_hit(service, page, "b"), _is(page, 4, 2), "the next hit")
