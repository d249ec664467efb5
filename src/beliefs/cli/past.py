"""The past of a belief: where it stood after each step of its history."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from beliefs.errors import NotFound

if TYPE_CHECKING:
    from datetime import datetime

    from beliefs.mind.belief import Belief
    from beliefs.mind.beliefs import Beliefs

_STEPS = 30
# A look at the past folds the ledger up to there again, at some 40,000 entries a second.
_AFFORDABLE = 60_000


class Step(NamedTuple):
    """Where a belief stood at a moment; None while it was not active."""

    moment: datetime
    stood: float | None


class Past(NamedTuple):
    """Steps, oldest first, and a sentence about those that are left out."""

    steps: list[Step]
    left_out: str | None = None


def past_of(client: Beliefs, belief: Belief, wanted: int | None) -> Past:
    """Look at a belief after as many steps as are wanted, or as are quick."""
    recorded = sorted({entry.recorded for entry in client.trace(belief)})
    if wanted is None:
        entries = client.count()
        wanted = min(_STEPS, _AFFORDABLE // max(1, entries))
        if not wanted:
            return Past([], f"the ledger has {entries:,} entries; --steps 5 draws history anyway.")
    if len(recorded) <= wanted:
        return Past([_step(client, belief, moment) for moment in recorded])
    if wanted < 2:
        recorded = recorded[len(recorded) - wanted :]
    else:
        # Evenly spread, with the first and the last.
        last = len(recorded) - 1
        recorded = [recorded[round(i * last / (wanted - 1))] for i in range(wanted)]
    steps = [_step(client, belief, moment) for moment in recorded]
    return Past(steps, f"{wanted} steps of its history are drawn; --steps N draws more or fewer.")


def _step(client: Beliefs, belief: Belief, moment: datetime) -> Step:
    try:
        then = client.at(moment).get(belief)
    except NotFound:
        return Step(moment, None)
    if then.status != "active":
        return Step(moment, None)
    numeric = then.family == "numeric"
    return Step(moment, getattr(then.parameters, "mean", None) if numeric else then.confidence)
