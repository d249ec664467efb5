"""Exact arithmetic on doubles: integers times powers of two, rounded once at the end.

A double is an integer times a power of two, so sums and products of doubles are too. Keeping
them as integers makes addition associative, which is the whole reason why evidence adds up to
the same bits in any order. Only freshness divides, and it does so by one common denominator per
half-life, so it is carried beside the integers until the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Dyadic(NamedTuple):
    """The number mantissa × 2^exponent, exactly."""

    mantissa: int
    exponent: int


ONE = Dyadic(1, 0)


def dyadic(number: float) -> Dyadic:
    """Write a finite double as an integer times a power of two.

    >>> dyadic(0.75)
    Dyadic(mantissa=3, exponent=-2)
    """
    numerator, denominator = number.as_integer_ratio()
    return Dyadic(numerator, 1 - denominator.bit_length())


def product(numbers: Sequence[float]) -> Dyadic:
    """Multiply doubles without rounding."""
    mantissa, exponent = 1, 0
    for number in numbers:
        if number != 1.0:
            factor = dyadic(number)
            mantissa *= factor.mantissa
            exponent += factor.exponent
    return Dyadic(mantissa, exponent)


def divide(numerator: int, denominator: int) -> float:
    """Divide two integers to the nearest double; beyond the largest double is infinity.

    >>> divide(1, 3)
    0.3333333333333333
    """
    try:
        return numerator / denominator
    except OverflowError:
        return float("inf") if (numerator > 0) == (denominator > 0) else float("-inf")


SIGHT = 8192
"""Powers of two below the largest term, beyond which nothing shows in a double."""

Term = tuple[Sequence[int], int, int]
"""Amounts, exponent, denominator: amounts × 2^exponent / denominator."""


def within_sight(terms: Sequence[Term]) -> list[Term]:
    """Raise terms that have faded out of sight to where they still do not show.

    Evidence may be so old that its weight has a billion binary places. Sums and quotients round
    to the same doubles if such a term stands 2^8192 times below the largest one instead: it can
    break a tie, in the direction it pulls, and do nothing else. And where all are that small, all
    are raised alike, which leaves their quotients as they are.
    """
    tops = [
        max(map(abs, amounts)).bit_length() + exponent - denominator.bit_length()
        for amounts, exponent, denominator in terms
    ]
    top = max(tops)
    lift = max(0, -SIGHT // 2 - top)
    return [
        (amounts, exponent + lift + max(0, top - SIGHT - own), denominator)
        for (amounts, exponent, denominator), own in zip(terms, tops, strict=True)
    ]


class Sum:
    """An exact sum of vectors of equal length, kept per denominator.

    >>> total = Sum(2)
    >>> total.add((3, 1), exponent=-2)
    >>> total.add((1, 1), exponent=0)
    >>> total.over_common_denominator()
    ([7, 5], 4)
    """

    __slots__ = ("_parts", "width")

    def __init__(self, width: int) -> None:
        self.width = width
        self._parts: dict[int, tuple[int, list[int]]] = {}

    def add(self, amounts: Sequence[int], exponent: int, denominator: int = 1) -> None:
        """Add `amounts` × 2^exponent / denominator."""
        part = self._parts.get(denominator)
        if part is None:
            self._parts[denominator] = (exponent, list(amounts))
            return
        lowest, sums = part
        if exponent >= lowest:
            shift = exponent - lowest
            sums[:] = [s + (a << shift) for s, a in zip(sums, amounts, strict=True)]
        else:
            shift = lowest - exponent
            self._parts[denominator] = (
                exponent,
                [(s << shift) + a for s, a in zip(sums, amounts, strict=True)],
            )

    def add_all(self, terms: Iterable[Term]) -> None:
        """Add many terms at once."""
        groups: dict[int, list[tuple[Sequence[int], int]]] = {}
        for amounts, exponent, denominator in terms:
            groups.setdefault(denominator, []).append((amounts, exponent))
        for denominator, group in groups.items():
            lowest = min([exponent for _, exponent in group])
            grown = [[a << exponent - lowest for a in amounts] for amounts, exponent in group]
            self.add([sum(column) for column in zip(*grown, strict=True)], lowest, denominator)

    def over_common_denominator(self) -> tuple[list[int], int]:
        """Return the sums as numerators over one positive denominator."""
        numerators, common = [0] * self.width, 1
        for denominator, (exponent, sums) in self._parts.items():
            scale = denominator << max(0, -exponent)
            grown = [s << max(0, exponent) for s in sums]
            if scale == common:
                numerators = [n + g for n, g in zip(numerators, grown, strict=True)]
            else:
                numerators = [
                    n * scale + g * common for n, g in zip(numerators, grown, strict=True)
                ]
                common *= scale
        return numerators, common
