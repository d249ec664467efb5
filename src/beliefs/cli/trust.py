"""`belief trust`: decide about voices, or see what holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from beliefs.cli.options import Group
from beliefs.cli.session import Session, pass_session

if TYPE_CHECKING:
    from collections.abc import Callable

    from beliefs.mind.trust import Trusted


@click.group("trust", cls=Group)
def trust_command() -> None:
    """Decide how far to trust an agent or a source.

    What a voice says is multiplied by how far it is trusted, whenever it was said. Unless a
    decision is locked, outcomes refine it.
    """


def _voice(command: Callable[..., Any]) -> Callable[..., Any]:
    """Let a command name one voice."""
    command = click.option("--source", metavar="NAME", help="A source.")(command)
    return click.option("--agent", metavar="NAME", help="An agent.")(command)


@trust_command.command("set")
@_voice
@click.option(
    "--confidence", type=float, required=True, metavar="0..1", help="How often it is right."
)
@click.option(
    "--strength", type=float, default=10.0, show_default=True, metavar="N", help="How firm that is."
)
@click.option("--lock", is_flag=True, help="Outcomes do not change it.")
@pass_session
def set_command(
    session: Session,
    *,
    agent: str | None,
    source: str | None,
    confidence: float,
    strength: float,
    lock: bool,
) -> None:
    """Decide how far to trust a voice."""
    with session.client(writes=True) as client:
        trusted = client.trust.set(
            agent=agent, source=source, confidence=confidence, strength=strength, lock=lock
        )
    _tell(session, trusted)


@trust_command.command("get")
@_voice
@pass_session
def get_command(session: Session, agent: str | None, source: str | None) -> None:
    """Show what holds for a voice, decided or earned."""
    with session.client() as client:
        trusted = client.trust.look(agent=agent, source=source)
    _tell(session, trusted)


@trust_command.command("list")
@click.option("--kind", type=click.Choice(["agent", "source"]), help="Only these.")
@pass_session
def list_command(session: Session, kind: str | None) -> None:
    """List every voice with a decision or a record."""
    with session.client() as client:
        voices = client.trust.list(kind=kind)
    if session.json:
        from beliefs.cli.documents import trust_document

        session.print_json([trust_document(one) for one in voices])
    elif voices:
        from beliefs.cli.drawing.tables import trust_table

        session.console().print(trust_table(voices))
    else:
        click.echo("Every voice counts in full: nobody decided otherwise, and none has a record.")


@trust_command.command("unset")
@_voice
@pass_session
def unset_command(session: Session, agent: str | None, source: str | None) -> None:
    """Take a decision back; the record of outcomes stays."""
    with session.client(writes=True) as client:
        client.trust.unset(agent=agent, source=source)
        trusted = client.trust.look(agent=agent, source=source)
    _tell(session, trusted)


def _tell(session: Session, trusted: Trusted) -> None:
    if session.json:
        from beliefs.cli.documents import trust_document

        session.print_json(trust_document(trusted))
        return
    from beliefs.cli.drawing.tables import trust_table

    session.console().print(trust_table([trusted]))
