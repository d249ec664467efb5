"""`belief show`: one belief, drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from beliefs.cli.ids import full_id
from beliefs.cli.options import Command, moment
from beliefs.cli.past import past_of
from beliefs.cli.session import Session, pass_session

if TYPE_CHECKING:
    from datetime import datetime

    from beliefs.cli.past import Past
    from beliefs.mind.belief import Belief
    from beliefs.mind.beliefs import Beliefs


@click.command("show", cls=Command)
@click.argument("belief", metavar="ID")
@click.option(
    "--at", type=moment, metavar="WHEN", help="As it was at a moment: ISO 8601 (UTC) or 2h."
)
@click.option(
    "--steps",
    type=click.IntRange(0, 500),
    metavar="N",
    help="Draw N steps of its history; default as many as are quick, 30 at most.",
)
@pass_session
def show_command(session: Session, belief: str, at: datetime | None, steps: int | None) -> None:
    """Draw one belief: its distribution, history and voices.

    The lighter part of the distribution lies outside the range that holds the truth with 95
    percent probability.
    """
    with session.client(at=at) as client:
        found = client.get(full_id(client, belief))
        past = past_of(client, found, steps)
        rests = _summaries(client, found.depends_on)
        carries = _summaries(client, client.dependents(found))
        if session.json:
            # Inside: what has been taught about its voices is looked up when it is asked for.
            _print_json(session, found, past, carries)
            return
    from beliefs.cli.drawing.portrait import portrait

    console = session.console()
    for part in portrait(found, past, rests, carries):
        console.print(part)


def _summaries(client: Beliefs, ids: tuple[str, ...] | list[str]) -> dict[str, Belief | None]:
    """Look up beliefs by id; None for one that was taken out."""
    from beliefs.errors import NotFound

    found: dict[str, Belief | None] = {}
    for belief_id in ids:
        try:
            found[belief_id] = client.get(belief_id)
        except NotFound:
            found[belief_id] = None
    return found


def _print_json(
    session: Session, belief: Belief, past: Past, carries: dict[str, Belief | None]
) -> None:
    from beliefs.cli.documents import belief_document, iso, voice_document

    session.print_json(
        {
            **belief_document(belief),
            "estimate": _estimate(belief),
            "voices": [voice_document(voice) for voice in belief.voices],
            "dependents": list(carries),
            "history": [{"at": iso(step.moment), "stood": step.stood} for step in past.steps],
        }
    )


def _estimate(belief: Belief) -> dict[str, object] | None:
    estimate = belief.estimate
    return None if estimate is None else dict(estimate._asdict())
