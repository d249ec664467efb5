"""Numbers in words: how many "three" is, in digits too, and what they look like in a pattern."""

from __future__ import annotations

NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
WORDS = {word: number for number, word in enumerate(NUMBERS)} | {
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "fifty": 50,
    "sixty": 60,
    "ninety": 90,
}
# Some, in words or digits; the longer words first, for "six" is where "sixty" begins.
MANY = rf"(?:\d+|{'|'.join(sorted(WORDS.keys() - {'zero'}, key=lambda each: (-len(each), each)))})"


def counted(word: str, other: int | None = None) -> int:
    """How many a word says, or digits; `other` where it says neither.

    >>> counted("Three"), counted("40"), counted("some", 0)
    (3, 40, 0)
    """
    if word.lower() in WORDS:
        return WORDS[word.lower()]
    return int(word) if other is None or word.isdigit() else other


def in_digits(word: str) -> str:
    """A number in digits; other words stay as they are.

    >>> in_digits("Three"), in_digits("40"), in_digits("whole")
    ('3', '40', 'whole')
    """
    return str(WORDS.get(word.lower(), word))
