"""Real numbers to fifty digits, to measure fixed-point ones against."""

from __future__ import annotations

from decimal import Context, Decimal

_CONTEXT = Context(prec=50)
_LN2 = _CONTEXT.ln(Decimal(2))


def ratio(part: int, whole: int) -> Decimal:
    return _CONTEXT.divide(Decimal(part), Decimal(whole))


def exp(number: Decimal) -> Decimal:
    return _CONTEXT.exp(number)


def power_of_two(part: int, whole: int) -> Decimal:
    """2^(part/whole)."""
    return exp(_CONTEXT.multiply(ratio(part, whole), _LN2))


def log2(number: int) -> Decimal:
    return _CONTEXT.divide(_CONTEXT.ln(Decimal(number)), _LN2)


LN2 = +_LN2
