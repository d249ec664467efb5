"""Is this folder what the goal asked for? The suite of a goal, run on a program from outside."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beliefs.judge.at_hand import at_hand
from beliefs.judge.program import Kind, Program, read
from beliefs.judge.serving import serving
from beliefs.judge.speaking import speaking
from beliefs.judge.stage import Stage
from beliefs.judge.suite import Outcome, Report

if TYPE_CHECKING:
    from beliefs.judge.goals import Goal
    from beliefs.judge.suite import Suite

_STAGES: dict[Kind, Callable[[Path, Program], AbstractContextManager[Stage[Any]]]] = {
    "service": serving,
    "command": at_hand,
    "mcp": speaking,
}


def suite_of(goal: Goal) -> Suite[Any]:
    """The checks that a goal's program is held to."""
    module = import_module(f"beliefs.judge.suites.{goal.name.replace('-', '_')}")
    suite: Suite[Any] = module.suite
    return suite


def accept(folder: Path, goal: Goal, *, thorough: bool = True) -> Report:
    """Hold the program of a folder to a goal; without `thorough` the first unmet check ends it."""
    program = read(folder)
    if program.kind != goal.kind:
        unmet = f"it is a {program.kind}, and a {goal.kind} was asked for"
        return Report(goal.name, (Outcome("the kind of program", unmet, 0.0),))
    with _STAGES[goal.kind](folder, program) as stage:
        return suite_of(goal).run(stage, thorough=thorough)
