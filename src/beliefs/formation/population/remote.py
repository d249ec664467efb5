"""A shard that lives on a Ray actor, and outlives it.

    snapshot (a file) ── log of calls since ── actor

Whatever changes the shard is first written into a log, and then sent. If the actor is lost, a new
one gets the snapshot, all words and the log, call by call; the old one, dead or only out of reach,
is never asked again. So each night happens once in the history of the shard that answers, however
often it had to be worked out. A checkpoint takes a new snapshot and empties the log.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from beliefs.errors import StoreUnavailable
from beliefs.formation.config import BeliefConfig
from beliefs.formation.population.glossary import Glossary
from beliefs.formation.population.host import Host
from beliefs.formation.population.kernels import Words
from beliefs.formation.population.shard import Slept
from beliefs.formation.rules import Held
from beliefs.formation.snapshot import Minds

if TYPE_CHECKING:
    import ray

_TRIES = 4
_INLINE = 100 * 1024  # bytes that Ray sends along with a call
_MANY_CALLS = 256
_MANY_ROWS = 1 << 20


class Call(NamedTuple):
    """A method of a `Host`, and what it is given."""

    method: str
    positional: tuple[Any, ...] = ()
    named: dict[str, Any] = {}  # noqa: RUF012 - never changed


class RemoteShard:
    """Agents `first` to `first + count`, on an actor of their own."""

    def __init__(
        self, first: int, count: int, config: BeliefConfig, glossary: Glossary, folder: Path
    ) -> None:
        self.first, self.count, self.config = first, count, config
        self.log: list[Call] = []
        self._rows = 0
        self._night = -1
        self._slept: Slept | None = Slept(0, 0)
        self._glossary = glossary
        self._heard = 0
        self._snapshot = folder / f"agents-{first}.npz"
        self._sent: list[ray.ObjectRef] = []
        self.actor = self._new_actor()

    @property
    def long(self) -> bool:
        """Whether doing the log again would take long."""
        # As many rows as there are slots: so snapshots cost no more than what they save.
        slots = self.count * self.config.max_beliefs_per_agent
        return len(self.log) > _MANY_CALLS or self._rows > max(_MANY_ROWS, slots)

    def take(self, news: NDArray[np.uint32]) -> None:
        """Take in rows of news; they are on their way when this returns."""
        import ray

        if len(news):
            self._rows += len(news)
            self._do(Call("take", (ray.put(news) if news.nbytes > _INLINE else news,)))

    def night(self, day: int, words: Words, *, wary: bool) -> Slept:
        """Let every agent with news sleep; asked again for the same day, say what that did."""
        self._tell(words)
        if day != self._night:
            self._do(Call("night", (day,), {"wary": wary}))
            self._night, self._slept = day, None
        return self._last_night()

    def strange(self, words: Words) -> NDArray[np.uint32]:
        """The tags in news that nobody understands, once for each agent that has one."""
        self._tell(words)
        tags: NDArray[np.uint32] = self._ask(Call("strange"))
        return tags

    def held(self, agent: int) -> list[tuple[int, Held]]:
        """What an agent believes, by key, the strongest first."""
        held: list[tuple[int, Held]] = self._ask(Call("held", (agent,)))
        return held

    def minds(self, words: Words) -> Minds:
        """The shard's state in canonical columns."""
        self._tell(words)
        minds: Minds = self._ask(Call("minds"))
        return minds

    def hashes(self, words: Words) -> bytes:
        """The hash of every block of agents, worked out where they live."""
        self._tell(words)
        hashes: bytes = self._ask(Call("hashes"))
        return hashes

    def nbytes(self) -> tuple[int, int]:
        """Bytes of the belief columns, and of everything."""
        beliefs, everything = self._ask(Call("nbytes"))
        return beliefs, everything

    def restore(self, minds: Minds, words: Words) -> None:
        """Take over minds from a snapshot, which is this shard's first checkpoint."""
        self._glossary.add(words)
        self._keep(minds)
        self._retell()

    def checkpoint(self, words: Words) -> None:
        """Take a snapshot, so that nothing before it has to be done again."""
        self._last_night()
        self._keep(self.minds(words))

    def _last_night(self) -> Slept:
        """What the last night did; asked for once, while the log still has that night."""
        if self._slept is None:
            self._slept = self._ask(Call("slept"))
        assert self._slept is not None
        return self._slept

    def _keep(self, minds: Minds) -> None:
        # Not the file of `save`: words go by their hashes, whose texts stay with the population.
        beside = self._snapshot.with_suffix(".new.npz")
        np.savez(beside, *minds)
        beside.replace(self._snapshot)
        self.log, self._rows = [], 0

    def _kept(self) -> Minds:
        with np.load(self._snapshot) as file:
            return Minds(*(file[name] for name in file.files))

    def _do(self, call: Call) -> None:
        """Write a call into the log, and send it."""
        self.log.append(call)
        self._sent.append(self._send(call))

    def _ask(self, question: Call) -> Any:
        """An answer of an actor that has done all it was told, if need be a new one."""
        import ray
        from ray.exceptions import ObjectLostError, OutOfMemoryError, RayActorError

        for _ in range(_TRIES):
            try:
                *_, answer = ray.get([*self._sent, self._send(question)])
            except (RayActorError, ObjectLostError, OutOfMemoryError) as error:
                lost = error
                self._replace()
            else:
                self._sent = []
                return answer
        raise StoreUnavailable(
            f"The actor of agents {self.first} to {self.first + self.count - 1} was lost "
            f"{_TRIES} times in a row: see to the cluster, then repeat the call."
        ) from lost

    def _replace(self) -> None:
        """Have the same shard on a new actor."""
        import ray

        ray.kill(self.actor)  # it may be out of reach only
        self.actor = self._new_actor()
        self._retell()

    def _retell(self) -> None:
        """Tell an actor all there is: words, snapshot and log."""
        self._sent, self._heard = [], 0
        self._send_pieces()
        if self._snapshot.exists():
            self._sent.append(self._send(Call("restore", (self._kept(),))))
        self._sent += [self._send(call) for call in self.log]

    def _tell(self, words: Words) -> None:
        """Tell the actor what it does not know of words."""
        self._glossary.add(words)
        self._send_pieces()

    def _send_pieces(self) -> None:
        pieces = self._glossary.pieces[self._heard :]
        self._heard += len(pieces)
        if pieces:
            self._sent.append(self._send(Call("learn", tuple(pieces))))

    def _send(self, call: Call) -> ray.ObjectRef:
        return getattr(self.actor, call.method).remote(*call.positional, **call.named)

    def _new_actor(self) -> Any:
        import ray

        # Ray must not repeat a call or restart an actor: neither knows of the log.
        host = ray.remote(Host).options(
            max_restarts=0, max_task_retries=0, scheduling_strategy="SPREAD"
        )
        return host.remote(self.first, self.count, self.config)
