"""Whether words and numbers come from a text: a model may rephrase, and may not invent."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from beliefs.ledger.text import terms

_FUNCTION_WORDS = frozenset(
    terms(
        "a about after all also am an and any are as at be been before being but by can could did"
        " do does for from had has have he her his how i if in into is it its may might more most"
        " must my no not of on or our over shall she should so some such than that the their them"
        " then there these they this those to under up us was we were what when where whether"
        " which while who whom whose why will with within would you your"
    )
)
_ENDINGS = ("ing", "ed", "es", "ly", "s", "e")

_NUMBER = re.compile(
    r"(?P<minus>[-−]|\bminus )?(?P<digits>\d[\d,]*(?:\.\d+)?(?:e[+-]?\d{1,3})?)"
    r"\s?(?P<times>k\b|m\b|bn?\b|thousand|million|billion|%|per ?cent)?"
    r"|\b(?P<word>[a-z]+)\b",
    re.IGNORECASE,
)
_TIMES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "b": 1e9, "bn": 1e9,
          "billion": 1e9, "%": 1e-2, "percent": 1e-2, "per cent": 1e-2}  # fmt: skip
_UNITS = terms(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
_WORDS = {word: float(number) for number, word in enumerate(_UNITS)} | {
    "half": 0.5, "dozen": 12.0, "twenty": 20.0, "thirty": 30.0, "forty": 40.0, "fifty": 50.0,
    "sixty": 60.0, "seventy": 70.0, "eighty": 80.0, "ninety": 90.0, "hundred": 100.0,
    "thousand": 1e3, "million": 1e6, "billion": 1e9, "once": 1.0, "twice": 2.0,
}  # fmt: skip


def content_words(text: str) -> list[str]:
    """The words that carry what a text is about.

    >>> content_words("The caches are warm in the EU")
    ['caches', 'warm', 'eu']
    """
    return [word for word in terms(text) if word not in _FUNCTION_WORDS]


def missing(words: Iterable[str], text: str) -> list[str]:
    """Those of the words that the text has in no form.

    >>> missing(["deployment", "caches", "burned"], "Deployments warmed the cache.")
    ['burned']
    """
    lowered = text.casefold()
    stems = {_stem(word) for word in terms(text)}
    # Scripts without spaces have no words to compare: there a part of the text will do.
    return [
        word
        for word in words
        if _stem(word) not in stems and (word.isascii() or word not in lowered)
    ]


def _stem(word: str) -> str:
    """Enough to meet the other forms of a word; digits have none."""
    for ending in _ENDINGS:
        if word.isalpha() and word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word.removesuffix(ending)
            break
    doubled = len(word) > 3 and word[-1] == word[-2]
    return word[:-1] if doubled else word.removesuffix("e") if len(word) > 3 else word


def counts(text: str) -> bool:
    """Whether there is any number in a text.

    >>> counts("It took two days"), counts("It took days")
    (True, False)
    """
    return any(True for _ in _numbers(text))


def states_value(number: float, text: str) -> bool:
    """Whether a text names a number, or two neighbours with the number in their middle.

    >>> states_value(1500, "about 1.5k requests"), states_value(13, "12 to 14 ms")
    (True, True)
    >>> states_value(7, "12 to 14 ms")
    False
    """
    found = list(_numbers(text))
    middles = ((one + two) / 2 for a, b in pairwise(found) for one in a for two in b)
    stated = (one for several in found for one in several)
    return any(math.isclose(number, one, rel_tol=1e-9) for one in (*stated, *middles))


def _numbers(text: str) -> Iterator[tuple[float, ...]]:
    """Each number of a text in all the ways it can be meant: 1,5 and 40% have two."""
    for match in _NUMBER.finditer(text):
        if match["digits"] is None:
            if match["word"].lower() in _WORDS:
                yield (_WORDS[match["word"].lower()],)
            continue
        digits, times = match["digits"], _TIMES.get((match["times"] or "").lower(), 1.0)
        meant = {float(digits.replace(",", ""))}
        if digits.count(",") == 1 and "." not in digits:
            meant.add(float(digits.replace(",", ".")))
        meant |= {one * times for one in meant}
        if match["minus"]:  # a sign, or the dash of a range
            meant |= {-one for one in meant}
        yield tuple(sorted(meant))
