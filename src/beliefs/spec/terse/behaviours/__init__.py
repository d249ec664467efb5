"""Behaviours that everybody knows, each heard in a goal by a module of its own."""

from __future__ import annotations

from collections.abc import Callable

from beliefs.spec.service import Spec
from beliefs.spec.terse.behaviours import queues, quizzes, schedules, stock, streaks, triage
from beliefs.spec.terse.hearing import Heard

BEHAVIOURS: tuple[Callable[[Heard], Callable[[Spec], Spec] | None], ...] = (
    queues.hear,
    streaks.hear,
    schedules.hear,
    triage.hear,
    quizzes.hear,
    stock.hear,
)
