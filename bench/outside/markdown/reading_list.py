"""A private list of books for every user, with pages read and ratings."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("reading-list", "service")

_BOOK: dict[str, Any] = {"title": "The Sea Wall", "author": "M. D.", "pages": 320}


def _account() -> dict[str, str]:
    return {"email": f"{token_hex(5)}@example.org", "password": "sixsix"}


def _who(service: Service) -> dict[str, str]:
    given = _account()
    service.post("/signup", json=given).is_(201)
    token = service.post("/login", json=given).is_(200).json()["token"]
    return {"Authorization": f"Bearer {token}"}


def _add(service: Service, me: dict[str, str], **more: object) -> dict[str, Any]:
    given = _BOOK | {"title": token_hex(4)} | more
    told: dict[str, Any] = service.post("/books", json=given, headers=me).is_(201).json()
    return told


def _change(service: Service, me: dict[str, str], id_: object, **given: object) -> Answer:
    return service.ask("PATCH", f"/books/{id_}", json=given, headers=me)


def _books(service: Service, me: dict[str, str], **params: str) -> list[Any]:
    told: list[Any] = service.get("/books", params=params, headers=me).items()
    return told


@suite.check("an account is made once and logs in with its password")
def accounts(service: Service) -> None:
    given = _account()
    answer = service.post("/signup", json=given).is_(201)
    equal(answer.json(), {"email": given["email"]}, "the account")
    service.post("/signup", json=given).is_(409)
    expect("token" in service.post("/login", json=given).is_(200).json(), "a token is told")
    service.post("/login", json=given | {"password": "wrong password"}).is_(401)
    service.post("/login", json=_account()).is_(401)
    service.post("/signup", json=_account() | {"password": "fives"}).is_(422)


@suite.check("a book is planned at first")
def added(service: Service) -> None:
    me = _who(service)
    equal(_books(service, me), [], "the books")
    made = service.post("/books", json=_BOOK, headers=me).is_(201).json()
    wanted = _BOOK | {"page": 0, "status": "planned", "rating": None}
    equal({name: made[name] for name in wanted}, wanted, "the book")
    equal(_books(service, me), [made], "the books")


@suite.check("the status follows from the page")
def pages(service: Service) -> None:
    me = _who(service)
    id_ = _add(service, me, pages=10)["id"]
    for page, status in (
        (1, "reading"),
        (9, "reading"),
        (10, "finished"),
        (3, "reading"),
        (0, "planned"),
    ):
        told = _change(service, me, id_, page=page).is_(200).json()
        equal((told["page"], told["status"]), (page, status), "page and status")
    for page in (-1, 11, "last"):
        _change(service, me, id_, page=page).is_(422)
    equal(_books(service, me)[0]["page"], 0, "the page")


@suite.check("only a finished book is rated")
def rated(service: Service) -> None:
    me = _who(service)
    id_ = _add(service, me, pages=10)["id"]
    _change(service, me, id_, rating=4).is_(409)
    _change(service, me, id_, page=9, rating=4).is_(409)
    equal((_books(service, me)[0]["page"], _books(service, me)[0]["rating"]), (0, None), "it")
    told = _change(service, me, id_, page=10, rating=4).is_(200).json()
    equal((told["status"], told["rating"]), ("finished", 4), "status and rating")
    equal(_change(service, me, id_, rating=5).is_(200).json()["rating"], 5, "the rating")
    for wrong in (0, 6, "good"):
        _change(service, me, id_, rating=wrong).is_(422)
    equal(_books(service, me)[0]["rating"], 5, "the rating")


@suite.check("a rating is taken away, or lost when the book is not finished any more")
def unrated(service: Service) -> None:
    me = _who(service)
    id_ = _add(service, me, pages=10)["id"]
    _change(service, me, id_, page=10, rating=3).is_(200)
    equal(_change(service, me, id_, rating=None).is_(200).json()["rating"], None, "taken away")
    _change(service, me, id_, rating=2).is_(200)
    equal(_change(service, me, id_, page=5).is_(200).json()["rating"], None, "lost")
    equal(_change(service, me, id_, page=10).is_(200).json()["rating"], None, "finished again")


@suite.check("books are listed in the order they were added, and by status")
def listed(service: Service) -> None:
    me = _who(service)
    ids = [_add(service, me, pages=10)["id"] for _ in range(4)]
    _change(service, me, ids[1], page=5).is_(200)
    _change(service, me, ids[2], page=10).is_(200)
    for status, wanted in (
        ("planned", [ids[0], ids[3]]),
        ("reading", [ids[1]]),
        ("finished", [ids[2]]),
    ):
        told = [each["id"] for each in _books(service, me, status=status)]
        equal(told, wanted, f"those {status}")
    equal([each["id"] for each in _books(service, me)], ids, "all of them")


@suite.check("the same book is on a list once, and may be on the list of another")
def twice(service: Service) -> None:
    me, other = _who(service), _who(service)
    service.post("/books", json=_BOOK, headers=me).is_(201)
    service.post("/books", json=_BOOK | {"pages": 99}, headers=me).is_(409)
    service.post("/books", json=_BOOK | {"author": "Else"}, headers=me).is_(201)
    service.post("/books", json=_BOOK, headers=other).is_(201)


@suite.check("books of others do not exist")
def private(service: Service) -> None:
    me, other = _who(service), _who(service)
    id_ = _add(service, me)["id"]
    equal(_books(service, other), [], "the books of the other")
    _change(service, other, id_, page=1).is_(404)
    _change(service, me, unknown(id_), page=1).is_(404)
    equal(_books(service, me)[0]["page"], 0, "the page")


@suite.check("without a token it is 401")
def guarded(service: Service) -> None:
    id_ = _add(service, _who(service))["id"]
    for headers in ({}, {"Authorization": f"Bearer {token_hex(16)}"}):
        service.get("/books", headers=headers).is_(401)
        service.post("/books", json=_BOOK, headers=headers).is_(401)
        _change(service, headers, id_, page=1).is_(401)


@suite.check("a book that breaks a rule is 422")
def malformed(service: Service) -> None:
    me = _who(service)
    wrong: list[dict[str, object]] = [
        {"title": ""},
        {"author": ""},
        {"pages": 0},
        {"pages": "many"},
        {"title": None},
    ]
    for each in wrong:
        service.post("/books", json=_BOOK | each, headers=me).is_(422)
    for name in _BOOK:
        part = {k: v for k, v in _BOOK.items() if k != name}
        service.post("/books", json=part, headers=me).is_(422)
    equal(_books(service, me), [], "the books")
