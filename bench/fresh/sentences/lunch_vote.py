"""Lunch polls: one vote per name, results with a winner, closing."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("lunch-vote", "service")

_OPTIONS = ["Thai Corner", "Pizza", "Bagels"]


def _poll(service: Service, options: list[str] = _OPTIONS) -> Any:
    given = {"title": f"t{token_hex(4)}", "options": options}
    return service.post("/polls", json=given).is_(201).json()["id"]


def _vote(service: Service, poll: Any, name: str, option: Any) -> Answer:
    return service.put(f"/polls/{poll}/votes/{name}", json={"option": option})


def _results(service: Service, poll: Any) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"/polls/{poll}/results").is_(200).json()
    told["results"] = [(each["option"], each["votes"]) for each in told["results"]]
    return {name: told[name] for name in ("total", "results", "winner")}


def _ids(service: Service, **params: str) -> list[Any]:
    return [each["id"] for each in service.get("/polls", params=params).items()]


@suite.check("a new poll is open, has its options and no votes")
def opened(service: Service) -> None:
    given = {"title": "Friday", "options": _OPTIONS}
    told = service.post("/polls", json=given).is_(201).json()
    wanted = {**given, "open": True}
    equal({name: told[name] for name in wanted}, wanted, "the poll")
    nothing = {"total": 0, "results": [(each, 0) for each in _OPTIONS], "winner": None}
    equal(_results(service, told["id"]), nothing, "the results")


@suite.check("a poll has a title and 2 to 10 different options")
def rules(service: Service) -> None:
    for options in (["a"], [], ["a", "a"], [f"o{n}" for n in range(11)], "a,b", None):
        service.post("/polls", json={"title": "t", "options": options}).is_(422)
    service.post("/polls", json={"options": _OPTIONS}).is_(422)
    service.post("/polls", json={"title": "t"}).is_(422)
    _poll(service, ["a", "b"])
    _poll(service, [f"o{n}" for n in range(10)])


@suite.check("everyone has one vote, and may change it")
def voted(service: Service) -> None:
    poll = _poll(service)
    _vote(service, poll, "ann", "Pizza").is_(201)
    _vote(service, poll, "bob", "Pizza").is_(201)
    _vote(service, poll, "ann", "Bagels").is_(200)
    told = _results(service, poll)
    equal(told["total"], 2, "the total")
    equal(sorted(told["results"]), [("Bagels", 1), ("Pizza", 1), ("Thai Corner", 0)], "results")


@suite.check("the results are ordered by votes, then as the options are")
def ordered(service: Service) -> None:
    poll = _poll(service, ["d", "c", "b", "a"])
    for name, option in (("ann", "a"), ("bob", "a"), ("cid", "c")):
        _vote(service, poll, name, option).is_(201)
    wanted = {"total": 3, "results": [("a", 2), ("c", 1), ("d", 0), ("b", 0)], "winner": "a"}
    equal(_results(service, poll), wanted, "the results")


@suite.check("there is no winner when the first place is shared")
def tied(service: Service) -> None:
    poll = _poll(service)
    _vote(service, poll, "ann", "Bagels").is_(201)
    equal(_results(service, poll)["winner"], "Bagels", "the winner")
    _vote(service, poll, "bob", "Pizza").is_(201)
    wanted = [("Pizza", 1), ("Bagels", 1), ("Thai Corner", 0)]
    equal(_results(service, poll), {"total": 2, "results": wanted, "winner": None}, "the results")


@suite.check("a vote is taken back once")
def taken_back(service: Service) -> None:
    poll = _poll(service)
    _vote(service, poll, "ann", "Pizza").is_(201)
    service.delete(f"/polls/{poll}/votes/bob").is_(404)
    service.delete(f"/polls/{poll}/votes/ann").is_(204)
    service.delete(f"/polls/{poll}/votes/ann").is_(404)
    equal(_results(service, poll)["total"], 0, "the total")
    _vote(service, poll, "ann", "Pizza").is_(201)


@suite.check("a closed poll takes no votes and keeps its results")
def closed(service: Service) -> None:
    poll, other = _poll(service), _poll(service)
    _vote(service, poll, "ann", "Pizza").is_(201)
    told = service.post(f"/polls/{poll}/close").is_(200).json()
    equal((told["id"], told["open"]), (poll, False), "the poll")
    service.post(f"/polls/{poll}/close").is_(409)
    _vote(service, poll, "ann", "Bagels").is_(409)
    _vote(service, poll, "bob", "Bagels").is_(409)
    service.delete(f"/polls/{poll}/votes/ann").is_(409)
    told = _results(service, poll)
    equal((told["total"], told["winner"]), (1, "Pizza"), "the results")
    _vote(service, other, "ann", "Bagels").is_(201)


@suite.check("polls are listed, all or by open", fresh=True)
def listed(service: Service) -> None:
    first, second, third = (_poll(service) for _ in range(3))
    service.post(f"/polls/{second}/close").is_(200)
    equal(sorted(_ids(service)), sorted([first, second, third]), "all")
    equal(sorted(_ids(service, open="true")), sorted([first, third]), "the open ones")
    equal(_ids(service, open="false"), [second], "the closed one")


@suite.check("an option of no poll is 422, a poll that is not there 404")
def absent(service: Service) -> None:
    poll = _poll(service)
    for wrong in ("Sushi", None, 5):
        _vote(service, poll, "ann", wrong).is_(422)
    service.put(f"/polls/{poll}/votes/ann", json={}).is_(422)
    equal(_results(service, poll)["total"], 0, "the total")
    nowhere = unknown(poll)
    _vote(service, nowhere, "ann", "Pizza").is_(404)
    service.delete(f"/polls/{nowhere}/votes/ann").is_(404)
    service.get(f"/polls/{nowhere}/results").is_(404)
    service.post(f"/polls/{nowhere}/close").is_(404)
