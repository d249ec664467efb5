"""`Beliefs`: the client. It states, asks and corrects; the ledger does the rest."""

from __future__ import annotations

import builtins
import hashlib
import os
from collections.abc import Callable, Generator, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TextIO, cast

from beliefs.errors import InvalidInput, shown
from beliefs.ledger.entries import canonical
from beliefs.ledger.exchange import export_lines, read_lines
from beliefs.ledger.figure import Figure
from beliefs.ledger.ledger import Ledger
from beliefs.ledger.merging import Merged, absorb, replay
from beliefs.ledger.paging import pages
from beliefs.ledger.statements import id_of
from beliefs.ledger.text import clean_name, moment_of
from beliefs.ledger.verification import Verification, verify
from beliefs.mind.asking import Asking
from beliefs.mind.files import read_file, write_file
from beliefs.mind.observation import Observation
from beliefs.mind.stating import Stating

if TYPE_CHECKING:  # what only those load who read texts
    import threading

    from beliefs.mind.events import Event, Handler, Subscription
    from beliefs.mind.hearing import Shown
    from beliefs.mind.outlook import Outlook
    from beliefs.mind.planning import Forecasts, Moves
    from beliefs.mind.tools import Tools
    from beliefs.mind.turns import Context, TurnDelta, Turns
    from beliefs.reading.heard import Reader


