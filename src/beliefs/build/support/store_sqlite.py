"""Rows in SQLite: one transaction for each request, all of it or nothing."""

from __future__ import annotations

import base64
import json
import os
import secrets
import sqlite3
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

Row = dict[str, Any]

PATH = os.environ.get("DATABASE_PATH", "data.db")


@dataclass(frozen=True)
class Table:
    """What is kept of one kind of thing; `columns` maps a name to its SQL type."""

    name: str
    columns: dict[str, str]
    key: str = "id"
    style: str = "integer"
    prefix: str = ""
    defaults: Row = field(default_factory=dict)

    def blank(self) -> Row:
        """A row with nothing said about it yet."""
        return {name: self.defaults.get(name) for name in self.columns}


def prepare(tables: Sequence[Table]) -> None:
    """Create the tables that are not there yet."""
    with _connection() as db:
        db.execute("PRAGMA journal_mode = WAL")
        for table in tables:
            columns = [f'"{name}" {_sql(kind)}' for name, kind in table.columns.items()]
            style = (
                "INTEGER PRIMARY KEY AUTOINCREMENT"
                if table.style == "integer"
                else "TEXT PRIMARY KEY"
            )
            held = ", ".join([f'"{table.key}" {style}', *columns])
            db.execute(f'CREATE TABLE IF NOT EXISTS "{table.name}" ({held})')


@contextmanager
def transaction() -> Iterator[Store]:
    """A store for one request; what it wrote is kept unless the request fails."""
    with _connection() as db:
        db.execute("BEGIN IMMEDIATE")
        try:
            yield Store(db)
        except BaseException:
            db.execute("ROLLBACK")
            raise
        db.execute("COMMIT")


class Store:
    """The rows of every table, read and written inside one transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

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
        by = [f'"{each.lstrip("-")}"{" DESC" if each.startswith("-") else ""}' for each in order]
        where, values = _where(table, equal)
        sorting = ", ".join([*by, "rowid"])
        found = self._db.execute(
            f'SELECT * FROM "{table.name}"{where} ORDER BY {sorting} LIMIT ? OFFSET ?',
            [*values, -1 if limit is None else limit, offset or 0],
        )
        return [_loaded(table, row) for row in found]

    def first(self, table: Table, **equal: Any) -> Row | None:
        """The oldest row with these values."""
        return next(iter(self.all(table, limit=1, **equal)), None)

    def count(self, table: Table, **equal: Any) -> int:
        """How many rows have these values."""
        where, values = _where(table, equal)
        found = self._db.execute(f'SELECT count(*) FROM "{table.name}"{where}', values)
        return int(found.fetchone()[0])

    def insert(self, table: Table, values: Row) -> Row:
        """Keep a new row; its key is made unless it is given."""
        row = table.blank() | {
            name: value for name, value in values.items() if name in table.columns
        }
        if table.style != "integer":
            row[table.key] = _key(table, values)
        names = ", ".join(f'"{name}"' for name in row)
        places = ", ".join("?" for _ in row)
        made = self._db.execute(
            f'INSERT INTO "{table.name}" ({names}) VALUES ({places})',
            [_stored(table, name, value) for name, value in row.items()],
        )
        key = made.lastrowid if table.style == "integer" else row[table.key]
        return {table.key: key} | row

    def update(self, table: Table, row: Row, values: Row) -> Row:
        """Change fields of a row."""
        changes = {name: value for name, value in values.items() if name in table.columns}
        if changes:
            sets = ", ".join(f'"{name}" = ?' for name in changes)
            self._db.execute(
                f'UPDATE "{table.name}" SET {sets} WHERE "{table.key}" = ?',
                [*(_stored(table, name, value) for name, value in changes.items()), row[table.key]],
            )
        return row | changes

    def delete(self, table: Table, **equal: Any) -> int:
        """Drop the rows with these values; how many there were."""
        where, values = _where(table, equal)
        return self._db.execute(f'DELETE FROM "{table.name}"{where}', values).rowcount


@contextmanager
def _connection() -> Iterator[sqlite3.Connection]:
    db = sqlite3.connect(PATH, isolation_level=None, timeout=30)
    db.row_factory = sqlite3.Row
    try:
        yield db
    finally:
        db.close()


def _where(table: Table, equal: Row) -> tuple[str, list[Any]]:
    if not equal:
        return "", []
    tests = " AND ".join(f'"{name}" IS ?' for name in equal)
    return f" WHERE {tests}", [_stored(table, name, value) for name, value in equal.items()]


def _key(table: Table, values: Row) -> Any:
    if table.style == "uuid":
        return str(uuid.uuid4())
    if table.style == "token":
        return f"{table.prefix}{secrets.token_urlsafe(16)}"
    return values[table.key]


def _sql(kind: str) -> str:
    return {"JSON": "TEXT", "FILE": "TEXT", "BOOLEAN": "INTEGER"}.get(kind, kind)


def _stored(table: Table, name: str, value: Any) -> Any:
    kind = table.columns.get(name)
    if value is None or kind not in {"JSON", "FILE"}:
        return value
    if kind == "FILE":
        value = [_encoded(each) for each in value] if isinstance(value, list) else _encoded(value)
    return json.dumps(value)


def _encoded(file: Row) -> Row:
    return {**file, "content": base64.b64encode(file["content"]).decode()}


def _loaded(table: Table, row: sqlite3.Row) -> Row:
    loaded: Row = {table.key: row[table.key]}
    for name, kind in table.columns.items():
        value = row[name]
        if value is not None and kind in {"JSON", "FILE"}:
            value = json.loads(value)
            for file in (value if isinstance(value, list) else [value]) if kind == "FILE" else ():
                file["content"] = base64.b64decode(file["content"])
        elif value is not None and kind == "BOOLEAN":
            value = bool(value)
        loaded[name] = value
    return loaded
