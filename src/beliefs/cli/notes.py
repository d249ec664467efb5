"""What was said in a certain role: goals, gaps, decisions, risks, insights, assumptions.

And what does not fit together: contradictions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from beliefs.cli.options import Command, moment
from beliefs.cli.session import Session, pass_session

if TYPE_CHECKING:
    from datetime import datetime

    from beliefs.mind.belief import Belief, Note

_LIMIT = click.option("--limit", type=click.IntRange(0), metavar="N", help="At most so many.")
_SINCE = click.option(
    "--since", type=moment, metavar="WHEN", help="Not older than this: ISO 8601 (UTC) or 2h."
)


def _listing(name: str, told: str, *, notes: bool = False) -> click.Command:
    """The command that lists goals or gaps, or the claims of one role."""

    @click.command(name, cls=Command, help=told)
    @_LIMIT
    @_SINCE
    @pass_session
    def command(session: Session, limit: int | None, since: datetime | None) -> None:
        with session.client() as client:
            found = getattr(client, name)(limit=limit, since=since)
            if not found and not session.json:
                click.echo(f"There are no {'open ' if notes else ''}{name}.")
            elif notes:
                _show_notes(session, found)
            else:
                _show_claims(session, found)

    return command


def _show_notes(session: Session, notes: list[Note]) -> None:
    if session.json:
        from beliefs.cli.turn_documents import note_document

        session.print_json([note_document(note) for note in notes])
    else:
        from beliefs.cli.drawing.turns import notes_table

        session.console().print(notes_table(notes))


def _show_claims(session: Session, beliefs: list[Belief]) -> None:
    if session.json:
        from beliefs.cli.documents import belief_document

        session.print_json([belief_document(belief) for belief in beliefs])
    else:
        from beliefs.cli.drawing.tables import beliefs_table

        session.console().print(beliefs_table(beliefs))


goals_command = _listing("goals", "List what is wanted.\n\nThe oldest first.", notes=True)
gaps_command = _listing("gaps", "List what is not known.\n\nThe oldest first.", notes=True)
decisions_command = _listing("decisions", "List claims stated as decisions.\n\nThe oldest first.")
risks_command = _listing("risks", "List claims stated as risks.\n\nThe oldest first.")
insights_command = _listing("insights", "List claims stated as insights.\n\nThe oldest first.")
assumptions_command = _listing(
    "assumptions", "List claims stated as assumptions.\n\nThe oldest first."
)


@click.command("contradictions", cls=Command)
@click.option("--limit", type=click.IntRange(0), default=100, show_default=True, metavar="N")
@pass_session
def contradictions_command(session: Session, limit: int) -> None:
    """List what cannot all be true.

    Beliefs whose voices disagree, and pairs that were said to contradict each other; the worst
    first.
    """
    with session.client() as client:
        found = client.contradictions(limit=limit)
    if session.json:
        from beliefs.cli.turn_documents import contradiction_document

        session.print_json([contradiction_document(one) for one in found])
    elif found:
        from beliefs.cli.drawing.turns import contradictions_table

        session.console().print(contradictions_table(found))
    else:
        click.echo("Nothing contradicts itself or anything else.")


@click.command("resolve", cls=Command)
@click.argument("note", metavar="ID|WORDS")
@click.option("--reason", metavar="TEXT", help="Why; it is kept in the trace.")
@pass_session
def resolve_command(session: Session, note: str, reason: str | None) -> None:
    """Close a goal or a gap.

    By its id, as `belief goals` and `belief gaps` show it, or by its words.
    """
    with session.client(writes=True) as client:
        # The beginning of an id, as the lists show it; anything else is taken for words.
        known = {one.id: one for one in (*client.gaps(), *client.goals())}
        fits = [found for found in known if note and found.startswith(note.lower())]
        delta = client.resolve(fits[0] if len(fits) == 1 else note, reason)
    if session.json:
        from beliefs.cli.documents import delta_document

        session.print_json(delta_document(delta))
        return
    for change in delta.changes:
        click.echo(f"Resolved: {change.claim}")
    if not delta.changes:
        click.echo("It was not open, so nothing was changed.")
