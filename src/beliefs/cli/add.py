"""`belief add`: state a claim, or many from JSON lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from beliefs.cli.ids import full_id
from beliefs.cli.options import Command, moment
from beliefs.cli.session import Session, pass_session

if TYPE_CHECKING:
    from beliefs.mind.beliefs import Beliefs

TYPES = ("measurement", "citation", "assertion", "judgment", "inference", "assumption")


@click.command("add", cls=Command)
@click.argument("claim", required=False)
@click.option("--confidence", type=float, metavar="0..1", help="How sure; without it, asserted.")
@click.option("--strength", type=float, metavar="N", help="How many observations it counts for.")
@click.option("--refutes", is_flag=True, help="The evidence speaks against the claim.")
@click.option("--choice", metavar="NAME", help="Of several categories, this one.")
@click.option("--among", metavar="A,B,C", help="Declare the categories, with --choice.")
@click.option("--value", type=float, metavar="X", help="The claim is a number, and this is it.")
@click.option("--stdev", type=float, metavar="S", help="How far off it may be, with --value.")
@click.option("--type", "evidence_type", type=click.Choice(TYPES), help="Sets the strength.")
@click.option("--source", metavar="NAME", help="Where it comes from: a tool, a file, a person.")
@click.option("--origin", metavar="NAME", help="What reports share, so it is not counted twice.")
@click.option("--reliability", type=float, metavar="0..1", help="How often the observer is right.")
@click.option("--quote", metavar="TEXT", help="The words it is taken from.")
@click.option("--reference", metavar="TEXT", help="Where those words stand.")
@click.option(
    "--observed", type=moment, metavar="WHEN", help="ISO 8601 (UTC) or 2h for a time ago."
)
@click.option("--pinned", is_flag=True, help="This evidence never fades.")
@click.option("--supersedes", metavar="ID", help="A belief whose place this one takes.")
@click.option("--depends-on", metavar="ID", multiple=True, help="A premise; may be repeated.")
@click.option("--belief", metavar="ID", help="Add to this belief, instead of CLAIM.")
@click.option("--key", metavar="KEY", help="The same key again changes nothing: safe to retry.")
@pass_session
def add_command(session: Session, /, claim: str | None, key: str | None, **fields: object) -> None:
    """State a claim, or many from JSON lines.

    With `-` for CLAIM, each line of the input is a JSON string or an object with the fields
    claim, confidence, choice, among, value, stdev, strength, refutes, evidence_type, source,
    origin, agent, reliability, quote, reference, observed, pinned, supersedes, depends_on and
    belief; options given here hold for every line that says nothing else. Lines are written
    5,000 at a time, each such batch completely or not at all. With --key, the number of the
    batch is appended to the key.

    \b
    belief add "The cache is warm" --confidence 0.8 --strength 5 --source logs
    belief add "Serving region" --choice eu --among eu,us,ap
    belief add "p99 latency, ms" --value 130 --stdev 10
    jq -R . notes.txt | belief add - --type judgment
    """
    given = _given(fields)
    with session.client(writes=True) as client:
        if claim == "-":
            from beliefs.cli.lines import add_lines

            add_lines(session, client, given, key)
            return
        _add_one(session, client, claim, given, key)


def _given(fields: dict[str, object]) -> dict[str, Any]:
    """Keep the fields that were given, as the client names them."""
    given = {name: value for name, value in fields.items() if value not in (None, False, ())}
    if isinstance(among := given.get("among"), str):
        given["among"] = [name.strip() for name in among.split(",") if name.strip()]
    return given


def _add_one(
    session: Session, client: Beliefs, claim: str | None, given: dict[str, Any], key: str | None
) -> None:
    for name in ("supersedes", "belief"):
        if name in given:
            given[name] = full_id(client, given[name])
    if "depends_on" in given:
        given["depends_on"] = [full_id(client, premise) for premise in given["depends_on"]]
    delta = client.add(claim, **given, idempotency_key=key)
    if session.json:
        from beliefs.cli.documents import delta_document

        session.print_json(delta_document(delta))
        return
    from beliefs.cli.drawing.tables import changes_table

    if delta.replayed:
        session.note("this key was used before for the same; nothing was changed.")
    if not delta.changes:
        session.note("nothing was said, so nothing was changed.")
        return
    session.console().print(changes_table(delta.changes))
