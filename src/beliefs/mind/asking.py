"""Asking: every view of what is believed, wanted and not known."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from beliefs.errors import InvalidInput, NotFound, shown
from beliefs.ledger import rows as row
from beliefs.ledger.fold import NOTES
from beliefs.ledger.ledger import Ledger
from beliefs.ledger.paging import pages, place_of
from beliefs.ledger.search import search
from beliefs.ledger.statements import id_of, statement
from beliefs.ledger.stores.memory import MemoryStore
from beliefs.ledger.stores.protocol import Head
from beliefs.ledger.text import clean, datetime_of, moment_of
from beliefs.ledger.view import View
from beliefs.mind.belief import Belief, Delta, Note, TraceEntry, note_of, trace_entry
from beliefs.mind.client import Client, Said, checked_limit, named, not_found

if TYPE_CHECKING:  # what only those load who read texts
    from beliefs.mind.calibration import Calibration
    from beliefs.mind.contradictions import Contradiction


_PLACE_BYTES = 24
_STATUSES = ("active", "unsupported", "retracted", "superseded", "removed", "reset")


class World(NamedTuple):
    """What is believed, wanted and not known."""

    beliefs: list[Belief]
    goals: list[Note]
    gaps: list[Note]


class Page(NamedTuple):
    """Some beliefs, and where those begin that follow, if any do."""

    items: list[Belief]
    next: str | None


class Asking(Client):
    """The ways to look."""

    def get(self, belief: str | Belief) -> Belief:
        """Return one belief, also if it is no longer active."""
        claim = id_of(named(belief))
        with self._ledger.view(self._scope) as view:
            figure = view.figure(claim)
        if figure is None or figure.status == "removed" or figure.family in NOTES:
            raise not_found(claim)
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
        limit = None if limit is None else checked_limit(limit)
        kept = _kept(family, status, stale=stale)
        return list(islice(filter(kept, self._stored_order(limit)), limit))

    def _page(
        self,
        *,
        limit: int = 100,
        cursor: str | None = None,
        stale: bool = False,
        family: str | None = None,
        status: str | None = None,
    ) -> Page:
        """The same, some at a time: with a cursor, those that follow the page it came from."""
        size, after = checked_limit(limit), _place(cursor)
        kept = _kept(family, status, stale=stale)
        found = list(islice(filter(kept, self._stored_order(size + 1, after)), size + 1))
        more = len(found) > size > 0
        return Page(found[:size], place_of(found[size - 1]._figure).hex() if more else None)  # noqa: SLF001

    def _stored_order(self, limit: int | None, after: bytes = b"") -> Iterator[Belief]:
        chunk = 256 if limit is None else min(max(limit, 1), 256)
        with self._ledger.store.read(self.namespace) as snapshot:
            view = self._ledger.view_of(snapshot, self._scope)
            for figures in pages(snapshot, view, chunk=chunk, after=after):
                yield from map(Belief, figures)

    def search(self, query: str, *, limit: int = 20) -> builtins.list[Belief]:
        """Return active beliefs that share words with the query, best first."""
        words = clean(query, "a query")
        most = checked_limit(limit)
        with self._ledger.store.read(self.namespace) as snapshot:
            view = self._ledger.view_of(snapshot, self._scope)
            found = search(snapshot, view, self._ledger.postings, words)
            return [Belief(figure) for figure in islice(found, most)]

    def snapshot(self, *, limit: int | None = 100) -> World:
        """Return what is believed, wanted and not known, and work nothing out."""
        return World(self.list(limit=limit), self.goals(), self.gaps())

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
            note for note in self._notes() if note.kind == kind and _is_since(note.created, since)
        )
        return list(islice(found, None if limit is None else checked_limit(limit)))

    def _notes(self, *, closed: bool = False) -> builtins.list[Note]:
        with self._ledger.store.read(self.namespace) as snapshot:
            view = self._ledger.view_of(snapshot, self._scope)
            return [
                note_of(figure)
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
        found = [belief for belief in found if _is_since(belief.created, since)]
        return found if limit is None else found[: checked_limit(limit)]

    def evidence(
        self, belief: str | Belief, *, limit: int | None = None, since: datetime | None = None
    ) -> builtins.list[TraceEntry]:
        """Return what was contributed to a belief, in any of its wordings, oldest first."""
        found = [
            entry
            for entry in self.trace(belief)
            if entry.action == "contribution" and _is_since(entry.recorded, since)
        ]
        return found if limit is None else found[: checked_limit(limit)]

    def contradictions(
        self, *, severity: float = 0.0, limit: int = 100, since: datetime | None = None
    ) -> builtins.list[Contradiction]:
        """Return beliefs whose voices disagree, and pairs said to contradict, the worst first.

        `severity` is the least to show, `since` the moment since which one of them was observed.
        This looks at every belief.
        """
        from beliefs.mind.contradictions import contradictions

        with self._ledger.store.read(self.namespace) as snapshot:
            view = self._ledger.view_of(snapshot, self._scope)
            found = contradictions(view, (f for page in pages(snapshot, view) for f in page))
        kept = [c for c in found if c.severity >= severity and _is_since(c.observed, since)]
        return kept[: checked_limit(limit)]

    def calibration(self) -> Calibration:
        """Return how far probabilities came true, per kind of source."""
        from beliefs.mind.calibration import calibration

        return calibration(self._ledger)

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
        claim = id_of(named(belief))
        figure = view.figure(claim)
        if figure is None:
            raise not_found(claim)
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
        claim = id_of(named(belief))
        layers = self._scope.reads
        with self._ledger.store.read(self.namespace) as snapshot:
            figure = self._ledger.view_of(snapshot, self._scope).figure(claim)
            claims = list(figure.members) if figure else [claim]
            entries = [entry for one in claims for entry in snapshot.entries(subject=one)]
        if len(claims) > 1:
            entries.sort(key=lambda entry: entry.recorded)
        found = [told for entry in entries if (told := trace_entry(entry)).layer in layers]
        if not found:
            raise not_found(claim)
        return found if limit is None else found[max(0, len(found) - checked_limit(limit)) :]

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
            words_of = {claim.hex(): words for claim, (_, words) in snapshot.claims(wanted).items()}
            for claim in wanted:
                if claim.hex() not in words_of:
                    raise not_found(claim)
            known = dict(snapshot.load([row.SETTINGS, *targets], []))
            now = self._ledger.view_of(snapshot, self._scope).now
        said = [
            one if one.belief is None else one._replace(claim=words_of[one.belief], belief=None)
            for one in said
        ]
        scratch = MemoryStore()
        scratch.write(self.namespace, lambda transaction: transaction.save(known, Head(now)))
        ledger = Ledger(scratch, self.namespace, lambda: datetime_of(now), bytes)
        ledger.contribute(self._scope, said, self.agent)
        return self._clone(ledger).list(limit=None)


def _kept(family: str | None, status: str | None, *, stale: bool) -> Callable[[Belief], bool]:
    """Which beliefs a list shows."""
    if family is not None and family not in ("binary", "categorical", "numeric"):
        raise InvalidInput(f"family must be binary, categorical or numeric, not {shown(family)}.")
    if status is not None and status not in _STATUSES:
        raise InvalidInput(f"status must be one of {', '.join(_STATUSES)}, not {shown(status)}.")
    statuses = ("active", "unsupported") if status is None else (status,)
    return lambda belief: (
        (family is None or belief.family == family)
        and (not stale or belief.stale)
        and belief.status in statuses
    )


def _place(cursor: str | None) -> bytes:
    """Where a page begins."""
    try:
        place = b"" if cursor is None else bytes.fromhex(cursor)
    except (ValueError, TypeError):
        place = b"?"
    if len(place) not in (0, _PLACE_BYTES):
        raise InvalidInput(f"{shown(cursor)} is no cursor; use the `next` of a page.")
    return place


def _is_since(moment: datetime, since: datetime | None) -> bool:
    return since is None or moment_of(moment, "a moment") >= moment_of(since, "since")
