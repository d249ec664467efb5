"""How a run ended."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from beliefs.sandbox.level import Level
from beliefs.sandbox.limits import Used


class Reason(enum.StrEnum):
    """Why a run is over."""

    EXITED = "exited"
    """It ended by itself; `exit` says how."""
    STOPPED = "stopped"
    """It was told to."""
    WALL = "wall"
    """It took too long."""
    CPU = "cpu"
    MEMORY = "memory"
    PIDS = "pids"
    DISK = "disk"
    OUTPUT = "output"


@dataclass(frozen=True, slots=True)
class Finished:
    """What is known of a run that is over.

    >>> from beliefs.sandbox import Room, run
    >>> finished = run(["echo", "hello"], Room())
    >>> (finished.ok, finished.out, str(finished.reason))
    (True, 'hello\\n', 'exited')
    """

    exit: int
    """The exit status; minus the signal's number if one ended it; 127 if there is no such program,
    126 if it cannot be run."""
    stdout: bytes
    stderr: bytes
    reason: Reason
    used: Used
    level: Level

    @property
    def ok(self) -> bool:
        """Whether it ended by itself, with success."""
        return self.reason is Reason.EXITED and self.exit == 0

    @property
    def out(self) -> str:
        """What was written to stdout, as text."""
        return self.stdout.decode(errors="replace")

    @property
    def err(self) -> str:
        """What was written to stderr, as text."""
        return self.stderr.decode(errors="replace")
