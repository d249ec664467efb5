"""A risk map: what was feared most, and how that fear came and went."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beliefs.formation.population.population import Population
from beliefs.formation.survey import survey

MOMENTS = 60
"""Days of a long run that are looked at."""
ROWS = 24
_SLOTS = 1 << 22
"""Beliefs read at each look, about: of larger populations every so many-th agent is asked."""


class RiskMap(NamedTuple):
    """The mean risk of some keys, among those who know them, on some days."""

    days: list[int]
    keys: list[str]
    """By the day of their worst."""
    risks: list[list[float | None]]
    """A row for each key; None while nobody knows it."""
    every: int
    """Of every so many agents, one was asked."""


class Watch:
    """Looks at a population on some of its days."""

    def __init__(self, population: Population, days: range) -> None:
        self._population, self._days = population, days
        self._step = -(-len(days) // MOMENTS)
        slots = population.agents * population.config.max_beliefs_per_agent
        self._every = max(1, slots // _SLOTS)
        self._seen: list[tuple[int, NDArray[np.float32]]] = []

    def look(self, day: int) -> None:
        """See what is feared today, if it is one of the days to look at."""
        # Counted from the last day, so that the end is always seen.
        if (self._days[-1] - day) % self._step == 0:
            found = survey(self._population, day, every=self._every)
            risks = np.where(found.knowers > 0, found.risks, np.nan).astype(np.float32)
            self._seen.append((day, risks))

    def map(self) -> RiskMap:
        """What was feared most, at one time or another."""
        texts = self._population.vocabulary.key_texts
        grid = np.full((len(texts), len(self._seen)), np.nan, np.float32)
        for column, (_, risks) in enumerate(self._seen):
            grid[: len(risks), column] = risks
        rows = _rows(np.nan_to_num(grid), texts)
        rows.sort(key=lambda key: (int(np.nanargmax(grid[key])), texts[key]))
        return RiskMap(
            [day for day, _ in self._seen],
            [texts[key] for key in rows],
            [
                [None if np.isnan(risk) else round(float(risk), 4) for risk in grid[key]]
                for key in rows
            ],
            self._every,
        )


def _rows(grid: NDArray[np.float32], texts: list[str]) -> list[int]:
    """The worst of each day first, then the second worst, until there are enough."""
    moments = range(grid.shape[1] - 1, -1, -max(1, grid.shape[1] // ROWS))
    ranked = [_worst(grid[:, moment], texts) for moment in moments]
    found: dict[int, None] = {}
    for rank in range(ROWS):
        for keys in ranked:
            if rank < len(keys) and len(found) < ROWS:
                found.setdefault(keys[rank])
    return list(found)


def _worst(risks: NDArray[np.float32], texts: list[str]) -> list[int]:
    least = np.partition(risks, -ROWS)[-ROWS] if len(risks) > ROWS else 0.0
    near = np.flatnonzero((risks >= least) & (risks > 0)).tolist()
    return sorted(near, key=lambda key: (-risks[key], texts[key]))[:ROWS]
