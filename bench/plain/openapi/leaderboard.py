"""A leaderboard: best scores, ranks, a limit."""

from __future__ import annotations

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("leaderboard", "service")


def _submit(service: Service, player: str, score: object) -> Answer:
    return service.post("/scores", json={"player": player, "score": score})


@suite.check("a score makes an entry with a rank", fresh=True)
def submitted(service: Service) -> None:
    equal(service.get("/leaderboard").is_(200).json(), [], "the empty board")
    wanted = {"rank": 1, "player": "ann", "score": 50}
    equal(_submit(service, "ann", 50).is_(200).json(), wanted, "the entry")
    equal(service.get("/players/ann").is_(200).json(), wanted, "the player")
    equal(_submit(service, "bob", 20).is_(200).json()["rank"], 2, "the lower one's rank")


@suite.check("only the best score of a player counts", fresh=True)
def best(service: Service) -> None:
    for score, wanted in ((50, 50), (30, 50), (80, 80)):
        equal(_submit(service, "ann", score).is_(200).json()["score"], wanted, "the best")
    equal(len(service.get("/leaderboard").is_(200).json()), 1, "the number of entries")


@suite.check("the board is ordered by score, then name", fresh=True)
def ordered(service: Service) -> None:
    for player, score in (("dan", 10), ("cem", 70), ("bob", 40), ("ann", 40)):
        _submit(service, player, score).is_(200)
    wanted = [(1, "cem", 70), (2, "ann", 40), (3, "bob", 40), (4, "dan", 10)]
    told = service.get("/leaderboard").is_(200).json()
    equal([(e["rank"], e["player"], e["score"]) for e in told], wanted, "the board")
    equal(service.get("/players/bob").is_(200).json()["rank"], 3, "bob's rank")


@suite.check("limit cuts the board, 10 unless told", fresh=True)
def limited(service: Service) -> None:
    for number in range(12):
        _submit(service, f"player{number:02}", number).is_(200)
    equal(len(service.get("/leaderboard").is_(200).json()), 10, "the entries unless told")
    told = service.get("/leaderboard", params={"limit": 2}).is_(200).json()
    equal([e["player"] for e in told], ["player11", "player10"], "the two best")
    equal(len(service.get("/leaderboard", params={"limit": 100}).is_(200).json()), 12, "all")
    for wrong in (0, 101):
        service.get("/leaderboard", params={"limit": wrong}).is_(400)


@suite.check("invalid submissions are 400, unknown players 404")
def malformed(service: Service) -> None:
    for player, score in (("", 5), ("x" * 21, 5), ("eve", -1), ("eve", "many"), ("eve", 1.5)):
        _submit(service, player, score).is_(400)
    service.post("/scores", json={"player": "eve"}).is_(400)
    service.post("/scores", json={"score": 5}).is_(400)
    service.get("/players/eve").is_(404)
