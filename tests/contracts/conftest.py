"""The three stores, and one of them behind a server, one test each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from beliefs import Beliefs
from beliefs.serve.app import create_app
from tests.contracts.stores import Clocks, Stores
from tests.http_server import HttpServer

if TYPE_CHECKING:
    from collections.abc import Iterator


class Served(NamedTuple):
    """A server and how its ledgers get their clocks."""

    url: str
    clocks: Clocks


@pytest.fixture(params=["memory", "sqlite", "postgres", "http"])
def open_beliefs(request: pytest.FixtureRequest) -> Iterator[Stores]:
    """Open clients of each kind of store in turn."""
    stores = stores_of(request, request.param)
    yield stores
    stores.close()


@pytest.fixture(params=["sqlite", "postgres", "http"])
def open_shared(request: pytest.FixtureRequest) -> Iterator[Stores]:
    """Open clients of each kind of store that several processes can share."""
    stores = stores_of(request, request.param)
    yield stores
    stores.close()


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """A server of ledgers in memory, each with the clock of the test that it is for."""
    with Beliefs(":memory:") as behind:
        clocks = Clocks(behind)
        with HttpServer(create_app(clocks.open)) as server:
            yield Served(server.url, clocks)


@pytest.fixture
def every_store(request: pytest.FixtureRequest) -> Iterator[list[Stores]]:
    """Open clients of all kinds of stores at once."""
    every = [Stores(kind, url_of(request, kind)) for kind in ("memory", "sqlite", "postgres")]
    yield every
    for stores in every:
        stores.close()


def stores_of(request: pytest.FixtureRequest, kind: str) -> Stores:
    """Open clients of one kind."""
    if kind == "http":
        url, clocks = request.getfixturevalue("served")
        return Stores(kind, url, clocks)
    return Stores(kind, url_of(request, kind))


def url_of(request: pytest.FixtureRequest, kind: str) -> str:
    """Say where a kind of store keeps its ledgers in this test."""
    if kind == "memory":
        return ":memory:"
    if kind == "sqlite":
        return f"sqlite:///{request.getfixturevalue('tmp_path')}/beliefs.db"
    url: str = request.getfixturevalue("postgres_url")
    return url
