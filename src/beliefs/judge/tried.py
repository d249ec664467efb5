"""What came of one stage of judging."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tried:
    """How much was asked, what first fell short (or nothing), and what did not count, and why."""

    asked: int
    unmet: str = ""
    notes: tuple[str, ...] = ()
