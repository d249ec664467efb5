"""A round robin: players, everyone against everyone once, results and standings."""

from __future__ import annotations

from itertools import combinations
from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("chess-tournament", "service")


def _open(service: Service, players: int = 0) -> tuple[str, list[Any]]:
    """The path of a new tournament, and the ids of its players, the best rated first."""
    made = service.post("/tournaments", json={"name": f"t{token_hex(4)}"}).is_(201).json()
    path = f"/tournaments/{made['id']}"
    return path, [_join(service, path, f"p{n}", 2000 - n)["id"] for n in range(players)]


def _join(service: Service, path: str, name: str, rating: int = 1500) -> dict[str, Any]:
    given = {"name": name, "rating": rating}
    made: dict[str, Any] = service.post(f"{path}/players", json=given).is_(201).json()
    equal((made["name"], made["rating"]), (name, rating), "name and rating")
    return made


def _running(service: Service, players: int = 3) -> tuple[str, list[Any], dict[Any, Any]]:
    """Its path, its players, and its matches by the pair of players."""
    path, ids = _open(service, players)
    told = service.post(f"{path}/start").is_(200).json()
    return path, ids, {frozenset((each["white"], each["black"])): each for each in told["matches"]}


def _result(service: Service, path: str, match: object, result: object) -> Answer:
    return service.put(f"{path}/matches/{match}/result", json={"result": result})


def _won(service: Service, path: str, match: dict[str, Any], winner: object) -> None:
    result = "1-0" if match["white"] == winner else "0-1"
    _result(service, path, match["id"], result).is_(200)


def _code(answer: Answer, status: int, code: str) -> None:
    told = answer.is_(status).json()["error"]
    equal(told["code"], code, "the code of the error")
    expect(isinstance(told["message"], str), "the error has a message")


@suite.check("a new tournament is a draft without players and matches", fresh=True)
def created(service: Service) -> None:
    equal(service.get("/tournaments").items(), [], "the tournaments at first")
    made = service.post("/tournaments", json={"name": "Spring Open"}).is_(201).json()
    wanted = {"name": "Spring Open", "state": "draft", "players": [], "matches": []}
    equal({name: made[name] for name in wanted}, wanted, "the tournament")
    read = service.get(f"/tournaments/{made['id']}").is_(200).json()
    equal({name: read[name] for name in wanted}, wanted, "the tournament read back")
    told = service.get("/tournaments").items()
    equal([{name: each[name] for name in wanted} for each in told], [wanted], "the list")


@suite.check("players join and leave a draft; the rating is 1200 unless given")
def players(service: Service) -> None:
    path, ids = _open(service, 2)
    plain = service.post(f"{path}/players", json={"name": "plain"}).is_(201).json()
    equal(plain["rating"], 1200, "the rating when not given")
    service.delete(f"{path}/players/{ids[0]}").is_(204)
    told = service.get(path).is_(200).json()["players"]
    equal(sorted(each["id"] for each in told), sorted([ids[1], plain["id"]]), "the players")
    service.delete(f"{path}/players/{ids[0]}").is_(404)


@suite.check("a name is unique within its tournament: 409 DUPLICATE_PLAYER")
def unique(service: Service) -> None:
    (path, _), (other, _) = _open(service), _open(service)
    _join(service, path, "same")
    _code(service.post(f"{path}/players", json={"name": "same"}), 409, "DUPLICATE_PLAYER")
    _join(service, other, "same")


@suite.check("a start needs 3 players: 409 TOO_FEW_PLAYERS")
def too_few(service: Service) -> None:
    path, _ = _open(service, 2)
    _code(service.post(f"{path}/start"), 409, "TOO_FEW_PLAYERS")
    equal(service.get(path).is_(200).json()["state"], "draft", "the state")
    _join(service, path, "third")
    service.post(f"{path}/start").is_(200)


@suite.check("a start makes one match for every pair, without results")
def started(service: Service) -> None:
    path, ids = _open(service, 4)
    told = service.post(f"{path}/start").is_(200).json()
    equal(told["state"], "running", "the state")
    pairs = sorted(tuple(sorted((each["white"], each["black"]))) for each in told["matches"])
    equal(pairs, sorted(combinations(sorted(ids), 2)), "the pairs")
    equal([each["result"] for each in told["matches"]], [None] * 6, "the results")
    equal(len({each["id"] for each in told["matches"]}), 6, "the number of match ids")
    equal(len(service.get(path).is_(200).json()["matches"]), 6, "the matches read back")


@suite.check("players join and leave in draft only, and a start is once: 409 INVALID_STATE")
def settled(service: Service) -> None:
    path, ids, _ = _running(service)
    _code(service.post(f"{path}/players", json={"name": "late"}), 409, "INVALID_STATE")
    _code(service.delete(f"{path}/players/{ids[0]}"), 409, "INVALID_STATE")
    _code(service.post(f"{path}/start"), 409, "INVALID_STATE")
    equal(len(service.get(path).is_(200).json()["players"]), 3, "the number of players")


