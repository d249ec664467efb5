"""The goals and gaps that a turn looks at, and how many open ones there are beside them.

To know what is open takes a look at each of them, so that is done once; from then on only those
that changed are looked at again.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from typing import Final, NamedTuple

from beliefs.ledger import rows as row
from beliefs.ledger.entries import moment_key
from beliefs.ledger.figure import Figure
from beliefs.ledger.fold import NOTES
from beliefs.ledger.paging import places
from beliefs.ledger.stores.protocol import Snapshot
from beliefs.ledger.view import View
from beliefs.mind.belief import Note, note_of

FIRST: Final = 8
LAST: Final = 16
"""A turn looks at the first goals and gaps, which are the task, and at the newest."""


class Noted(NamedTuple):
    """Goals and gaps, open or resolved, and how many open ones there are beside them."""

    notes: list[Note]
    more_goals: int = 0
    more_gaps: int = 0


class Notes:
    """Every goal and gap that is open or resolved, as of the last look at the ledger."""

    def __init__(self) -> None:
        self._seen: int | None = None
        self._order: list[bytes] = []
        self._places: dict[bytes, bytes] = {}
        self._open: dict[str, set[bytes]] = {kind: set() for kind in NOTES}
        self._looked_at: dict[bytes, Note] = {}

    def at(self, snapshot: Snapshot, view: View) -> Noted:
        """The goals and gaps by the time of a snapshot."""
        tail = snapshot.tail
        changed = None if self._seen is None else tail.since(self._seen)
        if changed is None:
            self._read(snapshot, view)
        elif changed:
            view.load(changed)
            found = [f for f in view.figures(changed).values() if f.family in NOTES]
            if all(map(self._is_in_order, found)):
                self._enter(found)
            else:
                self._read(snapshot, view)
        self._seen = tail.arrivals
        return self._look(view)

    def _read(self, snapshot: Snapshot, view: View) -> None:
        every = {row.claim_of(place): place for place in places(snapshot, view, notes=True)}
        untouched = view.untouched(every)
        self._places = {claim: place for claim, place in every.items() if claim in untouched}
        self._order, self._looked_at = list(self._places.values()), {}
        self._open = {kind: set() for kind in NOTES}
        for claim, (kind, _) in snapshot.claims(untouched).items():
            self._open[kind].add(claim)
        rest = [claim for claim in every if claim not in untouched]
        view.load(rest)
        self._enter(view.figures(rest).values())

    def _is_in_order(self, figure: Figure) -> bool:
        """Whether it stands where it stood; a merge may bring earlier words, or a withdrawal."""
        place = _place(figure)
        return _counts(figure) and self._places.get(figure.claim, place) == place

    def _enter(self, notes: Iterable[Figure]) -> None:
        for figure in filter(_counts, notes):
            claim, place, still_open = figure.claim, _place(figure), self._open[figure.family]
            (still_open.add if figure.closed is None else still_open.discard)(claim)
            self._looked_at[claim] = note_of(figure)
            if claim not in self._places:
                self._places[claim] = place
                insort(self._order, place)

    def _look(self, view: View) -> Noted:
        few = len(self._order) <= FIRST + LAST
        ends = self._order if few else self._order[:FIRST] + self._order[-LAST:]
        claims = list(map(row.claim_of, ends))
        missing = [claim for claim in claims if claim not in self._looked_at]
        if missing:
            view.load(missing)
            self._enter(view.figures(missing).values())
        self._looked_at = {claim: self._looked_at[claim] for claim in claims}
        goals, gaps = (
            len(found) - sum(claim in found for claim in claims)
            for found in (self._open["goal"], self._open["gap"])
        )
        return Noted(list(self._looked_at.values()), goals, gaps)


def _counts(figure: Figure) -> bool:
    """Whether it is a question, or one that was answered; what was reset is neither."""
    return figure.closed is None or figure.status == "resolved"


def _place(figure: Figure) -> bytes:
    return moment_key(figure.created) + figure.claim
