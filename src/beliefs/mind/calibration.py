"""Calibration: what labels mean, and how far probabilities have come true.

Outcomes of one family, heard from the same set of sources, are one kind; each kind has its own map
and its own line in the report. What a map does is measured on outcomes it was not fitted on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from beliefs.kernel import calibration as kernel
from beliefs.kernel.calibration import Floor, Point
from beliefs.kernel.held_out import KINDS, held_out
from beliefs.kernel.maps import BetaMap
from beliefs.ledger.answers import MIN_OUTCOMES, fold_of
from beliefs.ledger.learned import Example, SourceKind, Taught
from beliefs.ledger.ledger import Ledger

LABELS = {"high": 0.7, "medium": 0.4, "low": 0.0}
"""From which calibrated probability on a belief has each label."""

BINS = 10
"""Bins of the reliability curve."""

_SEED = 0
"""The floor is drawn by chance; the same outcomes always have the same floor."""


class Scores(NamedTuple):
    """How far off probabilities are, measured in several ways; 0 is best in each."""

    ece: float
    """Expected calibration error over bins of equal width."""
    ece_equal_mass: float
    ece_debiased: float
    floor: Floor
    """What `ece` a perfect predictor would have on so few outcomes."""
    brier: float
    log_loss: float


class Reliability(NamedTuple):
    """One kind of source: how its bets came true, before and after its map."""

    family: str
    sources: tuple[str | None, ...]
    """The sources whose voices these beliefs have; None stands for voices without one."""
    outcomes: int
    map: str | None
    """beta or isotonic; None while there are too few outcomes."""
    before: Scores
    after: Scores | None
    """Each outcome corrected by a map fitted on four fifths of the others."""
    curve: tuple[Point, ...]
    """The bets as they are."""
    corrected: tuple[Point, ...]
    """The same after the map, held out as in `after`; empty without a map."""


class Calibration(NamedTuple):
    """How far probabilities have come true, per kind of source."""

    outcomes: int
    """How many outcomes there was a bet on."""
    enough: int
    """How many outcomes of a kind it takes to fit a map."""
    labels: dict[str, float]
    """From which calibrated probability on a belief has each label."""
    kinds: tuple[Reliability, ...]


def label_of(probability: float) -> str:
    """The label of a calibrated probability.

    >>> label_of(0.95), label_of(0.7), label_of(0.5), label_of(0.1)
    ('high', 'high', 'medium', 'low')
    """
    return next(label for label, least in LABELS.items() if probability >= least)


def calibration(ledger: Ledger) -> Calibration:
    """Measure every belief of a namespace that has an outcome."""
    taught = ledger.taught()
    kinds = tuple(_reliability(kind, some, taught) for kind, some in taught.examples.items())
    total = sum(kind.outcomes for kind in kinds)
    return Calibration(total, MIN_OUTCOMES, dict(LABELS), kinds)


def _reliability(kind: SourceKind, examples: Sequence[Example], taught: Taught) -> Reliability:
    stated = [one.probability for one in examples]
    came_true = [one.came_true for one in examples]
    fitted = taught.maps.get(kind)
    corrected = None
    if fitted is not None:
        name = KINDS[0] if isinstance(fitted, BetaMap) else KINDS[1]
        corrected = held_out(stated, came_true, [fold_of(one.claim) for one in examples], name)
    return Reliability(
        kind.family,
        tuple(source or None for source in kind.sources),
        len(examples),
        None if fitted is None else fitted.data()["kind"],
        _scores(stated, came_true),
        None if corrected is None else _scores(corrected, came_true),
        tuple(kernel.curve(stated, came_true, bins=BINS)),
        () if corrected is None else tuple(kernel.curve(corrected, came_true, bins=BINS)),
    )


def _scores(stated: Sequence[float], came_true: Sequence[bool]) -> Scores:
    return Scores(
        kernel.ece(stated, came_true),
        kernel.ece_equal_mass(stated, came_true),
        kernel.ece_debiased(stated, came_true),
        kernel.ece_floor(stated, seed=_SEED),
        kernel.brier(stated, came_true),
        kernel.log_loss(stated, came_true),
    )
