"""A kanban board: cards and columns keep their order through any number of moves."""

from __future__ import annotations

from collections.abc import Callable
from secrets import randbelow, token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("task-board", "service")

_MOVED = (200, 201, 202, 204)
_MOVES = 16


def _board(service: Service) -> Any:
    return service.post("/boards", json={"name": f"b{token_hex(4)}"}).created()["id"]


def _column(service: Service, board: Any) -> Any:
    given = {"name": f"c{token_hex(4)}"}
    return service.post(f"/boards/{board}/columns", json=given).created()["id"]


def _card(service: Service, column: Any) -> Any:
    given = {"title": f"t{token_hex(4)}", "description": f"d{token_hex(4)}"}
    return service.post(f"/columns/{column}/cards", json=given).created()["id"]


def _shown(service: Service, board: Any) -> dict[str, list[str]]:
    """The cards of each column, all in the order shown."""
    told = service.get(f"/boards/{board}").is_(200).json()
    return {
        str(column["id"]): [str(card["id"]) for card in column["cards"]]
        for column in told["columns"]
    }


def _holds(service: Service, board: Any, wanted: dict[str, list[str]]) -> None:
    # Lists, since two dictionaries in another order are equal.
    equal(list(_shown(service, board).items()), list(wanted.items()), "columns and their cards")


def _filled(service: Service, *cards: int) -> tuple[Any, dict[str, list[str]]]:
    """A board with this many cards in each of its columns, and what it should show."""
    board = _board(service)
    columns = [_column(service, board) for _ in cards]
    wanted = {
        str(column): [str(_card(service, column)) for _ in range(count)]
        for column, count in zip(columns, cards, strict=True)
    }
    return board, wanted


def _id(text: str) -> Any:
    return int(text) if text.isdecimal() else text


def _move(service: Service, card: str, column: str, position: Any) -> Answer:
    given = {"column_id": _id(column), "position": position}
    return service.post(f"/cards/{card}/move", json=given)


def _expected(wanted: dict[str, list[str]], card: str, column: str, position: int) -> None:
    for cards in wanted.values():
        if card in cards:
            cards.remove(card)
    wanted[column].insert(position, card)


@suite.check("boards, columns and cards are shown as they were made, in order", fresh=True)
def created(service: Service) -> None:
    board, wanted = _filled(service, 3, 0, 2)
    _holds(service, board, wanted)
    other, others = _filled(service, 1)
    _holds(service, other, others)
    _holds(service, board, wanted)


@suite.check("names, titles and descriptions are kept to the letter")
def named(service: Service) -> None:
    name, heading = f"Böard '{token_hex(3)}'", f'Doing "{token_hex(3)}"'
    board = service.post("/boards", json={"name": name}).created()["id"]
    column = service.post(f"/boards/{board}/columns", json={"name": heading}).created()["id"]
    given = {"title": f"<{token_hex(3)}>", "description": f"; drop table cards; -- {token_hex(3)}"}
    card = service.post(f"/columns/{column}/cards", json=given).created()["id"]
    told = service.get(f"/boards/{board}").is_(200).json()
    equal((told["name"], told["columns"][0]["name"]), (name, heading), "the names")
    for seen in (told["columns"][0]["cards"][0], service.get(f"/cards/{card}").is_(200).json()):
        equal({key: seen[key] for key in given}, given, "the card")
    equal(service.get(f"/columns/{column}").is_(200).json()["name"], heading, "the column's name")


@suite.check("a card moves up, down and across, and is where it was sent")
def moved(service: Service) -> None:
    board, wanted = _filled(service, 4, 2)
    first, second = wanted
    a, b, _, d = wanted[first]
    moves = [(a, first, 2), (d, first, 0), (b, second, 0), (a, second, 3), (d, first, 0)]
    for card, column, position in moves:
        _move(service, card, column, position).is_(*_MOVED)
        _expected(wanted, card, column, position)
        _holds(service, board, wanted)


@suite.check("after any moves, new cards and deletions every card is in its place")
def shuffled(service: Service) -> None:
    board, wanted = _filled(service, 3, 1, 0)
    columns = list(wanted)
    for _ in range(_MOVES):
        every = [card for cards in wanted.values() for card in cards]
        card, column = every[randbelow(len(every))], columns[randbelow(3)]
        match randbelow(8):
            case 0:
                wanted[column].append(str(_card(service, column)))
            case 1 if len(every) > 2:
                service.delete(f"/cards/{card}").done()
                next(cards for cards in wanted.values() if card in cards).remove(card)
            case _:
                others = [each for each in wanted[column] if each != card]
                position = randbelow(len(others) + 1)
                _move(service, card, column, position).is_(*_MOVED)
                _expected(wanted, card, column, position)
    _holds(service, board, wanted)


@suite.check("a new card comes last, also after others were deleted")
def appended(service: Service) -> None:
    board, wanted = _filled(service, 5)
    (column,) = wanted
    for card in (wanted[column].pop(0), wanted[column].pop(0), wanted[column].pop(1)):
        service.delete(f"/cards/{card}").done()
    wanted[column].append(str(_card(service, column)))
    _holds(service, board, wanted)


