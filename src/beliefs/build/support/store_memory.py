"""Rows in memory, for as long as the service is up: one request at a time."""

from __future__ import annotations

import copy
import secrets
import threading
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

Row = dict[str, Any]

_lock = threading.Lock()


@dataclass
class Held:
    """The rows of each table, and the last number that each gave out.

    A row that was put in is never changed: another takes its place. So a copy of the lists is a
    copy of everything.
    """

    tables: dict[str, list[Row]] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)

    def copied(self) -> Held:
        """Everything as it is now."""
        return Held({name: list(rows) for name, rows in self.tables.items()}, dict(self.last))


held = Held()


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
    """Make room for every table."""
    for table in tables:
        held.tables.setdefault(table.name, [])
        held.last.setdefault(table.name, 0)


@contextmanager
def transaction() -> Iterator[Store]:
    """A store for one request; what it wrote is kept unless the request fails."""
    with _lock:
        before = held.copied()
        try:
            yield Store()
        except BaseException:
            held.tables, held.last = before.tables, before.last
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
        found = [dict(row) for row in held.tables[table.name] if _holds(row, equal)]
        for each in reversed(order):
            name, down = each.lstrip("-"), each.startswith("-")
            found.sort(key=lambda row: _sorting(row[name]), reverse=down)
        start = offset or 0
        return found[start:] if limit is None else found[start : start + limit]

    def first(self, table: Table, **equal: Any) -> Row | None:
        """The oldest row with these values."""
        return next(iter(self.all(table, limit=1, **equal)), None)

    def count(self, table: Table, **equal: Any) -> int:
        """How many rows have these values."""
        return sum(_holds(row, equal) for row in held.tables[table.name])

    def insert(self, table: Table, values: Row) -> Row:
        """Keep a new row; its key is made unless it is given."""
        said = {name: value for name, value in values.items() if name in table.columns}
        row = {table.key: _key(table, values)} | table.blank() | said
        held.tables[table.name].append(row)
        return dict(row)

    def update(self, table: Table, row: Row, values: Row) -> Row:
        """Change fields of a row."""
        changes = {name: value for name, value in values.items() if name in table.columns}
        held.tables[table.name] = [
            each | changes if each[table.key] == row[table.key] else each
            for each in held.tables[table.name]
        ]
        return row | changes

    def delete(self, table: Table, **equal: Any) -> int:
        """Drop the rows with these values; how many there were."""
        rows = held.tables[table.name]
        kept = [row for row in rows if not _holds(row, equal)]
        held.tables[table.name] = kept
        return len(rows) - len(kept)


def _sorting(value: Any) -> tuple[bool, Any]:
    """What is not there comes first."""
    return (False, 0) if value is None else (True, value)


def _holds(row: Row, equal: Row) -> bool:
    return all(row.get(name) == value for name, value in equal.items())


def _key(table: Table, values: Row) -> Any:
    if table.style == "uuid":
        return str(uuid.uuid4())
    if table.style == "token":
        return f"{table.prefix}{secrets.token_urlsafe(16)}"
    if table.style == "integer":
        held.last[table.name] += 1
        return held.last[table.name]
    return values[table.key]
