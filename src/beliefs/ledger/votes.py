"""Votes: what the agents of a view said about the same beliefs, and the lessons in it.

An agent has one vote per belief: the label that its voices lean to, weighed by the part of its
evidence that is behind it; reports with one origin share one report's weight, as everywhere.
Beliefs on which only one agent spoke teach nothing about agreement and are left out. Votes on the
same set of labels are learned from together.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from beliefs.ledger.bets import faded, question_of
from beliefs.ledger.figure import Figure
from beliefs.ledger.learned import hashed

MIN_BELIEFS = 20
"""A lesson needs this many beliefs on which two agents or more have voted,"""
MIN_AGENTS = 3
"""and this many agents: of two who disagree nobody can tell who is wrong."""
MOST_OPEN_LABELS = 32
"""Open questions are learned from together only if all their labels are not more than these."""


class Vote(NamedTuple):
    """What one agent leans to."""

    agent: str
    label: str
    weight: float


class LabelSet(NamedTuple):
    """What votes are about; open questions share one set, which grows with their labels."""

    family: str
    labels: tuple[str, ...]
    is_open: bool = False


Ballots = dict[LabelSet, list[list[Vote]]]
"""For each set of labels, the votes on each belief."""


def ballots(figures: Iterable[Figure]) -> Ballots:
    """The votes on the beliefs of a view, by the set of labels they are about."""
    found: Ballots = {}
    opened: list[list[Vote]] = []
    for figure in figures:
        if figure.family not in ("binary", "categorical") or not figure.stands:
            continue
        votes = _votes(figure)
        question = question_of(figure)
        if question is None or len(votes) < 2:
            continue
        if question.is_open:
            opened.append(votes)
        else:
            found.setdefault(LabelSet(figure.family, question.labels), []).append(votes)
    labels = {vote.label for votes in opened for vote in votes}
    if 2 <= len(labels) <= MOST_OPEN_LABELS:
        together = LabelSet("categorical", tuple(sorted(labels, key=str.encode)), is_open=True)
        found[together] = opened
    return {one: votes for one, votes in sorted(found.items()) if _is_enough(one, votes)}


def lesson_of(about: LabelSet, votes: Sequence[Sequence[Vote]]) -> dict[str, Any]:
    """What the votes on one set of labels teach, as it is recorded."""
    from beliefs.kernel.learning.learn import learn
    from beliefs.kernel.learning.votes import Sizes, Votes

    agents = sorted({vote.agent for some in votes for vote in some}, key=str.encode)
    place = {agent: at for at, agent in enumerate(agents)}
    cast = [(item, vote) for item, some in enumerate(votes) for vote in some]
    lesson = learn(
        Votes(
            [item for item, _ in cast],
            [place[vote.agent] for _, vote in cast],
            [about.labels.index(vote.label) for _, vote in cast],
            Sizes(len(votes), len(agents), len(about.labels)),
            [vote.weight for _, vote in cast],
        )
    )
    told: dict[str, Any] = {
        "family": about.family,
        "labels": [hashed(label) for label in about.labels],
        "agents": agents,
        "beliefs": len(votes),
        "votes": len(cast),
        "lesson": lesson.data(),
    }
    if about.is_open:
        told["open"] = True
    return told


def _is_enough(about: LabelSet, votes: Sequence[Sequence[Vote]]) -> bool:
    agents = {vote.agent for some in votes for vote in some}
    return len(votes) >= MIN_BELIEFS and len(agents) >= MIN_AGENTS and len(about.labels) > 1


def _votes(figure: Figure) -> list[Vote]:
    """What each agent leans to; one whose evidence is balanced has no vote."""
    shares = figure.shares()
    told: dict[str, dict[str, list[float]]] = {}
    heard: dict[str, list[float]] = {}
    for subtotal in figure.stands:
        voice = subtotal.voice
        share = shares.get(voice.origin, 1.0) if voice.origin else 1.0
        amounts = faded(subtotal, figure.now)
        heard.setdefault(voice.agent, []).extend(amounts)
        by_label = told.setdefault(voice.agent, {})
        for label, amount in zip(subtotal.labels or ("true", "false"), amounts, strict=True):
            by_label.setdefault(label, []).append(share * amount)
    votes = []
    for agent in sorted(told, key=str.encode):
        sums = {label: math.fsum(amounts) for label, amounts in told[agent].items()}
        most = max(sums.values())
        leaders = [label for label, amount in sums.items() if amount == most]
        weight = most / (math.fsum(heard[agent]) or 1.0)
        if len(leaders) == 1 and weight > 0:
            votes.append(Vote(agent, leaders[0], weight))
    return votes
