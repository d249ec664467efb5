"""`Beliefs`: the client. It states, asks and corrects; the ledger does the rest."""

from __future__ import annotations

import builtins
import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TextIO

from beliefs.errors import InvalidInput, NotFound, shown
from beliefs.ledger import rows as row
from beliefs.ledger.entries import canonical, claim_id
from beliefs.ledger.exchange import export_lines, read_lines
from beliefs.ledger.figure import Figure
from beliefs.ledger.fold import NOTES
from beliefs.ledger.ledger import Ledger
from beliefs.ledger.merging import Merged, absorb, replay
from beliefs.ledger.paging import pages
from beliefs.ledger.scopes import Scope, scope_of
from beliefs.ledger.search import search
from beliefs.ledger.statements import Statement, id_of, statement
from beliefs.ledger.stores import open_store
from beliefs.ledger.stores.memory import MemoryStore
from beliefs.ledger.stores.protocol import Head
from beliefs.ledger.text import clean, clean_name, datetime_of, moment_of
from beliefs.ledger.verification import Verification, verify
from beliefs.ledger.view import View
from beliefs.mind.belief import Belief, Delta, Note, TraceEntry, trace_entry
from beliefs.mind.files import address_of, default_file, read_file, write_file
from beliefs.mind.observation import Observation
from beliefs.mind.settings import Settings
from beliefs.mind.trust import Trust

if TYPE_CHECKING:  # what only those load who read texts
    from beliefs.mind.contradictions import Contradiction
    from beliefs.mind.outlook import Outlook
    from beliefs.mind.planning import Forecasts, Moves
    from beliefs.mind.tools import Tools
    from beliefs.mind.turns import Context, TurnDelta, Turns
    from beliefs.reading.heard import Reader

_STATUSES = ("active", "unsupported", "retracted", "superseded", "removed", "reset")

Said = str | Statement | Mapping[str, Any]


