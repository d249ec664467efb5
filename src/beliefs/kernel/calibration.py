"""Whether stated probabilities come true as often as they say, and maps that correct them.

The error is always shown beside its floor: on a finite sample even a perfect predictor has an
expected calibration error above 0, and a number below that floor says nothing.

Two maps from stated to calibrated probability. *Isotonic* assumes only that more is more; *beta*
has three parameters and needs less data. Neither is fitted on too little: then there is none.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, NamedTuple, TypedDict, overload

from beliefs.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

BINS = 15
LIMIT = 0.05
FEWEST_OUTCOMES = 30

# A probability of exactly 0 or 1 that comes out wrong would cost infinitely much.
_CLIP = 1e-12

# Only where two features cannot be told apart, as when all probabilities are equal, does this
# decide anything; against thirty outcomes it is nothing.
_RIDGE = 1e-6
_STEPS = 100
_SETTLED = 1e-12


class Floor(NamedTuple):
    """The calibration error of a perfect predictor: on average, and in 19 of 20 samples."""

    expected: float
    upper: float


class Gate(NamedTuple):
    """Whether held-out outcomes pass the gate, and every number beside it."""

    passed: bool
    ece: float
    floor: Floor
    brier: float
    log_loss: float
    n: int


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


def ece(probabilities: Sequence[float], outcomes: Sequence[bool], *, bins: int = BINS) -> float:
    """Expected calibration error over bins of equal width.

    >>> round(ece([0.8, 0.8, 0.8, 0.8], [True, True, True, False]), 6)
    0.05
    """
    stated, came_true = _checked(probabilities, outcomes)
    return _error(stated, came_true, _equal_width(stated, bins))


def ece_equal_mass(
    probabilities: Sequence[float], outcomes: Sequence[bool], *, bins: int = BINS
) -> float:
    """Expected calibration error over bins of equally many outcomes.

    Equal probabilities always share a bin, so that the order of the outcomes does not matter.

    >>> round(ece_equal_mass([0.8, 0.8, 0.8, 0.8], [True, True, True, False]), 6)
    0.05
    """
    stated, came_true = _checked(probabilities, outcomes)
    return _error(stated, came_true, _equal_mass(stated, bins))


def ece_debiased(
    probabilities: Sequence[float], outcomes: Sequence[bool], *, bins: int = BINS
) -> float:
    """Root of the debiased squared calibration error, over bins of equally many outcomes.

    The squared distance of a bin's frequency from its mean probability is too large by the
    variance of that frequency; the estimate of that variance is taken off (Bröcker 2012, Ferro
    and Fricker 2012; used for calibration by Kumar, Liang and Ma 2019). The square is unbiased
    and may fall below 0, where 0 is returned. Bins with a single outcome are left out.

    >>> ece_debiased([0.75] * 4, [True, True, True, False])
    0.0
    """
    import numpy as np

    stated, came_true = _checked(probabilities, outcomes)
    bin_of = _equal_mass(stated, bins)
    counts = np.bincount(bin_of)
    several = counts > 1
    if not several.any():
        return 0.0
    counts = counts[several]
    frequency = np.bincount(bin_of, came_true)[several] / counts
    mean = np.bincount(bin_of, stated)[several] / counts
    squares = (frequency - mean) ** 2 - frequency * (1 - frequency) / (counts - 1)
    return math.sqrt(max(0.0, float(np.average(squares, weights=counts))))


def ece_floor(
    probabilities: Sequence[float], *, seed: int, bins: int = BINS, trials: int = 1000
) -> Floor:
    """The equal-width `ece` a perfect predictor of exactly these probabilities would have.

    Outcomes are drawn from the probabilities themselves, `trials` times; the same seed gives the
    same floor.

    >>> floor = ece_floor([0.5] * 100, seed=7)
    >>> 0.03 < floor.expected < 0.05 < floor.upper < 0.12
    True
    """
    import numpy as np

    stated, _ = _checked(probabilities, [False] * len(probabilities))
    if trials < 1:
        raise InvalidInput(f"A floor needs at least one trial, not {trials}.")
    bin_of = _equal_width(stated, bins)
    generator = np.random.default_rng(seed)
    errors = np.array(
        [
            _error(stated, (generator.random(len(stated)) < stated).astype(np.float64), bin_of)
            for _ in range(trials)
        ]
    )
    return Floor(float(errors.mean()), float(np.quantile(errors, 0.95)))


def brier(probabilities: Sequence[float], outcomes: Sequence[bool]) -> float:
    """Mean squared distance of the probability from what came true.

    >>> brier([1.0, 0.5], [True, False])
    0.125
    """
    stated, came_true = _checked(probabilities, outcomes)
    return float(((stated - came_true) ** 2).mean())


def log_loss(probabilities: Sequence[float], outcomes: Sequence[bool]) -> float:
    """Mean surprise in nats; probabilities are clipped at 1e-12 from 0 and 1, so it is finite.

    >>> round(log_loss([0.5, 0.5], [True, False]), 6)
    0.693147
    """
    import numpy as np

    stated, came_true = _checked(probabilities, outcomes)
    p = np.clip(stated, _CLIP, 1 - _CLIP)
    return float(-np.where(came_true == 1, np.log(p), np.log1p(-p)).mean())


def gate(
    probabilities: Sequence[float],
    outcomes: Sequence[bool],
    limit: float = LIMIT,
    *,
    seed: int = 0,
    bins: int = BINS,
    trials: int = 1000,
) -> Gate:
    """Whether held-out outcomes are calibrated to within the limit.

    The floor stands beside the error because a small sample can fail the gate by chance alone.

    >>> result = gate([0.9] * 90 + [0.1] * 10, [True] * 81 + [False] * 9 + [True] + [False] * 9)
    >>> result.passed, round(result.ece, 6), result.n
    (True, 0.0, 100)
    """
    error = ece(probabilities, outcomes, bins=bins)
    return Gate(
        passed=error <= limit,
        ece=error,
        floor=ece_floor(probabilities, seed=seed, bins=bins, trials=trials),
        brier=brier(probabilities, outcomes),
        log_loss=log_loss(probabilities, outcomes),
        n=len(outcomes),
    )


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
    stated, came_true, weight = _checked_weights(probabilities, outcomes, weights)
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

    p = np.clip(stated, _CLIP, 1 - _CLIP)
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


def _checked(probabilities: Sequence[float], outcomes: Sequence[bool]) -> tuple[Floats, Floats]:
    stated, came_true, _ = _checked_weights(probabilities, outcomes, None)
    return stated, came_true


def _checked_weights(
    probabilities: Sequence[float], outcomes: Sequence[bool], weights: Sequence[float] | None
) -> tuple[Floats, Floats, Floats]:
    """The arguments as sorted arrays, so that no sum depends on the order they came in."""
    import numpy as np

    stated = np.asarray(probabilities, dtype=np.float64)
    came_true = np.asarray(outcomes, dtype=np.float64)
    weight = np.ones_like(stated) if weights is None else np.asarray(weights, dtype=np.float64)
    if stated.ndim != 1 or not stated.shape == came_true.shape == weight.shape:
        raise InvalidInput(
            "Each probability needs one outcome and one weight, "
            f"got {stated.size}, {came_true.size} and {weight.size}."
        )
    if stated.size == 0:
        raise InvalidInput("Calibration needs at least one outcome.")
    if not np.all((stated >= 0) & (stated <= 1)):
        raise InvalidInput("A probability lies between 0 and 1.")
    if not np.all((came_true == 0) | (came_true == 1)):
        raise InvalidInput("An outcome is true or false.")
    if not np.all((weight >= 0) & (weight < np.inf)):
        raise InvalidInput("A weight is a finite number not below 0.")
    order = np.lexsort((weight, came_true, stated))
    return stated[order], came_true[order], weight[order]


def _equal_width(stated: Floats, bins: int) -> Integers:
    import numpy as np

    return np.minimum((stated * _checked_bins(bins)).astype(np.int64), bins - 1)


def _equal_mass(stated: Floats, bins: int) -> Integers:
    """Bins by rank; equal probabilities have their middle rank, and so the same bin."""
    import numpy as np

    _, group, sizes = np.unique(stated, return_inverse=True, return_counts=True)
    middle = np.cumsum(sizes) - sizes / 2
    share = middle / len(stated)
    by_group = np.minimum((share * _checked_bins(bins)).astype(np.int64), bins - 1)
    chosen: Integers = by_group[group]
    return chosen


def _checked_bins(bins: int) -> int:
    if bins < 1:
        raise InvalidInput(f"A calibration error needs at least one bin, not {bins}.")
    return bins


def _error(stated: Floats, came_true: Floats, bin_of: Integers) -> float:
    """Mean, over outcomes, of the distance of their bin's frequency from its mean probability."""
    import numpy as np

    gaps = np.bincount(bin_of, came_true - stated)
    return float(np.abs(gaps).sum()) / len(stated)


def _probability(value: float) -> float:
    if not 0 <= value <= 1:
        raise InvalidInput(f"A probability lies between 0 and 1, not {value!r}.")
    return value


def _clipped(probability: float) -> float:
    return min(max(probability, _CLIP), 1 - _CLIP)


def _logistic(log_odds: float) -> float:
    if log_odds >= 0:
        return 1 / (1 + math.exp(-log_odds))
    odds = math.exp(log_odds)
    return odds / (1 + odds)
