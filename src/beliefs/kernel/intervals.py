"""Credible intervals: the range that holds the truth with a given probability."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from beliefs.errors import InvalidInput
from beliefs.kernel.families import Beta, Dirichlet, Gaussian, Parameters
from beliefs.kernel.information import remainder

# With many observations on both sides the normal approximation, corrected for skewness, is exact to
# 1e-8 of a standard deviation, while the continued fraction takes ever more terms. With very many
# the first guess is exact; with hardly any on one side, all weight lies on 0 and on 1.
_MANY = 1e4
_VERY_MANY = 1e12
_HARDLY_ANY = 1e-12

# Between 1e-9 and 1e15 observations no search takes more than ten steps, nor a fraction more than
# some two hundred terms; the limits are there so that both end.
_STEPS = 60
_TERMS = 1000.0
_CLOSE = 1e-11
_SETTLED = 1e-12
_TINY = 1e-300


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


@lru_cache(maxsize=4096)  # what nobody has added to is read again and again
def _beta_interval(alpha: float, beta: float, mass: float) -> Interval:
    if not (alpha >= 0 and beta >= 0 and 0 < alpha + beta < math.inf):
        raise InvalidInput(
            f"An interval needs finite weights that are not all 0, got {alpha!r} and {beta!r}."
        )
    mean = alpha / (alpha + beta)
    if alpha == 0 or beta == 0:
        return Interval(mean, mean)
    # Each end from its own tail, which stays exact where `mass` is close to 1.
    tail, reach = (1 - mass) / 2, _normal_reach(mass)
    low, _ = _quantile(alpha, beta, tail, reach)
    _, high = _quantile(beta, alpha, tail, reach)
    return Interval(min(low, mean), max(high, mean))


def probability_below(parameters: Beta, x: float) -> float:
    """The probability that the truth lies below `x`: the regularised incomplete beta function.

    >>> round(probability_below(Beta(8.0, 4.0), 0.5), 6)
    0.113281
    """
    alpha, beta = parameters.alpha, parameters.beta
    if not (alpha > 0 and beta > 0 and alpha + beta < math.inf):
        raise InvalidInput(f"A curve needs finite weights above 0, got {alpha!r} and {beta!r}.")
    if math.isnan(x):
        raise InvalidInput("Nothing lies below a point that is not a number.")
    if not 0 < x < 1:
        return 0.0 if x <= 0 else 1.0
    mean, rest = alpha / (alpha + beta), beta / (alpha + beta)
    if min(alpha, beta) < _HARDLY_ANY:
        return rest
    shift = math.log(x / mean) - math.log((1 - x) / rest)
    return math.exp(min(0.0, _tail(alpha, beta, shift, _peak(alpha, beta)).log))


# Quantiles of a Beta distribution are looked for on the scale of log odds, as a shift from the
# mode ln(alpha / beta). There the density x^alpha (1 - x)^beta / B(alpha, beta) is log-concave,
# and so is all that lies below a point: Newton's and Halley's methods on its logarithm come home
# from anywhere, and x and 1 - x both keep their digits.


class _Tail(NamedTuple):
    """What lies below a point: its logarithm, and its ratio to the density there."""

    log: float
    ratio: float
    slope: float  # of the log density


def _quantile(alpha: float, beta: float, tail: float, reach: float) -> tuple[float, float]:
    """The `x` below which lies `tail`, at most a half, and 1 - x."""
    fewer = min(alpha, beta)
    if fewer < _HARDLY_ANY:
        return (0.0, 1.0) if tail * (alpha + beta) < beta else (1.0, 0.0)
    if fewer > _VERY_MANY:
        return _shares(alpha, beta, _nearly_normal(alpha, beta, reach))
    peak = _peak(alpha, beta)
    few = fewer <= 1
    shift = _power_law(alpha, beta, tail, peak) if few else _nearly_normal(alpha, beta, reach)
    for _ in range(_STEPS):
        below = _tail(alpha, beta, shift, peak)
        miss = below.log - math.log(tail)
        step = _halley(miss, below)
        shift -= step
        # The method is cubic: what is left is about this much.
        if min(abs(step), 1.0) * miss * miss < _CLOSE:
            break
    return _shares(alpha, beta, shift)


def _halley(miss: float, below: _Tail) -> float:
    """Halley's step for the logarithm of a log-concave tail, at most twice Newton's."""
    return miss * below.ratio / max(0.5, 1 + miss * (1 - below.slope * below.ratio) / 2)


def _nearly_normal(alpha: float, beta: float, reach: float) -> float:
    """Abramowitz and Stegun 26.5.22: Cornish-Fisher for Fisher's z, which is half the log odds."""
    a, b = 1 / (2 * alpha - 1), 1 / (2 * beta - 1)
    h = 2 / (a + b)
    skew = (reach * reach - 3) / 6
    return 2 * ((b - a) * (skew + 5 / 6 - 2 / (3 * h)) - reach * math.sqrt(h + skew) / h)


