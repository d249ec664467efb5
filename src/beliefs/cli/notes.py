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

_LIMIT = click.option("--limit", type=click.IntRange(0), metavar="N", help="At most so many.")
_SINCE = click.option(
    "--since", type=moment, metavar="WHEN", help="Not older than this: ISO 8601 (UTC) or 2h."
)


def _notes(name: str, told: str) -> click.Command:
    """The command that lists goals or gaps."""

    @click.command(name, cls=Command, help=told)
    @_LIMIT
    @_SINCE
    @pass_session
    def command(session: Session, limit: int | None, since: datetime | None) -> None:
        with session.client() as client:
            found = getattr(client, name)(limit=limit, since=since)
        if session.json:
            from beliefs.cli.turn_documents import note_document

            session.print_json([note_document(note) for note in found])
        elif found:
            from beliefs.cli.drawing.turns import notes_table

            session.console().print(notes_table(found))
        else:
            click.echo(f"There are no open {name}.")

    return command


def _claims(name: str, told: str) -> click.Command:
    """The command that lists the claims of one role."""

    @click.command(name, cls=Command, help=told)
    @_LIMIT
    @_SINCE
    @pass_session
    def command(session: Session, limit: int | None, since: datetime | None) -> None:
        with session.client() as client:
            found = getattr(client, name)(limit=limit, since=since)
            if session.json:
                from beliefs.cli.documents import belief_document

                session.print_json([belief_document(belief) for belief in found])
            elif found:
                from beliefs.cli.drawing.tables import beliefs_table

                session.console().print(beliefs_table(found))
            else:
                click.echo(f"There are no {name}.")

    return command


goals_command = _notes("goals", "List what is wanted.\n\nThe oldest first.")
gaps_command = _notes("gaps", "List what is not known.\n\nThe oldest first.")
decisions_command = _claims("decisions", "List claims stated as decisions.\n\nThe oldest first.")
risks_command = _claims("risks", "List claims stated as risks.\n\nThe oldest first.")
insights_command = _claims("insights", "List claims stated as insights.\n\nThe oldest first.")
assumptions_command = _claims(
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
