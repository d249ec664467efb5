"""Worlds of agents who answer questions, drawn from a seed: the truth is known and nothing else is.

Each breaks another assumption that a way of fusing votes may make. They guard against a method
that fits a handful of real sets and nothing besides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beliefs.kernel.learning.votes import Sizes, Votes

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Draw = np.random.Generator


class World(NamedTuple):
    """Votes and the truth behind them; -1 where the truth is not known."""

    votes: Votes
    truth: Integers


def coins(right: Floats, labels: int) -> Floats:
    """Rows of agents who are right with one probability, and otherwise say any other label."""
    rows = np.repeat(((1 - right) / (labels - 1))[:, None], labels * labels, axis=1)
    rows = rows.reshape(-1, labels, labels)
    rows[:, range(labels), range(labels)] = right[:, None]
    return rows


def asked(draw: Draw, items: int, agents: int, each: int, *, skew: bool = False) -> Integers:
    """Which agents answer each item; with skew, a few agents answer most of them."""
    busy = draw.pareto(1.0, agents) + 0.2 if skew else np.ones(agents)
    keys = np.log(draw.random((items, agents))) / busy
    chosen: Integers = np.argsort(-keys, axis=1)[:, :each]
    return chosen


def answered(draw: Draw, truth: Integers, who: Integers, rows: Floats) -> World:
    """Everyone who is asked answers by the row of the truth, independently."""
    items = np.repeat(np.arange(len(truth)), who.shape[1])
    agents = who.reshape(-1)
    steps = rows[agents, truth[items]].cumsum(axis=1)
    labels = (draw.random(len(items))[:, None] > steps).sum(axis=1).clip(0, rows.shape[2] - 1)
    sizes = Sizes(len(truth), len(rows), rows.shape[2])
    return World(Votes(items, agents, labels, sizes), truth)


def one_coin(draw: Draw) -> World:
    """Four labels; each agent right with its own probability."""
    return answered(draw, draw.integers(4, size=800), asked(draw, 800, 60, 6),
                    coins(draw.beta(6, 3, 60), 4))  # fmt: skip


def two_coin(draw: Draw) -> World:
    """Two labels; all see what is absent, few what is present."""
    seen, missed = draw.beta(8, 2, 50), draw.beta(3, 3, 50)
    rows = np.stack((np.stack((seen, 1 - seen), 1), np.stack((1 - missed, missed), 1)), 1)
    return answered(draw, draw.integers(2, size=600), asked(draw, 600, 50, 8), rows)


def confusions(draw: Draw) -> World:
    """Five labels, two of which everybody tends to take for another."""
    likely = np.full((5, 5), 0.4) + 5 * np.eye(5)
    likely[0, 1] = likely[2, 3] = 3
    rows = np.stack([draw.dirichlet(row, 60) for row in likely], axis=1)
    return answered(draw, draw.integers(5, size=800), asked(draw, 800, 60, 7), rows)


def copiers(draw: Draw) -> World:
    """Twelve of forty agents mostly repeat what one bad source says."""
    votes, truth = answered(draw, draw.integers(3, size=800), asked(draw, 800, 40, 9),
                            coins(draw.beta(7, 3, 40), 3))  # fmt: skip
    source = answered(draw, truth, np.zeros((800, 1), dtype=np.int64), coins(np.array([0.6]), 3))
    items, agents = np.asarray(votes.items), np.asarray(votes.agents)
    copied = (agents < 12) & (draw.random(len(items)) < 0.8)
    labels = np.where(copied, np.asarray(source.votes.labels)[items], votes.labels)
    return World(votes._replace(labels=labels), truth)


def hard_items(draw: Draw) -> World:
    """Two labels; on some items nearly everyone is wrong."""
    truth, who = draw.integers(2, size=1000), asked(draw, 1000, 60, 9)
    skill, hardness = draw.beta(8, 3, 60), draw.beta(1.5, 4, 1000)
    right = np.clip(skill[who] + 0.25 - 0.95 * hardness[:, None], 0.05, 0.98)
    labels = np.where(draw.random(who.shape) < right, truth[:, None], 1 - truth[:, None])
    items = np.repeat(np.arange(1000), 9)
    return World(Votes(items, who.reshape(-1), labels.reshape(-1), Sizes(1000, 60, 2)), truth)


def skewed(draw: Draw) -> World:
    """Two labels, one of them rare."""
    truth = (draw.random(1500) < 0.12).astype(np.int64)
    return answered(draw, truth, asked(draw, 1500, 60, 5), coins(draw.beta(6, 2, 60), 2))


def sparse(draw: Draw) -> World:
    """Two labels and 1,200 agents, most of whom are heard a few times."""
    truth = (draw.random(3000) < 0.6).astype(np.int64)
    who = asked(draw, 3000, 1200, 4, skew=True)
    return answered(draw, truth, who, coins(draw.beta(5, 2.5, 1200), 2))


def adversaries(draw: Draw) -> World:
    """Two labels; ten of fifty agents say the opposite of what they see."""
    right = draw.beta(7, 2, 50)
    right[:10] = 1 - draw.beta(8, 2, 10)
    return answered(draw, draw.integers(2, size=800), asked(draw, 800, 50, 8), coins(right, 2))


def spam(draw: Draw) -> World:
    """Three labels; ten of fifty agents always say the first, ten anything."""
    rows = coins(draw.beta(7, 2, 50), 3)
    rows[:10] = np.array([1.0, 0.0, 0.0])
    rows[10:20] = 1 / 3
    return answered(draw, draw.integers(3, size=800), asked(draw, 800, 50, 8), rows)


def many_labels(draw: Draw) -> World:
    """Thirty labels."""
    return answered(draw, draw.integers(30, size=1000), asked(draw, 1000, 80, 6),
                    coins(draw.beta(5, 4, 80), 30))  # fmt: skip


def few(draw: Draw) -> World:
    """Forty items, eight agents, three labels: hardly anything to learn from."""
    return answered(draw, draw.integers(3, size=40), asked(draw, 40, 8, 4),
                    coins(draw.beta(7, 3, 8), 3))  # fmt: skip


WORLDS: tuple[Callable[[Draw], World], ...] = (
    one_coin, two_coin, confusions, copiers, hard_items, skewed, sparse, adversaries, spam,
    many_labels, few,
)  # fmt: skip
