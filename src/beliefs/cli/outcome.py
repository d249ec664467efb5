"""`belief outcome`: what turned out to be true."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from beliefs.cli.ids import full_id
from beliefs.cli.options import Command, moment
from beliefs.cli.session import Session, pass_session
from beliefs.errors import InvalidEvidence

if TYPE_CHECKING:
    from datetime import datetime

    from beliefs.mind.belief import Belief, Delta

_WORDS = {"true": True, "yes": True, "false": False, "no": False}


# A negative number looks like an option; what is no option of ours is the truth.
@click.command("outcome", cls=Command, context_settings={"ignore_unknown_options": True})
@click.argument("belief", metavar="ID")
@click.argument("truth", metavar="true|false|CATEGORY|NUMBER")
@click.option(
    "--observed", type=moment, metavar="WHEN", help="ISO 8601 (UTC) or 2h for a time ago."
)
@click.option("--note", metavar="TEXT", help="How that is known.")
@click.option("--key", metavar="KEY", help="The same key again changes nothing: safe to retry.")
@pass_session
def outcome_command(
    session: Session,
    belief: str,
    truth: str,
    observed: datetime | None,
    note: str | None,
    key: str | None,
) -> None:
    """Say what turned out to be true.

    It adds no evidence to the belief. Those who spoke about it are graded, and what they say
    counts accordingly, here and everywhere else. A number grades nobody: a little off is not
    wrong.
    """
    with session.client(writes=True) as client:
        found = client.get(full_id(client, belief))
        delta = client.outcome(
            found, _truth(found, truth), observed=observed, note=note, idempotency_key=key
        )
    if session.json:
        from beliefs.cli.documents import delta_document

        session.print_json(delta_document(delta))
    else:
        _tell(session, found, truth, delta)


def _truth(belief: Belief, word: str) -> bool | str | float:
    """Read the truth as the family of the belief has it."""
    if belief.family == "categorical":
        return word
    if belief.family == "binary":
        if word.lower() not in _WORDS:
            raise InvalidEvidence(f"the outcome of a claim is true or false, not {word!r}.")
        return _WORDS[word.lower()]
    try:
        return float(word)
    except ValueError:
        raise InvalidEvidence(f"the outcome of a number is a number, not {word!r}.") from None


def _tell(session: Session, belief: Belief, truth: str, delta: Delta) -> None:
    from rich.text import Text

    from beliefs.cli.drawing.figures import change

    if delta.replayed:
        session.note("this key was used before for the same; nothing was changed.")
    console = session.console()
    for one in delta.changes:
        said = Text.assemble((belief.claim, "heading"), ": ", (truth.lower(), "bold"), ".")
        if one.before is not None and one.before != one.after:
            said.append("  Weighed anew: ").append(change(one.before, one.after))
        console.print(said)
    if belief.family != "numeric":
        console.print("Those who spoke are graded: belief trust list.", style="quiet")
