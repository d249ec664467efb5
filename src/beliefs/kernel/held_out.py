"""Held-out correction: what a calibration map does to outcomes it was not fitted on.

A map that is judged on its own outcomes looks better than it is. So outcomes are dealt into folds,
and each is corrected by a map fitted on the other folds. The kind of map that surprises least in
this way is the one to use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from beliefs.kernel import maps
from beliefs.kernel.calibration import log_loss

if TYPE_CHECKING:
    from collections.abc import Sequence

    from beliefs.kernel.maps import CalibrationMap, Kind

FOLDS = 5
KINDS: tuple[Kind, ...] = ("beta", "isotonic")


def held_out(
    probabilities: Sequence[float], outcomes: Sequence[bool], folds: Sequence[int], kind: Kind
) -> list[float] | None:
    """Each probability, corrected by a map fitted on the other folds; None if one cannot be.

    >>> stated, came_true = [0.9] * 100, [True, True, True, False] * 25
    >>> folds = [n // 4 % 5 for n in range(100)]
    >>> round(held_out(stated, came_true, folds, "isotonic")[0], 6)
    0.75
    """
    corrected = [0.0] * len(probabilities)
    for fold in sorted(set(folds)):
        others = [at for at, one in enumerate(folds) if one != fold]
        if not others:
            return None
        fitted = _fit([probabilities[at] for at in others], [outcomes[at] for at in others], kind)
        if fitted is None:
            return None
        for at, one in enumerate(folds):
            if one == fold:
                corrected[at] = fitted.apply(probabilities[at])
    return corrected


def best_map(
    probabilities: Sequence[float], outcomes: Sequence[bool], folds: Sequence[int]
) -> CalibrationMap | None:
    """The map of the kind that surprises least on held-out folds, fitted on all outcomes.

    >>> found = best_map([0.9] * 100, [True, True, True, False] * 25, [n % 5 for n in range(100)])
    >>> round(found.apply(0.9), 2)
    0.75
    >>> best_map([0.9] * 9, [True] * 9, [0] * 9) is None
    True
    """
    losses = {}
    for kind in KINDS:
        corrected = held_out(probabilities, outcomes, folds, kind)
        if corrected is not None:
            losses[kind] = log_loss(corrected, outcomes)
    if not losses:
        return None
    return _fit(probabilities, outcomes, min(losses, key=losses.__getitem__))


def _fit(
    probabilities: Sequence[float], outcomes: Sequence[bool], kind: Kind
) -> CalibrationMap | None:
    if kind == "beta":
        return maps.fit(probabilities, outcomes, kind="beta")
    return maps.fit(probabilities, outcomes, kind="isotonic")
