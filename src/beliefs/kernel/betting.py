"""Betting: the log-linear bet on what is true, given what voices report and how they err.

log P(t) = log prior_t + Σ over voices of weight · Σ over reports y of n_y · log π[t, y], with a
uniform prior. Counts in a pool give linear odds; independent reports give exponential ones, so this
is what to bet, and the pool is what was said. Nothing computed here is stored: it needs logarithms.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

Row = tuple[tuple[float, ...], ...]
"""π[truth][report]: how probable each report of a voice is, for each truth."""


class Report(NamedTuple):
    """What one voice reports: how often each label, at which weight, and how it errs."""

    counts: tuple[float, ...]
    weight: float
    row: Row


def coin(right: int, graded: int, labels: int, reports: int | None = None) -> Row:
    """The row of a voice that was right `right` of `graded` times, wrong on all others alike.

    By the rule of succession it is right with probability (1 + right) / (labels + graded), so
    without outcomes its reports say nothing. Where the truth may be something that nobody
    reports, there are fewer `reports` than labels.

    >>> coin(8, 8, 2)
    ((0.9, 0.1), (0.1, 0.9))
    >>> coin(0, 0, 4, 1)
    ((0.25,), (0.25,), (0.25,), (0.25,))
    """
    hit = (1 + right) / (labels + graded)
    # The complement is divided as a whole number: 1 − hit would round, and break symmetry.
    miss = (labels - 1 + graded - right) / (labels + graded) / max(1, labels - 1)
    columns = range(labels if reports is None else reports)
    return tuple(tuple(hit if t == y else miss for y in columns) for t in range(labels))


def bet(reports: Iterable[Report], labels: int) -> list[float]:
    """The probability of each label. The order of the reports does not matter.

    >>> five = [Report((1.0, 0.0), 1.0, coin(8, 8, 2))] * 5
    >>> round(bet(five, 2)[0], 5)
    0.99998
    >>> bet([], 4)
    [0.25, 0.25, 0.25, 0.25]
    """
    terms: list[list[float]] = [[] for _ in range(labels)]
    for counts, weight, row in reports:
        for told, chances in zip(terms, row, strict=True):
            told += [
                weight * count * math.log(chance)
                for count, chance in zip(counts, chances, strict=True)
                if count and weight
            ]
    # A correctly rounded sum is the same in any order.
    sums = [math.fsum(told) for told in terms]
    best = max(sums)
    shares = [math.exp(total - best) for total in sums]
    whole = math.fsum(shares)
    return [share / whole for share in shares]
