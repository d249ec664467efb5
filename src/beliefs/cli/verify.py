"""`belief verify`: whether the stored state is what the ledger says."""

from __future__ import annotations

import click

from beliefs.cli.failures import check_failed
from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session


@click.command("verify", cls=Command)
@pass_session
def verify_command(session: Session) -> None:
    """Fold the ledger again and compare.

    Every entry is hashed and added up anew, and the result compared with what is stored. The
    exit status is 1 if anything differs.
    """
    with session.client() as client:
        found = client.verify()
        digest = client.digest()
    if session.json:
        session.print_json({"ok": found.ok, **found._asdict(), "digest": digest})
    else:
        counted = f"{found.entries:,} entries, {found.rows:,} rows"
        if found.ok:
            click.echo(f"{click.style('ok', fg='green', bold=True)}: {counted}, digest {digest}")
        else:
            click.echo(f"{click.style('not ok', fg='red', bold=True)}: {counted}")
        for problem in found.problems:
            click.echo(f"  {problem}")
        if found.conflicts:
            click.echo(
                f"  {found.conflicts} idempotency keys were used for different content in ledgers "
                "that were merged; the earlier call holds."
            )
    if not found.ok:
        session.note("export what can be read, import it into a new store, and verify that.")
        check_failed()
