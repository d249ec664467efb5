"""What effects make of numbers: their factors, numerals, powers and figures over many."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator
from typing import Any

_ROMAN = {"M": 1000, "CM": 900, "D": 500, "CD": 400, "C": 100, "XC": 90} | {
    "L": 50,
    "XL": 40,
    "X": 10,
    "IX": 9,
    "V": 5,
    "IV": 4,
    "I": 1,
}
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LARGEST = 1000  # whose factorial, or place among Fibonacci's, is told
_LARGEST_ROMAN = 3999
_DIVIDED = 10**12  # up to which numbers are taken apart


def _whole(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == int(value)


def _taken_apart(number: int) -> Iterator[int]:
    by = 2
    while by * by <= number:
        while number % by == 0:
            yield by
            number //= by
        by += 1
    if number > 1:
        yield number


def _factors(number: float) -> list[int] | None:
    if not _whole(number) or not 1 <= number <= _DIVIDED:
        return None
    return list(_taken_apart(int(number)))


def _prime(number: float) -> bool:
    return _factors(number) == [number] if number > 1 else False


def _divisors(number: float) -> list[int] | None:
    if not _whole(number) or not 1 <= number <= _DIVIDED:
        return None
    low = [by for by in range(1, math.isqrt(int(number)) + 1) if number % by == 0]
    return sorted({*low, *(int(number) // by for by in low)})


def _factorial(number: float) -> int | None:
    return math.factorial(int(number)) if _whole(number) and 0 <= number <= LARGEST else None


def _fibonaccis(many: float) -> list[int] | None:
    if not _whole(many) or not 0 <= many <= LARGEST:
        return None
    found = [0, 1]
    while len(found) < many:
        found.append(found[-1] + found[-2])
    return found[: int(many)]


def _fibonacci(place: float) -> int | None:
    found = _fibonaccis(place + 1) if _whole(place) and 0 <= place < LARGEST else None
    return found[-1] if found else None


def _roman(number: float) -> str | None:
    if not _whole(number) or not 1 <= number <= _LARGEST_ROMAN:
        return None
    text, left = "", int(number)
    for letters, value in _ROMAN.items():
        text += letters * (left // value)
        left %= value
    return text


def _from_roman(text: str) -> int | None:
    told, left = 0, text.strip().upper()
    for letters, value in _ROMAN.items():
        while left.startswith(letters):
            told, left = told + value, left[len(letters) :]
    return told if _roman(told) == text.strip().upper() else None


def _power(base: float, by: float) -> Any:
    try:
        if abs(base) > 1 and abs(by) > LARGEST:
            return None
        value = base**by
        return value if isinstance(value, int | float) and math.isfinite(value) else None
    except (ArithmeticError, ValueError):
        return None


def _root(number: float) -> float | None:
    return math.sqrt(number) if number >= 0 else None


def _median(items: list[float]) -> float | None:
    return statistics.median(items) if items else None


def _modes(items: list[Any]) -> list[Any]:
    return sorted(statistics.multimode(items))


def _spread(items: list[float], less: int) -> float | None:
    if len(items) <= less:
        return None
    mean = sum(items) / len(items)
    return sum((each - mean) ** 2 for each in items) / (len(items) - less)


def _deviation(items: list[float], less: int) -> float | None:
    found = _spread(items, less)
    return None if found is None else math.sqrt(found)


def _in_base(number: float, base: float) -> str | None:
    if not _whole(number) or not _whole(base) or not 2 <= base <= len(_DIGITS):
        return None
    left, text = abs(int(number)), ""
    while left or not text:
        left, at = divmod(left, int(base))
        text = _DIGITS[at] + text
    return f"-{text}" if number < 0 else text


def _from_base(text: str, base: float) -> int | None:
    bare = text.strip().lower()
    known = _DIGITS[: int(base)] if _whole(base) and 2 <= base <= len(_DIGITS) else ""
    digits = bare.removeprefix("-")
    if not digits or any(each not in known for each in digits):
        return None
    return int(bare, int(base))


def _both(of: Callable[[int, int], int]) -> Callable[[float, float], int | None]:
    return lambda one, other: of(int(one), int(other)) if _whole(one) and _whole(other) else None


NUMBERS: dict[str, Callable[..., Any]] = {
    "is_prime": _prime,
    "factors_of": _factors,
    "divisors_of": _divisors,
    "gcd": _both(math.gcd),
    "lcm": _both(math.lcm),
    "factorial": _factorial,
    "fibonacci": _fibonacci,
    "fibonaccis": _fibonaccis,
    "roman": _roman,
    "from_roman": _from_roman,
    "power_of": _power,
    "root_of": _root,
    "absolute": abs,
    "median_of": _median,
    "modes_of": _modes,
    "variance": _spread,
    "deviation": _deviation,
    "in_base": _in_base,
    "from_base": _from_base,
}
