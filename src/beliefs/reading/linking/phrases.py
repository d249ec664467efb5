"""Phrases: words in order without their forms, and where one phrase ends and an aside begins."""

from __future__ import annotations

from collections.abc import Sequence

from beliefs.reading.linking import function_words as fw
from beliefs.reading.linking.lemmas import Word

Words = Sequence[Word]
Line = tuple[str, ...]
Aside = tuple[str, ...]
"""A phrase that says where, when, why or of whom, with the small word that begins it."""


def line(words: Words) -> tuple[str, ...]:
    """Words in order, without articles and forms; "the latency of the API" is "api latency"."""
    done: list[str] = []
    phrases: list[list[str]] = [[]]
    for w in words:
        said = w.said
        if said in fw.ARTICLES:
            continue
        if said == "of" and phrases[-1]:
            phrases.append([])
        elif said in fw.PREPOSITIONS:
            done += [t for phrase in reversed(phrases) for t in phrase]
            done.append(fw.SAME_PREPOSITION.get(said, said))
            phrases = [[]]
        else:
            phrases[-1].append(token(w))
    done += [t for phrase in reversed(phrases) for t in phrase]
    return tuple(done)


def token(w: Word) -> str:
    """A word inside a phrase. A form that is no plural stays: failed tests are not failing ones."""
    if w.adjective:
        return w.adjective
    if w.ing and w.is_verb:
        return "~" + w.lemma
    if w.past or w.participle:
        return w.lemma if w.said == w.lemma else w.lemma + "-ed"
    return w.lemma


def split(words: Words) -> tuple[list[Word], list[list[Word]]]:
    """Split what follows the verb into its object and its asides."""
    core: list[Word] = []
    asides: list[list[Word]] = []
    current = core
    for at, w in enumerate(words):
        said = w.said
        if said in fw.CLAUSE_STARTS and (at or said != "that"):
            asides.append(list(words[at:]))
            break
        if (said in fw.PREPOSITIONS and (said != "of" or not current)) or (
            said in fw.TIMES and (current is core or len(current) > 1) and _ends(words, at)
        ):
            current = [w]
            asides.append(current)
        else:
            current.append(w)
    return core, asides


def _ends(words: Words, at: int) -> bool:
    """Whether a phrase ends here; "the monthly report" goes on."""
    after = words[at + 1].said if at + 1 < len(words) else "in"
    return after in fw.PREPOSITIONS or after in fw.TIMES or after in fw.CLAUSE_MARKERS
