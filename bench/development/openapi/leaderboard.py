"""Leaderboards: the best score of each player, ranks that are shared, and a key per game."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("leaderboard", "service")


def _game(service: Service, **more: str) -> tuple[str, dict[str, str]]:
    """The path of a new game, and the header that writing needs."""
    given = {"gameId": f"game-{token_hex(4)}", "name": "Pong", **more}
    made = service.post("/games", json=given).is_(201).json()
    equal({name: made[name] for name in given}, given, "the game")
    return f"/games/{given['gameId']}", {"X-Game-Key": made["gameKey"]}


def _score(service: Service, game: str, key: dict[str, str], player: str, score: object) -> Answer:
    given = {"player": player, "score": score}
    return service.post(f"{game}/scores", json=given, headers=key)


def _played(service: Service, scores: dict[str, int], **more: str) -> tuple[str, dict[str, str]]:
    game, key = _game(service, **more)
    for player, score in scores.items():
        _score(service, game, key, player, score).is_(201)
    return game, key


def _ranking(service: Service, path: str, **params: int) -> list[tuple[int, str, int]]:
    told = service.get(path, params=params).is_(200).json()
    return [(each["rank"], each["player"], each["score"]) for each in told]


@suite.check("without games none are listed", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/games").is_(200).json(), [], "the games")


@suite.check("a game is registered once, and its key is shown once")
def games(service: Service) -> None:
    game, key = _game(service)
    low, _ = _game(service, order="lowest")
    answers = [service.get(game).is_(200), service.get("/games").is_(200)]
    for answer in answers:
        expect(key["X-Game-Key"] not in answer.text, "the key is not shown again")
    told = answers[0].json()
    equal((told["name"], told["order"], told["players"]), ("Pong", "highest", 0), "the game")
    equal(service.get(low).is_(200).json()["order"], "lowest", "the order of the other")
    ids = [f"/games/{each['gameId']}" for each in answers[1].json()]
    equal((ids.count(game), ids.count(low)), (1, 1), "how often they are listed")
    again = {"gameId": game.rpartition("/")[2], "name": "x"}
    service.post("/games", json=again).is_(409)


@suite.check("writing needs the key of that game: 401 without, 403 with another")
def guarded(service: Service) -> None:
    game, _ = _played(service, {"pixel": 10})
    _, other = _game(service)
    given = {"player": "pixel", "score": 99}
    for headers, status in (({}, 401), ({"X-Game-Key": "x"}, 403), (other, 403)):
        service.post(f"{game}/scores", json=given, headers=headers).is_(status)
        service.delete(f"{game}/scores", headers=headers).is_(status)
        service.delete(f"{game}/players/pixel", headers=headers).is_(status)
    equal(_ranking(service, f"{game}/scores"), [(1, "pixel", 10)], "the ranking")


@suite.check("only the best score is kept, and every one is an attempt")
def best(service: Service) -> None:
    game, key = _game(service)
    for score, status, kept, attempts in (
        (50, 201, 50, 1),
        (40, 200, 50, 2),
        (50, 200, 50, 3),
        (70, 201, 70, 4),
    ):
        told = _score(service, game, key, "pixel", score).is_(status).json()
        wanted = {"rank": 1, "player": "pixel", "score": kept, "attempts": attempts}
        wanted["improved"] = status == 201
        equal({name: told[name] for name in wanted}, wanted, "the entry")
    told = service.get(f"{game}/players/pixel").is_(200).json()
    wanted = {"rank": 1, "player": "pixel", "score": 70, "attempts": 4}
    equal({name: told[name] for name in wanted}, wanted, "the entry of the player")
    equal(service.get(game).is_(200).json()["players"], 1, "players")


@suite.check("the best score is the highest or the lowest, as the game says")
def lowest(service: Service) -> None:
    game, key = _played(service, {"a": 30, "b": 10, "c": 20}, order="lowest")
    equal(_ranking(service, f"{game}/scores"), [(1, "b", 10), (2, "c", 20), (3, "a", 30)], "it")
    equal(_score(service, game, key, "a", 31).is_(200).json()["score"], 30, "the score kept")
    told = _score(service, game, key, "a", 5).is_(201).json()
    equal((told["score"], told["rank"], told["improved"]), (5, 1, True), "the entry")


@suite.check("players with the same score share a rank, by name, and the next rank is left out")
def shared(service: Service) -> None:
    game, _ = _played(service, {"zoe": 80, "top": 90, "low": 10, "ann": 80})
    wanted = [(1, "top", 90), (2, "ann", 80), (2, "zoe", 80), (4, "low", 10)]
    equal(_ranking(service, f"{game}/scores"), wanted, "the ranking")
    for rank, player, score in wanted:
        told = service.get(f"{game}/players/{player}").is_(200).json()
        equal((told["rank"], told["score"]), (rank, score), f"the entry of {player}")


@suite.check("the ranking has ten entries, or as many as are asked for, of that game alone")
def top(service: Service) -> None:
    game, _ = _played(service, {f"p{n:02d}": 100 - n for n in range(12)})
    other, _ = _game(service)
    wanted = [(n + 1, f"p{n:02d}", 100 - n) for n in range(12)]
    equal(_ranking(service, f"{game}/scores"), wanted[:10], "the ranking")
    for count in (1, 3, 100):
        equal(_ranking(service, f"{game}/scores", top=count), wanted[:count], f"the top {count}")
    equal(_ranking(service, f"{other}/scores"), [], "the ranking of another game")
    for wrong in (0, 101):
        service.get(f"{game}/scores", params={"top": wrong}).refused()


@suite.check("neighbours are up to two above and two below, in the order of the ranking")
def neighbours(service: Service) -> None:
    game, _ = _played(service, {f"p{n}": 100 - n for n in range(7)})
    for player, wanted in (
        ("p3", ["p1", "p2", "p3", "p4", "p5"]),
        ("p0", ["p0", "p1", "p2"]),
        ("p1", ["p0", "p1", "p2", "p3"]),
        ("p6", ["p4", "p5", "p6"]),
    ):
        told = _ranking(service, f"{game}/players/{player}/neighbours")
        equal([each[1] for each in told], wanted, f"the neighbours of {player}")
        equal([each[0] for each in told], [int(each[1]) + 1 for each in wanted], "their ranks")


@suite.check("an entry is removed, and others move up")
def removed(service: Service) -> None:
    game, key = _played(service, {"a": 3, "b": 2, "c": 1})
    service.delete(f"{game}/players/a", headers=key).is_(204)
    service.get(f"{game}/players/a").is_(404)
    service.delete(f"{game}/players/a", headers=key).is_(404)
    equal(_ranking(service, f"{game}/scores"), [(1, "b", 2), (2, "c", 1)], "the ranking")
    equal(service.get(game).is_(200).json()["players"], 2, "players")


@suite.check("a game that starts over has no scores, and others keep theirs")
def started_over(service: Service) -> None:
    game, key = _played(service, {"a": 3, "b": 2})
    other, _ = _played(service, {"a": 1})
    service.delete(f"{game}/scores", headers=key).is_(204)
    equal(_ranking(service, f"{game}/scores"), [], "the ranking")
    equal(service.get(game).is_(200).json()["players"], 0, "players")
    equal(_ranking(service, f"{other}/scores"), [(1, "a", 1)], "the ranking of another game")
    told = _score(service, game, key, "a", 1).is_(201).json()
    equal(told["attempts"], 1, "attempts after starting over")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    game, key = _game(service)
    nowhere = f"/games/no-{token_hex(4)}"
    service.get(nowhere).is_(404)
    service.get(f"{nowhere}/scores").is_(404)
    service.get(f"{nowhere}/players/a").is_(404)
    service.get(f"{game}/players/a").is_(404)
    service.get(f"{game}/players/a/neighbours").is_(404)
    service.delete(f"{game}/players/a", headers=key).is_(404)


@suite.check("what breaks a rule is 422")
def malformed(service: Service) -> None:
    refuses_malformed(service, "/games")
    right = {"gameId": f"game-{token_hex(4)}", "name": "x"}
    wrong: list[dict[str, Any]] = [
        {"name": "x"},
        {"gameId": right["gameId"]},
        right | {"gameId": "ab"},
        right | {"gameId": "a" * 31},
        right | {"gameId": "Pong"},
        right | {"gameId": "po_ng"},
        right | {"name": ""},
        right | {"order": "random"},
    ]
    for each in wrong:
        service.post("/games", json=each).is_(422)
    game, key = _game(service)
    for score in (-1, 1.5, "many", None):
        _score(service, game, key, "a", score).is_(422)
    for player in ("", "p" * 41):
        _score(service, game, key, player, 1).is_(422)
    service.post(f"{game}/scores", json={"score": 1}, headers=key).is_(422)
    equal(_ranking(service, f"{game}/scores"), [], "the ranking")
    _score(service, game, key, "p" * 40, 0).is_(201)
