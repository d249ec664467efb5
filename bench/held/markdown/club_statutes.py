"""Statutes with every earlier wording: versions, stale bases, differences, going back."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("club-statutes", "service")

_OLD = "Anyone may join.\nThe fee is 10 euros."
_NEW = "Anyone may join.\nThe fee is 12 euros.\nChildren are free."


def _put(service: Service, slug: str, text: str, base: int, author: str = "Ruth") -> Answer:
    given = {"text": text, "author": author, "base": base}
    return service.put(f"/articles/{slug}", json=given)


def _wordings(service: Service, slug: str, *texts: str) -> None:
    for base, text in enumerate(texts):
        _put(service, slug, text, base).is_(201 if base == 0 else 200)


def _seen(slug: str, version: int, text: str, author: str) -> dict[str, Any]:
    return {"slug": slug, "version": version, "text": text, "author": author}


def _versions(service: Service, slug: str) -> list[Any]:
    told = service.get(f"/articles/{slug}/versions").is_(200).json()
    return [(each["version"], each["author"]) for each in told]


@suite.check("the story of the description, from beginning to end", fresh=True)
def story(service: Service) -> None:
    name = "membership"
    one, two = _seen(name, 1, _OLD, "Ruth"), _seen(name, 2, _NEW, "Omar")
    equal(_put(service, name, _OLD, 0).is_(201).json(), one, "a new article")
    equal(_put(service, name, _NEW, 1, "Omar").is_(200).json(), two, "a new wording")
    answer = _put(service, name, "Nobody may join.", 1).is_(409)
    equal(answer.json(), {"error": "stale", "current": 2}, "somebody was quicker")
    equal(_put(service, name, _NEW, 2).is_(200).json(), two, "nothing new")
    equal(service.get("/articles/membership").is_(200).json(), two, "the article")
    equal(service.get("/articles/membership/versions/1").is_(200).json(), one, "version 1")
    equal(_versions(service, name), [(2, "Omar"), (1, "Ruth")], "the versions")
    told = service.get("/articles/membership/diff", params={"from": 1, "to": 2}).is_(200).json()
    added = ["The fee is 12 euros.", "Children are free."]
    equal(told, {"removed": ["The fee is 10 euros."], "added": added}, "the difference")
    answer = service.post("/articles/membership/revert", json={"to": 1, "author": "Lena"})
    equal(answer.is_(200).json(), _seen(name, 3, _OLD, "Lena"), "back again")
    told = service.get("/articles").is_(200).json()
    equal(told, [{"slug": name, "version": 3}], "all articles")


@suite.check("a base that is not the current version is stale, also for a new article")
def stale(service: Service) -> None:
    answer = _put(service, "stale", "a", 1).is_(409)
    equal(answer.json(), {"error": "stale", "current": 0}, "the error of a new one")
    service.get("/articles/stale").is_(404)
    _wordings(service, "stale", "a", "b", "c")
    for base in (0, 2, 4):
        answer = _put(service, "stale", "c", base).is_(409)
        equal(answer.json(), {"error": "stale", "current": 3}, f"the error of base {base}")
    equal(len(_versions(service, "stale")), 3, "the number of versions")


@suite.check("the same text makes no version, an earlier text does")
def same(service: Service) -> None:
    _wordings(service, "same", "a", "b")
    told = _put(service, "same", "b", 2, "Omar").is_(200).json()
    equal(told, _seen("same", 2, "b", "Ruth"), "the same text")
    told = _put(service, "same", "a", 2, "Omar").is_(200).json()
    equal(told, _seen("same", 3, "a", "Omar"), "an earlier text")
    equal(_versions(service, "same"), [(3, "Omar"), (2, "Ruth"), (1, "Ruth")], "the versions")


@suite.check("every version stays readable")
def readable(service: Service) -> None:
    texts = ["one", "two\n\n  lines ", "drei ß"]
    _wordings(service, "readable", *texts)
    for number, text in enumerate(texts, 1):
        told = service.get(f"/articles/readable/versions/{number}").is_(200).json()
        equal(told, _seen("readable", number, text, "Ruth"), f"version {number}")
    service.get("/articles/readable/versions/4").is_(404)
    service.get("/articles/readable/versions/0").is_(404)


@suite.check("differences go both ways and keep the order of lines")
def differences(service: Service) -> None:
    _wordings(service, "diff", "a\nb\nc\nd", "d\nx\na\ny")
    for params, removed, added in (
        ((1, 2), ["b", "c"], ["x", "y"]),
        ((2, 1), ["x", "y"], ["b", "c"]),
        ((2, 2), [], []),
    ):
        query = {"from": params[0], "to": params[1]}
        told = service.get("/articles/diff/diff", params=query).is_(200).json()
        equal(told, {"removed": removed, "added": added}, f"the difference of {query}")
    for query in ({"from": 1}, {"to": 1}, {"from": "a", "to": 1}):
        service.get("/articles/diff/diff", params=query).is_(400)
    for query in ({"from": 1, "to": 3}, {"from": 9, "to": 1}):
        service.get("/articles/diff/diff", params=query).is_(404)


@suite.check("going back is a new version, unless the text is the current one")
def back(service: Service) -> None:
    _wordings(service, "back", "a", "b", "a")
    path = "/articles/back/revert"
    told = service.post(path, json={"to": 1, "author": "Lena"}).is_(200).json()
    equal(told, _seen("back", 3, "a", "Ruth"), "the current text again")
    told = service.post(path, json={"to": 2, "author": "Lena"}).is_(200).json()
    equal(told, _seen("back", 4, "b", "Lena"), "an old text")
    equal(len(_versions(service, "back")), 4, "the number of versions")
    for given in (
        {"to": 1},
        {"author": "x"},
        {"to": "first", "author": "x"},
        {"to": 1, "author": ""},
    ):
        service.post(path, json=given).is_(400)
    service.post(path, json={"to": 5, "author": "x"}).is_(404)
    equal(len(_versions(service, "back")), 4, "the number of versions afterwards")


@suite.check("articles are listed by slug with their versions", fresh=True)
def listed(service: Service) -> None:
    equal(service.get("/articles").is_(200).json(), [], "the articles at first")
    _wordings(service, "voting", "a")
    _wordings(service, "fees-2", "a", "b", "c")
    _wordings(service, "board", "a", "b")
    told = service.get("/articles").is_(200).json()
    wanted = [("board", 2), ("fees-2", 3), ("voting", 1)]
    equal([(each["slug"], each["version"]) for each in told], wanted, "the articles")


@suite.check("articles that are not there are 404")
def absent(service: Service) -> None:
    service.get("/articles/nowhere").is_(404)
    service.get("/articles/nowhere/versions").is_(404)
    service.get("/articles/nowhere/versions/1").is_(404)
    service.get("/articles/nowhere/diff", params={"from": 1, "to": 1}).is_(404)
    service.post("/articles/nowhere/revert", json={"to": 1, "author": "x"}).is_(404)


@suite.check("what is wrong is 400", fresh=True)
def wrong(service: Service) -> None:
    right = {"text": "a", "author": "b", "base": 0}
    for slug in ("Board", "a_b", "x" * 41):
        service.put(f"/articles/{slug}", json=right).is_(400)
    for given in (
        {"author": "b", "base": 0},
        {"text": "a", "base": 0},
        {"text": "a", "author": "b"},
        {**right, "text": ""},
        {**right, "text": 5},
        {**right, "author": ""},
        {**right, "base": -1},
        {**right, "base": "none"},
    ):
        service.put("/articles/board", json=given).is_(400)
    equal(service.get("/articles").is_(200).json(), [], "the articles")
    service.put(f"/articles/{'x' * 40}", json=right).is_(201)