def _power_law(alpha: float, beta: float, tail: float, peak: float) -> float:
    """The quantile if the density were the power of x, or of 1 - x, that it tends to."""

    def rising(alpha: float, beta: float, tail: float) -> float:
        limit = peak + (alpha + beta) * math.log1p(alpha / beta)
        return (math.log(tail) + math.log(alpha) - limit) / alpha

    if tail * (min(alpha, 1.0) + beta) > beta:
        return -rising(beta, alpha, 1 - tail)
    if beta > 1:
        return rising(alpha, beta, tail)
    # It is not below the quantile for a beta of 1, where the tail is x^alpha.
    log_x = math.log(tail) / alpha
    log_odds = log_x - math.log(-math.expm1(log_x))
    return max(rising(alpha, beta, tail), log_odds - math.log(alpha) + math.log(beta))


def _tail(alpha: float, beta: float, shift: float, peak: float) -> _Tail:
    """What lies below the mode moved by `shift`, where the log density at the mode is `peak`."""
    x, y = _shares(alpha, beta, shift)
    # alpha y - beta x, without cancellation around the mode
    slope = -alpha * y * math.expm1(shift) if shift < 0 else beta * x * math.expm1(-shift)
    log_kernel = _log_kernel(alpha, beta, shift)
    log_density = peak + log_kernel
    density = math.exp(max(log_density, -700.0))
    if min(alpha, beta) >= _MANY:
        # Barndorff-Nielsen's r*: the signed root of the log density, corrected for skewness.
        root = math.copysign(math.sqrt(max(0.0, -2 * log_kernel)), shift)
        deviation = math.sqrt(1 / alpha + 1 / beta)
        if abs(shift) < 1e-4:
            root += deviation * (beta - alpha) / (alpha + beta) / 3
        elif abs(root) < 40:
            root += math.log(-slope * deviation / root) / root
        below = 0.5 * math.erfc(-root / math.sqrt(2))
    elif slope < x - y:
        # Above the mean the fraction converges slowly, but that of what lies above does not.
        below = 1 - density * _fraction(beta, alpha, y, x, -slope)
    else:
        ratio = max(_fraction(alpha, beta, x, y, slope), _TINY)
        return _Tail(log_density + math.log(ratio), ratio, slope)
    below = max(below, _TINY)
    return _Tail(math.log(below), below / density, slope)


def _fraction(alpha: float, beta: float, x: float, y: float, slope: float) -> float:
    """What lies below `x` over the density: a continued fraction, by Lentz's method.

    The one of Didonato and Morris (1992), which is the even part of DLMF 8.17.22 written without
    cancellation. At the mean it takes about the root of the smaller weight in terms, and fewer the
    further out in the tail.
    """
    total, first, rise = alpha + beta, 1.0 + slope, 1.0 + y
    fraction = c = first * alpha / (alpha + 1.0)
    n = d = 0.0
    while n < _TERMS:
        n += 1.0
        s = alpha + 2.0 * n - 1.0
        w = n * (beta - n) * x / s
        a = (alpha + n - 1.0) / s * (total + n - 1.0) * x * w
        b = n + w + (alpha + n) / (s + 2.0) * (first + n * rise)
        d = 1.0 / (b + a * d or _TINY)
        c = b + a / c or _TINY
        change = c * d
        fraction *= change
        if abs(change - 1.0) < _SETTLED:
            break
    return 1 / fraction


def _log_kernel(alpha: float, beta: float, shift: float) -> float:
    """The logarithm of the density over that at the mode, without cancellation around it."""
    if alpha > beta:
        alpha, beta, shift = beta, alpha, -shift
    total = alpha + beta
    if shift > 30:
        return -beta * shift - total * math.log((alpha + beta * math.exp(-shift)) / total)
    return alpha * shift - total * math.log1p(alpha / total * math.expm1(shift))


def _peak(alpha: float, beta: float) -> float:
    """The logarithm of the density at the mode."""
    return remainder(alpha + beta) - remainder(alpha) - remainder(beta)


def _shares(alpha: float, beta: float, shift: float) -> tuple[float, float]:
    """`x` and 1 - x, whose odds are those of the mode moved by `shift`."""
    if shift < 0:
        alpha *= math.exp(shift)
    else:
        beta *= math.exp(-shift)
    return alpha / (alpha + beta), beta / (alpha + beta)


def _normal_reach(mass: float) -> float:
    """How many standard deviations either side of the mean hold this mass."""
    tail = (1 - mass) / 2
    # Abramowitz and Stegun 26.2.23, to 4.5e-4; two of Halley's steps find the other digits.
    t = math.sqrt(-2 * math.log(tail))
    above = 2.515517 + t * (0.802853 + t * 0.010328)
    reach = t - above / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
    for _ in range(2):
        below = 0.5 * math.erfc(reach / math.sqrt(2))
        ratio = below * math.sqrt(2 * math.pi) * math.exp(reach * reach / 2)
        reach += _halley(math.log(below / tail), _Tail(0.0, ratio, reach))
    return max(0.0, reach)
