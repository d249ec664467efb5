"""What every adapter does: context in before a model is called, observations out after it.

    host ── context(text) ──► at most `wait` seconds, else nothing ──► the model
    host ── hear(text) ─────► a queue with `room`, one thread ───────► beliefs

Whatever happens to beliefs, the host's call goes on unchanged, and `health` counts what happened.
The same client does both, so what it has shown is known again when the agent says it back.
"""

from __future__ import annotations

import atexit
from inspect import iscoroutinefunction
from typing import NamedTuple, Self

from beliefs.adapters.aside import Asker, Scribe
from beliefs.adapters.health import Health, Tally, Unharmed
from beliefs.errors import InvalidInput, InvalidText, shown
from beliefs.ledger.entries import canonical, short_hash
from beliefs.ledger.text import LONGEST_TEXT
from beliefs.mind.beliefs import Beliefs
from beliefs.mind.observation import Observation
from beliefs.mind.prompt import BUDGET

WAIT = 0.5
"""Seconds that a host's call is held up for context, at most."""
ROOM = 1_000
"""Texts that may wait to be read."""
LAST_WORDS = 5.0
"""Seconds that closing takes, at most, to have read what is waiting."""
LONGEST_QUESTION = 4_096
"""Characters of a text that are looked up; the rest would hardly change what is relevant."""


class _Said(NamedTuple):
    observation: Observation
    key: str | None


class Memory:
    """A client beside a host, off its critical path; the adapters stand on it.

    >>> b = Beliefs(":memory:")
    >>> with Memory(b, wait=10) as memory:
    ...     memory.hear("The cache is warm.", tool="probe")
    ...     memory.flush(10), "The cache is warm" in memory.context("Is the cache warm?")
    (True, True)
    """

    def __init__(
        self, client: Beliefs, *, wait: float = WAIT, budget: int = BUDGET, room: int = ROOM
    ) -> None:
        """Take a client, which stays the caller's to close.

        Args:
            client: a `Beliefs` on any store; not an `AsyncBeliefs`, since here are threads already.
            wait: seconds that a call of the host is held up for context, at most.
            budget: tokens that the context may take.
            room: texts that may wait to be read; when it is full, what comes next is dropped.
        """
        before = getattr(client, "before", None)
        if not callable(before) or iscoroutinefunction(before):
            raise InvalidInput(f"an adapter takes a Beliefs(...), not {shown(client)}.")
        if wait <= 0 or room < 1:
            raise InvalidInput("wait must be more than 0 seconds, and room 1 or more.")
        self.client = client
        self._tally = Tally()
        self._asker = Asker(
            lambda text: client.before(text, budget=budget).prompt, seconds=wait, tally=self._tally
        )
        self._scribe: Scribe[_Said] = Scribe(
            lambda said: client.observe(said.observation, idempotency_key=said.key),
            room=room,
            tally=self._tally,
        )
        atexit.register(self.close)  # what was heard last is still read

    def context(self, text: str) -> str:
        """Return what matters for a text, to be shown to a model; nothing if it takes too long."""
        return self._given(self._asker.ask(text[:LONGEST_QUESTION])) if text.strip() else ""

    async def context_async(self, text: str) -> str:
        """Return the same while the event loop goes on."""
        if not text.strip():
            return ""
        return self._given(await self._asker.ask_async(text[:LONGEST_QUESTION]))

    def _given(self, block: str) -> str:
        if block:
            self._tally.count("contexts")
        return block

    def hear(self, text: str, *, tool: str | None = None, key: str | None = None) -> None:
        """Have a text read in the background: what the agent said, or what a tool returned."""
        if len(text) > LONGEST_TEXT:  # not kept in the queue, where a thousand of them would count
            problem = f"a text is {len(text)} characters long; the most is {LONGEST_TEXT}."
            self._tally.failed(InvalidText(problem))
        elif text.strip():
            self._scribe.put(_Said(Observation(text, tool=tool), key))

    def unharmed(self) -> Unharmed:
        """Keep whatever is raised within from the host, and count it."""
        return Unharmed(self._tally)

    @property
    def health(self) -> Health:
        """How often context was given, what was heard, and what was late, dropped or raised."""
        return self._tally.health(self._scribe.waiting)

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until everything heard so far is read; return whether it is."""
        return self._scribe.flush(timeout)

    def close(self, timeout: float = LAST_WORDS) -> None:
        """Read what is waiting, for so long at most, and end; the client stays open."""
        atexit.unregister(self.close)
        self._asker.close()
        self._scribe.close(timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def key_of(text: str, tool: str | None, *ids: object) -> str | None:
    """Return what makes a retry of one message known again; none if the host has no id for it.

    The words are part of it. A retry that came out differently is another statement, and hosts that
    count their ids from 0 in each run do not silence each other.

    >>> key_of("It is warm.", "probe", "call_1") == key_of("It is warm.", "probe", "call_1")
    True
    >>> key_of("It is warm.", None, "run", 1) == key_of("It is cold.", None, "run", 1)
    False
    """
    if None in ids:
        return None
    return short_hash(canonical([*map(str, ids), tool, text])).hex()
