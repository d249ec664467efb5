"""Books, members and loans."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("library", "service")


def _book(service: Service, title: str = "Emma", copies: int = 1) -> Any:
    given = {"title": title, "author": "Austen", "copies": copies}
    return service.post("/books", json=given).is_(201).json()["id"]


def _member(service: Service) -> Any:
    return service.post("/members", json={"name": "Ann"}).is_(201).json()["id"]


def _borrow(service: Service, book: object, member: object) -> Answer:
    return service.post("/loans", json={"bookId": book, "memberId": member})


def _available(service: Service, book: object) -> Any:
    return service.get(f"/books/{book}").is_(200).json()["available"]


def _has(told: dict[str, Any], wanted: dict[str, Any], what: str) -> None:
    equal({name: told.get(name) for name in wanted}, wanted, what)


@suite.check("books and members are added")
def added(service: Service) -> None:
    told = (
        service.post("/books", json={"title": "Emma", "author": "Austen", "copies": 3})
        .is_(201)
        .json()
    )
    wanted = {"id": told["id"], "title": "Emma", "author": "Austen", "copies": 3, "available": 3}
    _has(told, wanted, "the book")
    _has(service.get(f"/books/{told['id']}").is_(200).json(), wanted, "the book read")
    bare = service.post("/books", json={"title": "Emma", "author": "Austen"}).is_(201).json()
    equal((bare["copies"], bare["available"]), (1, 1), "the copies by default")
    equal(service.post("/members", json={"name": "Ann"}).is_(201).json()["name"], "Ann", "the name")
    service.get("/books/987654").is_(404)


@suite.check("invalid books, members and loans are 400", fresh=True)
def malformed(service: Service) -> None:
    for given in (
        {"title": "Emma"},
        {"author": "Austen"},
        {"title": "", "author": "Austen"},
        {"title": "Emma", "author": "Austen", "copies": 0},
        {"title": "Emma", "author": "Austen", "copies": "two"},
    ):
        service.post("/books", json=given).is_(400)
    equal(service.get("/books").is_(200).json(), [], "the books")
    for given in ({}, {"name": ""}):
        service.post("/members", json=given).is_(400)
    service.post("/loans", json={"bookId": _book(service)}).is_(400)
    service.post("/loans", json={"memberId": _member(service)}).is_(400)


@suite.check("a book is borrowed and brought back")
def borrowed(service: Service) -> None:
    book, member = _book(service, copies=2), _member(service)
    loan = _borrow(service, book, member).is_(201).json()
    wanted = {"id": loan["id"], "bookId": book, "memberId": member, "returned": False}
    _has(loan, wanted, "the loan")
    equal(_available(service, book), 1, "the copies available")
    told = service.post(f"/loans/{loan['id']}/return").is_(200).json()
    _has(told, {**wanted, "returned": True}, "the loan returned")
    equal(_available(service, book), 2, "the copies available again")
    service.post(f"/loans/{loan['id']}/return").is_(409)
    equal(_available(service, book), 2, "the copies available still")


@suite.check("without a copy there is no loan")
def exhausted(service: Service) -> None:
    book, ann, bob = _book(service), _member(service), _member(service)
    loan = _borrow(service, book, ann).is_(201).json()
    _borrow(service, book, bob).is_(409)
    equal(_available(service, book), 0, "the copies available")
    service.post(f"/loans/{loan['id']}/return").is_(200)
    _borrow(service, book, bob).is_(201)


@suite.check("a member has at most 3 books and each only once")
def limited(service: Service) -> None:
    member = _member(service)
    books = [_book(service, copies=5) for _ in range(4)]
    loan = _borrow(service, books[0], member).is_(201).json()
    _borrow(service, books[0], member).is_(409)
    _borrow(service, books[1], member).is_(201)
    _borrow(service, books[2], member).is_(201)
    _borrow(service, books[3], member).is_(409)
    equal(_available(service, books[3]), 5, "the copies available")
    service.post(f"/loans/{loan['id']}/return").is_(200)
    _borrow(service, books[3], member).is_(201)


@suite.check("books are sorted by title, available ones can be singled out", fresh=True)
def listed(service: Service) -> None:
    member = _member(service)
    _book(service, "Walden")
    lent = _book(service, "Dune")
    _book(service, "Emma", copies=2)
    _borrow(service, lent, member).is_(201)
    told = service.get("/books").is_(200).json()
    seen = [(each["title"], each["available"]) for each in told]
    equal(seen, [("Dune", 0), ("Emma", 2), ("Walden", 1)], "all books")
    told = service.get("/books", params={"available": "true"}).is_(200).json()
    equal([each["title"] for each in told], ["Emma", "Walden"], "the available ones")


@suite.check("the loans of a member are listed, oldest first")
def loans(service: Service) -> None:
    ann, bob = _member(service), _member(service)
    first, second = _book(service, copies=3), _book(service)
    equal(service.get(f"/members/{ann}/loans").is_(200).json(), [], "no loans")
    loan = _borrow(service, first, ann).is_(201).json()
    _borrow(service, second, ann).is_(201)
    _borrow(service, first, bob).is_(201)
    service.post(f"/loans/{loan['id']}/return").is_(200)
    told = service.get(f"/members/{ann}/loans").is_(200).json()
    equal(
        [(each["bookId"], each["returned"]) for each in told],
        [(first, True), (second, False)],
        "they",
    )


@suite.check("what is unknown is 404")
def unknown(service: Service) -> None:
    book, member = _book(service), _member(service)
    _borrow(service, 987654, member).is_(404)
    _borrow(service, book, 987654).is_(404)
    service.post("/loans/987654/return").is_(404)
    service.get("/members/987654/loans").is_(404)
    equal(_available(service, book), 1, "the copies available")
