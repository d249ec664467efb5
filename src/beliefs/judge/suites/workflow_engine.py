"""Workflows: steps in the order of their dependencies, tried again, skipped, remembered."""

from __future__ import annotations

import time
from collections.abc import Callable
from secrets import choice, randbelow, token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import Unmet, equal, expect

suite: Suite[Service] = Suite("workflow-engine", "service")

_ACTIONS = ("noop", "noop", "noop", "fail", "fail_once", "fail_once")
_STARTED = (200, 201, 202)
_PATIENCE = 6.0


def _step(name: str, *needs: str, action: str = "noop", retries: int = 0) -> dict[str, Any]:
    return {"id": name, "depends_on": list(needs), "action": action, "max_retries": retries}


def _document(steps: list[dict[str, Any]]) -> dict[str, Any]:
    return {"name": f"w{token_hex(4)}", "steps": steps}


def _workflow(service: Service, steps: list[dict[str, Any]]) -> str:
    return f"/workflows/{service.post('/workflows', json=_document(steps)).created()['id']}"


def _run(service: Service, workflow: str) -> Any:
    return service.post(f"{workflow}/run").is_(*_STARTED).json()["id"]


def _ended(service: Service, run: Any) -> dict[str, Any]:
    """A run when it is over; it may have been over at once."""
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        told: dict[str, Any] = service.get(f"/runs/{run}").is_(200).json()
        if told["status"] in {"succeeded", "failed"}:
            return told
        time.sleep(0.02)
    raise Unmet(f"wanted: a run ends within {_PATIENCE:.0f} s; it is {told}")


def _expected(steps: list[dict[str, Any]]) -> dict[str, tuple[str, int]]:
    """Status and attempts of each step, worked out apart."""
    known: dict[str, tuple[str, int]] = {}
    while len(known) < len(steps):
        for step in steps:
            if step["id"] in known or not all(each in known for each in step["depends_on"]):
                continue
            retries = step["max_retries"]
            if any(known[each][0] != "succeeded" for each in step["depends_on"]):
                known[step["id"]] = ("skipped", 0)
            elif step["action"] == "noop":
                known[step["id"]] = ("succeeded", 1)
            elif step["action"] == "fail_once" and retries:
                known[step["id"]] = ("succeeded", 2)
            else:
                known[step["id"]] = ("failed", retries + 1)
    return known


def _holds(told: dict[str, Any], steps: list[dict[str, Any]]) -> None:
    """Hold a run to the outcome of every step, their order, and the status of the whole."""
    wanted = _expected(steps)
    seen = {each["id"]: (each["status"], each["attempts"]) for each in told["steps"]}
    equal(len(told["steps"]), len(steps), "the number of steps in the run")
    for name, outcome in wanted.items():
        equal(seen.get(name), outcome, f"status and attempts of {name} in {steps}")
    order = [each["id"] for each in told["steps"]]
    for step in steps:
        for need in step["depends_on"]:
            before = order.index(need) < order.index(step["id"])
            expect(before, f"{need} comes before {step['id']}, not {order}")
    well = all(status == "succeeded" for status, _ in wanted.values())
    equal(told["status"], "succeeded" if well else "failed", f"the status of the run of {steps}")


def _check(service: Service, steps: list[dict[str, Any]]) -> None:
    _holds(_ended(service, _run(service, _workflow(service, steps))), steps)


def _random(size: int) -> list[dict[str, Any]]:
    """Steps without a cycle, told in any order."""
    names = [f"s{token_hex(3)}" for _ in range(size)]
    steps: list[dict[str, Any]] = []
    for number, name in enumerate(names):
        needs = [each for each in names[:number] if randbelow(3) == 0]
        step = _step(name, *needs, action=choice(_ACTIONS), retries=randbelow(4))
        steps.insert(randbelow(len(steps) + 1), step)
    return steps


def _history(service: Service, workflow: str) -> list[str]:
    return sorted(str(each["id"]) for each in service.get(f"{workflow}/runs").items("runs"))


@suite.check("steps run after what they depend on, in whatever order they are told", fresh=True)
def ordered(service: Service) -> None:
    a, b, c, d = (f"s{token_hex(3)}" for _ in range(4))
    _check(service, [_step(a)])
    _check(service, [_step(d, b, c), _step(b, a), _step(c, a), _step(a)])
    _check(service, [_step(c, b), _step(b, a), _step(a), _step(d)])


@suite.check("a failing step is tried max_retries times more, one that fails once recovers")
def retried(service: Service) -> None:
    for retries in (0, 1, 3):
        _check(service, [_step("f", action="fail", retries=retries)])
        _check(service, [_step("o", action="fail_once", retries=retries), _step("n", "o")])


