"""Habits with check-ins and streaks."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("habits", "service")


def _habit(service: Service) -> Any:
    return (
        service.post("/createHabit", json={"name": f"Read {token_hex(4)}"})
        .is_(201)
        .json()["habitId"]
    )


def _check_in(service: Service, habit: object, *dates: str) -> list[Any]:
    told = []
    for date in dates:
        given = {"habitId": habit, "date": date}
        told.append(service.post("/checkIn", json=given).is_(200).json()["checkIns"])
    return told


def _streak(service: Service, habit: object, date: str) -> object:
    return service.get("/getStreak", params={"habitId": habit, "date": date}).is_(200).json()


@suite.check("habits are made and listed in order", fresh=True)
def made(service: Service) -> None:
    equal(service.get("/listHabits").is_(200).json(), {"habits": []}, "no habits")
    told = [
        service.post("/createHabit", json={"name": name}).is_(201).json()
        for name in ("Read", "Eat", "Run")
    ]
    equal(
        [(each["name"], each["checkIns"]) for each in told],
        [("Read", 0), ("Eat", 0), ("Run", 0)],
        "they",
    )
    equal(service.get("/listHabits").is_(200).json(), {"habits": told}, "the habits")


@suite.check("a name is needed and used once")
def named(service: Service) -> None:
    for given in ({}, {"name": ""}):
        told = service.post("/createHabit", json=given).is_(400).json()
        expect(isinstance(told["error"], str), "there is an error text")
    name = f"Read {token_hex(4)}"
    service.post("/createHabit", json={"name": name}).is_(201)
    told = service.post("/createHabit", json={"name": name}).is_(409).json()
    expect(isinstance(told["error"], str), "there is an error text")


@suite.check("a day counts once")
def checked(service: Service) -> None:
    habit, other = _habit(service), _habit(service)
    equal(
        _check_in(service, habit, "2024-05-01", "2024-05-02", "2024-05-01"),
        [1, 2, 2],
        "the check-ins",
    )
    told = service.get("/listHabits").is_(200).json()["habits"]
    counts = {each["habitId"]: each["checkIns"] for each in told}
    equal((counts[habit], counts[other]), (2, 0), "the check-ins listed")


@suite.check("a check-in is taken back")
def undone(service: Service) -> None:
    habit = _habit(service)
    _check_in(service, habit, "2024-05-01", "2024-05-02")
    given = {"habitId": habit, "date": "2024-05-02"}
    equal(service.post("/undoCheckIn", json=given).is_(200).json()["checkIns"], 1, "the check-ins")
    service.post("/undoCheckIn", json=given).is_(409)
    equal(_streak(service, habit, "2024-05-02"), {"current": 0, "longest": 1}, "the streak")


@suite.check("streaks are runs of days")
def streaks(service: Service) -> None:
    habit = _habit(service)
    equal(_streak(service, habit, "2024-03-02"), {"current": 0, "longest": 0}, "no streak")
    _check_in(service, habit, "2024-03-01", "2024-02-28", "2024-02-29", "2024-03-05", "2024-03-04")
    for date, current in (
        ("2024-02-28", 1),
        ("2024-03-01", 3),
        ("2024-03-02", 0),
        ("2024-03-05", 2),
        ("2024-03-06", 0),
    ):
        equal(
            _streak(service, habit, date),
            {"current": current, "longest": 3},
            f"the streak on {date}",
        )


@suite.check("a bad date is 400")
def malformed(service: Service) -> None:
    habit = _habit(service)
    for given in (
        {"habitId": habit},
        {"habitId": habit, "date": "2024-02-30"},
        {"habitId": habit, "date": "today"},
    ):
        for function in ("/checkIn", "/undoCheckIn"):
            told = service.post(function, json=given).is_(400).json()
            expect(isinstance(told["error"], str), "there is an error text")
        service.get("/getStreak", params=given).is_(400)
    equal(_streak(service, habit, "2024-03-01"), {"current": 0, "longest": 0}, "the streak")


@suite.check("a deleted habit is gone")
def deleted(service: Service) -> None:
    habit = _habit(service)
    _check_in(service, habit, "2024-05-01")
    service.post("/deleteHabit", json={"habitId": habit}).is_(204)
    told = service.get("/listHabits").is_(200).json()["habits"]
    expect(habit not in [each["habitId"] for each in told], "it is not listed")
    given = {"habitId": habit, "date": "2024-05-01"}
    told = service.post("/checkIn", json=given).is_(404).json()
    expect(isinstance(told["error"], str), "there is an error text")
    service.post("/undoCheckIn", json=given).is_(404)
    service.get("/getStreak", params=given).is_(404)
    service.post("/deleteHabit", json={"habitId": habit}).is_(404)
