"""The outlook of a turn: what is relevant to a text, how clear it is, and what to ask next.

It covers at most `MOST` beliefs with their gaps, goals and dependants, so that it costs the same
in a small mind and in a large one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import NamedTuple

from beliefs.ledger import rows as row
from beliefs.ledger.figure import Figure
from beliefs.ledger.fold import NOTES
from beliefs.ledger.paging import newest
from beliefs.ledger.postings import Postings
from beliefs.ledger.search import search
from beliefs.ledger.stores.protocol import Snapshot
from beliefs.ledger.view import View
from beliefs.mind.belief import Belief, Note
from beliefs.mind.clarity import Clarity, clarity
from beliefs.mind.moves import Feedback, Move, moves
from beliefs.mind.notes import Noted

MOST = 256
"""Beliefs that one turn looks at."""

_CONTRADICTS = b"contradicts\0"

FOUND = 24
"""Beliefs that the words of a text bring up; what they rest on and contradict comes with them."""


class Outlook(NamedTuple):
    """What matters for a turn."""

    beliefs: tuple[Belief, ...]
    goals: tuple[Note, ...]
    gaps: tuple[Note, ...]
    contradictions: tuple[tuple[str, str], ...]
    """Pairs of ids that were said to contradict each other, and both stand."""
    clarity: Clarity
    moves: tuple[Move, ...]
    more_goals: int = 0
    more_gaps: int = 0
    """How many open ones there are that were not looked at."""


def relevant(
    snapshot: Snapshot, view: View, postings: Postings, text: str, named: Iterable[bytes] = ()
) -> list[Figure]:
    """The beliefs that a text brings up, those named first, and those they hang together with."""
    found: dict[bytes, Figure] = {}
    claims = list(named)[:MOST]
    view.load(claims)
    for figure in view.figures(claims).values():
        if figure.family not in NOTES:
            found[figure.claim] = figure
    if not text and not claims:
        found = {figure.claim: figure for figure in _newest(snapshot, view)}
    if text:
        for figure in islice(search(snapshot, view, postings, text), FOUND):
            found.setdefault(figure.claim, figure)
    near: dict[bytes, None] = {}
    _load_relations(view, found.values())
    for figure in list(found.values()):
        near.update(dict.fromkeys(bytes.fromhex(premise) for premise in figure.rests_on))
        for claim in figure.members:
            near.update(dict.fromkeys(row.claim_of(key) for key in _contradicted(view, claim)))
    more = [claim for claim in near if claim not in found][: MOST - len(found)]
    view.load(more)
    for figure in view.figures(more).values():
        found.setdefault(figure.claim, figure)
    return list(found.values())


def _newest(snapshot: Snapshot, view: View) -> list[Figure]:
    """The beliefs that stand and were recorded last, the newest first."""
    wanted, looked = FOUND, -1
    while True:
        figures = newest(snapshot, view, wanted)
        held = [figure for figure in reversed(figures) if figure.closed is None]
        if len(held) >= FOUND or len(figures) == looked:
            return held[:FOUND]
        # Many of the newest have been closed, or are one belief.
        wanted, looked = 4 * wanted, len(figures)


def _load_relations(view: View, figures: Iterable[Figure]) -> None:
    """Fetch in one round trip what rests on beliefs and what contradicts them."""
    claims = [claim for figure in figures for claim in figure.members]
    kinds = ((b"d", b""), (b"l", _CONTRADICTS), (b"m", _CONTRADICTS))
    view.rows.load(prefixes=[side + claim + kind for claim in claims for side, kind in kinds])


def _contradicted(view: View, claim: bytes) -> list[bytes]:
    sides = (b"l", b"m")
    return [key for side in sides for key in view.said_here(side + claim + _CONTRADICTS)]


def outlook(
    view: View,
    figures: Iterable[Figure],
    noted: Noted,
    feedback: Mapping[str, Feedback],
) -> Outlook:
    """Work out clarity and moves for a set of beliefs."""
    held = [figure for figure in figures if figure.closed is None]
    _load_relations(view, held)
    names = {claim: figure.claim.hex() for figure in held for claim in figure.members}
    pairs = {
        tuple(sorted((names[claim], names[other])))
        for claim in names
        for key in _contradicted(view, claim)
        if (other := row.claim_of(key)) in names and names[other] != names[claim]
    }
    contradictions = tuple(sorted((one, other) for one, other in pairs))
    resting = {
        figure.claim.hex(): sum(len(view.said_here(b"d" + claim)) for claim in figure.members)
        for figure in held
    }
    beliefs = tuple(map(Belief, held))
    gaps = tuple(note for note in noted.notes if note.kind == "gap")
    goals = tuple(note for note in noted.notes if note.kind == "goal")
    asked = moves(
        beliefs, gaps=gaps, contradictions=contradictions, dependants=resting, feedback=feedback
    )
    clear = clarity(
        beliefs, gaps=gaps, goals=goals, contradictions=contradictions, dependants=resting
    )
    return Outlook(
        beliefs, _open(goals), _open(gaps), contradictions, clear, tuple(asked),
        noted.more_goals, noted.more_gaps,
    )  # fmt: skip


def _open(notes: Iterable[Note]) -> tuple[Note, ...]:
    return tuple(note for note in notes if note.status == "active")
