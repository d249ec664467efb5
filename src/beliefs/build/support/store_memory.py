"""Rows in memory, kept in a JSON file where there is one: one request at a time."""

from __future__ import annotations

import copy
import json
import os
import secrets
import threading
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Row = dict[str, Any]

PATH = os.environ.get("DATABASE_PATH", "")

_lock = threading.Lock()
_tables: dict[str, list[Row]] = {}
_last: dict[str, int] = {}


@dataclass(frozen=True)
class Table:
    """What is kept of one kind of thing."""

    name: str
    columns: dict[str, str]
    key: str = "id"
    style: str = "integer"
    prefix: str = ""
    defaults: Row = field(default_factory=dict)

    def blank(self) -> Row:
        """A row with nothing said about it yet."""
        return {name: copy.deepcopy(self.defaults.get(name)) for name in self.columns}


def prepare(tables: Sequence[Table]) -> None:
    """Read what was kept, and make room for every table."""
    if PATH and Path(PATH).exists():
        kept = json.loads(Path(PATH).read_text(encoding="utf-8"))
        _tables.update(kept["rows"])
        _last.update(kept["last"])
    for table in tables:
        _tables.setdefault(table.name, [])
        _last.setdefault(table.name, 0)


@contextmanager
def transaction() -> Iterator[Store]:
    """A store for one request; what it wrote is kept unless the request fails."""
    with _lock:
        before = copy.deepcopy((_tables, _last))
        try:
            yield Store()
            _keep()
        except BaseException:
            _tables.update(before[0])
            _last.update(before[1])
            raise


class Store:
    """The rows of every table, read and written by one request at a time."""

    def all(
        self,
        table: Table,
        *,
        order: Sequence[str] = (),
        limit: int | None = None,
        offset: int | None = None,
        **equal: Any,
    ) -> list[Row]:
        """The rows with these values, oldest first or by `order`, where "-name" sorts down."""
        found = [dict(row) for row in _tables[table.name] if _holds(row, equal)]
        for each in reversed(order):
            name, down = each.lstrip("-"), each.startswith("-")
            found.sort(key=lambda row: (row[name] is not None, row[name]), reverse=down)
        start = offset or 0
        return found[start:] if limit is None else found[start : start + limit]

    def first(self, table: Table, **equal: Any) -> Row | None:
        """The oldest row with these values."""
        return next(iter(self.all(table, limit=1, **equal)), None)

    def count(self, table: Table, **equal: Any) -> int:
        """How many rows have these values."""
        return sum(_holds(row, equal) for row in _tables[table.name])

    def insert(self, table: Table, values: Row) -> Row:
        """Keep a new row; its key is made unless it is given."""
        said = {name: value for name, value in values.items() if name in table.columns}
        row = {table.key: _key(table, values)} | table.blank() | said
        _tables[table.name].append(row)
        return dict(row)

    def update(self, table: Table, row: Row, values: Row) -> Row:
        """Change fields of a row."""
        changes = {name: value for name, value in values.items() if name in table.columns}
        for kept in _tables[table.name]:
            if kept[table.key] == row[table.key]:
                kept.update(changes)
        return row | changes

    def delete(self, table: Table, **equal: Any) -> int:
        """Drop the rows with these values; how many there were."""
        rows = _tables[table.name]
        kept = [row for row in rows if not _holds(row, equal)]
        _tables[table.name] = kept
        return len(rows) - len(kept)


def _holds(row: Row, equal: Row) -> bool:
    return all(row.get(name) == value for name, value in equal.items())


def _key(table: Table, values: Row) -> Any:
    if table.style == "uuid":
        return str(uuid.uuid4())
    if table.style == "token":
        return f"{table.prefix}{secrets.token_urlsafe(16)}"
    if table.style == "integer":
        _last[table.name] += 1
        return _last[table.name]
    return values[table.key]


def _keep() -> None:
    if PATH:
        draft = Path(f"{PATH}.new")
        with draft.open("w", encoding="utf-8") as file:
            json.dump({"rows": _tables, "last": _last}, file)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(PATH)
