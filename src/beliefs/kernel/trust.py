"""Trust: one correctly rounded factor per agent and per source."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

BENEFIT_OF_DOUBT = 10
"""How many imagined right answers an agent starts with, so that one mistake is not the end."""


class Override(NamedTuple):
    """What somebody decided about a voice: Beta(c·s, (1−c)·s), frozen if locked."""

    confidence: float
    strength: float
    lock: bool = False


def override_factor(override: Override, right: int, graded: int) -> float:
    """The mean of the override after `right` of `graded` outcomes; locked, it never drifts.

    >>> override_factor(Override(0.1, 50.0), 0, 0)
    0.1
    >>> override_factor(Override(0.5, 10.0), 10, 10)
    0.75
    """
    if override.lock or not graded:
        return override.confidence
    confidence, strength = Fraction(override.confidence), Fraction(override.strength)
    return float((confidence * strength + right) / (strength + graded))


def earned_factor(right: int, graded: int) -> float:
    """The factor of an agent nobody decided about; exactly 1 without outcomes.

    >>> earned_factor(0, 0), earned_factor(0, 10)
    (1.0, 0.5)
    """
    return (BENEFIT_OF_DOUBT + right) / (BENEFIT_OF_DOUBT + graded)
