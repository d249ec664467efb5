"""Jobs call in; who does not for longer than its period is late."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("heartbeats", "service")


def _job(service: Service, period: int = 600, name: str = "") -> str:
    name = name or f"job-{token_hex(4)}"
    service.put(f"/jobs/{name}", json={"period": period}).is_(201)
    return name


def _read(service: Service, name: str) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"/jobs/{name}").is_(200).json()
    return told


@suite.check("a registered job waits for its first beat")
def waiting(service: Service) -> None:
    name = f"job-{token_hex(4)}"
    wanted = {"name": name, "period": 60, "beats": 0, "last_beat": None, "state": "waiting"}
    made = service.put(f"/jobs/{name}", json={"period": 60}).is_(201).json()
    for told in (made, _read(service, name)):
        equal({key: told[key] for key in wanted}, wanted, "the job")


@suite.check("a beat is counted and timed")
def beat(service: Service) -> None:
    name = _job(service)
    for count in (1, 2):
        told = service.post(f"/jobs/{name}/beat").is_(200).json()
        equal((told["beats"], told["state"]), (count, "ok"), "the job")
    told = _read(service, name)
    equal((told["beats"], told["state"]), (2, "ok"), "the job")
    when = datetime.fromisoformat(told["last_beat"].replace("Z", "+00:00"))
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    expect(
        abs((datetime.now(UTC) - when).total_seconds()) < 60,
        f"a time of now, not {told['last_beat']}",
    )


@suite.check("the period can be changed, the beats stay")
def changed(service: Service) -> None:
    name = _job(service)
    service.post(f"/jobs/{name}/beat").is_(200)
    told = service.put(f"/jobs/{name}", json={"period": 30}).is_(200).json()
    equal((told["period"], told["beats"], told["state"]), (30, 1, "ok"), "the job")
    equal(_read(service, name)["period"], 30, "the period")


@suite.check("a job is late after its period, until it calls in")
def late(service: Service) -> None:
    name, other = _job(service, 1), _job(service, 600)
    for each in (name, other):
        service.post(f"/jobs/{each}/beat").is_(200)
    time.sleep(2.2)
    equal(
        (_read(service, name)["state"], _read(service, other)["state"]),
        ("late", "ok"),
        "the states",
    )
    equal(service.post(f"/jobs/{name}/beat").is_(200).json()["state"], "ok", "the state")
    equal(_read(service, name)["state"], "ok", "the state")


@suite.check("jobs are listed by name, by state, and the late ones counted", fresh=True)
def listed(service: Service) -> None:
    told = service.get("/jobs").is_(200).json()
    equal((told["jobs"], told["late"]), ([], 0), "no jobs")
    for name, period in (("mail", 600), ("backup", 1), ("report", 600)):
        _job(service, period, name)
    service.post("/jobs/mail/beat").is_(200)
    service.post("/jobs/backup/beat").is_(200)
    time.sleep(2.2)
    told = service.get("/jobs").is_(200).json()
    states = [(each["name"], each["state"]) for each in told["jobs"]]
    equal(states, [("backup", "late"), ("mail", "ok"), ("report", "waiting")], "the jobs")
    equal(told["late"], 1, "the late ones")
    for state, name in (("late", "backup"), ("ok", "mail"), ("waiting", "report")):
        told = service.get("/jobs", params={"state": state}).is_(200).json()
        equal([each["name"] for each in told["jobs"]], [name], f"the {state} jobs")
        equal(told["late"], 1, "the late ones")


@suite.check("who is not registered is 404")
def missing(service: Service) -> None:
    service.get("/jobs/nobody").is_(404)
    service.post("/jobs/nobody/beat").is_(404)
    service.get("/jobs/nobody").is_(404)


@suite.check("a bad period or state is 400")
def wrong(service: Service) -> None:
    for body in ({}, {"period": 0}, {"period": -5}, {"period": "often"}):
        service.put("/jobs/wrong", json=body).is_(400)
    service.get("/jobs/wrong").is_(404)
    service.get("/jobs", params={"state": "broken"}).is_(400)
