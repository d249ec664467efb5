"""The `belief` command: everything the client does, for people and for pipes."""

from __future__ import annotations

from beliefs.cli.root import main

__all__ = ["main"]
