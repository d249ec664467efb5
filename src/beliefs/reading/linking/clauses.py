"""A claim taken apart: who, does what, to what, where and when, and whether it is denied.

    words ──fronted parts moved back──► subject | verb group | object | asides
          ──voices.py: passive to active, comparatives in one order──► Clause

No grammar is complete. Where no verb is found the words stay as they are, and such a claim meets
only claims that say the same words in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from beliefs.reading.linking import forms
from beliefs.reading.linking import function_words as fw
from beliefs.reading.linking.lemmas import Word, word
from beliefs.reading.linking.lists import listed
from beliefs.reading.linking.phrases import Words
from beliefs.reading.linking.synonyms import PHRASAL
from beliefs.reading.linking.tokens import is_number

# A longer text is no claim; it is compared as it stands.
LONGEST = 48
_PARTICLES = listed("up down on off in out over back")
_OPENERS = fw.PREPOSITIONS | (fw.CLAUSE_MARKERS - {"that", "who", "which", "whose"})
_SUBJECT_SIGNS = fw.ARTICLES | fw.PRONOUNS | {","}
_NO_SUBJECT = fw.DETERMINERS | fw.PREPOSITIONS
_STATES = {"up": "online", "down": "offline", "on": "turned_on", "off": "turned_off"}


class Parts(NamedTuple):
    """A claim split at its verb, its words still as they were said."""

    subject: Words
    verb: str
    """The verb without its form; empty if none was found."""
    rest: Words
    fronted: tuple[tuple[Word, ...], ...] = ()
    mood: frozenset[str] = frozenset()
    """Modal verbs and how often."""
    tense: str = ""
    negated: bool = False
    number: str = ""
    participle: Word | None = None
    """What was or is done to the subject: the word after a form of "be"."""


def parts(said: Sequence[str]) -> Parts:
    """Split a claim's words at its verb."""
    words, fronted = _fronted([word(token) for token in said])
    words = [w for w in words if w.said != ","]
    if len(words) > LONGEST:
        return Parts(words, "", (), fronted)
    at = _auxiliary(words)
    found = _with_auxiliary(words, at) if at else _without_auxiliary(words)
    return (found or Parts(words, "", ()))._replace(fronted=fronted)


def _fronted(words: list[Word]) -> tuple[list[Word], tuple[tuple[Word, ...], ...]]:
    """Take off what stands before the subject: "On Monday, …", "If …, …", "Yesterday …"."""
    if len(words) < 3:
        return words, ()
    first = words[0].said
    if first in _OPENERS:
        end = _comma(words)
        if not end and first in fw.PREPOSITIONS:
            end = _next_subject(words)
        if end:
            return words[end:], (tuple(w for w in words[:end] if w.said != ","),)
    elif first in fw.TIMES and words[1].said in _SUBJECT_SIGNS:
        return words[1:], ((words[0],),)
    return words, ()


def _comma(words: Words) -> int:
    return next((at + 1 for at, w in enumerate(words[:-2]) if w.said == "," and at > 1), 0)


def _next_subject(words: Words) -> int:
    """Where "the", "we" … begin a subject after "On Monday" or "In the garden"."""
    content = 0
    for at, w in enumerate(words[1:-1], 1):
        if w.said in fw.AUXILIARIES or w.said in fw.PREPOSITIONS:
            return 0
        if content and (w.said in fw.ARTICLES or w.said in fw.PRONOUNS):
            return at
        content += w.said not in fw.DETERMINERS
    return 0


def _auxiliary(words: Words) -> int:
    """The place of the first auxiliary of the main clause; 0 if there is none."""
    for at, w in enumerate(words):
        if at and w.said in fw.AUXILIARIES and words[at - 1].said not in fw.DETERMINERS:
            if w.said == "need" and words[at + 1 : at + 2] != [word("not")]:
                continue
            return at
        if at and w.said in fw.CLAUSE_STARTS:
            return 0
    return 0


