"""High scores."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("leaderboard", "service")


def _play(service: Service, game: str, *scores: tuple[str, int]) -> None:
    for player, points in scores:
        service.post("/scores", json={"player": player, "game": game, "points": points}).is_(201)


def _game() -> str:
    return f"game{token_hex(4)}"


def _board(service: Service, game: str, **params: int) -> list[tuple[Any, Any, Any]]:
    told = service.get(f"/games/{game}/leaderboard", params=params).is_(200).json()
    return [(each["rank"], each["player"], each["points"]) for each in told]


@suite.check("a score is taken and answered with an id")
def taken(service: Service) -> None:
    given = {"player": "Zoe", "game": _game(), "points": 0}
    told = service.post("/scores", json=given).is_(201).json()
    equal({name: told[name] for name in given}, given, "the score")
    expect(told["id"] is not None, "it has an id")


@suite.check("the best players are ranked, each once with their best")
def ranked(service: Service) -> None:
    game = _game()
    _play(service, game, ("ANN", 50), ("BOB", 80), ("ANN", 120), ("CAT", 70), ("ANN", 10), ("BOB", 20))
    _play(service, _game(), ("DAN", 9999))
    equal(_board(service, game), [(1, "ANN", 120), (2, "BOB", 80), (3, "CAT", 70)], "the board")


@suite.check("equal points share a rank, and the next is skipped")
def shared(service: Service) -> None:
    game = _game()
    _play(service, game, ("ZED", 50), ("TOP", 90), ("LOW", 10), ("ABE", 50))
    equal(_board(service, game), [(1, "TOP", 90), (2, "ABE", 50), (2, "ZED", 50), (4, "LOW", 10)], "the board")


@suite.check("the board has ten players unless told otherwise")
def limited(service: Service) -> None:
    game = _game()
    _play(service, game, *((f"P{n:03}", n * 10) for n in range(12)))
    equal(len(_board(service, game)), 10, "the number of players")
    equal(_board(service, game, limit=2), [(1, "P011", 110), (2, "P010", 100)], "the first two")
    equal(len(_board(service, game, limit=100)), 12, "all")
    for wrong in (0, 101, -1):
        service.get(f"/games/{game}/leaderboard", params={"limit": wrong}).is_(400)


@suite.check("statistics are over all scores")
def stats(service: Service) -> None:
    game = _game()
    _play(service, game, ("ANN", 10), ("BOB", 20), ("ANN", 45), ("CAT", 25))
    told = service.get(f"/games/{game}/stats").is_(200).json()
    equal((told["scores"], told["players"], told["best"]), (4, 3, 45), "scores, players and best")
    equal((told["average"], told["median"]), (25.0, 22.5), "average and median")
    _play(service, game, ("DAN", 30))
    _play(service, game, ("DAN", 31))
    _play(service, game, ("DAN", 8))
    told = service.get(f"/games/{game}/stats").is_(200).json()
    equal((told["average"], told["median"]), (24.1, 25), "average and median of seven")


@suite.check("a game nobody has played is 404")
def unplayed(service: Service) -> None:
    game = _game()
    service.get(f"/games/{game}/leaderboard").is_(404)
    service.get(f"/games/{game}/stats").is_(404)


@suite.check("a violation is 400, says why and counts for nothing")
def malformed(service: Service) -> None:
    game = _game()
    good = {"player": "Zoe", "game": game, "points": 5}
    wrong: list[dict[str, Any]] = [
        {"player": "Zo"}, {"player": "Z" * 13}, {"player": "Zoe!"}, {"player": "Zo e"},
        {"points": -1}, {"points": "many"}, {"points": 1.5},
    ]
    bodies = [{**good, **each} for each in wrong]
    bodies += [{k: v for k, v in good.items() if k != name} for name in good]
    for body in bodies:
        told = service.post("/scores", json=body).is_(400).json()
        expect(isinstance(told.get("error"), str) and told["error"], f"an error is told; it is {told}")
    service.get(f"/games/{game}/stats").is_(404)
    _play(service, game, ("abc", 1), ("ABCdef123456", 2))
