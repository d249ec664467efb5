"""Who follows what, so that telling an event costs its hearers and not the population.

Each target has a circle of agents, in the order of a hash, in one pool: where it begins, how long
it is. A change of a few circles writes them anew at the pool's end; a change of many sorts it all.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_FEW = 256


class Followers:
    """Circles of agents around targets; targets go by their id."""

    def __init__(self) -> None:
        self.begin = np.zeros(1, np.int64)
        self.length = np.zeros(1, np.int64)
        self.pool = np.zeros(0, np.uint32)
        self._live = 0

    def reach(self, targets: int) -> None:
        """Have room for so many targets."""
        missing = targets + 1 - len(self.begin)
        if missing > 0:
            more = np.zeros(max(missing, len(self.begin)), np.int64)
            self.begin = np.concatenate((self.begin, more))
            self.length = np.concatenate((self.length, more))

    def add(self, agents: NDArray[np.uint32], targets: NDArray[np.uint32]) -> None:
        """Let agents follow targets, pair by pair."""
        if len(agents) > _FEW:
            known_targets, known_agents = self.pairs()
            self._build(
                np.concatenate((known_agents, agents)), np.concatenate((known_targets, targets))
            )
            return
        for agent, target in zip(agents, targets, strict=True):
            circle = self.circle(int(target))
            if agent not in circle:
                self._replace(int(target), np.append(circle, agent))

    def remove(self, agent: int, target: int) -> None:
        """Let an agent no longer follow a target."""
        circle = self.circle(target)
        if agent in circle:
            self._replace(target, circle[circle != agent])

    def circle(self, target: int) -> NDArray[np.uint32]:
        """Who follows a target."""
        begin = self.begin[target]
        return self.pool[begin : begin + self.length[target]]

    def pairs(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Every (target, agent), circle by circle."""
        order = np.flatnonzero(self.length)
        targets = np.repeat(order.astype(np.uint32), self.length[order])
        ends = np.cumsum(self.length[order])
        starts = np.repeat(self.begin[order] - (ends - self.length[order]), self.length[order])
        return targets, self.pool[starts + np.arange(len(targets))]

    def _replace(self, target: int, circle: NDArray[np.uint32]) -> None:
        circle = circle[np.lexsort((circle, seats(circle)))]
        self._live += len(circle) - int(self.length[target])
        self.begin[target], self.length[target] = len(self.pool), len(circle)
        self.pool = np.concatenate((self.pool, circle))
        if len(self.pool) > 2 * self._live + 1024:
            targets, agents = self.pairs()
            self._build(agents, targets)

    def _build(self, agents: NDArray[np.uint32], targets: NDArray[np.uint32]) -> None:
        order = np.lexsort((agents, seats(agents), targets))
        agents, targets = agents[order], targets[order]
        first = np.ones(len(order), bool)
        first[1:] = (agents[1:] != agents[:-1]) | (targets[1:] != targets[:-1])
        self.pool, targets = agents[first], targets[first]
        self.length = np.bincount(targets, minlength=len(self.begin)).astype(np.int64)
        self.begin = np.concatenate(([0], np.cumsum(self.length)[:-1]))
        self._live = len(self.pool)


def seats(agents: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """`fixed.mix` of many agents: where each sits in every circle it joins."""
    word = agents.astype(np.uint64)
    with np.errstate(over="ignore"):
        word = word + np.uint64(0x9E3779B97F4A7C15)
        word = (word ^ word >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        word = (word ^ word >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return word ^ word >> np.uint64(31)
