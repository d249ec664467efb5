"""Bookmarks with tags."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("bookmarks", "service")


def _url() -> str:
    return f"https://example.com/{token_hex(5)}"


def _save(service: Service, **given: object) -> dict[str, Any]:
    return service.post("/bookmarks", json={"url": _url(), **given}).is_(201).json()


def _titles(service: Service, **params: object) -> tuple[Any, list[Any]]:
    told = service.get("/bookmarks", params=params).is_(200).json()
    return told["total"], [each["title"] for each in told["bookmarks"]]


def _has(told: dict[str, Any], wanted: dict[str, Any], what: str) -> None:
    equal({name: told.get(name) for name in wanted}, wanted, what)


@suite.check("a bookmark is saved and read back")
def saved(service: Service) -> None:
    url = _url()
    told = _save(service, url=url, title="Example", tags=["test", "web"])
    wanted = {"id": told["id"], "url": url, "title": "Example", "tags": ["test", "web"]}
    _has(told, wanted, "the bookmark")
    _has(service.get(f"/bookmarks/{told['id']}").is_(200).json(), wanted, "the bookmark read")


@suite.check("title and tags are optional")
def bare(service: Service) -> None:
    url = _url()
    told = _save(service, url=url)
    equal((told["title"], told["tags"]), (url, []), "title and tags")


@suite.check("tags are in lower case, sorted, without duplicates")
def tidy(service: Service) -> None:
    told = _save(service, tags=["Web", "api", "WEB", "Books"])
    equal(told["tags"], ["api", "books", "web"], "the tags")
    told = (
        service.patch(f"/bookmarks/{told['id']}", json={"tags": ["Zoo", "art", "ART"]})
        .is_(200)
        .json()
    )
    equal(told["tags"], ["art", "zoo"], "the tags changed")


@suite.check("a bad url is 400, a known one 409", fresh=True)
def refused(service: Service) -> None:
    for given in (
        {},
        {"title": "x"},
        {"url": ""},
        {"url": "example.com"},
        {"url": "ftp://example.com"},
    ):
        service.post("/bookmarks", json=given).is_(400)
    equal(_titles(service), (0, []), "the bookmarks")
    _save(service, url="http://example.com/", title="one")
    service.post("/bookmarks", json={"url": "http://example.com/", "title": "two"}).is_(409)
    equal(_titles(service), (1, ["one"]), "the bookmarks")


@suite.check("bookmarks are listed newest first, by tag and in parts", fresh=True)
def listed(service: Service) -> None:
    for number in range(6):
        _save(service, title=f"b{number}", tags=["even"] if number % 2 == 0 else ["odd", "evening"])
    equal(_titles(service), (6, ["b5", "b4", "b3", "b2", "b1", "b0"]), "all")
    equal(_titles(service, tag="even"), (3, ["b4", "b2", "b0"]), "even")
    equal(_titles(service, limit=2), (6, ["b5", "b4"]), "two")
    equal(_titles(service, limit=2, offset=3), (6, ["b2", "b1"]), "two more")
    equal(_titles(service, tag="odd", limit=1, offset=1), (3, ["b3"]), "one odd")
    equal(_titles(service, tag="none"), (0, []), "none")


@suite.check("a bookmark is changed in part")
def changed(service: Service) -> None:
    url = _url()
    path = f"/bookmarks/{_save(service, url=url, title='Old', tags=['a'])['id']}"
    told = service.patch(path, json={"title": "New"}).is_(200).json()
    equal((told["url"], told["title"], told["tags"]), (url, "New", ["a"]), "the bookmark")
    service.patch(path, json={"tags": ["b", "c"]}).is_(200)
    told = service.get(path).is_(200).json()
    equal((told["url"], told["title"], told["tags"]), (url, "New", ["b", "c"]), "the bookmark read")


@suite.check("tags are counted", fresh=True)
def counted(service: Service) -> None:
    equal(service.get("/tags").is_(200).json(), [], "no tags")
    last = 0
    for tags in (["web", "art"], ["web", "zoo"], ["web", "zoo"], ["bio"], ["gone"]):
        last = _save(service, tags=tags)["id"]
    service.delete(f"/bookmarks/{last}").is_(204)
    told = [(each["tag"], each["count"]) for each in service.get("/tags").is_(200).json()]
    equal(told, [("web", 3), ("zoo", 2), ("art", 1), ("bio", 1)], "the tags")


@suite.check("a removed bookmark is gone")
def removed(service: Service) -> None:
    url = _url()
    path = f"/bookmarks/{_save(service, url=url)['id']}"
    service.delete(path).is_(204)
    service.get(path).is_(404)
    service.patch(path, json={"title": "x"}).is_(404)
    service.delete(path).is_(404)
    _save(service, url=url)
