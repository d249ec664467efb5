"""The endpoint that a server is measured against: FastAPI, and one raw statement for each request.

Run as a program it serves a store until it is ended, and says where on its first line.
"""

from __future__ import annotations

import sqlite3
import sys
import threading
from typing import TYPE_CHECKING, Any

import uvicorn
from fastapi import FastAPI

from beliefs.serve.running import bound

if TYPE_CHECKING:
    import psycopg


class Table:
    """The table that entries go into, with one connection, as the engine has one."""

    def __init__(self, url: str) -> None:
        self._lock = threading.Lock()
        self._number = 0
        self._connection: sqlite3.Connection | psycopg.Connection
        if url.startswith("sqlite:///"):
            self._connection = sqlite3.connect(
                url.removeprefix("sqlite:///"), isolation_level=None, check_same_thread=False
            )
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
            self._mark, kinds = "?", ("INTEGER", "BLOB", "TEXT")
        else:
            import psycopg

            self._connection = psycopg.connect(url, autocommit=True)
            self._mark, kinds = "%s", ("bigint", "bytea", "text")
        whole, binary, text = kinds
        self._do(
            f"CREATE TABLE bare (ledger {whole}, subject {binary}, id {binary}, recorded {whole},"
            f" body {text}, PRIMARY KEY (ledger, subject, id))"
        )

    def _do(self, query: str, values: tuple[object, ...] = ()) -> Any:
        with self._lock:
            return self._connection.execute(query.replace("?", self._mark), values)

    def insert(self, subject: bytes, body: str) -> bytes:
        """One row, one commit."""
        self._number += 1
        name = self._number.to_bytes(16, "big")
        values = (1, subject, name, self._number, body)
        self._do("INSERT INTO bare VALUES (?, ?, ?, ?, ?)", values)
        return name

    def select(self, subject: bytes, name: bytes) -> Any:
        """One row, by its key."""
        found = "SELECT recorded, body FROM bare WHERE ledger = ? AND subject = ? AND id = ?"
        return self._do(found, (1, subject, name)).fetchone()


def bare(table: Table) -> FastAPI:
    """Make the application; its endpoints wait for a database, so FastAPI runs them in threads."""
    app = FastAPI()

    @app.post("/rows/{subject}")
    def insert(subject: str, row: dict[str, Any]) -> dict[str, Any]:
        name = table.insert(bytes.fromhex(subject), row["body"])
        return {"subject": subject, "id": name.hex()}

    @app.get("/rows/{subject}/{name}")
    def select(subject: str, name: str) -> dict[str, Any]:
        recorded, body = table.select(bytes.fromhex(subject), bytes.fromhex(name))
        return {"subject": subject, "id": name, "recorded": recorded, "body": body}

    return app


def main() -> None:
    """Serve the store that is named."""
    with bound("127.0.0.1", 0) as address:
        print(f"http://127.0.0.1:{address.getsockname()[1]}", flush=True)
        config = uvicorn.Config(bare(Table(sys.argv[1])), log_config=None, access_log=False)
        uvicorn.Server(config).run(sockets=[address])


if __name__ == "__main__":
    main()
