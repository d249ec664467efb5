"""What the service makes of numbers."""

from __future__ import annotations

import math
import statistics
from typing import Any

_LARGEST = 1000
_DIVIDED = 10**12
_NUMERALS = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L")),
    *((40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def _whole(number: float) -> bool:
    return float(number).is_integer()


def is_prime(number: float) -> bool:
    """Whether a number has no divisors but itself and one."""
    return number > 1 and factors_of(number) == [number]


def factors_of(number: float) -> list[int] | None:
    """The primes that a number is the product of."""
    if not _whole(number) or not 1 <= number <= _DIVIDED:
        return None
    found, left, by = [], int(number), 2
    while left > 1:
        by = left if by * by > left else by
        while left % by == 0:
            found.append(by)
            left //= by
        by += 1
    return found


def divisors_of(number: float) -> list[int] | None:
    """The numbers that a number can be divided by, in order."""
    if not _whole(number) or not 1 <= number <= _DIVIDED:
        return None
    whole = int(number)
    small = [by for by in range(1, math.isqrt(whole) + 1) if whole % by == 0]
    return [*small, *(whole // by for by in reversed(small) if by * by != whole)]


def gcd(one: float, other: float) -> int | None:
    """The greatest number that divides both."""
    return math.gcd(int(one), int(other)) if _whole(one) and _whole(other) else None


def lcm(one: float, other: float) -> int | None:
    """The least number that both divide."""
    return math.lcm(int(one), int(other)) if _whole(one) and _whole(other) else None


def factorial(number: float) -> int | None:
    """The product of the numbers up to this one."""
    return math.factorial(int(number)) if _whole(number) and 0 <= number <= _LARGEST else None


def fibonaccis(many: float) -> list[int] | None:
    """The first of Fibonacci's numbers."""
    if not _whole(many) or not 0 <= many <= _LARGEST:
        return None
    found, one, other = [], 0, 1
    for _ in range(int(many)):
        found.append(one)
        one, other = other, one + other
    return found


def fibonacci(place: float) -> int | None:
    """One of Fibonacci's numbers, by its place from 0."""
    if not _whole(place) or not 0 <= place < _LARGEST:
        return None
    one, other = 0, 1
    for _ in range(int(place)):
        one, other = other, one + other
    return one


def roman(number: float) -> str | None:
    """A number as Romans wrote it; None where they could not."""
    if not _whole(number) or not 0 < number < 4000:
        return None
    text, left = [], int(number)
    for value, letters in _NUMERALS:
        many, left = divmod(left, value)
        text.append(letters * many)
    return "".join(text)


def from_roman(text: str) -> int | None:
    """The number that a Roman numeral says; None where it is none."""
    numeral = text.strip().upper()
    values = {letters: value for value, letters in _NUMERALS if len(letters) == 1}
    if not numeral or not all(letter in values for letter in numeral):
        return None
    told = [values[letter] for letter in numeral]
    number = sum(
        -one if one < other else one for one, other in zip(told, [*told[1:], 0], strict=True)
    )
    return number if roman(number) == numeral else None


def power_of(base: float, by: float) -> Any:
    """One number to the power of another; None where it is none, or far too large."""
    if abs(base) > 1 and abs(by) > _LARGEST:
        return None
    try:
        value = base**by
        return value if not isinstance(value, complex) and math.isfinite(value) else None
    except ArithmeticError:
        return None


def root_of(number: float) -> float | None:
    """The square root; None of what is below zero."""
    return math.sqrt(number) if number >= 0 else None


def absolute(number: float) -> float:
    """A number without its sign."""
    return abs(number)


def median_of(items: list[float]) -> float | None:
    """What stands in the middle; None of nothing."""
    return statistics.median(items) if items else None


def modes_of(items: list[Any]) -> list[Any]:
    """What is there most often, in order."""
    return sorted(statistics.multimode(items))


def variance(items: list[float], less: int) -> float | None:
    """The mean of the squares of how far items are from their mean, by so many fewer."""
    if len(items) <= less:
        return None
    mean = sum(items) / len(items)
    return sum((item - mean) ** 2 for item in items) / (len(items) - less)


def deviation(items: list[float], less: int) -> float | None:
    """The standard deviation, by so many fewer."""
    found = variance(items, less)
    return None if found is None else math.sqrt(found)


def in_base(number: float, base: float) -> str | None:
    """A whole number in digits of a base from 2 to 36."""
    if not _whole(number) or not _whole(base) or not 2 <= base <= 36:
        return None
    digits, left = [], abs(int(number))
    while True:
        left, digit = divmod(left, int(base))
        digits.append(_DIGITS[digit])
        if not left:
            return ("-" if number < 0 else "") + "".join(reversed(digits))


def from_base(text: str, base: float) -> int | None:
    """The number that digits of a base say; None where they say none."""
    told = text.strip().lower()
    if not _whole(base) or not 2 <= base <= 36 or not told.removeprefix("-"):
        return None
    if any(digit not in _DIGITS[: int(base)] for digit in told.removeprefix("-")):
        return None
    return int(told, int(base))
