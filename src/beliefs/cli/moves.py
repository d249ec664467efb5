"""`belief moves`: what to find out next, and what became of earlier advice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session
from beliefs.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from beliefs.mind.beliefs import Beliefs
    from beliefs.mind.moves import Move
    from beliefs.mind.planning import Answer

_MOST = 1_000
_LEAST_DIGITS = 4


@click.command("moves", cls=Command)
@click.argument("words", nargs=-1)
@click.option("--limit", type=click.IntRange(1), default=10, show_default=True, metavar="N")
@click.option("--accept", metavar="MOVE", help="Say that a move is being made.")
@click.option("--snooze", metavar="MOVE", help="Put a move off: it counts half from now on.")
@click.option("--dismiss", metavar="MOVE", help="Turn a move down: it does not come back.")
@pass_session
def moves_command(
    session: Session,
    words: tuple[str, ...],
    limit: int,
    accept: str | None,
    snooze: str | None,
    dismiss: str | None,
) -> None:
    """List what to find out next.

    About WORDS, or about everything. The most valuable first: by what an answer is expected to
    tell, in nats, once more for each belief that rests on it. What is accepted or dismissed
    makes moves of its kind more or less welcome.
    """
    about = " ".join(words)
    answers: tuple[tuple[Answer, str | None], ...] = (
        ("accept", accept), ("snooze", snooze), ("dismiss", dismiss),
    )  # fmt: skip
    with session.client(writes=any(typed for _, typed in answers)) as client:
        # Every move is looked up first, so that a mistake in one changes nothing.
        chosen = [(_chosen(client, about, typed), answer) for answer, typed in answers if typed]
        for move, answer in chosen:
            client.moves.act(move, answer)
        found = client.moves.list(about, limit=limit)
    if session.json:
        from beliefs.cli.turn_documents import move_document

        session.print_json([move_document(move) for move in found])
    elif found:
        from beliefs.cli.drawing.turns import moves_table

        session.console().print(moves_table(found))
    else:
        click.echo("There is nothing to ask: no gap is open, and no belief is thin or disputed.")


def _chosen(client: Beliefs, about: str, typed: str) -> Move:
    """The one move whose id begins as typed."""
    digits = typed.lower()
    if len(digits) < _LEAST_DIGITS:
        raise InvalidInput(f"{typed!r} is too short for a move; give 4 or more digits of its id.")
    shown = [*client.moves.list(about, limit=_MOST), *client.read().moves]
    fits = {move.id: move for move in shown if move.id.startswith(digits)}
    if len(fits) > 1:
        raise InvalidInput(f"{typed!r} fits more than one move; give more digits.")
    for move in fits.values():
        return move
    raise NotFound(f"there is no move {digits} here; use an id that `belief moves` shows.")
