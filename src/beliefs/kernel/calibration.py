"""How far off stated probabilities are: whether they come true as often as they say.

The error is always shown beside its floor: on a finite sample even a perfect predictor has an
expected calibration error above 0, and a number below that floor says nothing. The maps that
correct probabilities are in `maps`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from beliefs.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

BINS = 15
LIMIT = 0.05

# A probability of exactly 0 or 1 that comes out wrong would cost infinitely much.
CLIP = 1e-12

# How many numbers a bootstrap draws together.
_AT_ONCE = 1_000_000


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
    upper: float | None = None
    """Where the error may lie on other outcomes of the same kind, if a bootstrap was asked for."""


class Point(NamedTuple):
    """One bin of a reliability curve: what was stated, how often it happened, of how many."""

    stated: float
    happened: float
    n: int


def ece(probabilities: Sequence[float], outcomes: Sequence[bool], *, bins: int = BINS) -> float:
    """Expected calibration error over bins of equal width.

    >>> round(ece([0.8, 0.8, 0.8, 0.8], [True, True, True, False]), 6)
    0.05
    """
    stated, came_true, _ = sorted_outcomes(probabilities, outcomes)
    return _error(stated, came_true, _equal_width(stated, bins))


def ece_equal_mass(
    probabilities: Sequence[float], outcomes: Sequence[bool], *, bins: int = BINS
) -> float:
    """Expected calibration error over bins of equally many outcomes.

    Equal probabilities always share a bin, so that the order of the outcomes does not matter.

    >>> round(ece_equal_mass([0.8, 0.8, 0.8, 0.8], [True, True, True, False]), 6)
    0.05
    """
    stated, came_true, _ = sorted_outcomes(probabilities, outcomes)
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

    stated, came_true, _ = sorted_outcomes(probabilities, outcomes)
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

    stated, _, _ = sorted_outcomes(probabilities, [False] * len(probabilities))
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


def ece_upper(
    probabilities: Sequence[float],
    outcomes: Sequence[bool],
    *,
    seed: int,
    bins: int = BINS,
    trials: int = 1000,
) -> float:
    """The upper end of the 95 % bootstrap interval of the equal-width `ece`.

    Outcomes are drawn again with replacement, `trials` times; the same seed gives the same bound.
    A drawn sample repeats its noise, so its error is a little too large: the bound errs upwards.

    >>> stated, came_true = [0.75] * 400, [True, True, True, False] * 100
    >>> 0.03 < ece_upper(stated, came_true, seed=7) < 0.06
    True
    """
    import numpy as np

    stated, came_true, _ = sorted_outcomes(probabilities, outcomes)
    if trials < 1:
        raise InvalidInput(f"A bound needs at least one trial, not {trials}.")
    size, bin_of = len(stated), _equal_width(stated, bins)
    # Column b has what each outcome adds to the gap of bin b.
    gaps = np.zeros((size, bins))
    gaps[np.arange(size), bin_of] = came_true - stated
    generator = np.random.default_rng(seed)
    errors: list[float] = []
    while len(errors) < trials:
        rounds = min(trials - len(errors), max(1, _AT_ONCE // size))
        drawn = generator.multinomial(size, np.full(size, 1 / size), rounds)
        errors += (np.abs(drawn @ gaps).sum(axis=1) / size).tolist()
    return float(np.quantile(errors, 0.975))


def curve(
    probabilities: Sequence[float], outcomes: Sequence[bool], *, bins: int = BINS
) -> list[Point]:
    """The reliability curve: one point for each bin of equal width that holds outcomes.

    >>> curve([0.2, 0.8, 0.8], [False, True, False])
    [Point(stated=0.2, happened=0.0, n=1), Point(stated=0.8, happened=0.5, n=2)]
    """
    import numpy as np

    stated, came_true, _ = sorted_outcomes(probabilities, outcomes)
    bin_of = _equal_width(stated, bins)
    return [
        Point(float(stated[here].mean()), float(came_true[here].mean()), int(here.sum()))
        for one in np.unique(bin_of).tolist()
        for here in [bin_of == one]
    ]


def brier(probabilities: Sequence[float], outcomes: Sequence[bool]) -> float:
    """Mean squared distance of the probability from what came true.

    >>> brier([1.0, 0.5], [True, False])
    0.125
    """
    stated, came_true, _ = sorted_outcomes(probabilities, outcomes)
    return float(((stated - came_true) ** 2).mean())


def log_loss(probabilities: Sequence[float], outcomes: Sequence[bool]) -> float:
    """Mean surprise in nats; probabilities are clipped at 1e-12 from 0 and 1, so it is finite.

    >>> round(log_loss([0.5, 0.5], [True, False]), 6)
    0.693147
    """
    import numpy as np

    stated, came_true, _ = sorted_outcomes(probabilities, outcomes)
    p = np.clip(stated, CLIP, 1 - CLIP)
    return float(-np.where(came_true == 1, np.log(p), np.log1p(-p)).mean())


def gate(
    probabilities: Sequence[float],
    outcomes: Sequence[bool],
    limit: float = LIMIT,
    *,
    seed: int = 0,
    bins: int = BINS,
    trials: int = 1000,
    bootstrap: bool = False,
) -> Gate:
    """Whether held-out outcomes are calibrated to within the limit.

    The floor stands beside the error because a small sample can fail the gate by chance alone.
    With `bootstrap` the upper end of the error's 95 % interval must be within the limit, so that
    a small sample cannot pass by chance either.

    >>> result = gate([0.9] * 90 + [0.1] * 10, [True] * 81 + [False] * 9 + [True] + [False] * 9)
    >>> result.passed, round(result.ece, 6), result.n
    (True, 0.0, 100)
    """
    error = ece(probabilities, outcomes, bins=bins)
    upper = None
    if bootstrap:
        upper = ece_upper(probabilities, outcomes, seed=seed, bins=bins, trials=trials)
    return Gate(
        passed=(error if upper is None else upper) <= limit,
        ece=error,
        floor=ece_floor(probabilities, seed=seed, bins=bins, trials=trials),
        brier=brier(probabilities, outcomes),
        log_loss=log_loss(probabilities, outcomes),
        n=len(outcomes),
        upper=upper,
    )


def sorted_outcomes(
    probabilities: Sequence[float],
    outcomes: Sequence[bool],
    weights: Sequence[float] | None = None,
) -> tuple[Floats, Floats, Floats]:
    """Probabilities, outcomes and weights, checked, in one order whatever order they came in.

    >>> stated, came_true, weight = sorted_outcomes([0.9, 0.2], [True, False])
    >>> stated.tolist(), came_true.tolist(), weight.tolist()
    ([0.2, 0.9], [0.0, 1.0], [1.0, 1.0])
    """
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
