"""What the tests of the server's access can ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from beliefs.serve.keyring import Keyring

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
