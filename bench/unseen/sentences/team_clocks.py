"""A team around the world: what time it is for whom, and who is working."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("team-clocks", "service")


def _person(service: Service, tz: str, **more: str) -> dict[str, Any]:
    given = {"name": f"n{token_hex(4)}", "tz": tz, **more}
    made = service.post("/people", json=given).is_(201).json()
    equal({name: made[name] for name in given}, given, "the person")
    return {**given, "id": made["id"]}


def _clock(service: Service, person: dict[str, Any], at: str) -> dict[str, Any]:
    path = f"/people/{person['id']}/clock"
    told: dict[str, Any] = service.get(path, params={"at": at}).is_(200).json()
    return told


def _wrong(answer: Answer) -> None:
    told = answer.is_(400).json()
    expect(isinstance(told.get("error"), str) and told["error"] != "", "an error is told")


@suite.check("an empty team lists nobody", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/people").items(), [], "the people")
    told = service.get("/working", params={"at": "2024-07-01T12:00:00Z"}).is_(200).json()
    equal(told, [], "who is working")


@suite.check("a person has hours from 09:00 to 17:00 unless said otherwise")
def created(service: Service) -> None:
    plain = _person(service, "Europe/Berlin")
    early = _person(service, "Asia/Tokyo", **{"from": "07:30", "to": "15:45"})
    read = service.get(f"/people/{plain['id']}").is_(200).json()
    equal((read["from"], read["to"]), ("09:00", "17:00"), "the hours")
    read = service.get(f"/people/{early['id']}").is_(200).json()
    equal({name: read[name] for name in early}, early, "the person")


@suite.check("people are listed by name", fresh=True)
def listed(service: Service) -> None:
    for name in ("Mia", "Ada", "Zoe", "Bob"):
        _person(service, "Europe/Berlin", name=name)
    told = [each["name"] for each in service.get("/people").items()]
    equal(told, ["Ada", "Bob", "Mia", "Zoe"], "the names")


@suite.check("the local time and weekday of a moment")
def local(service: Service) -> None:
    for tz, at, wanted, weekday in (
        ("Europe/Berlin", "2024-07-01T12:00:00Z", "2024-07-01T14:00:00+02:00", "Monday"),
        ("Europe/Berlin", "2024-01-08T12:00:00Z", "2024-01-08T13:00:00+01:00", "Monday"),
        ("Asia/Kathmandu", "2024-07-01T12:00:00Z", "2024-07-01T17:45:00+05:45", "Monday"),
        ("Asia/Tokyo", "2024-07-06T18:30:00Z", "2024-07-07T03:30:00+09:00", "Sunday"),
        ("America/New_York", "2024-07-06T02:00:00Z", "2024-07-05T22:00:00-04:00", "Friday"),
    ):
        person = _person(service, tz)
        told = _clock(service, person, at)
        equal(told["name"], person["name"], "the name")
        equal((told["local"], told["weekday"]), (wanted, weekday), f"the time in {tz}")


@suite.check("working is from `from` inclusive to `to` exclusive, in summer and winter")
def working(service: Service) -> None:
    person = _person(service, "America/New_York")
    for at, wanted in (
        ("2024-07-01T12:59:59Z", False),
        ("2024-07-01T13:00:00Z", True),
        ("2024-07-01T20:59:59Z", True),
        ("2024-07-01T21:00:00Z", False),
        ("2024-01-08T13:00:00Z", False),
        ("2024-01-08T14:00:00Z", True),
    ):
        equal(_clock(service, person, at)["working"], wanted, f"working at {at}")


@suite.check("nobody works on the weekend of their own calendar")
def weekend(service: Service) -> None:
    person = _person(service, "Asia/Tokyo")
    for at, wanted in (
        ("2024-07-06T03:00:00Z", False),
        ("2024-07-07T23:30:00Z", False),
        ("2024-07-08T00:00:00Z", True),
        ("2024-07-05T03:00:00Z", True),
    ):
        equal(_clock(service, person, at)["working"], wanted, f"working at {at}")
    person = _person(service, "Pacific/Auckland", **{"from": "06:00", "to": "17:00"})
    equal(_clock(service, person, "2024-07-07T20:00:00Z")["working"], True, "Monday there")


@suite.check("who is working at a moment, alphabetically", fresh=True)
def at_work(service: Service) -> None:
    for name, tz in (("Zed", "Europe/Berlin"), ("Ann", "Africa/Lagos"), ("Kim", "Asia/Seoul")):
        _person(service, tz, name=name)
    for at, wanted in (
        ("2024-07-01T12:00:00Z", ["Ann", "Zed"]),
        ("2024-07-01T01:00:00Z", ["Kim"]),
        ("2024-07-06T12:00:00Z", []),
    ):
        told = service.get("/working", params={"at": at}).is_(200).json()
        equal(told, wanted, f"who is working at {at}")


@suite.check("without `at` it is now")
def now(service: Service) -> None:
    person = _person(service, "Asia/Kolkata")
    told = service.get(f"/people/{person['id']}/clock").is_(200).json()
    local_ = datetime.fromisoformat(told["local"])
    off = abs((datetime.now(UTC) - local_).total_seconds())
    expect(off < 120, f"the local time is now, not {told['local']}")
    equal(local_.utcoffset(), timedelta(hours=5, minutes=30), "the offset")
    service.get("/working").is_(200)


@suite.check("people move, and no one else does")
def moved(service: Service) -> None:
    person, other = _person(service, "Europe/Berlin"), _person(service, "Europe/Berlin")
    service.patch(f"/people/{person['id']}", json={"tz": "Asia/Tokyo"}).is_(200)
    told = _clock(service, person, "2024-07-01T12:00:00Z")
    equal(told["local"], "2024-07-01T21:00:00+09:00", "the time after the move")
    equal(told["name"], person["name"], "the name")
    told = _clock(service, other, "2024-07-01T12:00:00Z")
    equal(told["local"], "2024-07-01T14:00:00+02:00", "the time of the other")


@suite.check("people leave (204)")
def left(service: Service) -> None:
    person = _person(service, "Europe/Berlin")
    service.delete(f"/people/{person['id']}").is_(204)
    service.get(f"/people/{person['id']}").is_(404)
    names = [each["name"] for each in service.get("/people").items()]
    expect(person["name"] not in names, "the person is gone from the list")


@suite.check("unknown people are 404")
def absent(service: Service) -> None:
    path = f"/people/{unknown(_person(service, 'Europe/Berlin')['id'])}"
    service.get(path).is_(404)
    service.get(f"{path}/clock").is_(404)
    service.patch(path, json={"tz": "Asia/Tokyo"}).is_(404)
    service.delete(path).is_(404)


@suite.check("a time zone that does not exist and hours without sense are 400 with an error")
def malformed(service: Service) -> None:
    right: dict[str, Any] = {"name": "x", "tz": "Europe/Berlin"}
    wrong: list[dict[str, Any]] = [{"tz": "Mars/Base"}, {"tz": ""}]
    wrong += [{"from": "17:00", "to": "09:00"}, {"from": "09:00", "to": "09:00"}]
    wrong += [{"from": "25:00", "to": "26:00"}, {"from": "early"}, {"from": "18:00"}]
    for each in wrong:
        _wrong(service.post("/people", json={**right, **each}))
    service.post("/people", json={"tz": "Europe/Berlin"}).refused()
    service.post("/people", json={"name": "x"}).refused()
    person = _person(service, "Europe/Berlin")
    _wrong(service.patch(f"/people/{person['id']}", json={"tz": "Nowhere"}))
    read = service.get(f"/people/{person['id']}").is_(200).json()
    equal(read["tz"], "Europe/Berlin", "the time zone")


@suite.check("people outlive a restart")
def kept(service: Service) -> None:
    person = _person(service, "Asia/Tokyo")
    service.restart()
    read = service.get(f"/people/{person['id']}").is_(200).json()
    equal({name: read[name] for name in person}, person, "the person")
