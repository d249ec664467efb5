"""What acceptance tests can ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.acceptance.command import Command

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def belief(tmp_path: Path) -> Command:
    """The command, with an empty store."""
    return Command(tmp_path)
