"""Rows in Postgres, at DATABASE_URL: one transaction for each request, all of it or nothing."""

from __future__ import annotations

import base64
import json
import os
import secrets
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import psycopg
from psycopg.rows import dict_row

Row = dict[str, Any]

# How long a server that is only being started is waited for.
PATIENCE_SECONDS = 30.0
# Requests take turns, those of other processes of this service too.
_TURN = 6_170_266

_alone = threading.Lock()
_kept: list[psycopg.Connection[Row]] = []


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
    _wait()
    with transaction() as store:
        store.run('CREATE TABLE IF NOT EXISTS "last_keys" (name TEXT PRIMARY KEY, last BIGINT)')
        for table in tables:
            columns = [f'"{name}" {_sql(kind)}' for name, kind in table.columns.items()]
            style = "BIGINT" if table.style == "integer" else 'TEXT COLLATE "C"'
            order = "rowid BIGINT GENERATED ALWAYS AS IDENTITY"
            held = ", ".join([f'"{table.key}" {style} PRIMARY KEY', *columns, order])
            store.run(f'CREATE TABLE IF NOT EXISTS "{table.name}" ({held})')


@contextmanager
def transaction() -> Iterator[Store]:
    """A store for one request; what it wrote is kept unless the request fails."""
    with _alone:
        db = _begun()
        try:
            yield Store(db)
        except BaseException:
            db.rollback()
            raise
        db.commit()


class Store:
    """The rows of every table, read and written inside one transaction."""

    def __init__(self, db: psycopg.Connection[Row]) -> None:
        self._db = db

    def run(self, statement: str, values: Sequence[Any] = ()) -> psycopg.Cursor[Row]:
        """One statement; a place for a value is %s."""
        return self._db.execute(statement.encode(), values or None)

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
        by = [
            f'"{each.lstrip("-")}" {"DESC NULLS LAST" if each.startswith("-") else "NULLS FIRST"}'
            for each in order
        ]
        where, values = _where(table, equal)
        sorting = ", ".join([*by, "rowid"])
        found = self.run(
            f'SELECT * FROM "{table.name}"{where} ORDER BY {sorting} LIMIT %s OFFSET %s',
            [*values, limit, offset or 0],
        )
        return [_loaded(table, row) for row in found]

    def first(self, table: Table, **equal: Any) -> Row | None:
        """The oldest row with these values."""
        return next(iter(self.all(table, limit=1, **equal)), None)

    def count(self, table: Table, **equal: Any) -> int:
        """How many rows have these values."""
        where, values = _where(table, equal)
        found = self.run(f'SELECT count(*) AS rows FROM "{table.name}"{where}', values).fetchone()
        return int(found["rows"]) if found else 0

    def insert(self, table: Table, values: Row) -> Row:
        """Keep a new row; its key is made unless it is given."""
        row = table.blank() | {
            name: value for name, value in values.items() if name in table.columns
        }
        row = {table.key: self._key(table, values)} | row
        names = ", ".join(f'"{name}"' for name in row)
        places = ", ".join("%s" for _ in row)
        self.run(
            f'INSERT INTO "{table.name}" ({names}) VALUES ({places})',
            [_stored(table, name, value) for name, value in row.items()],
        )
        return row

    def update(self, table: Table, row: Row, values: Row) -> Row:
        """Change fields of a row."""
        changes = {name: value for name, value in values.items() if name in table.columns}
        if changes:
            sets = ", ".join(f'"{name}" = %s' for name in changes)
            self.run(
                f'UPDATE "{table.name}" SET {sets} WHERE "{table.key}" = %s',
                [
                    *(_stored(table, name, value) for name, value in changes.items()),
                    _stored(table, table.key, row[table.key]),
                ],
            )
        return row | changes

    def delete(self, table: Table, **equal: Any) -> int:
        """Drop the rows with these values; how many there were."""
        where, values = _where(table, equal)
        return self.run(f'DELETE FROM "{table.name}"{where}', values).rowcount

    def _key(self, table: Table, values: Row) -> Any:
        if table.style == "uuid":
            return str(uuid.uuid4())
        if table.style == "token":
            return f"{table.prefix}{secrets.token_urlsafe(16)}"
        if table.style != "integer":
            return values[table.key]
        # Not a sequence: a number that a failed request took would be missing for good.
        found = self.run(
            'INSERT INTO "last_keys" AS held VALUES (%s, 1) '
            "ON CONFLICT (name) DO UPDATE SET last = held.last + 1 RETURNING last",
            [table.name],
        ).fetchone()
        assert found is not None
        return found["last"]


def _connected() -> psycopg.Connection[Row]:
    url = os.environ.get("DATABASE_URL")
    if not url:
        raise SystemExit("Set DATABASE_URL: postgresql://user:password@host:5432/database")
    return psycopg.connect(url, row_factory=dict_row)


def _begun() -> psycopg.Connection[Row]:
    """A connection whose turn it is; one that was lost meanwhile is made anew."""
    while _kept:
        try:
            _kept[0].execute("SELECT pg_advisory_xact_lock(%s)", [_TURN])
        except psycopg.OperationalError:
            _kept.pop().close()
        else:
            return _kept[0]
    _kept.append(_connected())
    _kept[0].execute("SELECT pg_advisory_xact_lock(%s)", [_TURN])
    return _kept[0]


def _wait() -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            _connected().close()
        except psycopg.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return


def _where(table: Table, equal: Row) -> tuple[str, list[Any]]:
    if not equal:
        return "", []
    tests = " AND ".join(f'"{name}" IS NOT DISTINCT FROM %s' for name in equal)
    return f" WHERE {tests}", [_stored(table, name, value) for name, value in equal.items()]


def _sql(kind: str) -> str:
    kinds = {"INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION", "BOOLEAN": "BOOLEAN"}
    return kinds.get(kind, 'TEXT COLLATE "C"')


# Postgres keeps no NUL in texts: it stands there as two of a mark, and the mark with a tail.
_MARK, _TAIL = "\ue000", "\ue001"


def _stored(table: Table, name: str, value: Any) -> Any:
    kind = table.columns.get(name)
    if isinstance(value, str) and kind not in {"JSON", "FILE"}:
        return value.replace(_MARK, _MARK + _TAIL).replace("\0", _MARK + _MARK)
    if value is None or kind not in {"JSON", "FILE"}:
        return value
    if kind == "FILE":
        value = [_encoded(each) for each in value] if isinstance(value, list) else _encoded(value)
    return json.dumps(value)


def _encoded(file: Row) -> Row:
    return {**file, "content": base64.b64encode(file["content"]).decode()}


def _loaded(table: Table, row: Row) -> Row:
    loaded: Row = {table.key: _text(row[table.key])}
    for name, kind in table.columns.items():
        value = row[name]
        if value is not None and kind in {"JSON", "FILE"}:
            value = json.loads(value)
            for file in (value if isinstance(value, list) else [value]) if kind == "FILE" else ():
                file["content"] = base64.b64decode(file["content"])
        loaded[name] = _text(value)
    return loaded


def _text(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return value.replace(_MARK + _MARK, "\0").replace(_MARK + _TAIL, _MARK)
