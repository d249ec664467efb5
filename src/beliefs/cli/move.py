"""`belief export` and `belief import`: a ledger as JSON lines, out and in again."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

import click

from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session
from beliefs.errors import InvalidInput

if TYPE_CHECKING:
    from pathlib import Path

    from beliefs.ledger.merging import Merged
    from beliefs.mind.beliefs import Beliefs


@click.command("export", cls=Command)
@click.argument("file", required=False, type=click.Path(dir_okay=False))
@pass_session
def export_command(session: Session, file: str | None) -> None:
    """Write the ledger as JSON lines.

    The whole namespace, to FILE or to stdout. The same ledger always gives the same lines.
    """
    with session.client() as client:
        if file in (None, "-"):
            # UTF-8 whatever the terminal speaks: it is data, and `belief import` reads it.
            with open(
                sys.stdout.fileno(), "w", encoding="utf-8", newline="\n", closefd=False
            ) as out:
                client.export(out)
            return
        from pathlib import Path

        target = Path(str(file))
        _export_to(client, target)
        size, digest = target.stat().st_size, client.digest()
    if session.json:
        session.print_json({"file": str(target), "bytes": size, "digest": digest})
    else:
        click.echo(f"{target}: {size:,} bytes, digest {digest}")


def _export_to(client: Beliefs, target: Path) -> None:
    """Write beside the file and rename: an export is never half there."""
    part = target.with_name(f".{target.name}.part")
    try:
        client.export(part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


@click.command("import", cls=Command)
@click.argument("file", type=click.File(encoding="utf-8"))
@pass_session
def import_command(session: Session, file: TextIO) -> None:
    """Merge an export into the ledger.

    FILE may be - for stdin. The result is the union of both ledgers: importing twice, or in
    another order, gives the same.
    """
    with session.client(writes=True) as client:
        try:
            merged = client.merge(file)
        except UnicodeDecodeError:
            raise InvalidInput("this is not an export: it is not UTF-8 text.") from None
        digest = client.digest()
    if session.json:
        session.print_json({**merged._asdict(), "digest": digest})
    else:
        _tell(merged, digest)


def _tell(merged: Merged, digest: str) -> None:
    click.echo(f"{merged.added:,} entries added, {merged.known:,} known already, digest {digest}")
    if merged.repeated:
        click.echo(f"  {merged.repeated:,} of calls that both sides had made; the earlier holds.")
    if merged.erased:
        click.echo(f"  {merged.erased:,} left out or taken out, because they were erased.")
    if merged.conflicts:
        click.echo(
            f"  {len(merged.conflicts):,} idempotency keys were used for different content; "
            "the earlier call holds, the other is kept without effect."
        )
