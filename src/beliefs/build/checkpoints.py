"""Where builds that are under way are kept: a SQLite file, or Postgres by its URL.

`BELIEFS_CHECKPOINTS` names the server; without it they are in `checkpoints.db` under
`BELIEFS_HOME`. A build that came to its end leaves nothing. What was asked for is noted beside
them, before there is a first (see `noted`).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beliefs.build.noted import Asked, cut_off, folder_of
from beliefs.errors import InvalidInput, Lacking, NotFound
from beliefs.mind.files import home

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver

VARIABLE = "BELIEFS_CHECKPOINTS"


@contextmanager
def checkpoints() -> Iterator[BaseCheckpointSaver[Any]]:
    """What keeps them, ready to be written to."""
    home().mkdir(parents=True, exist_ok=True)  # locks and records are here in any case
    url = os.environ.get(VARIABLE, "")
    if not url:
        from langgraph.checkpoint.sqlite import SqliteSaver

        path = home() / "checkpoints.db"
        with SqliteSaver.from_conn_string(str(path)) as saver:
            try:
                saver.setup()
            except sqlite3.DatabaseError as error:
                message = f"{path} cannot be read ({error}): move it away, and build again."
                raise Lacking(message) from None
            yield saver
        return
    if not url.startswith(("postgres://", "postgresql://")):
        raise InvalidInput(f"{VARIABLE} must be the URL of a Postgres server: postgresql://….")
    import psycopg
    from langgraph.checkpoint.postgres import PostgresSaver

    with ExitStack() as opened:
        try:
            kept = opened.enter_context(PostgresSaver.from_conn_string(url))
            kept.setup()
        except psycopg.OperationalError:
            message = f"The server of {VARIABLE} does not answer: start it, check its URL, or leave"
            raise Lacking(f"{message} {VARIABLE} out to keep checkpoints in a file.") from None
        yield kept


def unfinished(saver: BaseCheckpointSaver[Any], folder: Path | None) -> str:
    """The newest build that was cut off; names begin with when they were begun."""
    notes = cut_off()
    names = {each.config["configurable"]["thread_id"] for each in saver.list(None)}
    for name in sorted(names | set(notes), reverse=True):
        if folder is None or folder.resolve() in {_kept_in(saver, name), _noted_in(notes, name)}:
            return str(name)
    where = f" in {folder}" if folder else ""
    raise NotFound(f"There is no build to resume{where}; `belief builds` lists what there is.")


def _kept_in(saver: BaseCheckpointSaver[Any], name: str) -> Path | None:
    held = saver.get_tuple({"configurable": {"thread_id": name}})
    folder = held.checkpoint["channel_values"].get("folder") if held else None
    return Path(folder) if folder else None


def _noted_in(notes: dict[str, Asked], name: str) -> Path | None:
    return folder_of(notes[name]) if name in notes else None
