"""Habits with one check-in a day, streaks and an archive."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("habit-streaks", "service")


def _habit(service: Service, **more: Any) -> dict[str, Any]:
    given = {"name": f"h{token_hex(5)}", **more}
    made: dict[str, Any] = service.post("/habits", json=given).is_(201).json()
    return made


def _check_in(service: Service, habit: dict[str, Any], date: Any) -> Answer:
    return service.post(f"/habits/{habit['id']}/checkins", json={"date": date})


def _dates(service: Service, habit: dict[str, Any], **params: str) -> list[str]:
    told = service.get(f"/habits/{habit['id']}/checkins", params=params)
    return [each["date"] for each in told.items()]


def _streak(service: Service, habit: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"/habits/{habit['id']}/streak").is_(200).json()
    return told


def _names(service: Service, **params: str) -> list[str]:
    return [each["name"] for each in service.get("/habits", params=params).items()]


@suite.check("habits are listed by name with their defaults", fresh=True)
def listed(service: Service) -> None:
    equal(_names(service), [], "the habits at first")
    for name in ("run", "draw", "stretch", "meditate"):
        _habit(service, name=name, **({"target_per_week": 3} if name == "draw" else {}))
    told = service.get("/habits").items()
    equal([each["name"] for each in told], ["draw", "meditate", "run", "stretch"], "the names")
    equal([each["target_per_week"] for each in told], [3, 7, 7, 7], "the targets")
    equal([each["archived"] for each in told], [False] * 4, "archived")


@suite.check("a name is unique in whatever case (409)")
def unique(service: Service) -> None:
    name = f"Ab{token_hex(5)}"
    _habit(service, name=name)
    for again in (name, name.upper(), name.lower()):
        service.post("/habits", json={"name": again}).is_(409)


@suite.check("a habit that breaks a rule is 422, the limits themselves are fine")
def rules(service: Service) -> None:
    name = f"h{token_hex(5)}"
    wrongs: tuple[dict[str, Any], ...] = (
        {},
        {"name": ""},
        {"name": "x" * 61},
        {"name": name, "target_per_week": 0},
        {"name": name, "target_per_week": 8},
        {"name": name, "target_per_week": "often"},
    )
    for wrong in wrongs:
        service.post("/habits", json=wrong).is_(422)
    _habit(service, name=token_hex(30), target_per_week=1)
    _habit(service, name=token_hex(1)[:1] + token_hex(4), target_per_week=7)


@suite.check("one check-in per habit and day (409 for a second)")
def once(service: Service) -> None:
    habit, other = _habit(service), _habit(service)
    _check_in(service, habit, "2024-05-06").is_(201)
    _check_in(service, habit, "2024-05-06").is_(409)
    _check_in(service, other, "2024-05-06").is_(201)
    equal(_dates(service, habit), ["2024-05-06"], "the dates")


@suite.check("check-ins come oldest first, from and to are inclusive")
def ranged(service: Service) -> None:
    habit = _habit(service)
    for date in ("2024-03-10", "2024-02-28", "2024-03-01", "2023-12-31"):
        _check_in(service, habit, date).is_(201)
    every = ["2023-12-31", "2024-02-28", "2024-03-01", "2024-03-10"]
    equal(_dates(service, habit), every, "all dates")
    equal(_dates(service, habit, **{"from": "2024-02-28"}), every[1:], "from a day")
    equal(_dates(service, habit, to="2024-03-01"), every[:3], "to a day")
    both = {"from": "2024-02-28", "to": "2024-03-01"}
    equal(_dates(service, habit, **both), every[1:3], "between two days")


@suite.check("the longest streak counts consecutive days, over the end of a month too")
def streak(service: Service) -> None:
    habit = _habit(service)
    equal(_streak(service, habit), {"longest": 0, "total": 0}, "without check-ins")
    for date in ("2024-01-05", "2024-03-01", "2024-02-28", "2024-02-29", "2024-03-02"):
        _check_in(service, habit, date).is_(201)
    equal(_streak(service, habit), {"longest": 4, "total": 5}, "the streak")
    _check_in(service, habit, "2024-01-06").is_(201)
    equal(_streak(service, habit), {"longest": 4, "total": 6}, "the streak later")


@suite.check("an archived habit leaves the list and takes no check-ins")
def archived(service: Service) -> None:
    gone, stays = _habit(service), _habit(service)
    service.post(f"/habits/{gone['id']}/archive").is_(200)
    names = _names(service)
    equal((gone["name"] in names, stays["name"] in names), (False, True), "in the list")
    names = _names(service, archived="true")
    equal((gone["name"] in names, stays["name"] in names), (True, False), "in the archive")
    _check_in(service, gone, "2024-05-06").is_(409)
    _check_in(service, stays, "2024-05-06").is_(201)


@suite.check("what is no date is 422")
def dates(service: Service) -> None:
    habit = _habit(service)
    for wrong in ("2024-02-30", "yesterday", "2024-13-01", "", None):
        _check_in(service, habit, wrong).is_(422)
    service.post(f"/habits/{habit['id']}/checkins", json={}).is_(422)
    equal(_streak(service, habit)["total"], 0, "the check-ins")


@suite.check("an unknown habit is 404")
def absent(service: Service) -> None:
    nowhere = {"id": unknown(_habit(service)["id"])}
    _check_in(service, nowhere, "2024-05-06").is_(404)
    service.get(f"/habits/{nowhere['id']}/checkins").is_(404)
    service.get(f"/habits/{nowhere['id']}/streak").is_(404)
    service.post(f"/habits/{nowhere['id']}/archive").is_(404)
