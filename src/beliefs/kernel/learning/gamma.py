"""The gamma function's logarithm and its slope, and what Dirichlet distributions need of them.

Good to ten digits, which is more than is recorded; NumPy has neither.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from beliefs.kernel.learning.votes import Floats

# Above this the asymptotic series below are good to ten digits; smaller arguments are raised to it.
# The eight factors x, x + 1, … x + 7 on the way are taken in pairs, the first with the last: each
# pair is x² + 7x and one of these.
_HIGH = 8
_PAIRS = (0, 6, 10, 12)

_HALF_LOG_TAU = math.log(math.tau) / 2


def digamma(x: Floats) -> Floats:
    """The slope of the logarithm of the gamma function, for x > 0.

    >>> import numpy as np
    >>> np.round(digamma(np.array([1.0, 0.5])), 9).tolist()
    [-0.577215665, -1.963510026]
    """
    import numpy as np

    raised = x + _HIGH
    square = 1 / (raised * raised)
    series = square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square / 240)))
    total: Floats = np.log(raised) - 0.5 / raised - series
    pairs = x * (x + 7)
    total -= (2 * x + 7) * sum(1 / (pairs + pair) for pair in _PAIRS)
    return total


def log_gamma(x: Floats) -> Floats:
    """The logarithm of the gamma function, for x > 0.

    >>> import numpy as np
    >>> np.round(log_gamma(np.array([0.5, 5.0])), 9).tolist()
    [0.572364943, 3.17805383]
    """
    import numpy as np

    raised = x + _HIGH
    square = 1 / (raised * raised)
    series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / raised
    pairs = x * (x + 7)
    total: Floats = (raised - 0.5) * np.log(raised) - raised + _HALF_LOG_TAU + series
    return total - np.log(math.prod(pairs + pair for pair in _PAIRS))
