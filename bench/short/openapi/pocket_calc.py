"""Expressions are evaluated, wrong ones are told, and results are remembered."""

from __future__ import annotations

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("pocket-calc", "service")


def _is(service: Service, expression: str, wanted: float) -> None:
    told = service.post("/evaluate", json={"expression": expression}).is_(200).json()
    equal(told["expression"], expression, "the expression")
    expect(
        abs(told["result"] - wanted) < 1e-9, f"{expression} to be {wanted}, not {told['result']}"
    )


@suite.check("the four operations have the usual precedence")
def precedence(service: Service) -> None:
    _is(service, "2 + 3 * 4", 14)
    _is(service, "10 - 4 - 3", 3)
    _is(service, "100 / 5 / 2", 10)
    _is(service, "7*2-8/4", 12)


@suite.check("parentheses, minus signs and decimals work")
def more(service: Service) -> None:
    _is(service, "2 * (3 + 4)", 14)
    _is(service, "((1 + 2) * (3 - 5))", -6)
    _is(service, "-3 + 5", 2)
    _is(service, "4 * -2", -8)
    _is(service, "-(2 + 3)", -5)
    _is(service, "0.5 * 3.5", 1.75)


@suite.check("the result is rounded to six places")
def rounded(service: Service) -> None:
    _is(service, "1 / 3", 0.333333)
    _is(service, "2 / 3", 0.666667)
    _is(service, "0.1 + 0.2", 0.3)


@suite.check("what cannot be parsed is 400")
def invalid(service: Service) -> None:
    for wrong in ("2 +", "(1 + 2", "1 + 2)", "hello", "", "__import__('os')", "1 + x"):
        told = service.post("/evaluate", json={"expression": wrong}).is_(400).json()
        equal(told["error"], "invalid expression", f"the error of {wrong!r}")
    for body in ({}, {"expression": 5}, {"expression": None}):
        told = service.post("/evaluate", json=body).is_(400).json()
        equal(told["error"], "invalid expression", f"the error of {body!r}")


@suite.check("dividing by zero is 422")
def zero(service: Service) -> None:
    for wrong in ("1 / 0", "5 / (3 - 3)"):
        told = service.post("/evaluate", json={"expression": wrong}).is_(422).json()
        equal(told["error"], "division by zero", "the error")


@suite.check("the history has what succeeded, newest first", fresh=True)
def history(service: Service) -> None:
    equal(service.get("/history").is_(200).json(), [], "the first history")
    _is(service, "1+1", 2)
    service.post("/evaluate", json={"expression": "1 +"}).is_(400)
    service.post("/evaluate", json={"expression": "1/0"}).is_(422)
    _is(service, "2 + 2", 4)
    told = service.get("/history").is_(200).json()
    equal([each["expression"] for each in told], ["2 + 2", "1+1"], "the expressions")
    equal([each["result"] for each in told], [4, 2], "the results")


@suite.check("the history is limited, and forgotten", fresh=True)
def limited(service: Service) -> None:
    for number in range(12):
        _is(service, f"{number} + 1", number + 1)
    told = service.get("/history").is_(200).json()
    equal([each["result"] for each in told], list(range(12, 2, -1)), "ten by default")
    told = service.get("/history", params={"limit": 3}).is_(200).json()
    equal([each["result"] for each in told], [12, 11, 10], "three")
    equal(len(service.get("/history", params={"limit": 50}).is_(200).json()), 12, "how many")
    for wrong in ("0", "51", "many"):
        service.get("/history", params={"limit": wrong}).is_(400)
    service.delete("/history").is_(204)
    equal(service.get("/history").is_(200).json(), [], "the last history")
