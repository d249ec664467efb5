"""The functions of `re`, with every pattern compiled once.

The standard library keeps the last 512 patterns; the readers have thousands, made of names as
often as not, and ask for all of them on every route. A third of the time to read a document was
compiling the same ones again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from re import ASCII, DOTALL, IGNORECASE, MULTILINE, VERBOSE, Match, Pattern, error, escape
from typing import Any

__all__ = [
    "ASCII",
    "DOTALL",
    "IGNORECASE",
    "MULTILINE",
    "VERBOSE",
    "Match",
    "Pattern",
    "compile",
    "error",
    "escape",
    "findall",
    "finditer",
    "fullmatch",
    "match",
    "search",
    "split",
    "sub",
]

_KEPT = 1 << 15  # some ten goals' worth; what is dropped is only compiled again


@lru_cache(_KEPT)
def compile(pattern: str, flags: int = 0) -> Pattern[str]:  # noqa: A001 - named as in `re`
    """A pattern, compiled the first time it is asked for."""
    return re.compile(pattern, flags)


def search(pattern: str, text: str, flags: int = 0) -> Match[str] | None:
    """The first place where a pattern fits."""
    return compile(pattern, flags).search(text)


def match(pattern: str, text: str, flags: int = 0) -> Match[str] | None:
    """Whether a pattern fits at the start."""
    return compile(pattern, flags).match(text)


def fullmatch(pattern: str, text: str, flags: int = 0) -> Match[str] | None:
    """Whether a pattern fits the whole text."""
    return compile(pattern, flags).fullmatch(text)


def findall(pattern: str, text: str, flags: int = 0) -> list[Any]:
    """All that fits; with several groups their tuples, as in `re`."""
    return compile(pattern, flags).findall(text)


def finditer(pattern: str, text: str, flags: int = 0) -> Iterator[Match[str]]:
    """Every place where a pattern fits."""
    return compile(pattern, flags).finditer(text)


def split(pattern: str, text: str, maxsplit: int = 0, flags: int = 0) -> list[str]:
    """What stands between the places where a pattern fits."""
    return compile(pattern, flags).split(text, maxsplit)


def sub(
    pattern: str,
    put: str | Callable[[Match[str]], str],
    text: str,
    count: int = 0,
    flags: int = 0,
) -> str:
    """A text with something else where a pattern fits."""
    return compile(pattern, flags).sub(put, text, count)
