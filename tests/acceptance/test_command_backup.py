"""`belief backup`, `restore` and `migrate`, beside servers that run."""

from __future__ import annotations

import json
import signal
import sqlite3
import stat
import subprocess
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from beliefs import Beliefs
from beliefs.cli import backup
from beliefs.cli.session import Session
from beliefs.ledger.stores.sqlite import APPLICATION_ID, MIGRATIONS
from tests.acceptance.command import Command

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def served(command: Command) -> Iterator[str]:
    with subprocess.Popen(
        [*command.program, "serve", "--port", "0", "--json"],
        env=command.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())["url"]
        finally:
            process.send_signal(signal.SIGINT)


@contextmanager
def written_to(url: str) -> Iterator[None]:
    """Somebody goes on writing."""
    stop = threading.Event()

    def write() -> None:
        with Beliefs(url) as b:
            number = 0
            while not stop.is_set():
                b.add(f"Claim {number}", idempotency_key=str(number))
                number += 1
                time.sleep(0.005)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield
    finally:
        stop.set()
        writer.join()


@pytest.mark.parametrize("way", ["sqlite to sqlite", "sqlite to postgres", "postgres to sqlite"])
def test_from_a_running_server_into_an_empty_one(
    request: pytest.FixtureRequest, tmp_path: Path, way: str
) -> None:
    commands = []
    for side, kind in zip(("source", "target"), way.split(" to "), strict=True):
        (tmp_path / side).mkdir()
        store = request.getfixturevalue("fresh_postgres") if kind == "postgres" else None
        commands.append(Command(tmp_path / side, store))
    source, target = commands
    file = str(tmp_path / "monday.jsonl")
    with served(source) as url:
        with Beliefs(url, namespace="team") as team:
            team.after("The well is safe. The depth is 12 m.", tool="survey")
            digest = team.digest()
        with written_to(url), Beliefs(url) as b:
            while b.count() < 20:
                time.sleep(0.05)
            made = source.json("backup", file)
            assert b.count() >= made["ledgers"]["default"]["entries"] >= 20
    assert stat.S_IMODE((tmp_path / "monday.jsonl").stat().st_mode) == 0o600
    assert made["ledgers"]["team"]["digest"] == digest
    with served(target) as url, Beliefs(url) as b, Beliefs(url, namespace="team") as team:
        assert b.count() == 0
        found = target.json("restore", file)
        assert found == made
        assert b.digest() == made["ledgers"]["default"]["digest"]
        assert team.digest() == digest
        assert b.verify().ok
        assert team.verify().ok
        assert team.add("The well is safe").changes
        if way == "sqlite to sqlite":
            assert "not empty" in target.fails(2, "restore", file)
            target.json("restore", file, "--merge")
        assert team.count() == 3


def test_what_is_said(belief: Command, tmp_path: Path) -> None:
    file = tmp_path / "monday.jsonl"
    assert "nothing to back up" in belief.fails(2, "backup", str(file))
    belief.add("It is up")
    said = belief("backup", str(file))
    assert "1 ledger, 1 entries" in said
    assert belief.json("backup", str(file))["digest"] in said
    file.write_bytes(file.read_bytes()[:-20])
    assert "cut off" in belief.fails(2, "restore", str(file), "--store", str(tmp_path / "new.db"))
    assert "not of a server" in belief.fails(2, "backup", str(file), "--store", "http://h:1")
    assert not [one for one in tmp_path.iterdir() if one.name.startswith(".monday")]


def test_progress_is_told_to_whoever_waits(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = backup._Progress(Session(), "Writing")  # noqa: SLF001
    told(5_000)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(backup, "_PATIENCE_SECONDS", 0.0)
    told(5_000)
    assert capsys.readouterr().err == "Writing: 10,000 entries so far\n"


def test_tables_are_seen_and_moved_forward(belief: Command, tmp_path: Path) -> None:
    old = str(tmp_path / "old.db")
    connection = sqlite3.connect(old)
    MIGRATIONS[0](connection)
    connection.execute("CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT)")
    connection.execute("INSERT INTO migrations VALUES (1, 'first_tables')")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()
    known = len(MIGRATIONS)
    for _ in range(2):  # looking changes nothing
        seen = belief.run("migrate", "--check", "--json", "--store", old)
        assert seen.status == 1
        assert json.loads(seen.out)["version"] == 1
    moved = belief.json("migrate", "--store", old)
    assert (moved["before"], moved["version"]) == (1, known)
    assert len(moved["made"]) == known - 1
    assert "up to date" in belief("migrate", "--check", "--store", old)
    with Beliefs(old) as b:
        b.add("It is up")
    connection = sqlite3.connect(old)
    connection.execute(f"PRAGMA user_version = {known + 1}")
    connection.close()
    assert "update the package" in belief.fails(5, "migrate", "--store", old)
    assert "has tables" in belief.fails(2, "migrate", "--store", ":memory:")


def test_tables_of_a_database(belief: Command, fresh_postgres: str) -> None:
    assert belief.run("migrate", "--check", "--store", fresh_postgres).status == 1
    assert belief.json("migrate", "--store", fresh_postgres)["before"] == 0
    assert belief.json("migrate", "--check", "--store", fresh_postgres)["missing"] == []
