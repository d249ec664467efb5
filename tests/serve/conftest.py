"""A server on a ledger in memory, for one test each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from beliefs import Beliefs
from beliefs.serve.app import create_app
from beliefs.serve.clients import on_one_store
from tests.http_server import HttpServer

if TYPE_CHECKING:
    from collections.abc import Iterator


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
