"""A population on many machines: its shards live on Ray actors, the rest where it is called.

    publish ──► queue ──route──► rows of news ──► actors ──form──► slots of beliefs
                followers, vocabulary               │
                                       snapshots and logs, to replace an actor that is lost

Events, followers and words are small and stay here; columns do not travel, except into a snapshot.
A digest is put together from the hashes of the actors.
"""

from __future__ import annotations

import shutil
import weakref
from collections.abc import Sequence
from pathlib import Path
from tempfile import mkdtemp

from beliefs.errors import StoreError
from beliefs.formation.config import BeliefConfig
from beliefs.formation.night import Night
from beliefs.formation.population.glossary import Glossary
from beliefs.formation.population.population import Population, in_threads
from beliefs.formation.population.remote import RemoteShard
from beliefs.formation.tags import Tags


class ClusterPopulation(Population):
    """So many agents, numbered from 0, on the actors of the Ray cluster that is connected.

    It does what `Population` does, to the same bits. There is one shard per processor unless their
    number is given. An actor that is lost is replaced, and the call goes on.
    """

    shards: Sequence[RemoteShard]

    def __init__(
        self,
        agents: int,
        config: BeliefConfig | None = None,
        tags: Tags | None = None,
        *,
        shards: int | None = None,
    ) -> None:
        processors = _connect()
        self._glossary = Glossary()
        self._folder = Path(mkdtemp(prefix="beliefs-cluster-"))
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        super().__init__(agents, config, tags, shards=processors if shards is None else shards)

    def register(self, tag: str, belief: str, *, good: bool = False, parts: int = 1) -> None:
        """Teach a family of tags, as `Tags.register` does."""
        # No log goes on over this: done again, its news would have another meaning.
        self._checkpoint([shard for shard in self.shards if shard.log])
        super().register(tag, belief, good=good, parts=parts)
        self._glossary.renew()

    def form(self, *, day: int) -> Night:
        """Let every agent with news sleep on it; at most once per sleep interval."""
        night = super().form(day=day)
        self._checkpoint([shard for shard in self.shards if shard.long])
        return night

    def checkpoint(self) -> None:
        """Take a snapshot of every shard, so that a lost one is back soon.

        This happens by itself after nights, for shards to which much has happened. Snapshots are
        kept in a folder that goes with the population; to keep a population for good, `save` it.
        """
        self._checkpoint(self.shards)

    def _checkpoint(self, shards: Sequence[RemoteShard]) -> None:
        words = self.vocabulary.words()
        if shards:
            in_threads(shards, lambda shard: shard.checkpoint(words))

    def _home(self, first: int, count: int) -> RemoteShard:
        return RemoteShard(first, count, self.config, self._glossary, self._folder)


def _connect() -> int:
    """Connect to Ray, unless that was done; returns how many processors there are."""
    try:
        import ray
    except ImportError as error:
        raise StoreError(
            "A population on a cluster needs Ray: pip install 'beliefs[cluster]'."
        ) from error
    if not ray.is_initialized():
        ray.init()
    return max(1, int(ray.cluster_resources().get("CPU", 1)))
