"""`belief trace`: the history of a belief."""

from __future__ import annotations

import click

from beliefs.cli.ids import full_id
from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session


@click.command("trace", cls=Command)
@click.argument("belief", metavar="ID")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the latest part.")
@pass_session
def trace_command(session: Session, belief: str, limit: int | None) -> None:
    """Tell the history of a belief.

    Everything that was ever recorded about it, oldest first, also what no longer counts.
    """
    with session.client() as client:
        belief_id = full_id(client, belief)
        entries = client.trace(belief_id, limit=limit)
    if session.json:
        from beliefs.cli.documents import trace_document

        session.print_json([trace_document(entry) for entry in entries])
        return
    from beliefs.cli.drawing.tables import trace_table

    session.console().print(trace_table(entries))
