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

    @property
    def means(self) -> str:
        """What it is worth, for whoever reads a verdict.

        >>> Level.NONE.means
        'nothing kept it in: it could reach all that is yours'
        """
        return _MEANS[self]


_MEANS = {
    Level.BUBBLEWRAP: "files, processes and a network of its own",
    Level.LANDLOCK: "paths and ports of this machine refused, but for its folders and one allowed "
    "loopback port for a server",
    Level.SEATBELT: "paths and ports of this machine refused, but for its folders and one allowed "
    "loopback port for a server; tried on no Mac yet",
    Level.NONE: "nothing kept it in: it could reach all that is yours",
}
