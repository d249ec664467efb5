"""How much a belief knows, and what one more observation would teach it, in nats.

Two entropies, because they answer different questions: the *posterior* entropy says how well the
truth itself is known, the *predictive* entropy how surprising the next observation will be.
`kl_divergence` measures a change of mind, `fragility` the change to expect from one observation.

Every gamma-function term is split into its leading part, which cancels between the components of
a distribution and its total, and a small remainder. Subtracting the textbook terms directly
loses all digits near 1e12 observations; the remainders keep them from 1e-9 to 1e15. It also needs
nothing beyond the standard library, so a read pays for no import.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from beliefs.errors import InvalidInput
from beliefs.kernel.families import Beta, Dirichlet, Gaussian, Parameters

if TYPE_CHECKING:
    from collections.abc import Sequence

# From here on seven terms of Stirling's series are exact to the last bit of a float.
_LARGE = 16.0

# Stirling: ln Gamma(x) = (x - 1/2) ln x - x + ln(2 pi)/2 + sum of c_k / x^(2k - 1), k = 1, 2, ...
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156)
_STIRLING_SLOPE = tuple(-(2 * k + 1) * c for k, c in enumerate(_STIRLING))


def posterior_entropy(parameters: Parameters) -> float:
    """Differential entropy of the belief about the truth itself.

    It falls with every support of Beta(alpha >= beta >= 1); mixed or contrary evidence may raise
    it. A category without any weight is not part of the simplex and is left out.

    >>> round(posterior_entropy(Beta(1.0, 1.0)), 12)
    0.0
    >>> posterior_entropy(Beta(8.0, 2.0)) < posterior_entropy(Beta(2.0, 1.0))
    True
    """
    if isinstance(parameters, Gaussian):
        if parameters.variance <= 0:
            return -math.inf
        # Two logarithms, because the product could overflow before its logarithm does.
        return 0.5 * (math.log(2 * math.pi * math.e) + math.log(parameters.variance))
    weights = _weights(parameters)
    total = math.fsum(weights)
    free = len(weights) - 1
    return math.fsum(
        (
            *(_entropy_term(weight) for weight in weights),
            -_entropy_term(total),
            -free * (math.log(total) + _remainder_slope(total)),
        )
    )


def predictive_entropy(parameters: Beta | Dirichlet) -> float:
    """Entropy of the next observation: it rises exactly when a binary mean moves closer to 1/2.

    >>> round(predictive_entropy(Beta(3.0, 3.0)), 6) == round(math.log(2), 6)
    True
    >>> predictive_entropy(Dirichlet(("eu", "us"), (4.0, 0.0), None))
    0.0
    """
    weights = _weights(parameters)
    total = math.fsum(weights)
    means = [weight / total for weight in weights]
    return max(0.0, -math.fsum(mean * math.log(mean) for mean in means if mean > 0))


def kl_divergence(after: Parameters, before: Parameters) -> float:
    """Kullback-Leibler divergence of `after` from `before`: how far the mind has moved.

    Zero only for equal beliefs; infinite where `before` excludes what `after` holds possible, or
    knew nothing at all (a Gaussian without evidence).

    >>> round(kl_divergence(Beta(2.0, 1.0), Beta(1.0, 1.0)), 6)
    0.193147
    """
    if isinstance(after, Gaussian) and isinstance(before, Gaussian):
        return _gaussian_divergence(after, before)
    if isinstance(after, Beta) and isinstance(before, Beta):
        return _dirichlet_divergence(after, before)
    if isinstance(after, Dirichlet) and isinstance(before, Dirichlet):
        _check_same_categories(after, before)
        return _dirichlet_divergence(_components(after), _components(before))
    raise InvalidInput(
        "The divergence is defined between two beliefs of the same family, "
        f"not {type(after).__name__} and {type(before).__name__}."
    )


def fragility(parameters: Parameters, *, unit_precision: float = 1.0) -> float:
    """Information the next unit observation is expected to bring: the worth of asking.

    It is the mean, over that observation, of the divergence of the belief after it from the
    belief now, and so the mutual information of observation and truth. Equal confidence from
    less evidence is more fragile. For a Gaussian the observation has precision `unit_precision`,
    and a belief without evidence has everything to learn (infinity).

    >>> [round(fragility(Beta(0.7 * total, 0.3 * total)), 4) for total in (2, 10, 100)]
    [0.1829, 0.0469, 0.005]
    """
    if isinstance(parameters, Gaussian):
        return 0.5 * math.log1p(unit_precision * parameters.variance)
    return _worth(_weights(parameters))


@lru_cache(maxsize=4096)  # what nobody has added to is read again and again
def _worth(weights: tuple[float, ...]) -> float:
    total = math.fsum(weights)
    gained = math.fsum((*map(_information_term, weights), -_information_term(total)))
    return max(0.0, gained / total)


def _components(parameters: Beta | Dirichlet) -> tuple[float, ...]:
    """The weights of all possible observations, "something else" of an open set included."""
    if isinstance(parameters, Beta):
        return tuple(parameters)
    if parameters.rest is None:
        return parameters.alpha
    return (*parameters.alpha, parameters.rest)


def _weights(parameters: Beta | Dirichlet) -> tuple[float, ...]:
    """The positive components; one without weight cannot be observed and changes nothing."""
    weights = tuple(weight for weight in _components(parameters) if weight > 0)
    if not weights:
        raise InvalidInput(f"A belief needs at least one positive parameter, got {parameters}.")
    return weights


def _check_same_categories(one: Dirichlet, other: Dirichlet) -> None:
    same_openness = (one.rest is None) == (other.rest is None)
    if one.categories != other.categories or not same_openness:
        raise InvalidInput(
            "The divergence is defined between beliefs over the same categories, "
            f"not {one.categories} and {other.categories}."
        )


def _gaussian_divergence(after: Gaussian, before: Gaussian) -> float:
    if after == before:
        return 0.0
    if before.mean is None or after.mean is None or min(after.variance, before.variance) <= 0:
        return math.inf
    ratio = after.variance / before.variance
    if 0.5 < ratio < 2:
        spread = _excess((after.variance - before.variance) / before.variance)
    else:
        spread = ratio - 1 - math.log(after.variance) + math.log(before.variance)
    shift = (after.mean - before.mean) / math.sqrt(before.variance)
    return 0.5 * (spread + shift * shift)


def _dirichlet_divergence(after: Sequence[float], before: Sequence[float]) -> float:
    """The divergence as (distance of the means) + (distance of the spreads).

    The first part is `sum(before)` times the discrete divergence of the means; the second is the
    Bregman divergence of `remainder`, summed over the components, less that of the totals.
    """
    if any((a > 0) != (b > 0) for a, b in zip(after, before, strict=True)):
        return math.inf
    pairs = [(a, b) for a, b in zip(after, before, strict=True) if a > 0]
    total_after = math.fsum(a for a, _ in pairs)
    total_before = math.fsum(b for _, b in pairs)
    growth = math.fsum(a - b for a, b in pairs) / total_before
    scale = total_before / total_after

    terms = [-_remainder_gap(total_after, total_before)]
    for a, b in pairs:
        ratio = a / b * scale
        if not 0.5 < ratio < 2:
            terms.append(b * (ratio - 1 - math.log(ratio)))
        elif 0.5 < a / b < 2:
            # From the differences, which are exact here, and not from the rounded ratio.
            terms.append(b * _excess(((a - b) / b - growth) * scale))
        else:
            terms.append(b * _excess(ratio - 1))
        terms.append(_remainder_gap(a, b))
    return max(0.0, math.fsum(terms))


def _information_term(x: float) -> float:
    """`x (digamma(x + 1) - ln x)`: rises from 0 to 1/2; fragility is its lack of additivity."""
    if x >= _LARGE:
        return 0.5 + x * _stirling_slope(x)
    return x * (_digamma(x + 1) - math.log(x))


def _entropy_term(x: float) -> float:
    """`ln Gamma(x) - (x - 1) digamma(x) + x`: the last x cancels between components and total."""
    return remainder(x) + math.log(x) - (x - 1) * _remainder_slope(x)


def remainder(x: float) -> float:
    """The logarithm of Gamma(x) without its leading part x ln x - x."""
    if x >= _LARGE:
        return 0.5 * math.log(2 * math.pi / x) + _stirling(x)
    return math.lgamma(x) - x * math.log(x) + x


def _remainder_slope(x: float) -> float:
    """Derivative of `remainder`: digamma(x) - ln x."""
    if x >= _LARGE:
        return _stirling_slope(x) - 0.5 / x
    return _digamma(x) - math.log(x)


def _remainder_gap(at: float, to: float) -> float:
    """Bregman divergence of `remainder`: its value at `to` above the tangent drawn at `at`."""
    if not 0.5 <= to / at <= 2:
        return remainder(to) - remainder(at) - (to - at) * _remainder_slope(at)
    # Close together, tangent and value agree in most digits. The recurrence of the gamma function
    # moves both up into Stirling's range, where the difference has a form without cancellation.
    step = to - at
    terms = [-_leading_gap(at, step)]
    while min(at, at + step) < _LARGE:
        terms.append(_excess(step / at))
        at += 1
    terms.append(_leading_gap(at, step))
    terms.append(0.5 * _excess(step / at))
    terms.append(_stirling(at + step) - _stirling(at) - step * _stirling_slope(at))
    return math.fsum(terms)


def _leading_gap(at: float, step: float) -> float:
    """Bregman divergence of x ln x - x."""
    t = step / at
    return at * (t * math.log1p(t) - _excess(t))


def _excess(t: float) -> float:
    """`t - ln(1 + t)`, which is never negative, without cancellation around 0."""
    if abs(t) > 0.01:
        return t - math.log1p(t)
    series = 0.0
    for n in range(9, 1, -1):
        series = 1 / n - t * series
    return t * t * series


def _digamma(x: float) -> float:
    shift = 0.0
    while x < _LARGE:
        shift += 1 / x
        x += 1
    return math.log(x) - 0.5 / x + _stirling_slope(x) - shift


def _stirling(x: float) -> float:
    return _odd_series(_STIRLING, x) / x


def _stirling_slope(x: float) -> float:
    return _odd_series(_STIRLING_SLOPE, x) / (x * x)


def _odd_series(coefficients: tuple[float, ...], x: float) -> float:
    square = 1 / (x * x)
    value = 0.0
    for coefficient in reversed(coefficients):
        value = value * square + coefficient
    return value
