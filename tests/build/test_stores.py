"""Whatever rows are kept in, they are read, sorted, taken back and found again alike."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from beliefs.build.helpers import support
from beliefs.judge.postgres import database

_STORES = {
    "sqlite": {"store.py": "store_sqlite.py"},
    "json": {"store.py": "store_json.py", "rows.py": "store_memory.py"},
    "memory": {"store.py": "store_memory.py"},
    "postgres": {"store.py": "store_postgres.py"},
}
_SCRIPT = """
import json, sys
from app.store import Table, prepare, transaction

THINGS = Table("things", {"name": "TEXT", "rank": "INTEGER", "tags": "JSON", "file": "FILE"},
    defaults={"tags": []})
prepare([THINGS])


def shown(rows):
    return [
        row | {"file": row["file"] and [row["file"]["name"], list(row["file"]["content"])]}
        for row in rows
    ]


told = []
with transaction() as db:
    told.append(shown(db.all(THINGS)))
if sys.argv[1] == "write":
    with transaction() as db:
        file = {"name": "a", "type": "x", "size": 2, "content": bytes([0, 255])}
        a = db.insert(THINGS, {"name": "a", "rank": None, "file": file})
        db.insert(THINGS, {"name": "b", "rank": 2, "tags": ["x", {"base64": "y"}], "other": 1})
        db.insert(THINGS, {"name": "c", "rank": None})
        db.insert(THINGS, {"name": "\\0\\ue000\\ue001", "rank": 0})
        db.insert(THINGS, {"name": "ä", "rank": -1})
        db.update(THINGS, a, {"name": "z", "unknown": 1})
    for break_ in (True, False):
        try:
            with transaction() as db:
                db.delete(THINGS, name="b")
                db.update(THINGS, db.first(THINGS, name="c"), {"rank": 9})
                last = db.insert(THINGS, {"name": "d"})
                if break_:
                    raise KeyError
                db.delete(THINGS, id=last["id"])
        except KeyError:
            pass
        with transaction() as db:
            told.append([db.count(THINGS), db.count(THINGS, rank=None)])
            told.append(shown(db.all(THINGS, order=["-rank", "name"])))
            told.append(shown(db.all(THINGS, order=["rank"], limit=2, offset=1)))
    with transaction() as db:
        told.append(db.insert(THINGS, {"name": "e"})["id"])
print(json.dumps(told))
"""


def _told(folder: Path, what: str, **given: str) -> Any:
    place = given | {"PYTHONPATH": str(folder), "DATABASE_PATH": str(folder / "kept")}
    argv = [sys.executable, "-c", _SCRIPT, what]
    done = subprocess.run(argv, env=os.environ | place, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _both(storage: str, folder: Path, **given: str) -> tuple[Any, Any]:
    (folder / "app").mkdir(parents=True)
    for name, source in _STORES[storage].items():
        (folder / "app" / name).write_text(support(source), encoding="utf-8")
    return _told(folder, "write", **given), _told(folder, "read", **given)


@pytest.mark.parametrize("storage", ["json", "memory"])
def test_stores_are_alike(storage, tmp_path):
    written, again = _both("sqlite", tmp_path / "sqlite")
    assert written[-1] == 7
    told, kept = _both(storage, tmp_path / storage)
    assert told == written
    assert kept == (again if storage == "json" else [[]])


def test_postgres_is_alike(tmp_path):
    with database(tmp_path / "empty") as server:
        told = _both("postgres", tmp_path / "postgres", DATABASE_URL=server.url)
    assert told == _both("sqlite", tmp_path / "sqlite")
