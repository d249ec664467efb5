"""Whether a goal states a precedent."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product
from math import log

from beliefs.spec import patterns as re
from beliefs.spec.service import Assumption, Unknown
from beliefs.spec.understanding.enumerations import unnumbered
from beliefs.spec.understanding.precedents.likeness import (
    DENIED,
    TOOLS,
    denies,
    idle,
    is_negative,
    kin,
    likes,
    read,
    refuses,
    says_nothing,
    turned,
    turning,
)
from beliefs.spec.understanding.precedents.wording import (
    COUNTED,
    Word,
    figures,
    forms,
    requests,
    words,
)
from beliefs.spec.understanding.stopwords import GRAMMAR

_STATED = 0.5  # of the weight of a fact's words: below it, the goal does not state the fact
_FEW_LEFT = 2  # words in a clause that are in no fact: more are another fact
_CLAUSE = re.compile(r"(?<=[.;:!?,])\s+|\s+(?=\()|(?<=\))\s+")
_WORDED = {number: word for word, number in COUNTED.items()}
# That something is brought or answered, its name says.
_ANSWERING = frozenset({"take", "takes", "shows", "returns", "lists", "sends", "sent"})
_LITTLE = frozenset({"a", "an", "the", "and", "or", "is", "are", "be", "with", "at", "from", "in"})


@dataclass(frozen=True, slots=True)
class Precedent:
    """A goal by what the service is called, and what is said of it; a bar parts a fact."""

    named: str
    names: frozenset[str]
    facts: tuple[str, ...]

    @property
    def text(self) -> str:
        """All that is said of it."""
        return "; ".join(self.facts).replace(" | ", " ")

    @property
    def parts(self) -> Iterable[str]:
        """What is looked for each by itself."""
        return (part for each in self.facts for part in each.split(" | "))


@dataclass(frozen=True, slots=True)
class Recognised:
    """A goal in the words of a precedent, and its own clauses with words that are in no fact."""

    text: str
    left: tuple[str, ...]

    @property
    def assumption(self) -> Assumption:
        """What is supposed of the goal."""
        return Assumption("what the goal says in its own words", f"read as: {self.text}")

    @property
    def unknowns(self) -> tuple[Unknown, ...]:
        """The clauses that may say more than what they are read as."""
        why = "it has words that are in nothing that this goal is read as"
        return tuple(Unknown("material", each, "goal:1", why) for each in self.left)


def recognised(text: str) -> Recognised | None:
    """The goal in the words of the precedent that it states; None if there is no such.

    >>> told = recognised(
    ...     "Polling, in Flask: somebody opens a poll by POST /polls, giving a question and two or "
    ...     "more options (texts), and is told the id and each option's id and text. "
    ...     "POST /polls/{id}/vote needs option_id and voter; a voter has one vote in a poll, "
    ...     "whoever comes a second time sees 409. GET /polls/{id}/results has options: id, votes, "
    ...     "percent from 0 to 100. POST /polls/{id}/close: votes get refused from then on."
    ... )
    >>> told.text[:60] if told else None
    'A poll service with Flask: POST /polls takes question and op'
    """
    plain = unnumbered(text)
    for each in known():
        if not _same_requests(requests(plain), requests(each.text)):
            continue
        for precedent in (each, *_with_its_figures(each, plain)):
            if states(plain, precedent):
                return _recognised(plain, precedent)
    return None


def _recognised(plain: str, precedent: Precedent) -> Recognised | None:
    """A goal as the precedent that it states, unless it goes on about something else."""
    left: list[str] = []
    for clause in _CLAUSE.split(plain):
        more = left_of(words(clause), precedent)
        telling = [each for each in words(clause) if not says_nothing(each.text)]
        if _FEW_LEFT < len(more) < len(telling):
            return None
        left += [clause] if more else []
    tools = [TOOLS[each.text] for each in words(plain) if each.text in TOOLS]
    made = f"A {precedent.named}{' with ' if tools else ''}{' and '.join(tools)}"
    return Recognised(f"{made}: {precedent.text}.", tuple(left))


def _with_its_figures(precedent: Precedent, text: str) -> Iterator[Precedent]:
    """A precedent with one of a goal's own figures in place of one that the goal lacks."""
    here, there = figures(text), figures(precedent.text)
    for lacking, own in product(there - here, here - there):
        if len(lacking) != len(own):  # a status is no number of things
            continue
        pattern = re.compile(rf"(?<![\w/]){_written(lacking)}(?![\w/])")
        facts = precedent.facts
        for at, fact in enumerate(facts):
            if pattern.search(fact):
                other = pattern.sub(partial(_in_its_way, own), fact)
                yield replace(precedent, facts=(*facts[:at], other, *facts[at + 1 :]))


