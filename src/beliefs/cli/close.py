"""`belief retract`, `remove`, `reset` and `erase`: four ways to let go, each more final."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from beliefs.cli.ids import full_id
from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session
from beliefs.errors import InvalidInput

if TYPE_CHECKING:
    from beliefs.mind.belief import Delta

_reason = click.option("--reason", metavar="TEXT", help="Why; it is kept in the trace.")
_key = click.option(
    "--key", metavar="KEY", help="The same key again changes nothing: safe to retry."
)
_yes = click.option("--yes", is_flag=True, help="Do not ask.")


@click.command("retract", cls=Command)
@click.argument("belief", metavar="ID")
@_reason
@_key
@pass_session
def retract_command(session: Session, belief: str, reason: str | None, key: str | None) -> None:
    """Hide a belief; its history stays.

    What rests on it changes with the next read. New evidence brings it back afresh.
    """
    with session.client(writes=True) as client:
        delta = client.retract(full_id(client, belief), reason, idempotency_key=key)
    _tell(session, delta, "It was not active, so nothing was changed.")


@click.command("remove", cls=Command)
@click.argument("belief", metavar="ID")
@_reason
@_key
@pass_session
def remove_command(session: Session, belief: str, reason: str | None, key: str | None) -> None:
    """Take a belief out; only its trace remains."""
    with session.client(writes=True) as client:
        delta = client.remove(full_id(client, belief), reason, idempotency_key=key)
    _tell(session, delta, "Nothing was changed.")


@click.command("reset", cls=Command)
@_yes
@pass_session
def reset_command(session: Session, *, yes: bool) -> None:
    """Hide everything in the scope that is written to.

    That is the thread, if one is bound, or else the shared space of the namespace.
    """
    where = "the shared space" if session.thread is None else f"thread {session.thread!r}"
    _confirm(session, f"Hide every belief in {where} of {session.namespace!r}?", yes=yes)
    with session.client(writes=True) as client:
        hidden = client.reset()
    if session.json:
        session.print_json({"hidden": hidden})
    else:
        click.echo(f"{hidden:,} hidden; their history stays.")


@click.command("erase", cls=Command)
@click.argument("belief", metavar="ID")
@_yes
@pass_session
def erase_command(session: Session, belief: str, *, yes: bool) -> None:
    """Delete a belief and every copy of its words, for good.

    From entries, indexes, free pages and logs. A tombstone without words stays, so that neither
    a retry nor a merge brings it back.
    """
    with session.client(writes=True) as client:
        belief_id = full_id(client, belief)
        _confirm(session, f"Erase {belief_id[:8]} for good? This cannot be undone.", yes=yes)
        erased = client.erase(belief_id)
    if session.json:
        session.print_json({"id": belief_id, "erased": erased})
    else:
        click.echo(f"{belief_id[:8]} is erased: {erased:,} entries deleted, with all their words.")


def _confirm(session: Session, question: str, *, yes: bool) -> None:
    if yes:
        return
    if session.json:
        raise InvalidInput("this cannot be asked in JSON; pass --yes to go ahead.")
    if not click.confirm(question, err=True):
        raise InvalidInput("not confirmed, so nothing was changed.")


def _tell(session: Session, delta: Delta, otherwise: str) -> None:
    if session.json:
        from beliefs.cli.documents import delta_document

        session.print_json(delta_document(delta))
        return
    if delta.replayed:
        session.note("this key was used before for the same; nothing was changed.")
    if not delta.changes:
        click.echo(otherwise)
        return
    from beliefs.cli.drawing.tables import changes_table

    session.console().print(changes_table(delta.changes))
