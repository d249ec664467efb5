"""What can happen to a server and on the way there: one sentence, nothing half, no password."""

from __future__ import annotations

import threading
import time
import traceback
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import psycopg
import pytest

from beliefs import (
    Beliefs,
    BeliefsError,
    NewerStore,
    ReadOnlyStore,
    StoreError,
    StoreFull,
    StoreUnavailable,
)
from tests.ledger.places import Clock, assert_clear, assert_sentence, fresh, id_of, seen, sound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.postgres_server import PostgresServer

BATCH = [f"Claim {number}" for number in range(50)]
BULK = [f"Claim {number}" for number in range(1_200)]
"""Enough to be sent ahead."""
PASSWORD = "hunter2"  # noqa: S105 - it opens nothing


@pytest.fixture(scope="module")
def database(postgres_url: str) -> Iterator[str]:
    """A database for all tests here that only end connections to it."""
    name = fresh().replace(" ", "_")
    run(postgres_url, f"CREATE DATABASE {name} TEMPLATE template0")
    server = urlsplit(postgres_url)
    yield f"postgresql://{server.netloc}/{name}?{server.query}"
    run(postgres_url, f"DROP DATABASE {name} WITH (FORCE)")


def opened(url: str, **options: Any) -> Beliefs:
    options.setdefault("namespace", fresh())
    return Beliefs(url, clock=Clock(), **options)


def run(url: str, *statements: str) -> list[Any]:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            cursor = connection.execute(statement.encode())
    return cursor.fetchall() if cursor.description else []


def without_connections(url: str) -> None:
    """End every other connection to this database, as a failover or an operator would."""
    run(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )


# Losing the connection


def test_a_connection_that_was_lost_between_calls(database: str) -> None:
    with opened(database) as b:
        b.add("The cache is warm")
        before = seen(b)
        without_connections(database)
        with pytest.raises(StoreUnavailable) as caught:
            b.add(BATCH, idempotency_key="once")
        assert_clear(caught.value)
        assert seen(b) == before
        assert not b.add(BATCH, idempotency_key="once").replayed
        assert b.add(BATCH, idempotency_key="once").replayed
        assert sound(b)


def test_a_connection_that_was_lost_before_a_read(database: str) -> None:
    with opened(database) as b:
        b.add("The cache is warm")
        without_connections(database)
        with pytest.raises(StoreUnavailable) as caught:
            b.list()
        assert_clear(caught.value)
        assert [belief.claim for belief in b.list()] == ["The cache is warm"]


def test_a_connection_that_is_lost_while_a_write_begins(database: str) -> None:
    clock = Clock()
    ends: list[Callable[[], None]] = []

    def fatal_clock() -> Any:
        while ends:
            ends.pop()()
        return clock()

    with Beliefs(database, namespace=fresh(), clock=fatal_clock) as b:
        b.add("The cache is warm")
        before = b.digest()
        ends.append(lambda: without_connections(database))
        with pytest.raises(StoreUnavailable) as caught:
            b.add(BATCH, idempotency_key="once")
        assert_clear(caught.value)
        assert b.digest() == before
        assert not b.add(BATCH, idempotency_key="once").replayed
        assert sound(b)


# The server ends the connection itself, at the very statement: half a batch is on its way then.
FATAL = """
CREATE FUNCTION public.cut() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$
"""
TRIGGERS = {
    "entries": "CREATE TRIGGER cut AFTER INSERT ON beliefs.entries",
    "rows": "CREATE TRIGGER cut AFTER INSERT OR UPDATE ON beliefs.rows",
    "head": "CREATE TRIGGER cut AFTER UPDATE ON beliefs.ledgers",
    "commit": "CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON beliefs.entries"
    " DEFERRABLE INITIALLY DEFERRED",
    "forgetting": "CREATE TRIGGER cut AFTER DELETE ON beliefs.entries",
}


