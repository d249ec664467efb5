"""The console that everything is drawn on."""

from __future__ import annotations

import os

from rich.console import Console
from rich.theme import Theme

THEME = Theme(
    {
        "id": "cyan",
        "quiet": "bright_black",
        "heading": "bold",
        "good": "green",
        "warn": "yellow",
        "bad": "red",
        "mean": "bold bright_green",
        "likely": "green",
        "unlikely": "bright_black",
    }
)

# Where no terminal sets a width, a table is as wide as its longest line.
_UNBROKEN = 10_000


class _Paper(Console):
    """A console that leaves a closed pipe to whoever called it, like every other output."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console() -> Console:
    """Return a console for stdout; away from a terminal nothing is wrapped or cut."""
    plain = _Paper(theme=THEME, highlight=False)
    if plain.is_terminal or os.environ.get("COLUMNS"):
        return plain
    return _Paper(theme=THEME, highlight=False, width=_UNBROKEN)
