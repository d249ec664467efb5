"""Relay teams and their runners: legs, times, moving, and complete teams first."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("relay-teams", "service")


def _team(service: Service, name: str) -> int:
    made = service.post("/teams", json={"name": name}).is_(201).json()
    wanted = {"name": name, "runner_count": 0, "complete": False, "total_seconds": None}
    equal({key: made[key] for key in wanted}, wanted, "the team")
    number: int = made["id"]
    return number


def _runner(service: Service, team: int, leg: int, seconds: int | None = None) -> int:
    given = {"name": f"R{leg}", "leg": leg}
    made = service.post(f"/teams/{team}/runners", json=given).is_(201).json()
    wanted = {**given, "team_id": team, "seconds": None}
    equal({key: made[key] for key in wanted}, wanted, "the runner")
    if seconds is not None:
        service.patch(f"/runners/{made['id']}", json={"seconds": seconds}).is_(200)
    number: int = made["id"]
    return number


def _legs(service: Service, team: int) -> list[tuple[Any, ...]]:
    told = service.get(f"/teams/{team}/runners").is_(200).json()
    return [(each["leg"], each["id"]) for each in told]


def _error(answer: Answer, status: int) -> None:
    told = answer.is_(status).json()
    expect(isinstance(told["error"], str) and told["error"], "an error with some text")


@suite.check("teams and runners count from 1, runners across teams", fresh=True)
def numbered(service: Service) -> None:
    equal(service.get("/teams").is_(200).json(), [], "the teams at first")
    equal([_team(service, "Hares"), _team(service, "Snails")], [1, 2], "the teams")
    equal([_runner(service, team, 1) for team in (2, 1)], [1, 2], "the runners")
    told = service.get("/teams/1").is_(200).json()
    wanted = {
        "id": 1,
        "name": "Hares",
        "runner_count": 1,
        "complete": False,
        "total_seconds": None,
    }
    equal({key: told[key] for key in wanted}, wanted, "the team")
    _error(service.post("/teams", json={"name": "Hares"}), 409)
    _team(service, "hares")


@suite.check("runners are listed by leg, and a leg is taken once in a team")
def legs(service: Service) -> None:
    team, other = _team(service, "Legs"), _team(service, "Other legs")
    equal(_legs(service, team), [], "the runners at first")
    ids = {leg: _runner(service, team, leg) for leg in (3, 1, 4)}
    _error(service.post(f"/teams/{team}/runners", json={"name": "x", "leg": 3}), 409)
    _runner(service, other, 3)
    equal(_legs(service, team), [(leg, ids[leg]) for leg in (1, 3, 4)], "the runners")


@suite.check("a team is complete with four timed legs, and then has a total")
def complete(service: Service) -> None:
    team = _team(service, "Complete")
    ids = [_runner(service, team, leg, 100 + leg) for leg in (1, 2, 3)]
    last = _runner(service, team, 4)

    def seen() -> tuple[Any, ...]:
        told = service.get(f"/teams/{team}").is_(200).json()
        return told["runner_count"], told["complete"], told["total_seconds"]

    equal(seen(), (4, False, None), "the team without one time")
    told = service.patch(f"/runners/{last}", json={"seconds": 50}).is_(200).json()
    equal((told["id"], told["seconds"], told["leg"]), (last, 50, 4), "the runner")
    equal(seen(), (4, True, 356), "the team with all times")
    told = service.patch(f"/runners/{ids[0]}", json={"seconds": None}).is_(200).json()
    equal(told["seconds"], None, "the time taken back")
    equal(seen(), (4, False, None), "the team with a time taken back")
    service.patch(f"/runners/{ids[0]}", json={"seconds": 1}).is_(200)
    equal(seen(), (4, True, 256), "the team with another time")
    service.delete(f"/runners/{ids[1]}").is_(204)
    equal(seen(), (3, False, None), "the team without a runner")


@suite.check("the quickest complete teams come first, then the others by id", fresh=True)
def ordered(service: Service) -> None:
    for name, times in (("a", [9]), ("b", [50] * 4), ("c", []), ("d", [40] * 4), ("e", [50] * 4)):
        team = _team(service, name)
        for leg, seconds in enumerate(times, 1):
            _runner(service, team, leg, seconds)
    told = service.get("/teams").is_(200).json()
    seen = [(each["name"], each["total_seconds"]) for each in told]
    equal(seen, [("d", 160), ("b", 200), ("e", 200), ("a", None), ("c", None)], "the teams")


@suite.check("a runner moves to another leg or team if that leg is free")
def moved(service: Service) -> None:
    one, two = _team(service, "From"), _team(service, "To")
    ana, bo = _runner(service, one, 1, 77), _runner(service, one, 2)
    taken = _runner(service, two, 1)
    path = f"/runners/{ana}"
    _error(service.patch(path, json={"team_id": two, "seconds": 5}), 409)
    _error(service.patch(path, json={"leg": 2}), 409)
    equal(_legs(service, one), [(1, ana), (2, bo)], "the runners of the first team")
    told = service.patch(path, json={"team_id": two, "leg": 4}).is_(200).json()
    seen = (told["team_id"], told["leg"], told["seconds"])
    equal(seen, (two, 4, 77), "the runner moved")
    equal(_legs(service, two), [(1, taken), (4, ana)], "the runners of the second team")
    equal(service.get(f"/teams/{one}").is_(200).json()["runner_count"], 1, "the runners left")
    service.patch(path, json={"leg": 4}).is_(200)
    service.patch(f"/runners/{bo}", json={"team_id": two}).is_(200)
    equal(_legs(service, two), [(1, taken), (2, bo), (4, ana)], "the runners of the second team")


@suite.check("a team with runners is only deleted by force, and they go with it")
def deleted(service: Service) -> None:
    team, bare = _team(service, "Full"), _team(service, "Bare")
    runner = _runner(service, team, 1)
    service.delete(f"/teams/{bare}").is_(204)
    _error(service.delete(f"/teams/{team}"), 409)
    equal(_legs(service, team), [(1, runner)], "the runners")
    service.delete(f"/teams/{team}", params={"force": "true"}).is_(204)
    for number in (team, bare):
        _error(service.get(f"/teams/{number}"), 404)
    _error(service.patch(f"/runners/{runner}", json={"leg": 2}), 404)
    _team(service, "Full")


@suite.check("what does not exist in the path is 404, and a team to move to 400")
def absent(service: Service) -> None:
    _error(service.get("/teams/9999"), 404)
    _error(service.delete("/teams/9999"), 404)
    _error(service.get("/teams/9999/runners"), 404)
    _error(service.post("/teams/9999/runners", json={"name": "x", "leg": 1}), 404)
    _error(service.patch("/runners/9999", json={"leg": 1}), 404)
    _error(service.delete("/runners/9999"), 404)
    runner = _runner(service, _team(service, "Absent"), 1)
    _error(service.patch(f"/runners/{runner}", json={"team_id": 9999}), 400)
    service.delete(f"/runners/{runner}").is_(204)
    _error(service.delete(f"/runners/{runner}"), 404)


@suite.check("wrong input is 400")
def wrong(service: Service) -> None:
    for given in ({}, {"name": ""}, {"name": 5}):
        _error(service.post("/teams", json=given), 400)
    team = _team(service, "Wrong")
    for given in (
        {"name": "x"},
        {"leg": 1},
        {"name": "", "leg": 1},
        {"name": "x", "leg": 0},
        {"name": "x", "leg": 5},
        {"name": "x", "leg": 1.5},
        {"name": "x", "leg": "last"},
    ):
        _error(service.post(f"/teams/{team}/runners", json=given), 400)
    equal(_legs(service, team), [], "the runners")
    runner = _runner(service, team, 1)
    for given in ({}, {"leg": 5}, {"seconds": 0}, {"seconds": "slow"}, {"seconds": 2.5}):
        _error(service.patch(f"/runners/{runner}", json=given), 400)
