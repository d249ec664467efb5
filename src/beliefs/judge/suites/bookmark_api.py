"""Bookmarks: kept, tagged, changed, removed, and one at random."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import Unmet, equal, expect

suite: Suite[Service] = Suite("bookmark-api", "service")

_DRAWS = 200


def _document(title: str, *tags: str) -> dict[str, Any]:
    # An address with a path and in lower case: nobody's normalisation changes it.
    return {"url": f"https://example.org/{title}?q=1", "title": title, "tags": list(tags)}


def _make(service: Service, *tags: str) -> dict[str, Any]:
    title = f"t{token_hex(4)}"
    made: dict[str, Any] = service.post("/bookmarks", json=_document(title, *tags)).created()
    return {"id": made["id"], **_document(title, *tags)}


def _read(told: dict[str, Any]) -> dict[str, Any]:
    """A bookmark as it was given; tags may be told as words or as documents with a name."""
    tags = sorted(tag["name"] if isinstance(tag, dict) else tag for tag in told["tags"])
    return {"id": told["id"], "url": told["url"], "title": told["title"], "tags": tags}


def _holds(service: Service, bookmark: dict[str, Any]) -> None:
    read = service.get(f"/bookmarks/{bookmark['id']}").is_(200).json()
    equal(_read(read), bookmark | {"tags": sorted(bookmark["tags"])}, "the bookmark")


@suite.check("an empty store lists nothing and has no random bookmark", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/bookmarks").items(), [], "the list")
    service.get("/random").is_(404)


@suite.check("random answers every bookmark sooner or later, whole, and no other")
def random(service: Service) -> None:
    made = {str(each["id"]): each for each in (_make(service, "r") for _ in range(4))}
    seen: set[str] = set()
    for _ in range(_DRAWS):
        drawn = service.get("/random").is_(200).json()
        expect(str(drawn["id"]) in made, "random answers a bookmark that is there")
        equal(_read(drawn), made[str(drawn["id"])], "the random bookmark")
        seen.add(str(drawn["id"]))
        if len(seen) == len(made):
            return
    raise Unmet(f"wanted: {_DRAWS} draws from {len(made)} bookmarks show each of them")


@suite.check("what was created can be read back, each under an id of its own, tags included")
def created(service: Service) -> None:
    news, plain, odd = _make(service, "news", "daily"), _make(service), _make(service, 'ü\'s "x"')
    expect(len({str(each["id"]) for each in (news, plain, odd)}) == 3, "ids differ")
    for each in (news, plain, odd):
        _holds(service, each)


@suite.check("the list shows every bookmark, whole")
def listed(service: Service) -> None:
    mine = [_make(service, "list"), _make(service, "b", "a")]
    told = {str(each["id"]): _read(each) for each in service.get("/bookmarks").items()}
    for each in mine:
        equal(told.get(str(each["id"])), each | {"tags": sorted(each["tags"])}, "the entry")


@suite.check("a filter by tag, where there is one, loses no bookmark of that tag")
def filtered(service: Service) -> None:
    tag = f"only{token_hex(3)}"
    mine = {str(_make(service, tag, "x")["id"]), str(_make(service, tag)["id"])}
    told = {str(each["id"]) for each in service.get("/bookmarks", params={"tag": tag}).items()}
    expect(mine <= told, f"both bookmarks tagged {tag} are listed")


@suite.check("an update changes what it names, of that bookmark alone")
def updated(service: Service) -> None:
    made, other = _make(service, "old", "older"), _make(service, "old")
    new = _document(f"n{token_hex(4)}", "fresh")
    path = f"/bookmarks/{made['id']}"
    service.update(path, new).done()
    _holds(service, {"id": made["id"], **new})
    _holds(service, other)
    if service.patched(path, {"title": "patched"}):
        _holds(service, {"id": made["id"], **new, "title": "patched"})


@suite.check("a deleted bookmark is gone from everywhere, and no other is")
def deleted(service: Service) -> None:
    gone, stays = _make(service, "gone"), _make(service, "stays")
    path = f"/bookmarks/{gone['id']}"
    service.delete(path).done()
    service.get(path).is_(404)
    service.delete(path).is_(404)
    service.update(path, _document("x")).is_(404)
    told = {str(each["id"]) for each in service.get("/bookmarks").items()}
    expect(str(gone["id"]) not in told, "the deleted bookmark is not listed")
    expect(str(stays["id"]) in told, "the other bookmark is still listed")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    path = f"/bookmarks/{unknown(_make(service)['id'])}"
    service.get(path).is_(404)
    service.update(path, _document("x", "y")).is_(404)
    service.delete(path).is_(404)


@suite.check("a bookmark without a url, or with another type for a field, is refused and not kept")
def malformed(service: Service) -> None:
    made = _make(service, "kept")
    before = len(service.get("/bookmarks").items())
    wrong: list[dict[str, Any]] = [
        {"title": "no address"},
        {"url": {}, "title": "x"},
        _document("x") | {"tags": 7},
    ]
    refuses_malformed(service, "/bookmarks", *wrong)
    service.update(f"/bookmarks/{made['id']}", _document("x") | {"url": ["a"]}).refused()
    equal(len(service.get("/bookmarks").items()), before, "the number of bookmarks")
    _holds(service, made)


@suite.check("bookmarks outlive a restart, changes included")
def kept(service: Service) -> None:
    made, gone = _make(service, "kept"), _make(service)
    new = _document(f"n{token_hex(4)}", "kept", "changed")
    service.update(f"/bookmarks/{made['id']}", new).done()
    service.delete(f"/bookmarks/{gone['id']}").done()
    service.restart()
    _holds(service, {"id": made["id"], **new})
    service.get(f"/bookmarks/{gone['id']}").is_(404)
