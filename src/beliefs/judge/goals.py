"""The goals of the benchmark, smallest first."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from beliefs.errors import NotFound, shown

if TYPE_CHECKING:
    from beliefs.judge.program import Kind


@dataclass(frozen=True, slots=True)
class Goal:
    """One thing asked for, in one or two sentences; its suite is `suites/<name>.py`."""

    name: str
    tier: int
    kind: Kind
    sentence: str


@cache
def goals() -> tuple[Goal, ...]:
    """All of them.

    >>> len(goals()), goals()[0].name
    (28, 'fizzbuzz')
    """
    told = tomllib.loads(files("beliefs.judge").joinpath("goals.toml").read_text(encoding="utf-8"))
    return tuple(Goal(**each) for each in told["goal"])


def goal(name: str) -> Goal:
    """One of them by name."""
    for each in goals():
        if each.name == name:
            return each
    message = f"There is no goal {shown(name)}; `belief benchmark --list` names them."
    raise NotFound(message)
