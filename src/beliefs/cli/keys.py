"""`belief keys`: make, list and revoke keys to a server."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from beliefs.cli.options import Group, duration
from beliefs.cli.session import Session, pass_session
from beliefs.errors import NotFound

if TYPE_CHECKING:
    from beliefs.serve.keyring import Keyring
    from beliefs.serve.keys import Key


@click.group("keys", cls=Group)
def keys_command() -> None:
    """Make, list and revoke keys to a server.

    Keys of a Postgres store are kept in its database, those of any other in the file keys.db of
    the folder BELIEFS_HOME. Only a digest is kept: a key is shown once, when it is made.
    """


def _keyring(session: Session, *, creates: bool = False) -> Keyring:
    """Open the keys; only making one creates the file."""
    from beliefs.serve.keyring import has_keyring, open_keyring

    if not creates and not has_keyring(session.store):
        raise NotFound(_NONE)
    return open_keyring(session.store)


_NONE = "there is no key yet; make one with belief keys create."


@keys_command.command("create")
@click.option(
    "--namespace", "namespaces", metavar="NAME", multiple=True, help="For this; may be repeated."
)
@click.option("--all-namespaces", is_flag=True, help="For every namespace, also later ones.")
@click.option(
    "--right",
    type=click.Choice(["read", "write", "admin"]),
    required=True,
    help="What it may do; each contains the ones before it.",
)
@click.option("--name", default="", metavar="TEXT", help="What it is for, as a reminder.")
@click.option("--expires", metavar="SPAN", help="It holds for 12h, 30d, 1y …; else until revoked.")
@pass_session
def create_command(
    session: Session,
    *,
    namespaces: tuple[str, ...],
    all_namespaces: bool,
    right: str,
    name: str,
    expires: str | None,
) -> None:
    """Make a key and print it, this once."""
    from beliefs.serve.rights import right_named

    if not namespaces and "namespace" in session.typed:
        namespaces = (session.namespace,)
    if bool(namespaces) == all_namespaces:
        raise click.UsageError("Say what it is for: --namespace NAME, or --all-namespaces.")
    seconds = None if expires is None else duration(expires).total_seconds()
    with _keyring(session, creates=True) as keyring:
        made = keyring.create(
            None if all_namespaces else namespaces, right_named(right), name=name, seconds=seconds
        )
    if session.json:
        session.print_json({**_document(made.key), "key": made.secret})
        return
    session.note(f"this is key {made.key.id}, shown only now; keep it as you keep a password.")
    click.echo(made.secret)


@keys_command.command("list")
@pass_session
def list_command(session: Session) -> None:
    """List every key that was made; never its secret."""
    try:
        with _keyring(session) as keyring:
            keys = keyring.list()
    except NotFound:
        keys = []
    if session.json:
        session.print_json([_document(key) for key in keys])
    elif keys:
        _draw(session, keys)
    else:
        click.echo(_NONE.capitalize())


@keys_command.command("revoke")
@click.argument("key_id", metavar="ID")
@pass_session
def revoke_command(session: Session, key_id: str) -> None:
    """End a key, and every token that was made from it.

    ID is the key's id, any unique beginning of it, or the whole key.
    """
    with _keyring(session) as keyring:
        key = keyring.revoke(key_id)
    if session.json:
        session.print_json(_document(key))
    else:
        click.echo(f"{key.id} is revoked; running servers refuse it within a second.")


def _document(key: Key) -> dict[str, Any]:
    from beliefs.cli.documents import iso

    return {
        "id": key.id,
        "name": key.name,
        "namespaces": None if key.namespaces is None else sorted(key.namespaces),
        "right": key.right.word,
        "state": key.state(time.time()),
        "created": iso(_moment(key.created)),
        "used": iso(_moment(key.used)),
        "expires": iso(_moment(key.expires)),
        "revoked": iso(_moment(key.revoked)),
    }


def _moment(seconds: int | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def _draw(session: Session, keys: list[Key]) -> None:
    from rich.text import Text

    from beliefs.cli.drawing.figures import when
    from beliefs.cli.drawing.tables import table

    drawn = table("id", "name", "namespaces", "may", "created (UTC)", "used", "until", "")
    now = time.time()
    for key in keys:
        state = key.state(now)
        drawn.add_row(
            Text(key.id, style="id"),
            Text(key.name),
            Text("all" if key.namespaces is None else ", ".join(sorted(key.namespaces))),
            key.right.word,
            when(_moment(key.created)),
            when(_moment(key.used)),
            when(_moment(key.expires)),
            Text("" if state == "active" else state, style="bad"),
        )
    session.console().print(drawn)
