"""Daily updates of a team that logs in."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("standup-log", "service")

_PASSWORD = "correct horse"  # noqa: S105 - made up for the checks


def _who(service: Service, first: str = "n") -> tuple[str, dict[str, str]]:
    """A new name, and the header that speaks for it."""
    name = f"{first}{token_hex(5)}"
    given = {"name": name, "password": _PASSWORD}
    service.post("/register", json=given).is_(201)
    token = service.post("/login", json=given).is_(200).json()["token"]
    return name, {"Authorization": f"Bearer {token}"}


def _write(service: Service, me: dict[str, str], date: str, **more: object) -> Answer:
    given = {"done": "tests", "next": "docs", **more}
    return service.put(f"/updates/{date}", json=given, headers=me)


def _day(service: Service, me: dict[str, str], date: str, **params: str) -> list[Any]:
    told: list[Any] = service.get(f"/updates/{date}", params=params, headers=me).items()
    return told


def _mine(service: Service, me: dict[str, str], **params: str) -> list[str]:
    told = service.get("/updates", params=params, headers=me).items()
    return [each["date"] for each in told]


@suite.check("a name registers once and logs in with its password")
def registered(service: Service) -> None:
    name, _ = _who(service)
    service.post("/register", json={"name": name, "password": _PASSWORD}).is_(409)
    for wrong in (
        {"name": name, "password": "wrong horse"},
        {"name": "x" + name, "password": _PASSWORD},
    ):
        service.post("/login", json=wrong).is_(401)
    short = {"name": f"n{token_hex(5)}", "password": "seven77"}
    service.post("/register", json=short).is_(422)


@suite.check("an update is written, and replaced when written again")
def written(service: Service) -> None:
    name, me = _who(service)
    told = _write(service, me, "2026-04-01").is_(201).json()
    wanted = {"date": "2026-04-01", "name": name, "done": "tests", "next": "docs", "blocked": None}
    equal(told, wanted, "the update")
    told = _write(service, me, "2026-04-01", done="more", blocked="by Bo").is_(200).json()
    wanted |= {"done": "more", "blocked": "by Bo"}
    equal(told, wanted, "the new update")
    seen = [each for each in _day(service, me, "2026-04-01") if each["name"] == name]
    equal(seen, [wanted], "what the day shows")
    _write(service, me, "2026-04-02").is_(201)
    told = _write(service, me, "2026-04-01").is_(200).json()
    equal(told["blocked"], None, "blocked when it is replaced")


@suite.check("a day shows the updates of the team in the order of names")
def team(service: Service) -> None:
    people = [_who(service, first) for first in "cab"]
    for _, me in people:
        _write(service, me, "2025-04-03").is_(201)
    _write(service, people[0][1], "2025-04-04").is_(201)
    told = [each["name"] for each in _day(service, people[0][1], "2025-04-03")]
    equal(told, sorted(name for name, _ in people), "the names")
    equal(_day(service, people[0][1], "1999-01-01"), [], "a day without updates")


@suite.check("a day can be asked for those who are blocked")
def blocked(service: Service) -> None:
    (one, me), (_, other) = _who(service), _who(service)
    _write(service, me, "2025-04-05", blocked="no laptop").is_(201)
    _write(service, other, "2025-04-05").is_(201)
    told = [each["name"] for each in _day(service, other, "2025-04-05", blocked="true")]
    equal(told, [one], "who is blocked")
    equal(len(_day(service, other, "2025-04-05")), 2, "the number of updates")


@suite.check("my own updates are told from one day to another, oldest first")
def mine(service: Service) -> None:
    (_, me), (_, other) = _who(service), _who(service)
    days = ["2026-04-01", "2026-04-03", "2026-04-07", "2026-05-01"]
    for day in (days[2], days[0], days[3], days[1]):
        _write(service, me, day).is_(201)
    _write(service, other, "2026-04-02").is_(201)
    equal(_mine(service, me), days, "all of mine")
    equal(_mine(service, me, **{"from": days[1]}), days[1:], "from a day on")
    equal(_mine(service, me, to=days[1]), days[:2], "up to a day")
    equal(_mine(service, me, **{"from": days[0], "to": days[2]}), days[:3], "between days")


@suite.check("without a valid token it is 401")
def guarded(service: Service) -> None:
    for headers in ({}, {"Authorization": f"Bearer {token_hex(16)}"}):
        _write(service, headers, "2024-04-01").is_(401)
        service.get("/updates/2024-04-01", headers=headers).is_(401)
        service.get("/updates", headers=headers).is_(401)
    _, me = _who(service)
    equal(_day(service, me, "2024-04-01"), [], "the day")


@suite.check("an invalid date is 422")
def dates(service: Service) -> None:
    _, me = _who(service)
    for day in ("2026-02-30", "today", "1.4.2026"):
        _write(service, me, day).is_(422)
        service.get(f"/updates/{day}", headers=me).is_(422)
        service.get("/updates", params={"from": day}, headers=me).is_(422)
    equal(_mine(service, me), [], "my updates")


@suite.check("an invalid body is 422")
def malformed(service: Service) -> None:
    _, me = _who(service)
    for name in ("done", "next"):
        for wrong in ("", "t" * 501, None, 5):
            _write(service, me, "2026-04-01", **{name: wrong}).is_(422)
    _write(service, me, "2026-04-01", blocked="t" * 501).is_(422)
    service.put("/updates/2026-04-01", json={"done": "x"}, headers=me).is_(422)
    service.put("/updates/2026-04-01", json={"next": "x"}, headers=me).is_(422)
    equal(_mine(service, me), [], "my updates")
    _write(service, me, "2026-04-01", done="t" * 500).is_(201)