def _written(figure: str) -> str:
    return rf"(?:{figure}|{_WORDED[figure]})" if figure in _WORDED else re.escape(figure)


def _in_its_way(figure: str, found: re.Match[str]) -> str:
    """A figure as the one was written that it replaces."""
    return figure if found[0].isdecimal() else _WORDED.get(figure, figure)


def states(text: str, precedent: Precedent) -> bool:
    """Whether a goal states every fact of a precedent, and nothing that cannot be among them."""
    goal, facts = words(text), words(precedent.text)
    said, meant = forms(goal), forms(facts)
    return (
        precedent.names <= said
        and not _loosely(goal, precedent)
        and not _denies_more(goal, precedent)
        and all(
            {each.text for each in goal if each.sort == sort}
            == {each.text for each in facts if each.sort == sort}
            for sort in ("name", "figure")
        )
        and all(each.forms & (meant | {*TOOLS}) for each in goal if each.sort == "key")
        and all(stated(goal, each) for each in precedent.parts)
    )


def _loosely(goal: tuple[Word, ...], precedent: Precedent) -> bool:
    """Whether a goal has words that make something else of what they stand by; a refusal may."""
    left = {*left_of(goal, precedent)}
    return any(
        each.text in left
        and each.forms & turning()
        and not refuses(goal[max(0, at - 12) : at + 12])
        for at, each in enumerate(goal)
    )


def _denies_more(goal: tuple[Word, ...], precedent: Precedent) -> bool:
    """Whether a goal denies something that the precedent does not deny."""
    denied, others = set[str](), set[str]()
    for part in precedent.parts:
        told = words(part)
        if forms(told) & DENIED:
            denied.update(*(kin(each.forms) for each in told if each.text not in _LITTLE))
        else:
            others.update(*(kin(each.forms) for each in told if each.text not in GRAMMAR))
    others -= GRAMMAR
    harmless = idle() | denied
    return any(
        not ahead & harmless and ahead & others
        for at, each in enumerate(goal)
        if is_negative(each)
        for ahead in [forms(goal[at + 1 : at + 3])]
    )


def _same_requests(one: dict[str, set[str]], other: dict[str, set[str]]) -> bool:
    """Whether two name the same requests; a path without a method leaves that open."""
    return one.keys() == other.keys() and all(
        one[path] == other[path] or "" in one[path] | other[path] for path in one
    )


def stated(goal: tuple[Word, ...], fact: str) -> bool:
    """Whether the words of a goal, somewhere near each other, bear out those of a fact."""
    told = [each for each in words(fact) if each.text not in GRAMMAR | _ANSWERING]
    counted = [each.forms for each in told if each.sort in {"figure", "counted"}]
    denied = forms(words(fact)) & DENIED
    total = sum(_weight(each.text) for each in told)
    reach = 10 + 4 * len(told)
    shares: dict[tuple[Word, ...], float] = {}
    for start in range(max(1, len(goal) - reach // 2)):
        there = goal[start : start + reach]
        said = forms(there)
        if all(likes(each) & said for each in counted) and (not denied or denies(there)):
            shares[there] = sum(_weight(each.text) for each in told if likes(each.forms) & said)
    best = max(shares.values(), default=-1.0)
    return best >= _STATED * total and not any(
        share == best and turned(told, there) for there, share in shares.items()
    )


def left_of(goal: tuple[Word, ...], precedent: Precedent) -> tuple[str, ...]:
    """The words of a goal that are like none in a precedent."""
    facts = words(f"{precedent.named} {precedent.text}")
    meant = frozenset().union(*(kin(each.forms) for each in facts))
    return tuple(
        dict.fromkeys(
            each.text
            for each in goal
            if each.sort == "word" and not each.forms & meant and not says_nothing(each.text)
        )
    )


@cache
def _weight(word: str) -> float:
    """What a word tells about which fact is meant."""
    parts = [part for each in known() for part in each.parts]
    return log((1 + len(parts)) / max(1, _told()[word]))


@cache
def _told() -> Counter[str]:
    """In how many places of all precedents a word stands."""
    return Counter(word.text for each in known() for part in each.parts for word in words(part))


@cache
def known() -> tuple[Precedent, ...]:
    """All precedents."""
    told = tomllib.loads(read("known.toml"))["precedent"]
    return tuple(
        Precedent(each["named"], frozenset(each["names"].split()), tuple(each["facts"]))
        for each in told
    )


__all__ = ["Precedent", "Recognised", "known", "recognised"]
