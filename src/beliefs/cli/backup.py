"""`belief backup` and `belief restore`: all ledgers of a store to a file, and into a store."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session
from beliefs.errors import InvalidInput

if TYPE_CHECKING:
    from beliefs.ledger.backup import Summary

_PATIENCE_SECONDS = 2.0


class _Progress:
    """Says how far it has come, as soon and as often as somebody would begin to wonder."""

    def __init__(self, session: Session, doing: str) -> None:
        self._session = session
        self._doing = doing
        self._entries = 0
        self._said = time.monotonic()

    def __call__(self, entries: int) -> None:
        self._entries += entries
        if time.monotonic() - self._said >= _PATIENCE_SECONDS and not self._session.json:
            self._said = time.monotonic()
            click.echo(f"{self._doing}: {self._entries:,} entries so far", err=True)


def _refuse_servers(session: Session) -> None:
    if session.url.startswith(("http://", "https://")):
        raise InvalidInput(
            "a backup is of a store and not of a server; give --store the file or the "
            "postgresql://… that it serves, also while it runs."
        )


@click.command("backup", cls=Command)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@pass_session
def backup_command(session: Session, file: Path) -> None:
    """Write every ledger of a store to a file.

    All namespaces, each as of one moment, while others may write. Keys to a server are not in it:
    whoever has the file can read every belief, but open no server. FILE is replaced when the new
    one is whole, and only you may read it.

    \b
    belief backup monday.jsonl
    belief restore monday.jsonl --store postgresql://…
    """
    from beliefs.cli.whole import written_whole
    from beliefs.ledger.backup import write_backup

    _refuse_servers(session)
    if missing := session.missing_file():
        raise InvalidInput(f"{missing} does not exist, so there is nothing to back up.")
    with session.opened_store() as store, written_whole(file) as out:
        summary = write_backup(store, out, _Progress(session, "Writing"))
    _tell(session, summary, file, file.stat().st_size)


@click.command("restore", cls=Command)
@click.argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@click.option("--merge", is_flag=True, help="Unite with ledgers that are there already.")
@pass_session
def restore_command(session: Session, file: Path, *, merge: bool) -> None:
    """Put the ledgers of a backup into a store.

    The file is checked first, and the store must be empty, or nothing is done. Each ledger is put
    down at once or not at all; a restore that was cut off goes on with --merge. A server may run on
    the store meanwhile. What was erased since the backup stays erased where it is merged.
    """
    from beliefs.ledger.backup import restore

    _refuse_servers(session)
    if session.store is None:
        from beliefs.mind.files import default_file

        default_file()
    with session.opened_store() as store:
        summary = restore(file, store, merge=merge, progress=_Progress(session, "Restoring"))
    _tell(session, summary, file, file.stat().st_size)


def _tell(session: Session, summary: Summary, file: Path, size: int) -> None:
    if session.json:
        ledgers = {name: kept._asdict() for name, kept in summary.ledgers.items()}
        session.print_json(
            {
                "file": str(file),
                "bytes": size,
                "entries": summary.entries,
                "digest": summary.digest,
                "ledgers": ledgers,
            }
        )
        return
    for name, kept in summary.ledgers.items():
        click.echo(f"  {name}: {kept.entries:,} entries, {kept.claims:,} claims, {kept.digest}")
    count = len(summary.ledgers)
    click.echo(
        f"{file}: {count:,} ledger{'' if count == 1 else 's'}, {summary.entries:,} entries, "
        f"{size:,} bytes, digest {summary.digest}"
    )
    session.note("keys are not part of a backup; make new ones with belief keys create.")