class Beliefs(Stating, Asking):
    """A belief state.

    >>> b = Beliefs(":memory:")
    >>> delta = b.add("The cache is warm", confidence=0.75, strength=4)
    >>> b.get(delta.changes[0].belief_id).parameters
    Beta(alpha=4.0, beta=2.0)
    """

    def __new__(cls, url: object = None, **_: Any) -> Self:
        """Make a client of a server where the address is one, else of a store."""
        if cls is Beliefs and isinstance(url, str) and url.startswith(("http://", "https://")):
            from beliefs.mind.remote import RemoteBeliefs

            return cast("Self", object.__new__(RemoteBeliefs))
        return object.__new__(cls)

    # The loop

    @property
    def _turn(self) -> Turns:
        if self._turns is None:
            from beliefs.mind.planning import feedback
            from beliefs.mind.turns import Turns

            self._turns = Turns(
                self._ledger,
                lambda: self._scope,
                self.agent,
                self._own_reader,
                self._own_memory,
                lambda: self._notes(closed=True),
                lambda: feedback(self._ledger),
            )
        return self._turns

    def _own_memory(self) -> Shown:
        """What prompts have shown, to this client and to those made from it."""
        if not self._shown:
            from beliefs.mind.hearing import Shown

            boards = self._boards
            self._shown.append(Shown(boards and boards(self.namespace, self.agent)))
        return self._shown[0]

    def _own_reader(self) -> Reader:
        if self._reader is None or isinstance(self._reader, str):
            from beliefs.reading.rules import RuleReader

            rules: Reader = RuleReader()
            if self._reader is None:
                self._reader = rules
            else:
                from beliefs.models.named import model
                from beliefs.reading.model import ModelReader

                self._reader = ModelReader(model(self._reader), fallback=rules)
        return self._reader

    def before(self, text: str = "", *, budget: int = 1000) -> Context:
        """Return what matters for a turn: text for a prompt within `budget` tokens, and the data.

        What it shows is remembered, so that `after` does not take it for evidence.
        """
        return self._turn.before(text, budget)

    def after(
        self,
        text: str,
        tool: str | None = None,
        source: str | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> TurnDelta:
        """Read what the agent said, or what a tool returned, and write down what it says."""
        return self.observe(
            Observation(text, tool=tool, source=source), idempotency_key=idempotency_key
        )

    def observe(self, observation: Observation, *, idempotency_key: str | None = None) -> TurnDelta:
        """Read a text whose provenance, reliability, time and origin are given."""
        return self._turn.observe(observation, idempotency_key)

    @property
    def tools(self) -> Tools:
        """How often tools succeed."""
        from beliefs.mind.tools import Tools

        return Tools(self._ledger, self.agent)

    @property
    def moves(self) -> Moves:
        """What to find out next."""
        from beliefs.mind.planning import Moves

        return Moves(self._ledger, self.agent, self._turn.look, self.get, self.dependents)

    @property
    def forecast(self) -> Forecasts:
        """What asking would bring."""
        from beliefs.mind.planning import Forecasts

        return Forecasts(self._turn.look, self.get)

    def read(self, *, limit: int | None = 100) -> Outlook:
        """Return what is believed, wanted and not known, how clear it is, and what to ask next."""
        return self._turn.look(named=[id_of(belief.id) for belief in self.list(limit=limit)])

    def events(self, *, since: int | None = None, timeout: float | None = None) -> Iterator[Event]:
        """Yield what changes from now on, by whichever process, or since an earlier event."""
        return self._follow(since=since, timeout=timeout)

    def _follow(
        self,
        *,
        since: int | None = None,
        timeout: float | None = None,
        stop: threading.Event | None = None,
    ) -> Generator[Event]:
        from beliefs.mind.events import events

        return events(self._ledger, self._scope, since=since, timeout=timeout, stop=stop)

    def _arrivals(self) -> int:
        """How many entries were ever written: where events from now on begin."""
        with self._ledger.store.read(self.namespace) as snapshot:
            return snapshot.tail.arrivals

    def subscribe(
        self,
        handler: Handler,
        *,
        since: int | None = None,
        on_error: Callable[[Exception], object] | None = None,
    ) -> Subscription:
        """Call a handler with each change, in a thread of its own, until it is closed.

        What the handler raises goes to `on_error`, or to the log, and does not end it.
        """
        from beliefs.mind.events import report, subscribe

        return subscribe(
            lambda stop: self._follow(since=since, stop=stop), handler, on_error=on_error or report
        )

    # Scopes and time

    def with_thread(self, thread: str) -> Self:
        """Return a client that writes to a thread and sees agent and space behind it."""
        name = clean_name(thread, "thread")
        return self._clone(self._ledger, thread=name, write_scope="thread")

    def at(self, moment: datetime) -> Self:
        """Return what was recorded by a moment, weighed as of that moment; it is read-only."""
        until = moment_of(moment, "the moment")
        with self._ledger.store.read(self.namespace) as snapshot:
            past = replay(snapshot, self.namespace, until)
        ledger = self._ledger
        return self._clone(Ledger(past, self.namespace, ledger.clock, ledger.entropy, moment=until))

    # Moving and checking

    def digest(self) -> str:
        """Hash the ledger; of a client made by `at`, hash the view at its moment."""
        with self._ledger.store.read(self.namespace) as snapshot:
            if self._ledger.moment is None:
                return snapshot.head.fingerprint.digest()
            view = self._ledger.view_of(snapshot, self._scope)
            seen = [
                canonical([f.claim.hex(), f.family, f.text, f.status, _plain(f)])
                for figures in pages(snapshot, view)
                for f in figures
                if f.status != "removed"
            ]
        return hashlib.sha256("\n".join(sorted(seen)).encode()).hexdigest()

    def verify(self) -> Verification:
        """Fold the ledger again from nothing and compare it with what is stored."""
        found = self._ledger.store.problems()
        with self._ledger.store.read(self.namespace) as snapshot:
            checked = verify(snapshot, self.namespace)
        return checked._replace(problems=(*found, *checked.problems))

    def export(self, to: str | os.PathLike[str] | TextIO | None = None) -> str:
        """Write the whole namespace as JSON lines, to a file or as text."""
        with self._ledger.store.read(self.namespace) as snapshot:
            lines = export_lines(snapshot, self.namespace)
            if to is None:
                return "".join(f"{line}\n" for line in lines)
            if isinstance(to, str | os.PathLike):
                write_file(Path(to), lines)
            else:
                to.writelines(f"{line}\n" for line in lines)
        return ""

    def merge(self, other: Beliefs | str | os.PathLike[str] | Iterable[str]) -> Merged:
        """Unite with another ledger: a client, a file, or the lines or text of an export."""
        self._ledger.refuse_the_past()
        export = read_lines(lines_of(other))
        merged = self._ledger.store.write(self.namespace, lambda t: absorb(t, *export))
        self._ledger.finish_erasures()
        return merged

    def count(self) -> int:
        """Return how many entries the ledger holds."""
        with self._ledger.store.read(self.namespace) as snapshot:
            return snapshot.head.fingerprint.entries


def lines_of(source: object) -> Iterable[str]:
    """The lines of an export, wherever it is."""
    if isinstance(source, Beliefs):
        source = source.export()
    if isinstance(source, str) and source.startswith("{"):
        return source.split("\n")
    if isinstance(source, str | os.PathLike):
        return read_file(source)
    if not isinstance(source, Iterable):
        raise InvalidInput(f"merge must get a client, a path or lines, not {shown(source)}.")
    return source


def _plain(figure: Figure) -> builtins.list[Any]:
    """Parameters and evidence as JSON can hold them: an infinite variance becomes None."""
    parameters, evidence = figure.pooled
    plain = [None if value == float("inf") else value for value in parameters]
    return [plain, evidence]
