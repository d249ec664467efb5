"""A leaderboard of best scores."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("leaderboard", "service")


def _score(service: Service, player: str, score: int) -> dict[str, Any]:
    return service.post("/scores", json={"player": player, "score": score}).is_(201).json()


def _board(service: Service, **params: object) -> list[tuple[Any, Any, Any]]:
    told = service.get("/leaderboard", params=params).is_(200).json()
    return [(each["rank"], each["player"], each["score"]) for each in told]


@suite.check("a score tells the best so far", fresh=True)
def scored(service: Service) -> None:
    for score, best, improved in ((50, 50, True), (30, 50, False), (50, 50, False), (80, 80, True)):
        equal(
            _score(service, "ann", score),
            {"player": "ann", "best": best, "improved": improved},
            "it",
        )
    equal(
        _score(service, "bob", 0),
        {"player": "bob", "best": 0, "improved": True},
        "a first score of 0",
    )


@suite.check("a wrong score is 400", fresh=True)
def malformed(service: Service) -> None:
    for given in (
        {"player": "ann"},
        {"score": 5},
        {"player": "", "score": 5},
        {"player": "a" * 31, "score": 5},
        {"player": "ann", "score": -1},
        {"player": "ann", "score": 1.5},
        {"player": "ann", "score": "many"},
    ):
        service.post("/scores", json=given).is_(400)
    equal(_board(service), [], "the board")


@suite.check("the board has the best of each player, highest first", fresh=True)
def listed(service: Service) -> None:
    for player, score in (("ann", 10), ("bob", 70), ("ann", 90), ("cid", 40), ("bob", 20)):
        _score(service, player, score)
    equal(_board(service), [(1, "ann", 90), (2, "bob", 70), (3, "cid", 40)], "the board")


@suite.check("equal scores share a rank", fresh=True)
def tied(service: Service) -> None:
    for player, score in (("zoe", 50), ("eve", 10), ("kim", 50), ("max", 90)):
        _score(service, player, score)
    wanted = [(1, "max", 90), (2, "kim", 50), (2, "zoe", 50), (4, "eve", 10)]
    equal(_board(service), wanted, "the board")
    equal(service.get("/players/zoe").is_(200).json()["rank"], 2, "the rank of zoe")
    equal(service.get("/players/eve").is_(200).json()["rank"], 4, "the rank of eve")


@suite.check("the board is cut at 10 or at the limit", fresh=True)
def limited(service: Service) -> None:
    for number in range(12):
        _score(service, f"p{number:02}", number)
    equal(len(_board(service)), 10, "the entries by default")
    equal(_board(service, limit=2), [(1, "p11", 11), (2, "p10", 10)], "two entries")
    equal(len(_board(service, limit=100)), 12, "the entries of a hundred")
    for wrong in (0, 101, "few"):
        service.get("/leaderboard", params={"limit": wrong}).is_(400)


@suite.check("a player is shown", fresh=True)
def shown(service: Service) -> None:
    service.get("/players/ann").is_(404)
    for player, score in (("ann", 120), ("ann", 5), ("bob", 200), ("ann", 60)):
        _score(service, player, score)
    told = service.get("/players/ann").is_(200).json()
    equal(told, {"player": "ann", "best": 120, "games": 3, "rank": 2}, "ann")


@suite.check("a player is forgotten", fresh=True)
def forgotten(service: Service) -> None:
    service.delete("/players/ann").is_(404)
    _score(service, "ann", 120)
    _score(service, "bob", 7)
    service.delete("/players/ann").is_(204)
    service.get("/players/ann").is_(404)
    service.delete("/players/ann").is_(404)
    equal(_board(service), [(1, "bob", 7)], "the board")
    equal(_score(service, "ann", 3), {"player": "ann", "best": 3, "improved": True}, "a new start")
