"""Rows in memory, and in a JSON file that is written anew whenever they change."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app import rows
from app.rows import Row, Store, Table

PATH = Path(os.environ.get("DATABASE_PATH", "data.json"))

# Fields with bytes in them, which JSON has no word for.
_files: dict[str, list[str]] = {}


def prepare(tables: Sequence[Table]) -> None:
    """Read what was kept, and make room for every table."""
    rows.prepare(tables)
    for table in tables:
        _files[table.name] = [name for name, kind in table.columns.items() if kind == "FILE"]
    if PATH.exists():
        held = json.loads(PATH.read_text(encoding="utf-8"))
        rows.held.last.update(held["last"])
        rows.held.tables.update(_all(held["rows"], _decoded))


@contextmanager
def transaction() -> Iterator[Store]:
    """A store for one request; what it wrote is kept unless the request fails."""
    with rows.transaction() as db:
        before = rows.held.copied()
        yield db
        if rows.held != before:
            _keep()


def _keep() -> None:
    # Written aside and moved into place: a crash leaves the old file or the new one.
    draft = PATH.with_name(f"{PATH.name}.new")
    told = {"rows": _all(rows.held.tables, _encoded), "last": rows.held.last}
    with draft.open("w", encoding="utf-8") as file:
        json.dump(told, file, ensure_ascii=False)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(PATH)


def _all(tables: dict[str, list[Row]], change: Callable[[Row], Row]) -> dict[str, list[Row]]:
    """Every row, with its files changed in this way."""
    changed = {}
    for table, held in tables.items():
        names = _files.get(table, [])
        changed[table] = [_changed(row, names, change) if names else row for row in held]
    return changed


def _changed(row: Row, names: list[str], change: Callable[[Row], Row]) -> Row:
    def each(value: Any) -> Any:
        return [change(one) for one in value] if isinstance(value, list) else change(value)

    return row | {name: each(row[name]) for name in names if row[name] is not None}


def _encoded(file: Row) -> Row:
    return {**file, "content": base64.b64encode(file["content"]).decode()}


def _decoded(file: Row) -> Row:
    content: Any = file["content"]
    return {**file, "content": base64.b64decode(content)}


__all__ = ["Row", "Store", "Table", "prepare", "transaction"]
