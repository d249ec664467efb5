"""Boards of columns and cards in order, moved without gaps, never over a limit."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("kanban-board", "service")


def _board(service: Service, **more: Any) -> dict[str, Any]:
    given = {"name": f"b{token_hex(4)}", **more}
    made: dict[str, Any] = service.post("/boards", json=given).is_(201).json()
    equal(made["name"], given["name"], "the name of the board")
    return made


def _columns(board: dict[str, Any]) -> list[int]:
    return [each["id"] for each in board["columns"]]


def _card(service: Service, column: int, title: str = "card", **more: Any) -> int:
    given = {"title": title, **more}
    made = service.post(f"/columns/{column}/cards", json=given).is_(201).json()
    equal({name: made[name] for name in given}, given, "the card")
    equal(made["columnId"], column, "the column of the card")
    told: int = made["id"]
    return told


def _cards(service: Service, board: dict[str, Any]) -> list[list[str]]:
    """The titles by column, after a look at the positions."""
    told = service.get(f"/boards/{board['id']}").is_(200).json()
    for column in told["columns"]:
        positions = [each["position"] for each in column["cards"]]
        equal(positions, list(range(len(positions))), "the positions")
    return [[each["title"] for each in column["cards"]] for column in told["columns"]]


def _move(service: Service, card: int, column: int, **more: int) -> Answer:
    return service.post(f"/cards/{card}/move", json={"columnId": column, **more})


def _problem(answer: Answer, status: int) -> None:
    told = answer.is_(status).json()
    expect(isinstance(told["title"], str), "there is a title")
    equal(told["status"], status, "the status in the problem")


@suite.check("a board has three columns unless others are given")
def created(service: Service) -> None:
    for given, wanted in (
        ({}, ["To do", "Doing", "Done"]),
        ({"columns": ["Z", "A", "M"]}, ["Z", "A", "M"]),
    ):
        made = _board(service, **given)
        for told in (made, service.get(f"/boards/{made['id']}").is_(200).json()):
            equal([each["name"] for each in told["columns"]], wanted, "the columns")
            equal([each["cards"] for each in told["columns"]], [[]] * 3, "the cards")


@suite.check("cards are added at the end, without labels unless given")
def added(service: Service) -> None:
    board = _board(service)
    first, second, _ = _columns(board)
    made = [_card(service, first, each) for each in ("a", "b", "c")]
    _card(service, second, "d", labels=["x", "y"], assignee="Kim")
    equal(_cards(service, board), [["a", "b", "c"], ["d"], []], "the cards")
    told = service.get(f"/cards/{made[1]}").is_(200).json()
    equal((told["title"], told["position"], told["labels"]), ("b", 1, []), "the card")


@suite.check("a card moves within its column, with no gaps")
def moved_within(service: Service) -> None:
    board = _board(service)
    column = _columns(board)[0]
    cards = {each: _card(service, column, each) for each in "abcd"}
    for title, position, wanted in (
        ("a", 2, "bcad"),
        ("d", 0, "dbca"),
        ("b", 1, "dbca"),
        ("d", 99, "bcad"),
    ):
        told = _move(service, cards[title], column, position=position).is_(200).json()
        equal(told["position"], wanted.index(title), "the position")
        equal(_cards(service, board)[0], list(wanted), f"after {title} went to {position}")
    _move(service, cards["c"], column).is_(200)
    equal(_cards(service, board)[0], list("badc"), "after c went to the end")


@suite.check("a card moves to another column, to a position or to the end")
def moved_across(service: Service) -> None:
    board = _board(service)
    first, second, _ = _columns(board)
    cards = {each: _card(service, first, each) for each in "abc"}
    for each in "xy":
        _card(service, second, each)
    told = _move(service, cards["b"], second, position=1).is_(200).json()
    equal((told["columnId"], told["position"]), (second, 1), "where it is")
    equal(_cards(service, board), [["a", "c"], ["x", "b", "y"], []], "the cards")
    _move(service, cards["a"], second).is_(200)
    _move(service, cards["c"], second, position=0).is_(200)
    equal(_cards(service, board), [[], ["c", "x", "b", "y", "a"], []], "the cards")


@suite.check("a card does not move to another board (409)")
def other_board(service: Service) -> None:
    board, other = _board(service), _board(service)
    card = _card(service, _columns(board)[0], "a")
    _move(service, card, _columns(other)[0]).is_(409)
    equal(_cards(service, board), [["a"], [], []], "the cards")
    equal(_cards(service, other), [[], [], []], "the cards of the other")


@suite.check("a column is never over its limit, and null takes the limit away")
def limited(service: Service) -> None:
    board = _board(service)
    first, second, _ = _columns(board)
    told = service.patch(f"/columns/{second}", json={"wipLimit": 2}).is_(200).json()
    equal((told["wipLimit"], told["name"]), (2, "Doing"), "the column")
    inside = _card(service, second, "a")
    _card(service, second, "b")
    service.post(f"/columns/{second}/cards", json={"title": "c"}).is_(409)
    outside = _card(service, first, "d")
    _move(service, outside, second).is_(409)
    _move(service, inside, second, position=1).is_(200)
    equal(_cards(service, board), [["d"], ["b", "a"], []], "the cards")
    told = service.patch(f"/columns/{second}", json={"wipLimit": None}).is_(200).json()
    expect(told["wipLimit"] is None, "there is no limit")
    _move(service, outside, second).is_(200)


@suite.check("a renamed column keeps its limit")
def renamed(service: Service) -> None:
    board = _board(service)
    column = _columns(board)[1]
    service.patch(f"/columns/{column}", json={"wipLimit": 3}).is_(200)
    service.patch(f"/columns/{column}", json={"name": "Now"}).is_(200)
    told = service.get(f"/boards/{board['id']}").is_(200).json()["columns"][1]
    equal((told["name"], told["wipLimit"]), ("Now", 3), "the column")
    _problem(service.patch(f"/columns/{column}", json={"wipLimit": 0}), 422)
    _problem(service.patch(f"/columns/{column}", json={"name": ""}), 422)


@suite.check("a card is changed in what is named alone")
def changed(service: Service) -> None:
    column = _columns(_board(service))[0]
    card = _card(service, column, "a", assignee="Kim", labels=["x"])
    service.patch(f"/cards/{card}", json={"title": "b"}).is_(200)
    told = service.get(f"/cards/{card}").is_(200).json()
    seen = (told["title"], told["assignee"], told["labels"])
    equal(seen, ("b", "Kim", ["x"]), "the card")
    told = service.patch(f"/cards/{card}", json={"assignee": None}).is_(200).json()
    expect(told["assignee"] is None, "nobody is assigned")
    _problem(service.patch(f"/cards/{card}", json={"title": "t" * 121}), 422)


@suite.check("a deleted card leaves no gap")
def deleted(service: Service) -> None:
    board = _board(service)
    column = _columns(board)[0]
    cards = [_card(service, column, each) for each in "abc"]
    service.delete(f"/cards/{cards[1]}").is_(204)
    _problem(service.get(f"/cards/{cards[1]}"), 404)
    equal(_cards(service, board)[0], ["a", "c"], "the cards")
    _card(service, column, "d")
    equal(_cards(service, board)[0], ["a", "c", "d"], "the cards")


@suite.check("a deleted board goes with everything on it")
def board_deleted(service: Service) -> None:
    board, other = _board(service), _board(service)
    card = _card(service, _columns(board)[0])
    service.delete(f"/boards/{board['id']}").is_(204)
    _problem(service.get(f"/boards/{board['id']}"), 404)
    _problem(service.get(f"/cards/{card}"), 404)
    service.get(f"/boards/{other['id']}").is_(200)


@suite.check("cards are found by label, assignee and title, by all that is given")
def found(service: Service) -> None:
    board, other = _board(service), _board(service)
    first, second, _ = _columns(board)
    one = _card(service, first, "Fix login", labels=["bug", "ui"], assignee="Kim")
    two = _card(service, second, "Login page", labels=["ui"])
    three = _card(service, first, "Docs", labels=["bug"], assignee="Lee")
    _card(service, _columns(other)[0], "Login", labels=["bug"])
    for params, wanted in (
        ({}, {one, two, three}),
        ({"label": "bug"}, {one, three}),
        ({"assignee": "Kim"}, {one}),
        ({"q": "LOGIN"}, {one, two}),
        ({"q": "login", "label": "bug"}, {one}),
        ({"label": "bu"}, set()),
    ):
        told = service.get(f"/boards/{board['id']}/cards", params=params).is_(200).json()
        equal({each["id"] for each in told}, wanted, f"the cards of {params}")


@suite.check("what is not there is 404 with a problem")
def absent(service: Service) -> None:
    board = _board(service)
    column = _columns(board)[0]
    card = _card(service, column)
    path = f"/boards/{unknown(board['id'])}"
    _problem(service.get(path), 404)
    _problem(service.get(f"{path}/cards"), 404)
    _problem(service.delete(path), 404)
    gone = max(_columns(board)) + 100000
    _problem(service.patch(f"/columns/{gone}", json={"name": "x"}), 404)
    _problem(service.post(f"/columns/{gone}/cards", json={"title": "x"}), 404)
    _problem(_move(service, card, gone), 404)
    _problem(_move(service, unknown(card), column), 404)
    _problem(service.delete(f"/cards/{unknown(card)}"), 404)


@suite.check("invalid input is 422 with a problem")
def malformed(service: Service) -> None:
    for given in (
        {},
        {"name": ""},
        {"name": "n" * 61},
        {"name": "x", "columns": []},
        {"name": "x", "columns": ["a", "b", "a"]},
        {"name": "x", "columns": "a"},
    ):
        _problem(service.post("/boards", json=given), 422)
    column = _columns(_board(service))[0]
    wrong: list[dict[str, Any]] = [{}, {"title": ""}, {"title": "t" * 121}]
    for each in [*wrong, {"title": "x", "labels": "bug"}, {"title": "x", "labels": [1]}]:
        _problem(service.post(f"/columns/{column}/cards", json=each), 422)
    card = _card(service, column)
    _problem(service.post(f"/cards/{card}/move", json={}), 422)
    _problem(_move(service, card, column, position=-1), 422)
