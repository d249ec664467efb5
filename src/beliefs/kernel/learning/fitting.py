"""What all models share while they are fitted: from evidence to belief, and when to stop.

Tables have a row per face and a column per item: sums over faces are then fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from beliefs.kernel.learning.votes import Floats

# A fit ends here at the latest, and when the beliefs move by less than this on average.
STEPS = 60
_SETTLED = 1e-3

# Beliefs are rounded to this many digits at every step. What is equal by symmetry stays equal then,
# whatever the order of its sums, and the names of agents and items cannot decide a tie.
_DIGITS = 9


def posterior(told: Floats) -> Floats:
    """The probabilities that logarithms of weights stand for, column by column.

    >>> import numpy as np
    >>> posterior(np.log([[1.0], [3.0]])).tolist()
    [[0.25], [0.75]]
    """
    import numpy as np

    weight = np.exp(told - told.max(axis=0))
    chances: Floats = weight / weight.sum(axis=0)
    return chances


def believed(told: Floats) -> Floats:
    """The same, rounded, as a step of a fit has it.

    >>> import numpy as np
    >>> believed(np.log([[1.0], [2.0]])).tolist()
    [[0.333333333], [0.666666667]]
    """
    import numpy as np

    return np.round(posterior(told), _DIGITS)


def log_total(told: Floats) -> Floats:
    """The logarithm of the sum of each column's weights, given as logarithms.

    >>> import numpy as np
    >>> log_total(np.log([[1.0], [3.0]])).round(6).tolist()
    [1.386294]
    """
    import numpy as np

    high = told.max(axis=0)
    total: Floats = high + np.log(np.exp(told - high).sum(axis=0))
    return total


def settled(before: Floats, after: Floats) -> bool:
    """Whether a step moved the beliefs too little for another to matter."""
    import numpy as np

    return float(np.abs(after - before).sum(axis=0).mean()) <= _SETTLED
