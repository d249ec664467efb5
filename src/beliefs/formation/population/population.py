"""Many minds in columns: the same semantics as a world of objects, bit for bit.

    publish ──► queue ──route──► rows of news ──► shards ──form──► slots of beliefs

Events wait in one queue; routing turns them into rows of news, which go to the shard of their
agent; a night sorts a shard's news by agent and merges them into its rows of beliefs. Shards share
nothing, so threads, processes and machines can each have some.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from beliefs.errors import InvalidInput, shown
from beliefs.formation.config import BeliefConfig
from beliefs.formation.fixed import CRUMB, FULL, SEVERE, day_of, natural
from beliefs.formation.night import Night, is_night, suspects
from beliefs.formation.population.arrays import Coded, coded_ids, event_rows, quanta, whole_numbers
from beliefs.formation.population.kernels import AGENT, AMOUNT, KEY, TAG, VIVID, Words
from beliefs.formation.population.router import Router
from beliefs.formation.population.shard import Shard, Slept
from beliefs.formation.population.vocabulary import Vocabulary
from beliefs.formation.routing import Event, Told, queued
from beliefs.formation.rules import Held, rule_of
from beliefs.formation.snapshot import BLOCK, Minds
from beliefs.formation.store import Belief
from beliefs.formation.tags import Tags

if TYPE_CHECKING:
    import pyarrow as pa

T = TypeVar("T")
S = TypeVar("S")


class Home(Protocol):
    """Where a range of agents lives: a `Shard`, or one that is far away."""

    first: int
    count: int

    def take(self, news: NDArray[np.uint32]) -> None:
        """Take in rows of news."""

    def night(self, day: int, words: Words, *, wary: bool) -> Slept:
        """Let every agent with news sleep."""

    def strange(self, words: Words) -> NDArray[np.uint32]:
        """The tags in news that nobody understands, once for each agent that has one."""

    def held(self, agent: int) -> list[tuple[int, Held]]:
        """What an agent believes, by key, the strongest first."""

    def minds(self, words: Words) -> Minds:
        """The agents' state in canonical columns."""

    def hashes(self, words: Words) -> bytes:
        """The hash of every block of agents, one after another."""

    def restore(self, minds: Minds, words: Words) -> None:
        """Take over minds from a snapshot."""

    def nbytes(self) -> tuple[int, int]:
        """Bytes of the belief columns, and of everything."""


