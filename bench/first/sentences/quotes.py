"""Quotes with authors, tags and likes."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("quotes", "service")


def _add(service: Service, text: str, author: str, *tags: str) -> dict[str, Any]:
    return (
        service.post("/quotes", json={"text": text, "author": author, "tags": list(tags)})
        .is_(201)
        .json()
    )


def _texts(service: Service, **params: object) -> tuple[list[Any], Any]:
    told = service.get("/quotes", params=params).is_(200).json()
    return [each["text"] for each in told["items"]], told["total"]


def _some(service: Service) -> None:
    _add(service, "one", "Seneca", "life", "time")
    _add(service, "two", "Plato", "life")
    _add(service, "three", "Seneca", "work")


def _has(told: dict[str, Any], wanted: dict[str, Any], what: str) -> None:
    equal({name: told.get(name) for name in wanted}, wanted, what)


@suite.check("a quote is stored and read back")
def stored(service: Service) -> None:
    told = _add(service, "Carpe diem", "Horace", "life", "time")
    wanted = {
        "id": told["id"],
        "text": "Carpe diem",
        "author": "Horace",
        "tags": ["life", "time"],
        "likes": 0,
    }
    _has(told, wanted, "the quote")
    _has(service.get(f"/quotes/{told['id']}").is_(200).json(), wanted, "the quote read")
    bare = service.post("/quotes", json={"text": "Hm", "author": "Anon"}).is_(201).json()
    equal(bare["tags"], [], "the tags left out")


@suite.check("text and author are needed", fresh=True)
def malformed(service: Service) -> None:
    for given in (
        {"text": "a"},
        {"author": "b"},
        {"text": "", "author": "b"},
        {"text": "a", "author": ""},
    ):
        service.post("/quotes", json=given).is_(400)
    equal(_texts(service), ([], 0), "the quotes")


@suite.check("quotes are filtered by author and tag", fresh=True)
def filtered(service: Service) -> None:
    _some(service)
    equal(_texts(service), (["one", "two", "three"], 3), "all")
    equal(_texts(service, author="Seneca"), (["one", "three"], 2), "by author")
    equal(_texts(service, tag="life"), (["one", "two"], 2), "by tag")
    equal(_texts(service, author="Seneca", tag="life"), (["one"], 1), "by both")
    equal(_texts(service, tag="lif"), ([], 0), "by half a tag")


@suite.check("quotes come in pages", fresh=True)
def paged(service: Service) -> None:
    for number in range(23):
        _add(service, f"q{number}", "A" if number % 2 else "B")
    equal(_texts(service), ([f"q{n}" for n in range(20)], 23), "by default")
    equal(_texts(service, page=2), (["q20", "q21", "q22"], 23), "the second page")
    equal(_texts(service, page=2, per_page=5), ([f"q{n}" for n in range(5, 10)], 23), "pages of 5")
    equal(
        _texts(service, author="A", page=3, per_page=4), (["q17", "q19", "q21"], 11), "pages of A"
    )


@suite.check("a random quote matches", fresh=True)
def random(service: Service) -> None:
    service.get("/quotes/random").is_(404)
    _some(service)
    for _ in range(5):
        expect(
            service.get("/quotes/random").is_(200).json()["text"] in ("one", "two", "three"),
            "one of all",
        )
        told = (
            service.get("/quotes/random", params={"author": "Seneca", "tag": "work"})
            .is_(200)
            .json()
        )
        equal(told["text"], "three", "the only one that matches")
    service.get("/quotes/random", params={"author": "Nobody"}).is_(404)


@suite.check("likes are counted")
def liked(service: Service) -> None:
    quote, other = _add(service, "liked", "Me"), _add(service, "not liked", "Me")
    for likes in (1, 2):
        told = service.post(f"/quotes/{quote['id']}/like").is_(200).json()
        equal((told["text"], told["likes"]), ("liked", likes), "the quote")
    equal(service.get(f"/quotes/{quote['id']}").is_(200).json()["likes"], 2, "the likes")
    equal(
        service.get(f"/quotes/{other['id']}").is_(200).json()["likes"], 0, "the likes of the other"
    )


@suite.check("an unknown quote is 404", fresh=True)
def unknown(service: Service) -> None:
    service.get("/quotes/987654").is_(404)
    service.post("/quotes/987654/like").is_(404)


@suite.check("authors are counted", fresh=True)
def authors(service: Service) -> None:
    equal(service.get("/authors").is_(200).json(), [], "no authors")
    _some(service)
    wanted = [{"author": "Plato", "quotes": 1}, {"author": "Seneca", "quotes": 2}]
    equal(service.get("/authors").is_(200).json(), wanted, "the authors")
