"""A reading list with ratings and their average."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("reading-list", "service")


def _new(service: Service, title: str = "Emma") -> dict[str, Any]:
    return service.post("/books", json={"title": title, "author": "Austen"}).is_(201).json()


def _rate(service: Service, book: dict[str, Any], rating: object) -> Answer:
    return service.post(f"/books/{book['id']}/rate", json={"rating": rating})


@suite.check("a new book is unread and listed in order", fresh=True)
def new(service: Service) -> None:
    first, second = _new(service, "Walden"), _new(service, "Emma")
    wanted = {"title": "Walden", "author": "Austen", "status": "unread", "rating": None}
    equal({name: first[name] for name in wanted}, wanted, "the book")
    equal(service.get("/books").is_(200).json(), [first, second], "the books")


@suite.check("rating marks a book as read, and overwrites")
def rated(service: Service) -> None:
    book = _new(service)
    for rating in (1, 5):
        wanted = book | {"status": "read", "rating": rating}
        equal(_rate(service, book, rating).is_(200).json(), wanted, "the book rated")
        expect(wanted in service.get("/books").is_(200).json(), "the rating is listed")


@suite.check("books are filtered by status", fresh=True)
def filtered(service: Service) -> None:
    one, two, three = (_new(service, title) for title in ("a", "b", "c"))
    _rate(service, two, 3).is_(200)
    for status, wanted in (("read", [two["id"]]), ("unread", [one["id"], three["id"]])):
        told = service.get("/books", params={"status": status}).is_(200).json()
        equal([each["id"] for each in told], wanted, f"the {status} books")


@suite.check("stats count and average", fresh=True)
def stats(service: Service) -> None:
    _new(service)
    wanted: dict[str, Any] = {"total": 1, "read": 0, "average_rating": None}
    equal(service.get("/stats").is_(200).json(), wanted, "the stats without ratings")
    for rating in (4, 5, 5):
        _rate(service, _new(service), rating).is_(200)
    wanted = {"total": 4, "read": 3, "average_rating": 4.7}
    equal(service.get("/stats").is_(200).json(), wanted, "the stats")


@suite.check("wrong input is 400, an unknown book 404")
def malformed(service: Service) -> None:
    for wrong in ({"title": "Emma"}, {"author": "Austen"}, {"title": 1, "author": "Austen"}):
        service.post("/books", json=wrong).is_(400)
    book = _new(service)
    for rating in (0, 6, "good", 3.5, None):
        _rate(service, book, rating).is_(400)
    service.post(f"/books/{book['id']}/rate", json={}).is_(400)
    expect(book in service.get("/books").is_(200).json(), "the book is as it was")
    _rate(service, {"id": 999999}, 3).is_(404)


@suite.check("books are kept over a restart")
def kept(service: Service) -> None:
    book = _rate(service, _new(service, token_hex(4)), 2).is_(200).json()
    service.restart()
    expect(book in service.get("/books").is_(200).json(), "the book is still there")
