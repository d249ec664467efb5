"""What every test can ask for: a Postgres server, an empty database on it, a server to break."""

from __future__ import annotations

import os
import uuid
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import psycopg
import pytest
from hypothesis import settings
from psycopg import sql
from xdist.scheduler import LoadScopeScheduling

from tests.postgres_server import PostgresServer, PostgresUnavailable

if TYPE_CHECKING:
    from collections.abc import Iterator

# `make test` has two workers. Files are handed out whole, since what their tests share is made once
# for each worker; tests below these folders share nothing and are dear, and are handed out one by
# one, when the files are: so both workers end at about the same time.
APART = ("tests/build/", "tests/judge/", "tests/simulation/")

# A slow machine is not a bug, so examples have no deadline; a failure prints how to replay it.
settings.register_profile("beliefs", deadline=None, print_blob=True)
settings.load_profile("beliefs")


class Handout(LoadScopeScheduling):  # type: ignore[misc]  # it ships none
    """Hands out what is to be done, the largest first."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid if nodeid.startswith(APART) else nodeid.partition("::")[0]


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Handout:
    """Who hands out the tests, where there is more than one worker."""
    return Handout(config, log)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a database on a server that all tests share, or all of one worker."""
    given = os.environ.get("BELIEFS_TEST_POSTGRES")
    if given:
        if not _answers(given):
            pytest.fail(
                "BELIEFS_TEST_POSTGRES names a server that does not answer: correct it, "
                "or unset it and the tests start a server of their own.",
                pytrace=False,
            )
        yield given
        return
    with _started() as server:
        yield server.url


@pytest.fixture
def fresh_postgres(postgres_url: str) -> Iterator[str]:
    """The URL of a new, empty database, which is dropped afterwards."""
    name = f"beliefs_{uuid.uuid4().hex}"
    database = sql.Identifier(name)
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(database))
    try:
        server = urlsplit(postgres_url)
        # Put together by hand: geturl() drops the slashes of a URL that names no host.
        yield f"postgresql://{server.netloc}/{name}" + (server.query and f"?{server.query}")
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            # A test about lost connections leaves some behind.
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(database))


@pytest.fixture
def private_postgres() -> Iterator[PostgresServer]:
    """A running server of the test's own, to stop, kill and restart."""
    with _started() as server:
        yield server


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=10).close()
    except psycopg.Error:
        return False
    return True


def _started() -> PostgresServer:
    server = PostgresServer()
    try:
        server.start()
    except PostgresUnavailable as unavailable:
        problem = str(unavailable)
    else:
        return server
    # Outside of the `except`, so that the sentence stands alone.
    pytest.fail(problem, pytrace=False)