def _with_auxiliary(words: Words, start: int) -> Parts | None:
    """Read "has not been", "will", "does not", and the verb after them."""
    mood, tense, negated, last = set[str](), "", 0, ""
    at = start
    while at < len(words):
        said = words[at].said
        if said in fw.MODALS:
            mood.add(said)
            last = "modal"
        elif said in fw.BE:
            tense = tense or fw.BE[said]
            last = "be"
        elif said in fw.HAVE and last in ("", "modal"):
            tense, last = tense or fw.HAVE[said], "have"
        elif said in fw.DO and last == "":
            tense, last = fw.DO[said], "do"
        elif said == "not_always":
            negated += 1
            mood.add("always")
        elif said in fw.NEGATIONS:
            negated += 1
        elif said in fw.FREQUENCIES:
            mood.add(said)
        elif said not in fw.FILLERS:
            break
        at += 1
    subject, before = _adverbs(words[:start])
    # The word that the auxiliaries belong to.
    group = [w.said for w in words[start:at]]
    number = "plural" if group[0] in fw.PLURAL or _is_many(words[start - 1]) else "singular"
    if group[0] in fw.SINGULAR:
        number = "singular"
    if last == "be" and any(said in fw.HAVE for said in group):
        tense = "perfect" if tense == "present" else tense
    main = words[at] if at < len(words) else None
    verb, participle = last, None
    if last == "have" and main and main.participle and not _is_thing(words, at):
        verb, at = main.lemma, at + 1
        tense = "perfect" if tense == "present" else tense
    elif last in ("do", "modal"):
        if main is None:
            return None
        verb, at = main.lemma, at + 1
    elif last == "be" and words[0].said == "there":
        pass
    elif last == "be" and main and main.ing and not main.adjective:
        verb, at = main.lemma, at + 1
    elif last == "be" and main and main.participle:
        participle, at = main, at + 1
    return _joined(
        Parts(subject, verb, words[at:], (), before | mood, tense, bool(negated % 2), number,
              participle)
    )  # fmt: skip


def _is_thing(words: Words, at: int) -> bool:
    """Whether a participle tells which thing is had: "has failed tests"."""
    return at + 1 < len(words) and words[at + 1].plural


def _without_auxiliary(words: Words) -> Parts | None:
    """Find the verb by its form and its place."""
    words, mood = _adverbs(words)
    negated = "never" in mood
    at = _verb(words)
    if not at:
        return None
    verb = words[at]
    past = verb.past and not (verb.said == verb.lemma and _is_many(words[at - 1]))
    head = words[at - 1]
    number = "plural" if (_is_many(head) if past else not verb.plural) else "singular"
    return _joined(
        Parts(words[:at], verb.lemma, words[at + 1 :], (), mood - {"never"},
              "past" if past else "present", negated, number)
    )  # fmt: skip


def _verb(words: Words) -> int:
    """The place of the verb in a clause without auxiliaries; 0 if none is found."""
    for at, w in enumerate(words):
        if w.said in fw.CLAUSE_STARTS:
            return 0
        if not at or not w.is_verb or w.ing:
            continue
        before = words[at - 1]
        if before.said in _NO_SUBJECT or is_number(before.said):
            continue
        if w.plural:
            after = words[at + 1] if at + 1 < len(words) else None
            if after and after.is_verb and not after.ing and w.lemma in forms.THINGS_FIRST:
                continue
            if _is_many(before) and before.plural and after is None:
                continue
            return at
        if w.past and w.said != w.lemma:
            return at
        if _is_many(before) or w.said in forms.PAST:
            return at
    return 0


def _is_many(w: Word) -> bool:
    return w.plural or w.said in fw.PRONOUNS or w.said in ("staff", "person", "who")


def _adverbs(words: Words) -> tuple[Words, frozenset[str]]:
    """Take "always", "never" and fillers out from between the words."""
    mood = frozenset(w.said for w in words if w.said in fw.FREQUENCIES or w.said == "never")
    if mood or any(w.said in fw.FILLERS for w in words[1:]):
        words = [
            w for at, w in enumerate(words)
            if w.said not in mood and not (at and w.said in fw.FILLERS)
        ]  # fmt: skip
    return words, mood


def _joined(found: Parts) -> Parts:
    """Join a verb with its particle, and read "fails to start" as "does not start"."""
    rest, verb = found.rest, found.verb
    if rest and rest[0].said in _PARTICLES:
        head = found.participle.lemma if found.participle else verb
        both = f"{_spelled(head)}_{rest[0].said}"
        if both in PHRASAL:
            joined = word(both)._replace(participle=found.participle is not None)
            if found.participle:
                return found._replace(participle=joined, rest=rest[1:])
            return found._replace(verb=joined.lemma, rest=rest[1:])
        if verb == "be" and not found.participle and _is_state(rest):
            return found._replace(rest=[word(_STATES[rest[0].said]), *rest[1:]])
    if verb == "fail" and len(rest) > 1 and rest[0].said == "to" and rest[1].is_verb:
        return found._replace(verb=rest[1].lemma, rest=rest[2:], negated=not found.negated)
    return found


def _spelled(head: str) -> str:
    # A verb with a particle is listed by its own name, not by the synonym that stands for it.
    return {"store": "keep", "revert": "roll"}.get(head, head)


def _is_state(rest: Words) -> bool:
    """Whether "up", "down", "on", "off" end the predicate: the server is down (since noon)."""
    if rest[0].said not in _STATES:
        return False
    return len(rest) == 1 or rest[1].said in fw.PREPOSITIONS or rest[1].said in fw.TIMES
