"""Pages with a history, differences, a bin, and a view for the browser."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("house-wiki", "service")

_ONE = {"title": "Radiators", "text": "Take the key.\nTurn it left.", "author": "Mo"}
_TWO = {"title": "Radiators!", "text": "Take the key.\nTurn it right.\nWait.", "author": "Ana"}


def _twice(service: Service, slug: str) -> None:
    service.put(f"/pages/{slug}", json=_ONE).is_(201)
    service.put(f"/pages/{slug}", json=_TWO).is_(200)


def _error(answer: Answer, status: int) -> None:
    expect(isinstance(answer.is_(status).json()["message"], str), "an error is said in `message`")


def _slugs(service: Service, **asked: str) -> list[Any]:
    return [each["slug"] for each in service.get("/pages", params=asked).is_(200).json()]


@suite.check("a page is made with 201 and gets new versions with 200")
def written(service: Service) -> None:
    told = service.put("/pages/heating-1", json=_ONE).is_(201).json()
    first = {**_ONE, "slug": "heating-1", "version": 1}
    equal(told, first, "version 1")
    told = service.put("/pages/heating-1", json=_TWO).is_(200).json()
    second = {**_TWO, "slug": "heating-1", "version": 2}
    equal(told, second, "version 2")
    equal(service.get("/pages/heating-1").is_(200).json(), second, "the page")
    old = service.get("/pages/heating-1", params={"version": "1"}).is_(200).json()
    equal(old, first, "version 1 read")
    _error(service.get("/pages/heating-1", params={"version": "3"}), 404)
    _error(service.get("/pages/nowhere"), 404)


@suite.check("a page with missing fields or a strange slug is 400")
def wrong(service: Service) -> None:
    for name in _ONE:
        less = {key: value for key, value in _ONE.items() if key != name}
        _error(service.put("/pages/bins", json=less), 400)
        _error(service.put("/pages/bins", json={**_ONE, name: ""}), 400)
        _error(service.put("/pages/bins", json={**_ONE, name: 5}), 400)
    _error(service.put("/pages/Bins", json=_ONE), 400)
    _error(service.put("/pages/the_bins", json=_ONE), 400)
    _error(service.get("/pages/bins"), 404)


@suite.check("the history has every version, the newest first")
def history(service: Service) -> None:
    _twice(service, "history")
    wanted = [
        {"version": 2, "author": "Ana", "title": "Radiators!"},
        {"version": 1, "author": "Mo", "title": "Radiators"},
    ]
    equal(service.get("/pages/history/versions").is_(200).json(), wanted, "the history")
    _error(service.get("/pages/nowhere/versions"), 404)


@suite.check("a diff tells the lines that only one version has")
def compared(service: Service) -> None:
    _twice(service, "diff")
    told = service.get("/pages/diff/diff", params={"from": "1", "to": "2"}).is_(200).json()
    added = ["Turn it right.", "Wait."]
    wanted = {"from": 1, "to": 2, "added": added, "removed": ["Turn it left."]}
    equal(told, wanted, "the diff")
    told = service.get("/pages/diff/diff", params={"from": "2", "to": "1"}).is_(200).json()
    wanted = {"from": 2, "to": 1, "added": ["Turn it left."], "removed": added}
    equal(told, wanted, "the diff the other way")
    _error(service.get("/pages/diff/diff", params={"from": "1", "to": "9"}), 404)


@suite.check("going back makes a new version")
def reverted(service: Service) -> None:
    _twice(service, "revert")
    given = {"version": 1, "author": "Lou"}
    told = service.post("/pages/revert/revert", json=given).is_(200).json()
    equal(told, {**_ONE, "author": "Lou", "slug": "revert", "version": 3}, "the page")
    equal(service.get("/pages/revert").is_(200).json(), told, "the page read")
    listed = service.get("/pages/revert/versions").is_(200).json()
    authors = [(each["version"], each["author"]) for each in listed]
    equal(authors, [(3, "Lou"), (2, "Ana"), (1, "Mo")], "the history")
    given["version"] = 8
    _error(service.post("/pages/revert/revert", json=given), 404)


@suite.check("a page that is thrown away is 410 until it is taken back")
def binned(service: Service) -> None:
    _twice(service, "binned")
    _error(service.post("/pages/binned/restore"), 409)
    service.delete("/pages/binned").is_(204)
    _error(service.get("/pages/binned"), 410)
    _error(service.put("/pages/binned", json=_ONE), 409)
    service.get("/view/binned").is_(410)
    told = service.post("/pages/binned/restore").is_(200).json()
    equal(told, {**_TWO, "slug": "binned", "version": 2}, "the page")
    equal(service.get("/pages/binned").is_(200).json(), told, "the page read")
    _error(service.delete("/pages/nowhere"), 404)


@suite.check("pages are listed by slug, and those thrown away apart", fresh=True)
def listed(service: Service) -> None:
    for slug in ("wifi", "bins", "mice"):
        service.put(f"/pages/{slug}", json=_ONE).is_(201)
    service.put("/pages/bins", json=_TWO).is_(200)
    equal(_slugs(service), ["bins", "mice", "wifi"], "the pages")
    wanted = {"slug": "bins", "title": "Radiators!", "version": 2}
    equal(service.get("/pages").is_(200).json()[0], wanted, "the first page")
    service.delete("/pages/mice").is_(204)
    equal(_slugs(service), ["bins", "wifi"], "the pages left")
    equal(_slugs(service, deleted="true"), ["mice"], "the pages thrown away")


@suite.check("the view is HTML, and what people wrote is not")
def viewed(service: Service) -> None:
    given = {
        "title": "A & B <i>",
        "text": "first <b>line</b>\n<script>x()</script>",
        "author": "Mo",
    }
    service.put("/pages/view", json=given).is_(201)
    answer = service.get("/view/view").is_(200)
    expect(answer.headers.get("content-type", "").startswith("text/html"), "it is text/html")
    expect("<h1>A &amp; B &lt;i&gt;</h1>" in answer.text, "the title is in an h1, escaped")
    expect("<p>first &lt;b&gt;line&lt;/b&gt;</p>" in answer.text, "a line is in a p, escaped")
    expect("<p>&lt;script&gt;x()&lt;/script&gt;</p>" in answer.text, "the other line too")
    service.get("/view/nowhere").is_(404)
