"""Timers of a kitchen: running, paused, extended, and done by themselves."""

from __future__ import annotations

import time
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("kitchen-timers", "service")


def _timer(service: Service, seconds: int, label: str = "eggs") -> Any:
    given = {"label": label, "seconds": seconds}
    return service.post("/timers", json=given).is_(201).json()


def _get(service: Service, number: int) -> Any:
    return service.get(f"/timers/{number}").is_(200).json()


def _do(service: Service, number: int, what: str) -> Any:
    return service.post(f"/timers/{number}/{what}").is_(200).json()


def _ids(service: Service, **params: Any) -> list[int]:
    return [each["id"] for each in service.get("/timers", params=params).is_(200).json()]


@suite.check("a timer runs from the start, with all its time left", fresh=True)
def started(service: Service) -> None:
    equal(service.get("/timers").is_(200).json(), [], "the timers at first")
    told = _timer(service, 600, "rice")
    wanted = {"id": 1, "label": "rice", "seconds": 600, "state": "running", "remaining": 600}
    equal({key: told[key] for key in wanted}, wanted, "the timer")
    equal(_timer(service, 86400)["id"], 2, "the next id")
    told = _get(service, 1)
    equal((told["label"], told["seconds"], told["state"]), ("rice", 600, "running"), "the timer")
    expect(595 <= told["remaining"] <= 600, "nearly all the time is left")


@suite.check("a timer counts down and is done by itself")
def done(service: Service) -> None:
    short, long = _timer(service, 1)["id"], _timer(service, 1000)["id"]
    time.sleep(1.3)
    told = _get(service, short)
    equal((told["state"], told["remaining"], told["seconds"]), ("done", 0, 1), "the short one")
    told = _get(service, long)
    equal(told["state"], "running", "the state of the long one")
    expect(990 <= told["remaining"] <= 999, "what is left of the long one")


@suite.check("a paused timer stands still and goes on from there")
def paused(service: Service) -> None:
    number = _timer(service, 2)["id"]
    told = _do(service, number, "pause")
    equal((told["state"], told["remaining"], told["seconds"]), ("paused", 2, 2), "the timer")
    time.sleep(2.2)
    told = _get(service, number)
    equal((told["state"], told["remaining"]), ("paused", 2), "the timer later")
    told = _do(service, number, "resume")
    equal((told["state"], told["remaining"]), ("running", 2), "the timer resumed")
    time.sleep(2.2)
    told = _get(service, number)
    equal((told["state"], told["remaining"]), ("done", 0), "the timer in the end")


@suite.check("only what runs is paused and only what is paused resumed")
def conflicts(service: Service) -> None:
    running, over = _timer(service, 500)["id"], _timer(service, 1)["id"]
    service.post(f"/timers/{running}/resume").is_(409)
    _do(service, running, "pause")
    service.post(f"/timers/{running}/pause").is_(409)
    time.sleep(1.2)
    service.post(f"/timers/{over}/pause").is_(409)
    service.post(f"/timers/{over}/resume").is_(409)
    service.post(f"/timers/{over}/extend", json={"seconds": 5}).is_(409)
    equal(_get(service, over)["seconds"], 1, "the seconds of the one that is done")


@suite.check("more time is added to seconds and remaining, running or paused")
def extended(service: Service) -> None:
    number = _timer(service, 1)["id"]
    told = service.post(f"/timers/{number}/extend", json={"seconds": 60}).is_(200).json()
    equal((told["seconds"], told["state"], told["remaining"]), (61, "running", 61), "the timer")
    time.sleep(1.2)
    told = _do(service, number, "pause")
    expect(told["state"] == "paused" and 50 <= told["remaining"] <= 60, "it still had time left")
    left = told["remaining"]
    told = service.post(f"/timers/{number}/extend", json={"seconds": 100}).is_(200).json()
    seen = (told["seconds"], told["state"], told["remaining"])
    equal(seen, (161, "paused", left + 100), "the paused timer")


@suite.check("timers are listed by what remains, of a state if wanted", fresh=True)
def listed(service: Service) -> None:
    for seconds in (900, 1, 300, 600, 1):
        _timer(service, seconds)
    _do(service, 3, "pause")
    time.sleep(1.2)
    equal(_ids(service), [2, 5, 3, 4, 1], "all timers")
    equal(_ids(service, state="running"), [4, 1], "those running")
    equal(_ids(service, state="paused"), [3], "those paused")
    equal(_ids(service, state="done"), [2, 5], "those done")
    service.get("/timers", params={"state": "burnt"}).is_(422)


@suite.check("timers are removed in any state")
def removed(service: Service) -> None:
    one, two = _timer(service, 100)["id"], _timer(service, 100)["id"]
    _do(service, two, "pause")
    for number in (one, two):
        service.delete(f"/timers/{number}").is_(204)
        service.get(f"/timers/{number}").is_(404)
        service.delete(f"/timers/{number}").is_(404)
        expect(number not in _ids(service), "a removed timer is not listed")


@suite.check("unknown timers are 404 and invalid bodies 422")
def wrong(service: Service) -> None:
    before = _ids(service)
    for given in (
        {"label": "x"},
        {"seconds": 5},
        {"label": "", "seconds": 5},
        {"label": "x" * 31, "seconds": 5},
        {"label": 4, "seconds": 5},
        {"label": "x", "seconds": 0},
        {"label": "x", "seconds": 86401},
        {"label": "x", "seconds": 1.5},
        {"label": "x", "seconds": "soon"},
    ):
        service.post("/timers", json=given).is_(422)
    refuses_malformed(service, "/timers")
    equal(_ids(service), before, "the timers")
    number = _timer(service, 50)["id"]
    for given in ({}, {"seconds": 0}, {"seconds": 86401}, {"seconds": "more"}):
        service.post(f"/timers/{number}/extend", json=given).is_(422)
    equal(_get(service, number)["seconds"], 50, "the seconds")
    service.get("/timers/9999").is_(404)
    service.post("/timers/9999/pause").is_(404)
    service.post("/timers/9999/resume").is_(404)
    service.post("/timers/9999/extend", json={"seconds": 5}).is_(404)
