"""What may, seems or is likely to be, turned into what is; and how sure that was."""

from __future__ import annotations

import re

from beliefs.reading import lexicon as lex
from beliefs.reading.hedges import EXPECTATIONS, MODALS, SEMBLANCES, SURE
from beliefs.reading.verbs import FORMS, agreeing, is_adverb, main_verb, past, subject_is_plural

_TROUBLE = lex.words_of(
    "break fail crash leak lose corrupt damage overflow hurt expire delay block harm kill destroy "
    "collapse violate overload stall deadlock hang miss slip regress overheat burn die explode "
    "starve backfire degrade disappear vanish deteriorate worsen burst derail jeopardise"
)
_TROUBLES = re.compile(
    r"\b(?:outages?|failures?|loss|leaks?|crash(?:es)?|corruption|downtime|breach(?:es)?|"
    r"regressions?|deadlocks?|bankruptcy|penalt(?:y|ies)|fines?|lawsuits?|injur(?:y|ies))\b"
)
_MUST_HAVE = 0.9


def settled(words: list[str]) -> tuple[list[str], float]:
    """A clause with its verb made plain, and how sure it was; negative if it was denied.

    >>> settled("The disk may be full".split())
    (['The', 'disk', 'is', 'full'], 0.6)
    >>> settled("The deal is unlikely to close".split())
    (['The', 'deal', 'closes'], -0.8)
    """
    verb = main_verb(words)
    if verb < 1:
        return words, SURE
    word = words[verb].lower()
    if word in MODALS and verb + 1 < len(words):
        return _after(words, verb, verb + 1), MODALS[word]
    if word == "must" and words[verb + 1 : verb + 2] == ["have"]:
        return _after(words, verb, verb + 1), _MUST_HAVE
    if word in lex.BE:
        return _expected(words, verb)
    known = FORMS.get(word)
    if known and known.base in SEMBLANCES and known.form != "ing" and verb + 1 < len(words):
        return _seeming(words, verb, known.base, in_past=known.form == "past")
    return words, SURE


def is_trouble(words: list[str]) -> bool:
    """Whether what a clause says may happen is something to be afraid of.

    >>> is_trouble("The rewrite breaks existing plugins".split())
    True
    """
    verb = main_verb(words)
    known = FORMS.get(words[verb].lower()) if verb > 0 else None
    if known and known.base in _TROUBLE:
        return True
    return _TROUBLES.search(" ".join(words[verb + 1 :])) is not None


def _after(words: list[str], verb: int, place: int) -> list[str]:
    """The clause with the infinitive at or after a place as its finite verb."""
    while place < len(words) - 1 and is_adverb(words[place]):
        place += 1
    subject = words[:verb]
    between = words[verb + 1 : place]
    finite = agreeing(words[place].rstrip(",").lower(), subject)
    return [*subject, *[w for w in between if w.lower() != "to"], finite, *words[place + 1 :]]


def _expected(words: list[str], verb: int) -> tuple[list[str], float]:
    if words[verb].lower() in ("was", "were"):  # what was expected is no evidence of what is
        return words, SURE
    for length in (2, 1):
        phrase = " ".join(words[verb + 1 : verb + 1 + length]).lower()
        to = verb + 1 + length
        if phrase in EXPECTATIONS and words[to : to + 1] == ["to"] and to + 1 < len(words):
            finite = agreeing(words[to + 1].lower(), words[:verb])
            return [*words[:verb], finite, *words[to + 2 :]], EXPECTATIONS[phrase]
    return words, SURE


def _seeming(words: list[str], verb: int, base: str, *, in_past: bool) -> tuple[list[str], float]:
    sure = SEMBLANCES[base]
    subject, after = words[:verb], words[verb + 1].lower()
    if after == "to" and verb + 2 < len(words):
        infinitive = words[verb + 2].lower()
        if infinitive == "me":
            return words, SURE
        finite = _in_past(infinitive, subject) if in_past else agreeing(infinitive, subject)
        return [*subject, finite, *words[verb + 3 :]], sure
    stops = after in lex.PREPOSITIONS or after in lex.DETERMINERS or after in ("and", "or")
    if base == "tend" or stops or after.endswith("ly") or after in ("forward", "now", "again"):
        return words, SURE
    if base != "seem" and (after in FORMS and FORMS[after].form in ("s", "base")):
        return words, SURE
    finite = _in_past("be", subject) if in_past else agreeing("be", subject)
    return [*subject, finite, *words[verb + 1 :]], sure


def _in_past(base: str, subject: list[str]) -> str:
    if base == "be":
        return "were" if subject_is_plural(subject) else "was"
    return past(base)
