"""Checks in order, and the report they make.

A suite holds a program to a goal from outside. A check marked `fresh` gets the program started on a
new copy of its folder, any other the program as the check before left it. Nothing is skipped: a
check that cannot run is unmet, a suite without checks accepts nothing, and a program that is not up
when the suite ends has failed, whatever it answered before.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from beliefs.judge.unmet import Unmet, shorten

if TYPE_CHECKING:
    from beliefs.judge.program import Kind
    from beliefs.judge.stage import Stage

Spoken = TypeVar("Spoken")
Check: TypeAlias = Callable[[Spoken], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one check; `unmet` says why, and is empty when it was met."""

    check: str
    unmet: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Report:
    """What a suite found. Accepted means: there were checks, and every one was met.

    >>> Report("nothing", ()).accepted
    False
    """

    suite: str
    outcomes: tuple[Outcome, ...]

    @property
    def accepted(self) -> bool:
        """Whether the program does what the goal says."""
        return bool(self.outcomes) and not self.first_unmet

    @property
    def first_unmet(self) -> str:
        """The first thing that fell short, as a line; empty when nothing did."""
        return next((f"{each.check}: {each.unmet}" for each in self.outcomes if each.unmet), "")


@dataclass(slots=True)
class Suite(Generic[Spoken]):
    """The checks of one goal, in the order they are written."""

    name: str
    kind: Kind
    _checks: list[tuple[str, bool, Check[Spoken]]] = field(default_factory=list)

    def check(
        self, sentence: str, *, fresh: bool = False
    ) -> Callable[[Check[Spoken]], Check[Spoken]]:
        """Add a check, named by the sentence that it holds the program to."""

        def added(check: Check[Spoken]) -> Check[Spoken]:
            self._checks.append((sentence, fresh, check))
            return check

        return added

    def run(self, stage: Stage[Spoken], *, thorough: bool = True) -> Report:
        """Hold a program to every check; without `thorough` the first unmet one ends it."""
        outcomes: list[Outcome] = []
        for sentence, fresh, check in self._checks:
            outcomes.append(_outcome(sentence, check, stage, fresh=fresh))
            if outcomes[-1].unmet and not thorough:
                break
        else:
            outcomes.extend(_ended_well(stage))
        return Report(self.name, tuple(outcomes))


def _outcome(sentence: str, check: Check[Spoken], stage: Stage[Spoken], *, fresh: bool) -> Outcome:
    began = time.monotonic()
    unmet = ""
    try:
        check(stage.anew() if fresh else stage.ready())
    except Unmet as short:
        unmet = str(short)
    except Exception as error:  # noqa: BLE001 - whatever a strange answer does to a check, it was not met
        unmet = shorten(f"the answer could not be read ({type(error).__name__}: {error})")
    return Outcome(sentence, unmet, round(time.monotonic() - began, 3))


def _ended_well(stage: Stage[Spoken]) -> list[Outcome]:
    last_words = stage.dead()
    return [Outcome("the program is still up", last_words, 0.0)] if last_words else []
