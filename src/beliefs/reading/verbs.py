"""Verb forms and number: enough English inflection to turn a denial into what it denies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from beliefs.reading import lexicon as lex
from beliefs.reading.units import NUMBER_WORDS

Form = Literal["base", "s", "past", "participle", "ing"]

_VOWELS = "aeiou"
# Stressed on a short last vowel, which doubles the consonant: plan, planned. Longer verbs do so
# only when listed.
_DOUBLING = frozenset({"admit", "commit", "defer", "emit", "equip", "incur", "occur", "omit",
                       "permit", "prefer", "recur", "refer", "regret", "submit", "transfer",
                       "transmit"})  # fmt: skip
_SINGLE = frozenset({"fix", "mix", "tax", "box"})
_ARTICLES = (lex.DETERMINERS - lex.PRONOUNS) | (NUMBER_WORDS.keys() - {"one"})
_PERSONS = frozenset({"i", "we", "you", "they", "he", "she"})
_MANY = frozenset({"several", "many", "few", "these", "those", "both"})
_HEAD_ENDS = lex.PREPOSITIONS | lex.RELATIVES | {"which", "who"}


class Verb(NamedTuple):
    """One form of a known verb."""

    base: str
    form: Form
    noun: bool
    """Whether the same spelling is also common as a noun."""


def third_person(base: str) -> str:
    """The form that goes with it.

    >>> third_person("run"), third_person("flush"), third_person("retry"), third_person("have")
    ('runs', 'flushes', 'retries', 'has')
    """
    if base in ("be", "have", "do", "go"):
        return {"be": "is", "have": "has", "do": "does", "go": "goes"}[base]
    if base.endswith(("s", "x", "z", "ch", "sh")):
        return base + "es"
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return base[:-1] + "ies"
    return base + "s"


def _doubles(base: str) -> bool:
    if base in _SINGLE or base[-1:] in "wyx" or base[-1:] in _VOWELS:
        return False
    short = len(base) >= 3 and base[-2] in _VOWELS and base[-3] not in _VOWELS
    return base in _DOUBLING or (short and sum(c in "aeiouy" for c in base) == 1)


def _regular_past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return base[:-1] + "ied"
    return base + base[-1] + "ed" if _doubles(base) else base + "ed"


def past(base: str) -> str:
    """The past form.

    >>> past("ship"), past("retry"), past("run"), past("happen")
    ('shipped', 'retried', 'ran', 'happened')
    """
    return lex.IRREGULAR_VERBS[base][0] if base in lex.IRREGULAR_VERBS else _regular_past(base)


def participle(base: str) -> str:
    """The form that goes with has.

    >>> participle("run"), participle("ship"), participle("be")
    ('run', 'shipped', 'been')
    """
    if base == "be":
        return "been"
    return lex.IRREGULAR_VERBS[base][1] if base in lex.IRREGULAR_VERBS else _regular_past(base)


def _ing(base: str) -> str:
    if base.endswith("e") and not base.endswith("ee"):
        return base[:-1] + "ing"
    return base + base[-1] + "ing" if _doubles(base) else base + "ing"


def _all_forms() -> dict[str, Verb]:
    forms: dict[str, Verb] = {}
    for base in lex.VERBS:
        forms.setdefault(_ing(base), Verb(base, "ing", noun=False))
        forms.setdefault(participle(base), Verb(base, "participle", noun=False))
        forms[past(base)] = Verb(base, "past", noun=False)
    for base, noun in lex.VERBS.items():
        forms[third_person(base)] = Verb(base, "s", noun)
        if past(base) != base or base in lex.IRREGULAR_VERBS:
            forms[base] = Verb(base, "base", noun)
    return forms


FORMS: dict[str, Verb] = _all_forms()
"""Every form of every known verb."""


def is_plural(noun: str) -> bool:
    """Whether a noun looks like more than one.

    >>> is_plural("tests"), is_plural("status"), is_plural("DNS"), is_plural("people")
    (True, False, False, True)
    """
    word = noun.lower()
    if word in lex.PLURAL_WITHOUT_S:
        return True
    if not word.endswith("s") or word in lex.SINGULAR_IN_S or word.endswith(("ss", "us", "'s")):
        return False
    return not (noun.isupper() or "_" in noun or len(noun) < 3)


def head(phrase: Sequence[str]) -> str:
    """The noun that a phrase is about: the last word before its first preposition."""
    for number, word in enumerate(phrase):
        if number and word.lower() in _HEAD_ENDS:
            return phrase[number - 1].strip(",")
    return phrase[-1].strip(",") if phrase else ""


def subject_is_plural(subject: Sequence[str]) -> bool:
    """Whether a verb after this subject takes the plural.

    >>> subject_is_plural(["The", "error", "rates", "of", "it"]), subject_is_plural(["It"])
    (True, False)
    """
    if not subject:
        return False
    first = subject[0].lower()
    if len(subject) == 1 and first in lex.PRONOUNS | lex.PLURAL_PRONOUNS:
        return first in lex.PLURAL_PRONOUNS
    if first in ("a", "an", "each", "every", "this", "that", "one") and "and" not in subject:
        return False
    return "and" in subject or is_plural(head(subject))


def agreeing(base: str, subject: Sequence[str]) -> str:
    """The present form of a verb after its subject.

    >>> agreeing("be", ["The", "tests"]), agreeing("cause", ["Aspirin"]), agreeing("be", ["I"])
    ('are', 'causes', 'am')
    """
    person = subject[0].lower() if len(subject) == 1 else ""
    plural = subject_is_plural(subject)
    if base == "be":
        return "am" if person == "i" else "are" if plural else "is"
    return base if plural or person == "i" else third_person(base)


_ADVERB = re.compile(r"[a-z]+ly$")


def is_adverb(word: str) -> bool:
    """Whether a word may stand between an auxiliary and its verb."""
    word = word.lower()
    return word in lex.ADVERBS or (_ADVERB.match(word) is not None and word not in FORMS)


def main_verb(words: Sequence[str], start: int = 1) -> int:
    """Where the verb of the main clause is, or -1.

    >>> main_verb("The type checker reports two errors".split())
    3
    >>> main_verb("The tests that we run are slow".split()), main_verb("Two quick notes".split())
    (5, -1)
    """
    return _main_verb(tuple(words), start)


@lru_cache(maxsize=1024)  # every rule asks it of the same clause
def _main_verb(words: tuple[str, ...], start: int) -> int:
    relative = False
    for number in range(start, len(words)):
        word = words[number].lower().rstrip(",")
        if words[number] in ("May", "Will"):  # a month, a name
            continue
        if word in lex.RELATIVES and number:
            relative = True
            continue
        verb = FORMS.get(word)
        if relative and verb and words[number - 1].lower() in _PERSONS:
            relative = False  # "that we run are": what follows decides nothing here
            continue
        if word not in lex.AUXILIARIES and not (verb and _may_be_finite(words, number, verb)):
            continue
        if not relative:
            return number
        relative = False  # the verb of "that we run"; the main one comes later
    return _unknown_verb(words, start)


def _unknown_verb(words: Sequence[str], start: int) -> int:
    """Where a word stands that only its ending and what follows it show to be a verb, or -1."""
    for number in range(start, len(words) - 1):
        word = words[number]
        if len(word) < 4 or not word.replace("-", "").isalpha() or not word.islower():
            continue
        if not (word.endswith("ed") or (word.endswith("s") and is_plural(word))):
            continue
        before, after = words[number - 1].lower(), words[number + 1].lower()
        if before in _ARTICLES or before in lex.PREPOSITIONS or before.endswith((",", ":")):
            continue
        if after in _ARTICLES or (
            word.endswith("ed") and (after in lex.PREPOSITIONS or after[:1].isdigit())
        ):
            return number
    return -1


def _may_be_finite(words: Sequence[str], number: int, verb: Verb) -> bool:
    """Whether a known verb form at this place can be the verb rather than a noun or adjective."""
    if verb.form in ("ing", "participle") or number == 0:
        return False
    before = words[number - 1].lower()
    if words[number - 1] == "A" and number > 1:  # a name, as in "plan A"
        before = "plan"
    if before.endswith(",") or before in _ARTICLES:
        return False
    if before in ("and", "or", "but", "nor"):
        return False
    if (
        before in lex.PREPOSITIONS
        or before.endswith(("'s", "s'"))
        or (verb.noun and _counts(words, number))
    ):
        return False
    after = words[number + 1].lower() if number + 1 < len(words) else ""
    if after in lex.AUXILIARIES and after not in ("do", "does", "did"):
        return False
    if verb.form == "base":
        if not (
            past(verb.base) == verb.base
            or before in lex.PLURAL_PRONOUNS
            or before == "i"
            or is_adverb(before)
            or is_plural(words[number - 1])
            or "and" in map(str.lower, words[:number])
        ):
            return False  # fmt: skip
    elif verb.form == "s" and (before in lex.PLURAL_PRONOUNS or _is_many(words)):
        return False
    if verb.noun and verb.form in ("s", "base"):
        following = FORMS.get(after)
        # "All unit tests pass": the first of two is a noun.
        if following and following.form in ("s", "past", "base") and not _is_object(following):
            return False
    return True


def _is_many(words: Sequence[str]) -> bool:
    """Whether a clause begins with a plural, after which no verb ends in s: "two quick notes"."""
    first = words[0].lower()
    is_count = (first in NUMBER_WORDS and first != "one") or (first.isdigit() and first != "1")
    return (is_count or first in _MANY) and words[1].lower() != "of"


def _counts(words: Sequence[str], number: int) -> bool:
    """Whether the word before is a count and not a name: "14 tests", against "node 7 reports"."""
    if not words[number - 1][:1].isdigit():
        return False
    return number < 2 or words[number - 2].lower() in lex.DETERMINERS | lex.PREPOSITIONS


def _is_object(verb: Verb) -> bool:
    """Whether what looks like a second verb is a plural noun: "runs tests", not "tests pass"."""
    return verb.noun and verb.form == "s"
