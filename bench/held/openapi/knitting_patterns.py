"""Knitting patterns found again by words and tags, and tags renamed."""

from __future__ import annotations

from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("knitting-patterns", "service")

_PATTERNS = (
    ("Striped Socks", "wool, 4 needles", ["socks", "winter"]),
    ("Baby hat", "soft WOOL", ["baby", "winter"]),
    ("Summer top", "cotton; no sleeves", ["summer"]),
    ("Socks for babies", "", ["baby", "socks", "summer"]),
    ("Scarf", "any rest of wool", []),
)


def _add(service: Service, title: str, notes: str = "", tags: list[str] | None = None) -> int:
    given = {"title": title, "notes": notes, "tags": tags or []}
    number: int = service.post("/patterns", json=given).is_(201).json()["id"]
    return number


def _all(service: Service) -> None:
    for title, notes, tags in _PATTERNS:
        _add(service, title, notes, tags)


def _found(service: Service, **params: Any) -> list[int]:
    told = service.get("/patterns", params=params).is_(200).json()
    equal(told["total"], len(told["patterns"]), "the total")
    return [each["id"] for each in told["patterns"]]


def _tags(service: Service, **params: Any) -> list[Any]:
    told = service.get("/tags", params=params).is_(200).json()
    return [(each["tag"], each["count"]) for each in told]


def _refused(answer: Answer, status: int) -> None:
    told = answer.is_(status).json()["message"]
    expect(isinstance(told, str) and told, "a message")


@suite.check("a pattern is saved with its tags in order, once and in lowercase", fresh=True)
def saved(service: Service) -> None:
    given = {"title": "Hat", "notes": "n", "tags": ["Winter", " baby ", "winter", "ZOPF"]}
    told = service.post("/patterns", json=given).is_(201).json()
    wanted = {"id": 1, "title": "Hat", "notes": "n", "tags": ["baby", "winter", "zopf"]}
    equal(told, wanted, "the pattern")
    equal(service.get("/patterns/1").is_(200).json(), wanted, "the pattern read back")
    told = service.post("/patterns", json={"title": "Bare"}).is_(201).json()
    equal(told, {"id": 2, "title": "Bare", "notes": "", "tags": []}, "a bare pattern")


@suite.check("words are found in titles and notes, all of them", fresh=True)
def words(service: Service) -> None:
    _all(service)
    for query, wanted in (
        ("wool", [1, 2, 5]),
        ("SOCK", [1, 4]),
        ("wool sock", [1]),
        ("needles striped", [1]),
        ("  bab  ", [2, 4]),
        ("leev", [3]),
        ("silk", []),
        ("wool silk", []),
    ):
        equal(_found(service, q=query), wanted, f"what is found for {query!r}")
    equal(_found(service), [1, 2, 3, 4, 5], "all patterns")


@suite.check("tags narrow it down, with and without, together with words")
def by_tags(service: Service) -> None:
    for params, wanted in (
        ({"tag": "winter"}, [1, 2]),
        ({"tag": " Winter "}, [1, 2]),
        ({"tag": ["baby", "socks"]}, [4]),
        ({"tag": ["baby", "nothing"]}, []),
        ({"tag": "wint"}, []),
        ({"not": "winter"}, [3, 4, 5]),
        ({"not": ["WINTER", "baby"]}, [3, 5]),
        ({"tag": "baby", "not": "socks"}, [2]),
        ({"tag": "summer", "q": "socks"}, [4]),
    ):
        equal(_found(service, **params), wanted, f"what is found for {params}")


@suite.check("total counts all, patterns are cut to the limit", fresh=True)
def limit(service: Service) -> None:
    for number in range(25):
        _add(service, f"p{number}")
    for params, size in (({}, 20), ({"limit": 3}, 3), ({"limit": 100}, 25)):
        told = service.get("/patterns", params=params).is_(200).json()
        ids = [each["id"] for each in told["patterns"]]
        equal((told["total"], ids), (25, list(range(1, size + 1))), f"the patterns of {params}")
    for value in (0, 101, "few"):
        _refused(service.get("/patterns", params={"limit": value}), 422)


