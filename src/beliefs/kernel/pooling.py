"""Pooling: the closed form of the log-linear pool, exact until one final rounding.

Weights are not normalised: one voice's weight never touches another voice's contribution. A pool
of one is the same operation, so a single write and a fusion of one agree bit for bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from beliefs.kernel.exact import Sum, divide, dyadic
from beliefs.kernel.families import Beta, Dirichlet, Gaussian, Parameters


class Pooled(NamedTuple):
    """The parameters of a belief and the amount of evidence in them."""

    parameters: Parameters
    evidence: float


def beta_of(evidence: Sum) -> Pooled:
    """The uniform prior plus the evidence for and against."""
    (in_favour, against), unit = evidence.over_common_denominator()
    return Pooled(
        Beta(divide(unit + in_favour, unit), divide(unit + against, unit)),
        divide(in_favour + against, unit),
    )


def dirichlet_of(evidence: Sum, labels: Sequence[str], declared: frozenset[str]) -> Pooled:
    """Declared categories get one each beforehand; an open set gives that one to the rest.

    A category that was not declared and that nobody trusted has spoken for is not there at all,
    so naming many dilutes nothing.
    """
    amounts, unit = evidence.over_common_denominator()
    total = divide(sum(amounts), unit)
    by_label = dict(zip(labels, amounts, strict=True))
    if declared:
        spoken_for = {name for name, amount in by_label.items() if amount}
        names = tuple(sorted(declared | spoken_for, key=str.encode))
        alpha = tuple(divide(unit + by_label.get(name, 0), unit) for name in names)
        return Pooled(Dirichlet(names, alpha, None), total)
    names = tuple(name for name in labels if by_label[name])
    alpha = tuple(divide(by_label[name], unit) for name in names)
    return Pooled(Dirichlet(names, alpha, 1.0), total)


def gaussian_of(evidence: Sum) -> Pooled:
    """The precision-weighted mean; no evidence says nothing at all."""
    (precision, moment, _), unit = evidence.over_common_denominator()
    if not precision:
        return Pooled(Gaussian(None, float("inf")), 0.0)
    return Pooled(
        Gaussian(divide(moment, precision), divide(unit, precision)), divide(precision, unit)
    )


def pool_beta(contributions: Sequence[Beta], weights: Sequence[float]) -> Beta:
    """∏ Beta(αᵢ, βᵢ)^wᵢ on the uniform prior: Beta(1 + Σ wᵢ(αᵢ−1), 1 + Σ wᵢ(βᵢ−1)).

    >>> pool_beta([Beta(3.0, 1.0), Beta(2.0, 2.0)], [1.0, 0.5])
    Beta(alpha=3.5, beta=1.5)
    """
    total = Sum(2)
    for contribution, weight in zip(contributions, weights, strict=True):
        scale = dyadic(weight)
        alpha, beta = dyadic(contribution.alpha), dyadic(contribution.beta)
        low = min(alpha.exponent, beta.exponent, 0)
        above_prior = [
            ((number.mantissa << (number.exponent - low)) - (1 << -low)) * scale.mantissa
            for number in (alpha, beta)
        ]
        total.add(above_prior, low + scale.exponent)
    pooled = beta_of(total).parameters
    assert isinstance(pooled, Beta)
    return pooled
