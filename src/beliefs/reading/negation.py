"""Denials turned into what they deny, so that a claim and its denial share one text."""

from __future__ import annotations

import re
from typing import NamedTuple

from beliefs.reading import lexicon as lex
from beliefs.reading.verbs import (
    FORMS,
    agreeing,
    head,
    is_adverb,
    is_plural,
    main_verb,
    participle,
    past,
    subject_is_plural,
    third_person,
)


class Positive(NamedTuple):
    """A clause in its positive form."""

    words: list[str]
    denied: bool = False
    """Whether the clause as it stood denies it."""
    ended: bool = False
    """Whether it held before: "no longer", "not … any more"."""


_NO_LONGER = re.compile(r"\b(?:no longer|not any ?more|not any longer) ?", re.IGNORECASE)
_ANYMORE = frozenset({"anymore", "any more", "any longer"})
_NEVER = re.compile(r" never(?: (?:once|ever))?(?= )", re.IGNORECASE)
_NOT_ONLY = re.compile(r"\bnot (?:only|just|merely) (.+?),? but(?: also)? ", re.IGNORECASE)
_NEITHER = re.compile(r"neither (?P<one>.+?) nor (?P<other>.+)$", re.IGNORECASE)
_NEITHER_OBJECT = re.compile(
    r"(?P<left>.+?) neither (?P<one>.+?) nor (?P<other>.+)$", re.IGNORECASE
)
_BOUNDS = frozenset({"more", "less", "fewer", "later", "sooner", "matter", "doubt", "one"})
_NOBODY = {"nobody": "Somebody", "no-one": "Somebody", "nothing": "Something", "none": "Some"}
_ANYTHING = {"anything": "something", "anyone": "someone", "anybody": "somebody"}
_LEFTOVER = frozenset({"yet", "either"})


def positive(clause: str) -> Positive:
    """A clause without its denials; two of them cancel.

    >>> positive("The worker does not retry").words, positive("It never failed to start").words
    (['The', 'worker', 'retries'], ['It', 'started'])
    """
    ended = denied = False
    clause = _NOT_ONLY.sub(r"\1 and ", clause)
    if _NO_LONGER.search(clause):
        clause, ended, denied = _NO_LONGER.sub("", clause, count=1), True, True
    if _NEVER.search(clause):
        clause, denied = _NEVER.sub("", clause, count=1), not denied
    words = clause.split()
    while (step := _one_step(_without_anymore(words))) is not None:
        ended |= _without_anymore(words) != words
        words, denied = step, not denied
        if words and words[-1].lower() in _LEFTOVER and len(words) > 2:
            words.pop()
    return Positive(words, denied, ended)


def _without_anymore(words: list[str]) -> list[str]:
    for count in (2, 1):
        if len(words) > count + 2 and " ".join(words[-count:]).lower() in _ANYMORE:
            return words[:-count]
    return words


def neither(clause: str) -> tuple[str, str] | None:
    """The two clauses that "neither … nor …" denies.

    >>> neither("Neither the bar nor the pool was open")
    ('the bar was open', 'the pool was open')
    """
    match = _NEITHER.match(clause)
    if not match:
        return _neither_object(clause)
    other = match["other"].split()
    verb = main_verb(other)
    if verb < 1:
        return None
    return f"{match['one']} {' '.join(other[verb:])}", match["other"]


def _neither_object(clause: str) -> tuple[str, str] | None:
    match = _NEITHER_OBJECT.match(clause)
    if not match or main_verb(match["left"].split()) < 1:
        return None
    return f"{match['left']} {match['one']}", f"{match['left']} {match['other']}"


def _one_step(words: list[str]) -> list[str] | None:
    """The words with one denial fewer, or None if there is none."""
    if len(words) < 2:
        return None
    if (without := _from_subject(words)) is not None:
        return without
    verb = main_verb(words)
    if verb < 1:
        return None
    if words[verb].lower() in lex.AUXILIARIES and (without := _from_auxiliary(words, verb)):
        return without
    return _from_object(words, verb) or _from_verb(words, verb)


