"""FizzBuzz: the hundred lines that everybody knows."""

from __future__ import annotations

from beliefs.judge.command import Command
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Command] = Suite("fizzbuzz", "command")


def _line(number: int) -> str:
    return "Fizz" * (number % 3 == 0) + "Buzz" * (number % 5 == 0) or str(number)


def _printed(command: Command) -> list[str]:
    return [line.strip() for line in command().succeeds().out.rstrip().split("\n")]


@suite.check("there are a hundred lines, and nothing else")
def hundred(command: Command) -> None:
    equal(len(_printed(command)), 100, "the number of lines")


@suite.check("each number, or the word for it, stands on its line")
def lines(command: Command) -> None:
    for number, line in enumerate(_printed(command), start=1):
        equal(line, _line(number), f"line {number}")
