"""A karaoke bar: songs wait by votes, one is sung at a time, and then they are history."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("karaoke-queue", "service")


def _ask(service: Service, singer: str, song: str = "Waterloo") -> Answer:
    return service.post("/queue", json={"singer": singer, "song": song})


def _wait(service: Service, singer: str, song: str = "Waterloo") -> Any:
    made = _ask(service, singer, song).is_(201).json()
    wanted = {"singer": singer, "song": song, "status": "waiting", "votes": 0}
    equal({name: made[name] for name in wanted}, wanted, "the song")
    return made["id"]


def _vote(service: Service, song: Any, by: str) -> Answer:
    return service.post(f"/queue/{song}/vote", json={"by": by})


def _queue(service: Service) -> list[Any]:
    return [each["id"] for each in service.get("/queue").items()]


def _history(service: Service, **params: str) -> list[Any]:
    return [each["id"] for each in service.get("/history", params=params).items()]


@suite.check("an empty bar: nothing waits, nobody sings, nothing was", fresh=True)
def empty(service: Service) -> None:
    equal(_queue(service), [], "the queue")
    equal(_history(service), [], "the history")
    service.get("/now").is_(404)
    service.post("/next").is_(204)


@suite.check("without votes the first to come is the first", fresh=True)
def in_order(service: Service) -> None:
    made = [_wait(service, each) for each in ("Zoe", "Ann", "Kim")]
    equal(_queue(service), made, "the queue")


@suite.check("most votes first, then first come first served", fresh=True)
def voted(service: Service) -> None:
    a, b, c, d = (_wait(service, each) for each in ("A", "B", "C", "D"))
    for song, by in ((c, "x"), (c, "y"), (d, "x"), (b, "y")):
        _vote(service, song, by).is_(200, 201, 204)
    equal(_queue(service), [c, b, d, a], "the queue")
    votes = [each["votes"] for each in service.get("/queue").items()]
    equal(votes, [2, 1, 1, 0], "the votes")


@suite.check("everyone votes once per song, and not for their own")
def votes(service: Service) -> None:
    one, two = _wait(service, f"s{token_hex(4)}"), _wait(service, "Mia " + token_hex(4))
    _vote(service, one, "Bob").is_(200, 201, 204)
    _vote(service, one, "Bob").is_(409)
    _vote(service, one, "BOB").is_(409)
    _vote(service, two, "Bob").is_(200, 201, 204)
    mine = next(each for each in service.get("/queue").items() if each["id"] == two)
    _vote(service, two, mine["singer"]).is_(403)
    _vote(service, two, mine["singer"].upper()).is_(403)
    equal(mine["votes"], 1, "the votes")


@suite.check("a singer has at most two songs waiting, whatever the case of the name", fresh=True)
def limited(service: Service) -> None:
    _wait(service, "Ann", "One")
    _wait(service, "ann", "Two")
    _ask(service, "ANN", "Three").is_(429)
    _wait(service, "Bob")
    equal(len(_queue(service)), 3, "the songs waiting")
    service.post("/next").is_(200)
    _wait(service, "Ann", "Three")


@suite.check("next takes the top, and what was singing is done", fresh=True)
def following(service: Service) -> None:
    a, b = _wait(service, "A"), _wait(service, "B")
    _vote(service, b, "A").is_(200, 201, 204)
    told = service.post("/next").is_(200).json()
    equal((told["id"], told["status"]), (b, "singing"), "the next")
    equal(service.get("/now").is_(200).json()["id"], b, "who is singing")
    equal(_queue(service), [a], "the queue")
    equal(_history(service), [], "the history")
    equal(service.post("/next").is_(200).json()["id"], a, "the next")
    equal(_history(service), [b], "the history")
    service.post("/next").is_(204)
    service.get("/now").is_(404)
    told = service.get("/history").items()
    equal([each["id"] for each in told], [a, b], "the history, latest first")
    equal({each["status"] for each in told}, {"done"}, "the status")


@suite.check("the history of one singer", fresh=True)
def history(service: Service) -> None:
    ann, bob, again = _wait(service, "Ann"), _wait(service, "Bob"), _wait(service, "Ann", "Two")
    for _ in range(4):
        service.post("/next").is_(200, 204)
    equal(_history(service), [again, bob, ann], "the history")
    equal(_history(service, singer="Ann"), [again, ann], "that of Ann")
    equal(_history(service, singer="ANN"), [again, ann], "that of Ann in upper case")
    equal(_history(service, singer="Zoe"), [], "that of nobody")


@suite.check("a waiting song is withdrawn; one that is singing or done is 409", fresh=True)
def withdrawn(service: Service) -> None:
    a, b, c = (_wait(service, each) for each in ("A", "B", "C"))
    service.delete(f"/queue/{b}").is_(204)
    equal(_queue(service), [a, c], "the queue")
    service.post("/next").is_(200)
    service.delete(f"/queue/{a}").is_(409)
    equal(service.post("/next").is_(200).json()["id"], c, "the next")
    service.delete(f"/queue/{a}").is_(409)
    equal(_history(service), [a], "the history")


@suite.check("only a waiting song is voted for", fresh=True)
def too_late(service: Service) -> None:
    song = _wait(service, "A")
    service.post("/next").is_(200)
    answer = _vote(service, song, "x")
    expect(400 <= answer.status < 500, f"a refusal, not {answer.status}")


@suite.check("many who ask for the next at once: each song is sung once", fresh=True)
def race(service: Service) -> None:
    made = [_wait(service, f"s{number}") for number in range(4)]
    answers = at_once([lambda: service.post("/next")] * 4)
    told = [each.is_(200).json()["id"] for each in answers]
    equal(sorted(told, key=str), sorted(made, key=str), "the songs")
    equal(len(_history(service)), 3, "the songs that are done")


@suite.check("an unknown song is 404")
def absent(service: Service) -> None:
    song = unknown(_wait(service, f"s{token_hex(4)}"))
    _vote(service, song, "x").is_(404)
    service.delete(f"/queue/{song}").is_(404)


@suite.check("singer, song and by are non-empty strings (422)", fresh=True)
def malformed(service: Service) -> None:
    for given in (
        {},
        {"singer": "A"},
        {"song": "B"},
        {"singer": "", "song": "B"},
        {"singer": "A", "song": ""},
        {"singer": 7, "song": "B"},
        {"singer": "A", "song": ["B"]},
    ):
        service.post("/queue", json=given).is_(422)
    equal(_queue(service), [], "the queue")
    song = _wait(service, "A")
    for by in ("", None, 7):
        service.post(f"/queue/{song}/vote", json={"by": by}).is_(422)
    service.post(f"/queue/{song}/vote", json={}).is_(422)
