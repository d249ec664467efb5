"""The test server itself: it keeps what it acknowledged, whatever ends it."""

from __future__ import annotations

import shutil
from pathlib import Path

import psycopg
import pytest

from tests.postgres_server import PostgresServer, PostgresUnavailable, find_binaries


def test_a_committed_row_survives_sigkill(private_postgres: PostgresServer):
    url = private_postgres.url
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE said (words text)")
        connection.execute("INSERT INTO said VALUES ('here')")
    with psycopg.connect(url) as open_connection:
        open_connection.execute("INSERT INTO said VALUES ('never committed')")
        private_postgres.kill9()
        assert not private_postgres.running
        with pytest.raises(psycopg.OperationalError):
            open_connection.execute("SELECT 1")

    private_postgres.restart()

    assert private_postgres.url == url
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT words FROM said").fetchall() == [("here",)]


def test_a_committed_row_survives_a_shutdown_in_good_order(private_postgres: PostgresServer):
    with psycopg.connect(private_postgres.url) as connection:
        connection.execute("CREATE TABLE said AS SELECT 'here' AS words")
    private_postgres.restart()
    with psycopg.connect(private_postgres.url) as connection:
        assert connection.execute("SELECT words FROM said").fetchall() == [("here",)]


def test_the_server_syncs_and_listens_only_on_its_socket(private_postgres: PostgresServer):
    with psycopg.connect(private_postgres.url) as connection:
        shown = {
            name: value
            for name, value in connection.execute("SELECT name, setting FROM pg_settings")
            if name in {"fsync", "synchronous_commit", "full_page_writes", "listen_addresses"}
        }
    assert shown == {
        "fsync": "on",
        "synchronous_commit": "on",
        "full_page_writes": "on",
        "listen_addresses": "",
    }


def test_nothing_is_left_behind():
    with PostgresServer() as server:
        home = server.data_directory.parent
        assert home.exists()
    assert not home.exists()
    assert not server.running


def test_a_fresh_database_is_empty_and_its_own(fresh_postgres: str, postgres_url: str):
    assert fresh_postgres != postgres_url
    with psycopg.connect(fresh_postgres) as connection:
        tables = connection.execute(
            "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
        ).fetchone()
    assert tables == (0,)


def test_a_machine_without_postgres_says_what_to_do(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(Path, "glob", lambda *_: [])
    with pytest.raises(PostgresUnavailable, match="set BELIEFS_TEST_POSTGRES"):
        find_binaries()
