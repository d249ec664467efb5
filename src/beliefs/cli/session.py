"""One call of the command: which ledger it speaks to, as whom, and how it answers."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from rich.console import Console

    from beliefs.ledger.stores.protocol import Store
    from beliefs.mind.beliefs import Beliefs


class Session:
    """The shared options of a call, and what follows from them."""

    def __init__(self) -> None:
        self.store: str | None = None
        self.namespace = "default"
        self.agent = "agent"
        self.thread: str | None = None
        self.api_key: str | None = None
        self.json = False
        self.typed: set[str] = set()
        """Which of these stood on the command line; the others come from the environment."""

    # The ledger

    @property
    def url(self) -> str:
        """The store that is meant, also when nothing was said."""
        if self.store is not None:
            return self.store
        from beliefs.mind.files import home

        return str(home() / "beliefs.db")

    def missing_file(self) -> str | None:
        """Return the SQLite file that is meant, if it does not exist yet."""
        scheme, separator, path = self.url.partition("://")
        path = path.removeprefix("/") if separator else self.url
        if (separator and scheme != "sqlite") or path in ("", ":memory:", "memory:"):
            return None
        from pathlib import Path

        return None if Path(path).exists() else path

    @contextmanager
    def client(self, *, writes: bool = False, at: datetime | None = None) -> Iterator[Beliefs]:
        """Open the ledger, as of a moment if one is given; only a write creates a file."""
        from beliefs.mind.beliefs import Beliefs

        store = self.store
        if not writes and (missing := self.missing_file()):
            self.note(f"{missing} does not exist yet; the first `belief add` creates it.")
            store = ":memory:"
        # In the environment it may stand for other calls; a file takes none.
        key = self.api_key if self.url.startswith(("http://", "https://")) else None
        with Beliefs(store, namespace=self.namespace, agent=self.agent, api_key=key) as client:
            scoped = client if self.thread is None else client.with_thread(self.thread)
            yield scoped if at is None else scoped.at(at)

    @contextmanager
    def opened_store(self) -> Iterator[Store]:
        """Open the store below the client, for what concerns all of its ledgers."""
        from beliefs.ledger.stores import open_store

        store = open_store(self.url)
        try:
            yield store
        finally:
            store.close()

    # The answer

    def print_json(self, document: object) -> None:
        """Write one JSON document: readable on a terminal, a single line anywhere else."""
        import json

        indent = 2 if sys.stdout.isatty() else None
        click.echo(json.dumps(document, ensure_ascii=False, allow_nan=False, indent=indent))

    def print_error(self, code: str, message: str) -> None:
        """Write one sentence to stderr, or one document if JSON is spoken."""
        if self.json:
            import json

            error = {"error": {"code": code, "message": message}}
            click.echo(json.dumps(error, ensure_ascii=False), err=True)
        else:
            click.echo(f"{click.style('Error:', fg='red', bold=True)} {message}", err=True)

    def note(self, sentence: str) -> None:
        """Say something on the side to a person; a program is not disturbed."""
        if not self.json:
            click.echo(f"{click.style('Note:', fg='yellow')} {sentence}", err=True)

    def console(self) -> Console:
        """Return a console to draw on; lines are not broken where nobody sees them."""
        from beliefs.cli.drawing.console import console

        return console()


pass_session = click.make_pass_decorator(Session, ensure=True)
"""Hands the session to a command."""
