"""What came of one stage of judging."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tried:
    """How much was asked, what first fell short (or nothing), and what did not count, and why."""

    asked: int
    unmet: str = ""
    notes: tuple[str, ...] = ()
    late: bool = False  # it fell short by time alone


@dataclass(frozen=True, slots=True)
class Held:
    """One stage of judging; `unmet` says what fell short, and is empty when nothing did."""

    stage: str
    asked: int
    unmet: str
    seconds: float
    notes: tuple[str, ...] = ()  # what did not count, and why
    late: bool = False  # it fell short by time alone, also when it was tried once more