@contextmanager
def cut_at(url: str, where: str) -> Iterator[None]:
    run(url, FATAL, f"{TRIGGERS[where]} FOR EACH ROW EXECUTE FUNCTION public.cut()")
    try:
        yield
    finally:
        run(url, "DROP FUNCTION public.cut CASCADE")


@pytest.mark.parametrize("batch", [BATCH, BULK], ids=["batch", "bulk"])
@pytest.mark.parametrize("where", ["entries", "rows", "head", "commit"])
def test_a_connection_that_is_lost_in_the_middle_of_a_batch(
    database: str, where: str, batch: list[str]
) -> None:
    with opened(database) as b:
        b.add("The cache is warm")
        before = seen(b)
        with cut_at(database, where):
            with pytest.raises(StoreUnavailable) as caught:
                b.add(batch, idempotency_key="once")
            assert_clear(caught.value)
            assert seen(b) == before
            with opened(database, namespace=b.namespace) as another:
                assert seen(another) == before
        assert not b.add(batch, idempotency_key="once").replayed
        assert b.add(batch, idempotency_key="once").replayed
        everything = b.list(limit=len(batch) + 2)
        assert [belief.contributions for belief in everything] == [1] * (len(batch) + 1)
        assert sound(b)


def test_a_connection_that_is_lost_in_an_erasure(database: str) -> None:
    with opened(database) as b:
        secret = id_of(b, "The password is hunter2", idempotency_key="k")
        before = seen(b)
        with cut_at(database, "forgetting"):
            with pytest.raises(StoreUnavailable):
                b.erase(secret)
            assert seen(b) == before
        assert b.erase(secret) == 1
        assert b.list() == []
        assert sound(b)