@suite.check("what depends on a failed step is skipped, directly or not; everything else runs")
def skipped(service: Service) -> None:
    a, b, c, d, e = (f"s{token_hex(3)}" for _ in range(5))
    broken = _step(b, a, action="fail", retries=1)
    _check(service, [_step(e, d), _step(d, b, c), _step(c, a), broken, _step(a)])
    _check(service, [_step(a, action="fail"), _step(b), _step(c, b), _step(d, c, a), _step(e, c)])


@suite.check("any workflow ends as its dependencies say")
def random(service: Service) -> None:
    for size in (5, 7, 9, 12):
        _check(service, _random(size))
    names = [f"s{number}" for number in range(40)]
    chain = [_step(name, *names[max(0, at - 1) : at]) for at, name in enumerate(names)]
    _check(service, chain[::-1])


@suite.check("every run starts afresh, and the history has each of them, of its workflow alone")
def runs(service: Service) -> None:
    steps = [_step("once", action="fail_once", retries=1), _step("after", "once")]
    workflow, other = _workflow(service, steps), _workflow(service, [_step("x")])
    equal(_history(service, workflow), [], "the history at first")
    mine = [_run(service, workflow) for _ in range(3)]
    theirs = _run(service, other)
    equal(len({str(each) for each in (*mine, theirs)}), 4, "the number of run ids")
    for each in mine:
        _holds(_ended(service, each), steps)
    equal(_history(service, workflow), sorted(str(each) for each in mine), "the history")
    equal(_history(service, other), [str(theirs)], "the history of the other")


@suite.check("runs started at the same moment do not meddle with each other")
def race(service: Service) -> None:
    steps = [_step("a", action="fail_once", retries=2), _step("b", "a", action="fail", retries=1)]
    workflow = _workflow(service, steps)
    start: Callable[[], Answer] = lambda: service.post(f"{workflow}/run")  # noqa: E731
    ids = [answer.is_(*_STARTED).json()["id"] for answer in at_once([start] * 5)]
    for each in ids:
        _holds(_ended(service, each), steps)
    equal(_history(service, workflow), sorted(str(each) for each in ids), "the history")


@suite.check("cycles, unknown dependencies, unknown actions and twins are refused")
def refused(service: Service) -> None:
    for steps in (
        [_step("a", "a")],
        [_step("a", "b"), _step("b", "a")],
        [_step("free"), _step("a", "c"), _step("b", "a"), _step("c", "b")],
        [_step("x"), _step("a", "x", "c"), _step("b", "a"), _step("c", "b"), _step("d", "x")],
        [_step("a"), _step("b", "nobody")],
        [_step("a", action="explode")],
        [_step("a"), _step("a")],
    ):
        service.post("/workflows", json=_document(steps)).is_(400, 409, 422)


@suite.check("a diamond is no cycle")
def diamond(service: Service) -> None:
    steps = [
        _step("a"),
        _step("b", "a"),
        _step("c", "a"),
        _step("d", "b", "c"),
        _step("e", "d", "a"),
    ]
    _check(service, steps)


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    workflow = _workflow(service, [_step("a")])
    run = _run(service, workflow)
    nowhere = f"/workflows/{unknown(workflow.rpartition('/')[2])}"
    service.post(f"{nowhere}/run").is_(404)
    service.get(f"{nowhere}/runs").is_(404)
    service.get(f"/runs/{unknown(run)}").is_(404)


@suite.check("what is no workflow is refused")
def malformed(service: Service) -> None:
    good = _document([_step("a")])
    nameless = {"steps": good["steps"]}
    anonymous = {name: value for name, value in _step("a").items() if name != "id"}
    steps: list[Any] = [7, "a", [7], [anonymous], [_step("a") | {"depends_on": 7}]]
    steps += [[_step("a") | {"max_retries": each}] for each in (-1, "many")]
    refuses_malformed(service, "/workflows", nameless, *(good | {"steps": each} for each in steps))


@suite.check("workflows and their runs outlive a restart")
def kept(service: Service) -> None:
    steps = [
        _step("a", action="fail_once", retries=1),
        _step("b", "a", action="fail"),
        _step("c", "b"),
    ]
    workflow = _workflow(service, steps)
    run = _run(service, workflow)
    _holds(_ended(service, run), steps)
    service.restart()
    _holds(service.get(f"/runs/{run}").is_(200).json(), steps)
    again = _run(service, workflow)
    _holds(_ended(service, again), steps)
    equal(_history(service, workflow), sorted([str(run), str(again)]), "the history")
