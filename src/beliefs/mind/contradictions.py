"""Contradictions: beliefs whose voices disagree, and beliefs that were said to exclude another."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from beliefs.ledger import rows as row
from beliefs.ledger.figure import Figure
from beliefs.ledger.view import View
from beliefs.mind.belief import Belief
from beliefs.mind.clarity import both_held
from beliefs.mind.wording import CONFLICT_FROM


class Contradiction(NamedTuple):
    """Something that cannot all be true."""

    beliefs: tuple[str, ...]
    """One id where voices disagree about one belief, two where two beliefs exclude each other."""
    claims: tuple[str, ...]
    severity: float
    """From 0 to 1: how evenly the voices are split, or how firmly both are held."""
    observed: datetime
    """When the newest evidence in it was observed."""


def contradictions(view: View, figures: Iterable[Figure]) -> list[Contradiction]:
    """Find what contradicts itself or another, the worst first."""
    held: dict[str, Belief] = {}
    name: dict[bytes, str] = {}
    for figure in figures:
        if figure.closed is None:
            belief = held[figure.claim.hex()] = Belief(figure)
            name.update(dict.fromkeys(figure.members, belief.id))
    found = [
        Contradiction((belief.id,), (belief.claim,), belief.conflict, _newest(belief))
        for belief in held.values()
        if belief.conflict >= CONFLICT_FROM
    ]
    pairs: set[tuple[str, str]] = set()
    for claim, one in name.items():
        for key in view.said_here(b"l" + claim + b"contradicts\0"):
            other = name.get(row.claim_of(key))
            if other is not None and other != one:
                pairs.add((min(one, other), max(one, other)))
    for one, other in pairs:
        both = held[one], held[other]
        claims = both[0].claim, both[1].claim
        found.append(Contradiction((one, other), claims, both_held(*both), _newest(*both)))
    return sorted(found, key=lambda c: (-c.severity, c.beliefs))


def _newest(*beliefs: Belief) -> datetime:
    return max(belief.observed or belief.created for belief in beliefs)
