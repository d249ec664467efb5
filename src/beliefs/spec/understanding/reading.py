"""The best readings of a sentence: phrases side by side that leave the fewest words over.

A phrase scores one for each word of meaning that it covers, a little more for words of its own, a
little less for names that it has to guess; each phrase costs a little, so that a long one beats two
short ones. Where two readings of a sentence are about as good as each other, it is a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, NamedTuple, TypeAlias

from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.classes import Noun
from beliefs.spec.understanding.patterns import Match, Phrase, Reader, Tokens, matches, phrase
from beliefs.spec.understanding.stopwords import GRAMMAR
from beliefs.spec.understanding.tokens import Token

_OWN, _GUESSED, _EACH = 0.3, 0.45, 0.4
_KEPT = 3
HOW = "How is this read: "
# Less than a word apart: the likelier reading is known, and the other may still be the right one.
_NEAR = 0.35


@dataclass(frozen=True, slots=True)
class Option:
    """One of several answers, with how likely it is before anything was seen."""

    name: str
    prior: float


# A question and its options; one of their names.
Choose: TypeAlias = Callable[[str, tuple[Option, ...]], str]


def likeliest(_: str, options: tuple[Option, ...]) -> str:
    """The option with the highest prior, the first of equals."""
    return max(options, key=lambda each: each.prior).name


@dataclass(frozen=True, slots=True)
class Reading:
    """Phrases that stand side by side in a sentence."""

    score: float
    found: tuple[Match, ...]

    @property
    def name(self) -> str:
        """What it says, in short."""
        return " ".join(each.phrase.says for each in self.found)


class Grammar(NamedTuple):
    """Phrases, and which of them may begin with a word, by their places."""

    phrases: tuple[Phrase, ...]
    named: Mapping[str, tuple[int, ...]]
    free: tuple[int, ...]  # those that may begin with anything


def grammar(text: str) -> Grammar:
    """A grammar from its lines: what is said, a colon, and how."""
    lines = (line.strip() for line in text.splitlines())
    told = [line.split(": ", 1) for line in lines if line and not line.startswith("#")]
    found = tuple(phrase(says, pattern) for says, pattern in told)
    named: dict[str, list[int]] = {}
    free: list[int] = []
    for place, each in enumerate(found):
        first = each.elements[0]
        if first.reader or first.optional:
            free.append(place)
        else:
            for word in first.words:
                named.setdefault(word, []).append(place)
    return Grammar(found, {word: tuple(told) for word, told in named.items()}, tuple(free))


@cache
def house() -> Grammar:
    """The grammar of goals that say request by request what is wanted."""
    return grammar((resources.files(__package__) / "phrases.txt").read_text("utf-8"))


def readings(
    tokens: Tokens, readers: Mapping[str, Reader], told: Grammar | None = None
) -> tuple[Reading, ...]:
    """The best readings of a sentence, best first; by the grammar of the house unless told."""
    told = told or house()
    memo: dict[tuple[str, int], list[tuple[int, Any]]] = {}
    cached = {name: _once(name, reader, memo) for name, reader in readers.items()}
    best: list[list[Reading]] = [[Reading(0.0, ())]]
    arriving: list[list[tuple[Match, float]]] = [[] for _ in range(len(tokens) + 1)]
    for start in range(len(tokens)):
        for each in _starting(tokens, start, cached, told):
            if each.end > start:
                arriving[each.end].append((each, _score(each, tokens)))
    for end in range(1, len(tokens) + 1):
        ways = list(best[end - 1])
        for match, score in arriving[end]:
            ways += [
                Reading(before.score + score, (*before.found, match))
                for before in best[match.start][:1]
            ]
        ways.sort(key=lambda each: -each.score)
        best.append(ways[:_KEPT])
    return tuple(best[-1])


def _once(name: str, reader: Reader, memo: dict[tuple[str, int], list[tuple[int, Any]]]) -> Reader:
    def read(tokens: Tokens, at: int) -> Any:
        if (name, at) not in memo:
            memo[name, at] = list(reader(tokens, at))
        return iter(memo[name, at])

    return read


def _starting(
    tokens: Tokens, start: int, readers: Mapping[str, Reader], told: Grammar
) -> list[Match]:
    token = tokens[start]
    words = (token.low, *token.forms)
    wanted = {*told.free, *(each for word in words for each in told.named.get(word, ()))}
    return [
        match
        for place in sorted(wanted)
        for match in matches(told.phrases[place], tokens, start, readers)
    ]


def meaningful(token: Token) -> bool:
    """Whether a token means something by itself."""
    if token.sort == "sign":
        return False
    return token.sort != "word" or token.low not in GRAMMAR


def _score(match: Match, tokens: Tokens) -> float:
    covered = sum(1.0 for each in tokens[match.start : match.end] if meaningful(each))
    guessed = sum(_guessed(each) for each in match.bound.values())
    longer = 0.01 * (match.end - match.start)  # of equals, the one that covers more
    own = (
        match.phrase.weight
        + (match.phrase.says in {"title", "picked", "compare"})
        + 2 * (match.phrase.says == "acted")
        - 3 * (match.phrase.says == "states_in")
    )
    return covered + longer + _OWN * own - _GUESSED * guessed - _EACH


def _guessed(value: Any) -> int:
    """How many names of a value nobody knows."""
    if isinstance(value, tuple):
        return sum(_guessed(each) for each in value)
    if isinstance(value, Asked):
        return int(not value.known) + _guessed(value.inner) + len(value.spare)
    return int(isinstance(value, Noun) and not value.known)


def read(tokens: Tokens, readers: Mapping[str, Reader], choose: Choose) -> Reading:
    """The reading to go with; those that are about as good are chosen from."""
    found = readings(tokens, readers)
    near: dict[str, Reading] = {}
    for each in found:
        if found[0].score - each.score <= _NEAR:
            near.setdefault(each.name, each)
    if len(near) < 2:
        return found[0]
    said = " ".join(each.text for each in tokens)
    priors = tuple(
        Option(name, 0.5 - 0.01 * place - 0.5 * (found[0].score - each.score))
        for place, (name, each) in enumerate(near.items())
    )
    return near[choose(f"{HOW}{said}", priors)]
