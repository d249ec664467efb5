"""Comparisons turned one way round: "B is slower than A" is "A is faster than B"."""

from __future__ import annotations

import re

from beliefs.reading import lexicon as lex
from beliefs.reading.verbs import FORMS, agreeing, is_plural, main_verb, subject_is_plural

TURNED: dict[str, str] = {
    "slower": "faster", "smaller": "larger", "lower": "higher", "worse": "better",
    "shorter": "longer", "lighter": "heavier", "newer": "older", "younger": "older",
    "weaker": "stronger", "harder": "easier", "riskier": "safer", "later": "earlier",
    "poorer": "richer", "costlier": "cheaper", "pricier": "cheaper", "dearer": "cheaper",
    "more expensive": "cheaper", "less expensive": "cheaper than", "colder": "warmer",
    "cooler": "warmer", "narrower": "wider", "shallower": "deeper", "thinner": "thicker",
    "quieter": "louder", "darker": "brighter", "farther": "closer", "further": "closer",
    "fewer": "more", "less": "more", "more complex": "simpler", "more complicated": "simpler",
    "more difficult": "easier", "more dangerous": "safer", "dumber": "smarter",
}  # fmt: skip
"""A comparative to the one that says the same with both sides swapped."""
TURNED.pop("less expensive")

_COMPARED = re.compile(
    r"(?P<how>(?:\S+ )*?)(?P<comparative>"
    + "|".join(sorted(TURNED, key=len, reverse=True))
    + r")(?P<what>(?: \S+){0,3}?) than (?P<other>.+)$",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r" (?:for|on|in|at|under|with|during|when|if|by|after|before|because|since|as|to)\b",
    re.IGNORECASE,
)
_MOST_WORDS_BETWEEN = 3


def turned(words: list[str]) -> list[str]:
    """A comparison the way round that the table prefers; anything else as it was.

    >>> " ".join(turned("SQLite is slower than DuckDB for analytics".split()))
    'DuckDB is faster than SQLite for analytics'
    """
    if "than" not in words:
        return words
    verb = main_verb(words)
    if verb < 1:
        return words
    match = _COMPARED.match(" ".join(words[verb + 1 :]))
    if not match or len(match["how"].split()) > _MOST_WORDS_BETWEEN or "%" in match["how"]:
        return words
    other, tail = match["other"], ""
    if cut := _TAIL.search(other):
        other, tail = other[: cut.start()], other[cut.start() :]
    first = other.split()[0].lower() if other.split() else ""
    if (
        not other
        or other[0] in "$€£¥~0123456789"
        or first in lex.PREPOSITIONS
        or first in lex.SUBORDINATORS
        or _has_verb(other)
    ):
        return words  # "lower than in the last run", "cheaper than we thought"
    comparative = match["comparative"].lower()
    better = TURNED[comparative]
    subject, new_subject = words[:verb], other.split()
    what = match["what"]
    return [
        *new_subject,
        _refitted(words[verb], new_subject),
        *f"{match['how']}{better}{what} than".split(),
        *_lowered(subject),
        *tail.split(),
    ]


def _has_verb(other: str) -> bool:
    return main_verb(other.split()) > 0


def _refitted(verb: str, subject: list[str]) -> str:
    """The verb as it goes with another subject."""
    lower = verb.lower()
    if lower in ("is", "are", "am"):
        return agreeing("be", subject)
    if lower in ("was", "were"):
        return "were" if subject_is_plural(subject) else "was"
    if lower in ("has", "have"):
        return agreeing("have", subject)
    known = FORMS.get(lower)
    return agreeing(known.base, subject) if known and known.form in ("s", "base") else verb


def _lowered(subject: list[str]) -> list[str]:
    """A subject that no longer begins the sentence."""
    first = subject[0]
    lower = first.lower()
    is_common = lower in lex.DETERMINERS or lower in lex.PRONOUNS or is_plural(lower)
    is_common |= len(subject) == 2 and len(subject[1]) == 1  # plan B, node 7
    if (is_common or lower in lex.MASS_NOUNS) and first != "I" and first[1:].islower():
        return [first.lower(), *subject[1:]]
    return subject
