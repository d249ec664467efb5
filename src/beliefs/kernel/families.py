"""The three shapes a belief can have, and what each says at a glance."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

Family = Literal["binary", "categorical", "numeric"]
FAMILIES: tuple[Family, ...] = ("binary", "categorical", "numeric")


class Beta(NamedTuple):
    """How probable it is that a claim is true."""

    alpha: float
    beta: float

    @property
    def mean(self) -> float:
        """The expected probability of the claim.

        >>> Beta(3.0, 1.0).mean
        0.75
        """
        return self.alpha / (self.alpha + self.beta)

    @property
    def evidence(self) -> float:
        """The observations on top of the uniform prior."""
        return (self.alpha - 1.0) + (self.beta - 1.0)


class Dirichlet(NamedTuple):
    """How probable each of several categories is.

    `rest` is the weight of "something else" while the set of categories is open, and None once
    it has been declared.
    """

    categories: tuple[str, ...]
    alpha: tuple[float, ...]
    rest: float | None

    @property
    def total(self) -> float:
        """The sum of all weights, "something else" included."""
        return math.fsum(self.alpha) + (self.rest or 0.0)

    @property
    def means(self) -> dict[str, float]:
        """The expected probability of each named category."""
        total = self.total
        return {name: a / total for name, a in zip(self.categories, self.alpha, strict=True)}

    @property
    def leading(self) -> int | None:
        """The position of the weightiest named category; the first of equals.

        >>> Dirichlet(("eu", "us"), (1.0, 4.0), None).leading
        1
        """
        if not self.alpha:
            return None
        return max(range(len(self.alpha)), key=self.alpha.__getitem__)


class Gaussian(NamedTuple):
    """Where a number lies. Without evidence the mean is None and the variance infinite."""

    mean: float | None
    variance: float


Parameters = Beta | Dirichlet | Gaussian
