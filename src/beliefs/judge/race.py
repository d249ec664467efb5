"""Requests sent at the same moment, where a rule must hold for all of them together."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from beliefs.judge.asking import Request
from beliefs.judge.equivalence import by_luck
from beliefs.judge.references import parts
from beliefs.spec.effects import (
    Call,
    Effect,
    Expr,
    Get,
    Guard,
    If,
    Insert,
    Let,
    Lit,
    Patch,
    Table,
    Var,
)
from beliefs.spec.operations import Operation

Got = TypeVar("Got")


@dataclass(frozen=True, slots=True)
class Bunch:
    """Requests to be sent at the same moment."""

    requests: tuple[Request, ...]

    def __str__(self) -> str:
        """The line that a verdict shows."""
        return f"{self.requests[0]} ({len(self.requests)} at once)"


def racing(operations: Sequence[Operation]) -> list[Operation]:
    """Operations that write by what they read: two at once must not read the same."""
    return [each for each in operations if _races(each)]


def _races(operation: Operation) -> bool:
    every = list(parts(operation.effect))
    written = {each.entity for each in every if isinstance(each, Insert | Patch)}
    checks = any(
        isinstance(each, Guard | If) and _reads(each.holds, operation.effect) & written
        for each in every
    )
    return checks or any(isinstance(each, Patch) and _adds(each) for each in every)


def _adds(patch: Patch) -> bool:
    """Whether what a row becomes depends on what it was."""
    was = (it.of for it in parts(patch.values) if isinstance(it, Get))
    return any(isinstance(it, Var) and it.name == patch.name for it in was)


def _reads(holds: Expr, effect: Effect) -> set[str]:
    """Entities that a condition looks at, beyond whether a row that was looked up is there."""
    match holds:
        case Call("!=", (Var(), Lit(None))):
            return set()
    if by_luck(holds, effect):
        return set()
    bound = {each.name: each.value for each in parts(effect) if isinstance(each, Let)}
    names = {it.name for it in parts(holds) if isinstance(it, Var)}
    looked = (holds, *(bound[name] for name in names & bound.keys()))
    return {it.entity for it in parts(looked) if isinstance(it, Table)}


def at_once(calls: Sequence[Callable[[], Got]]) -> list[Got]:
    """What the calls return, each made from a thread of its own, none before all are ready.

    >>> at_once([lambda: 1, lambda: 2])
    [1, 2]
    """
    line = threading.Barrier(len(calls))

    def one(call: Callable[[], Got]) -> Got:
        line.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(one, calls))
