"""Columns and cards that are put in order, moved, and limited."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("flower-shop-board", "service")


def _column(service: Service, title: str = "To bind", **other: Any) -> int:
    told: int = service.post("/columns", json={"title": title, **other}).is_(201).json()["id"]
    return told


def _card(service: Service, column: int, title: str) -> int:
    given = {"title": title}
    told: int = service.post(f"/columns/{column}/cards", json=given).is_(201).json()["id"]
    return told


def _filled(service: Service, titles: str, **other: Any) -> tuple[int, list[int]]:
    column = _column(service, **other)
    return column, [_card(service, column, title) for title in titles]


def _titles(service: Service, column: int) -> str:
    told = service.get(f"/columns/{column}/cards").is_(200).json()
    equal([each["position"] for each in told], list(range(len(told))), "the positions")
    equal({each["column_id"] for each in told} <= {column}, True, "cards are of the column")
    return "".join(each["title"] for each in told)


def _move(service: Service, card: int, column: Any, position: Any) -> Answer:
    given = {"column_id": column, "position": position}
    return service.post(f"/cards/{card}/move", json=given)


def _error(answer: Answer, status: int) -> None:
    expect("error" in answer.is_(status).json(), "an error is said in `error`")


@suite.check("columns are added on the right", fresh=True)
def columns(service: Service) -> None:
    told = service.post("/columns", json={"title": "To bind"}).is_(201).json()
    equal(told, {"id": told["id"], "title": "To bind", "limit": None, "cards": 0}, "the column")
    second = _column(service, "Ready", limit=2)
    _card(service, second, "Roses")
    wanted = [told, {"id": second, "title": "Ready", "limit": 2, "cards": 1}]
    equal(service.get("/columns").is_(200).json(), wanted, "the columns")
    for wrong in ({}, {"title": ""}, {"title": "t" * 31}, {"title": "T", "limit": 0}):
        service.post("/columns", json=wrong).is_(422)


@suite.check("columns are put into another order", fresh=True)
def ordered(service: Service) -> None:
    one, two, three = (_column(service, title) for title in "ABC")
    told = service.put("/columns/order", json={"ids": [three, one, two]}).is_(200).json()
    equal([each["title"] for each in told], ["C", "A", "B"], "the columns told")
    told = service.get("/columns").is_(200).json()
    equal([each["title"] for each in told], ["C", "A", "B"], "the columns read")
    for wrong in ([one, two], [one, two, two], [one, two, unknown(three)], "abc"):
        service.put("/columns/order", json={"ids": wrong}).is_(422)
    told = service.get("/columns").is_(200).json()
    equal([each["title"] for each in told], ["C", "A", "B"], "the columns afterwards")


@suite.check("cards are added at the bottom")
def cards(service: Service) -> None:
    column, made = _filled(service, "AB")
    given = {"title": "Bouquet", "due": "2026-05-10"}
    told = service.post(f"/columns/{column}/cards", json=given).is_(201).json()
    wanted = {**given, "id": told["id"], "column_id": column, "position": 2}
    equal(told, wanted, "the card")
    listed = service.get(f"/columns/{column}/cards").is_(200).json()
    equal(listed[2], wanted, "the last card")
    first = {"id": made[0], "column_id": column, "position": 0, "title": "A", "due": None}
    equal(listed[0], first, "the first card")
    for wrong in ({}, {"title": ""}, {"title": "t" * 101}, {"title": "T", "due": "soon"}):
        service.post(f"/columns/{column}/cards", json=wrong).is_(422)


@suite.check("a card is moved within its column")
def within(service: Service) -> None:
    column, (a, _, _, d) = _filled(service, "ABCD")
    told = _move(service, a, column, 2).is_(200).json()
    equal((told["id"], told["column_id"], told["position"]), (a, column, 2), "the card")
    equal(_titles(service, column), "BCAD", "after moving down")
    _move(service, d, column, 0).is_(200)
    equal(_titles(service, column), "DBCA", "after moving up")
    equal(_move(service, d, column, 99).is_(200).json()["position"], 3, "beyond the end")
    equal(_titles(service, column), "BCAD", "after moving to the bottom")


@suite.check("a card is moved to another column")
def across(service: Service) -> None:
    column, (_, b, _) = _filled(service, "ABC")
    other, _ = _filled(service, "XY")
    told = _move(service, b, other, 1).is_(200).json()
    equal((told["column_id"], told["position"], told["title"]), (other, 1, "B"), "the card")
    equal((_titles(service, column), _titles(service, other)), ("AC", "XBY"), "the columns")


@suite.check("a full column takes no more cards, and its own may be moved")
def limited(service: Service) -> None:
    full, (x, _) = _filled(service, "XY", limit=2)
    column, (a,) = _filled(service, "A")
    _error(service.post(f"/columns/{full}/cards", json={"title": "Z"}), 409)
    _error(_move(service, a, full, 0), 409)
    equal((_titles(service, column), _titles(service, full)), ("A", "XY"), "the columns")
    _move(service, x, full, 1).is_(200)
    equal(_titles(service, full), "YX", "the full column")
    service.delete(f"/cards/{x}").is_(204)
    _move(service, a, full, 0).is_(200)
    equal(_titles(service, full), "AY", "the full column afterwards")


@suite.check("a card is changed where it is")
def changed(service: Service) -> None:
    column, (_, b) = _filled(service, "AB")
    told = service.patch(f"/cards/{b}", json={"due": "2026-06-01"}).is_(200).json()
    wanted = {"id": b, "column_id": column, "position": 1, "title": "B", "due": "2026-06-01"}
    equal(told, wanted, "with a due date")
    told = service.patch(f"/cards/{b}", json={"title": "Q"}).is_(200).json()
    equal(told, {**wanted, "title": "Q"}, "with another title")
    told = service.patch(f"/cards/{b}", json={"due": None}).is_(200).json()
    equal(told, {**wanted, "title": "Q", "due": None}, "without a due date")
    for wrong in ({}, {"title": ""}, {"due": "2026-06-31"}):
        service.patch(f"/cards/{b}", json=wrong).is_(422)


@suite.check("a removed card leaves no gap")
def removed(service: Service) -> None:
    column, (_, b, _) = _filled(service, "ABC")
    service.delete(f"/cards/{b}").is_(204)
    equal(_titles(service, column), "AC", "the column")
    _error(service.delete(f"/cards/{b}"), 404)


@suite.check("what is not there is 404, a position that is none 422")
def wrong_moves(service: Service) -> None:
    column, (a,) = _filled(service, "A")
    _error(_move(service, a, unknown(column), 0), 404)
    _error(_move(service, int(str(unknown(a))), column, 0), 404)
    _error(service.patch(f"/cards/{unknown(a)}", json={"title": "T"}), 404)
    _error(service.get(f"/columns/{unknown(column)}/cards"), 404)
    _error(service.post(f"/columns/{unknown(column)}/cards", json={"title": "T"}), 404)
    _move(service, a, column, -1).is_(422)
    _move(service, a, column, "top").is_(422)