class Population:
    """So many agents, numbered from 0.

    >>> from beliefs.formation import Event, Population
    >>> population = Population(agents=1000)
    >>> population.follow([7, 8], "edge:a-b")
    >>> population.publish([Event(day=0, tag="route-risk:edge:a-b")])
    >>> population.route(day=0).signals, population.form(day=0).agents
    (2, 2)
    >>> population.get(7, "route-risk:edge:a-b").value
    0.25
    """

    def __init__(
        self,
        agents: int,
        config: BeliefConfig | None = None,
        tags: Tags | None = None,
        *,
        shards: int | None = None,
    ) -> None:
        self.agents = natural(agents, name="agents", least=0, most=(1 << 32) - 1)
        self.config = config or BeliefConfig()
        self.phase = 0
        self.last_run_day = -1
        self.processed = 0
        """Agents that have slept, over all nights."""
        self.latest = 0
        """The last day of what a snapshot brought, which may be after the last night."""
        self.strange = False
        """Whether agents may have news that nobody understands: not from events, which are told."""
        self.vocabulary = Vocabulary(tags or Tags(), self.config)
        self.router = Router(self.config, self.vocabulary)
        wanted = (os.cpu_count() or 1) if shards is None else shards
        ranges = split(self.agents, natural(wanted, name="shards", least=1, most=1 << 16))
        self.shards: Sequence[Home] = [self._home(first, count) for first, count in ranges]

    # Who hears of what.

    def follow(self, agents: ArrayLike, targets: str | Sequence[str] | Coded) -> None:
        """Let agents hear what happens to targets, pair by pair or all to one."""
        numbers = self._numbers(agents)
        if isinstance(targets, str):
            targets = Coded(np.zeros(len(numbers), np.int64), [targets])
        ids = coded_ids(targets, self.vocabulary.target)
        if len(ids) != len(numbers):
            raise InvalidInput(f"There are {len(numbers)} agents for {len(ids)} targets.")
        self.router.followers.reach(self.vocabulary.targets)
        self.router.followers.add(numbers, ids)

    def unfollow(self, agent: int, target: str) -> None:
        """From now on an agent does not hear what happens to a target."""
        wanted = self.vocabulary.target(target)
        self.router.followers.reach(self.vocabulary.targets)
        self.router.followers.remove(agent, wanted)

    def register(self, tag: str, belief: str, *, good: bool = False, parts: int = 1) -> None:
        """Teach a family of tags, as `Tags.register` does."""
        self.vocabulary.tags.register(tag, belief, good=good, parts=parts)
        self.vocabulary.reread()

    # What happens.

    def publish(self, events: Iterable[Event]) -> None:
        """Take in events in the order of their days: all of them, or none."""
        checked = [queued(event) for event in events]
        self.append(
            day=np.array([event.day for event in checked], np.int64),
            tag=[event.tag for event in checked],
            severity=np.array([event.severity for event in checked]) / SEVERE,
            count=np.array([event.amount for event in checked]) / CRUMB,
        )

    def append(
        self,
        *,
        day: ArrayLike,
        tag: Sequence[str] | Coded,
        severity: ArrayLike = 0.5,
        count: ArrayLike = 1.0,
    ) -> None:
        """Take in events as columns: all of them, or none.

        `tag` is a list of tags, or `Coded(codes, texts)` where few tags come many times.
        """
        last = self.router.last_day
        self.router.take(event_rows(self.vocabulary, day, tag, severity, count, last=last))

    def append_arrow(self, table: pa.Table | pa.RecordBatch) -> None:
        """Take in an Arrow table with the columns day and tag, and perhaps severity and count."""
        from beliefs.formation.population.arrow import columns_of

        self.append(**columns_of(table))

    def append_parquet(self, path: str | os.PathLike[str]) -> None:
        """Take in a Parquet file with these columns: all of its events, or none."""
        from beliefs.formation.population.arrow import batches_of

        waiting = self.router.waiting
        try:
            for batch in batches_of(path):
                self.append_arrow(batch)
        except InvalidInput:
            self.router.forget_after(waiting)
            raise

    def tell(
        self,
        *,
        agent: ArrayLike,
        tag: Sequence[str] | Coded,
        count: ArrayLike = 1.0,
        severity: ArrayLike = 0.0,
        day: int = 0,
    ) -> None:
        """Give agents crumbs of their own, past the router: what only they have met."""
        numbers, day = self._numbers(agent), day_of(day)
        amounts = quanta(count, CRUMB, 0.0, FULL // CRUMB, "count", len(numbers))
        severe = quanta(severity, SEVERE, 0.0, 1.0, "severity", len(numbers))
        tags = coded_ids(tag, self.vocabulary.tag)
        if len(tags) != len(numbers):
            raise InvalidInput(f"There are {len(numbers)} agents for {len(tags)} tags.")
        news = np.zeros((len(numbers), 4), np.uint32)
        news[:, AGENT], news[:, TAG], news[:, AMOUNT] = numbers, tags, amounts
        vivid = severe >= self.config.quanta("episode_threshold")
        news[vivid, VIVID] = (severe[vivid] + 1) << 16 | day
        self._deliver(news[amounts > 0])
        self.strange |= not self.vocabulary.words().meaning[tags, KEY].all()

    def route(self, *, day: int) -> Told:
        """Tell what is due, as far as the day's budget goes; returns the counts so far."""
        self._deliver(self.router.route(day))
        return self.router.told

    def form(self, *, day: int) -> Night:
        """Let every agent with news sleep on it; at most once per sleep interval."""
        if not is_night(self.config, self.last_run_day, day):
            return Night()
        if day < self.latest:
            raise InvalidInput(f"Day {day} is over: there are beliefs of day {self.latest}.")
        words, wary = self.vocabulary.words(), bool(suspects(self.config, self.phase))
        quarantined = self._set_aside(words) if self.strange else 0
        slept = in_threads(self.shards, lambda shard: shard.night(day, words, wary=wary))
        agents = sum(shard.agents for shard in slept)
        self.last_run_day = day
        self.processed += agents
        return Night(agents, sum(shard.beliefs for shard in slept), quarantined)

    # What is believed.

    def get(self, agent: int, key: str, day: int | None = None) -> Belief | None:
        """A belief as it reads on a day, or None if there is none."""
        return next(iter(self._read(agent, day, self.vocabulary.known_key(key))), None)

    def beliefs(self, agent: int, day: int | None = None) -> list[Belief]:
        """What an agent believes, the strongest first; by default as of its last news."""
        return self._read(agent, day)

    # Keeping.

    def digest(self) -> str:
        """A hash of the whole state, whatever shards it lives on."""
        from beliefs.formation.population import saving

        return saving.digest_of(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a snapshot that can be continued anywhere, to the same bits."""
        from beliefs.formation.population import saving
        from beliefs.formation.snapshot import write

        write(saving.snapshot_of(self), path)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, shards: int | None = None) -> Self:
        """Read a population back from a snapshot."""
        from beliefs.formation.population import saving
        from beliefs.formation.snapshot import read

        snapshot = read(path)
        population = cls(
            len(snapshot.minds.beliefs), snapshot.config, Tags(snapshot.families), shards=shards
        )
        saving.restore(population, snapshot)
        return population

    def _home(self, first: int, count: int) -> Home:
        """Where these agents are to live."""
        return Shard(first, count, self.config)

    def _read(self, agent: int, day: int | None, only: int | None = None) -> list[Belief]:
        """The beliefs of an agent, or only the one of a key's id."""
        number = natural(agent, name="agent", least=0, most=self.agents - 1)
        shard = next(s for s in self.shards if s.first <= number < s.first + s.count)
        rule, held, found = rule_of(self.config), shard.held(number), []
        when = max((belief.day for _, belief in held), default=0) if day is None else day_of(day)
        for key, belief in held:
            if only in (None, key):
                text = self.vocabulary.key_texts[key]
                if when < belief.day:
                    raise InvalidInput(
                        f"{shown(text)} was last heard of on day {belief.day}, after day {when}."
                    )
                value, weight, trouble, success = rule.read(belief, when)
                found.append(Belief(text, value, weight, belief.day, trouble, success))
        return found

    def _set_aside(self, words: Words) -> int:
        """Count the news that nobody understands: each tag once for each agent that has it."""
        self.strange, counted = False, 0
        for shard in self.shards:
            tags = shard.strange(words)
            self.router.set_aside(tags)
            counted += len(tags)
        return counted

    def _deliver(self, news: NDArray[np.uint32]) -> None:
        """Give rows of news to the shards of their agents."""
        if len(self.shards) == 1:
            self.shards[0].take(news)
            return
        for shard in self.shards:
            agents = news[:, AGENT]
            mine = (agents >= shard.first) & (agents < shard.first + shard.count)
            shard.take(news[mine])

    def _numbers(self, agents: ArrayLike) -> NDArray[np.uint32]:
        numbers = whole_numbers(np.atleast_1d(np.asarray(agents)), self.agents - 1, "agent")
        return numbers.astype(np.uint32)


def in_threads(shards: Sequence[S], work: Callable[[S], T]) -> list[T]:
    """Work on every shard at once: kernels, and waiting for others, let go of the interpreter."""
    if len(shards) == 1:
        return [work(shards[0])]
    with ThreadPoolExecutor(len(shards)) as pool:
        return list(pool.map(work, shards))


def split(agents: int, shards: int) -> list[tuple[int, int]]:
    """Ranges of agents (first, count) as even as whole blocks allow; none is empty.

    >>> split(1000, 2)
    [(0, 512), (512, 488)]
    """
    all_blocks = -(-agents // BLOCK)
    ends = [min(agents, all_blocks * part // shards * BLOCK) for part in range(shards + 1)]
    ranges = [(a, b - a) for a, b in pairwise(ends) if b > a]
    return ranges or [(0, 0)]
