"""An attempt to escape: a little program, what would show that it got out, and what stops it.

Each program says ESCAPED when it has done what it should not be able to do, or leaves a trace
outside. When it is refused it says STOPPED and by which error, so that an attempt which merely
crashes cannot be mistaken for one that was stopped.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from beliefs.sandbox import Level, Limits

BUBBLEWRAP, LANDLOCK = Level.BUBBLEWRAP, Level.LANDLOCK

PRELUDE = """
import os, sys, errno
W = eval(os.environ["WORLD"])
def escaped():
    print("\\nESCAPED", flush=True)
def call(number, *arguments):
    import ctypes
    libc = ctypes.CDLL(None, use_errno=True)
    wide = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    result = libc.syscall(ctypes.c_long(number), *wide)
    if result < 0:
        raise OSError(ctypes.get_errno(), "")
    return result
def attempt():
{body}
try:
    attempt()
except MemoryError:
    print("STOPPED MemoryError", flush=True)
except OSError as error:
    print("STOPPED", errno.errorcode.get(error.errno, error), flush=True)
"""


class Control(enum.StrEnum):
    """How an attempt is shown to work where nothing stops it."""

    FREE = "without a level"
    """The same run with only its limits and another user."""
    PLAIN = "as a plain subprocess"
    """The same program, as root, so that nothing else stops it."""
    IF_ALLOWED = "as a plain subprocess, where the machine allows it"
    """As that; but some machines refuse it to root, too."""
    WIDER = "with wider limits"
    """The same run at the same level with limits that it does not reach."""
    APART = "in a test of its own"
    """It needs more around it than the others."""
    NOT_SAFE = "not tried"
    """It would do harm."""


@dataclass(frozen=True, slots=True)
class Escape:
    """One attempt."""

    name: str
    """What is tried, as the table says it."""
    body: str
    """The program, after the prelude."""
    stops: dict[Level, tuple[str, str]]
    """At each level: what stops it, in words, and the signs of that, separated by spaces."""
    control: Control = Control.FREE
    limits: Limits = field(default_factory=lambda: Limits(wall=20.0))
    wider: Limits = field(default_factory=lambda: Limits(wall=20.0))

    @property
    def program(self) -> str:
        """What is run."""
        body = "\n".join(f"    {line}" for line in self.body.strip().splitlines())
        return PRELUDE.replace("{body}", body)


def both(by: str, sign: str) -> dict[Level, tuple[str, str]]:
    """Stopped by the same thing at both levels."""
    return {BUBBLEWRAP: (by, sign), LANDLOCK: (by, sign)}
