"""Habits, days ticked off, and streaks of them."""

from __future__ import annotations

from secrets import randbelow
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("habit-streaks", "service")


def _name() -> str:
    return "h-" + "".join(chr(97 + randbelow(26)) for _ in range(12))


def _tick(service: Service, *days: str, habit: str = "") -> str:
    path = f"/habits/{habit or _name()}"
    for day in days:
        service.put(f"{path}/days/{day}").is_(200)
    return path


def _see(service: Service, path: str) -> dict[str, Any]:
    told: dict[str, Any] = service.get(path).is_(200).json()
    return told


def _latest(first: str, last: str, length: int) -> dict[str, Any]:
    return {"from": first, "to": last, "length": length}


@suite.check("without days there are no habits", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/habits").items(), [], "the habits")


@suite.check("a single day is a streak of one")
def single(service: Service) -> None:
    habit = _name()
    told = service.put(f"/habits/{habit}/days/2026-02-17").is_(200).json()
    wanted = {
        "habit": habit,
        "days": 1,
        "longest": 1,
        "latest": _latest("2026-02-17", "2026-02-17", 1),
    }
    equal(told, wanted, "the habit")
    equal(_see(service, f"/habits/{habit}"), wanted, "the habit")


@suite.check("streaks are days in a row, in whatever order they were ticked off")
def streaks(service: Service) -> None:
    path = _tick(
        service,
        "2026-03-02",
        "2026-02-11",
        "2026-02-10",
        "2026-03-01",
        "2026-02-12",
        "2026-02-20",
    )
    told = _see(service, path)
    equal((told["days"], told["longest"]), (6, 3), "days and longest")
    equal(told["latest"], _latest("2026-03-01", "2026-03-02", 2), "the latest")
    _tick(service, "2026-02-28", habit=path.rpartition("/")[2])
    told = _see(service, path)
    equal(told["latest"], _latest("2026-02-28", "2026-03-02", 3), "the latest over the month")


@suite.check("ticking off a day twice changes nothing")
def twice(service: Service) -> None:
    path = _tick(service, "2031-12-31", "2032-01-01", "2031-12-31")
    told = _see(service, path)
    equal((told["days"], told["longest"]), (2, 2), "days and longest")


@suite.check("a day taken away breaks the streak, and without days the habit is gone")
def taken(service: Service) -> None:
    path = _tick(service, "2026-02-10", "2026-02-11", "2026-02-12")
    service.delete(f"{path}/days/2026-02-11").is_(204)
    service.delete(f"{path}/days/2026-02-11").is_(404)
    told = _see(service, path)
    equal((told["days"], told["longest"]), (2, 1), "days and longest")
    equal(told["latest"], _latest("2026-02-12", "2026-02-12", 1), "the latest")
    service.delete(f"{path}/days/2026-02-10").is_(204)
    service.delete(f"{path}/days/2026-02-12").is_(204)
    service.get(path).is_(404)


@suite.check("the habit with the longest streak comes first, then by name", fresh=True)
def listed(service: Service) -> None:
    _tick(service, "2026-02-10", "2026-02-12", "2026-02-14", habit="walk")
    _tick(service, "2026-02-10", "2026-02-11", habit="yoga")
    _tick(service, "2026-02-10", habit="draw")
    told = service.get("/habits").items()
    equal([each["habit"] for each in told], ["yoga", "draw", "walk"], "the habits")
    equal(told[0], _see(service, "/habits/yoga"), "the first")


@suite.check("a month is one character for each day")
def month(service: Service) -> None:
    path = _tick(service, "2026-02-01", "2026-02-04", "2026-02-05", "2026-03-31")
    for name, wanted in (
        ("2026-02", "x..xx" + "." * 23),
        ("2026-03", "." * 30 + "x"),
        ("2028-02", "." * 29),
    ):
        equal(_see(service, f"{path}/months/{name}"), {"month": name, "marks": wanted}, "it")


@suite.check("a habit that does not exist is 404")
def absent(service: Service) -> None:
    path = f"/habits/{_name()}"
    service.get(path).is_(404)
    service.get(f"{path}/months/2026-02").is_(404)
    service.delete(f"{path}/days/2026-02-10").is_(404)


@suite.check("malformed names, dates and months are 400")
def malformed(service: Service) -> None:
    path = _tick(service, "2026-02-10")
    for day in ("2026-02-30", "2026-2-1", "17.02.2026", "today", "2025-02-29"):
        service.put(f"{path}/days/{day}").is_(400)
    for name in ("2026-13", "2026-00", "2026", "february"):
        service.get(f"{path}/months/{name}").is_(400)
    for habit in ("Walk", "walk7", "w" * 21, "no_sugar"):
        service.put(f"/habits/{habit}/days/2026-02-10").is_(400)
    equal(_see(service, path)["days"], 1, "the days")
