"""Numbers in words: how many "three" is, and in digits."""

from __future__ import annotations

NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)


def counted(word: str) -> int:
    """How many a word says, or digits.

    >>> counted("Three"), counted("40")
    (3, 40)
    """
    return NUMBERS.index(word.lower()) if word.lower() in NUMBERS else int(word)


def in_digits(word: str) -> str:
    """A number in digits; other words stay as they are.

    >>> in_digits("Three"), in_digits("40"), in_digits("whole")
    ('3', '40', 'whole')
    """
    return str(NUMBERS.index(word.lower())) if word.lower() in NUMBERS else word
