"""Freshness: evidence halves with every half-life, exactly additively.

The freshness of evidence observed at `t` and read at `now` is 2^(−(now−t)/h). It is split as
u(t) / u(now), where u grows from the start of a window of 64 half-lives on a grid fixed at the
epoch. The numerator is multiplied into the evidence when it is written, so decayed sums stay
sums; the denominator is the same for everything read together.

u comes from an integer exponential with 128 fractional bits: no floating point, no libm, the same
bits everywhere. At age zero numerator and denominator are the same integer, so freshness is
exactly one; after n half-lives it is exactly 2^−n.

Times are integers, microseconds since the epoch.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import isqrt
from typing import NamedTuple

from beliefs.kernel.exact import divide

WINDOW = 64
"""Half-lives in one window: long enough that most voices live in one or two of them."""

_BITS = 128
_WORKING = 200
_DIGITS = 17  # 17 × 8 = 136 bits of the argument
_UNSEEN = 1200 + WINDOW  # half-lives after which the nearest double is zero


class Fade(NamedTuple):
    """What a sum of one window is divided by: denominator × 2^shift."""

    denominator: int
    shift: int


@cache
def _powers() -> tuple[tuple[int, ...], ...]:
    """2^(d / 256^i) for each digit d, from repeated integer square roots of two."""
    root = 2 << _WORKING
    tables = []
    for _ in range(_DIGITS):
        for _ in range(8):
            root = isqrt(root << _WORKING)
        table = [1 << _WORKING]
        for _ in range(255):
            table.append(table[-1] * root >> _WORKING)
        tables.append(tuple(table))
    return tuple(tables)


@lru_cache(maxsize=4096)
def _exp2(part: int, whole: int) -> int:
    """2^(part/whole) × 2^128 for 0 ≤ part < whole."""
    digits = ((part << 8 * _DIGITS) // whole).to_bytes(_DIGITS, "big")
    result = 1 << _WORKING
    for table, digit in zip(_powers(), digits, strict=True):
        if digit:
            result = result * table[digit] >> _WORKING
    return (result + (1 << _WORKING - _BITS - 1)) >> (_WORKING - _BITS)


def window_of(moment: int, half_life: int) -> int:
    """The number of the window that a moment falls into."""
    return moment // (WINDOW * half_life)


def growth(moment: int, half_life: int) -> int:
    """The integer u(t) that evidence observed at `moment` is multiplied by.

    >>> growth(0, 60) == 2**128, growth(120, 60) == 2**130
    (True, True)
    """
    lives, part = divmod(moment, half_life)
    return _exp2(part, half_life) << (lives % WINDOW)


def fade(now: int, half_life: int, window: int) -> Fade:
    """What a sum of `window` is divided by when it is read at `now`."""
    lives, part = divmod(now, half_life)
    return Fade(_exp2(part, half_life), lives - window * WINDOW)


def freshness(observed: int, now: int, half_life: int | None) -> float:
    """The weight left, at `now`, of one observation, rounded once.

    >>> freshness(0, 120, 60)
    0.25
    >>> freshness(0, 120, None)
    1.0
    """
    if not half_life:
        return 1.0
    denominator, shift = fade(now, half_life, window_of(observed, half_life))
    if shift > _UNSEEN:
        return 0.0
    return divide(growth(observed, half_life), denominator << shift)
