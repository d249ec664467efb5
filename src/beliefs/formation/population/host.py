"""What runs on a Ray actor: a shard, and the words it knows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from beliefs.formation.config import BeliefConfig
from beliefs.formation.population.glossary import NO_WORDS, Piece
from beliefs.formation.population.shard import Shard, Slept
from beliefs.formation.rules import Held
from beliefs.formation.snapshot import Minds


class Host:
    """A shard that is told what to do, call by call, by a `RemoteShard`."""

    def __init__(self, first: int, count: int, config: BeliefConfig) -> None:
        self._shard = Shard(first, count, config)
        self._words = NO_WORDS
        self._slept = Slept(0, 0)

    def learn(self, *pieces: Piece) -> None:
        """Learn more words."""
        for piece in pieces:
            self._words = piece.after(self._words)

    def restore(self, minds: Minds) -> None:
        """Be as a snapshot has it."""
        self._shard.restore(minds, self._words)

    def take(self, news: NDArray[np.uint32]) -> None:
        """Take in news."""
        # What comes from Ray's store is read-only: to kernels that would be another type.
        self._shard.take(news.copy())

    def night(self, day: int, *, wary: bool) -> None:
        """Let every agent with news sleep."""
        self._slept = self._shard.night(day, self._words, wary=wary)

    def slept(self) -> Slept:
        """What the last night did."""
        return self._slept

    def strange(self) -> NDArray[np.uint32]:
        """The tags in news that nobody understands, once for each agent that has one."""
        return self._shard.strange(self._words)

    def held(self, agent: int) -> list[tuple[int, Held]]:
        """What an agent believes, by key, the strongest first."""
        return self._shard.held(agent)

    def minds(self) -> Minds:
        """The shard's state in canonical columns."""
        return self._shard.minds(self._words)

    def hashes(self) -> bytes:
        """The hash of every block of agents: all of a digest that has to travel."""
        return self._shard.hashes(self._words)

    def nbytes(self) -> tuple[int, int]:
        """Bytes of the belief columns, and of everything."""
        return self._shard.nbytes()
