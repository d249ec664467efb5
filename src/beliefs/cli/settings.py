"""`belief settings`: how fast evidence fades."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from beliefs.cli.options import Group, duration, told_duration
from beliefs.cli.session import Session, pass_session
from beliefs.errors import InvalidInput

if TYPE_CHECKING:
    from datetime import timedelta

    from beliefs.mind.settings import HalfLife


@click.group("settings", cls=Group)
def settings_command() -> None:
    """See or change how fast evidence fades.

    The settings belong to the ledger: they hold for everybody who reads it.
    """


@settings_command.command("get")
@pass_session
def get_command(session: Session) -> None:
    """Show the half-lives that hold."""
    with session.client() as client:
        _tell(session, client.settings.get())


@settings_command.command("set")
@click.option(
    "--half-life", metavar="SPAN", help="Evidence halves in 12h, 30d, 1y …; off: it does not fade."
)
@click.option(
    "--type",
    "by_type",
    metavar="TYPE=SPAN",
    multiple=True,
    help="Another half-life for one type of evidence, as measurement=7d; may be repeated.",
)
@pass_session
def set_command(session: Session, half_life: str | None, by_type: tuple[str, ...]) -> None:
    """Let evidence fade, or stop it; what is not named stays as it is."""
    if half_life is None and not by_type:
        raise click.UsageError("Say what to set: --half-life 30d, or --type measurement=7d.")
    # Read before anything is opened, so that a mistake creates no file.
    default = None if half_life is None else _span(half_life)
    types = dict(_typed(one) for one in by_type)
    with session.client(writes=True) as client:
        known = client.settings.get()
        merged = {**known.by_type, **types}
        held = client.settings.set(
            half_life=known.default if half_life is None else default,
            by_type={name: span for name, span in merged.items() if span is not None},
        )
    _tell(session, held)


def _span(text: str) -> timedelta | None:
    return None if text == "off" else duration(text)


def _typed(text: str) -> tuple[str, timedelta | None]:
    name, separator, span = text.partition("=")
    if not separator:
        raise InvalidInput(f"{text!r} names no time span; write it as measurement=7d.")
    return name.strip(), _span(span.strip())


def _tell(session: Session, held: HalfLife) -> None:
    if session.json:
        session.print_json(
            {
                "half_life_seconds": held.default and held.default.total_seconds(),
                "by_type": {name: span.total_seconds() for name, span in held.by_type.items()},
            }
        )
        return
    if held.default is None:
        click.echo("Evidence does not fade.")
    else:
        click.echo(f"Evidence loses half of its weight every {told_duration(held.default)}.")
    for name, span in sorted(held.by_type.items()):
        click.echo(f"  {name}: every {told_duration(span)}")
