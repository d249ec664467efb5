"""Credible intervals: the range that holds the truth with a given probability."""

from __future__ import annotations

import math
from typing import NamedTuple

from beliefs.errors import InvalidInput
from beliefs.kernel.families import Dirichlet, Gaussian, Parameters

# With this many observations on both sides the normal approximation, corrected for skewness, is
# exact to 1e-8 of a standard deviation, while the iteration behind `betaincinv` stalls early.
_NEARLY_NORMAL = 1e8


class Interval(NamedTuple):
    """The lower and the upper end."""

    low: float
    high: float


def credible_interval(
    parameters: Parameters, mass: float = 0.95, *, category: int | None = None
) -> Interval:
    """The equal-tailed interval that holds the truth with probability `mass`.

    Of a categorical belief it is the interval of one category, by position: the leading one
    unless `category` names another. Where a distribution is so skewed that its mean lies in a
    tail, the interval is widened to reach the mean, so that a confidence is never shown outside
    its own interval.

    >>> from beliefs.kernel.families import Beta
    >>> low, high = credible_interval(Beta(8.0, 4.0))
    >>> round(low, 3), round(high, 3)
    (0.39, 0.891)
    >>> credible_interval(Gaussian(None, math.inf))
    Interval(low=-inf, high=inf)
    """
    if not 0 < mass < 1:
        raise InvalidInput(f"The mass of an interval lies between 0 and 1, not {mass!r}.")
    if isinstance(parameters, Gaussian):
        return _gaussian_interval(parameters, mass)
    if isinstance(parameters, Dirichlet):
        return _beta_interval(*_marginal(parameters, category), mass)
    return _beta_interval(parameters.alpha, parameters.beta, mass)


def _marginal(parameters: Dirichlet, category: int | None) -> tuple[float, float]:
    """The weight of one category and of everything else: the parameters of its marginal Beta."""
    index = parameters.leading if category is None else category
    if index is None:
        raise InvalidInput("A belief without categories has no interval.")
    if not 0 <= index < len(parameters.alpha):
        raise InvalidInput(
            f"There is no category {index}: this belief has {len(parameters.alpha)}, from 0."
        )
    # Summed, not subtracted from the total, which would round a light remainder away.
    others = math.fsum(
        (*parameters.alpha[:index], *parameters.alpha[index + 1 :], parameters.rest or 0.0)
    )
    return parameters.alpha[index], others


def _gaussian_interval(parameters: Gaussian, mass: float) -> Interval:
    if parameters.mean is None or math.isinf(parameters.variance):
        return Interval(-math.inf, math.inf)
    reach = _normal_reach(mass) * math.sqrt(parameters.variance)
    return Interval(parameters.mean - reach, parameters.mean + reach)


def _beta_interval(alpha: float, beta: float, mass: float) -> Interval:
    if not (alpha >= 0 and beta >= 0 and 0 < alpha + beta < math.inf):
        raise InvalidInput(
            f"An interval needs finite weights that are not all 0, got {alpha!r} and {beta!r}."
        )
    mean = alpha / (alpha + beta)
    if alpha == 0 or beta == 0:
        return Interval(mean, mean)
    if min(alpha, beta) >= _NEARLY_NORMAL:
        low, high = _nearly_normal_interval(alpha, beta, mass)
    else:
        from scipy.special import betainccinv, betaincinv

        # Each end from its own tail, which stays exact where `mass` is close to 1.
        tail = (1 - mass) / 2
        low = float(betaincinv(alpha, beta, tail))
        high = float(betainccinv(alpha, beta, tail))
    return Interval(max(0.0, min(low, mean)), min(1.0, max(high, mean)))


def _nearly_normal_interval(alpha: float, beta: float, mass: float) -> tuple[float, float]:
    """Cornish-Fisher: the normal interval, moved by the skewness of the Beta distribution."""
    total = alpha + beta
    mean = alpha / total
    deviation = math.sqrt(mean * (beta / total) / (total + 1))
    skewness = 2 * (beta - alpha) / (total + 2) * math.sqrt((total + 1) / alpha / beta)
    reach = _normal_reach(mass)
    centre = mean + deviation * skewness * (reach * reach - 1) / 6
    return centre - reach * deviation, centre + reach * deviation


def _normal_reach(mass: float) -> float:
    """How many standard deviations either side of the mean hold this mass."""
    from scipy.special import ndtri

    return -float(ndtri((1 - mass) / 2))
