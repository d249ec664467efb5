"""Sentences that say of a number what it is if another one is so large, and what otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from beliefs.spec import patterns as re

_WHEN = (
    r"(?:when|if|where|once|as soon as) (?:the |its )?`?(?P<what>\w+)`? is "
    r"(?P<bound>[\w. ]*?\d[\w. ]*?)"
)
_THEN = r"(?:the |its )?`?(?P<name>\w+)`? is (?P<value>.+?)"
_ELSE = r"(?:; |, |\. )(?:and )?(?:otherwise|else)(?: it is| the \w+ is)? (?P<other>.+?)"
_CHOSEN = (
    re.compile(rf"(?i){_WHEN},? (?:then )?{_THEN}(?:{_ELSE})?"),
    re.compile(rf"(?i){_THEN},? {_WHEN}(?:{_ELSE})?"),
)
_BOUNDS = (
    (r"(?:at least|no less than|not less than) #|# (?:or|and) (?:more|above|over|higher)", ">="),
    (r"(?:at most|no more than|not more than) #|# or (?:less|fewer|below|lower)", "<="),
    (r"(?:more than|over|above|greater than|higher than) #", ">"),
    (r"(?:less than|under|below|lower than|fewer than) #", "<"),
    (r"(?:exactly )?#", "="),
)


class Alternative(NamedTuple):
    """What a number is while a test of another one holds, and what it is otherwise, if told."""

    name: str
    value: str
    what: str
    test: str
    other: str


def alternatives(sentence: str) -> Iterator[Alternative]:
    """The readings of a sentence as a choice between two values.

    >>> next(alternatives("If the sum is 100 or more, the fee is 0, otherwise it is 5"))
    Alternative(name='fee', value='0', what='sum', test='>= 100', other='5')
    """
    for pattern in _CHOSEN:
        match = pattern.fullmatch(sentence.replace("`", "").strip().rstrip("."))
        test = _bounded(match["bound"]) if match else ""
        if match and test:
            value, other = match["value"], match["other"] or ""
            yield Alternative(match["name"], value, match["what"], test, other)


def _bounded(text: str) -> str:
    """A comparison that words say.

    >>> _bounded("100 or more"), _bounded("less than 2.5"), _bounded("red")
    ('>= 100', '< 2.5', '')
    """
    number = re.search(r"\d+(?:\.\d+)?", text)
    told = text.replace(number[0], "#", 1).strip() if number else ""
    signs = [sign for pattern, sign in _BOUNDS if re.fullmatch(rf"(?i){pattern}", told)]
    return f"{signs[0]} {number[0]}" if number and signs else ""
