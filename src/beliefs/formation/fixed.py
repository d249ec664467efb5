"""Numbers of a population: whole multiples of a quantum, and the tables they are moved by.

Every stored number is an integer, and every step from one state to the next is integer arithmetic
on committed constants. No exponential or logarithm of a maths library is called, so one night
gives the same bits under every Python, compiler and processor.

| what | quantum | most |
|---|---|---|
| a value or a weight | 2^−30 | 1 |
| a count | 2^−16 | just below 2^15; sums stop there |
| severity | 2^−15 | 1 |
| a day | 1 | 65,535 |
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache, lru_cache
from hashlib import blake2b
from math import isfinite

from beliefs.errors import InvalidInput, shown
from beliefs.kernel.freshness import growth

ONE = 1 << 30
"""A value or weight of exactly one."""
CRUMB = 1 << 16
"""A count of exactly one."""
FULL = (1 << 31) - 1
"""Where counts stop growing; so decay stays within one quantum of the real one."""
SEVERE = 1 << 15
"""A severity of exactly one."""
LAST_DAY = (1 << 16) - 1
WORD = (1 << 64) - 1
LONGEST = 256
"""Bytes of UTF-8 in a tag, a key or a target."""

FADE_BITS = 31
RANK_BITS = 15
LOG_BITS = 24
_LOG2_E = 1_586_259_972_792  # log2(e) × 2^40, to the nearest


def whole(number: object, quantum: int, *, name: str, least: float, most: float) -> int:
    """A number as a multiple of its quantum, to the nearest.

    >>> whole(0.5, ONE, name="weight", least=0, most=1) == ONE // 2
    True
    """
    real = isinstance(number, float) and isfinite(number)
    if isinstance(number, bool) or not (real or isinstance(number, int)):
        raise InvalidInput(f"{name} must be a finite number, not {shown(number)}.")
    assert isinstance(number, int | float)
    if not least <= number <= most:
        raise InvalidInput(f"{name} must lie between {least:g} and {most:g}, not {shown(number)}.")
    return round(number * quantum)


def natural(number: object, *, name: str, least: int, most: int) -> int:
    """The whole number itself, if it is one in bounds.

    >>> natural(12, name="day", least=0, most=LAST_DAY)
    12
    """
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise InvalidInput(
            f"{name} must be a whole number from {least} to {most}, not {shown(number)}."
        )
    return number


def day_of(day: object) -> int:
    """The day itself, if it is one."""
    return natural(day, name="day", least=0, most=LAST_DAY)


def text_of(text: object, *, name: str) -> str:
    """The text itself, if it can stand for something: printable, and not too long.

    >>> text_of("route-risk:a-b", name="tag")
    'route-risk:a-b'
    """
    with suppress(UnicodeEncodeError):  # a lone surrogate has no bytes, so no hash either
        if isinstance(text, str) and 0 < len(text.encode()) <= LONGEST:
            return text
    raise InvalidInput(f"A {name} is a text of 1 to {LONGEST} bytes of UTF-8, not {shown(text)}.")


@lru_cache(maxsize=1 << 16)
def word_of(text: str) -> int:
    """The stable 64-bit hash that stands for a tag or a key in columns and in ties.

    >>> hex(word_of("route-risk:a-b"))
    '0x801edcec3d55be17'
    """
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


def mix(word: int) -> int:
    """Spread 64 bits over 64 bits (the finaliser of SplitMix64)."""
    word = (word + 0x9E3779B97F4A7C15) & WORD
    word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ word >> 27) * 0x94D049BB133111EB) & WORD
    return word ^ word >> 31


def _power(part: int, whole_: int) -> int:
    """2^(−part/whole) × 2^31, to the nearest."""
    lives, rest = divmod(-part, whole_)
    shift = 128 - FADE_BITS - lives
    return (growth(rest, whole_) + (1 << shift - 1)) >> shift


@cache
def fading(half_life: int) -> tuple[int, ...]:
    """What is left after d days, × 2^31; the last entry is 0 and stands for all days after.

    >>> table = fading(120)
    >>> table[0] == 2**31, table[120] == 2**30, table[-1]
    (True, True, 0)
    """
    table = []
    for days in range(min(33 * half_life + 1, LAST_DAY + 1)):
        table.append(_power(days, half_life))
        if not table[-1]:
            break
    return tuple(table)


def faded(number: int, days: int, table: tuple[int, ...]) -> int:
    """A number after so many days without news.

    >>> faded(1000, 120, fading(120))
    500
    """
    if days < 0:
        raise InvalidInput(f"What is held is {-days} days newer than the day: name a later day.")
    left = table[days] if days < len(table) else table[-1]
    return (number * left + (1 << FADE_BITS - 1)) >> FADE_BITS


@cache
def logarithms() -> tuple[int, ...]:
    """log2(1 + i/4096) × 2^24 for i from 0 to 4096, one squaring a bit."""
    table = []
    for step in range(4096):
        number, result = (4096 + step) << 50, 0
        for _ in range(LOG_BITS + 2):
            number = number * number >> 62
            result <<= 1
            if number >> 63:
                number >>= 1
                result |= 1
        table.append((result + 2) >> 2)
    return (*table, 1 << LOG_BITS)


def log2(number: int) -> int:
    """log2 × 2^24 of a whole number, never falling as the number grows; of 0 as of 1.

    >>> log2(8) == 3 << 24, log2(0)
    (True, 0)
    """
    if number < 2:
        return 0
    table = logarithms()
    top = number.bit_length() - 1
    tail = (number << 40 - top) & ((1 << 40) - 1)
    step, rest = tail >> 28, tail & ((1 << 28) - 1)
    low = table[step]
    return (top << LOG_BITS) + low + ((table[step + 1] - low) * rest >> 28)


@lru_cache(maxsize=1 << 12)
def rank(number: int, day: int, half_life: int) -> int:
    """log2(number) + day/half-life: orders what fades alike by what is left, on every later day.

    Always at least 1, so that 0 can stand for nothing at all.

    >>> rank(8, 0, 120) == rank(4, 120, 120) == 1 + (3 << 15)
    True
    """
    return 1 + (log2(number) >> LOG_BITS - RANK_BITS) + (day << RANK_BITS) // half_life


@cache
def powers() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """2^(−i/2^12) and 2^(−i/2^24), × 2^31: two digits of an exponent."""
    return (
        tuple(_power(i, 1 << 12) for i in range(1 << 12)),
        tuple(_power(i, 1 << 24) for i in range(1 << 12)),
    )


def rate_of(scale: int) -> int:
    """log2(e)/scale × 2^40, for a scale in quanta: what `saturation` multiplies a count by."""
    return (2 * _LOG2_E + scale) // (2 * scale)


def saturation(count: int, rate: int) -> int:
    """1 − exp(−count/scale), × 2^30.

    >>> round(saturation(3 * CRUMB, rate_of(3 * CRUMB)) / ONE, 6)
    0.632121
    """
    exponent = count * rate >> 16
    coarse, fine = powers()
    digits = exponent & ((1 << 24) - 1)
    lives = min(exponent >> 24, 32)
    left = (coarse[digits >> 12] * fine[digits & 4095] >> FADE_BITS) >> lives
    return ((1 << FADE_BITS) - left + 1) >> 1
