"""A calculator with four operations and a short history."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("calc-notes", "service")

_NUMBERS = {"error": "a and b must be numbers"}


def _result(service: Service, operation: str, a: object, b: object) -> float:
    told = service.get(f"/{operation}", params={"a": a, "b": b}).is_(200).json()
    equal(list(told), ["result"], "the names in the answer")
    return float(told["result"])


def _history(service: Service) -> list[dict[str, Any]]:
    return service.get("/history").items()


@suite.check("at first there is no history", fresh=True)
def empty(service: Service) -> None:
    equal(_history(service), [], "the history")


@suite.check("whole numbers are added, subtracted, multiplied and divided")
def whole(service: Service) -> None:
    equal(service.get("/add?a=1&b=2").is_(200).json(), {"result": 3}, "1 + 2")
    for operation, wanted in (("add", 14), ("sub", 6), ("mul", 40), ("div", 2.5)):
        equal(_result(service, operation, 10, 4), wanted, f"10 {operation} 4")


@suite.check("decimals and negative numbers are numbers too")
def decimals(service: Service) -> None:
    for operation, wanted in (("add", 0.5), ("sub", -3.5), ("mul", -3.0), ("div", -0.75)):
        got = _result(service, operation, -1.5, 2)
        expect(abs(got - wanted) < 1e-9, f"-1.5 {operation} 2 is {wanted}, not {got}")


@suite.check("what is missing or no number is 400 with its message")
def malformed(service: Service) -> None:
    for operation in ("add", "sub", "mul", "div"):
        for params in ({"a": "1"}, {"b": "1"}, {}, {"a": "x", "b": "1"}, {"a": "1", "b": "two"}):
            told = service.get(f"/{operation}", params=params).is_(400).json()
            equal(told, _NUMBERS, "the answer")


@suite.check("division by zero is 400 with its message, zero divided is zero")
def zero(service: Service) -> None:
    for b in ("0", "0.0"):
        told = service.get("/div", params={"a": 5, "b": b}).is_(400).json()
        equal(told, {"error": "division by zero"}, "the answer")
    equal(_result(service, "div", 0, 5), 0, "0 / 5")


@suite.check("the history tells what worked, newest first, and nothing that failed", fresh=True)
def history(service: Service) -> None:
    _result(service, "add", 1, 2)
    service.get("/div", params={"a": 1, "b": 0}).is_(400)
    service.get("/mul", params={"a": 1}).is_(400)
    _result(service, "div", 9, 3)
    wanted = [
        {"operation": "div", "a": 9, "b": 3, "result": 3},
        {"operation": "add", "a": 1, "b": 2, "result": 3},
    ]
    equal(_history(service), wanted, "the history")


@suite.check("the history holds the last 10", fresh=True)
def ten(service: Service) -> None:
    for n in range(13):
        _result(service, "sub", 100, n)
    equal([each["b"] for each in _history(service)], list(range(12, 2, -1)), "what is told")
    equal([each["result"] for each in _history(service)], list(range(88, 98)), "the results")
