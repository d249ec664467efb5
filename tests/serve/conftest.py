"""What the tests of the server can ask for: keys, and a server on a ledger in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from beliefs import Beliefs
from beliefs.serve.app import create_app
from beliefs.serve.clients import on_one_store
from beliefs.serve.keyring import Keyring
from tests.http_server import HttpServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1_800_000_123.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keyring(tmp_path: Path, clock: Clock) -> Iterator[Keyring]:
    with Keyring(tmp_path / "keys.db", clock=clock) as ring:
        yield ring


@pytest.fixture(scope="module")
def shared_keyring(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Keyring]:
    """A keyring for many examples, each with keys of its own."""
    with Keyring(tmp_path_factory.mktemp("keys") / "keys.db") as ring:
        yield ring


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a keyring can be kept, one after the other."""
    if request.param == "sqlite":
        return tmp_path / "keys.db"
    url: str = request.getfixturevalue("fresh_postgres")
    return url


@pytest.fixture
def behind() -> Iterator[Beliefs]:
    """What the server serves, without the server."""
    with Beliefs(":memory:") as client:
        yield client


@pytest.fixture
def server(behind: Beliefs) -> Iterator[HttpServer]:
    with HttpServer(create_app(on_one_store(behind))) as server:
        yield server


@pytest.fixture
def http(server: HttpServer) -> Iterator[httpx.Client]:
    """Any program that speaks HTTP."""
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        yield client


@pytest.fixture
def b(server: HttpServer) -> Iterator[Beliefs]:
    """A client of the server."""
    with Beliefs(server.url) as client:
        yield client
