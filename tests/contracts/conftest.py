"""The three stores, one test each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.contracts.stores import Stores

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def open_beliefs(request: pytest.FixtureRequest) -> Iterator[Stores]:
    """Open clients of each kind of store in turn."""
    stores = Stores(request.param, url_of(request, request.param))
    yield stores
    stores.close()


@pytest.fixture(params=["sqlite", "postgres"])
def open_shared(request: pytest.FixtureRequest) -> Iterator[Stores]:
    """Open clients of each kind of store that several processes can share."""
    stores = Stores(request.param, url_of(request, request.param))
    yield stores
    stores.close()


@pytest.fixture
def every_store(request: pytest.FixtureRequest) -> Iterator[list[Stores]]:
    """Open clients of all kinds of stores at once."""
    every = [Stores(kind, url_of(request, kind)) for kind in ("memory", "sqlite", "postgres")]
    yield every
    for stores in every:
        stores.close()


def url_of(request: pytest.FixtureRequest, kind: str) -> str:
    """Say where a kind of store keeps its ledgers in this test."""
    if kind == "memory":
        return ":memory:"
    if kind == "sqlite":
        return f"sqlite:///{request.getfixturevalue('tmp_path')}/beliefs.db"
    url: str = request.getfixturevalue("postgres_url")
    return url
