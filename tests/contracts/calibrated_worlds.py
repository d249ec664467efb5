"""Worlds whose truth is known: what agents of different reliability say in them, and what is so."""

from __future__ import annotations

import csv
import random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from beliefs import Beliefs

LAB = {"expert": 0.9, "scout": 0.8, "critic": 0.7, "coin": 0.5}
FORUM = {"leader": 0.75, "friend": 0.75, "fan": 0.7}
COPIES = 0.8
"""How often the others of the forum repeat the leader instead of looking for themselves."""


class Asked(NamedTuple):
    """A belief and what turned out to be true of it."""

    belief: str
    truth: bool | str


class Bets(NamedTuple):
    """What was bet on held-out beliefs, the labels given, and whether it came true."""

    stated: list[float]
    came_true: list[bool]
    labels: list[str | None]


def spoken_world(b: Beliefs, seed: int, size: int) -> list[Asked]:
    """Independent voices in a lab, voices that copy each other in a forum, and some of both."""
    chance = random.Random(seed)
    said: list[dict[str, object]] = []
    truths: dict[str, bool] = {}
    for n in range(size):
        claim, truth = f"claim {n} of world {seed}", chance.random() < 0.4
        truths[claim] = truth
        if n % 5 != 1:
            for agent in chance.sample(list(LAB), 3):
                says = truth == (chance.random() < LAB[agent])
                said.append({"claim": claim, "agent": agent, "source": "lab", "refutes": not says})
        if n % 5 < 2:
            first = truth == (chance.random() < FORUM["leader"])
            for agent, right in FORUM.items():
                own = truth == (chance.random() < right)
                says = first if agent == "leader" or chance.random() < COPIES else own
                word = {"claim": claim, "agent": agent, "source": "forum", "refutes": not says}
                said.append(word)
    return [Asked(one.belief_id, truths[one.claim]) for one in b.add(said).changes]


def crowd(b: Beliefs, folder: Path) -> list[Asked]:
    """A real set of labels: who labelled which item how, and what was right where it is known."""
    said, gold = (
        list(csv.reader((folder / name).read_text("utf-8").splitlines()))[1:]
        for name in ("label.csv", "truth.csv")
    )
    names = sorted({label for *_, label in said} | {label for _, label in gold})
    delta = b.add(
        [
            {"claim": f"label of {item}", "agent": worker, "choice": label, "among": names}
            for item, worker, label in said
        ]
    )
    known = {change.claim: change.belief_id for change in delta.changes}
    asked = [
        Asked(known[f"label of {item}"], label)
        for item, label in gold
        if f"label of {item}" in known
    ]
    random.Random(0).shuffle(asked)
    return asked


def answer(b: Beliefs, asked: list[Asked]) -> None:
    """Let the world answer."""
    for belief, truth in asked:
        b.outcome(belief, truth)


def bets_on(b: Beliefs, asked: list[Asked]) -> Bets:
    """What the engine bets on beliefs whose answers it was not told."""
    bets = Bets([], [], [])
    beliefs = {belief.id: belief for belief in b.list(limit=None)}
    for one, truth in asked:
        belief = beliefs[one]
        if belief.probability is not None:
            bets.stated.append(belief.probability)
            bets.came_true.append(truth if isinstance(truth, bool) else belief.leading == truth)
            bets.labels.append(belief.label)
    return bets