class World(NamedTuple):
    """What is believed, wanted and not known."""

    beliefs: list[Belief]
    goals: list[Note]
    gaps: list[Note]


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Beliefs:
    """A belief state.

    >>> b = Beliefs(":memory:")
    >>> delta = b.add("The cache is warm", confidence=0.75, strength=4)
    >>> b.get(delta.changes[0].belief_id).parameters
    Beta(alpha=4.0, beta=2.0)
    """

    def __init__(
        self,
        url: str | os.PathLike[str] | None = None,
        *,
        namespace: str = "default",
        agent: str = "agent",
        thread: str | None = None,
        write_scope: str = "space",
        context_layers: Sequence[str] | None = None,
        reader: Reader | None = None,
        clock: Callable[[], datetime] = _utc_now,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self._options = {
            "namespace": clean_name(namespace, "namespace"),
            "agent": clean_name(agent, "agent"),
            "thread": None if thread is None else clean_name(thread, "thread"),
            "write_scope": write_scope,
            "context_layers": context_layers,
        }
        # A wrong layer name is found out now; a missing thread when something is asked or said.
        scope_of(write_scope, agent, thread or "", context_layers)
        if url is None:
            url = default_file()
        self._owner = True
        self._reader = reader
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
        clone._bind(ledger)
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

    def count(self) -> int:
        """Return how many entries the ledger holds."""
        with self._ledger.store.read(self.namespace) as snapshot:
            return snapshot.head.fingerprint.entries

    @property
    def _scope(self) -> Scope:
        if self._named_scope is None:
            options: Any = self._options
            self._named_scope = scope_of(
                options["write_scope"], self.agent, options["thread"], options["context_layers"]
            )
        return self._named_scope

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
                lambda: self._notes(closed=True),
                lambda: feedback(self._ledger),
            )
        return self._turns

    def _own_reader(self) -> Reader:
        if self._reader is None:
            from beliefs.reading.rules import RuleReader

            self._reader = RuleReader()
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

    def link(self) -> int:
        """Compare all claims that were stated directly; returns how many links were made.

        Reading a text does this too, for up to a thousand claims at once.
        """
        from beliefs.mind.hearing import Words

        return self._ledger.link(self._scope, Words(), self.agent)

    def join(self, one: str | Belief, other: str | Belief, *, denies: bool = False) -> Delta:
        """Say that two beliefs are one, or that one denies the other; this survives."""
        claims = id_of(_id(one)), id_of(_id(other))
        return Delta(self._ledger.bind(self._scope, *claims, self.agent, denies=denies))

    def split(self, claim: str | Belief) -> Delta:
        """Say that a claim is none of those that it was linked with; this survives."""
        return Delta(self._ledger.part(self._scope, id_of(_id(claim)), self.agent))

    # Stating

    def add(
        self,
        claim: Said | Iterable[Said] | None = None,
        *,
        confidence: float | None = None,
        choice: str | None = None,
        among: Sequence[str] = (),
        value: float | None = None,
        stdev: float | None = None,
        strength: float | None = None,
        refutes: bool = False,
        evidence_type: str = "inference",
        source: str | None = None,
        origin: str | None = None,
        agent: str | None = None,
        reliability: float | None = None,
        quote: str | None = None,
        reference: str | None = None,
        observed: datetime | None = None,
        pinned: bool = False,
        supersedes: str | Belief | None = None,
        depends_on: Sequence[str | Belief] = (),
        role: str | None = None,
        belief: str | Belief | None = None,
        idempotency_key: str | None = None,
    ) -> Delta:
        """State a claim, or many at once; without a confidence it is asserted.

        Many are words, mappings or `Statement`s, each with its own fields; the keywords here
        are for a single claim.
        """
        rest = (depends_on,) if isinstance(depends_on, str | Belief) else depends_on
        if not isinstance(rest, Iterable):
            raise InvalidInput(f"depends_on must be a list of beliefs, not {shown(rest)}.")
        one = Statement(
            claim if isinstance(claim, str) else None,
            confidence, choice, among, value, stdev, strength, refutes, evidence_type,
            source, origin, agent, reliability, quote, reference, observed, pinned,
            None if supersedes is None else _id(supersedes),
            tuple(_id(premise) for premise in rest),
            role,
            None if belief is None else _id(belief),
        )  # fmt: skip
        if claim is None or isinstance(claim, str):
            said: tuple[Statement, ...] = (one,)
        else:
            if one != Statement():
                raise InvalidInput("many claims carry their own fields; pass them in each.")
            many = [claim] if isinstance(claim, Statement | Mapping) else claim
            if not isinstance(many, Iterable):
                raise InvalidInput(
                    f"a claim must be text, or a list of statements, not {shown(many)}."
                )
            said = tuple(statement(item) for item in many)
        reply = self._ledger.contribute(self._scope, said, self.agent, idempotency_key)
        return Delta(reply, said)

    def outcome(
        self,
        belief: str | Belief,
        truth: bool | str | float,
        *,
        observed: datetime | None = None,
        note: str | None = None,
        idempotency_key: str | None = None,
    ) -> Delta:
        """Say what turned out to be true: no evidence, but those who spoke are graded."""
        claim = id_of(_id(belief))
        reply = self._ledger.outcome(
            self._scope, claim, truth, self.agent, observed=observed, note=note, key=idempotency_key
        )
        return Delta(reply)

    def retract(
        self,
        belief: str | Belief,
        reason: str | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> Delta:
        """Hide a belief. It stays in `trace`, and new evidence brings it back afresh."""
        claim = id_of(_id(belief))
        return Delta(self._ledger.retract(self._scope, claim, self.agent, reason, idempotency_key))

    def remove(
        self,
        belief: str | Belief,
        reason: str | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> Delta:
        """Take a belief out of the state; only `trace` still shows it."""
        claim = id_of(_id(belief))
        return Delta(self._ledger.remove(self._scope, claim, self.agent, reason, idempotency_key))

    def reset(self) -> int:
        """Hide everything in the scope that is written to; returns how much that was."""
        return self._ledger.reset(self._scope, self.agent)

    def erase(self, belief: str | Belief) -> int:
        """Delete a belief and every copy of its words, for good; returns the entries deleted."""
        return self._ledger.erase(self._scope, id_of(_id(belief)), self.agent)

    def relate(
        self,
        belief: str | Belief,
        relation: str,
        to: str | Belief,
        *,
        idempotency_key: str | None = None,
    ) -> Delta:
        """Say that a belief supports, contradicts, is derived_from or depends_on another."""
        one, other = id_of(_id(belief)), id_of(_id(to))
        return Delta(
            self._ledger.relate(self._scope, one, relation, other, self.agent, idempotency_key)
        )

    def goal(self, text: str, *, idempotency_key: str | None = None) -> Delta:
        """Write down what is wanted; it never moves a confidence."""
        return Delta(self._ledger.note(self._scope, "goal", text, self.agent, idempotency_key))

    def gap(self, text: str, *, idempotency_key: str | None = None) -> Delta:
        """Write down what is not known; it never moves a confidence."""
        return Delta(self._ledger.note(self._scope, "gap", text, self.agent, idempotency_key))

    def resolve(
        self, note: str | Note, reason: str | None = None, *, idempotency_key: str | None = None
    ) -> Delta:
        """Close a goal or a gap, given its id or its words."""
        claim = self._note_id(note.id if isinstance(note, Note) else note)
        return Delta(self._ledger.resolve(self._scope, claim, self.agent, reason, idempotency_key))

    def _note_id(self, note: str) -> bytes:
        try:
            return id_of(note)
        except InvalidInput:
            words = clean(note, "a note")
            claims = [claim_id(kind, words) for kind in ("gap", "goal")]
            with self._ledger.view(self._scope) as view:
                view.load(claims)
                known = view.figures(claims)
            open_ones = [claim for claim in claims if claim in known and not known[claim].closed]
            if not open_ones:
                raise InvalidInput(
                    f"{shown(note)} is no id, and no open gap or goal reads so; use one of gaps()."
                ) from None
            return open_ones[0]

    # Asking

    def get(self, belief: str | Belief) -> Belief:
        """Return one belief, also if it is no longer active."""
        claim = id_of(_id(belief))
        with self._ledger.view(self._scope) as view:
            figure = view.figure(claim)
        if figure is None or figure.status == "removed" or figure.family in NOTES:
            raise _not_found(claim)
        return Belief(figure)

    def find(self, prefix: str) -> str:
        """Return the one id here that starts with `prefix`, also of what is no longer active."""
        digits = clean(prefix, "the beginning of an id").lower()
        if len(digits) < 4 or digits.strip("0123456789abcdef"):
            raise InvalidInput(
                f"{shown(prefix)} is not the beginning of an id: give 4 or more hex digits."
            )
        stem = b"s" + bytes.fromhex(digits[: len(digits) // 2 * 2])
        layers = self._scope.reads
        matches: builtins.list[str] = []
        with self._ledger.store.read(self.namespace) as snapshot:
            after = stem
            while len(matches) < 2 and (page := snapshot.page(stem, after, 1)):
                claim = page[0][0][1:17]
                after = row.beyond(b"s" + claim)
                if claim.hex().startswith(digits) and any(
                    snapshot.page(here, here, 1)
                    for here in (row.subtotals_prefix(claim, layer) for layer in layers)
                ):
                    matches.append(claim.hex())
        if len(matches) > 1:
            raise InvalidInput(f"{shown(prefix)} fits more than one belief; give more digits.")
        if not matches:
            raise NotFound(f"there is no belief {digits}… here; use an id that list shows.")
        return matches[0]

    def list(
        self,
        *,
        limit: int | None = 100,
        stale: bool = False,
        family: str | None = None,
        status: str | None = None,
    ) -> builtins.list[Belief]:
        """Return beliefs in the order they were first recorded: the active ones unless asked.

        A belief whose premises fell is still listed, as unsupported. `stale=True` gives those
        whose newest evidence has lost more than half of its weight.
        """
        if family is not None and family not in ("binary", "categorical", "numeric"):
            raise InvalidInput(
                f"family must be binary, categorical or numeric, not {shown(family)}."
            )
        if status is not None and status not in _STATUSES:
            raise InvalidInput(
                f"status must be one of {', '.join(_STATUSES)}, not {shown(status)}."
            )
        limit = None if limit is None else _limit(limit)
        found = (
            belief
            for belief in self._stored_order(limit)
            if (family is None or belief.family == family)
            and (not stale or belief.stale)
            and (belief.status == status if status else belief.status in ("active", "unsupported"))
        )
        return list(islice(found, limit))

    def _stored_order(self, limit: int | None) -> Iterator[Belief]:
        chunk = 256 if limit is None else min(max(limit, 1), 256)
        with self._ledger.store.read(self.namespace) as snapshot:
            view = self._ledger.view_of(snapshot, self._scope)
            for figures in pages(snapshot, view, chunk=chunk):
                yield from map(Belief, figures)

    def search(self, query: str, *, limit: int = 20) -> builtins.list[Belief]:
        """Return active beliefs that share words with the query, best first."""
        words = clean(query, "a query")
        most = _limit(limit)
        with self._ledger.store.read(self.namespace) as snapshot:
            view = self._ledger.view_of(snapshot, self._scope)
            return [Belief(figure) for figure in islice(search(snapshot, view, words), most)]

    def snapshot(self, *, limit: int | None = 100) -> World:
        """Return what is believed, wanted and not known, and work nothing out."""
        return World(self.list(limit=limit), self.goals(), self.gaps())

    def read(self, *, limit: int | None = 100) -> Outlook:
        """Return what is believed, wanted and not known, how clear it is, and what to ask next."""
        return self._turn.look(named=[id_of(belief.id) for belief in self.list(limit=limit)])

    def goals(
        self, *, limit: int | None = None, since: datetime | None = None
    ) -> builtins.list[Note]:
        """Return the open goals."""
        return self._open_notes("goal", limit, since)

    def gaps(
        self, *, limit: int | None = None, since: datetime | None = None
    ) -> builtins.list[Note]:
        """Return the open gaps."""
        return self._open_notes("gap", limit, since)

    def _open_notes(
        self, kind: str, limit: int | None, since: datetime | None
    ) -> builtins.list[Note]:
        found = (
            note
            for note in self._notes()
            if note.kind == kind and (since is None or note.created >= since)
        )
        return list(islice(found, None if limit is None else _limit(limit)))

    def _notes(self, *, closed: bool = False) -> builtins.list[Note]:
        with self._ledger.store.read(self.namespace) as snapshot:
            view = self._ledger.view_of(snapshot, self._scope)
            return [
                _note(figure)
                for figures in pages(snapshot, view, notes=True)
                for figure in figures
                if figure.closed is None or (closed and figure.status == "resolved")
            ]

    def decisions(
        self, *, limit: int | None = None, since: datetime | None = None
    ) -> builtins.list[Belief]:
        """Return the claims that were stated as decisions, oldest first."""
        return self._of_role("decision", limit, since)

    def risks(
        self, *, limit: int | None = None, since: datetime | None = None
    ) -> builtins.list[Belief]:
        """Return the claims that were stated as risks, oldest first."""
        return self._of_role("risk", limit, since)

    def insights(
        self, *, limit: int | None = None, since: datetime | None = None
    ) -> builtins.list[Belief]:
        """Return the claims that were stated as insights, oldest first."""
        return self._of_role("insight", limit, since)

    def assumptions(
        self, *, limit: int | None = None, since: datetime | None = None
    ) -> builtins.list[Belief]:
        """Return the claims that were stated as assumptions, oldest first."""
        return self._of_role("assumption", limit, since)

    def _of_role(
        self, role: str, limit: int | None, since: datetime | None
    ) -> builtins.list[Belief]:
        with self._ledger.view(self._scope) as view:
            prefixes = [row.role_prefix(layer, role) for layer in view.layers]
            view.rows.load(prefixes=prefixes)
            claims = {row.claim_of(key) for p in prefixes for key, _ in view.rows.under(p)}
            view.load(claims)
            figures = {f.claim: f for f in view.figures(sorted(claims)).values()}
        found = [
            Belief(figure)
            for figure in sorted(figures.values(), key=lambda f: (f.created, f.claim))
            if figure.closed is None
        ]
        if since is not None:
            found = [belief for belief in found if belief.created >= since]
        return found if limit is None else found[: _limit(limit)]

    def evidence(
        self, belief: str | Belief, *, limit: int | None = None, since: datetime | None = None
    ) -> builtins.list[TraceEntry]:
        """Return what was contributed to a belief, in any of its wordings, oldest first."""
        found = [
            entry
            for entry in self.trace(belief)
            if entry.action == "contribution" and (since is None or entry.recorded >= since)
        ]
        return found if limit is None else found[: _limit(limit)]

    def contradictions(self, *, limit: int = 100) -> builtins.list[Contradiction]:
        """Return beliefs whose voices disagree, and pairs said to contradict, the worst first.

        This looks at every belief.
        """
        from beliefs.mind.contradictions import contradictions

        with self._ledger.store.read(self.namespace) as snapshot:
            view = self._ledger.view_of(snapshot, self._scope)
            found = contradictions(view, (f for page in pages(snapshot, view) for f in page))
        return found[: _limit(limit)]

    def relations(self, belief: str | Belief) -> builtins.list[tuple[str, str, str]]:
        """Return (belief, relation, belief) triples that a belief takes part in."""
        with self._ledger.view(self._scope) as view:
            members = self._members(view, belief)
            out = [key for claim in members for key in view.said_here(b"l" + claim)]
            back = [key for claim in members for key in view.said_here(b"m" + claim)]
        said = [(key[1:17].hex(), key[17:-17].decode(), key[-16:].hex()) for key in out]
        return said + [(key[-16:].hex(), key[17:-17].decode(), key[1:17].hex()) for key in back]

    def _members(self, view: View, belief: str | Belief) -> builtins.list[bytes]:
        """The claims that a belief consists of."""
        claim = id_of(_id(belief))
        figure = view.figure(claim)
        if figure is None:
            raise _not_found(claim)
        return list(figure.members)

    def dependents(self, belief: str | Belief) -> builtins.list[str]:
        """Return the ids of beliefs that have rested on this one."""
        with self._ledger.view(self._scope) as view:
            members = self._members(view, belief)
            resting = [row.claim_of(key) for c in members for key in view.said_here(b"d" + c)]
            figures = view.figures(resting)
        return list(dict.fromkeys(figures[claim].claim.hex() for claim in resting))

    def trace(self, belief: str | Belief, *, limit: int | None = None) -> builtins.list[TraceEntry]:
        """Return the history of a belief, in all its wordings, oldest first.

        With a limit, the latest part.
        """
        claim = id_of(_id(belief))
        layers = self._scope.reads
        with self._ledger.store.read(self.namespace) as snapshot:
            figure = self._ledger.view_of(snapshot, self._scope).figure(claim)
            claims = list(figure.members) if figure else [claim]
            entries = [entry for one in claims for entry in snapshot.entries(subject=one)]
        if len(claims) > 1:
            entries.sort(key=lambda entry: entry.recorded)
        found = [told for entry in entries if (told := trace_entry(entry)).layer in layers]
        if not found:
            raise _not_found(claim)
        return found if limit is None else found[max(0, len(found) - _limit(limit)) :]

    def fuse(self, deltas: Iterable[Said | Delta]) -> builtins.list[Belief]:
        """Pool statements with current trust and settings; pure, nothing is written."""
        if isinstance(deltas, str) or not isinstance(deltas, Iterable):
            raise InvalidInput(f"fuse must get a list of statements, not {shown(deltas)}.")
        said = [
            one._replace(supersedes=None, depends_on=())
            for delta in deltas
            for one in (delta.said if isinstance(delta, Delta) else [statement(delta)])
        ]
        agents = {("agent", one.agent or self.agent) for one in said}
        sources = {("source", one.source) for one in said if one.source is not None}
        targets = [row.target_key(kind, name) for kind, name in agents | sources]
        with self._ledger.store.read(self.namespace) as snapshot:
            wanted = [id_of(one.belief) for one in said if one.belief is not None]
            named = {claim.hex(): words for claim, (_, words) in snapshot.claims(wanted).items()}
            for claim in wanted:
                if claim.hex() not in named:
                    raise _not_found(claim)
            known = dict(snapshot.load([row.SETTINGS, *targets], []))
            now = self._ledger.view_of(snapshot, self._scope).now
        said = [
            one if one.belief is None else one._replace(claim=named[one.belief], belief=None)
            for one in said
        ]
        scratch = MemoryStore()
        scratch.write(self.namespace, lambda transaction: transaction.save(known, Head(now)))
        ledger = Ledger(scratch, self.namespace, lambda: datetime_of(now), bytes)
        ledger.contribute(self._scope, said, self.agent)
        return self._clone(ledger).list(limit=None)

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
        export = read_lines(_lines(other))
        merged = self._ledger.store.write(self.namespace, lambda t: absorb(t, *export))
        self._ledger.finish_erasures()
        return merged

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


def _lines(source: object) -> Iterable[str]:
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


def _not_found(claim: bytes) -> NotFound:
    return NotFound(f"there is no belief {claim.hex()} here; use an id that list shows.")


def _limit(limit: object) -> int:
    if type(limit) is not int or limit < 0:
        raise InvalidInput(f"limit must be a whole number, 0 or more, not {shown(limit)}.")
    return min(limit, sys.maxsize)


def _id(belief: str | Belief) -> str:
    return belief.id if isinstance(belief, Belief) else belief


def _note(figure: Figure) -> Note:
    return Note(
        figure.claim.hex(), figure.family, figure.text, figure.status, datetime_of(figure.created)
    )


def _plain(figure: Figure) -> builtins.list[Any]:
    """Parameters and evidence as JSON can hold them: an infinite variance becomes None."""
    parameters, evidence = figure.pooled
    plain = [None if value == float("inf") else value for value in parameters]
    return [plain, evidence]
