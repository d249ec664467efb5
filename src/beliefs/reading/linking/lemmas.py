"""A word and the form it stands in: retries is retry, faster is fast, colours is color.

Rules with a list of verbs behind them. Where a rule is wrong it is wrong for every form alike, so
that the forms still meet.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from beliefs.reading.linking import forms
from beliefs.reading.linking.lists import listed
from beliefs.reading.linking.synonyms import SYNONYMS

_VOWEL = re.compile("[aeiouy]")
# -ise is -ize, but for these.
_WITH_S = listed(
    """
    exercise promise otherwise advertise surprise enterprise precise expertise compromise franchise
    supervise revise disguise improvise televise merchandise paradise likewise comprise concise
    """
)
# Predicates that look like a verb's form and have a meaning of their own.
ADJECTIVES = listed(
    """
    closed missing outstanding pending ongoing promising interesting boring required enabled
    disabled outdated occupied benign shut broken sleeping used interested tired married united
    """
)
_DOUBLED = "bdgmnprt"


class Word(NamedTuple):
    """One word of a claim."""

    said: str
    lemma: str
    """The word without its form, in the spelling and synonym that stand for it."""
    is_verb: bool
    plural: bool = False
    past: bool = False
    participle: bool = False
    ing: bool = False
    base: str = ""
    """The word without its form, as it was said."""
    adjective: str = ""
    """What it means where it tells how something is, if that is more than the verb's form."""


@lru_cache(maxsize=1 << 15)
def word(said: str) -> Word:
    """Read one word, in lower case.

    >>> word("retries").lemma, word("retried").past, word("clients").lemma
    ('retry', True, 'customer')
    """
    read = _read(said)
    base = read.lemma
    lemma = _standing(base)
    adjective = _standing(said) if said in ADJECTIVES else ""
    return read._replace(lemma=lemma, base=base, adjective=adjective)


def _read(said: str) -> Word:
    """The word and its form, before synonyms."""
    if not said.isalpha() or len(said) < 3:
        return Word(said, said, said in forms.VERBS)
    if said in forms.PLURAL:
        return Word(said, forms.PLURAL[said], is_verb=False, plural=True)
    past, participle = forms.PAST.get(said), forms.PARTICIPLE.get(said)
    if past or participle:
        return Word(said, past or participle or said, is_verb=True, past=past is not None,
                    participle=participle is not None)  # fmt: skip
    if said.endswith("s") and said not in forms.NO_PLURAL and not said.endswith(("ss", "us", "is")):
        base = _without_s(said)
        return Word(said, base, base in forms.VERBS, plural=True)
    if said.endswith("ed") and not said.endswith("eed") and _VOWEL.search(said[:-2]):
        stem = _base(said[:-2], said.endswith("ied"))
        if stem:
            return Word(said, stem, is_verb=True, past=True, participle=True)
    if said.endswith("ing") and _VOWEL.search(said[:-3]):
        stem = _base(said[:-3], ied=False)
        if stem:
            return Word(said, stem, stem in forms.VERBS, ing=True)
    return Word(said, said, said in forms.VERBS)


@lru_cache(maxsize=4096)
def positive(comparative: str) -> str | None:
    """Return the adjective of a comparative in -er.

    >>> positive("bigger"), positive("easier"), positive("faster"), positive("better")
    ('big', 'easy', 'fast', 'good')
    """
    if comparative in _IRREGULAR_COMPARATIVES:
        return _IRREGULAR_COMPARATIVES[comparative]
    if not comparative.endswith("er") or len(comparative) < 5:
        return None
    stem = comparative[:-2]
    if stem.endswith("i"):
        return _standing(stem[:-1] + "y")
    if stem[-1] == stem[-2] and stem[-1] in _DOUBLED:
        return _standing(stem[:-1])
    if stem + "e" in _WITH_E:
        return _standing(stem + "e")
    return _standing(stem)


_IRREGULAR_COMPARATIVES = {
    "better": "good", "worse": "bad", "further": "far", "farther": "far", "lower": "low",
    "fewer": "fewer", "more": "more", "less": "less",
}  # fmt: skip
_WITH_E = listed("large safe late rare simple nice wide close pure stable able fine loose")


def _standing(base: str) -> str:
    """The spelling and synonym that stand for a word."""
    if base.endswith("ise") and len(base) > 6 and base not in _WITH_S:
        base = base[:-3] + "ize"
    return SYNONYMS.get(base, base)


def _without_s(said: str) -> str:
    stem = said[:-1]
    if stem in forms.VERBS:
        return stem
    if said.endswith("ies") and len(said) > 4:
        return said[:-3] + "y"
    if said.endswith(("sses", "xes", "ches", "shes", "zzes", "oes")):
        return said[:-2]
    return stem


def _base(stem: str, ied: bool) -> str | None:
    """The verb that a stem before -ed or -ing belongs to."""
    if ied:
        return stem[:-1] + "y"
    doubled = len(stem) > 2 and stem[-1] == stem[-2]
    candidates = [stem, stem + "e"] + ([stem[:-1]] if doubled else [])
    for candidate in candidates:
        if candidate in forms.VERBS or candidate.endswith("ise"):
            return candidate
    if len(stem) < 3:
        return None
    if doubled and stem[-1] in _DOUBLED:
        return stem[:-1]
    if re.search(r"(?:[^aeiou]|^)[aiouy][bcdgklmnprstvz]$|[cgsvzu]$|[^aeiou]l$", stem) and not (
        stem.endswith(("ss", "er", "en", "on", "it", "et", "or", "om", "ow", "al", "el"))
    ):
        return stem + "e"
    return stem