@suite.check("a result is entered and overwritten")
def results(service: Service) -> None:
    path, _, matches = _running(service)
    match = next(iter(matches.values()))
    for result in ("1-0", "1/2-1/2", "0-1"):
        told = _result(service, path, match["id"], result).is_(200).json()
        equal(told, match | {"result": result}, "the match")
    told = service.get(path).is_(200).json()["matches"]
    equal([each["result"] for each in told if each["id"] == match["id"]], ["0-1"], "the result")
    for wrong in ("2-0", "", None, 1):
        _code(_result(service, path, match["id"], wrong), 422, "VALIDATION")


@suite.check("standings count wins, draws, losses and points, most points first")
def standings(service: Service) -> None:
    path, (a, b, c), matches = _running(service)
    told = service.get(f"{path}/standings").is_(200).json()
    equal([each["player_id"] for each in told], [a, b, c], "the order without results")
    _won(service, path, matches[frozenset((a, c))], c)
    _won(service, path, matches[frozenset((b, c))], c)
    _result(service, path, matches[frozenset((a, b))]["id"], "1/2-1/2").is_(200)
    told = service.get(f"{path}/standings").is_(200).json()
    names = ("player_id", "name", "played", "wins", "draws", "losses", "points")
    wanted = [(c, "p2", 2, 2, 0, 0, 2), (a, "p0", 2, 0, 1, 1, 0.5), (b, "p1", 2, 0, 1, 1, 0.5)]
    equal([tuple(each[name] for name in names) for each in told], wanted, "the standings")
    _won(service, path, matches[frozenset((a, b))], b)
    told = service.get(f"{path}/standings").is_(200).json()
    equal([each["points"] for each in told], [2, 1, 0], "points once a result is overwritten")


@suite.check("a tournament is finished when every match has a result: else 409 MATCHES_OPEN")
def finished(service: Service) -> None:
    path, _, matches = _running(service)
    first, *rest = matches.values()
    for match in rest:
        _result(service, path, match["id"], "1-0").is_(200)
    _code(service.post(f"{path}/finish"), 409, "MATCHES_OPEN")
    _result(service, path, first["id"], "0-1").is_(200)
    equal(service.post(f"{path}/finish").is_(200).json()["state"], "finished", "the state")
    _code(_result(service, path, first["id"], "1-0"), 409, "INVALID_STATE")
    _code(service.post(f"{path}/players", json={"name": "late"}), 409, "INVALID_STATE")
    _code(service.post(f"{path}/start"), 409, "INVALID_STATE")
    _code(service.post(f"{path}/finish"), 409, "INVALID_STATE")
    service.get(f"{path}/standings").is_(200)


@suite.check("a draft cannot be finished: 409 INVALID_STATE")
def not_started(service: Service) -> None:
    path, _ = _open(service, 3)
    _code(service.post(f"{path}/finish"), 409, "INVALID_STATE")
    equal(service.get(path).is_(200).json()["state"], "draft", "the state")


@suite.check("what is not there is 404 NOT_FOUND")
def absent(service: Service) -> None:
    path, _, matches = _running(service)
    nowhere = f"/tournaments/{unknown(int(path.rpartition('/')[2]))}"
    match = unknown(next(iter(matches.values()))["id"])
    _code(service.get(nowhere), 404, "NOT_FOUND")
    _code(service.get(f"{nowhere}/standings"), 404, "NOT_FOUND")
    _code(service.post(f"{nowhere}/players", json={"name": "x"}), 404, "NOT_FOUND")
    _code(service.post(f"{nowhere}/start"), 404, "NOT_FOUND")
    _code(service.post(f"{nowhere}/finish"), 404, "NOT_FOUND")
    _code(_result(service, path, match, "1-0"), 404, "NOT_FOUND")
    draft, ids = _open(service, 1)
    _code(service.delete(f"{draft}/players/{unknown(ids[0])}"), 404, "NOT_FOUND")


@suite.check("bad input is 422 VALIDATION")
def malformed(service: Service) -> None:
    path, _ = _open(service)
    refuses_malformed(service, "/tournaments")
    _code(service.post("/tournaments", json={}), 422, "VALIDATION")
    _code(service.post("/tournaments", json={"name": []}), 422, "VALIDATION")
    wrong: list[dict[str, Any]] = [
        {},
        {"name": "x", "rating": 99},
        {"name": "x", "rating": 3001},
        {"name": "x", "rating": "good"},
    ]
    for each in wrong:
        _code(service.post(f"{path}/players", json=each), 422, "VALIDATION")
    equal(service.get(path).is_(200).json()["players"], [], "the players")
    _join(service, path, "low", 100)
    _join(service, path, "high", 3000)
