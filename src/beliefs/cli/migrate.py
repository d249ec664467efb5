"""`belief migrate`: which tables a store has, and those of this release instead of older ones."""

from __future__ import annotations

import click

from beliefs.cli.failures import check_failed
from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session
from beliefs.errors import NewerStore


@click.command("migrate", cls=Command)
@click.option("--check", is_flag=True, help="Only look; the exit status is 1 if steps are missing.")
@pass_session
def migrate_command(session: Session, *, check: bool) -> None:
    """See which tables a store has, and bring them up to date.

    Whatever opens a store does this, each step once and all of them together; so a server of the
    new release may simply be started. Here it is done beforehand, and seen. A store of a newer
    release is refused. Back it up before.
    """
    from beliefs.ledger.stores.migrations import tables_of

    found = tables_of(session.url)
    if found.version > len(found.steps):
        raise NewerStore(
            f"the tables are version {found.version}, known here is {len(found.steps)}; update the "
            "package."
        )
    if found.missing and not check:
        if session.store is None:
            from beliefs.mind.files import default_file

            default_file()
        with session.opened_store():
            pass
    now = tables_of(session.url)
    if session.json:
        session.print_json(
            {"before": found.version, "version": now.version, "known": len(now.steps)}
            | {"missing": list(now.missing), "made": list(now.steps[found.version : now.version])}
        )
    else:
        for number, step in enumerate(found.missing, found.version + 1):
            click.echo(f"  {number}: {step.replace('_', ' ')}{' (missing)' if check else ''}")
        state = "up to date" if not now.missing else f"{len(now.missing)} behind"
        click.echo(f"Tables version {now.version} of {len(now.steps)}: {state}.")
    if now.missing:
        check_failed()
