"""Bookmarks: kept, tagged, changed, removed, and one at random."""

from __future__ import annotations

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("bookmark-api", "service")

_ABSENT = "/bookmarks/999999"


def _make(service: Service, title: str, *tags: str) -> dict[str, object]:
    given = {"url": f"https://example.org/{title}", "title": title, "tags": list(tags)}
    made: dict[str, object] = service.post("/bookmarks", json=given).created()
    return made


@suite.check("an empty store lists nothing and has no random bookmark", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/bookmarks").items(), [], "the list")
    service.get("/random").is_(404)


@suite.check("what was created can be read back, tags included")
def created(service: Service) -> None:
    made = _make(service, "alpha", "news", "daily")
    read = service.get(f"/bookmarks/{made['id']}").is_(200).json()
    equal(read["url"], "https://example.org/alpha", "url")
    equal(read["title"], "alpha", "title")
    equal(sorted(read["tags"]), ["daily", "news"], "tags")
    expect(made["id"] != _make(service, "beta")["id"], "each bookmark has an id of its own")


@suite.check("the list shows every bookmark, whole")
def listed(service: Service) -> None:
    made = _make(service, "gamma", "list")
    mine = [each for each in service.get("/bookmarks").items() if each["id"] == made["id"]]
    equal([(each["title"], each["tags"]) for each in mine], [("gamma", ["list"])], "the entry")


@suite.check("an update changes what it names, and stays")
def updated(service: Service) -> None:
    made = _make(service, "delta", "old")
    given = {"url": "https://example.org/new", "title": "new", "tags": ["fresh"]}
    path = f"/bookmarks/{made['id']}"
    service.put(path, json=given).done()
    read = service.get(path).is_(200).json()
    equal({name: read[name] for name in given}, given, "the bookmark")


@suite.check("a deleted bookmark is gone from everywhere")
def deleted(service: Service) -> None:
    path = f"/bookmarks/{_make(service, 'epsilon')['id']}"
    service.delete(path).done()
    service.get(path).is_(404)
    expect(
        all(each["title"] != "epsilon" for each in service.get("/bookmarks").items()),
        "the deleted bookmark is not listed",
    )


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    service.get(_ABSENT).is_(404)
    service.put(_ABSENT, json={"url": "https://example.org", "title": "x", "tags": []}).is_(404)
    service.delete(_ABSENT).is_(404)


@suite.check("a bookmark without a url, or with a number for one, is refused and not kept")
def malformed(service: Service) -> None:
    before = len(service.get("/bookmarks").items())
    service.post("/bookmarks", json={"title": "no address"}).refused()
    service.post("/bookmarks", json={"url": 7, "title": "x"}).refused()
    service.post("/bookmarks", content="{", headers={"content-type": "application/json"}).refused()
    equal(len(service.get("/bookmarks").items()), before, "the number of bookmarks")


@suite.check("random answers any of the bookmarks, and not always the same", fresh=True)
def random(service: Service) -> None:
    names = {str(_make(service, f"r{each}")["id"]) for each in range(5)}
    seen = {str(service.get("/random").is_(200).json()["id"]) for _ in range(60)}
    expect(seen <= names, "random answers a bookmark that is there")
    expect(len(seen) > 1, "sixty random bookmarks of five are not all the same")


@suite.check("bookmarks outlive a restart")
def kept(service: Service) -> None:
    made = _make(service, "zeta", "kept")
    service.restart()
    read = service.get(f"/bookmarks/{made['id']}").is_(200).json()
    equal((read["title"], read["tags"]), ("zeta", ["kept"]), "the bookmark")
