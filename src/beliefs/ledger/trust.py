"""What a view trusts: the overrides, records and factors of voices, and what was learned of them.

Each factor is worked out once; what has been worked out never changes, so figures keep what they
saw. What outcomes and agreement have taught is looked up when somebody asks for a bet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from beliefs.kernel.trust import Override, earned_factor, override_factor
from beliefs.ledger import rows as row
from beliefs.ledger.fold import current
from beliefs.ledger.grading import Target
from beliefs.ledger.learned import NOTHING, Taught
from beliefs.ledger.rows import Rows
from beliefs.ledger.subtotals import Subtotal

Study = Callable[[int], Taught]
"""Finds what has been taught, given the mark of what it was taught from."""


class Trust:
    """The overrides, records and factors of voices."""

    def __init__(
        self,
        rows: Rows,
        study: Study | None = None,
        left_out: Mapping[Target, tuple[int, int]] | None = None,
    ) -> None:
        self._rows = rows
        self._study = study
        self._left_out = left_out or {}
        """Grades that do not count here: how often each voice was right, of how many."""
        self._factors: dict[Target, float] = {}

    def load(self, said: Iterable[Subtotal]) -> None:
        """Fetch, in one round trip, and work out the factors that figures will ask for."""
        targets = {
            target
            for subtotal in said
            for target in (("agent", subtotal.voice.agent), ("source", subtotal.voice.source))
            if target not in self._factors and target[1]
        }
        if targets:
            keys = [row.target_key(*target) for target in targets]
            # A writer's view bets on nothing, and its rows are sealed when a reply is worked out.
            self._rows.load([row.TAUGHT, *keys] if self._study else keys)
            for target in targets:
                self.factor(*target)

    def override(self, kind: str, name: str) -> Override | None:
        """What somebody decided about a voice."""
        stated = current(self._rows.get(row.target_key(kind, name)))
        return Override(*stated) if stated else None

    def record(self, kind: str, name: str) -> tuple[int, int]:
        """How often a voice was right, of how many beliefs with an outcome."""
        known = self._rows.get(row.target_key(kind, name)) or {}
        right, graded = known.get("right", 0), known.get("graded", 0)
        less_right, less_graded = self._left_out.get((kind, name), (0, 0))
        return right - less_right, graded - less_graded

    def factor(self, kind: str, name: str) -> float:
        """What the contributions of an agent or a source are multiplied by."""
        factor = self._factors.get((kind, name))
        if factor is None:
            factor = 1.0
            if self._rows.get(row.target_key(kind, name)):
                override, record = self.override(kind, name), self.record(kind, name)
                if override is not None:
                    factor = override_factor(override, *record)
                elif kind == "agent":
                    factor = earned_factor(*record)
            self._factors[kind, name] = factor
        return factor

    def taught(self) -> Taught:
        """What outcomes and agreement have taught; worked out anew only if they changed."""
        if self._study is None or (mark := self._rows.get(row.TAUGHT)) is None:
            return NOTHING
        return self._study(mark)
