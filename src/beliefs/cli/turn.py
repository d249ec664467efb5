"""`belief before` and `belief after`: one turn of an agent, from a prompt to what it changed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session
from beliefs.errors import InvalidInput

if TYPE_CHECKING:
    from beliefs.mind.turns import TurnDelta


@click.command("before", cls=Command)
@click.argument("text", default="")
@click.option(
    "--budget",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    metavar="TOKENS",
    help="How long the text may get.",
)
@pass_session
def before_command(session: Session, text: str, budget: int) -> None:
    """Print what matters for a turn, as text for a prompt.

    What TEXT brings up, or everything: beliefs, goals, open questions, contradictions and next
    moves, a line each. With `-` for TEXT it is read from the input.
    """
    with session.client() as client:
        context = client.before(_text(text), budget=budget)
        if session.json:
            from beliefs.cli.turn_documents import context_document

            # Inside: what has been taught about voices is looked up when it is asked for.
            session.print_json(context_document(context))
            return
    if context.prompt:
        click.echo(context.prompt)
    elif context.left_out:
        session.note(f"{context.left_out} lines do not fit; raise --budget or list goals and gaps.")
    else:
        session.note("nothing is known here, so there is nothing to show.")


@click.command("after", cls=Command)
@click.argument("text")
@click.option("--tool", metavar="NAME", help="The tool whose output it is.")
@click.option("--source", metavar="NAME", help="Where it comes from: a file, a page, a person.")
@click.option("--key", metavar="KEY", help="The same key again changes nothing: safe to retry.")
@pass_session
def after_command(
    session: Session, text: str, tool: str | None, source: str | None, key: str | None
) -> None:
    """Read a text and write down what it says.

    Claims, hedges, denials, numbers, goals and open questions are found by rules, the same way
    every time. What was not understood is listed, and so is what to ask next. With `-` for TEXT
    it is read from the input. Lines of a `belief before` block are left out: what was shown is no
    evidence. Without --tool or --source these are the agent's own words, and all that one agent
    says about a claim weighs as one report.

    \b
    belief after "The well is probably safe. We do not know when it was tested."
    curl -s https://example.org/report.txt | belief after - --source report
    """
    words = _text(text)
    with session.client(writes=True) as client:
        delta = client.after(words, tool=tool, source=source, idempotency_key=key)
        if session.json:
            from beliefs.cli.turn_documents import turn_document

            session.print_json(turn_document(delta))
            return
        _tell(session, delta)


def _text(typed: str) -> str:
    """The text that is meant: as typed, or the whole input."""
    if typed != "-":
        return typed
    try:
        return sys.stdin.buffer.read().decode()
    except UnicodeDecodeError:
        raise InvalidInput("the input is not UTF-8 text; convert it first.") from None


def _tell(session: Session, delta: TurnDelta) -> None:
    from beliefs.cli.drawing.tables import changes_table
    from beliefs.cli.drawing.turns import clarity_line, moves_lines, unread_lines

    if delta.replayed:
        session.note("this key was used before for the same; nothing was changed.")
    if delta.fallback is not None:
        session.note(f"the rules read {delta.fallback}")
    console = session.console()
    if delta.changes:
        console.print(changes_table(delta.changes))
    else:
        click.echo("Nothing was changed.")
    for line in unread_lines(delta.unknown, delta.echoes):
        console.print(line)
    console.print(clarity_line(delta.state.clarity))
    for line in moves_lines(delta.moves[:3]):
        console.print(line)
