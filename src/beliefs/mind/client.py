"""A client: one ledger, seen by one agent from one scope; saying and asking stand on it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Self

from beliefs.errors import InvalidInput, NotFound, shown
from beliefs.ledger.ledger import Ledger
from beliefs.ledger.scopes import Scope, scope_of
from beliefs.ledger.statements import Statement
from beliefs.ledger.stores import open_store
from beliefs.ledger.text import clean_name
from beliefs.mind.belief import Belief
from beliefs.mind.files import address_of, default_file
from beliefs.mind.settings import Settings
from beliefs.mind.trust import Trust

if TYPE_CHECKING:  # what only those load who read texts
    from beliefs.mind.hearing import Board, Shown
    from beliefs.mind.turns import Turns
    from beliefs.reading.heard import Reader


Said = str | Statement | Mapping[str, Any]
"""What may be stated: words, a statement, or a mapping with its fields."""


_MOST_REMEMBERED = 1_000
"""Agents of a store for whom it is remembered what their prompts have shown."""


Boards = Callable[[str, str], "Board"]
"""Where other processes tell what they have shown to an agent of a namespace."""


def utc_now() -> datetime:
    """The time, unless a client is given another clock."""
    return datetime.now(UTC)


class Client:
    """A connection to one ledger, as one agent, in one scope."""

    def __init__(
        self,
        url: str | os.PathLike[str] | None = None,
        *,
        namespace: str = "default",
        agent: str = "agent",
        thread: str | None = None,
        write_scope: str = "space",
        context_layers: Sequence[str] | None = None,
        reader: Reader | str | None = None,
        api_key: str | None = None,
        clock: Callable[[], datetime] = utc_now,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        if api_key is not None:
            raise InvalidInput("an api_key is for a server: Beliefs('http://…', api_key=…).")
        self._options = options_of(namespace, agent, thread, write_scope, context_layers)
        if url is None:
            url = default_file()
        self._owner = True
        self._reader = reader
        self._shown: list[Shown] = []  # one, made when first needed and shared with clones
        self._shown_to: dict[tuple[str, str], list[Shown]] = {}
        self._boards: Boards | None = None
        self._bind(Ledger(open_store(address_of(url)), self.namespace, clock, entropy))

    def _bind(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._named_scope: Scope | None = None  # worked out when first needed: it may lack a thread
        self.trust = Trust(ledger, self.agent)
        self.settings = Settings(ledger, self.agent)
        self._turns: Turns | None = None

    def _clone(self, ledger: Ledger, **options: Any) -> Self:
        clone = object.__new__(type(self))
        clone._options = {**self._options, **options}
        clone._owner = False
        clone._reader = self._reader
        clone._shown = self._shown
        clone._shown_to = self._shown_to
        clone._boards = self._boards
        clone._bind(ledger)
        return clone

    def _beside(
        self,
        *,
        namespace: str = "default",
        agent: str = "agent",
        thread: str | None = None,
        write_scope: str = "space",
        context_layers: Sequence[str] | None = None,
    ) -> Self:
        """A client of any ledger and scope on the same store, with the same time and chance."""
        options = options_of(namespace, agent, thread, write_scope, context_layers)
        known, place = self._ledger, (options["namespace"], options["agent"])
        ledger = Ledger(known.store, options["namespace"], known.clock, known.entropy)
        clone = self._clone(ledger, **options)
        # What prompts have shown is remembered for each agent, however often it is opened.
        clone._shown = self._shown_to.setdefault(place, [])  # noqa: SLF001 - of its own kind
        while len(self._shown_to) > _MOST_REMEMBERED:
            self._shown_to.pop(next(iter(self._shown_to)), None)
        return clone

    @property
    def namespace(self) -> str:
        """The ledger this client speaks to."""
        return str(self._options["namespace"])

    @property
    def agent(self) -> str:
        """Who speaks when nothing else is said."""
        return str(self._options["agent"])

    @property
    def url(self) -> str:
        """Where the ledger is kept."""
        return self._ledger.store.url

    @property
    def _scope(self) -> Scope:
        if self._named_scope is None:
            options: Any = self._options
            self._named_scope = scope_of(
                options["write_scope"], self.agent, options["thread"], options["context_layers"]
            )
        return self._named_scope

    def close(self) -> None:
        """Let go of files and connections; what was made from this client lives on its store."""
        if self._owner:
            self._ledger.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.url!r}, namespace={self.namespace!r})"


def options_of(
    namespace: str,
    agent: str,
    thread: str | None,
    write_scope: str,
    context_layers: Sequence[str] | None,
) -> dict[str, Any]:
    """The ledger, the agent and the scope of a client, or what is wrong with them."""
    options = {
        "namespace": clean_name(namespace, "namespace"),
        "agent": clean_name(agent, "agent"),
        "thread": None if thread is None else clean_name(thread, "thread"),
        "write_scope": write_scope,
        "context_layers": context_layers,
    }
    # A wrong layer name is found out now; a missing thread when something is asked or said.
    scope_of(write_scope, agent, thread or "", context_layers)
    return options


def not_found(claim: bytes) -> NotFound:
    """What to raise where a belief is missing."""
    return NotFound(f"there is no belief {claim.hex()} here; use an id that list shows.")


def checked_limit(limit: object) -> int:
    """Return a limit that is one."""
    if type(limit) is not int or limit < 0:
        raise InvalidInput(f"limit must be a whole number, 0 or more, not {shown(limit)}.")
    return min(limit, sys.maxsize)


def named(belief: str | Belief) -> str:
    """The id of a belief, or what was given for one."""
    return belief.id if isinstance(belief, Belief) else belief
