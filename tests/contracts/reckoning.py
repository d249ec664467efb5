"""The same sums by another hand: rational numbers, rounded once, from the formulas alone.

Nothing here is imported from the package but the shape of a statement, so that agreement to the
last bit means something.
"""

from __future__ import annotations

import math
from datetime import timedelta
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import TYPE_CHECKING

from beliefs import Beta, Dirichlet, Gaussian

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from beliefs import Statement

Weighted = tuple["Statement", Fraction]

_MICROSECOND = timedelta(microseconds=1)


def weigh(said: Iterable[Statement], *factors: float | Fraction) -> list[Weighted]:
    """Give every statement the same weight: the product of the factors, 1 without any."""
    weight = Fraction(1)
    for factor in factors:
        weight *= Fraction(factor)
    return [(one, weight) for one in said]


def amounts(said: Statement) -> tuple[Fraction, Fraction]:
    """What a statement about a claim adds for it and against it, before any weight."""
    assert said.confidence is not None
    assert said.strength is not None
    strength = Fraction(said.strength)
    in_favour = Fraction(said.confidence) * strength
    against = strength - in_favour
    if said.refutes:
        in_favour, against = against, in_favour
    if said.reliability is not None:
        r = Fraction(said.reliability)
        if r >= Fraction(1, 2):
            gain = Fraction(float((2 * r - 1) / (2 - r)))
        else:
            gain = Fraction(float((1 - 2 * r) / (1 + r)))
            in_favour, against = against, in_favour
        in_favour, against = in_favour * gain, against * gain
    return in_favour, against


def beta(contributions: Sequence[Weighted]) -> Beta:
    """1 + Σ w·a and 1 + Σ w·b, each rounded once."""
    pairs = [(amounts(said), weight) for said, weight in contributions]
    return Beta(
        float(1 + sum(weight * a for (a, _), weight in pairs)),
        float(1 + sum(weight * b for (_, b), weight in pairs)),
    )


def dirichlet(contributions: Sequence[Weighted]) -> Dirichlet:
    """Each declared category starts at 1; of an open set only the rest does."""
    declared = {name for said, _ in contributions for name in said.among}
    totals = {name: Fraction(bool(declared)) for name in declared}
    for said, weight in contributions:
        assert said.choice is not None
        assert said.strength is not None
        start = totals.setdefault(said.choice, Fraction(bool(declared)))
        totals[said.choice] = start + weight * Fraction(said.strength)
    names = sorted(name for name, total in totals.items() if total)
    return Dirichlet(
        tuple(names), tuple(float(totals[name]) for name in names), None if declared else 1.0
    )


def gaussian(contributions: Sequence[Weighted]) -> Gaussian:
    """Σ wτx / Σ wτ and 1 / Σ wτ with τ = 1 / stdev², itself a double."""
    precision = moment = Fraction(0)
    for said, weight in contributions:
        assert said.value is not None
        assert said.stdev is not None
        tau = weight * Fraction(float(1 / Fraction(said.stdev) ** 2))
        precision += tau
        moment += tau * Fraction(said.value)
    if not precision:
        return Gaussian(None, math.inf)
    return Gaussian(float(moment / precision), _rounded(1 / precision))


def _rounded(number: Fraction) -> float:
    """The nearest double; infinity beyond the largest."""
    try:
        return float(number)
    except OverflowError:
        return math.inf


def parameters(contributions: Sequence[Weighted]) -> Beta | Dirichlet | Gaussian:
    """The pool of statements of one family."""
    first = contributions[0][0]
    if first.value is not None:
        return gaussian(contributions)
    return beta(contributions) if first.choice is None else dirichlet(contributions)


def freshness(age: timedelta, half_life: timedelta) -> Fraction:
    """2^(−age / half_life): exact after whole half-lives, else to a hundred digits."""
    lives, rest = divmod(age, half_life)
    if not rest:
        return Fraction(1, 1 << lives)
    with localcontext() as context:
        context.prec = 100
        part = Fraction(rest // _MICROSECOND, half_life // _MICROSECOND)
        exponent = Decimal(part.numerator) / Decimal(part.denominator)
        return Fraction(Decimal(2) ** -exponent) / (1 << lives)
