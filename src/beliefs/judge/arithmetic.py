"""The value of an arithmetic text, by precedence climbing over its tokens."""

from __future__ import annotations

import math
import re
from typing import Any

_TOKENS = re.compile(r"\s*(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+|\*\*|//|[-+*/%()])")
_LEVELS = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "**": 4}
_LARGEST_BASE, _LARGEST_POWER = 1e6, 100


def calculate(text: str) -> Any:
    """The value, or None when the text has none.

    >>> calculate("2 * (3 + 4) ** 2"), calculate("1 / 0"), calculate("__import__('os')")
    (98, None, None)
    """
    tokens, at = [], 0
    text = text.strip()
    while at < len(text):
        found = _TOKENS.match(text, at)
        if found is None:
            return None
        tokens.append(found[1])
        at = found.end()
    try:
        value, rest = _climb(tokens, 1)
    except (ValueError, ArithmeticError, IndexError, RecursionError, TypeError):
        return None
    finite = not isinstance(value, complex) and math.isfinite(value)
    return value if not rest and finite else None


def _climb(tokens: list[str], level: int) -> tuple[Any, list[str]]:
    left, rest = _single(tokens)
    while rest and _LEVELS.get(rest[0], 0) >= level:
        sign = rest[0]
        # Powers bind from the right, everything else from the left.
        right, rest = _climb(rest[1:], _LEVELS[sign] + (sign != "**"))
        left = _applied(sign, left, right)
    return left, rest


def _single(tokens: list[str]) -> tuple[Any, list[str]]:
    head, rest = tokens[0], tokens[1:]
    if head == "-":
        value, rest = _climb(rest, 3)
        return -value, rest
    if head == "(":
        value, rest = _climb(rest, 1)
        if rest[0] != ")":
            raise ValueError
        return value, rest[1:]
    return (float(head) if not head.isdigit() else int(head)), rest


def _applied(sign: str, left: Any, right: Any) -> Any:
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left / right
        case "%":
            return left % right
    if abs(left) > _LARGEST_BASE or abs(right) > _LARGEST_POWER:
        raise ValueError
    return left**right