@suite.check("moves at the same moment lose no card and show none twice")
def race(service: Service) -> None:
    board, wanted = _filled(service, 4, 4)
    first, second = wanted

    def over(card: str, column: str) -> Callable[[], Answer]:
        return lambda: _move(service, card, column, 0)

    crossing = [over(card, second) for card in wanted[first][:3]]
    crossing += [over(card, first) for card in wanted[second][:3]]
    for answer in at_once(crossing):
        answer.is_(*_MOVED)
    shown = _shown(service, board)
    for column, came, stayed in ((first, second, first), (second, first, second)):
        equal(set(shown[column]), {*wanted[came][:3], wanted[stayed][3]}, "the cards of a column")
        equal(shown[column][-1], wanted[stayed][3], "the last card, which nobody moved")
        equal(len(shown[column]), 4, "the number of cards of a column")


@suite.check("a move to nowhere changes nothing")
def nowhere(service: Service) -> None:
    board, wanted = _filled(service, 2, 1)
    first, second = wanted
    card = wanted[first][0]
    _move(service, card, str(unknown(_id(second))), 0).is_(400, 404, 422)
    refuses_malformed(service, f"/cards/{card}/move", {"column_id": _id(second), "position": "up"})
    service.post(f"/cards/{card}/move", json={"column_id": {}, "position": 0}).refused()
    _move(service, str(unknown(_id(card))), second, 0).is_(404)
    _holds(service, board, wanted)


@suite.check("a position past the end is the end, or refused")
def far(service: Service) -> None:
    board, wanted = _filled(service, 3, 1)
    first, second = wanted
    for column in (first, second):
        card = wanted[first][0]
        if _move(service, card, column, 99).is_(*_MOVED, 400, 409, 422).status in _MOVED:
            _expected(wanted, card, column, 99)
        _holds(service, board, wanted)
    if wanted[first]:
        _move(service, wanted[first][-1], second, 0).is_(*_MOVED)
        _expected(wanted, wanted[first][-1], second, 0)
        _holds(service, board, wanted)


@suite.check("boards, columns and cards can be changed, and keep their place")
def updated(service: Service) -> None:
    board, wanted = _filled(service, 3, 1)
    column, card = next(iter(wanted)), next(iter(wanted.values()))[1]
    name, given = token_hex(4), {"title": token_hex(4), "description": token_hex(4)}
    service.update(f"/boards/{board}", {"name": name}).done()
    service.update(f"/columns/{column}", {"name": name}).done()
    service.update(f"/cards/{card}", given).done()
    told = service.get(f"/boards/{board}").is_(200).json()
    equal((told["name"], told["columns"][0]["name"]), (name, name), "the names")
    seen = told["columns"][0]["cards"][1]
    equal({key: seen[key] for key in given}, given, "the card")
    _holds(service, board, wanted)
    if service.patched(f"/cards/{card}", {"title": "patched"}):
        seen = service.get(f"/cards/{card}").is_(200).json()
        equal(seen["description"], given["description"], "the description after a new title")


@suite.check("deleting a card, a column or a board removes what is in it, and nothing else")
def deleted(service: Service) -> None:
    (board, wanted), (other, others) = _filled(service, 3, 2, 1), _filled(service, 1)
    first, second, third = wanted
    gone = wanted[first].pop(1)
    service.delete(f"/cards/{gone}").done()
    service.get(f"/cards/{gone}").is_(404)
    _holds(service, board, wanted)
    service.delete(f"/columns/{second}").done()
    service.get(f"/columns/{second}").is_(404)
    for card in wanted.pop(second):
        service.get(f"/cards/{card}").is_(404)
    _holds(service, board, wanted)
    service.delete(f"/boards/{board}").done()
    every = [f"/cards/{card}" for cards in wanted.values() for card in cards]
    for path in [f"/boards/{board}", f"/columns/{first}", f"/columns/{third}", *every]:
        service.get(path).is_(404)
    service.post(f"/columns/{first}/cards", json={"title": "t", "description": ""}).is_(404)
    _holds(service, other, others)


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    board, wanted = _filled(service, 1)
    column, card = next(iter(wanted.items()))
    board_path = f"/boards/{unknown(board)}"
    column_path, card_path = f"/columns/{unknown(_id(column))}", f"/cards/{unknown(_id(card[0]))}"
    for path in (board_path, column_path, card_path):
        service.get(path).is_(404)
        service.delete(path).is_(404)
    service.update(board_path, {"name": "n"}).is_(404)
    service.update(card_path, {"title": "t", "description": "d"}).is_(404)
    service.post(f"{board_path}/columns", json={"name": "n"}).is_(404)
    service.post(f"{column_path}/cards", json={"title": "t", "description": "d"}).is_(404)


@suite.check("what has no name or title is refused and not kept")
def malformed(service: Service) -> None:
    board, wanted = _filled(service, 1)
    column = next(iter(wanted))
    refuses_malformed(service, "/boards", {}, {"name": {}})
    refuses_malformed(service, f"/boards/{board}/columns", {}, {"name": []})
    refuses_malformed(service, f"/columns/{column}/cards", {"description": "d"}, {"title": {}})
    _holds(service, board, wanted)


@suite.check("boards and the order of their cards outlive a restart")
def kept(service: Service) -> None:
    board, wanted = _filled(service, 3, 1)
    first, second = wanted
    for card, column in ((wanted[first][2], first), (wanted[first][0], second)):
        _move(service, card, column, 0).is_(*_MOVED)
        _expected(wanted, card, column, 0)
    service.restart()
    _holds(service, board, wanted)
    wanted[second].append(str(_card(service, second)))
    _holds(service, board, wanted)
    expect(str(_board(service)) != str(board), "a new board has an id of its own")
