"""`belief tools`: how often tools do what they should."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from beliefs.cli.options import Group
from beliefs.cli.session import Session, pass_session

if TYPE_CHECKING:
    from collections.abc import Sequence

    from beliefs.mind.tools import ToolPrior


@click.group("tools", cls=Group)
def tools_command() -> None:
    """Note how tools do, and see how often each succeeds.

    Each outcome is evidence like any other: it adds up, and it fades if a half-life is set.
    """


@tools_command.command("observe")
@click.argument("tool")
@click.option("--worked/--failed", "success", default=None, help="What became of the call.")
@click.option("--context", default="", metavar="TEXT", help="What it was used for.")
@click.option("--key", metavar="KEY", help="The same key again changes nothing: safe to retry.")
@pass_session
def observe_command(
    session: Session, tool: str, *, success: bool | None, context: str, key: str | None
) -> None:
    """Note whether TOOL did what it should."""
    if success is None:
        raise click.UsageError("Say what became of it: --worked or --failed.")
    with session.client(writes=True) as client:
        prior = client.tools.observe(tool, success, context=context, idempotency_key=key)
    _tell(session, prior, [prior])


@tools_command.command("priors")
@click.option("--tool", metavar="NAME", help="Only this tool.")
@click.option("--context", metavar="TEXT", help="Only this context.")
@click.option("--limit", type=click.IntRange(1), default=100, show_default=True, metavar="N")
@pass_session
def priors_command(session: Session, tool: str | None, context: str | None, limit: int) -> None:
    """List how often tools succeed, from a uniform prior."""
    with session.client() as client:
        priors = client.tools.priors(tool=tool, context=context, limit=limit)
    _tell(session, priors, priors)


def _tell(
    session: Session, answer: ToolPrior | list[ToolPrior], priors: Sequence[ToolPrior]
) -> None:
    if session.json:
        from beliefs.cli.turn_documents import prior_document

        documents = [prior_document(prior) for prior in priors]
        session.print_json(documents if isinstance(answer, list) else documents[0])
    elif priors:
        from beliefs.cli.drawing.turns import priors_table

        session.console().print(priors_table(priors))
    else:
        click.echo("No tool was watched yet: belief tools observe TOOL --worked.")