def _from_subject(words: list[str]) -> list[str] | None:
    first, second = words[0].lower(), words[1].lower()
    if first == "no" and second == "one":
        return ["Somebody", *words[2:]]
    if first == "no" and second not in _BOUNDS and main_verb(words) > 1:
        return _with_article(words[1:], main_verb(words) - 1)
    if first in _NOBODY and (first != "none" or second == "of"):
        return [_NOBODY[first], *words[1:]]
    if first == "not" and second in ("all", "every", "each", "everyone", "everybody", "everything"):
        return words[1:]
    return None


def _with_article(words: list[str], end: int) -> list[str]:
    """The phrase that "no" stood before, with an article if it is one thing."""
    noun = head(words[:end]) if end > 0 else head(words)
    if is_plural(noun) or noun.lower() in lex.MASS_NOUNS or words[0].lower() in ("known", "such"):
        return words
    return ["an" if words[0][:1].lower() in "aeiou" else "a", *words]


def _from_auxiliary(words: list[str], verb: int) -> list[str] | None:
    place = verb + 1
    while place < len(words) and words[place].lower() != "not" and is_adverb(words[place]):
        place += 1
    if place >= len(words) or words[place].lower() != "not":
        return None
    auxiliary = words[verb].lower()
    rest = [*words[verb + 1 : place], *words[place + 1 :]]
    if auxiliary in lex.DO or auxiliary == "could":
        number = next((n for n, word in enumerate(rest) if not is_adverb(word)), len(rest))
        if number == len(rest) or not rest[number].isalpha():
            return None
        rest[number] = _finite(auxiliary, rest[number], words[:verb])
        kept = words[:verb]
    else:
        kept = words[: verb + 1]
    for number, word in enumerate(rest[:4]):
        if word.lower() == "any":
            del rest[number]
            break
        if word.lower() in _ANYTHING:
            rest[number] = _ANYTHING[word.lower()]
    return kept + rest


def _finite(auxiliary: str, base: str, subject: list[str]) -> str:
    if auxiliary == "could":  # not "could": that says what may be, not what was
        return f"{'were' if subject_is_plural(subject) else 'was'} able to {base}"
    if auxiliary == "did":
        return past(base)
    return third_person(base) if auxiliary == "does" else base


def _from_object(words: list[str], verb: int) -> list[str] | None:
    """The denial in "has no", "found no", "is nothing"."""
    for place in range(verb + 1, min(verb + 4, len(words))):
        word = words[place].lower()
        if word in ("nothing", "nobody"):
            return [*words[:place], _NOBODY[word].lower(), *words[place + 1 :]]
        if word == "no" and place + 1 < len(words) and words[place + 1].lower() not in _BOUNDS:
            after = words[place + 1 :]
            return words[:place] + _with_article(after, 0)
        if word not in ("been", "had") and not is_adverb(word) and word not in FORMS:
            return None
    return None


def _from_verb(words: list[str], verb: int) -> list[str] | None:
    """The denial in the verb itself: fails to, lacks, is unable to, has yet to."""
    word, after = words[verb].lower(), [w.lower() for w in words[verb + 1 : verb + 3]]
    known = FORMS.get(word)
    subject = words[:verb]
    if known and known.base == "fail" and after[:1] == ["to"] and verb + 2 < len(words):
        base = words[verb + 2]
        finite = past(base) if known.form == "past" else agreeing(base, subject)
        if base.lower() == "be":
            finite = (
                ("were" if subject_is_plural(subject) else "was")
                if known.form == "past"
                else finite
            )
        return [*subject, finite, *words[verb + 3 :]]
    if (
        known
        and known.base == "lack"
        and verb + 1 < len(words)
        and after[0] not in lex.PREPOSITIONS
    ):
        has = {"s": "has", "past": "had"}.get(known.form, "have")
        return [*subject, has, *words[verb + 1 :]]
    if word in lex.BE and after[:1] == ["unable"]:
        return [*words[: verb + 1], "able", *words[verb + 2 :]]
    if word in lex.HAVE and after == ["yet", "to"] and verb + 3 < len(words):
        return [*words[: verb + 1], participle(words[verb + 3]), *words[verb + 4 :]]
    return None
