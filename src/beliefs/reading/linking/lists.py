"""Lists of words, written as words."""

from __future__ import annotations


def listed(text: str) -> frozenset[str]:
    """Return the words of a list that is written with blanks between them.

    >>> sorted(listed("up down"))
    ['down', 'up']
    """
    return frozenset(text.split())


def lines(text: str) -> list[list[str]]:
    """Return the words of each entry; entries end with a line or a semicolon.

    >>> lines("open closed;alive dead")
    [['open', 'closed'], ['alive', 'dead']]
    """
    return [entry.split() for entry in text.replace("\n", ";").split(";") if entry.strip()]
