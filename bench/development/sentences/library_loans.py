"""A lending library: books by ISBN, members, and loans within limits."""

from __future__ import annotations

from functools import partial
from secrets import randbelow, token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("library-loans", "service")

_RETURNED = (200, 201, 202, 204)


def _isbn() -> str:
    """A number that is right to its check digit, for whoever looks."""
    digits = f"978{randbelow(10**9):09d}"
    total = sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(digits))
    return f"{digits}{-total % 10}"


def _book(service: Service, copies: int = 2) -> dict[str, Any]:
    given = {"isbn": _isbn(), "title": f"t{token_hex(4)}", "author": "a writer", "copies": copies}
    service.post("/books", json=given).created()
    return given


def _member(service: Service) -> Any:
    given = {"name": "a reader", "email": f"{token_hex(5)}@example.org"}
    return service.post("/members", json=given).created()["id"]


def _lend(service: Service, book: dict[str, Any], member: object) -> Answer:
    return service.post("/loans", json={"isbn": book["isbn"], "member_id": member})


def _available(service: Service, book: dict[str, Any]) -> int:
    told: int = service.get(f"/books/{book['isbn']}").is_(200).json()["available"]
    return told


def _open(service: Service, member: object) -> list[str]:
    told = service.get(f"/members/{member}/loans").items()
    return sorted(each["isbn"] for each in told)


def _says(answer: Answer, message: str) -> None:
    expect(message in answer.is_(409).text, f'409 says "{message}", not {answer.text}')


@suite.check("an empty library lists nothing", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/books").items(), [], "the books")


@suite.check("a book is kept under its ISBN, listed, and all of its copies are available")
def books(service: Service) -> None:
    made = [_book(service), _book(service, 5)]
    told = {each["isbn"]: each for each in service.get("/books").items()}
    for each in made:
        read = service.get(f"/books/{each['isbn']}").is_(200).json()
        equal({name: read[name] for name in each}, each, "the book")
        equal(read["available"], each["copies"], "the copies available")
        seen = told[each["isbn"]]
        equal({name: seen[name] for name in each}, each, "the book in the list")


@suite.check("a second book with the same ISBN is 409")
def unique(service: Service) -> None:
    made = _book(service)
    service.post("/books", json=made | {"title": "another"}).is_(409)
    equal(service.get(f"/books/{made['isbn']}").is_(200).json()["title"], made["title"], "title")


@suite.check("a book is changed by PUT and removed by DELETE")
def changed(service: Service) -> None:
    made, other = _book(service), _book(service)
    path = f"/books/{made['isbn']}"
    new = made | {"title": "new", "author": "b", "copies": 7}
    service.put(path, json=new).done()
    read = service.get(path).is_(200).json()
    equal({name: read[name] for name in new}, new, "the book")
    equal(_available(service, other), 2, "the copies of another book")
    service.delete(path).done()
    service.get(path).is_(404)
    service.delete(path).is_(404)
    told = [each["isbn"] for each in service.get("/books").items()]
    expect(made["isbn"] not in told, "it is not listed")
    expect(other["isbn"] in told, "the other book is")


@suite.check("lending takes a copy, and the loan is the member's; members are read back")
def lent(service: Service) -> None:
    book, other = _book(service), _book(service)
    member, nobody = _member(service), _member(service)
    equal(service.get(f"/members/{member}").is_(200).json()["name"], "a reader", "the name")
    expect(member in [each["id"] for each in service.get("/members").items()], "it is listed")
    _lend(service, book, member).created()
    equal(_available(service, book), 1, "the copies available")
    equal(_available(service, other), 2, "the copies of another book")
    equal(_open(service, member), [book["isbn"]], "the open loans")
    equal(_open(service, nobody), [], "the open loans of another member")


@suite.check('when no copy is left it is 409 "no copies available"')
def sold_out(service: Service) -> None:
    book, member = _book(service, 1), _member(service)
    _lend(service, book, _member(service)).created()
    _says(_lend(service, book, member), "no copies available")
    equal(_available(service, book), 0, "the copies available")
    equal(_open(service, member), [], "the open loans")


@suite.check('a fourth open loan is 409 "loan limit reached"')
def limited(service: Service) -> None:
    member = _member(service)
    loans = [_lend(service, _book(service), member).created()["id"] for _ in range(3)]
    late = _book(service)
    _says(_lend(service, late, member), "loan limit reached")
    equal(_available(service, late), 2, "the copies available")
    service.post(f"/loans/{loans[0]}/return").is_(*_RETURNED)
    _lend(service, late, member).created()
    equal(len(_open(service, member)), 3, "the number of open loans")


@suite.check("a returned copy is available again; a second return is 409")
def returned(service: Service) -> None:
    book, member = _book(service, 1), _member(service)
    loan = _lend(service, book, member).created()["id"]
    service.post(f"/loans/{loan}/return").is_(*_RETURNED)
    equal(_available(service, book), 1, "the copies available")
    equal(_open(service, member), [], "the open loans")
    service.post(f"/loans/{loan}/return").is_(409)
    equal(_available(service, book), 1, "the copies available")
    _lend(service, book, _member(service)).created()


@suite.check("many who want the last copy at the same moment: one has it")
def race(service: Service) -> None:
    book = _book(service, 1)
    members = [_member(service) for _ in range(6)]
    answers = at_once([partial(_lend, service, book, each) for each in members])
    taken = [answer.is_(200, 201, 409).status != 409 for answer in answers]
    equal(sum(taken), 1, "the number of loans")
    equal(_available(service, book), 0, "the copies available")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    book, member = _book(service), _member(service)
    nothing = {"isbn": _isbn(), "title": "x", "author": "y", "copies": 1}
    path = f"/books/{nothing['isbn']}"
    service.get(path).is_(404)
    service.delete(path).is_(404)
    service.get(f"/members/{unknown(member)}").is_(404)
    service.get(f"/members/{unknown(member)}/loans").is_(404)
    loan = _lend(service, book, member).created()["id"]
    service.post(f"/loans/{unknown(loan)}/return").is_(404)
    _lend(service, nothing, member).is_(400, 404, 409, 422)
    _lend(service, book, unknown(member)).is_(400, 404, 409, 422)
    equal(_available(service, book), 1, "the copies available")


@suite.check("a book without an ISBN and a loan without book or member are refused")
def malformed(service: Service) -> None:
    book, member = _book(service), _member(service)
    wrong: list[dict[str, Any]] = [
        {"title": "x", "author": "y", "copies": 1},
        book | {"isbn": _isbn(), "copies": "many"},
    ]
    refuses_malformed(service, "/books", *wrong)
    refuses_malformed(service, "/loans", {"isbn": book["isbn"]}, {"member_id": member})
    equal(_available(service, book), 2, "the copies available")


@suite.check("books, members and loans outlive a restart")
def kept(service: Service) -> None:
    book, member = _book(service), _member(service)
    loan = _lend(service, book, member).created()["id"]
    service.restart()
    equal(_available(service, book), 1, "the copies available")
    equal(_open(service, member), [book["isbn"]], "the open loans")
    service.post(f"/loans/{loan}/return").is_(*_RETURNED)
    equal(_available(service, book), 2, "the copies available")
