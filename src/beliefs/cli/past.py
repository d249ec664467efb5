"""The past of a belief: where it stood after each step of its history."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from beliefs.mind.belief import Belief
    from beliefs.mind.beliefs import Beliefs
    from beliefs.mind.past import Step

_STEPS = 30
# A look at the past folds the ledger up to there again, at some 40,000 entries a second.
_AFFORDABLE = 60_000


class Past(NamedTuple):
    """Steps, oldest first, and a sentence about those that are left out."""

    steps: list[Step]
    left_out: str | None = None


def past_of(client: Beliefs, belief: Belief, wanted: int | None) -> Past:
    """Look at a belief after as many steps as are wanted, or as are quick."""
    from beliefs.mind.past import spread, steps

    recorded = sorted({entry.recorded for entry in client.trace(belief)})
    if wanted is None:
        entries = client.count()
        wanted = min(_STEPS, _AFFORDABLE // max(1, entries))
        if not wanted:
            return Past([], f"the ledger has {entries:,} entries; --steps 5 draws history anyway.")
    drawn = steps(client, belief, spread(recorded, wanted))
    if len(recorded) <= wanted:
        return Past(drawn)
    return Past(drawn, f"{wanted} steps of its history are drawn; --steps N draws more or fewer.")
