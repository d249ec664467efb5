"""Maps that correct stated probabilities, and how they are fitted to outcomes.

*Isotonic* assumes only that more is more; *beta* has three parameters and needs less data. Neither
is fitted on too little: then there is none. How far off probabilities are before and after is
measured in `calibration`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, NamedTuple, TypedDict, overload

from beliefs.errors import InvalidInput
from beliefs.kernel.calibration import CLIP, sorted_outcomes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from beliefs.kernel.calibration import Floats

FEWEST_OUTCOMES = 30

# Only where two features cannot be told apart, as when all probabilities are equal, does this
# decide anything; against thirty outcomes it is nothing.
_RIDGE = 1e-6
_STEPS = 100
_SETTLED = 1e-12


class IsotonicData(TypedDict):
    """An isotonic map as plain data."""

    kind: Literal["isotonic"]
    knots: list[float]
    values: list[float]


class BetaData(TypedDict):
    """A beta map as plain data."""

    kind: Literal["beta"]
    a: float
    b: float
    c: float


class IsotonicMap(NamedTuple):
    """A rising line through knots: linear between them, flat before the first and after the last.

    >>> round(IsotonicMap((0.2, 0.6), (0.1, 0.5)).apply(0.4), 6)
    0.3
    """

    knots: tuple[float, ...]
    values: tuple[float, ...]

    def apply(self, probability: float) -> float:
        """The calibrated probability."""
        from bisect import bisect_right

        after = bisect_right(self.knots, _probability(probability))
        if after == 0:
            return self.values[0]
        if after == len(self.knots):
            return self.values[-1]
        left, right = self.knots[after - 1 : after + 1]
        low, high = self.values[after - 1 : after + 1]
        return min(high, low + (high - low) * ((probability - left) / (right - left)))

    def data(self) -> IsotonicData:
        """The map as plain data, ready for JSON."""
        return {"kind": "isotonic", "knots": list(self.knots), "values": list(self.values)}

    @classmethod
    def from_data(cls, data: IsotonicData) -> IsotonicMap:
        """The map that `data` describes."""
        return cls(tuple(map(float, data["knots"])), tuple(map(float, data["values"])))


class BetaMap(NamedTuple):
    """The beta map of Kull, Silva Filho and Flach (2017): log odds a ln p - b ln(1 - p) + c.

    >>> BetaMap(1.0, 1.0, 0.0).apply(0.3)
    0.3
    """

    a: float
    b: float
    c: float

    def apply(self, probability: float) -> float:
        """The calibrated probability."""
        p = _clipped(_probability(probability))
        log_odds = self.a * math.log(p) - self.b * math.log1p(-p) + self.c
        return _clipped(_logistic(log_odds))

    def data(self) -> BetaData:
        """The map as plain data, ready for JSON."""
        return {"kind": "beta", "a": self.a, "b": self.b, "c": self.c}

    @classmethod
    def from_data(cls, data: BetaData) -> BetaMap:
        """The map that `data` describes."""
        return cls(float(data["a"]), float(data["b"]), float(data["c"]))


CalibrationMap = IsotonicMap | BetaMap
Kind = Literal["isotonic", "beta"]


def from_data(data: IsotonicData | BetaData) -> CalibrationMap:
    """The map that plain data describes, of either kind.

    >>> from_data(BetaMap(1.0, 2.0, 0.5).data())
    BetaMap(a=1.0, b=2.0, c=0.5)
    """
    if data["kind"] == "isotonic":
        return IsotonicMap.from_data(data)
    if data["kind"] == "beta":
        return BetaMap.from_data(data)
    raise InvalidInput(f"There is no calibration map of kind {data['kind']!r}: isotonic or beta.")


@overload
def fit(
    probabilities: Sequence[float],
    outcomes: Sequence[bool],
    *,
    kind: Literal["beta"] = "beta",
    weights: Sequence[float] | None = None,
) -> BetaMap | None: ...


@overload
def fit(
    probabilities: Sequence[float],
    outcomes: Sequence[bool],
    *,
    kind: Literal["isotonic"],
    weights: Sequence[float] | None = None,
) -> IsotonicMap | None: ...


def fit(
    probabilities: Sequence[float],
    outcomes: Sequence[bool],
    *,
    kind: Kind = "beta",
    weights: Sequence[float] | None = None,
) -> CalibrationMap | None:
    """The calibration map these outcomes support, or None if they are too few or all alike.

    >>> stated = [0.6, 0.9] * 50
    >>> came_true = [True, True, False, True] * 25
    >>> fitted = fit(stated, came_true, kind="isotonic")
    >>> round(fitted.apply(0.6), 6), round(fitted.apply(0.9), 3)
    (0.5, 0.99)
    >>> fit(stated[:20], came_true[:20]) is None
    True
    """
    import numpy as np

    if kind not in ("isotonic", "beta"):
        raise InvalidInput(f"There is no calibration map of kind {kind!r}: isotonic or beta.")
    stated, came_true, weight = sorted_outcomes(probabilities, outcomes, weights)
    heard = weight > 0
    stated, came_true, weight = stated[heard], came_true[heard], weight[heard]
    if len(stated) < FEWEST_OUTCOMES or np.all(came_true == came_true[0]):
        return None
    if kind == "isotonic":
        return _fit_isotonic(stated, came_true, weight)
    return _fit_beta(stated, came_true, weight)


def pool_adjacent_violators(
    values: Sequence[float], weights: Sequence[float] | None = None
) -> list[float]:
    """The rising sequence closest to `values` in weighted squares (isotonic regression).

    >>> pool_adjacent_violators([1.0, 3.0, 2.0, 4.0])
    [1.0, 2.5, 2.5, 4.0]
    """
    if weights is None:
        weights = [1.0] * len(values)
    if not all(0 < weight < math.inf for weight in weights):
        raise InvalidInput("A weight in isotonic regression is a finite number above 0.")
    blocks: list[tuple[float, float, int]] = []  # sum of weight × value, weight, length
    for value, weight in zip(values, weights, strict=True):
        moment, mass, length = weight * value, weight, 1
        while blocks and blocks[-1][0] / blocks[-1][1] >= moment / mass:
            before = blocks.pop()
            moment, mass, length = moment + before[0], mass + before[1], length + before[2]
        blocks.append((moment, mass, length))
    return [moment / mass for moment, mass, length in blocks for _ in range(length)]


def _fit_isotonic(stated: Floats, came_true: Floats, weight: Floats) -> IsotonicMap:
    """Pool adjacent violators, equal probabilities first; each block becomes one or two knots.

    A block at the end is often pure, and would state a certainty. No frequency is stated more
    extreme than the rule of succession allows after this many outcomes.
    """
    import numpy as np

    distinct, group = np.unique(stated, return_inverse=True)
    mass = np.bincount(group, weight)
    frequency = np.bincount(group, weight * came_true) / mass
    rising = pool_adjacent_violators(frequency.tolist(), mass.tolist())
    margin = 1 / (len(stated) + 2)

    knots: list[float] = []
    values: list[float] = []
    for knot, value in zip(distinct.tolist(), rising, strict=True):
        bounded = min(max(value, margin), 1 - margin)
        # Inside a flat stretch the latest knot only moves its end.
        if values[-2:] == [bounded, bounded]:
            knots[-1] = knot
        else:
            knots.append(knot)
            values.append(bounded)
    return IsotonicMap(tuple(knots), tuple(values))


def _fit_beta(stated: Floats, came_true: Floats, weight: Floats) -> BetaMap:
    """Logistic regression on ln p and -ln(1 - p), with slopes that are not negative.

    The loss is convex, so its minimum under that constraint is the best of the minima with both
    slopes free, one, or none that happen to satisfy it.

    The targets are Platt's (1999), slightly inside 0 and 1: perfectly separable outcomes, for
    which plain logistic regression runs off to infinite slopes, then have a finite optimum.
    """
    import numpy as np

    p = np.clip(stated, CLIP, 1 - CLIP)
    features = np.column_stack([np.log(p), -np.log1p(-p), np.ones_like(p)])
    hits = float(weight @ came_true)
    misses = float(weight.sum()) - hits
    targets = np.where(came_true == 1, (hits + 1) / (hits + 2), 1 / (misses + 2))

    best, lowest = (0.0, 0.0, 0.0), math.inf
    for free in ([0, 1, 2], [0, 2], [1, 2], [2]):
        found, loss = _logistic_regression(features[:, free], targets, weight)
        coefficients = [0.0, 0.0, 0.0]
        for column, value in zip(free, found.tolist(), strict=True):
            coefficients[column] = value
        a, b, c = coefficients
        if min(a, b) >= 0 and loss < lowest:
            best, lowest = (a, b, c), loss
    return BetaMap(*best)


def _logistic_regression(features: Floats, targets: Floats, weight: Floats) -> tuple[Floats, float]:
    """Coefficients and loss, by Newton's method with step halving."""
    import numpy as np

    def loss_at(at: Floats) -> float:
        log_odds = features @ at
        surprise = np.logaddexp(0, log_odds) - targets * log_odds
        return float(weight @ surprise + _RIDGE / 2 * (at @ at))

    coefficients = np.zeros(features.shape[1])
    loss = loss_at(coefficients)
    for _ in range(_STEPS):
        predicted = 0.5 * (1 + np.tanh(features @ coefficients / 2))
        gradient = features.T @ (weight * (predicted - targets)) + _RIDGE * coefficients
        curvature = (features.T * (weight * predicted * (1 - predicted))) @ features
        direction = np.linalg.solve(curvature + _RIDGE * np.eye(len(coefficients)), gradient)
        length = 1.0
        while (lower := loss_at(coefficients - length * direction)) > loss and length > _SETTLED:
            length /= 2
        if lower >= loss:
            break
        coefficients, loss, gained = coefficients - length * direction, lower, loss - lower
        if gained <= _SETTLED * loss:
            break
    return coefficients, loss


def _probability(value: float) -> float:
    if not 0 <= value <= 1:
        raise InvalidInput(f"A probability lies between 0 and 1, not {value!r}.")
    return value


def _clipped(probability: float) -> float:
    return min(max(probability, CLIP), 1 - CLIP)


def _logistic(log_odds: float) -> float:
    if log_odds >= 0:
        return 1 / (1 + math.exp(-log_odds))
    odds = math.exp(log_odds)
    return odds / (1 + odds)
