"""`belief link`, `join` and `split`: which claims are one belief."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from beliefs.cli.ids import full_id
from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session

if TYPE_CHECKING:
    from beliefs.mind.belief import Delta


@click.command("link", cls=Command)
@pass_session
def link_command(session: Session) -> None:
    """Let claims that say the same be one belief.

    All claims are compared, by their words. Reading a text does this by itself; claims that were
    added directly are linked by this.
    """
    with session.client(writes=True) as client:
        made = client.link()
    if session.json:
        session.print_json({"links": made})
    else:
        click.echo(f"{made:,} link{'' if made == 1 else 's'} made.")


@click.command("join", cls=Command)
@click.argument("one", metavar="ID")
@click.argument("other", metavar="ID")
@click.option("--denies", is_flag=True, help="One says that the other is not so.")
@pass_session
def join_command(session: Session, one: str, other: str, *, denies: bool) -> None:
    """Say that two beliefs are one.

    It holds until they are split.
    """
    with session.client(writes=True) as client:
        delta = client.join(full_id(client, one), full_id(client, other), denies=denies)
        _tell(session, delta, "They were one already, so nothing was changed.")


@click.command("split", cls=Command)
@click.argument("claim", metavar="ID")
@pass_session
def split_command(session: Session, claim: str) -> None:
    """Say that a claim is none of those it was linked with.

    It stays apart, also from what is linked later by words.
    """
    with session.client(writes=True) as client:
        delta = client.split(full_id(client, claim))
        _tell(session, delta, "It was linked with nothing, so nothing was changed.")


def _tell(session: Session, delta: Delta, otherwise: str) -> None:
    if session.json:
        from beliefs.cli.documents import delta_document

        session.print_json(delta_document(delta))
        return
    if not delta.changes:
        click.echo(otherwise)
        return
    from beliefs.cli.drawing.tables import changes_table

    session.console().print(changes_table(delta.changes))
