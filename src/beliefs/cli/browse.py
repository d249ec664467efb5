"""`belief list` and `belief search`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from beliefs.cli.options import Command, moment
from beliefs.cli.session import Session, pass_session

if TYPE_CHECKING:
    from datetime import datetime

    from beliefs.mind.belief import Belief

_at = click.option(
    "--at",
    type=moment,
    metavar="WHEN",
    help="As it was at a moment: ISO 8601 (UTC), or 2h ago as 2h.",
)
_STATUSES = ("active", "unsupported", "retracted", "superseded", "reset")


@click.command("list", cls=Command)
@click.option("--limit", type=click.IntRange(0), default=100, show_default=True, metavar="N")
@click.option("--all", "unlimited", is_flag=True, help="No limit.")
@click.option("--stale", is_flag=True, help="Only what should be checked again.")
@click.option(
    "--family", type=click.Choice(["binary", "categorical", "numeric"]), help="Only this family."
)
@click.option("--status", type=click.Choice(_STATUSES), help="Only these, also if not active.")
@_at
@pass_session
def list_command(
    session: Session,
    *,
    limit: int,
    unlimited: bool,
    stale: bool,
    family: str | None,
    status: str | None,
    at: datetime | None,
) -> None:
    """List what is believed.

    In the order it was first recorded. The dot is the confidence, the heavy line the range that
    holds the truth with 95 percent probability.
    """
    with session.client(at=at) as client:
        # One more than is shown tells whether there are more.
        asked = None if unlimited else limit + 1
        found = client.list(limit=asked, stale=stale, family=family, status=status)
        shown = found if unlimited else found[:limit]
        _tell(session, shown, 'Nothing is believed here yet: belief add "…".')
    if len(found) > len(shown):
        session.note(f"the first {limit} are shown; --limit N or --all shows more.")


@click.command("search", cls=Command)
@click.argument("words", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(0), default=20, show_default=True, metavar="N")
@_at
@pass_session
def search_command(
    session: Session, words: tuple[str, ...], limit: int, at: datetime | None
) -> None:
    """Find beliefs by their words.

    Best first: those that share the most, and the rarest, words with the query.
    """
    with session.client(at=at) as client:
        found = client.search(" ".join(words), limit=limit)
        _tell(session, found, "No active belief shares a word with that.")


def _tell(session: Session, beliefs: list[Belief], otherwise: str) -> None:
    if session.json:
        from beliefs.cli.documents import belief_document

        session.print_json([belief_document(belief) for belief in beliefs])
    elif beliefs:
        from beliefs.cli.drawing.tables import beliefs_table

        session.console().print(beliefs_table(beliefs))
    else:
        click.echo(otherwise)
