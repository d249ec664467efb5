"""Clarity: how ready a mind is to act, in four channels that fail for different reasons.

    decision resolution   can a call be made?          distance of each belief from undecided
    knowledge certainty   has the work been done?      amount of evidence
    coherence             does it fit together?        conflicts within and between beliefs
    coverage              has everything been asked?   gaps and goals closed

The value is their mean. A belief or gap that others rest on weighs once more for each of them.
Everything here is a pure function; sums are `math.fsum`, so no order matters.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from beliefs.kernel.families import Dirichlet
from beliefs.mind.belief import Belief, Note

Readiness = Literal["low", "medium", "high"]

HIGH_FROM: Final = 0.7
MEDIUM_FROM: Final = 0.4
"""Readiness is high from a clarity of 0.7, medium from 0.4, and low below."""

HALF_KNOWN: Final = 2.0
"""This many observations make a belief half certain: as many as the uniform prior weighs."""

STANDING: Final = ("active", "unsupported")
"""The statuses of beliefs and notes that count; all others have been closed."""

NOBODY: Final[Mapping[str, int]] = MappingProxyType({})
"""No belief rests on another."""


class Channels(NamedTuple):
    """The four parts of clarity, each from 0 to 1."""

    decision_resolution: float
    knowledge_certainty: float
    coherence: float
    coverage: float


class Clarity(NamedTuple):
    """How clear things are, from 0 to 1, why, and whether that is enough to act."""

    value: float
    channels: Channels
    readiness: Readiness


def clarity(
    beliefs: Iterable[Belief],
    *,
    gaps: Iterable[Note] = (),
    goals: Iterable[Note] = (),
    contradictions: Iterable[tuple[str, str]] = (),
    dependants: Mapping[str, int] = NOBODY,
) -> Clarity:
    """Say how clear a set of beliefs is, with the open and the resolved notes beside it.

    A contradiction is a pair of ids; it counts while both beliefs are given and stand.
    `dependants` says how many beliefs rest on an id. A mind without anything in it is coherent,
    and that is all:

    >>> clarity([])  # doctest: +NORMALIZE_WHITESPACE
    Clarity(value=0.25, channels=Channels(decision_resolution=0.0, knowledge_certainty=0.0,
            coherence=1.0, coverage=0.0), readiness='low')
    """
    held = standing(beliefs)
    weights = [1 + dependants.get(belief.id, 0) for belief in held]
    strain = tension(held, contradictions)
    channels = Channels(
        _mean([resolution(belief) for belief in held], weights),
        _mean([certainty(belief) for belief in held], weights),
        1.0 - _mean([strain[belief.id] for belief in held], weights),
        _coverage([*gaps, *goals], dependants, known=bool(held)),
    )
    value = math.fsum(channels) / len(channels)
    return Clarity(value, channels, readiness(value))


def readiness(value: float) -> Readiness:
    """Return what a clarity allows.

    >>> [readiness(value) for value in (0.39, 0.4, 0.7)]
    ['low', 'medium', 'high']
    """
    if value >= HIGH_FROM:
        return "high"
    return "medium" if value >= MEDIUM_FROM else "low"


def standing(beliefs: Iterable[Belief]) -> list[Belief]:
    """Return the beliefs that have not been closed, each once, in the order given."""
    return list({one.id: one for one in beliefs if one.status in STANDING}.values())


def bet(belief: Belief) -> float | None:
    """Return what to bet on a belief: its probability, or its confidence while there is none.

    >>> from beliefs import Beliefs
    >>> bet(Beliefs(":memory:").fuse(["The cache is warm"])[0])  # Beta(2, 1)
    0.6666666666666666
    """
    return belief.confidence if belief.probability is None else belief.probability


def resolution(belief: Belief) -> float:
    """How far a belief is from undecided, from 0 to 1.

    For a claim that is the distance from ½, for categories the distance of the leading one from
    its even share, both stretched to reach 1. A number is resolved as far as its size stands out
    of its spread: |value| / (|value| + spread).

    >>> from beliefs import Beliefs, Statement
    >>> [even] = Beliefs(":memory:").fuse([Statement("The coin is fair", confidence=0.5)])
    >>> resolution(even)
    0.0
    """
    if belief.family == "numeric":
        estimate = belief.estimate
        if estimate is None or estimate.value == 0:
            return 0.0
        return 1 / (1 + estimate.spread / abs(estimate.value))
    chance = bet(belief)
    if chance is None:
        return 0.0
    parameters = belief.parameters
    if not isinstance(parameters, Dirichlet):
        return abs(2 * chance - 1)
    ways = len(parameters.alpha) + (parameters.rest is not None)
    return 1.0 if ways == 1 else max(0.0, (ways * chance - 1) / (ways - 1))


def certainty(belief: Belief) -> float:
    """How much of a belief is evidence, from 0 to 1: n / (n + 2) for n observations.

    >>> from beliefs import Beliefs, Statement
    >>> [thin] = Beliefs(":memory:").fuse([Statement("The cache is warm", strength=2)])
    >>> certainty(thin)
    0.5
    """
    # Not n / (n + 2), which overflows to nothing over infinity.
    return 1 - HALF_KNOWN / (HALF_KNOWN + observations(belief))


def observations(belief: Belief) -> float:
    """How many observations a belief is worth, after every weight.

    The evidence of a number is its precision, which depends on the unit it is given in; so its
    reports are counted instead, weighed and faded, and one report told often counts once.
    """
    if belief.family != "numeric":
        return belief.evidence
    alone: list[float] = []
    retold: dict[str, list[float]] = {}
    for voice in belief.voices:
        told = alone if voice.origin is None else retold.setdefault(voice.origin, [])
        told.append(voice.weight * voice.freshness * voice.contributions)
    return math.fsum((*alone, *(min(1.0, math.fsum(told)) for told in retold.values())))


def tension(
    beliefs: Sequence[Belief], contradictions: Iterable[tuple[str, str]]
) -> dict[str, float]:
    """For each belief, the worst of its conflicts: between its voices, or with another belief."""
    known = {belief.id: belief for belief in beliefs}
    worst = {belief.id: belief.conflict for belief in beliefs}
    for one, other in contradictions:
        if one in known and other in known and one != other:
            pull = both_held(known[one], known[other])
            worst[one], worst[other] = max(worst[one], pull), max(worst[other], pull)
    return worst


def both_held(one: Belief, other: Belief) -> float:
    """How far two beliefs are held at once: 1 when either could be, 0 when one is ruled out."""
    # A number is not more or less likely than another reading; it stands as it is.
    chances = (bet(one), bet(other))
    return min(1.0, 2 * min(1.0 if chance is None else chance for chance in chances))


def _coverage(notes: Iterable[Note], dependants: Mapping[str, int], *, known: bool) -> float:
    """The part of all questions that has an answer.

    What is believed already counts as one answered question: so an empty mind covers nothing,
    and the first gap of a full one does not undo all the rest.
    """
    answered = [1.0] if known else []
    asked = list(answered)
    for note in {note.id: note for note in notes}.values():
        weight = 1.0 + dependants.get(note.id, 0)
        if note.status in STANDING:
            asked.append(weight)
        elif note.status == "resolved":
            asked.append(weight)
            answered.append(weight)
    return math.fsum(answered) / math.fsum(asked) if asked else 0.0


def _mean(values: Sequence[float], weights: Sequence[float]) -> float:
    total = math.fsum(weights)
    if not total:
        return 0.0
    products = (value * weight for value, weight in zip(values, weights, strict=True))
    return min(1.0, math.fsum(products) / total)
