"""What "it" and "they" stand for: the one thing that the sentence before names, or nothing."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.reading import lexicon as lex
from beliefs.reading.hedges import EXPECTATIONS
from beliefs.reading.verbs import FORMS, is_adverb, is_plural, main_verb, subject_is_plural

_SINGULAR = frozenset({"it", "this", "that"})
_PLURAL = frozenset({"they", "these", "those"})
_PERSONS = frozenset({"he", "she"})
_SPEAKERS = frozenset({"i", "we", "you", "there", "here", "nobody", "somebody", "everyone"})
_WEATHER = frozenset({"rain", "snow", "freeze", "take", "turn"})
_LED_BY = frozenset({"the", "a", "an", "our", "this", "that", "these", "those", "its", "their"})
_PHRASE_ENDS = (
    lex.PREPOSITIONS | lex.AUXILIARIES | lex.words_of("and or but that which who because if when")
)


class Mentioned(NamedTuple):
    """What a sentence names that the next one may mean."""

    singular: tuple[str, ...] = ()
    plural: tuple[str, ...] = ()


def mentioned(clause: str) -> Mentioned:
    """The things that a clause names: its subject, and what follows an article.

    >>> mentioned("We restarted the pods")
    Mentioned(singular=(), plural=('The pods',))
    """
    words = clause.split()
    verb = main_verb(words)
    phrases = [words[:verb]] if verb > 0 else []
    place = max(verb, 0) + 1
    while place < len(words):
        if words[place].lower() in _LED_BY:
            end = place + 1
            while (
                end < len(words)
                and not _ends_phrase(words[end])
                and not words[end - 1].endswith(",")
            ):
                end += 1
            phrases.append([word.strip(",") for word in words[place:end]])
            place = end
        place += 1
    phrases = [
        p for p in phrases if p and not (len(p) == 1 and p[0].lower() in lex.PRONOUNS | _SPEAKERS)
    ]
    names = {
        " ".join(p): subject_is_plural(p) if p == phrases[0] else is_plural(p[-1]) for p in phrases
    }
    return Mentioned(
        tuple(_capital(name) for name, plural in names.items() if not plural),
        tuple(_capital(name) for name, plural in names.items() if plural),
    )


def resolved(clause: str, before: str) -> tuple[str, str | None]:
    """A clause with its subject named by the clause before, or why that is not possible.

    >>> resolved("It is slow", "The disk is full")
    ('The disk is slow', None)
    >>> resolved("It is slow", "")
    ('It is slow', "nothing before says what 'it' stands for")
    """
    words = clause.split()
    first = words[0].lower() if words else ""
    if first not in _SINGULAR | _PLURAL | _PERSONS or not _is_whole_subject(words):
        return clause, None
    if first == "it" and _is_empty(words):
        return clause, None
    if first in ("this", "that"):
        return clause, f"'{first}' may be all that was said before"
    if first in _PERSONS:
        return clause, f"who '{first}' is would be a guess"
    names = mentioned(before)
    candidates = names.plural if first in _PLURAL else names.singular
    if len(candidates) == 1:
        return " ".join([candidates[0], *words[1:]]), None
    if not candidates:
        return clause, f"nothing before says what '{first}' stands for"
    return clause, f"'{first}' may be {' or '.join(candidates)}"


def _is_whole_subject(words: list[str]) -> bool:
    verb = main_verb(words)
    return verb == 1 or (verb == 2 and is_adverb(words[1]))


def _is_empty(words: list[str]) -> bool:
    """Whether "it" stands for nothing: "it may rain", "it is hard to say"."""
    verb = main_verb(words)
    known = FORMS.get(words[verb].lower()) or (
        FORMS.get(words[verb + 1].lower()) if verb + 1 < len(words) else None
    )
    if known and known.base in _WEATHER:
        return True
    after = [word.lower() for word in words[verb + 1 : verb + 5]]
    if " ".join(after[:1]) in EXPECTATIONS or " ".join(after[:2]) in EXPECTATIONS:
        return False  # "it is likely to fail"
    return words[verb].lower() in lex.BE and ("to" in after[1:] or "that" in after[1:])


def _ends_phrase(word: str) -> bool:
    lower = word.lower().strip(",.")
    return lower in _PHRASE_ENDS


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
