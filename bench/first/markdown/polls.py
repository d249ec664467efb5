"""Polls with one vote for each voter."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("polls", "service")


def _poll(service: Service, *options: str) -> dict[str, Any]:
    given = {"question": "Lunch?", "options": list(options or ("Pizza", "Sushi", "Salad"))}
    return service.post("/polls", json=given).is_(201).json()


def _vote(service: Service, poll: dict[str, Any], voter: str, place: int) -> Answer:
    given = {"voter": voter, "option_id": poll["options"][place]["id"]}
    return service.post(f"/polls/{poll['id']}/vote", json=given)


def _votes(poll: dict[str, Any]) -> list[tuple[Any, Any]]:
    return [(each["text"], each["votes"]) for each in poll["options"]]


def _results(service: Service, poll: dict[str, Any]) -> object:
    return service.get(f"/polls/{poll['id']}/results").is_(200).json()


@suite.check("a poll is made and read back")
def made(service: Service) -> None:
    poll = _poll(service)
    read = service.get(f"/polls/{poll['id']}").is_(200).json()
    for each in (poll, read):
        equal((each["question"], each["closed"]), ("Lunch?", False), "the poll")
        equal(_votes(each), [("Pizza", 0), ("Sushi", 0), ("Salad", 0)], "the options")
    equal(len({each["id"] for each in poll["options"]}), 3, "the number of option ids")


@suite.check("a bad poll is 400")
def malformed(service: Service) -> None:
    for question, options in (
        ("", ["a", "b"]),
        ("Why?", []),
        ("Why?", ["a"]),
        ("Why?", ["a", "b", "a"]),
        ("Why?", [f"o{n}" for n in range(11)]),
    ):
        service.post("/polls", json={"question": question, "options": options}).is_(400)
    service.post("/polls", json={"options": ["a", "b"]}).is_(400)
    service.post("/polls", json={"question": "Why?"}).is_(400)
    _poll(service, *[f"o{n}" for n in range(10)])


@suite.check("votes are counted")
def counted(service: Service) -> None:
    poll, other = _poll(service), _poll(service)
    _vote(service, poll, "ann", 1).is_(200)
    _vote(service, other, "ann", 0).is_(200)
    told = _vote(service, poll, "bob", 1).is_(200).json()
    wanted = [("Pizza", 0), ("Sushi", 2), ("Salad", 0)]
    equal(_votes(told), wanted, "the votes told")
    equal(_votes(service.get(f"/polls/{poll['id']}").is_(200).json()), wanted, "the votes read")


@suite.check("nobody votes twice")
def once(service: Service) -> None:
    poll = _poll(service)
    _vote(service, poll, "ann", 1).is_(200)
    _vote(service, poll, "ann", 1).is_(409)
    _vote(service, poll, "ann", 2).is_(409)
    wanted = [("Pizza", 0), ("Sushi", 1), ("Salad", 0)]
    equal(_votes(service.get(f"/polls/{poll['id']}").is_(200).json()), wanted, "the votes")


@suite.check("a vote for no option or of nobody is 400")
def invalid(service: Service) -> None:
    poll = _poll(service)
    path = f"/polls/{poll['id']}/vote"
    service.post(path, json={"voter": "ann", "option_id": 987654}).is_(400)
    service.post(path, json={"option_id": poll["options"][0]["id"]}).is_(400)
    equal(
        [each["votes"] for each in service.get(f"/polls/{poll['id']}").is_(200).json()["options"]],
        [0, 0, 0],
        "the votes",
    )


@suite.check("a closed poll takes no votes")
def closed(service: Service) -> None:
    poll = _poll(service)
    _vote(service, poll, "ann", 0).is_(200)
    equal(service.post(f"/polls/{poll['id']}/close").is_(200).json()["closed"], True, "closed")
    _vote(service, poll, "bob", 0).is_(409)
    read = service.get(f"/polls/{poll['id']}").is_(200).json()
    equal((read["closed"], _votes(read)[0]), (True, ("Pizza", 1)), "the poll")
    equal(
        _results(service, poll),
        {"question": "Lunch?", "total_votes": 1, "winner": "Pizza"},
        "results",
    )


@suite.check("results name the winner, if there is one")
def results(service: Service) -> None:
    poll = _poll(service)
    for voter, place, winner in (
        (None, 0, None),
        ("ann", 1, "Sushi"),
        ("bob", 2, None),
        ("cid", 2, "Salad"),
    ):
        if voter:
            _vote(service, poll, voter, place).is_(200)
        told = _results(service, poll)
        equal(told["winner"], winner, "the winner")  # type: ignore[index]
    equal(
        _results(service, poll),
        {"question": "Lunch?", "total_votes": 3, "winner": "Salad"},
        "results",
    )


@suite.check("an unknown poll is 404", fresh=True)
def unknown(service: Service) -> None:
    service.get("/polls/987654").is_(404)
    service.get("/polls/987654/results").is_(404)
    service.post("/polls/987654/close").is_(404)
    service.post("/polls/987654/vote", json={"voter": "ann", "option_id": 1}).is_(404)
