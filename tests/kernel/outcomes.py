"""Probabilities and what came true: drawn, calibrated, and stated too boldly."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np
from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")
pairs = st.tuples(st.floats(0, 1), st.booleans())

BAD = [
    ([], [], "at least one outcome"),
    ([0.5], [True, False], "one outcome"),
    ([1.5], [True], "between 0 and 1"),
    ([float("nan")], [True], "between 0 and 1"),
    ([0.5], [2], "true or false"),
]


def columns(pairs: Sequence[tuple[float, T]]) -> tuple[list[float], list[T]]:
    stated, came_true = zip(*pairs, strict=True)
    return list(stated), list(came_true)


def overconfident(count: int, seed: int) -> tuple[list[float], list[bool]]:
    """Stated probabilities with log odds twice as large as true, and their outcomes."""
    generator = np.random.default_rng(seed)
    log_odds = generator.normal(0.4, 1.2, count)
    came_true = generator.random(count) < 1 / (1 + np.exp(-log_odds))
    return (1 / (1 + np.exp(-2 * log_odds - 0.5))).tolist(), came_true.tolist()


def calibrated(count: int, seed: int) -> tuple[list[float], list[bool]]:
    generator = np.random.default_rng(seed)
    stated = generator.beta(2, 1.5, count)
    return stated.tolist(), (generator.random(count) < stated).tolist()
