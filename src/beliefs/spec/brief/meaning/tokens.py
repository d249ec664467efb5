"""The words of a phrase, without those that only hold it together."""

from __future__ import annotations

from beliefs.spec import patterns as re

WORD = re.compile(
    r"⟪\d+⟫|[A-Za-z_]\w*(?:-[A-Za-z]\w*)*|\d+(?:\.\d+)?|<=|>=|!=|'s\b|[<>=+*/×-]|[,()]"
)
_SPELLED: tuple[tuple[str, str], ...] = (
    (r"(?i)\bcan(?:'t|not)\b", "can not"),
    (r"(?i)\bwon't\b", "will not"),
    (r"(?i)n't\b", " not"),
    (r"(?i)\b(it|that|there|who|what|he|she)'s\b", r"\1 is"),
    (r"(?i)\b(they|we|you)'re\b", r"\1 are"),
    (r"(?i)\b(they|we|you|i)'ve\b", r"\1 have"),
    (r"(?i)\b(?:so far|at the moment|in that case|any ?more|to date)\b", " "),
)
# Words that change nothing of what a phrase means once its names are known.
IDLE = frozenset(
    """the a an its their his her already still just currently then please also both very been being
    yet actually really simply such these""".split()  # noqa: SIM905
)


def tokens(text: str) -> tuple[str, ...]:
    """The words and signs of a phrase, in small letters.

    >>> tokens("The item's price isn't more than 10")
    ('item', "'s", 'price', 'is', 'not', 'more', 'than', '10')
    """
    for pattern, spelled in _SPELLED:
        text = re.sub(pattern, spelled, text)
    found = (each.group().lower() for each in WORD.finditer(text))
    return tuple(each for each in found if each not in IDLE)
