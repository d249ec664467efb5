"""A wiki: pages under slugs, every version kept, and no edit lost to a faster one."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("wiki-pages", "service")

_NO_DOCUMENT = ("{", "[]", "null", "")
_ACTED = (200, 201, 202, 204)


def _page(service: Service, **more: str) -> str:
    """The path of a new page."""
    given = {"title": f"Page {token_hex(4)}", "body": "first", "author": "docs", **more}
    return f"/wiki/{service.post('/wiki', json=given).is_(201).json()['slug']}"


def _put(service: Service, path: str, version: object, **more: Any) -> Answer:
    given = {"title": "Changed", "body": "second", "author": "ops", "version": version}
    return service.put(path, json={**given, **more})


def _get(service: Service, path: str) -> dict[str, Any]:
    told: dict[str, Any] = service.get(path).is_(200).json()
    return told


def _slugs(service: Service, path: str = "/wiki", **params: str) -> list[str]:
    return [f"/wiki/{each['slug']}" for each in service.get(path, params=params).items()]


def _error(answer: Answer, status: int) -> None:
    told = answer.is_(status).json()
    expect(isinstance(told["error"], str), "an error is said in `error`")


@suite.check("an empty wiki lists nothing", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/wiki").items(), [], "the pages")


@suite.check("a page is created as version 1, with a Location, and read back")
def created(service: Service) -> None:
    mark = token_hex(4)
    given = {"title": f"Getting {mark}!", "body": 'Wel"come\nü', "author": "docs"}
    answer = service.post("/wiki", json=given).is_(201)
    slug = f"getting-{mark}"
    location = answer.headers.get("location", "")
    expect(location.endswith(f"/wiki/{slug}"), f"the Location is /wiki/{slug}, not {location}")
    wanted = {**given, "slug": slug, "version": 1, "archived": False}
    for seen in (answer.json(), _get(service, f"/wiki/{slug}")):
        equal({name: seen[name] for name in wanted}, wanted, "the page")
        expect(seen["updated_at"], "updated_at is there")
    plain = {"title": f"t{token_hex(4)}", "author": "docs"}
    equal(service.post("/wiki", json=plain).is_(201).json()["body"], "", "the body when left out")


@suite.check("slugs are made of the title, and numbered when they are taken")
def slugs(service: Service) -> None:
    mark = token_hex(4)
    for title, slug in (
        (f"Über {mark} -- A/B?", f"ber-{mark}-a-b"),
        (f"{mark} X", f"{mark}-x"),
        (f"{mark}, x", f"{mark}-x-2"),
        (f"({mark}) x!", f"{mark}-x-3"),
    ):
        equal(_page(service, title=title), f"/wiki/{slug}", "the path of the page")


@suite.check("an edit on the current version makes the next one, and the slug stays")
def edited(service: Service) -> None:
    path, other = _page(service), _page(service)
    told = _put(service, path, 1).is_(200).json()
    wanted = {"title": "Changed", "body": "second", "author": "ops", "version": 2}
    for seen in (told, _get(service, path)):
        equal({name: seen[name] for name in wanted}, wanted, "the page")
        equal(f"/wiki/{seen['slug']}", path, "the slug")
    equal(_get(service, other)["version"], 1, "the version of another page")


@suite.check("an edit on another version is 409 and says which is current")
def conflict(service: Service) -> None:
    path = _page(service)
    _put(service, path, 1).is_(200)
    for version in (1, 3):
        told = _put(service, path, version, body="lost").is_(409).json()
        equal(told, {"error": "version conflict", "current_version": 2}, "the answer")
    equal(_get(service, path)["body"], "second", "the body")
    equal(len(service.get(f"{path}/history").items()), 2, "the number of versions")


@suite.check("of many edits on one version at the same moment, one is taken")
def race(service: Service) -> None:
    path = _page(service)
    answers = at_once([lambda: _put(service, path, 1)] * 6)
    equal([each.is_(200, 409).status for each in answers].count(200), 1, "the edits taken")
    equal(_get(service, path)["version"], 2, "the version")


@suite.check("the history has every version, newest first, and each can be read")
def history(service: Service) -> None:
    path = _page(service, title=f"One {token_hex(3)}")
    first = _get(service, path)["title"]
    _put(service, path, 1).is_(200)
    _put(service, path, 2, title="Third", body="third", author="docs").is_(200)
    told = service.get(f"{path}/history").items()
    seen = [(each["version"], each["title"], each["author"]) for each in told]
    wanted = [(3, "Third", "docs"), (2, "Changed", "ops"), (1, first, "docs")]
    equal(seen, wanted, "the history")
    expect(all(each["updated_at"] for each in told), "every version has its time")
    for version, title, body, author in (
        (1, first, "first", "docs"),
        (2, "Changed", "second", "ops"),
        (3, "Third", "third", "docs"),
    ):
        page = _get(service, f"{path}/versions/{version}")
        shown = (page["version"], page["title"], page["body"], page["author"])
        equal(shown, (version, title, body, author), "the version")
    for version in (4, 0):
        _error(service.get(f"{path}/versions/{version}"), 404)


@suite.check("a revert makes a new version of an old one")
def reverted(service: Service) -> None:
    path = _page(service)
    first = _get(service, path)["title"]
    _put(service, path, 1).is_(200)
    given = {"version": 1, "author": "qa"}
    service.post(f"{path}/revert", json=given).is_(*_ACTED)
    told = _get(service, path)
    seen = (told["version"], told["title"], told["body"], told["author"])
    equal(seen, (3, first, "first", "qa"), "the page")
    equal(_get(service, f"{path}/versions/2")["body"], "second", "the version in between")
    _error(service.post(f"{path}/revert", json={"version": 9, "author": "qa"}), 404)
    equal(_get(service, path)["version"], 3, "the version")


@suite.check("an archived page is read, not changed (423), and hidden unless asked for")
def archived(service: Service) -> None:
    word = f"w{token_hex(5)}"
    path, other = _page(service, body=f"a {word}"), _page(service, body=f"b {word}")
    for _ in range(2):
        service.post(f"{path}/archive").is_(*_ACTED)
        expect(_get(service, path)["archived"] is True, "the page is archived")
    _error(_put(service, path, 1), 423)
    _error(service.post(f"{path}/revert", json={"version": 1, "author": "x"}), 423)
    equal(_get(service, path)["version"], 1, "the version")
    expect(path not in _slugs(service), "it is not listed")
    equal(_slugs(service, "/wiki/search", q=word), [other], "what is found")
    equal(_slugs(service, "/wiki/search", q=word, archived="true"), [path], "what is found of it")
    told = _slugs(service, archived="true")
    expect(path in told, "it is listed among archived pages")
    expect(other not in told, "another page is not")
    service.post(f"{path}/unarchive").is_(*_ACTED)
    expect(_get(service, path)["archived"] is False, "the page is not archived")
    expect(path in _slugs(service), "it is listed again")
    _put(service, path, 1).is_(200)


@suite.check("pages are listed by title, those of an author if wanted", fresh=True)
def listed(service: Service) -> None:
    for title in ("Cedar", "Alder", "Birch"):
        _page(service, title=title)
    told = service.get("/wiki").items()
    equal([each["title"] for each in told], ["Alder", "Birch", "Cedar"], "the titles")
    equal([each["version"] for each in told], [1, 1, 1], "the versions")
    expect(all(each["updated_at"] for each in told), "every page has its time")
    _put(service, "/wiki/birch", 1, title="Beech").is_(200)
    equal(_slugs(service, author="ops"), ["/wiki/birch"], "the pages whose latest is by ops")
    equal(_slugs(service, author="docs"), ["/wiki/alder", "/wiki/cedar"], "those by docs")


@suite.check("search looks into title and body of the current version, in any case")
def searched(service: Service) -> None:
    word = f"w{token_hex(5)}"
    titled, bodied = _page(service, title=f"The {word}"), _page(service, body=f"x {word} y")
    equal(sorted(_slugs(service, "/wiki/search", q=word.upper())), sorted([titled, bodied]), "it")
    _put(service, bodied, 1).is_(200)
    equal(_slugs(service, "/wiki/search", q=word), [titled], "what is found after an edit")
    equal(_slugs(service, "/wiki/search", q=token_hex(8)), [], "what is found for nothing")
    _error(service.get("/wiki/search"), 400)
    _error(service.get("/wiki/search", params={"q": ""}), 400)


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    path = f"/wiki/no-{token_hex(4)}"
    _error(service.get(path), 404)
    _error(_put(service, path, 1), 404)
    _error(service.get(f"{path}/history"), 404)
    _error(service.get(f"{path}/versions/1"), 404)
    _error(service.post(f"{path}/revert", json={"version": 1, "author": "x"}), 404)
    _error(service.post(f"{path}/archive"), 404)
    _error(service.post(f"{path}/unarchive"), 404)


@suite.check("bad input is 400")
def malformed(service: Service) -> None:
    for body in _NO_DOCUMENT:
        headers = {"content-type": "application/json"}
        _error(service.post("/wiki", content=body, headers=headers), 400)
    for wrong in (
        {"title": "x"},
        {"author": "x"},
        {"title": "", "author": "x"},
        {"title": "   ", "author": "x"},
        {"title": "x", "author": " "},
        {"title": [], "author": "x"},
    ):
        _error(service.post("/wiki", json=wrong), 400)
    path = _page(service)
    _error(_put(service, path, "latest"), 400)
    _error(service.put(path, json={"title": "x", "body": "y", "author": "z"}), 400)
    equal(_get(service, path)["version"], 1, "the version")
