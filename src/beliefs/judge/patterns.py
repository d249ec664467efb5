"""Texts that fit a pattern, and texts that do not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from re import _constants as ops
from re import _parser as parser
from typing import Any

from beliefs.spec.types import Type

_MORE = 3  # how much further than it must a repetition goes
_TRIES = 40
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-. "
_CATEGORIES = {
    ops.CATEGORY_DIGIT: "0123456789",
    ops.CATEGORY_SPACE: " ",
    ops.CATEGORY_WORD: "abcXYZ019_",
    ops.CATEGORY_NOT_DIGIT: "abcXYZ-",
    ops.CATEGORY_NOT_SPACE: "abcXYZ09",
    ops.CATEGORY_NOT_WORD: "-. ",
}


def fitting(kind: Type, random: Random) -> str:
    """A text that fits the pattern of a type, and its lengths.

    >>> fitting(Type("string", pattern="^[A-Z]{3}-[0-9]{2}$"), Random(1))
    'SZY-41'
    """
    tree = parser.parse(kind.pattern)
    texts = ("".join(_made(tree, random)) for _ in range(_TRIES))
    found = next((each for each in texts if _fits(each, kind)), None)
    return found if found is not None else "".join(_made(tree, random))


def unfitting(kind: Type, random: Random) -> Iterator[str]:
    """Texts that fit the lengths of a type and not its pattern: near misses first.

    >>> next(unfitting(Type("string", pattern="^[A-Z]{3}-[0-9]{2}$"), Random(1)))
    'SZY-41!'
    """
    right = fitting(kind, random)
    found = []
    for each in (
        f"{right}!",
        f"!{right}",
        right[1:],
        right[:-1],
        right.swapcase(),
        "!",
        "a b",
        "  ",
    ):
        plain = kind.pattern and not re.search(kind.pattern, each)
        if plain and each and each not in found:
            found.append(each)
    yield from found[:_MORE]


def _fits(text: str, kind: Type) -> bool:
    long_enough = (kind.min_length or 0) <= len(text)
    short_enough = kind.max_length is None or len(text) <= kind.max_length
    return long_enough and short_enough and re.search(kind.pattern, text) is not None


def _made(tree: Any, random: Random) -> Iterator[str]:
    for kind, held in tree:
        if kind is ops.LITERAL:
            yield chr(held)
        elif kind is ops.NOT_LITERAL:
            yield random.choice([each for each in _LETTERS if ord(each) != held])
        elif kind is ops.ANY:
            yield random.choice(_LETTERS)
        elif kind is ops.IN:
            yield random.choice(_members(held))
        elif kind is ops.BRANCH:
            yield from _made(random.choice(held[1]), random)
        elif kind is ops.SUBPATTERN:
            yield from _made(held[-1], random)
        elif kind in (ops.MAX_REPEAT, ops.MIN_REPEAT):
            least, most, inner = held
            for _ in range(random.randint(least, min(int(most), least + _MORE))):
                yield from _made(inner, random)


def _members(held: Any) -> str:
    """The characters of a set, as far as a judge goes."""
    among = ""
    for kind, value in held:
        if kind is ops.LITERAL:
            among += chr(value)
        elif kind is ops.RANGE:
            last = min(value[1], value[0] + 99)
            among += "".join(chr(each) for each in range(value[0], last + 1))
        elif kind is ops.CATEGORY:
            among += _CATEGORIES.get(value, "")
    if held and held[0][0] is ops.NEGATE:
        among = "".join(each for each in _LETTERS if each not in among)
    return among or "a"
