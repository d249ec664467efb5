"""A calculator: four operations on two numbers, and no number divided by zero."""

from __future__ import annotations

import math
import re
from random import SystemRandom

from beliefs.judge.command import Command
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import expect

suite: Suite[Command] = Suite("calculator-cli", "command")

_CHANCE = SystemRandom()
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", re.IGNORECASE)


def _holds(command: Command, name: str, one: float, two: float, wanted: float) -> None:
    ran = command(name, str(one), str(two)).succeeds()
    told = _NUMBER.findall(ran.out)
    # `2 + 3 = 5` is as good as `5`, and `5.0` too: the last number is the result.
    if not (told and math.isclose(float(told[-1]), wanted, rel_tol=1e-5, abs_tol=1e-9)):
        ran.unmet(f"wanted {wanted}")


@suite.check("add, sub, mul and div of whole numbers")
def whole(command: Command) -> None:
    one, two = _CHANCE.randint(100, 9999), _CHANCE.randint(11, 97)
    _holds(command, "add", one, two, one + two)
    _holds(command, "sub", one, two, one - two)
    _holds(command, "mul", one, two, one * two)
    _holds(command, "div", one * two, two, one)


@suite.check("a quotient has a fraction where it needs one")
def fraction(command: Command) -> None:
    odd = 2 * _CHANCE.randint(100, 900) + 1
    _holds(command, "div", odd, 8, odd / 8)


@suite.check("numbers have decimals and signs")
def decimals(command: Command) -> None:
    one, two = _CHANCE.randint(1001, 9999) / 1000, _CHANCE.randint(101, 999) / 100
    _holds(command, "add", one, two, one + two)
    _holds(command, "sub", two, one + 100, two - one - 100)
    _holds(command, "mul", -one, two, -one * two)
    _holds(command, "div", one, -two, one / -two)


@suite.check("dividing by zero is an error, dividing zero is not")
def zero(command: Command) -> None:
    number = str(_CHANCE.randint(1, 99))
    for nothing in ("0", "0.0"):
        ran = command("div", number, nothing).fails()
        expect(not re.search(r"\b(inf|infinity|nan)\b", ran.out.casefold()), "no result is printed")
    _holds(command, "div", 0, 5, 0)
    _holds(command, "mul", 7, 0, 0)


@suite.check("what is no number, one number alone and an unknown command are errors")
def malformed(command: Command) -> None:
    command("add", "two", "3").fails()
    command("mul", "3").fails()
    command("power", "2", "3").fails()
