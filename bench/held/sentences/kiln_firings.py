"""A shared kiln: shelves, a waiting list, and a firing that closes it."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("kiln-firings", "service")


def _firing(service: Service, shelves: int = 2, name: str = "Raku") -> int:
    made = service.post("/firings", json={"name": name, "shelves": shelves}).is_(201).json()
    wanted = {"name": name, "shelves": shelves, "open": True, "on_shelf": [], "waiting": []}
    equal({key: made[key] for key in wanted}, wanted, "the firing")
    number: int = made["id"]
    return number


def _piece(service: Service, firing: int, potter: str, place: str) -> int:
    path = f"/firings/{firing}/pieces"
    made = service.post(path, json={"potter": potter}).is_(201).json()
    equal((made["potter"], made["place"]), (potter, place), "the piece")
    number: int = made["id"]
    return number


def _seen(service: Service, firing: int) -> tuple[Any, Any]:
    told = service.get(f"/firings/{firing}").is_(200).json()
    return told["on_shelf"], told["waiting"]


@suite.check("firings and pieces are numbered from 1, pieces across firings", fresh=True)
def numbered(service: Service) -> None:
    one, two = _firing(service), _firing(service, 10, "Glaze")
    equal((one, two), (1, 2), "the ids of the firings")
    pieces = [_piece(service, one, "Ana", "shelf"), _piece(service, two, "Ana", "shelf")]
    equal(pieces, [1, 2], "the ids of the pieces")
    told = service.get("/firings/2").is_(200).json()
    wanted = {"id": 2, "name": "Glaze", "shelves": 10, "open": True, "on_shelf": ["Ana"]}
    equal({key: told[key] for key in wanted}, wanted, "the second firing")


@suite.check("pieces take the shelves first and then wait")
def waits(service: Service) -> None:
    firing = _firing(service, 2)
    for potter, place in (("Zoe", "shelf"), ("Bo", "shelf"), ("Mel", "waiting"), ("Al", "waiting")):
        _piece(service, firing, potter, place)
    equal(_seen(service, firing), (["Zoe", "Bo"], ["Mel", "Al"]), "shelves and waiting list")


@suite.check("a potter has one piece in a firing, waiting or not, and a new one after withdrawing")
def once(service: Service) -> None:
    firing = _firing(service, 1)
    first = _piece(service, firing, "Ana", "shelf")
    _piece(service, firing, "Bo", "waiting")
    path = f"/firings/{firing}/pieces"
    service.post(path, json={"potter": "Ana"}).is_(409)
    service.post(path, json={"potter": "Bo"}).is_(409)
    service.delete(f"{path}/{first}").is_(204)
    _piece(service, firing, "Ana", "waiting")
    equal(_seen(service, firing), (["Bo"], ["Ana"]), "shelves and waiting list")


@suite.check("the longest waiting gets the shelf that is given up")
def moves_up(service: Service) -> None:
    firing = _firing(service, 2)
    ids = [_piece(service, firing, each, "shelf") for each in ("A", "B")]
    ids += [_piece(service, firing, each, "waiting") for each in ("C", "D", "E")]
    service.delete(f"/firings/{firing}/pieces/{ids[0]}").is_(204)
    equal(_seen(service, firing), (["B", "C"], ["D", "E"]), "after the first has left")
    service.delete(f"/firings/{firing}/pieces/{ids[3]}").is_(204)
    equal(_seen(service, firing), (["B", "C"], ["E"]), "after a waiting one has left")
    service.delete(f"/firings/{firing}/pieces/{ids[1]}").is_(204)
    equal(_seen(service, firing), (["C", "E"], []), "after another has left")
    service.delete(f"/firings/{firing}/pieces/{ids[2]}").is_(204)
    _piece(service, firing, "F", "shelf")
    equal(_seen(service, firing), (["E", "F"], []), "after one more has come")


@suite.check("a lit kiln is closed: firing, adding and withdrawing are 409")
def fired(service: Service) -> None:
    firing = _firing(service, 1)
    piece = _piece(service, firing, "Ana", "shelf")
    _piece(service, firing, "Bo", "waiting")
    told = service.post(f"/firings/{firing}/fire").is_(200).json()
    seen = (told["id"], told["open"], told["on_shelf"], told["waiting"])
    equal(seen, (firing, False, ["Ana"], ["Bo"]), "the firing")
    service.post(f"/firings/{firing}/fire").is_(409)
    service.post(f"/firings/{firing}/pieces", json={"potter": "Cy"}).is_(409)
    service.delete(f"/firings/{firing}/pieces/{piece}").is_(409)
    told = service.get(f"/firings/{firing}").is_(200).json()
    equal((told["open"], told["on_shelf"]), (False, ["Ana"]), "the firing afterwards")


@suite.check("what does not exist is 404, also a piece of another firing and one withdrawn")
def absent(service: Service) -> None:
    firing, other = _firing(service), _firing(service)
    piece = _piece(service, firing, "Ana", "shelf")
    service.get("/firings/9999").is_(404)
    service.post("/firings/9999/fire").is_(404)
    service.post("/firings/9999/pieces", json={"potter": "x"}).is_(404)
    service.delete(f"/firings/{firing}/pieces/9999").is_(404)
    service.delete(f"/firings/{other}/pieces/{piece}").is_(404)
    equal(_seen(service, firing), (["Ana"], []), "the firing")
    service.delete(f"/firings/{firing}/pieces/{piece}").is_(204)
    service.delete(f"/firings/{firing}/pieces/{piece}").is_(404)


@suite.check("missing and wrong fields are 422")
def wrong(service: Service) -> None:
    for given in (
        {"name": "x"},
        {"shelves": 3},
        {"name": "", "shelves": 3},
        {"name": 7, "shelves": 3},
        {"name": "x", "shelves": 0},
        {"name": "x", "shelves": 11},
        {"name": "x", "shelves": 2.5},
        {"name": "x", "shelves": "many"},
    ):
        service.post("/firings", json=given).is_(422)
    firing = _firing(service)
    for given in ({}, {"potter": ""}, {"potter": 5}):
        service.post(f"/firings/{firing}/pieces", json=given).is_(422)
    equal(_seen(service, firing), ([], []), "the firing")
