"""Fibonacci: twenty numbers in one JSON array."""

from __future__ import annotations

from itertools import pairwise

from beliefs.judge.command import Command
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Command] = Suite("fibonacci", "command")


@suite.check("standard output is one JSON array of twenty whole numbers")
def array(command: Command) -> None:
    told = command().succeeds().json()
    expect(isinstance(told, list), "an array")
    expect(all(type(each) is int for each in told), "whole numbers, written as such")
    equal(len(told), 20, "how many there are")


@suite.check("it begins with 0 and 1, and each number is the sum of the two before")
def sums(command: Command) -> None:
    told = command().succeeds().json()
    equal(told[:2], [0, 1], "the first two")
    for place, (two, three) in enumerate(pairwise(told[1:]), start=2):
        equal(three, told[place - 2] + two, f"number {place + 1}")