def test_a_connection_that_is_lost_before_the_answer_arrives(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute = psycopg.Connection.execute
    lost: list[str] = []

    def lossy(self: Any, query: Any, *args: Any, **options: Any) -> Any:
        done = execute(self, query, *args, **options)
        if query == "COMMIT" and not lost:
            lost.append(query)
            self.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")
        return done

    with opened(database) as b:
        b.add("The cache is warm")
        monkeypatch.setattr(psycopg.Connection, "execute", lossy)
        with pytest.raises(StoreUnavailable) as caught:
            b.add(BATCH, idempotency_key="once")
        assert_clear(caught.value)
        assert lost
        # It had been committed: the same call again is recognised, and nothing is doubled.
        again = b.add(BATCH, idempotency_key="once")
        assert again.replayed
        assert [change.claim for change in again.changes] == BATCH
        assert [belief.contributions for belief in b.list()] == [1] * 51
        assert sound(b)


def test_a_server_that_stops_and_starts(private_postgres: PostgresServer) -> None:
    url = private_postgres.url
    with opened(url) as b:
        b.add("The cache is warm")
        before = seen(b)
        private_postgres.stop()
        for _ in range(2):
            with pytest.raises(StoreUnavailable) as caught:
                b.add(BATCH, idempotency_key="once")
            assert_sentence(caught.value)
        with pytest.raises(StoreUnavailable):
            b.list()
        with pytest.raises(StoreUnavailable) as caught:
            opened(url)
        assert_sentence(caught.value)
        private_postgres.restart()
        assert seen(b) == before
        assert not b.add(BATCH, idempotency_key="once").replayed
        assert sound(b)


# Waiting


def test_a_ledger_that_stays_locked(database: str) -> None:
    patient = f"{database}&options=-c%20lock_timeout%3D200"
    with opened(patient) as b:
        b.add("The cache is warm")
        before = seen(b)
        with psycopg.connect(database) as other:
            other.execute("SELECT FROM beliefs.ledgers FOR UPDATE")
            with pytest.raises(StoreUnavailable) as caught:
                b.add(BATCH, idempotency_key="once")
            assert_clear(caught.value)
            assert seen(b) == before
        assert not b.add(BATCH, idempotency_key="once").replayed
        assert sound(b)


def test_nobody_waits_for_ever(database: str) -> None:
    b = opened(database)
    b.add("The cache is warm")
    (timeout,) = b._ledger.store._connection.execute("SHOW lock_timeout").fetchone()  # type: ignore[attr-defined] # noqa: SLF001
    b.close()
    assert timeout != "0", "a lock that another client never releases is waited for without end"


def test_writers_of_different_namespaces_do_not_wait_for_each_other(database: str) -> None:
    patient = f"{database}&options=-c%20lock_timeout%3D200"
    with opened(patient) as one, opened(patient) as two:
        one.add("The cache is warm")
        two.add("The cache is warm")
        with psycopg.connect(database) as other:
            lock = "SELECT FROM beliefs.ledgers WHERE namespace = %s FOR UPDATE"
            other.execute(lock, (one.namespace,))
            two.add(BATCH)
        assert sound(two)


# Passwords

LEAKY = {
    "in the usual place": "postgresql://user:{}@127.0.0.1:1/db",
    "without a user": "postgresql://:{}@127.0.0.1:1/db",
    "as a parameter": "postgresql://user@127.0.0.1:1/db?password={}",
    "as a second parameter": "postgresql://127.0.0.1:1/db?application_name=x&password={}",
    "as a parameter in capitals": "postgresql://127.0.0.1:1/db?PASSWORD={}",
    "of a key": "postgresql://user@127.0.0.1:1/db?sslpassword={}",
    "with an unquoted @": "postgresql://user:p@{}@127.0.0.1:1/db",
    "with an unquoted /": "postgresql://user:p/{}@127.0.0.1:1/db",
    "with an unquoted :": "postgresql://user:p:{}@127.0.0.1:1/db",
    "with an unquoted #": "postgresql://user:p#{}@127.0.0.1:1/db",
    "with an unquoted ?": "postgresql://user:p?{}@127.0.0.1:1/db",
    "with a broken percent": "postgresql://user:%zz{}@127.0.0.1:1/db",
    "with a wrong port": "postgresql://user:{}@127.0.0.1:port/db",
    "with a wrong parameter": "postgresql://user:{}@127.0.0.1:1/db?colour=red",
    "in the short form": "postgres://user:{}@127.0.0.1:1/db",
}


@pytest.mark.parametrize("url", LEAKY.values(), ids=LEAKY)
def test_a_password_is_never_shown(url: str) -> None:
    with pytest.raises(StoreError) as caught:
        opened(url.format(PASSWORD))
    error = caught.value
    assert_sentence(error)
    shown = "".join([str(error), repr(error), *traceback.format_exception(error)])
    assert PASSWORD not in shown


def test_an_open_client_does_not_show_its_password(postgres_url: str) -> None:
    server = urlsplit(postgres_url)
    # The server trusts everybody here, so any password opens it.
    for url in (
        f"postgresql://{server.username}:{PASSWORD}@/{server.path[1:]}?{server.query}",
        f"{postgres_url}&password={PASSWORD}",
        f"{postgres_url}&sslpassword={PASSWORD}",
    ):
        with opened(url, namespace=fresh()) as b:
            shown = [repr(b), b.url, repr(b.with_thread("t")), b.export(), repr(b.verify())]
            without_it = b
        with pytest.raises(BeliefsError) as caught:
            without_it.list()
        assert PASSWORD not in "".join([*shown, str(caught.value)])


def test_a_server_that_is_not_there() -> None:
    for url in (
        "postgresql://user@127.0.0.1:1/db",
        "postgresql:///db?host=/nonexistent",
        "postgresql://no-such-host.invalid/db",
    ):
        with pytest.raises(StoreUnavailable) as caught:
            opened(url)
        assert_sentence(caught.value)
        # Nothing was written, so there is no key to speak of.
        assert "idempotency" not in str(caught.value)


def test_a_database_that_is_not_there(postgres_url: str) -> None:
    server = urlsplit(postgres_url)
    with pytest.raises(StoreError) as caught:
        opened(f"postgresql://{server.netloc}/nowhere?{server.query}")
    assert_sentence(caught.value)
    assert "nowhere" in str(caught.value)


# Privileges


@pytest.fixture
def other_user(fresh_postgres: str) -> Iterator[Callable[..., str]]:
    """Make a user with the privileges that are granted, and return the URL for it."""
    role = fresh().replace(" ", "_")
    run(fresh_postgres, f"CREATE ROLE {role} LOGIN")

    def granted(*grants: str) -> str:
        run(fresh_postgres, "SELECT", *(f"GRANT {grant} TO {role}" for grant in grants))
        server = urlsplit(fresh_postgres)
        host = server.netloc.rpartition("@")[2]
        return f"postgresql://{role}@{host}{server.path}?{server.query}"

    yield granted
    run(fresh_postgres, f"DROP OWNED BY {role}", f"DROP ROLE {role}")


READ = ("USAGE ON SCHEMA beliefs", "SELECT ON ALL TABLES IN SCHEMA beliefs")


def test_a_user_who_may_only_read(fresh_postgres: str, other_user: Callable[..., str]) -> None:
    with opened(fresh_postgres) as owner:
        warm = id_of(owner, "The cache is warm")
        before = seen(owner)
        with opened(other_user(*READ), namespace=owner.namespace) as reader:
            assert seen(reader) == before
            for write in (
                lambda: reader.add("Another"),
                lambda: reader.retract(warm),
                lambda: reader.erase(warm),
                lambda: reader.trust.set(agent="scout", confidence=0.5),
            ):
                with pytest.raises(ReadOnlyStore) as caught:
                    write()
                assert_sentence(caught.value)
            assert seen(reader) == before
        with opened(other_user(*READ)) as reader, pytest.raises(ReadOnlyStore):
            reader.add("Another")
        assert seen(owner) == before
        assert sound(owner)


def test_a_user_who_may_do_nothing(fresh_postgres: str, other_user: Callable[..., str]) -> None:
    opened(fresh_postgres).close()
    with pytest.raises(StoreError) as caught:
        opened(other_user()).list()
    assert_sentence(caught.value)
    assert "may only be read" not in str(caught.value), "it may not even be read"


def test_a_user_who_may_not_create_tables(other_user: Callable[..., str]) -> None:
    with pytest.raises(StoreError) as caught:
        opened(other_user())
    assert_sentence(caught.value)
    assert "permission denied" in str(caught.value)


def test_a_database_that_may_only_be_read(database: str) -> None:
    with opened(database) as b:
        b.add("The cache is warm")
    only_reading = f"{database}&options=-c%20default_transaction_read_only%3Don"
    with opened(only_reading, namespace=b.namespace) as b:
        before = seen(b)
        with pytest.raises(ReadOnlyStore) as caught:
            b.add("Another")
        assert_sentence(caught.value)
        assert seen(b) == before


# Other tables


def test_a_newer_database(fresh_postgres: str) -> None:
    with opened(fresh_postgres) as b:
        b.add("The cache is warm")
    run(fresh_postgres, "INSERT INTO beliefs.migrations VALUES (99, 'from the future')")
    with pytest.raises(NewerStore) as caught:
        opened(fresh_postgres)
    assert_clear(caught.value)
    assert "newer release" in str(caught.value)
    run(fresh_postgres, "DELETE FROM beliefs.migrations WHERE number = 99")
    with opened(fresh_postgres, namespace=b.namespace) as b:
        assert len(b.list()) == 1


def test_a_schema_of_something_else(fresh_postgres: str) -> None:
    run(fresh_postgres, "CREATE SCHEMA beliefs", "CREATE TABLE beliefs.entries (faith text)")
    with pytest.raises(StoreError) as caught:
        opened(fresh_postgres)
    assert_sentence(caught.value)
    found = run(fresh_postgres, "SELECT tablename FROM pg_tables WHERE schemaname = 'beliefs'")
    assert found == [("entries",)]


DAMAGES = [
    "UPDATE beliefs.entries SET body = replace(body, '1.0', '2.0') WHERE ledger = {}",
    "UPDATE beliefs.entries SET body = '{{' WHERE ledger = {}",
    "UPDATE beliefs.entries SET body = 'null' WHERE ledger = {}",
    "UPDATE beliefs.claims SET words = 'Something else' WHERE ledger = {}",
    "DELETE FROM beliefs.claims WHERE ledger = {}",
    "UPDATE beliefs.rows SET value = '' WHERE ledger = {}",
    "DELETE FROM beliefs.rows WHERE ledger = {}",
    "UPDATE beliefs.ledgers SET fingerprint = '\\x00' WHERE id = {}",
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_rows_that_were_altered_are_found(database: str, damage: str) -> None:
    with opened(database) as b:
        b.add("The cache is warm")
        ledger = f"SELECT id FROM beliefs.ledgers WHERE namespace = '{b.namespace}'"  # noqa: S608
        run(database, damage.format(run(database, ledger)[0][0]))
    with opened(database, namespace=b.namespace) as b:
        try:
            assert not b.verify().ok
        except StoreError as error:
            assert_sentence(error)
        try:
            b.list()
        except StoreError as error:
            assert_sentence(error)


# Space


@pytest.mark.parametrize("batch", [BATCH, BULK], ids=["batch", "bulk"])
def test_a_full_disk(database: str, batch: list[str]) -> None:
    """The server's own error, raised where it would be; filling a real disk needs root."""
    url = database
    with opened(url) as b:
        b.add("The cache is warm")
        before = seen(b)
        run(
            url,
            "CREATE FUNCTION public.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$"
            " BEGIN RAISE disk_full USING MESSAGE = 'could not extend file: No space left';"
            " END $$",
            "CREATE TRIGGER full_disk AFTER INSERT ON beliefs.rows"
            " EXECUTE FUNCTION public.full_disk()",
        )
        with pytest.raises(StoreFull) as caught:
            b.add(batch, idempotency_key="once")
        assert_sentence(caught.value)
        assert seen(b) == before
        run(url, "DROP FUNCTION public.full_disk CASCADE")
        assert not b.add(batch, idempotency_key="once").replayed
        assert sound(b)


# Surroundings


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_the_encoding_that_the_environment_asks_for_does_not_matter(
    database: str, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    words = "La caché → 温かい 🔥"
    with opened(database, namespace=words) as b:
        b.add("Fine so far")
    monkeypatch.setenv("PGCLIENTENCODING", encoding)
    with opened(database, namespace=words) as b:
        b.add(words, agent=words, idempotency_key=words)
        assert [belief.claim for belief in b.list()] == ["Fine so far", words]
        assert sound(b)


def test_many_threads_lose_one_connection(database: str) -> None:
    with opened(database) as b:
        b.add("The cache is warm")
        stop = time.monotonic() + 1.0
        problems: list[BaseException] = []

        def insist(number: int) -> None:
            for n in range(10):
                while True:
                    try:
                        b.add(f"Claim {number}", idempotency_key=f"{number} {n}")
                    except StoreUnavailable:
                        continue
                    except BaseException as error:  # noqa: BLE001 - told to the test
                        problems.append(error)
                    break

        threads = [threading.Thread(target=insist, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads) and time.monotonic() < stop:
            without_connections(database)
            time.sleep(0.02)
        for thread in threads:
            thread.join()
        assert problems == []
    with opened(database, namespace=b.namespace) as b:
        counts = {belief.claim: belief.contributions for belief in b.list()}
        assert counts == {"The cache is warm": 1, **{f"Claim {n}": 10 for n in range(4)}}
        assert sound(b)
