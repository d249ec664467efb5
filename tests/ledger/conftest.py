"""One empty ledger on each kind of store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from beliefs import Beliefs
from tests.ledger.places import KINDS, Clock, fresh, url_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=KINDS)
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return url_of(request, request.param, tmp_path)


@pytest.fixture(params=KINDS[1:])
def kept_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store that outlives its client."""
    return url_of(request, request.param, tmp_path)


@pytest.fixture
def b(store_url: str, clock: Clock) -> Iterator[Beliefs]:
    with Beliefs(store_url, namespace=fresh(), clock=clock) as opened:
        yield opened
