"""From votes to a lesson: which model the agreement of the agents is evidence for.

Models are weighed by the evidence of all votes, as Bayes' rule has it, each with an equal share
beforehand. Faces are added while the evidence grows. Nothing is drawn by chance, and the names of
items and agents play no part.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from beliefs.kernel.learning.coins import CoinFit, fit_coins, fit_even
from beliefs.kernel.learning.faces import FaceFit, fit_faces, price
from beliefs.kernel.learning.lesson import Coins, Lesson, Model, Rows
from beliefs.kernel.learning.votes import Votes, tally

if TYPE_CHECKING:
    from beliefs.kernel.learning.votes import Floats, Tally

# n voices have the evidence of n to the power of one minus this; `lesson` says why.
TEMPER = 0.5

MOST_FACES = 3

# A model whose weight is below this changes no digit that anyone reads.
_LEAST_WEIGHT = 1e-3

# Rows are not tried where they would have more than this many numbers per vote: they could not be
# filled, and a lesson would outgrow what it was learned from.
_NUMBERS_PER_VOTE = 16

_DIGITS = 6


def learn(votes: Votes) -> Lesson:
    """What the agreement of these votes teaches about those who cast them.

    >>> from beliefs.kernel.learning.lesson import Report, bet
    >>> from beliefs.kernel.learning.votes import Sizes
    >>> truth = [0, 1] * 10
    >>> said = [truth, truth, truth, [0] * 20]  # the last one always says the same
    >>> items = [item for _ in said for item in range(20)]
    >>> agents = [agent for agent in range(4) for _ in range(20)]
    >>> votes = Votes(items, agents, sum(said, []), Sizes(20, 4, 2))
    >>> lesson = learn(votes)
    >>> lesson.row(0)[1][1] > 0.9 > 0.6 > lesson.row(3)[1][1]
    True
    >>> bet(lesson, [Report(0, [0, 1]), Report(3, [1, 0])])[1] > 0.8
    True
    """
    counted = tally(votes)
    fits = _fits(counted)
    best = max(fit.evidence for fit in fits)
    weights = [math.exp(fit.evidence - best) for fit in fits]
    total = math.fsum(weights)
    models = tuple(
        _model(counted, fit, weight / total)
        for fit, weight in zip(fits, weights, strict=True)
        if weight / total >= _LEAST_WEIGHT
    )
    return Lesson(votes.sizes.labels, votes.sizes.agents, TEMPER, models)


def _fits(counted: Tally) -> list[CoinFit | FaceFit]:
    """The models worth fitting, each with its evidence."""
    fits: list[CoinFit | FaceFit] = [fit_even(counted), fit_coins(counted)]
    size = counted.shape
    before = -math.inf
    for faces in range(1, MOST_FACES + 1):
        numbers = size.agents * size.labels * size.labels * faces
        best = max(fit.evidence for fit in fits)
        # No votes are more probable than certain, so the price alone may be too high.
        if numbers > _NUMBERS_PER_VOTE * len(counted.items) or -price(counted, faces) < best:
            break
        fitted = fit_faces(counted, faces)
        fits.append(fitted)
        if fitted.evidence < before:
            break
        before = fitted.evidence
    return fits


def _model(counted: Tally, fit: CoinFit | FaceFit, weight: float) -> Model:
    """The fit as it is recorded: rounded, and silent on agents who were not heard."""
    if isinstance(fit, CoinFit):
        return Coins(_rounded(weight), _everyone(counted, fit.right), _everyone(counted, fit.wrong))
    return Rows(
        _rounded(weight), fit.labels, _all_rounded(fit.priors), _everyone(counted, fit.rows)
    )


def _everyone(counted: Tally, heard: Floats) -> Floats:
    import numpy as np

    silent = -math.log(counted.sizes.labels)
    told = np.full((counted.sizes.agents, *heard.shape[1:]), _rounded(silent))
    told[counted.heard_agents] = _all_rounded(heard)
    return told


def _all_rounded(values: Floats) -> Floats:
    import numpy as np

    rounded = [_rounded(value) for value in values.reshape(-1).tolist()]
    return np.array(rounded).reshape(values.shape)


def _rounded(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")
