"""A task queue: two at a time, the most urgent first, again after a timeout.

Tasks sleep for tenths of a second. What is asked of every look at the queue holds at every moment
of a right one, so that a slow machine can hide a fault but never make one up.
"""

from __future__ import annotations

import time
from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import Unmet, equal, expect

suite: Suite[Service] = Suite("task-queue", "service")

_STATES = {"queued", "running", "done", "failed"}
_PATIENCE = 6.0
_TRIES = 3  # a busy machine may be late
_PAUSE = 0.015


def _task(duration: float, **other: float) -> dict[str, Any]:
    mild = {"priority": 5, "timeout": 30, "max_retries": 0}
    return {"name": f"t{token_hex(4)}", "duration": duration, **mild, **other}


def _queue(service: Service, duration: float, **other: float) -> str:
    return str(
        service.post("/tasks", json=_task(duration, **other)).is_(200, 201, 202).json()["id"]
    )


def _look(service: Service, task: str) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"/tasks/{task}").is_(200).json()
    expect(told["status"] in _STATES, f"a status is one of {sorted(_STATES)}, not {told['status']}")
    return told


def _counts(service: Service) -> dict[str, int]:
    """How many tasks have each status: told as such, or under one key."""
    told = service.get("/status").is_(200).json()
    inner = [each for each in told.values() if isinstance(each, dict)]
    counts: dict[str, int] = inner[0] if len(inner) == 1 else told
    return {state: counts.get(state, 0) for state in _STATES}


def _ended(service: Service, *tasks: str) -> list[dict[str, Any]]:
    """The tasks when all are over, waited for."""
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        told = [_look(service, each) for each in tasks]
        if all(each["status"] in {"done", "failed"} for each in told):
            return told
        time.sleep(_PAUSE)
    raise Unmet(f"wanted: tasks end within {_PATIENCE:.0f} s; they are {told}")


@suite.check("a new queue is empty", fresh=True)
def empty(service: Service) -> None:
    equal(_counts(service), dict.fromkeys(_STATES, 0), "the counts")


@suite.check("a task is taken at once and runs for its duration, beside another")
def run(service: Service) -> None:
    for _ in range(_TRIES):
        began, given = time.monotonic(), _task(0.4)
        made = service.post("/tasks", json=given).is_(200, 201, 202).json()
        told = _look(service, str(made["id"]))
        looked = time.monotonic()
        ended = _ended(service, str(made["id"]), _queue(service, 0.4))
        took = time.monotonic() - began
        expect(took >= 0.39, "a task takes its duration")
        for each in ended:
            equal((each["status"], each["attempts"]), ("done", 1), "status and attempts")
        equal(told["name"], given["name"], "name")
        if looked - began < 0.4:
            expect(told["status"] in {"queued", "running"}, "a task is not over when it was taken")
            if took < 0.78:
                return
    raise Unmet("wanted: tasks are taken at once, and two of 0.4 s each end within 0.78 s")


@suite.check("two run at a time, the most urgent first, equals in the order they came")
def urgent(service: Service) -> None:
    for _ in range(_TRIES):
        before, began = _counts(service)["done"], time.monotonic()
        blockers = [_queue(service, 0.35), _queue(service, 0.5)]
        low, later, high, top = (_queue(service, 0.25, priority=each) for each in (1, 1, 7, 9))
        in_time = all(_look(service, each)["status"] != "done" for each in blockers)
        if in_time:
            # Listed from the last to the first; of the equal two, low came before later.
            _watch(service, [later, low, high, top], before + 6, began)
            expect(time.monotonic() - began >= 0.8, "six tasks, two at a time, take their time")
        told = _ended(service, *blockers, low, later, high, top)
        equal([each["attempts"] for each in told], [1] * 6, "attempts")
        if in_time:
            return
    raise Unmet("wanted: a task is taken while others run")


def _watch(service: Service, waiting: list[str], all_: int, began: float) -> None:
    """Hold every look at six tasks, four of them waiting, to the order of the queue."""
    together = 0
    while True:
        counts = _counts(service)
        expect(counts["running"] <= 2, f"two run at a time, not {counts['running']}")
        together = max(together, counts["running"])
        # Who is asked about later may have started in between; who was asked first may not.
        begun = [_look(service, each)["status"] != "queued" for each in waiting]
        expect(begun == sorted(begun), f"urgent tasks start first; begun, last first: {begun}")
        equal(sum(counts.values()), all_, "the number of tasks counted")
        if counts["done"] == all_:
            break
        expect(time.monotonic() - began < _PATIENCE, f"six tasks end; the counts are {counts}")
        time.sleep(_PAUSE)
    equal(together, 2, "the number of tasks seen running at a time")


@suite.check("a task over its timeout is tried again up to max_retries times, then has failed")
def timed_out(service: Service) -> None:
    before = _counts(service)
    began = time.monotonic()
    retried, once = _queue(service, 2, timeout=0.15, max_retries=2), _queue(service, 2, timeout=0.2)
    behind = _queue(service, 0.05, timeout=5, max_retries=3)
    seen = 0
    while (told := _look(service, retried))["status"] != "failed":
        expect(seen <= told["attempts"] <= 3, f"attempts grow to 3, not {told['attempts']}")
        expect(time.monotonic() - began < _PATIENCE, "a task over its timeout is stopped")
        expect(told["status"] != "done", "a task over its timeout is never done")
        seen = told["attempts"]
        time.sleep(_PAUSE)
    expect(time.monotonic() - began >= 0.44, "each attempt has its whole timeout")
    equal(told["attempts"], 3, "attempts with max_retries 2")
    first, last = _ended(service, once, behind)
    equal((first["status"], first["attempts"]), ("failed", 1), "the one without retries")
    equal((last["status"], last["attempts"]), ("done", 1), "the one behind them")
    grown = {state: count - before[state] for state, count in _counts(service).items()}
    equal(grown, {"queued": 0, "running": 0, "done": 1, "failed": 2}, "the counts afterwards")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    service.get(f"/tasks/{unknown(_queue(service, 0))}").is_(404)


@suite.check("a task without a name, or with a duration that is none, is refused and not queued")
def malformed(service: Service) -> None:
    before = sum(_counts(service).values())
    nameless = {name: value for name, value in _task(0).items() if name != "name"}
    wrong: list[dict[str, Any]] = [
        nameless,
        _task(-1),
        _task(0) | {"duration": "long"},
        _task(0) | {"priority": "high"},
    ]
    refuses_malformed(service, "/tasks", *wrong, _task(0) | {"max_retries": -1})
    equal(sum(_counts(service).values()), before, "the number of tasks")
