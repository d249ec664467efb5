"""How well a machine can hold a program: the levels, which of them work here, and the best."""

from __future__ import annotations

import enum


class Level(enum.StrEnum):
    """What keeps a program in, strongest first."""

    BUBBLEWRAP = "bubblewrap"
    """Its own files, processes, network and users; only what the room names is there."""
    LANDLOCK = "landlock"
    """The machine's own, with every path and port refused but those that the room names."""
    SEATBELT = "seatbelt"
    """The same on macOS."""
    NONE = "none"
    """Nothing but the limits. Only for those who ask for it."""
