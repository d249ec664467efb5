"""Whether two claims say the same, deny each other, or neither.

Both are brought into their normal form. Forms that differ in anything that carries meaning (a name,
a number, who does it to whom, a quantifier, a modal verb, the time) do not link at all. Whatever
was turned, replaced or passed over to make them meet costs a little; the score is what is left.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from beliefs.errors import InvalidInput
from beliefs.reading.linking import function_words as fw
from beliefs.reading.linking.lemmas import Word, word
from beliefs.reading.linking.tokens import is_number, words
from beliefs.reading.linking.topics import Topic, owned, topic
from beliefs.reading.linking.voices import Clause, clause

THRESHOLD = 0.8
"""The least score of a link.

In the development half of the labelled pairs the weakest right link has 0.88, and no wrong one has
any score; this leaves room for two more replaced words.
"""


class Link(NamedTuple):
    """What two claims have to do with each other."""

    denies: bool
    """Whether one says that the other is not so; else they say the same."""
    score: float
    """How sure the words make it, up to 1 for the same words."""
    why: str


class Normal(NamedTuple):
    """A claim as it is compared."""

    form: Clause | Topic
    plurals: frozenset[str]
    """What was said of several."""
    replaced: frozenset[str]
    """Words that another stands for."""
    names: frozenset[str]
    """Words that are likely to be names: with a capital, and no article before them."""
    twins: bool
    """Whether two of its names differ by an s alone."""
    kinds: frozenset[str]
    """What was said of any one of its kind: a bat."""
    pointing: frozenset[str]
    """Small words that point: our, this, my."""


_POINTING = (fw.ARTICLES - {"the", "a", "an", "its", "their"}) | fw.POSSESSIVES
_NO_NAME = fw.DETERMINERS | fw.PREPOSITIONS | fw.PRONOUNS
_NAME = re.compile(r"(?<=[\w,] )[A-Z][a-z]+\b|^[A-Z][a-z]+(?='s)")


@lru_cache(maxsize=1 << 16)
def normal(text: str, family: str) -> Normal:
    """Return the normal form of a claim; that of a text met before costs nothing.

    >>> normal("Initech was acquired by Acme", "binary").form[:3]
    (('acme',), 'buy', ('initech',))
    """
    said = words(text)
    form: Clause | Topic
    if family == "binary":
        form = clause(said)
    elif family in ("categorical", "numeric"):
        form = topic(text)
    else:
        raise InvalidInput(f"A claim is binary, categorical or numeric, not {family!r}.")
    read = [word(one) for one in said]
    plurals = frozenset(w.lemma for w in read if w.plural)
    names = _names(text, read)
    return Normal(
        form,
        plurals,
        frozenset(w.base for w in read if w.base != w.lemma),
        names,
        any(w.lemma in plurals and w.lemma in names for w in read if not w.plural),
        frozenset(w.lemma for a, w in pairwise(read) if a.said in ("a", "an")),
        frozenset(w.said for w in read if w.said in _POINTING),
    )


def _names(text: str, read: list[Word]) -> frozenset[str]:
    """The words with a capital inside a sentence, and the first word if it could be a name."""
    found = [word(name.lower()) for name in _NAME.findall(text)]
    first = read[0] if len(read) > 1 and text[:1].isupper() else None
    if first and first.said not in _NO_NAME:
        after = read[1]
        if first.plural or after.is_verb or after.said in fw.AUXILIARIES or after in found:
            found.append(first)
    return frozenset({w.base for w in found if not w.plural} | {w.lemma for w in found})


def compare(one: str, other: str, family: str) -> Link | None:
    """Say how two claims of a family are linked, or None if they are not.

    A number or choice is named by its subject, with a unit in parentheses; such claims never deny
    each other, since it is their values that conflict.

    >>> compare("Acme bought Initech", "Initech was acquired by Acme", "binary").denies
    False
    >>> compare("The cache is warm", "The cache is cold", "binary").denies
    True
    >>> compare("Server 1 is down", "Server 2 is down", "binary")
    >>> compare("The API's p99 latency (ms)", "p99 latency of the API (ms)", "numeric").denies
    False
    """
    if one == other:
        return Link(denies=False, score=1.0, why="the same words")
    # In one order, so that both ways are one way whatever is compared below.
    one, other = sorted((one, other))
    first, second = normal(one, family), normal(other, family)
    if isinstance(first.form, Clause) and isinstance(second.form, Clause):
        found = _clauses(first.form, second.form)
    elif isinstance(first.form, Topic) and isinstance(second.form, Topic):
        found = _topics(first.form, second.form)
    else:  # pragma: no cover - one family makes one kind of form
        found = None
    wording = _wording(first, second) if found else None
    if found is None or wording is None:
        return None
    denies, costs = found
    costs += wording
    score = round(1 - sum(cost for cost, _ in costs), 3)
    if score < THRESHOLD:
        return None
    reasons = [reason for _, reason in costs]
    return Link(denies, score, "; ".join(reasons) or "the same words in another form")


Costs = list[tuple[float, str]]


def _clauses(one: Clause, other: Clause) -> tuple[bool, Costs] | None:
    """Compare frames, then who is denied what."""
    if one.verb != other.verb or one.asides != other.asides or one.mood != other.mood:
        return None
    if one.complement != other.complement or not (one.subject or one.complement):
        return None
    costs: Costs = []
    if one.subject != other.subject:
        if not _reordered(one.subject, other.subject) or not one.verb:
            return None
        costs.append((0.06, "the subject's words in another order"))
    if one.number != other.number and one.number and other.number:
        return None
    if one.tense != other.tense:
        if not _one_time(one, other):
            return None
        costs.append((0.02, "has been for was"))
    if one.steps != other.steps:
        costs.append((0.02, " and ".join(sorted(one.steps ^ other.steps))))
    denies = (one.negated ^ one.opposed) != (other.negated ^ other.opposed)
    if (denies or one.negated != other.negated) and not _deniable(one, other):
        return None
    if one.opposed != other.opposed:
        costs.append((0.05, "opposite words"))
    if one.negated != other.negated:
        costs.append((0.0, "one is negated"))
    return denies, costs


def _one_time(one: Clause, other: Clause) -> bool:
    """Whether two tenses tell of one time: has crashed and crashed, has been paid and is paid."""
    tenses = {one.tense, other.tense}
    if one.verb == "be" and not (one.done and other.done):
        return False
    return tenses == {"perfect", "past"} or (tenses == {"perfect", "present"} and one.done)


def _deniable(one: Clause, other: Clause) -> bool:
    """Whether the negation of one reaches as far as the other claim, and no further."""
    said = {*one.subject, *one.complement, *one.mood}
    if said & fw.PARTIAL or any(aside[0] in _CAUSES for aside in one.asides):
        return False
    if one.subject and is_number(one.subject[0]) and one.subject[0][0].isdigit():
        return False
    # What is not full need not be empty, and may be neither.
    if one.graded and one.opposed != other.opposed and (one.negated or other.negated):
        return False
    if said & fw.UNIVERSAL:
        return one.wide != other.wide and one.opposed == other.opposed
    return True


# What is denied with a cause may be the cause alone.
_CAUSES = ("because", "because_of")


def _topics(one: Topic, other: Topic) -> tuple[bool, Costs] | None:
    if one.unit != other.unit or not one.name:
        return None
    if one.name == other.name and one.asides == other.asides:
        return False, []
    costs: Costs = []
    if one.asides != other.asides:
        one, other = owned(one), owned(other)
        costs.append((0.08, "where it is read as whose it is"))
        if one.asides != other.asides:
            return None
    if one.name != other.name:
        if not _reordered(one.name, other.name):
            return None
        costs.append((0.06, "the words in another order"))
    return False, costs


def _reordered(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two names differ only in the order of what comes before their last word.

    A number belongs to the word before it, so with numbers the order is part of the name.
    """
    if one[-1:] != other[-1:] or sorted(one) != sorted(other):
        return False
    return not any(
        is_number(token) or len(token.rstrip(".")) == 1 or token in fw.PREPOSITIONS for token in one
    )


def _wording(one: Normal, other: Normal) -> Costs | None:
    """What it costs that words were replaced or passed over; None if names were."""
    costs: Costs = []
    replaced = one.replaced ^ other.replaced
    plurals = one.plurals ^ other.plurals
    pointing = one.pointing ^ other.pointing
    if plurals and (plurals & (one.names | other.names)) - one.kinds - other.kinds:
        return None
    if replaced & (one.names | other.names) or one.twins or other.twins:
        return None
    if pointing & fw.POSSESSIVES or (plurals and _is_unread(one.form)):
        return None
    if replaced:
        said = ", ".join(f"{base} is {word(base).lemma}" for base in sorted(replaced))
        costs.append((0.03 * len(replaced), said))
    if plurals:
        costs.append((0.01, "one or several"))
    if pointing:
        costs.append((0.04, ", ".join(sorted(pointing)) + " passed over"))
    return costs


def _is_unread(form: Clause | Topic) -> bool:
    """Whether no verb was found, so that nothing but the forms tells one from several."""
    return isinstance(form, Clause) and not form.verb
