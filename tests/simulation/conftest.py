"""The three stores, each new and empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty store, once for each kind."""
    if request.param == "memory":
        return ":memory:"
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'beliefs.db'}"
    url: str = request.getfixturevalue("fresh_postgres")
    return url