@suite.check("tags are counted, the most frequent first", fresh=True)
def counted(service: Service) -> None:
    equal(_tags(service), [], "the tags at first")
    _all(service)
    _add(service, "Mitts", tags=["winter", "work"])
    wanted = [("winter", 3), ("baby", 2), ("socks", 2), ("summer", 2), ("work", 1)]
    equal(_tags(service), wanted, "the tags")
    equal(_tags(service, prefix="W"), [("winter", 3), ("work", 1)], "those with w")
    equal(_tags(service, prefix=" s"), [("socks", 2), ("summer", 2)], "those with s")
    equal(_tags(service, prefix="z"), [], "those with z")


@suite.check("a pattern gets other tags, and is deleted", fresh=True)
def changed(service: Service) -> None:
    _all(service)
    told = service.put("/patterns/2/tags", json={"tags": ["Gift", "cap", "gift"]}).is_(200).json()
    wanted = {"id": 2, "title": "Baby hat", "notes": "soft WOOL", "tags": ["cap", "gift"]}
    equal(told, wanted, "the pattern")
    equal(_found(service, tag="winter"), [1], "what is for winter")
    service.put("/patterns/1/tags", json={"tags": []}).is_(200)
    equal(_found(service, tag="winter"), [], "what is left for winter")
    service.delete("/patterns/2").is_(204)
    equal(_found(service), [1, 3, 4, 5], "the patterns")
    equal(_tags(service), [("summer", 2), ("baby", 1), ("socks", 1)], "the tags")
    for number in (2, 9999):
        _refused(service.get(f"/patterns/{number}"), 404)
        _refused(service.delete(f"/patterns/{number}"), 404)
        _refused(service.put(f"/patterns/{number}/tags", json={"tags": ["x"]}), 404)


@suite.check("a tag is renamed everywhere, or joined with another", fresh=True)
def renamed(service: Service) -> None:
    _all(service)

    def rename(old: str, new: str) -> int:
        told = service.post("/tags/rename", json={"from": old, "to": new}).is_(200).json()
        number: int = told["changed"]
        return number

    equal(rename(" Winter", "Cold "), 2, "those renamed")
    equal(service.get("/patterns/1").is_(200).json()["tags"], ["cold", "socks"], "the tags")
    equal(rename("socks", "baby"), 2, "those joined")
    equal(service.get("/patterns/4").is_(200).json()["tags"], ["baby", "summer"], "the tags")
    equal(_tags(service), [("baby", 3), ("cold", 2), ("summer", 2)], "all tags")
    service.post("/tags/rename", json={"from": "winter", "to": "x"}).is_(404)
    for given in (
        {"from": "cold"},
        {"to": "x"},
        {"from": "cold", "to": " "},
        {"from": "cold", "to": "x" * 21},
    ):
        _refused(service.post("/tags/rename", json=given), 422)
    equal(_found(service, tag="cold"), [1, 2], "those still cold")


@suite.check("what is not allowed is 422 with a message", fresh=True)
def wrong(service: Service) -> None:
    for given in (
        {},
        {"title": ""},
        {"title": "t" * 81},
        {"title": 5},
        {"title": "t", "notes": "n" * 1001},
        {"title": "t", "notes": 5},
        {"title": "t", "tags": ["x"] * 11},
        {"title": "t", "tags": ["  "]},
        {"title": "t", "tags": ["x" * 21]},
        {"title": "t", "tags": [5]},
        {"title": "t", "tags": "winter"},
    ):
        _refused(service.post("/patterns", json=given), 422)
    refuses_malformed(service, "/patterns")
    equal(_found(service), [], "the patterns")
    number = _add(service, "t" * 80, "n" * 1000, ["x" * 20, f" {'y' * 20} ", *"abcdefgh"])
    for given in ({}, {"tags": ["x"] * 11}, {"tags": [""]}, {"tags": None}):
        _refused(service.put(f"/patterns/{number}/tags", json=given), 422)
